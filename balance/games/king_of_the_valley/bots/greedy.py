"""Greedy: takes the most influence at once, counting gold half (B1).

It is a fast opponent for measurements: it makes every kind of decision sensibly, and does not look
ahead.  V = influence + 0.5 gold + 5 markers.  Markers come only with a bonus, which is always
claimed, so choices differ in influence and gold only: whole numbers that are added up for each
choice.  The bot `linear` with the same weights makes the same choices, as a test shows.
"""

import numpy as np

from balance.compiling.jit import compiled, inlined
from balance.engine.layout import State, Stream, Table, Weights, wide
from balance.engine.rng import below
from balance.games.king_of_the_valley.bots.choosing import (
    first_empty_column,
    index_of,
    prefers,
    tiles_due,
    tiles_to_turn,
    usual_five,
)
from balance.games.king_of_the_valley.bots.filling import BLOCK, choose_side
from balance.games.king_of_the_valley.bots.valley_actions import NO_WORTH, best_from, value_spaces
from balance.games.king_of_the_valley.layout import (
    END_BIT,
    HILL_ROWS,
    HILL_SPACES,
    MASK,
    MONKS_BIT,
    NUM_SLOTS,
    SPACE,
    SPACE_BITS,
    SPACES,
    Decision,
    Kind,
    Worths,
)
from balance.games.king_of_the_valley.rules.hill import RECRUIT_NOBODY, may_have
from balance.games.king_of_the_valley.rules.moves import closed_to, stride

# The weights, in the order of the file.
INFLUENCE, GOLD, PLACEMENT, REFILL, NEVER_RECRUIT = range(5)
_FAR = 1000  # more than any influence


@compiled
def choose(view: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Return the index of the choice that gains most."""
    influence, gold = weights[INFLUENCE], weights[GOLD] * table.gold_points
    match view.decision:
        case Decision.COLLECT:
            return best_move(view, table, seat, influence, gold, stream)
        case Decision.REFILL:
            return choose_side(view, table, seat, weights[REFILL], stream)
        case Decision.RECRUIT:
            if weights[NEVER_RECRUIT] != 0.0:
                return RECRUIT_NOBODY
            return best_recruit(view, table, influence, gold, stream)
        case Decision.CLAIM:
            return index_of(view, usual_five(view.seats[seat]))
        case Decision.JESTER:
            return first_empty_column(view.seats[seat])
        case Decision.TURN_DOWN:
            column = wide(view.group)
            return index_of(view, tiles_to_turn(view.seats[seat], column, tiles_due(view)))
        case Decision.SWAP:
            return best_swap(view, table, stream)
        case Decision.PLACE:
            if weights[PLACEMENT] != 0.0:
                blocks = weights[PLACEMENT] == BLOCK and seat > 0
                return best_place(view, table, seat, influence, gold, blocks, stream)
    return wide(below(stream, wide(view.num_choices)))  # every way to tax gains the same


@compiled
def best_move(
    view: State, table: Table, seat: int, influence: float, gold: float, stream: Stream
) -> int:
    """Return the index of the move that gains most (BF4)."""
    best, most, ties = 0, NO_WORTH, 0
    king = wide(view.seats[seat].king)
    for index in range(wide(view.num_choices)):
        move = wide(view.choices[index])
        end, mask, monks = move >> END_BIT & SPACE, move & MASK, move >> MONKS_BIT
        points = coins = wizards = 0
        space = king
        while monks:
            space = (monks & SPACE) - 1
            coins += wide(view.coins[space]) - wide(table.monk_cost)
            monks >>= SPACE_BITS
        # A single take is a multi-take of one tile, on the end space.
        step = end - space
        if mask:
            step = stride(space, end)
        else:
            mask = 1
        while mask:
            space += step
            if mask & 1:
                kind = wide(view.valley[space]) - 1
                coins += wide(view.coins[space])
                if kind <= Kind.JESTER:
                    points += wide(table.kinds[kind].influence)
                else:
                    coins += wide(table.kinds[kind].gold)
                    wizards += int(kind == Kind.WIZARD)
            mask >>= 1
        if wizards:
            points += gain_of_swaps(view, table, seat, wizards)
        worth = influence * points + gold * coins
        is_best, ties = prefers(worth, most, ties, stream)
        if is_best:
            best, most = index, worth
    return best


@compiled
def gain_of_swaps(view: State, table: Table, seat: int, swaps: int) -> int:
    """Return the influence that the best swaps gain (K8.13): each time the highest for the lowest.

    A tile that was given can be taken back, and one that was taken can be given.
    """
    player = view.seats[seat]
    high = second_high = -_FAR
    for place in range(HILL_SPACES):
        tile = wide(view.hill[place // HILL_ROWS, place % HILL_ROWS])
        if may_have(player, tile):
            worth = wide(table.kinds[tile - 1].influence)
            if worth > high:
                high, second_high = worth, high
            else:
                second_high = max(second_high, worth)
    low = second_low = _FAR
    for slot in range(NUM_SLOTS):
        tiles = wide(player.up[slot])
        if tiles:
            worth = slot_influence(table, slot)
            if worth < low:
                low, second_low = worth, low if tiles == 1 else worth
            else:
                second_low = min(second_low, worth)
    gain = high - low
    if swaps > 1:
        gain += max(second_high, low) - min(second_low, high)
    return gain


@inlined
def slot_influence(table: Table, slot: int) -> int:
    """Return the influence of a tile in a slot of a castle."""
    return wide(table.kinds[min(slot, wide(Kind.JESTER))].influence)


@compiled
def best_swap(view: State, table: Table, stream: Stream) -> int:
    """Return the index of the swap that gains most influence."""
    best, most, ties = 0, -_FAR, 0
    for index in range(wide(view.num_choices)):
        choice = wide(view.choices[index])
        place = choice % HILL_SPACES
        kind = wide(view.hill[place // HILL_ROWS, place % HILL_ROWS]) - 1
        gain = wide(table.kinds[kind].influence) - slot_influence(table, choice // HILL_SPACES)
        is_best, ties = prefers(gain, most, ties, stream)
        if is_best:
            best, most = index, gain
    return best


@compiled
def best_recruit(view: State, table: Table, influence: float, gold: float, stream: Stream) -> int:
    """Return the index of the recruit that gains most; of nobody, if none gains anything (BF3)."""
    best, most, ties = RECRUIT_NOBODY, 0.0, 0
    for index in range(1, wide(view.num_choices)):
        place = wide(view.choices[index]) - 1
        row = place % HILL_ROWS
        kind = wide(view.hill[place // HILL_ROWS, row]) - 1
        worth = influence * table.kinds[kind].influence - gold * table.prices[row]
        is_best, ties = prefers(worth, most, ties, stream)
        if is_best:
            best, most = index, worth
    return best


@compiled
def best_place(
    view: State,
    table: Table,
    seat: int,
    influence: float,
    gold: float,
    blocks: bool,
    stream: Stream,
) -> int:
    """Return the index of the space from which the first move gains most (BF8).

    If the seat blocks, the gain left to the start player is subtracted.
    """
    worths, start_worths = np.empty(SPACES), np.empty(SPACES)
    closed = closed_to(view, table, seat)
    value_spaces(view, table, seat, worths, influence, gold, closed)
    if blocks:
        value_spaces(view, table, 0, start_worths, influence, gold, closed_to(view, table, 0))
    best, most, ties = 0, NO_WORTH, 0
    for index in range(wide(view.num_choices)):
        space = wide(view.choices[index])
        worth = best_from(view, table, seat, worths, gold, closed, space)
        if blocks:
            worth -= gain_of_start(view, table, start_worths, gold, space)
        is_best, ties = prefers(worth, most, ties, stream)
        if is_best:
            best, most = index, worth
    return best


@compiled
def gain_of_start(view: State, table: Table, worths: Worths, gold: float, king: int) -> float:
    """Return what the start player's first move gains once another king stands on `king`."""
    worth = worths[king]
    worths[king] = NO_WORTH
    closed = closed_to(view, table, 0) | 1 << king
    gain = best_from(view, table, 0, worths, gold, closed, wide(view.seats[0].king))
    worths[king] = worth
    return gain
