"""Search with a policy: it tries the best choices of a policy in games that the policy plays on.

The candidates are the choices that the policy scores highest, its own one first.  In each iteration
a candidate is made, and the policy plays for all seats, for some rounds or to the end of the game.
Where the game is not over, the critic of the policy says what to expect.  So the search is as good
as the policy where it finds nothing better, and a better policy makes a better search.

References
----------
Tesauro and Galperin (1996), "On-line policy improvement using Monte-Carlo search".
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.bots.policy import expectation, score_choices
from balance.bots.search import LONG, NUM_OWN, POINT
from balance.engine.agenda import NO_DECISION, advance
from balance.engine.jit import inlined
from balance.engine.layout import State, Stream, Table, Weights, wide
from balance.engine.record import lead
from balance.engine.services import PolicyShape

# The search's own weights beyond those that every search has; then those of the policy.
ROUNDS, SPREAD, WIDTH = range(NUM_OWN, NUM_OWN + 3)
FIRST_POLICY = WIDTH + 1
_TAKEN = -1e300  # the score of a choice that is a candidate already

Indices = NDArray[np.int64]


@inlined
def candidates_of(
    view: State,
    table: Table,
    seat: int,
    weights: Weights,
    stream: Stream,
    own: int,
    shape: PolicyShape,
    write_position: Callable[..., None],
    write_choices: Callable[..., bool],
    fallback: Callable[..., Any],
    scratch: Any,
    candidates: Indices,
) -> int:
    """Write the choices to try into `candidates`, the policy's own one first; return their number.

    The arguments up to `scratch` are those of `balance.bots.policy.decide`, with the weights of
    the search.  Where the policy leaves a decision to another bot, all choices are tried.
    """
    policy = weights[FIRST_POLICY:]
    count = wide(view.num_choices)
    if not score_choices(
        view, table, seat, policy, own, shape, write_position, write_choices, scratch
    ):
        for index in range(count):
            scratch[0].scores[index] = 0.0
        scratch[0].scores[wide(fallback(view, table, seat, policy, stream))] = 1.0
    size = min(count, max(wide(2), wide(weights[WIDTH])))
    for place in range(size):
        best = wide(0)
        for index in range(1, count):
            if scratch[0].scores[index] > scratch[0].scores[best]:
                best = wide(index)
        candidates[place] = best
        scratch[0].scores[best] = _TAKEN
    return size


@inlined
def play_on(
    state: State,
    table: Table,
    seat: int,
    weights: Weights,
    stream: Stream,
    index: int,
    records: Any,
    own: int,
    shape: PolicyShape,
    write_position: Callable[..., None],
    policy: Callable[..., int],
    step: Callable[..., None],
    take: Callable[..., None],
    write_record: Callable[..., None],
    rounds_begun: Callable[..., int],
) -> float:
    """Make the choice `index` and let the policy play on; return about what the seat may expect.

    The first seven arguments are those of `try_out` in `search_choices`; of the two `records` the
    second is blank; `own` is the number of the policy's weights before its network.

    At the end of the game that is not the win but how likely it is to win a similar game, from the
    lead: it differs as much between choices, and is half as noisy.
    """
    fast = weights[FIRST_POLICY:]
    rounds = wide(weights[ROUNDS])
    take(state, table, index)
    advance(state, table, step)
    last = wide(rounds_begun(state, table)) + rounds
    left = LONG
    while state.decision != NO_DECISION and left > 0:
        left -= 1
        decider = wide(state.due_seat)
        if rounds > 0 and decider == seat and rounds_begun(state, table) >= last:
            position, units = np.empty(shape.position), np.empty(shape.critic)
            write_position(state, table, seat, fast, position)
            return expectation(fast, own, shape, position, units)
        take(state, table, policy(state, table, decider, fast, stream))
        advance(state, table, step)
    records[0] = records[1]
    write_record(state, table, records[0])
    ahead = lead(table, records[0], seat)
    return weights[POINT] * ahead + 1.0 / (1.0 + np.exp(-ahead / weights[SPREAD]))
