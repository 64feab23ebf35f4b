"""Linear: takes what leaves the position of highest value, a sum of features times weights.

All heuristics from B2 on are this bot with other weights, one file each; so is the linear
evaluation bot (B7).  It decides phase by phase (BF1) and looks as far as its own turn's move
goes (BF4).  Choices of equal value are taken at random.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.engine.jit import compiled
from balance.engine.layout import State, Stream, Table, Weights, wide
from balance.engine.rng import below
from balance.games.king_of_the_valley.bots.filling import BLOCK, choose_side
from balance.games.king_of_the_valley.bots.lookahead import (
    NOTHING,
    NUM_LEVELS,
    SPARE,
    best_columns,
    best_swaps,
    restore,
    worth_of_first_swap,
    worth_of_last_swap,
    worth_of_move,
    worth_of_taxes,
)
from balance.games.king_of_the_valley.bots.position_value import looks_at_ground, value
from balance.games.king_of_the_valley.bots.ties import prefers
from balance.games.king_of_the_valley.bots.turning import (
    first_empty_column,
    index_of,
    tiles_asked,
    tiles_to_turn,
    usual_five,
)
from balance.games.king_of_the_valley.bots.weights import Weight
from balance.games.king_of_the_valley.layout import (
    END_BIT,
    FIRST_JESTER,
    HILL_SPACES,
    MASK,
    MONKS_BIT,
    SPACE,
    SPACES,
    STATE,
    Decision,
    Phase,
    Task,
)
from balance.games.king_of_the_valley.rules.bonus import claim
from balance.games.king_of_the_valley.rules.hill import RECRUIT_NOBODY, recruit
from balance.games.king_of_the_valley.rules.moves import list_moves


@compiled
def choose(view: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Return the index of the choice of the highest value."""
    if view.decision == Decision.REFILL:
        return choose_side(view, table, seat, weights[Weight.REFILL], stream)
    if view.decision == Decision.TURN_DOWN:
        column = wide(view.group)
        return index_of(view, tiles_to_turn(view.seats[seat], column, tiles_asked(view)))
    if view.decision == Decision.CLAIM and weights[Weight.CLAIM_IF_BETTER] == 0.0:
        return index_of(view, usual_five(view.seats[seat]))
    if view.decision == Decision.RECRUIT and weights[Weight.NEVER_RECRUIT] != 0.0:
        return RECRUIT_NOBODY
    if view.decision == Decision.PLACE and weights[Weight.PLACEMENT] == 0.0:
        return wide(below(stream, wide(view.num_choices)))
    scratch = np.empty(NUM_LEVELS, STATE)
    worths = np.empty(SPACES)
    scratch[0] = view
    if looks_at_ground(weights):
        scratch[SPARE] = view
    match view.decision:
        case Decision.PLACE:
            return best_place(view, scratch, table, seat, weights, worths, stream)
        case Decision.RECRUIT:
            return best_recruit(view, scratch, table, seat, weights, worths, stream)
        case Decision.CLAIM:
            return bonus_if_better(view, scratch, table, seat, weights, worths)
        case Decision.COLLECT:
            return best_move(view, scratch, table, seat, weights, worths, stream)
    return best_detail(view, scratch, table, seat, weights, worths, stream)


@compiled
def best_move(
    view: State,
    scratch: NDArray[Any],
    table: Table,
    seat: int,
    weights: Weights,
    worths: NDArray[np.float64],
    stream: Stream,
) -> int:
    """Return the index of the best move (BF4); level 0 is a copy of the view."""
    best, most, ties = 0, NOTHING, 0
    for index in range(wide(view.num_choices)):
        worth = worth_of_move(view, scratch, table, seat, weights, worths, index)
        is_best, ties = prefers(worth, most, ties, stream)
        if is_best:
            best, most = index, worth
    return best


@compiled
def best_recruit(
    view: State,
    scratch: NDArray[Any],
    table: Table,
    seat: int,
    weights: Weights,
    worths: NDArray[np.float64],
    stream: Stream,
) -> int:
    """Return the index of the recruit that gains most; of nobody, if none gains anything (BF3)."""
    after = scratch[0]
    best, ties = RECRUIT_NOBODY, 0
    most = value(after, scratch[SPARE], table, seat, weights, worths)
    for index in range(1, wide(view.num_choices)):
        restore(after, view, seat)
        recruit(after, table, seat, index)
        if after.agenda[after.num_tasks - 1].what == Task.JESTER:
            worth = best_columns(scratch, 0, table, seat, weights, worths, 1)
        else:
            worth = value(after, scratch[SPARE], table, seat, weights, worths)
        is_best, ties = prefers(worth, most, ties, stream)
        if is_best:
            best, most = index, worth
    return best


@compiled
def best_place(
    view: State,
    scratch: NDArray[Any],
    table: Table,
    seat: int,
    weights: Weights,
    worths: NDArray[np.float64],
    stream: Stream,
) -> int:
    """Return the index of the space from which the first move gains most (BF8)."""
    tried = np.empty(1, STATE)
    tried[0] = view
    known, known_of_start = np.full(SPACES, NOTHING), np.full(SPACES, NOTHING)
    blocks = weights[Weight.PLACEMENT] == BLOCK and seat > 0
    best, most, ties = 0, NOTHING, 0
    for index in range(wide(view.num_choices)):
        tried[0].seats[seat].king = view.choices[index]
        worth = best_first_move(tried, scratch, table, seat, weights, worths, known)
        if blocks:
            known_of_start[:] = NOTHING  # as another king stands elsewhere
            worth -= best_first_move(
                tried, scratch, table, wide(0), weights, worths, known_of_start
            )
        is_best, ties = prefers(worth, most, ties, stream)
        if is_best:
            best, most = index, worth
    return best


@compiled
def best_first_move(
    tried: NDArray[Any],
    scratch: NDArray[Any],
    table: Table,
    seat: int,
    weights: Weights,
    worths: NDArray[np.float64],
    known: NDArray[np.float64],
) -> float:
    """Return V after the best move that a seat could make at once.

    `known`, of shape (SPACES,), has V after single takes that were looked at from other spaces:
    wherever the king came from, the position is the same.
    """
    list_moves(tried[0], table, seat)
    scratch[0] = tried[0]
    if looks_at_ground(weights):
        scratch[SPARE] = tried[0]
    if tried[0].num_choices == 0:
        return value(scratch[0], scratch[SPARE], table, seat, weights, worths)
    most = NOTHING
    for index in range(wide(tried[0].num_choices)):
        move = wide(tried[0].choices[index])
        end = move >> END_BIT & SPACE
        is_single = move & MASK == 0 and move >> MONKS_BIT == 0
        if is_single and known[end] > NOTHING:
            worth = known[end]
        else:
            worth = worth_of_move(tried[0], scratch, table, seat, weights, worths, index)
            if is_single:
                known[end] = worth
        most = max(most, worth)
    return most


@compiled
def bonus_if_better(
    view: State,
    scratch: NDArray[Any],
    table: Table,
    seat: int,
    weights: Weights,
    worths: NDArray[np.float64],
) -> int:
    """Return the index of the usual five for a bonus if V is larger after it (B3), else of none."""
    index = index_of(view, usual_five(view.seats[seat]))
    before = value(scratch[0], scratch[SPARE], table, seat, weights, worths)
    claim(scratch[0], table, seat, index)
    after = value(scratch[0], scratch[SPARE], table, seat, weights, worths)
    return index if after > before else 0


@compiled
def best_detail(
    view: State,
    scratch: NDArray[Any],
    table: Table,
    seat: int,
    weights: Weights,
    worths: NDArray[np.float64],
    stream: Stream,
) -> int:
    """Return the index of the best column, groups or swap, seeing what else the move sets off."""
    if view.decision == Decision.JESTER and weights[Weight.JESTER_RULE] != 0.0:
        return first_empty_column(view.seats[seat])
    begin_details(view, scratch)
    best, most, ties = 0, NOTHING, 0
    for index in range(wide(view.num_choices)):
        worth = worth_of_detail(view, scratch, table, seat, weights, worths, index)
        is_best, ties = prefers(worth, most, ties, stream)
        if is_best:
            best, most = index, worth
    return best


@compiled
def begin_details(view: State, scratch: NDArray[Any]) -> None:
    """Prepare the levels for trying columns, groups or swaps; level 0 is a copy of the view."""
    if view.phase == Phase.COLLECT:
        scratch[0].phase = Phase.CLAIM  # the move itself is made
    scratch[1] = scratch[0]


@compiled
def worth_of_detail(
    view: State,
    scratch: NDArray[Any],
    table: Table,
    seat: int,
    weights: Weights,
    worths: NDArray[np.float64],
    index: int,
) -> float:
    """Return V after a column, groups or a swap, and the best of what else the move sets off."""
    jesters, swaps = waiting(view, wide(Task.JESTER)), waiting(view, wide(Task.SWAP))
    choice = wide(view.choices[index])
    if view.decision == Decision.TAX:
        return worth_of_taxes(scratch, table, seat, weights, worths, index)
    if view.decision == Decision.SWAP:
        slot, place = choice // HILL_SPACES, choice % HILL_SPACES
        if swaps:
            return worth_of_first_swap(scratch, table, seat, weights, worths, slot, place)
        return worth_of_last_swap(scratch, wide(0), table, seat, weights, worths, slot, place)
    restore(scratch[0], view, seat)
    scratch[0].seats[seat].up[FIRST_JESTER + choice] += 1
    if jesters:
        return best_columns(scratch, wide(0), table, seat, weights, worths, jesters)
    if swaps:
        return best_swaps(scratch, table, seat, weights, worths, swaps)
    return value(scratch[0], scratch[SPARE], table, seat, weights, worths)


@compiled
def waiting(view: State, what: int) -> int:
    """Return how many tasks of a kind are still to be done."""
    count = 0
    for i in range(view.num_tasks):
        count += int(view.agenda[i].what == what)
    return count
