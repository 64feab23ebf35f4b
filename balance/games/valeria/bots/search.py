"""Search: tries the best choices of the policy in many possible games, with the same luck for all.

In each, the policy plays for all seats; see `balance.bots.policy_search`.  It is the strongest and
slowest bot of the ladder: more iterations make it stronger.
"""

from typing import Any

import numpy as np

from balance.bots import policy_search
from balance.compiling.jit import compiled
from balance.engine.layout import State, Stream, Table, Weights
from balance.games.valeria.bots import greedy, policy
from balance.games.valeria.bots.policy import INPUTS, NUM_OWN, SCRATCH
from balance.games.valeria.bots.policy_choices import write_choices
from balance.games.valeria.bots.policy_position import write_position
from balance.games.valeria.layout import RECORD, STATE
from balance.games.valeria.record import write_record
from balance.games.valeria.rules.dispatch import step, take
from balance.games.valeria.services.determinise import determinise

_SHAPE = INPUTS.shape


@compiled
def choose(view: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Return the index of the best choice: the policy's unless another is clearly better."""
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
    return policy_search.search_best_choices(
        view, table, seat, weights, stream, NUM_OWN, _SHAPE, write_position, write_choices,
        greedy.choose, np.empty(1, SCRATCH), determinise, evaluate_choice, np.empty(2, STATE),
        np.zeros(2, RECORD),
    )  # fmt: skip


@compiled
def evaluate_choice(
    state: State,
    table: Table,
    seat: int,
    weights: Weights,
    stream: Stream,
    index: int,
    scratch: Any,
) -> float:
    """Make a choice, let the policy play on; return about what the seat may expect to win."""
    return policy_search.play_on(
        state, table, seat, weights, stream, index, scratch, NUM_OWN, _SHAPE, write_position,
        write_choices, policy.choose, step, take, write_record,
    )  # fmt: skip
