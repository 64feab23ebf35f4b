"""Search: tries each choice on many possible games, which greedy plays on for all players."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.bots.search import NUM_OWN, all_choices, play_out, search_choices
from balance.compiling.jit import compiled
from balance.engine.layout import State, Stream, Table, Weights, wide
from balance.games.described.bots import greedy
from balance.games.described.layout import RECORD, STATE
from balance.games.described.record import write_record
from balance.games.described.rules.dispatch import step, take
from balance.games.described.services.determinise import determinise


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
    candidates = np.empty(wide(view.num_choices), np.int64)
    size = all_choices(
        view, greedy.choose(view, table, seat, weights[NUM_OWN:], stream), candidates
    )
    states = np.empty(2, STATE)
    records = np.zeros(2, RECORD)
    return search_choices(
        view, table, seat, weights, stream, candidates, np.zeros(size),
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
    """Make a choice, let greedy play on for all seats; return the outcome."""
    return play_out(
        state, table, seat, weights, stream, index, records, weights[NUM_OWN:],
        step, take, write_record, greedy.choose_quickly,
    )  # fmt: skip
