"""Scoring and winning (V10, V13.11, V16)."""

from tests.games.valeria.referee.grammar import Amount, CardSet, Condition
from tests.games.valeria.referee.table import Player, Table, size

NO_DUKE_ICONS = {"worker": 1, "soldier": 1, "shadow": 2, "holy": 2}  # V16.1
NO_DUKE_RESOURCES = CardSet("resources", divisor=3)  # V16.1
MAJORITIES = (CardSet("citizen"), CardSet("monster"), CardSet("domain"))  # V16.1


def score_parts(table: Table, player: Player) -> dict[str, int]:
    """The parts of a score (V10.1; V16.1 without Dukes)."""
    counts_vp = not table.solo or table.options.solo_counts_vp  # V13.11, R13
    parts = {
        "collected": player.goods["vp"] if counts_vp else 0,
        "monsters": sum(card.vp for card in player.pile),
        "domains": sum(built.card.vp for built in player.domains),
    }
    if table.options.dukes == "none":
        return parts | {
            "icons and leftovers": _icons_and_leftovers(table, player),
            "majorities": sum(_majority(table, player, cards) for cards in MAJORITIES),
        }
    return parts | {"duke": duke_points(table, player)}


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


def _icons_and_leftovers(table: Table, player: Player) -> int:
    """V16.1: role icons on Citizens and Domains, and a third of the resources left over."""
    icons = sum(
        points * size(table, player, CardSet("icon", (Condition("role", "=", role),)))
        for role, points in NO_DUKE_ICONS.items()
    )
    return icons + size(table, player, NO_DUKE_RESOURCES)


def _majority(table: Table, player: Player, cards: CardSet) -> int:
    """V16.1, V16.2: for having the most cards of a type, alone or with others (R3, R22)."""
    counts = [size(table, other, cards) for other in table.players]
    own = counts[player.seat]
    if own == 0 or own < max(counts):
        return 0
    alone = counts.count(own) == 1
    return table.options.no_duke_majority if alone else table.options.no_duke_tie


def winners(table: Table) -> list[int]:
    """The highest score; of those tied the fewest cards (V10.4, V16.3)."""
    scores = [sum(score_parts(table, player).values()) for player in table.players]
    best = [player for player in table.players if scores[player.seat] == max(scores)]
    fewest = min(cards_that_count(table, player) for player in best)
    return [player.seat for player in best if cards_that_count(table, player) == fewest]


def cards_that_count(table: Table, player: Player) -> int:
    """Starters, Citizens, Domains and the victory pile (R6)."""
    pile = len(player.pile) if table.options.tiebreak_counts_pile else 0
    return len(player.starters) + len(player.citizens) + len(player.domains) + pile
