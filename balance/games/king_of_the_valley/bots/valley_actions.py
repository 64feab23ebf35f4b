"""The value of the best single action of a seat, from the tiles in the valley alone (BF7).

The result is that of listing all moves by the rules, as a test shows, but several times faster: a
space is valued once for all paths to it.
"""

import numpy as np
from numpy.typing import NDArray

from balance.compiling.jit import compiled, inlined
from balance.engine.layout import State, Table, wide
from balance.games.king_of_the_valley.layout import MAX_MONKS, SPACES, Kind, Type, Worths
from balance.games.king_of_the_valley.rules.moves import LENGTHS, RAYS, TYPES, closed_to
from balance.games.king_of_the_valley.rules.tax import can_be_taxed
from balance.games.king_of_the_valley.rules.wizard import can_swap

NO_WORTH = -1e9  # of tiles that cannot be taken
_UNLIKELY = 0.5 * NO_WORTH  # less than the worth of any tile that can be taken
_DIRECTIONS = LENGTHS.shape[1]


def _lines() -> NDArray[np.int64]:
    """Return by space the spaces in a straight line from it, a bit each."""
    lines = np.zeros(SPACES, np.int64)
    for space in range(SPACES):
        for direction in range(_DIRECTIONS):
            for other in RAYS[space, direction, : LENGTHS[space, direction]]:
                lines[space] |= 1 << int(other)
    return lines


LINES = _lines()


@compiled
def best_action(state: State, table: Table, seat: int, worths: Worths) -> float:
    """Return the value of the best single action of a seat (BF7); 0 if it has none.

    It has none before its king is placed.  `worths`, of shape (SPACES,), is overwritten.
    """
    if state.seats[seat].king < 0:
        return 0.0
    closed = closed_to(state, table, seat)
    value_spaces(state, table, seat, worths, 1.0, 1.0, closed)
    return best_from(state, table, seat, worths, 1.0, closed, wide(state.seats[seat].king))


@compiled
def value_spaces(
    state: State,
    table: Table,
    seat: int,
    worths: Worths,
    influence: float,
    gold: float,
    closed: int,
) -> None:
    """Write into `worths` the gain of taking the tile of each space, `NO_WORTH` if impossible.

    A point of influence is worth `influence`, a gold `gold`; swaps of wizards are not counted.
    `closed` are the spaces with other kings, a bit each.
    """
    for space in range(SPACES):
        tile = wide(state.valley[space])
        worths[space] = NO_WORTH
        if tile == 0 or closed >> space & 1:
            continue
        kind = tile - 1
        worth = 0.0
        if kind <= Kind.JESTER:
            worth = influence * table.kinds[kind].influence
        elif kind == Kind.MONK:
            continue
        elif kind == Kind.WIZARD:
            if not can_swap(state, seat):
                continue
        elif can_be_taxed(state, table, seat, kind, 0, 0):
            worth = gold * table.kinds[kind].gold
        else:
            continue
        worths[space] = worth + gold * state.coins[space]


@compiled
def best_of_kinds(state: State, table: Table, seat: int, worths: Worths, kinds: Worths) -> float:
    """Return the value of a seat's best single action, given the worth of each kind to it."""
    if state.seats[seat].king < 0:
        return 0.0
    closed = closed_to(state, table, seat)
    value_spaces(state, table, seat, worths, 0.0, 1.0, closed)
    for space in range(SPACES):
        tile = wide(state.valley[space])
        if worths[space] > _UNLIKELY:
            worths[space] = kinds[tile - 1] + state.coins[space]
    return best_from(state, table, seat, worths, 1.0, closed, wide(state.seats[seat].king))


@compiled
def best_from(
    state: State, table: Table, seat: int, worths: Worths, gold: float, closed: int, start: int
) -> float:
    """Return the value of the best action from `start`, also by way of monks; 0 without any."""
    player = state.seats[seat]
    best = best_straight(state, table, seat, worths, start)
    first = second = third = fourth = -1
    monks = 0
    for space in range(SPACES):
        if state.valley[space] == Kind.MONK + 1:
            first, second, third, fourth = space, first, second, third
            monks += 1
    if monks == 0 or player.gold < table.monk_cost:
        return best if best > _UNLIKELY else 0.0
    places = (first, second, third, fourth)
    # For each set of visited monks (a bit each), on which of them the visits can end.  The gold is
    # the same in any order.  A set with one monk less has a lower number.
    ends = 0
    for visited in range(1, 1 << monks):
        purse = wide(player.gold)
        for i in range(monks):
            if visited >> i & 1:
                purse += monk_gain(state, table, places[i])
        for i in range(monks):
            space = places[i]
            if not visited >> i & 1 or closed >> space & 1:
                continue
            before = visited & ~(1 << i)
            if purse - monk_gain(state, table, space) < table.monk_cost:  # K8.15
                continue
            in_line = LINES[start] if before == 0 else 0
            for j in range(monks):
                if before > 0 and ends >> MAX_MONKS * (before - 1) + j & 1:
                    in_line |= LINES[places[j]]
            if in_line >> space & 1:
                ends |= 1 << MAX_MONKS * (visited - 1) + i
                worth = best_straight(state, table, seat, worths, space)
                best = max(best, worth + gold * (purse - wide(player.gold)))
    return best if best > _UNLIKELY else 0.0


@inlined
def monk_gain(state: State, table: Table, space: int) -> int:
    """Return the gold that a visit gains (A14); it may be negative."""
    return wide(state.coins[space]) - wide(table.monk_cost)


@compiled
def best_straight(state: State, table: Table, seat: int, worths: Worths, start: int) -> float:
    """Return the value of the best straight move from `start`; `NO_WORTH` if there is none."""
    best = NO_WORTH
    pairs = table.same_name_min <= 2 <= table.same_name_max
    triples = table.same_name_min <= 3 <= table.same_name_max
    for direction in range(_DIRECTIONS):
        length = LENGTHS[start, direction]
        for step in range(length):
            best = max(best, worths[RAYS[start, direction, step]])
        if length < 3:
            continue
        a, b = RAYS[start, direction, 0], RAYS[start, direction, 1]
        c = RAYS[start, direction, 2]
        if pairs:
            best = max(best, worth_of_two(state, table, seat, worths, a, b))
        if length > 3:
            if pairs:
                best = max(best, worth_of_two(state, table, seat, worths, a, c))
                best = max(best, worth_of_two(state, table, seat, worths, b, c))
            if triples:
                best = max(best, worth_of_three(state, table, seat, worths, a, b, c))
    return best


@compiled
def worth_of_two(
    state: State, table: Table, seat: int, worths: Worths, one: int, two: int
) -> float:
    """Return the worth of a multi-take of two spaces (K6.3); negative if impossible."""
    first, second = wide(state.valley[one]), wide(state.valley[two])
    tiles = TYPES[first]
    if tiles != TYPES[second] or (
        tiles == Type.TAX_COLLECTOR
        and not can_be_taxed(state, table, seat, first - 1, second - 1, 0)
    ):
        return NO_WORTH
    return worths[one] + worths[two]


@compiled
def worth_of_three(
    state: State, table: Table, seat: int, worths: Worths, one: int, two: int, three: int
) -> float:
    """Return the worth of a multi-take of three spaces (K6.3); negative if impossible."""
    first, second = wide(state.valley[one]), wide(state.valley[two])
    third = wide(state.valley[three])
    tiles = TYPES[first]
    if not (tiles == TYPES[second] == TYPES[third]) or (
        tiles == Type.TAX_COLLECTOR
        and not can_be_taxed(state, table, seat, first - 1, second - 1, third - 1)
    ):
        return NO_WORTH
    return worths[one] + worths[two] + worths[three]
