"""Scoring and winning (V10)."""

from tests.games.valeria.referee.grammar import Amount
from tests.games.valeria.referee.table import Player, Table, size


def score_parts(table: Table, player: Player) -> dict[str, int]:
    """The parts of a score (V10.1)."""
    return {
        "collected": player.goods["vp"],
        "monsters": sum(card.vp for card in player.pile),
        "domains": sum(built.card.vp for built in player.domains),
        "duke": duke_points(table, player),
    }


def duke_points(table: Table, player: Player) -> int:
    """What the Duke gives (V10.2, V10.3)."""
    if not player.duke:
        return 0
    return sum(
        item.number * size(table, player, item.per)
        for ability in table.sheets.dukes[player.duke].scoring
        for item in ability.options[0].gains
        if isinstance(item, Amount)
    )


def winners(table: Table) -> list[int]:
    """The highest score; of those tied the fewest cards (V10.4)."""
    scores = [sum(score_parts(table, player).values()) for player in table.players]
    best = [player for player in table.players if scores[player.seat] == max(scores)]
    fewest = min(cards_that_count(table, player) for player in best)
    return [player.seat for player in best if cards_that_count(table, player) == fewest]


def cards_that_count(table: Table, player: Player) -> int:
    """Starters, Citizens, Domains and the victory pile (R6)."""
    pile = len(player.pile) if table.options.tiebreak_counts_pile else 0
    return len(player.starters) + len(player.citizens) + len(player.domains) + pile
