"""The score of a castle (K12), at any time of the game."""

from balance.compiling.jit import compiled
from balance.engine.layout import Player, Record, State, Table, wide
from balance.games.king_of_the_valley.layout import (
    FIRST_JESTER,
    FIRST_ORDER,
    NUM_COLUMNS,
    NUM_ORDERS,
    Column,
    Kind,
)
from balance.games.king_of_the_valley.rules.castle import all_in


@compiled
def fame(player: Player, table: Table) -> int:
    """Return the fame as if the game ended now (K12)."""
    points = influence(player, table) + order_points(player, table)
    points += count_couples(player, table) * wide(table.couple_points)
    points += wide(player.markers) * wide(table.kingdom_marker_points)
    return points + wide(player.gold) * wide(table.gold_points)


@compiled
def influence(player: Player, table: Table) -> int:
    """Return the influence of a castle (K12.1)."""
    total = 0
    for slot in range(FIRST_JESTER):
        total += all_in(player, slot) * wide(table.kinds[slot].influence)
    jesters = 0
    for column in range(NUM_COLUMNS):
        jesters += all_in(player, FIRST_JESTER + column)
    return total + jesters * wide(table.kinds[Kind.JESTER].influence)


@compiled
def order_points(player: Player, table: Table) -> int:
    """Return the points for knight orders (K12.2)."""
    points = 0
    most = len(table.order_points) - 1
    for order in range(NUM_ORDERS):
        points += wide(table.order_points[min(all_in(player, FIRST_ORDER + order), most)])
    return points


@compiled
def count_couples(player: Player, table: Table) -> int:
    """Return the number of couples (K12.3); whether jesters count is an option (A24)."""
    farmers = all_in(player, wide(Kind.FARMER))
    farmwomen = all_in(player, wide(Kind.FARMWOMAN))
    if table.jester_counts_in_couples:
        farmers += all_in(player, FIRST_JESTER + Column.FARMER)
        farmwomen += all_in(player, FIRST_JESTER + Column.FARMWOMAN)
    return min(farmers, farmwomen)


@compiled
def score_seat(state: State, table: Table, record: Record, seat: int) -> None:
    """Write the score and its parts."""
    player = state.seats[seat]
    record.scores[seat] = fame(player, table)
    record.parts[seat, 0] = influence(player, table)
    record.parts[seat, 1] = order_points(player, table)
    record.parts[seat, 2] = count_couples(player, table) * table.couple_points
    record.parts[seat, 3] = player.markers * table.kingdom_marker_points
    record.parts[seat, 4] = player.gold * table.gold_points


@compiled
def influence_of(state: State, table: Table, record: Record, seat: int) -> int:
    """Return the tie-break: the seat's influence (K12.6)."""
    return wide(record.parts[seat, 0])
