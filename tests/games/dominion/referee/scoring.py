"""What cards are worth at the end, and who wins (D8)."""

from collections.abc import Mapping

from tests.games.dominion.referee.table import Player, Table, names

PARTS = {"province": "Provinces", "duchy": "Duchies", "estate": "Estates", "curse": "Curses"}
COUNTING = ("Gardens", "Fairgrounds")  # cards that count others
OTHER = "other cards"


def score_parts(table: Table, player: Player) -> dict[str, int]:
    """The points of a player by what they come from (D8.3)."""
    owned = player.owned()
    parts = dict.fromkeys((*PARTS.values(), *COUNTING, OTHER), 0)
    for card in owned:
        face = table.faces[card]
        parts[PARTS.get(card, OTHER)] += face.points
        if face.routine == "gardens_vp":
            parts["Gardens"] += len(owned) // 10
        elif face.routine == "fairgrounds_vp":
            parts["Fairgrounds"] += 2 * (len(names(owned)) // 5)
    return parts


def score(table: Table, player: Player) -> int:
    """The points of a player."""
    return sum(score_parts(table, player).values())


def winners(scores: list[int], turns: list[int]) -> list[int]:
    """Most points; among these fewest turns; the seats that are still tied share (D8.4)."""
    ranks = [(-points, taken) for points, taken in zip(scores, turns, strict=True)]
    return [seat for seat, rank in enumerate(ranks) if rank == min(ranks)]


def why_over(table: Table, solo_target: int, max_rounds: int) -> str:
    """Why the game is over after this turn, or "" (D8.1, D15.6, D8.6)."""
    player = table.players[table.active]
    if len(table.players) == 1:
        if player.owned().count("province") >= solo_target:
            return "target"
    elif not table.supply["province"]:
        return "provinces"
    elif empty_piles(table.supply) >= 3:
        return "piles"
    is_last = table.active == len(table.players) - 1
    return "rounds" if is_last and table.round >= max_rounds else ""


def empty_piles(supply: Mapping[str, int]) -> int:
    """How many piles of the supply are empty."""
    return sum(not left for left in supply.values())
