"""Search: tries each choice in many possible games, with the same luck for all choices.

In each, greedy plays some rounds for all seats, then the position is valued like the planner's.
The planner's own value of each choice at the end of the turn is added.  It is the strongest and
slowest bot of the ladder: more iterations make it stronger.
"""

from math import exp
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.bots.search import (
    ITERATIONS,
    LONG,
    NUM_OWN,
    POINT,
    Indices,
    all_choices,
    outcome,
    search_choices,
    sort_by_prior,
)
from balance.engine.jit import compiled
from balance.engine.layout import MAX_CHOICES, State, Stream, Table, Weights, wide
from balance.games.valeria.bots import greedy, planner
from balance.games.valeria.bots.position_value import NUM_FEATURES, value
from balance.games.valeria.layout import RECORD, STATE, Decision, Task
from balance.games.valeria.record import write_record
from balance.games.valeria.rules.dispatch import step, take
from balance.games.valeria.services.determinise import determinise

# The search's own weights beyond those that every search has; then the planner's, then greedy's.
ROUNDS, SPREAD, PRIOR, WIDTH = range(NUM_OWN, NUM_OWN + 4)
_PLANNER = WIDTH + 1
_GREEDY = _PLANNER + planner.FIRST_FAST
_NO_END = 1 << 30  # turns


@compiled
def choose(view: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Return the index of the best choice: the planner's unless another is clearly better."""
    return decide(view, table, seat, weights, stream)[0]


@compiled
def count_iterations(view: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Return how many iterations the decision takes."""
    return decide(view, table, seat, weights, stream)[1]


@compiled
def decide(
    view: State, table: Table, seat: int, weights: Weights, stream: Stream
) -> tuple[int, int]:
    """Return the index of the best choice, and the number of iterations."""
    candidates = np.empty(MAX_CHOICES, np.int64)
    first = planner.choose(view, table, seat, weights[_PLANNER:], stream)
    size = all_choices(view, first, candidates)
    if size == 1 or weights[ITERATIONS] < size:
        return wide(first), wide(0)
    states = np.empty(2, STATE)
    priors = np.zeros(size)
    write_priors(view, table, seat, weights, stream, candidates, priors, states)
    size = min(size, max(wide(2), wide(weights[WIDTH])))
    scratch = np.zeros(2, RECORD), np.empty(NUM_FEATURES)
    return search_choices(
        view, table, seat, weights, stream, candidates, weights[PRIOR] * priors[:size],
        determinise, take, evaluate_choice, states, scratch,
    )  # fmt: skip


@compiled
def write_priors(
    view: State,
    table: Table,
    seat: int,
    weights: Weights,
    stream: Stream,
    candidates: Indices,
    priors: Weights,
    states: NDArray[Any],
) -> None:
    """Write the value of each candidate at the end of the turn; sort all but the first by it."""
    plans = weights[_PLANNER:]
    facts = np.empty(NUM_FEATURES)
    states[0] = view
    determinise(states[0], table, seat, stream)
    for i in range(len(priors)):
        states[1] = states[0]
        state = states[1]
        take(state, table, candidates[i])
        play_until(state, table, wide(view.turns))
        while state.decision != Decision.NONE:
            decider = wide(state.due_seat)
            if decider == seat:
                index = planner.choose(state, table, seat, plans, stream)
            else:
                index = greedy.choose(state, table, decider, weights[_GREEDY:], stream)
            take(state, table, index)
            play_until(state, table, wide(view.turns))
        priors[i] = value(state, table, seat, plans, facts)
    sort_by_prior(candidates, priors)


@compiled
def evaluate_choice(
    state: State,
    table: Table,
    seat: int,
    weights: Weights,
    stream: Stream,
    scratch: tuple[NDArray[Any], Weights],
) -> float:
    """Let greedy play some rounds for all seats; return the value of the game or position."""
    records, facts = scratch
    fast_weights = weights[_GREEDY:]
    end = wide(state.turns) + wide(weights[ROUNDS]) * wide(table.num_seats)
    if table.solo or weights[ROUNDS] == 0.0:  # the solo game may be lost suddenly (V13.8)
        end = _NO_END
    play_until(state, table, end)
    left = LONG
    while state.decision != Decision.NONE and left > 0:
        left -= 1
        decider = wide(state.due_seat)
        take(state, table, greedy.choose(state, table, decider, fast_weights, stream))
        play_until(state, table, end)
    if state.num_tasks == 0:
        records[0] = records[1]
        write_record(state, table, records[0])
        return outcome(table, records[0], seat, weights[POINT])
    ahead = lead(state, table, seat, weights[_PLANNER:], facts)
    return weights[POINT] * ahead + 1.0 / (1.0 + exp(-ahead / weights[SPREAD]))


@compiled
def lead(state: State, table: Table, seat: int, plans: Weights, facts: Weights) -> float:
    """Return how far the value of the seat's position is above the best of the others."""
    own = value(state, table, seat, plans, facts)
    most = -1e9
    for other in range(wide(table.num_seats)):
        if other != seat:
            most = max(most, value(state, table, other, plans, facts))
    return own - most if table.num_seats > 1 else own


@compiled
def play_until(state: State, table: Table, end: int) -> None:
    """Play until a decision is due, the game is over, or turn number `end` is finished."""
    while state.decision == Decision.NONE and state.num_tasks > 0:
        if state.turns >= end and state.agenda[state.num_tasks - 1].what == Task.TURN:
            return
        step(state, table)
