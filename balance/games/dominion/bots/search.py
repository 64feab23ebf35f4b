"""Search: tries each choice in many possible games, all with the same luck.

In each game the hidden cards are drawn anew, and greedy plays on for every seat to the end.  Of
what may be bought or gained, the choices that the planner values most are tried; the planner's own
choice is replaced only by one that is clearly better.  It is the strongest and slowest bot of the
ladder; its strength depends on the number of iterations.
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
from balance.games.dominion.bots.position_value import NUM_FEATURES
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
    """Return the index of the best choice; the planner's unless another is clearly better."""
    return decide(view, table, seat, weights, stream)[0]


@compiled
def count_iterations(view: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Return how many iterations the decision takes."""
    return decide(view, table, seat, weights, stream)[1]


@compiled
def decide(
    view: State, table: Table, seat: int, weights: Weights, stream: Stream
) -> tuple[int, int]:
    """Return the index of the best choice, and the number of iterations that were played."""
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
    """Return whether the planner's choice stands without search: Treasures, Reactions, Stashes."""
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
    """Write the planner's value of each candidate into `priors`, and sort the best to the front."""
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
    """Let greedy play for all seats to the end of the game; return the value of that end."""
    return play_out(
        state, table, seat, weights, stream, records, weights[_GREEDY:],
        step, take, write_record, buy_list.choose,
    )  # fmt: skip
