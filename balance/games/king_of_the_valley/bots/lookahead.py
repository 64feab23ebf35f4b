"""The value of a choice: it is made on a copy, with the best of what follows from it (BF4).

The copies are the levels of a `Trial`: 0 is the position after the choice, the next ones are for
what follows in the same move, and `SPARE` is for refills.
"""

from balance.compiling.jit import compiled
from balance.engine.agenda import pop
from balance.engine.layout import State, wide
from balance.games.king_of_the_valley.bots.choosing import (
    NOTHING,
    first_empty_column,
    tiles_to_turn,
)
from balance.games.king_of_the_valley.bots.features import has_three_values, loses_value
from balance.games.king_of_the_valley.bots.filling import copy_valley_and_hill
from balance.games.king_of_the_valley.bots.position_value import Trial, looks_at_valley, value
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

_PENALTY = 1e6  # for an action that is taken only where no other is legal (B2)


@compiled
def restore(target: State, source: State, seat: int) -> None:
    """Undo in a copy what a choice of the seat may have changed."""
    copy_valley_and_hill(target, source)
    target.seats[seat] = source.seats[seat]
    for kind in range(Kind.MONK, MAX_KINDS):
        target.discarded[kind] = source.discarded[kind]
    target.num_tasks = 0


@compiled
def worth_of_move(trial: Trial, source: State, index: int) -> float:
    """Return V after one of the moves offered in `source`, of which level 0 is a copy."""
    after = trial.levels[0]
    restore(after, source, trial.seat)
    collect(after, trial.table, trial.seat, index)
    after.phase = Phase.CLAIM
    if after.num_tasks == 0:
        return value(trial, after)
    return worth_of_rest(trial)


@compiled
def worth_of_rest(trial: Trial) -> float:
    """Return V after the best use of the jesters, wizards or collectors waiting in level 0."""
    levels = trial.levels
    what, _, collectors, _ = pop(levels[0])
    count = 1 + wide(levels[0].num_tasks)
    if what == Task.JESTER:
        return best_columns(trial, 0, count)
    if what == Task.SWAP:
        return best_swaps(trial, count)
    levels[1] = levels[0]
    offer_taxes(levels[1], trial.table, trial.seat, collectors)
    most = NOTHING
    for index in range(wide(levels[1].num_choices)):
        most = max(most, worth_of_taxes(trial, index))
    return most


@compiled
def worth_of_taxes(trial: Trial, index: int) -> float:
    """Return V after collectors of level 0 taxed groups, by the index of a choice of level 1."""
    levels, table, seat = trial.levels, trial.table, trial.seat
    before, after = levels[0].seats[seat], levels[1].seats[seat]
    levels[1].seats[seat] = levels[0].seats[seat]
    levels[1].num_tasks = 0
    tax(levels[1], table, seat, index)
    while levels[1].num_tasks > 0:
        _, _, kind, column = pop(levels[1])
        turn_counted(after, column, tiles_to_turn(after, column, wide(table.kinds[kind].need)))
    worth = value(trial, levels[1])
    keeps = trial.weights[Weight.KEEP_VALUES] != 0.0 and has_three_values(before)
    if keeps and loses_value(before, after):
        worth -= _PENALTY
    return worth


@compiled
def best_columns(trial: Trial, level: int, jesters: int) -> float:
    """Return V after up to three jesters went to their best columns (K7.4)."""
    state = trial.levels[level]
    player = state.seats[trial.seat]
    up = player.up
    if trial.weights[Weight.JESTER_RULE] != 0.0:
        for _ in range(jesters):
            up[FIRST_JESTER + first_empty_column(player)] += 1
        return value(trial, state)
    most = NOTHING
    for first in range(NUM_COLUMNS):
        up[FIRST_JESTER + first] += 1
        # The order does not matter, so no later jester goes to an earlier column.
        for second in range(first, NUM_COLUMNS if jesters > 1 else first + 1):
            up[FIRST_JESTER + second] += int(jesters > 1)
            for third in range(second, NUM_COLUMNS if jesters > 2 else second + 1):
                up[FIRST_JESTER + third] += int(jesters > 2)
                most = max(most, value(trial, state))
                up[FIRST_JESTER + third] -= int(jesters > 2)
            up[FIRST_JESTER + second] -= int(jesters > 1)
        up[FIRST_JESTER + first] -= 1
    return most


@compiled
def best_swaps(trial: Trial, swaps: int) -> float:
    """Return V after the best swaps from level 0, one after the other (K8.13).

    Of three wizards at once, which only edited data can bring, the last is ignored.
    """
    if swaps == 1:
        return best_swap(trial, 0)
    trial.levels[1] = trial.levels[0]
    most = NOTHING
    for slot in range(NUM_SLOTS):
        for place in range(HILL_SPACES):
            if can_be_swapped(trial.levels[0], trial.seat, slot, place):
                most = max(most, worth_of_first_swap(trial, slot, place))
    return most


@compiled
def worth_of_first_swap(trial: Trial, slot: int, place: int) -> float:
    """Return V after this swap from level 0 to level 1 and the best one after it."""
    if try_swap(trial, 0, slot, place) != Kind.JESTER:
        return best_swap(trial, 1)
    player = trial.levels[1].seats[trial.seat]
    if trial.weights[Weight.JESTER_RULE] != 0.0:
        player.up[FIRST_JESTER + first_empty_column(player)] += 1
        return best_swap(trial, 1)
    most = NOTHING
    for column in range(NUM_COLUMNS):
        player.up[FIRST_JESTER + column] += 1
        most = max(most, best_swap(trial, 1))
        player.up[FIRST_JESTER + column] -= 1
    return most


@compiled
def best_swap(trial: Trial, level: int) -> float:
    """Return V after the best single swap from a level to the next (K8.12)."""
    trial.levels[level + 1] = trial.levels[level]
    state = trial.levels[level]
    with_valley = looks_at_valley(trial.weights)
    most = NOTHING
    for slot in range(NUM_SLOTS):
        tried = 0  # kinds, a bit each
        for place in range(HILL_SPACES):
            if not can_be_swapped(state, trial.seat, slot, place):
                continue
            kind = wide(state.hill[place // HILL_ROWS, place % HILL_ROWS]) - 1
            if with_valley or not tried >> kind & 1:
                tried |= 1 << kind
                most = max(most, worth_of_last_swap(trial, level, slot, place))
    return most


@compiled
def worth_of_last_swap(trial: Trial, level: int, slot: int, place: int) -> float:
    """Return V after this swap from a level to the next, with no other to come."""
    if try_swap(trial, level, slot, place) == Kind.JESTER:
        return best_columns(trial, level + 1, 1)
    return value(trial, trial.levels[level + 1])


@compiled
def can_be_swapped(state: State, seat: int, slot: int, place: int) -> bool:
    """Return whether a tile of that slot can be given for that place on the hill (K8.12)."""
    tile = wide(state.hill[place // HILL_ROWS, place % HILL_ROWS])
    player = state.seats[seat]
    return player.up[slot] > 0 and may_have(player, tile)


@compiled
def try_swap(trial: Trial, level: int, slot: int, place: int) -> int:
    """Swap on the next level (K8.12) and return the kind taken; a jester has no column yet."""
    restore(trial.levels[level + 1], trial.levels[level], trial.seat)
    return exchange(trial.levels[level + 1], trial.seat, slot, place)
