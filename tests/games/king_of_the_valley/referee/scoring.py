"""Fame (K12)."""

from collections import Counter

from tests.games.king_of_the_valley.referee.table import Player, Table

PARTS = ("influence", "knight orders", "couples", "kingdom markers", "gold")


def fame_parts(table: Table, player: Player) -> dict[str, int]:
    """What the fame of a player is made of."""
    params, influence = table.sheets.params, table.sheets.influence
    return {
        "influence": sum(influence[tile.type] for tile in player.castle),  # K12.1
        "knight orders": _order_points(table, player),
        "couples": params["couple_points"] * _couples(table, player),
        "kingdom markers": params["kingdom_marker_points"] * player.markers,  # K12.4
        "gold": params["gold_points"] * player.gold,  # K12.5
    }


def fame(table: Table, player: Player) -> int:
    """All of it."""
    return sum(fame_parts(table, player).values())


def winners(table: Table) -> list[int]:
    """Most fame, then most influence (K12.6)."""
    best: dict[int, tuple[int, int]] = {}
    for player in table.players:
        best[player.seat] = (fame(table, player), fame_parts(table, player)["influence"])
    return [seat for seat, points in best.items() if points == max(best.values())]


def _order_points(table: Table, player: Player) -> int:
    """K12.2: not cumulative; more than five count as five."""
    held = Counter(tile.order for tile in player.castle if tile.type == "knight")
    points = 0
    for number in held.values():
        if number >= 3:
            points += table.sheets.params[f"order_bonus_{min(number, 5)}"]
    return points


def _couples(table: Table, player: Player) -> int:
    """K12.3, with jesters by A24."""
    with_jesters = table.sheets.params["jester_counts_in_couples"]
    columns = ("farmer", "farmwoman")
    return min(
        sum(
            tile.column == column and (tile.type == column or bool(with_jesters))
            for tile in player.castle
        )
        for column in columns
    )
