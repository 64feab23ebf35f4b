"""Linear: makes the choice after which the sum of features times weights is the highest.

All heuristics from B2 on are this bot with other weights, one file each; so is the linear
evaluation bot (B7).  It decides phase by phase (BF1) and looks ahead to the end of its own move
(BF4).  Among choices of equal value it draws.
"""

import numpy as np

from balance.compiling.jit import compiled
from balance.engine.layout import State, Stream, Table, Weights, wide
from balance.engine.rng import below
from balance.games.king_of_the_valley.bots.choosing import (
    NOTHING,
    best_of,
    first_empty_column,
    index_of,
    prefers,
    tiles_due,
    tiles_to_turn,
    usual_five,
)
from balance.games.king_of_the_valley.bots.filling import BLOCK, choose_side
from balance.games.king_of_the_valley.bots.lookahead import (
    best_columns,
    best_swaps,
    restore,
    worth_of_first_swap,
    worth_of_last_swap,
    worth_of_move,
    worth_of_taxes,
)
from balance.games.king_of_the_valley.bots.position_value import (
    NUM_LEVELS,
    SPARE,
    Trial,
    looks_at_valley,
    value,
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
    Worths,
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
        return index_of(view, tiles_to_turn(view.seats[seat], column, tiles_due(view)))
    if view.decision == Decision.CLAIM and weights[Weight.CLAIM_IF_BETTER] == 0.0:
        return index_of(view, usual_five(view.seats[seat]))
    if view.decision == Decision.RECRUIT and weights[Weight.NEVER_RECRUIT] != 0.0:
        return RECRUIT_NOBODY
    if view.decision == Decision.PLACE and weights[Weight.PLACEMENT] == 0.0:
        return wide(below(stream, wide(view.num_choices)))
    if view.decision == Decision.JESTER and weights[Weight.JESTER_RULE] != 0.0:
        return first_empty_column(view.seats[seat])
    trial = Trial(np.empty(NUM_LEVELS, STATE), table, seat, weights, np.empty(SPACES))
    trial.levels[0] = view
    if looks_at_valley(weights):
        trial.levels[SPARE] = view
    match view.decision:
        case Decision.PLACE:
            return best_place(trial, view, stream)
        case Decision.RECRUIT:
            return best_recruit(trial, view, stream)
        case Decision.CLAIM:
            return bonus_if_better(trial, view)
    worths = np.empty(view.num_choices)
    if view.decision != Decision.COLLECT:
        begin_details(trial, view)
    for index in range(len(worths)):
        if view.decision == Decision.COLLECT:
            worths[index] = worth_of_move(trial, view, index)
        else:
            worths[index] = worth_of_detail(trial, view, index)
    return best_of(worths, stream)


@compiled
def best_recruit(trial: Trial, view: State, stream: Stream) -> int:
    """Return the index of the recruit that gains most; of nobody, if none gains anything (BF3)."""
    after = trial.levels[0]
    best, ties = RECRUIT_NOBODY, 0
    most = value(trial, after)
    for index in range(1, wide(view.num_choices)):
        restore(after, view, trial.seat)
        recruit(after, trial.table, trial.seat, index)
        if after.agenda[after.num_tasks - 1].what == Task.JESTER:
            worth = best_columns(trial, 0, 1)
        else:
            worth = value(trial, after)
        is_best, ties = prefers(worth, most, ties, stream)
        if is_best:
            best, most = index, worth
    return best


@compiled
def best_place(trial: Trial, view: State, stream: Stream) -> int:
    """Return the index of the space from which the first move gains most (BF8)."""
    tried = np.empty(1, STATE)
    tried[0] = view
    start = Trial(trial.levels, trial.table, wide(0), trial.weights, trial.notes)
    known, known_of_start = np.full(SPACES, NOTHING), np.full(SPACES, NOTHING)
    blocks = trial.weights[Weight.PLACEMENT] == BLOCK and trial.seat > 0
    worths = np.empty(view.num_choices)
    for index in range(len(worths)):
        tried[0].seats[trial.seat].king = view.choices[index]
        worths[index] = best_first_move(trial, tried[0], known)
        if blocks:
            known_of_start[:] = NOTHING  # as another king stands elsewhere
            worths[index] -= best_first_move(start, tried[0], known_of_start)
    return best_of(worths, stream)


@compiled
def best_first_move(trial: Trial, tried: State, known: Worths) -> float:
    """Return V after the best move that the seat could make at once.

    `known`, of shape (SPACES,), has V after single takes already tried from other spaces: the
    position after them does not depend on where the king came from.
    """
    list_moves(tried, trial.table, trial.seat)
    trial.levels[0] = tried
    if looks_at_valley(trial.weights):
        trial.levels[SPARE] = tried
    if tried.num_choices == 0:
        return value(trial, trial.levels[0])
    most = NOTHING
    for index in range(wide(tried.num_choices)):
        move = wide(tried.choices[index])
        end = move >> END_BIT & SPACE
        is_single = move & MASK == 0 and move >> MONKS_BIT == 0
        if is_single and known[end] > NOTHING:
            worth = known[end]
        else:
            worth = worth_of_move(trial, tried, index)
            if is_single:
                known[end] = worth
        most = max(most, worth)
    return most


@compiled
def bonus_if_better(trial: Trial, view: State) -> int:
    """Return the index of the usual five for a bonus if V is larger after it (B3), else of none."""
    after = trial.levels[0]
    index = index_of(view, usual_five(view.seats[trial.seat]))
    without = value(trial, after)
    claim(after, trial.table, trial.seat, index)
    return index if value(trial, after) > without else 0


@compiled
def begin_details(trial: Trial, view: State) -> None:
    """Prepare the levels for trying columns, groups or swaps; level 0 is a copy of the view."""
    if view.phase == Phase.COLLECT:
        trial.levels[0].phase = Phase.CLAIM  # the move itself is made
    trial.levels[1] = trial.levels[0]


@compiled
def worth_of_detail(trial: Trial, view: State, index: int) -> float:
    """Return V after a column, groups or a swap, and the best of what else the move triggers."""
    jesters, swaps = waiting(view, wide(Task.JESTER)), waiting(view, wide(Task.SWAP))
    choice = wide(view.choices[index])
    if view.decision == Decision.TAX:
        return worth_of_taxes(trial, index)
    if view.decision == Decision.SWAP:
        slot, place = choice // HILL_SPACES, choice % HILL_SPACES
        if swaps:
            return worth_of_first_swap(trial, slot, place)
        return worth_of_last_swap(trial, wide(0), slot, place)
    restore(trial.levels[0], view, trial.seat)
    trial.levels[0].seats[trial.seat].up[FIRST_JESTER + choice] += 1
    if jesters:
        return best_columns(trial, wide(0), jesters)
    if swaps:
        return best_swaps(trial, swaps)
    return value(trial, trial.levels[0])


@compiled
def waiting(view: State, what: int) -> int:
    """Return how many tasks of a kind are still to be done."""
    count = 0
    for i in range(view.num_tasks):
        count += int(view.agenda[i].what == what)
    return count
