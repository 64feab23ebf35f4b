"""The planner: considers its whole turn, the prospects of its castle, and the next actions (BP).

It values the position after each choice and the best rest of its turn: a recruit with the best move
after it, a move with the best of what it triggers and its bonus, and a refill by the best actions
that it leaves to the next player and to itself.
"""

import numpy as np

from balance.compiling.jit import compiled
from balance.engine.layout import State, Stream, Table, Weights, wide
from balance.games.king_of_the_valley.bots.choosing import (
    NOTHING,
    best_of,
    index_of,
    tiles_due,
    tiles_to_turn,
    usual_five,
)
from balance.games.king_of_the_valley.bots.filling import copy_valley_and_hill
from balance.games.king_of_the_valley.bots.linear import begin_details, worth_of_detail
from balance.games.king_of_the_valley.bots.lookahead import restore, worth_of_move
from balance.games.king_of_the_valley.bots.position_value import (
    NUM_LEVELS,
    SPARE,
    Trial,
    life_of,
    turns_left,
    value,
)
from balance.games.king_of_the_valley.bots.prospects import swap_gain, worths_of_kinds
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
    Worths,
)
from balance.games.king_of_the_valley.rules.collect import collect
from balance.games.king_of_the_valley.rules.hill import fill_valley, may_fill, recruit

# The notes of a trial: the worths of spaces, then those of each kind of tile to the seat and to the
# next one.
_OWN = SPACES
_RIVAL = _OWN + MAX_KINDS
_NUM_NOTES = _RIVAL + MAX_KINDS
_PENALTY = 1e6  # of moves that are not searched: more than any difference in value


@compiled
def choose(view: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Return the index of the choice of the highest value."""
    if goes_by_rule(view):
        return by_rule(view, seat)
    worths = np.empty(view.num_choices)
    judge(view, table, seat, weights, worths)
    return best_of(worths, stream)


@compiled
def goes_by_rule(view: State) -> bool:
    """Return whether a rule decides: which tiles are turned down, and which five for a bonus."""
    return view.decision == Decision.TURN_DOWN or view.decision == Decision.CLAIM


@compiled
def by_rule(view: State, seat: int) -> int:
    """Return the index of the tiles to turn down (BF5), or of those for a bonus (BF6)."""
    player = view.seats[seat]
    if view.decision == Decision.CLAIM:
        return index_of(view, usual_five(player))
    return index_of(view, tiles_to_turn(player, wide(view.group), tiles_due(view)))


@compiled
def judge(view: State, table: Table, seat: int, weights: Weights, worths: Worths) -> None:
    """Write the value of each choice into `worths`."""
    trial = Trial(np.empty(NUM_LEVELS, STATE), table, seat, weights, np.empty(_NUM_NOTES))
    trial.levels[0] = view
    trial.levels[SPARE] = view
    match view.decision:
        case Decision.PLACE:
            judge_places(trial, view, worths)
        case Decision.RECRUIT:
            judge_recruits(trial, view, worths)
        case Decision.COLLECT:
            judge_moves(trial, view, worths)
        case Decision.REFILL:
            note_worths(trial)
            for index in range(len(worths)):
                worths[index] = worth_of_side(trial, view, wide(view.choices[index]))
        case _:
            begin_details(trial, view)
            for index in range(len(worths)):
                worths[index] = worth_of_detail(trial, view, index)


@compiled
def judge_moves(trial: Trial, view: State, worths: Worths) -> None:
    """Value moves by the castle after them and, if it is good enough, by what they leave (BP4)."""
    levels, table, seat, notes = trial.levels, trial.table, trial.seat, trial.notes
    before = note_worths(trial)
    most, of_wizard = NOTHING, NOTHING
    for index in range(len(worths)):
        move = wide(view.choices[index])
        end = move >> END_BIT & SPACE
        kind = wide(view.valley[end]) - 1
        is_simple = move & MASK == 0 and move >> MONKS_BIT == 0 and view.coins[end] == 0
        if is_simple and kind <= Kind.JESTER:
            worths[index] = before + notes[_OWN + kind]
        elif is_simple and kind == Kind.WIZARD:
            if of_wizard == NOTHING:
                life = life_of(turns_left(view, table, seat), trial.weights)
                kinds = notes[_OWN:_RIVAL]
                of_wizard = before + swap_gain(
                    levels[0], levels[SPARE], table, seat, trial.weights, life, kinds
                )
            worths[index] = of_wizard
        else:
            worths[index] = worth_of_move(trial, view, index)
            restore(levels[0], view, seat)
            levels[0].phase = view.phase
        most = max(most, worths[index])
    for index in range(len(worths)):
        if worths[index] < most - trial.weights[Weight.WINDOW]:
            worths[index] -= _PENALTY
            continue
        restore(levels[0], view, seat)
        collect(levels[0], table, seat, index)
        levels[0].phase = Phase.CLAIM
        best = NOTHING
        for side in range(NUM_SIDES):
            if may_fill(levels[0], side):
                best = max(best, worth_of_side(trial, levels[0], wide(side)))
        worths[index] += best


@compiled
def judge_recruits(trial: Trial, view: State, worths: Worths) -> None:
    """Value recruits with the best move after them (BP3); those of little worth without."""
    table, seat, weights = trial.table, trial.seat, trial.weights
    after = trial.levels[0]
    most = NOTHING
    for index in range(len(worths)):
        is_jester = try_recruit(trial, view, index)
        worths[index] = castle_of_recruit(trial, is_jester)
        most = max(most, worths[index])
    for index in range(len(worths)):
        if worths[index] < most - weights[Weight.WINDOW]:
            worths[index] -= _PENALTY
            continue
        if try_recruit(trial, view, index):
            castle_of_recruit(trial, True)
        life = life_of(turns_left(after, table, seat), weights)
        kinds = trial.notes[_OWN:_RIVAL]
        spare = trial.levels[SPARE]
        worths[index] = worths_of_kinds(after, spare, table, seat, weights, life, kinds)
        worths[index] += best_of_kinds(after, table, seat, trial.notes, kinds)


@compiled
def try_recruit(trial: Trial, view: State, index: int) -> bool:
    """Recruit on level 0; return whether it is a jester, which has no column yet."""
    after = trial.levels[0]
    restore(after, view, trial.seat)
    recruit(after, trial.table, trial.seat, index)
    num_tasks = wide(after.num_tasks)
    is_jester = num_tasks > 0 and after.agenda[num_tasks - 1].what == Task.JESTER
    after.num_tasks = 0
    return is_jester


@compiled
def castle_of_recruit(trial: Trial, is_jester: bool) -> float:
    """Return V of the castle of level 0; a jester recruited goes to its best column there."""
    after = trial.levels[0]
    if not is_jester:
        return value(trial, after)
    up = after.seats[trial.seat].up
    best, most = 0, NOTHING
    for column in range(NUM_COLUMNS):
        up[FIRST_JESTER + column] += 1
        worth = value(trial, after)
        up[FIRST_JESTER + column] -= 1
        if worth > most:
            best, most = column, worth
    up[FIRST_JESTER + best] += 1
    return most


@compiled
def judge_places(trial: Trial, view: State, worths: Worths) -> None:
    """Value spaces for the king by the best first move, less the start player's then (BF8)."""
    table, seat, notes = trial.table, trial.seat, trial.notes
    tried, spare = trial.levels[0], trial.levels[SPARE]
    kinds = notes[_OWN:_RIVAL]
    worths_of_kinds(tried, spare, table, seat, trial.weights, 1.0, kinds)  # the same for all
    for index in range(len(worths)):
        tried.seats[seat].king = view.choices[index]
        worths[index] = best_of_kinds(tried, table, seat, notes, kinds)
        if seat > 0:
            worths[index] -= best_of_kinds(tried, table, wide(0), notes, kinds)


@compiled
def note_worths(trial: Trial) -> float:
    """Note what kinds of tiles are worth to the seat and to the next; return V of level 0."""
    table, seat, weights, notes = trial.table, trial.seat, trial.weights, trial.notes
    state, spare = trial.levels[0], trial.levels[SPARE]
    after = (seat + 1) % wide(table.num_seats)
    life = life_of(turns_left(state, table, after), weights)
    worths_of_kinds(state, spare, table, after, weights, life, notes[_RIVAL:])
    life = life_of(turns_left(state, table, seat), weights)
    return worths_of_kinds(state, spare, table, seat, weights, life, notes[_OWN:_RIVAL])


@compiled
def worth_of_side(trial: Trial, state: State, side: int) -> float:
    """Return the worth of what a refill from that column leaves to the seat and the next (BP4)."""
    table, seat, weights, notes = trial.table, trial.seat, trial.weights, trial.notes
    filled = trial.levels[SPARE]
    copy_valley_and_hill(filled, state)
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
