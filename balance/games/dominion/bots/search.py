"""Search: tries each choice in many possible games, all on the same luck.

Greedy plays on to the end of the game for everybody, on cards that the seat cannot know.  Of what
may be bought or gained the choices are tried that the planner likes best, and its answer is given
up only for one that is clearly better.  The strongest of the ladder and the slowest: its strength
is bought with iterations.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.bots.search import (
    ITERATIONS,
    NUM_OWN,
    Indices,
    all_choices,
    play_out,
    search_choices,
    sort_by_prior,
)
from balance.engine.jit import compiled
from balance.engine.layout import State, Stream, Table, Weights, wide
from balance.games.dominion.bots import buy_list, planner
from balance.games.dominion.bots.weights import NUM_FEATURES
from balance.games.dominion.layout import ALL, RECORD, STATE, Decision
from balance.games.dominion.record import write_record
from balance.games.dominion.rules.dispatch import step, take
from balance.games.dominion.services.determinise import determinise

# The search's own weights beyond those that every search has; then the planner's, then greedy's.
PRIOR, WIDTH = range(NUM_OWN, NUM_OWN + 2)
_PLANNER = WIDTH + 1
_GREEDY = _PLANNER + planner.FIRST_FAST


@compiled
def choose(view: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Return the index of the choice that is best found; the planner's unless another is better."""
    return decide(view, table, seat, weights, stream)[0]


@compiled
def count_iterations(view: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Return how many iterations the decision takes."""
    return decide(view, table, seat, weights, stream)[1]


@compiled
def decide(
    view: State, table: Table, seat: int, weights: Weights, stream: Stream
) -> tuple[int, int]:
    """Return the index of the choice that is best found, and the iterations that it took."""
    candidates = np.empty(view.num_choices, np.int64)
    priors = np.zeros(view.num_choices)
    first = wide(planner.choose(view, table, seat, weights[_PLANNER:], stream))
    size = min(all_choices(view, first, candidates), max(wide(2), wide(weights[WIDTH])))
    if size < 2 or weights[ITERATIONS] < size or goes_by_rule(view):
        return first, wide(0)
    if planner.is_valued(view):
        write_priors(view, table, seat, weights, stream, candidates, priors)
    states = np.empty(2, STATE)
    records = np.zeros(2, RECORD)
    return search_choices(
        view, table, seat, weights, stream, candidates, weights[PRIOR] * priors[:size],
        determinise, take, try_out, states, records,
    )  # fmt: skip


@compiled
def goes_by_rule(view: State) -> bool:
    """Tell whether there is nothing to search: Treasures, Reactions, the place of a Stash."""
    if view.decision == Decision.TREASURE:
        return wide(view.choices[0]) == ALL
    return view.decision == Decision.REACT or view.decision == Decision.PLACE_STASH


@compiled
def write_priors(
    view: State,
    table: Table,
    seat: int,
    weights: Weights,
    stream: Stream,
    candidates: Indices,
    priors: Weights,
) -> None:
    """Write what the planner thinks of each candidate, and put the best after the first."""
    worths = np.empty(view.num_choices)
    levels = np.empty(planner.LEVELS, STATE)
    facts = np.empty(NUM_FEATURES)
    planner.judge(view, table, seat, weights[_PLANNER:], stream, levels, facts, worths)
    for i in range(len(priors)):
        priors[i] = worths[candidates[i]]
    sort_by_prior(candidates, priors)


@compiled
def try_out(
    state: State, table: Table, seat: int, weights: Weights, stream: Stream, records: NDArray[Any]
) -> float:
    """Let greedy play for all to the end of the game; return what that is worth."""
    return play_out(
        state, table, seat, weights, stream, records, weights[_GREEDY:],
        step, take, write_record, buy_list.choose,
    )  # fmt: skip
