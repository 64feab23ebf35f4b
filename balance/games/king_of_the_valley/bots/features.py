"""The features of a position besides its fame: the potentials of RECIPES.md.

They are computed from open information alone.
"""

import numpy as np

from balance.compiling.jit import compiled, inlined
from balance.engine.layout import Player, State, Table, wide
from balance.games.king_of_the_valley.layout import (
    FIRST_JESTER,
    FIRST_ORDER,
    NUM_COLUMNS,
    NUM_ORDERS,
    NUM_SLOTS,
    Column,
    Kind,
)
from balance.games.king_of_the_valley.rules.castle import all_in, count_face_up

ALL_COLUMNS = (1 << NUM_COLUMNS) - 1
KNIGHTS = 1 << Column.KNIGHT
FARMERS = 1 << Column.FARMER | 1 << Column.FARMWOMAN

_COLLECTORS = 6  # with a need, in the game as printed
_GROUPS = np.array([0.0, 0.3, 1.0, 3.0, 5.0, 7.0])  # by face-up tiles of a group
_VALUES = np.array([0.0, 1.0, 2.5, 4.5, 7.0])  # by values with a face-up tile beyond whole sets
_QUEEN, _FIRST_BONUS, _NEXT_BONUS = 1.5, 9.0, 6.0
_ORDERS = np.array([0.0, 0.6, 1.5, 1.0, 1.5])  # by knights of an order in the own castle
_LACKING_FARMER, _LACKING_FARMWOMAN = 0.8, 0.4
_NUM_VALUES = 5


@compiled
def collectors_left(state: State, table: Table) -> int:
    """Return the tax collectors with a need that are still in the game."""
    left = 0
    for kind in range(Kind.COLLECTOR, wide(table.num_kinds)):
        if table.kinds[kind].need > 0:
            left += wide(table.kinds[kind].count) - wide(state.discarded[kind])
    return left


@compiled
def tax_potential(player: Player, columns: int, collectors: int) -> float:
    """Return the value of groups for taxes to come (Tpot), of `columns`, a bit each."""
    worth = 0.0
    for column in range(NUM_COLUMNS):
        if columns >> column & 1 and not player.taxed[column]:
            worth += _GROUPS[min(count_face_up(player, column), len(_GROUPS) - 1)]
    return worth * collectors / _COLLECTORS


@inlined
def count_values(player: Player) -> tuple[int, int, int, int, int]:
    """Return the face-up tiles of each of the five values, jesters included (K9.1, K9.2)."""
    return (
        count_face_up(player, Column.QUEEN),
        count_face_up(player, Column.DUKE),
        count_face_up(player, Column.COUNTESS),
        count_face_up(player, Column.KNIGHT),
        count_face_up(player, Column.FARMER) + count_face_up(player, Column.FARMWOMAN),
    )


@compiled
def kingdom_potential(player: Player) -> float:
    """Return the value of the tiles for bonuses to come (Kpot)."""
    values = count_values(player)
    sets = min(values)
    more = 0
    for value in values:
        more += int(value > sets)
    worth = _VALUES[more]
    if sets > 0:
        worth += _FIRST_BONUS + _NEXT_BONUS * (sets - 1)
    if values[0] > sets:
        worth += _QUEEN
    return worth


@compiled
def has_three_values(player: Player) -> bool:
    """Return whether three of the five values are face-up."""
    present = 0
    for value in count_values(player):
        present += int(value > 0)
    return present >= _NUM_VALUES - 2


@compiled
def loses_value(before: Player, after: Player) -> bool:
    """Return whether the last face-up tile of some value was turned down."""
    old, new = count_values(before), count_values(after)
    lost = False
    for value in range(_NUM_VALUES):
        lost = lost or (old[value] > 0 and new[value] == 0)
    return lost


@compiled
def outside(state: State, table: Table, kind: int) -> int:
    """Return how many tiles of a kind of subject (not jesters) are in no castle."""
    count = wide(table.kinds[kind].count)
    for seat in range(table.num_seats):
        count -= all_in(state.seats[seat], kind)
    return count


@compiled
def order_potential(state: State, table: Table, seat: int) -> float:
    """Return the value of knight orders that may still grow (Opot)."""
    worth = 0.0
    player = state.seats[seat]
    for kind in range(FIRST_ORDER, FIRST_ORDER + NUM_ORDERS):
        knights = all_in(player, kind)
        lacking = max(1, 3 - knights)
        if 0 < knights < len(_ORDERS) and outside(state, table, kind) >= lacking:
            worth += _ORDERS[knights]
    return worth


@compiled
def couple_potential(state: State, table: Table, seat: int) -> float:
    """Return the value of farmers and farmwomen without partners (Cpot), without jesters."""
    player = state.seats[seat]
    lacking = all_in(player, wide(Kind.FARMWOMAN)) - all_in(player, wide(Kind.FARMER))
    if lacking > 0:
        return _LACKING_FARMER * min(lacking, outside(state, table, wide(Kind.FARMER)))
    return _LACKING_FARMWOMAN * min(-lacking, outside(state, table, wide(Kind.FARMWOMAN)))


@compiled
def idle_jesters(player: Player) -> int:
    """Return how many jesters are face-up, so not used yet."""
    count = 0
    for column in range(NUM_COLUMNS):
        count += wide(player.up[FIRST_JESTER + column])
    return count


@compiled
def swap_hope(state: State, table: Table, player: Player) -> float:
    """Return the gain if every wizard left swaps the lowest face-up tile for the highest."""
    wizards = wide(table.kinds[Kind.WIZARD].count) - wide(state.discarded[Kind.WIZARD])
    if wizards == 0:
        return 0.0
    highest = wide(table.kinds[Kind.QUEEN].influence)
    lowest = highest
    for slot in range(NUM_SLOTS):
        if player.up[slot] > 0:
            lowest = min(lowest, wide(table.kinds[min(slot, wide(Kind.JESTER))].influence))
    return float((highest - lowest) * wizards)
