"""The planner: sees its whole turn, what its castle promises, and what may be taken next (BP).

It values the position after each choice once the rest of its turn is played as well as it can: a
recruit with the best move after it, a move with the best of what it sets off and with the bonus
that it brings, and a refill by what the next player, and then it itself, will find.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.engine.jit import compiled
from balance.engine.layout import State, Stream, Table, Weights, wide
from balance.games.king_of_the_valley.bots.filling import copy_ground
from balance.games.king_of_the_valley.bots.linear import begin_details, worth_of_detail
from balance.games.king_of_the_valley.bots.lookahead import (
    NOTHING,
    NUM_LEVELS,
    SPARE,
    restore,
    worth_of_move,
)
from balance.games.king_of_the_valley.bots.position_value import life_of, turns_left, value
from balance.games.king_of_the_valley.bots.prospects import swap_gain, worths_of_kinds
from balance.games.king_of_the_valley.bots.ties import prefers
from balance.games.king_of_the_valley.bots.turning import (
    index_of,
    tiles_asked,
    tiles_to_turn,
    usual_five,
)
from balance.games.king_of_the_valley.bots.valley_actions import best_of_kinds
from balance.games.king_of_the_valley.bots.weights import Weight
from balance.games.king_of_the_valley.layout import (
    END_BIT,
    FIRST_JESTER,
    MASK,
    MAX_KINDS,
    MONKS_BIT,
    NUM_COLUMNS,
    NUM_SIDES,
    SPACE,
    SPACES,
    STATE,
    Decision,
    Kind,
    Phase,
    Task,
)
from balance.games.king_of_the_valley.rules.collect import collect
from balance.games.king_of_the_valley.rules.hill import recruit
from balance.games.king_of_the_valley.rules.refill import fill_valley, may_fill

# What `notes` holds: room for worths of spaces, then what each kind of tile is worth to the seat
# and to the next one.
_OWN = SPACES
_RIVAL = _OWN + MAX_KINDS
_NUM_NOTES = _RIVAL + MAX_KINDS
_LEFT_OUT = 1e6  # less than any move that is looked at


@compiled
def choose(view: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Return the index of the choice of the highest value."""
    if goes_by_rule(view):
        return by_rule(view, seat)
    worths = np.empty(view.num_choices)
    judge(view, table, seat, weights, worths)
    best, most, ties = 0, 2.0 * NOTHING, 0
    for index in range(len(worths)):
        is_best, ties = prefers(worths[index], most, ties, stream)
        if is_best:
            best, most = index, worths[index]
    return best


@compiled
def narrow(
    view: State,
    table: Table,
    seat: int,
    weights: Weights,
    stream: Stream,
    wanted: NDArray[np.int64],
) -> int:
    """Write the most promising choices into `wanted`, the best first; return how many they are.

    What the planner itself does not look at closely is left out.
    """
    if goes_by_rule(view):
        wanted[0] = by_rule(view, seat)
        return 1
    worths = np.empty(view.num_choices)
    judge(view, table, seat, weights, worths)
    count = min(len(wanted), len(worths))
    least = NOTHING
    for place in range(count):
        best, most, ties = 0, 2.0 * NOTHING, 0
        for index in range(len(worths)):
            is_best, ties = prefers(worths[index], most, ties, stream)
            if is_best:
                best, most = index, worths[index]
        if place > 0 and most < least:
            return place
        if place == 0:
            least = most - 0.5 * _LEFT_OUT
        wanted[place] = best
        worths[best] = 3.0 * NOTHING
    return count


@compiled
def goes_by_rule(view: State) -> bool:
    """Tell whether a rule decides: which tiles are turned down, and which five for a bonus."""
    return view.decision == Decision.TURN_DOWN or view.decision == Decision.CLAIM


@compiled
def by_rule(view: State, seat: int) -> int:
    """Return the index of the tiles to turn down (BF5), or of those for a bonus (BF6)."""
    player = view.seats[seat]
    if view.decision == Decision.CLAIM:
        return index_of(view, usual_five(player))
    return index_of(view, tiles_to_turn(player, wide(view.group), tiles_asked(view)))


@compiled
def judge(
    view: State, table: Table, seat: int, weights: Weights, worths: NDArray[np.float64]
) -> None:
    """Write the value of each choice into `worths`."""
    scratch = np.empty(NUM_LEVELS, STATE)
    scratch[0] = view
    scratch[SPARE] = view
    notes = np.empty(_NUM_NOTES)
    match view.decision:
        case Decision.PLACE:
            judge_places(view, scratch, table, seat, weights, notes, worths)
        case Decision.RECRUIT:
            judge_recruits(view, scratch, table, seat, weights, notes, worths)
        case Decision.COLLECT:
            judge_moves(view, scratch, table, seat, weights, notes, worths)
        case Decision.REFILL:
            foresee(scratch, table, seat, weights, notes)
            for index in range(len(worths)):
                side = wide(view.choices[index])
                worths[index] = worth_of_side(view, scratch, table, seat, weights, notes, side)
        case _:
            begin_details(view, scratch)
            for index in range(len(worths)):
                worths[index] = worth_of_detail(view, scratch, table, seat, weights, notes, index)


@compiled
def judge_moves(
    view: State,
    scratch: NDArray[Any],
    table: Table,
    seat: int,
    weights: Weights,
    notes: NDArray[np.float64],
    worths: NDArray[np.float64],
) -> None:
    """Value moves by the castle after them and, if that is worth it, by what they leave (BP4)."""
    before = foresee(scratch, table, seat, weights, notes)
    most, of_wizard = NOTHING, NOTHING
    for index in range(len(worths)):
        move = wide(view.choices[index])
        end = move >> END_BIT & SPACE
        kind = wide(view.valley[end]) - 1
        is_plain = move & MASK == 0 and move >> MONKS_BIT == 0 and view.coins[end] == 0
        if is_plain and kind <= Kind.JESTER:
            worths[index] = before + notes[_OWN + kind]
        elif is_plain and kind == Kind.WIZARD:
            if of_wizard == NOTHING:
                life = life_of(turns_left(view, table, seat), weights)
                of_wizard = before + swap_gain(
                    scratch[0], scratch[SPARE], table, seat, weights, life, notes[_OWN:_RIVAL]
                )
            worths[index] = of_wizard
        else:
            worths[index] = worth_of_move(view, scratch, table, seat, weights, notes, index)
            restore(scratch[0], view, seat)
            scratch[0].phase = view.phase
        most = max(most, worths[index])
    for index in range(len(worths)):
        if worths[index] < most - weights[Weight.WINDOW]:
            worths[index] -= _LEFT_OUT
            continue
        restore(scratch[0], view, seat)
        collect(scratch[0], table, seat, index)
        scratch[0].phase = Phase.CLAIM
        best = NOTHING
        for side in range(NUM_SIDES):
            if may_fill(scratch[0], side):
                left = worth_of_side(scratch[0], scratch, table, seat, weights, notes, wide(side))
                best = max(best, left)
        worths[index] += best


@compiled
def judge_recruits(
    view: State,
    scratch: NDArray[Any],
    table: Table,
    seat: int,
    weights: Weights,
    notes: NDArray[np.float64],
    worths: NDArray[np.float64],
) -> None:
    """Value recruits with the best move after them (BP3); those of little worth without."""
    most = NOTHING
    for index in range(len(worths)):
        is_jester = try_recruit(view, scratch, table, seat, index)
        worths[index] = castle_of_recruit(scratch, table, seat, weights, notes, is_jester)
        most = max(most, worths[index])
    for index in range(len(worths)):
        if worths[index] < most - weights[Weight.WINDOW]:
            worths[index] -= _LEFT_OUT
            continue
        if try_recruit(view, scratch, table, seat, index):
            castle_of_recruit(scratch, table, seat, weights, notes, True)
        after = scratch[0]
        life = life_of(turns_left(after, table, seat), weights)
        kinds = notes[_OWN:_RIVAL]
        worths[index] = worths_of_kinds(after, scratch[SPARE], table, seat, weights, life, kinds)
        worths[index] += best_of_kinds(after, table, seat, notes, kinds)


@compiled
def try_recruit(view: State, scratch: NDArray[Any], table: Table, seat: int, index: int) -> bool:
    """Recruit on level 0; tell whether it is a jester, which has no column yet."""
    after = scratch[0]
    restore(after, view, seat)
    recruit(after, table, seat, index)
    num_tasks = wide(after.num_tasks)
    is_jester = num_tasks > 0 and after.agenda[num_tasks - 1].what == Task.JESTER
    after.num_tasks = 0
    return is_jester


@compiled
def castle_of_recruit(
    scratch: NDArray[Any],
    table: Table,
    seat: int,
    weights: Weights,
    notes: NDArray[np.float64],
    is_jester: bool,
) -> float:
    """Return V of the castle of level 0; a jester recruited goes to its best column there."""
    after = scratch[0]
    if not is_jester:
        return value(after, scratch[SPARE], table, seat, weights, notes)
    up = after.seats[seat].up
    best, most = 0, NOTHING
    for column in range(NUM_COLUMNS):
        up[FIRST_JESTER + column] += 1
        worth = value(after, scratch[SPARE], table, seat, weights, notes)
        up[FIRST_JESTER + column] -= 1
        if worth > most:
            best, most = column, worth
    up[FIRST_JESTER + best] += 1
    return most


@compiled
def judge_places(
    view: State,
    scratch: NDArray[Any],
    table: Table,
    seat: int,
    weights: Weights,
    notes: NDArray[np.float64],
    worths: NDArray[np.float64],
) -> None:
    """Value spaces for the king by the best first move, less the start player's then (BF8)."""
    tried = scratch[0]
    kinds = notes[_OWN:_RIVAL]
    worths_of_kinds(tried, scratch[SPARE], table, seat, weights, 1.0, kinds)  # the same for all
    for index in range(len(worths)):
        tried.seats[seat].king = view.choices[index]
        worths[index] = best_of_kinds(tried, table, seat, notes, kinds)
        if seat > 0:
            worths[index] -= best_of_kinds(tried, table, wide(0), notes, kinds)


@compiled
def foresee(
    scratch: NDArray[Any], table: Table, seat: int, weights: Weights, notes: NDArray[np.float64]
) -> float:
    """Note what kinds of tiles are worth to the seat and to the next; return V of level 0."""
    state, spare = scratch[0], scratch[SPARE]
    after = (seat + 1) % wide(table.num_seats)
    life = life_of(turns_left(state, table, after), weights)
    worths_of_kinds(state, spare, table, after, weights, life, notes[_RIVAL:])
    life = life_of(turns_left(state, table, seat), weights)
    return worths_of_kinds(state, spare, table, seat, weights, life, notes[_OWN:_RIVAL])


@compiled
def worth_of_side(
    state: State,
    scratch: NDArray[Any],
    table: Table,
    seat: int,
    weights: Weights,
    notes: NDArray[np.float64],
    side: int,
) -> float:
    """Return what a refill from that column leaves to the seat and to the next player (BP4)."""
    filled = scratch[SPARE]
    copy_ground(filled, state)
    filled.seats[seat] = state.seats[seat]
    fill_valley(filled, side)
    turns = turns_left(state, table, seat)
    worth = 0.0
    if turns > 0.0:
        best = best_of_kinds(filled, table, seat, notes, notes[_OWN:_RIVAL])
        worth += weights[Weight.OWN_NEXT] * life_of(turns, weights) * best
    after = (seat + 1) % wide(table.num_seats)
    if turns > 0.0 or after > 0:
        best = best_of_kinds(filled, table, after, notes, notes[_RIVAL:])
        worth += weights[Weight.RIVAL_NEXT] * best
    return worth
