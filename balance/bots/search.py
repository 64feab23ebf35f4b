"""Search: it tries choices many times, all with the same luck, and makes the one that ends best.

An iteration draws the cards that the seat cannot see, makes one of the choices, and lets a fast bot
play the game to its end for all seats.  All choices get the same hidden cards and the same dice
(common random numbers), so that differences between them are mostly due to the choice.  The budget
is spent by sequential halving, each time on the better half.  The answer of the fast bot itself is
replaced only by one that is clearly better.

A game calls `search_choices` with its own functions and the choices to try, which may be all of
them: `all_choices`.

References
----------
Karnin, Koren and Somekh (2013), "Almost optimal exploration in multi-armed bandits".
Bertsekas and Castanon (1999), "Rollout algorithms for stochastic scheduling problems".
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.compiling.jit import compiled, inlined
from balance.engine.agenda import NO_DECISION, advance
from balance.engine.layout import WIN, Record, State, Stream, Table, Weights, wide
from balance.engine.record import lead

# The indices of the search's own weights; those of the bot that plays on come after them.
ITERATIONS, POINT, DOUBT = range(3)
NUM_OWN = 3

LONG = 4_000  # decisions after which a game that is played on is scored as it stands
_TRIAL = 8  # samples after which choices that made no difference are dropped

Indices = NDArray[np.int64]


@inlined
def search_choices(
    view: State,
    table: Table,
    seat: int,
    weights: Weights,
    stream: Stream,
    candidates: Indices,
    priors: Weights,
    determinise: Callable[..., None],
    try_out: Callable[..., float],
    states: Any,
    scratch: Any,
) -> tuple[int, int]:
    """Return the candidate that ends best, and how many iterations that took.

    Parameters
    ----------
    view, table, seat, weights, stream
        The arguments of the bot.
    candidates : int64 array
        Indices of different choices.  The first is the answer unless another is clearly better.
    priors : float64 array
        The value of each candidate by an earlier estimate, which is added to each result; zeros if
        there is none.
    determinise
        The game's function.
    try_out : function (state, table, seat, weights, stream, candidate, scratch) -> float
        Makes a candidate's choice and plays on; returns the result for the seat.
    states : array of game.state, shape (2,)
    scratch : array, or a tuple of arrays
        For `try_out` alone.
    """
    budget = wide(weights[ITERATIONS])
    alive = min(len(priors), max(1, budget // 2))
    halvings = num_halvings(alive)
    order = np.arange(alive)
    # Of each candidate: the sum of its gains over the first one, and that of their squares.
    gains = np.zeros((alive, 2))
    spent, samples, rounds = 0, 0, 0
    while alive > 1 and spent + alive <= budget:
        states[0] = view
        determinise(states[0], table, seat, stream)
        first = 0.0
        for i in range(alive):
            tried = order[i]
            states[1] = states[0]
            worth = priors[tried] + try_out(
                states[1], table, seat, weights, stream, candidates[tried], scratch
            )
            if i == 0:
                first = worth
            gain = worth - first
            gains[tried, 0] += gain
            gains[tried, 1] += gain * gain
        spent += alive
        samples += 1
        if samples == _TRIAL:
            alive = without_equals(order, gains, alive)
        if spent * halvings > (rounds + 1) * budget:
            rounds += 1
            alive = better_half(order, gains, alive)
    return wide(candidates[clear_best(order, gains, alive, samples, weights[DOUBT])]), spent


@inlined
def play_out(
    state: State,
    table: Table,
    seat: int,
    weights: Weights,
    stream: Stream,
    index: int,
    records: Any,
    fast_weights: Any,
    step: Callable[..., None],
    take: Callable[..., None],
    write_record: Callable[..., None],
    fast_bot: Callable[..., int],
) -> float:
    """Make the choice `index`, let the fast bot play for all seats; return the outcome for `seat`.

    The first seven arguments are those of `try_out` in `search_choices`; of the two `records` the
    second is blank; `step`, `take` and `write_record` are the game's functions.
    """
    take(state, table, index)
    play_to_end(state, table, fast_weights, stream, step, take, fast_bot)
    records[0] = records[1]
    write_record(state, table, records[0])
    return outcome(table, records[0], seat, weights[POINT])


@inlined
def play_to_end(
    state: State,
    table: Table,
    fast_weights: Any,
    stream: Stream,
    step: Callable[..., None],
    take: Callable[..., None],
    fast_bot: Callable[..., int],
) -> None:
    """Let the fast bot play for all seats to the end of the game."""
    advance(state, table, step)
    left = LONG
    while state.decision != NO_DECISION and left > 0:
        left -= 1
        take(state, table, fast_bot(state, table, wide(state.due_seat), fast_weights, stream))
        advance(state, table, step)


@compiled
def outcome(table: Table, record: Record, seat: int, point: float) -> float:
    """Return the seat's win plus `point` times its lead in points.

    The lead is less noisy than the win, and makes the bot play on well in a game that is won.
    """
    return record.wins[seat] / WIN + point * lead(table, record, seat)


@compiled
def all_choices(view: State, first: int, candidates: Indices) -> int:
    """Write `first` into `candidates`, then all other choices; return how many there are."""
    candidates[0] = first
    size = 1
    for index in range(view.num_choices):
        if index != first and size < len(candidates):
            candidates[size] = index
            size += 1
    return size


@compiled
def sort_by_prior(candidates: Indices, priors: Weights) -> None:
    """Sort all candidates but the first, the best ones first; equals keep their order."""
    for i in range(2, len(priors)):
        j = i
        while j > 1 and priors[j] > priors[j - 1]:
            priors[j], priors[j - 1] = priors[j - 1], priors[j]
            candidates[j], candidates[j - 1] = candidates[j - 1], candidates[j]
            j -= 1


@compiled
def num_halvings(size: int) -> int:
    """Return after how many halvings two of `size` candidates are left; at least 1."""
    halvings = 1
    while (1 << halvings) < size:
        halvings += 1
    return halvings


@compiled
def without_equals(order: Indices, gains: NDArray[np.float64], alive: int) -> int:
    """Drop the candidates that never differed from the first; return how many are left."""
    left = 1
    for i in range(1, alive):
        if gains[order[i], 1] > 0.0:
            order[left] = order[i]
            left += 1
    return left


@compiled
def better_half(order: Indices, gains: NDArray[np.float64], alive: int) -> int:
    """Keep half of the candidates, the first and the best others; return how many are left."""
    for i in range(2, alive):
        j = i
        while j > 1 and gains[order[j], 0] > gains[order[j - 1], 0]:
            order[j], order[j - 1] = order[j - 1], order[j]
            j -= 1
    return min(alive, max(2, (alive + 1) // 2))


@compiled
def clear_best(
    order: Indices, gains: NDArray[np.float64], alive: int, samples: int, doubt: float
) -> int:
    """Return the best candidate, or the first one if the gain is within `doubt` standard errors."""
    best = order[0]
    for i in range(1, alive):
        if gains[order[i], 0] > gains[best, 0]:
            best = order[i]
    mean = gains[best, 0] / max(1, samples)
    variance = gains[best, 1] / max(1, samples) - mean * mean
    if mean <= doubt * np.sqrt(max(0.0, variance) / max(1, samples)):
        return order[0]
    return best
