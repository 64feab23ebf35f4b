"""What a choice is worth: it is carried out on a copy, with the best of what it sets off (BF4).

The copies are the levels of one array of states: 0 is the position tried, the next levels are for
what follows in the same move, and `SPARE` is for refills.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.engine.agenda import pop
from balance.engine.jit import compiled
from balance.engine.layout import State, Table, Weights, wide
from balance.games.king_of_the_valley.bots.features import has_three_values, loses_value
from balance.games.king_of_the_valley.bots.filling import copy_ground
from balance.games.king_of_the_valley.bots.position_value import looks_at_ground, value
from balance.games.king_of_the_valley.bots.turning import first_empty_column, tiles_to_turn
from balance.games.king_of_the_valley.bots.weights import Weight
from balance.games.king_of_the_valley.layout import (
    FIRST_JESTER,
    HILL_ROWS,
    HILL_SPACES,
    MAX_KINDS,
    NUM_COLUMNS,
    NUM_SLOTS,
    Kind,
    Phase,
    Task,
)
from balance.games.king_of_the_valley.rules.collect import collect
from balance.games.king_of_the_valley.rules.hill import may_have
from balance.games.king_of_the_valley.rules.tax import offer_taxes, tax, turn_counted
from balance.games.king_of_the_valley.rules.wizard import exchange

SPARE = 3
NUM_LEVELS = 4
NOTHING = -1e18  # less than any position is worth
_LEFT_OUT = 1e6  # what an action loses that is taken only where no other is legal (B2)


@compiled
def restore(target: State, source: State, seat: int) -> None:
    """Undo in a copy what a choice of the seat may have changed."""
    copy_ground(target, source)
    target.seats[seat] = source.seats[seat]
    for kind in range(Kind.MONK, MAX_KINDS):
        target.discarded[kind] = source.discarded[kind]
    target.num_tasks = 0


@compiled
def worth_of_move(
    source: State,
    scratch: NDArray[Any],
    table: Table,
    seat: int,
    weights: Weights,
    worths: NDArray[np.float64],
    index: int,
) -> float:
    """Return V after one of the moves offered in `source`, of which level 0 is a copy."""
    after = scratch[0]
    restore(after, source, seat)
    collect(after, table, seat, index)
    after.phase = Phase.CLAIM
    if after.num_tasks == 0:
        return value(after, scratch[SPARE], table, seat, weights, worths)
    return worth_of_rest(scratch, table, seat, weights, worths)


@compiled
def worth_of_rest(
    scratch: NDArray[Any],
    table: Table,
    seat: int,
    weights: Weights,
    worths: NDArray[np.float64],
) -> float:
    """Return V after the best that jesters, wizards or collectors of level 0 still have to do."""
    what, _, collectors, _ = pop(scratch[0])
    count = 1 + wide(scratch[0].num_tasks)
    if what == Task.JESTER:
        return best_columns(scratch, 0, table, seat, weights, worths, count)
    if what == Task.SWAP:
        return best_swaps(scratch, table, seat, weights, worths, count)
    scratch[1] = scratch[0]
    offer_taxes(scratch[1], table, seat, collectors)
    most = NOTHING
    for index in range(wide(scratch[1].num_choices)):
        most = max(most, worth_of_taxes(scratch, table, seat, weights, worths, index))
    return most


@compiled
def worth_of_taxes(
    scratch: NDArray[Any],
    table: Table,
    seat: int,
    weights: Weights,
    worths: NDArray[np.float64],
    index: int,
) -> float:
    """Return V after collectors of level 0 taxed groups, by the index of a choice of level 1."""
    before, after = scratch[0].seats[seat], scratch[1].seats[seat]
    scratch[1].seats[seat] = scratch[0].seats[seat]
    scratch[1].num_tasks = 0
    tax(scratch[1], table, seat, index)
    while scratch[1].num_tasks > 0:
        _, _, kind, column = pop(scratch[1])
        turn_counted(after, column, tiles_to_turn(after, column, wide(table.kinds[kind].need)))
    worth = value(scratch[1], scratch[SPARE], table, seat, weights, worths)
    keeps = weights[Weight.KEEP_VALUES] != 0.0 and has_three_values(before)
    if keeps and loses_value(before, after):
        worth -= _LEFT_OUT
    return worth


@compiled
def best_columns(
    scratch: NDArray[Any],
    level: int,
    table: Table,
    seat: int,
    weights: Weights,
    worths: NDArray[np.float64],
    jesters: int,
) -> float:
    """Return V after up to three jesters went to their best columns (K7.4)."""
    state, spare = scratch[level], scratch[SPARE]
    up = state.seats[seat].up
    if weights[Weight.JESTER_RULE] != 0.0:
        for _ in range(jesters):
            up[FIRST_JESTER + first_empty_column(state.seats[seat])] += 1
        return value(state, spare, table, seat, weights, worths)
    most = NOTHING
    for first in range(NUM_COLUMNS):
        up[FIRST_JESTER + first] += 1
        # The order does not matter, so no later jester goes to an earlier column.
        for second in range(first, NUM_COLUMNS if jesters > 1 else first + 1):
            up[FIRST_JESTER + second] += int(jesters > 1)
            for third in range(second, NUM_COLUMNS if jesters > 2 else second + 1):
                up[FIRST_JESTER + third] += int(jesters > 2)
                most = max(most, value(state, spare, table, seat, weights, worths))
                up[FIRST_JESTER + third] -= int(jesters > 2)
            up[FIRST_JESTER + second] -= int(jesters > 1)
        up[FIRST_JESTER + first] -= 1
    return most


@compiled
def best_swaps(
    scratch: NDArray[Any],
    table: Table,
    seat: int,
    weights: Weights,
    worths: NDArray[np.float64],
    swaps: int,
) -> float:
    """Return V after the best swaps from level 0, one after the other (K8.13).

    Of three wizards at once, which only edited data can bring, the last is not looked at.
    """
    if swaps == 1:
        return best_swap(scratch, 0, table, seat, weights, worths)
    scratch[1] = scratch[0]
    most = NOTHING
    for slot in range(NUM_SLOTS):
        for place in range(HILL_SPACES):
            if can_be_swapped(scratch[0], seat, slot, place):
                worth = worth_of_first_swap(scratch, table, seat, weights, worths, slot, place)
                most = max(most, worth)
    return most


@compiled
def worth_of_first_swap(
    scratch: NDArray[Any],
    table: Table,
    seat: int,
    weights: Weights,
    worths: NDArray[np.float64],
    slot: int,
    place: int,
) -> float:
    """Return V after this swap from level 0 to level 1 and the best one after it."""
    if try_swap(scratch, 0, seat, slot, place) != Kind.JESTER:
        return best_swap(scratch, 1, table, seat, weights, worths)
    up = scratch[1].seats[seat].up
    if weights[Weight.JESTER_RULE] != 0.0:
        up[FIRST_JESTER + first_empty_column(scratch[1].seats[seat])] += 1
        return best_swap(scratch, 1, table, seat, weights, worths)
    most = NOTHING
    for column in range(NUM_COLUMNS):
        up[FIRST_JESTER + column] += 1
        most = max(most, best_swap(scratch, 1, table, seat, weights, worths))
        up[FIRST_JESTER + column] -= 1
    return most


@compiled
def best_swap(
    scratch: NDArray[Any],
    level: int,
    table: Table,
    seat: int,
    weights: Weights,
    worths: NDArray[np.float64],
) -> float:
    """Return V after the best single swap from a level to the next (K8.12)."""
    scratch[level + 1] = scratch[level]
    state = scratch[level]
    with_ground = looks_at_ground(weights)
    most = NOTHING
    for slot in range(NUM_SLOTS):
        tried = 0  # kinds, a bit each
        for place in range(HILL_SPACES):
            if not can_be_swapped(state, seat, slot, place):
                continue
            kind = wide(state.hill[place // HILL_ROWS, place % HILL_ROWS]) - 1
            if with_ground or not tried >> kind & 1:
                tried |= 1 << kind
                worth = worth_of_last_swap(
                    scratch, level, table, seat, weights, worths, slot, place
                )
                most = max(most, worth)
    return most


@compiled
def worth_of_last_swap(
    scratch: NDArray[Any],
    level: int,
    table: Table,
    seat: int,
    weights: Weights,
    worths: NDArray[np.float64],
    slot: int,
    place: int,
) -> float:
    """Return V after this swap from a level to the next, with no other to come."""
    if try_swap(scratch, level, seat, slot, place) == Kind.JESTER:
        return best_columns(scratch, level + 1, table, seat, weights, worths, 1)
    return value(scratch[level + 1], scratch[SPARE], table, seat, weights, worths)


@compiled
def can_be_swapped(state: State, seat: int, slot: int, place: int) -> bool:
    """Tell whether a tile of that slot can be given for what lies there on the hill (K8.12)."""
    tile = wide(state.hill[place // HILL_ROWS, place % HILL_ROWS])
    player = state.seats[seat]
    return player.up[slot] > 0 and may_have(player, tile)


@compiled
def try_swap(scratch: NDArray[Any], level: int, seat: int, slot: int, place: int) -> int:
    """Swap on the next level (K8.12) and return the kind taken; a jester has no column yet."""
    restore(scratch[level + 1], scratch[level], seat)
    return exchange(scratch[level + 1], seat, slot, place)
