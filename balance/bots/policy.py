"""A policy: a small network that scores each choice of a decision; the best one is made.

The score of a choice is a weighted sum of its features.  The weights depend on the kind of the
choice, and on the position through a layer of hidden units: with features x of a choice of kind k
and hidden units h, where h[0] is 1, the score is the sum over u and f of W[k, u, f] h[u] x[f].
A unit is softsign(a) = a / (1 + |a|) of a weighted sum a of the features of the position.

The weights of a network, in order: those of the hidden units by feature of the position and unit;
W by kind, unit and feature; then those of the critic, which predicts the result of the game for
training and is not used in play: its hidden units likewise, and its output, a constant first.
`balance train` teaches a network; see `balance.bots.policy_gradient`.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.compiling.jit import compiled, inlined
from balance.engine.layout import (
    MAX_CHOICES,
    State,
    Stream,
    Table,
    Weights,
    float64,
    int64,
    struct,
    wide,
)
from balance.engine.services import PolicyShape

Rows = NDArray[np.float64]
Kinds = NDArray[np.int64]


@compiled
def scores_at(shape: PolicyShape) -> int:
    """Return the place of W among the weights of a network."""
    return shape.position * shape.hidden


@compiled
def critic_at(shape: PolicyShape) -> int:
    """Return the place of the critic's weights among those of a network."""
    return scores_at(shape) + shape.kinds * (shape.hidden + 1) * shape.choice


@compiled
def value_at(shape: PolicyShape) -> int:
    """Return the place of the weights of the critic's output among those of a network."""
    return critic_at(shape) + shape.position * shape.critic


def num_weights(shape: PolicyShape) -> int:
    """Return how many weights a network has."""
    scores = shape.kinds * (shape.hidden + 1) * shape.choice
    return shape.position * (shape.hidden + shape.critic) + scores + shape.critic + 1


@inlined
def write_units(
    weights: Weights, first: int, position: Weights, inputs: int, units: Weights, count: int
) -> None:
    """Write the hidden units, whose weights begin at `first`."""
    # Unsigned indices here and below: numba asks of others whether they are negative, each time.
    units[:count] = 0.0
    for place in range(inputs):
        row = first + place * count
        feature = position[place]
        for unit in range(count):
            units[unit] += feature * weights[np.uint64(row + unit)]
    for unit in range(count):
        units[unit] /= 1.0 + abs(units[unit])


@inlined
def write_worths(
    weights: Weights, first: int, units: Weights, count: int, worths: Weights, place: int, size: int
) -> None:
    """Write the weights of the features of one kind of choices at this position.

    Those of the kind in W begin at `first`; they are written to `worths` from `place` on.
    """
    for feature in range(size):
        worths[np.uint64(place + feature)] = weights[np.uint64(first + feature)]
    for unit in range(count):
        row = first + (unit + 1) * size
        held = units[unit]
        for feature in range(size):
            worths[np.uint64(place + feature)] += held * weights[np.uint64(row + feature)]


@inlined
def write_scores(
    weights: Weights,
    first: int,
    shape: PolicyShape,
    units: Weights,
    worths: Weights,
    rows: Rows,
    kinds: Kinds,
    count: int,
    scores: Weights,
) -> None:
    """Write the score of each of `count` choices; W begins at `first`.

    `worths` is scratch of kinds * choice numbers: the weights of each kind that occurs.
    """
    known = 0  # a bit for each kind
    for index in range(count):
        kind = wide(kinds[index])
        place = kind * shape.choice
        if not known >> kind & 1:
            known |= 1 << kind
            row = first + kind * (shape.hidden + 1) * shape.choice
            write_worths(weights, row, units, shape.hidden, worths, place, shape.choice)
        total = 0.0
        for feature in range(shape.choice):
            total += worths[np.uint64(place + feature)] * rows[index, feature]
        scores[index] = total


def scratch_of(shape: PolicyShape, most_choices: int = MAX_CHOICES) -> np.dtype[Any]:
    """Return the record in which a policy computes a decision of up to `most_choices` choices.

    It is one piece of memory in place of an array for each field, which are slow to create.
    """
    return struct(
        ("position", float64, (shape.position,)),
        ("units", float64, (shape.hidden,)),
        ("worths", float64, (shape.kinds * shape.choice,)),
        ("scores", float64, (most_choices,)),
        ("kinds", int64, (most_choices,)),
        ("rows", float64, (most_choices, shape.choice)),
    )


@inlined
def score_choices(
    view: State,
    table: Table,
    seat: int,
    weights: Weights,
    own: int,
    shape: PolicyShape,
    write_position: Callable[..., None],
    write_choices: Callable[..., bool],
    scratch: Any,
) -> bool:
    """Write the score of each choice that is offered; return whether the policy decides here.

    `scratch` is an array of one record of `scratch_of`, where the scores are written.  See `decide`
    for the other arguments.
    """
    # As arrays: numba would compile both again for fields of a record.
    position, rows, kinds = scratch[0].position[:], scratch[0].rows[:], scratch[0].kinds[:]
    write_position(view, table, seat, weights, position)
    is_made = write_choices(view, table, seat, weights, position, rows, kinds)
    if is_made:
        write_units(
            weights, own, scratch[0].position, shape.position, scratch[0].units, shape.hidden
        )
        write_scores(
            weights, own + scores_at(shape), shape, scratch[0].units, scratch[0].worths,
            scratch[0].rows, scratch[0].kinds, wide(view.num_choices), scratch[0].scores,
        )  # fmt: skip
    return is_made


@inlined
def decide(
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
) -> int:
    """Return the index of the choice with the highest score.

    `own` is the number of the bot's own weights, which come before those of the network; the
    functions are those of `PolicyInputs`; `scratch` is an array of one record of `scratch_of`.
    """
    if not score_choices(
        view, table, seat, weights, own, shape, write_position, write_choices, scratch
    ):
        return wide(fallback(view, table, seat, weights, stream))
    best = wide(0)
    # The array is named each time: numba frees it after its last use, whatever views there are.
    for index in range(1, wide(view.num_choices)):
        if scratch[0].scores[index] > scratch[0].scores[best]:
            best = wide(index)
    return best


@compiled
def expectation(
    weights: Weights, own: int, shape: PolicyShape, position: Weights, units: Weights
) -> float:
    """Return what the critic expects of a position: wins, and points times what one is worth.

    `units` is scratch of `shape.critic` numbers.
    """
    write_units(weights, own + critic_at(shape), position, shape.position, units, shape.critic)
    first = own + value_at(shape)
    total = weights[first]
    for unit in range(shape.critic):
        total += weights[first + 1 + unit] * units[unit]
    return total
