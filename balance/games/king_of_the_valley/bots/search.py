"""Search: tries the planner's best choices on many possible games, played on by a faster bot.

It is the strongest bot of the ladder, and the slowest.  A decision may have hundreds of choices, so
only the planner's best ones are tried; its own answer is replaced only by a clearly better one.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.bots.search import NUM_OWN, play_out, search_choices
from balance.engine.jit import compiled
from balance.engine.layout import State, Stream, Table, Weights, wide
from balance.games.king_of_the_valley.bots import greedy, planner
from balance.games.king_of_the_valley.bots.weights import Weight
from balance.games.king_of_the_valley.layout import RECORD, STATE
from balance.games.king_of_the_valley.record import write_record
from balance.games.king_of_the_valley.rules.dispatch import step, take
from balance.games.king_of_the_valley.services.determinise import determinise

# Weights in addition to those of every search: the most choices tried, and how many turns the
# planner plays before greedy takes over.
WIDTH, TURNS = NUM_OWN, NUM_OWN + 1
_PLANNER = TURNS + 1  # where the planner's weights begin, and then greedy's
_GREEDY = _PLANNER + len(Weight)


@compiled
def choose(view: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Return the index of the choice after which play ends best."""
    return decide(view, table, seat, weights, stream)[0]


@compiled
def count_iterations(view: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Return how many iterations the decision takes."""
    return decide(view, table, seat, weights, stream)[1]


@compiled
def decide(
    view: State, table: Table, seat: int, weights: Weights, stream: Stream
) -> tuple[int, int]:
    """Return the index of the choice after which play ends best, and the iterations it took."""
    candidates = np.empty(max(1, wide(weights[WIDTH])), np.int64)
    size = planner.shortlist(view, table, seat, weights[_PLANNER:_GREEDY], stream, candidates)
    if size == 1:
        return wide(candidates[0]), wide(0)
    timed = weights.copy()
    timed[TURNS] += view.turns  # now the turn in which greedy takes over
    states = np.empty(2, STATE)
    records = np.zeros(2, RECORD)
    return search_choices(
        view, table, seat, timed, stream, candidates, np.zeros(size),
        determinise, try_out, states, records,
    )  # fmt: skip


@compiled
def try_out(
    state: State,
    table: Table,
    seat: int,
    weights: Weights,
    stream: Stream,
    index: int,
    records: NDArray[Any],
) -> float:
    """Make a choice, let the planner and then greedy play to the end; return the outcome."""
    return play_out(
        state, table, seat, weights, stream, index, records, weights,
        step, take, write_record, follow,
    )  # fmt: skip


@compiled
def follow(state: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Return the choice of the planner in the first turns, and of greedy after them."""
    if state.turns < weights[TURNS]:
        return planner.choose(state, table, seat, weights[_PLANNER:_GREEDY], stream)
    return greedy.choose(state, table, seat, weights[_GREEDY:], stream)
