"""Search with a policy: a tree of the best choices of a policy, in games that the policy plays on.

The candidates are the choices that the policy scores highest, its own one first.  In each iteration
a candidate is made, the decisions that follow are made in a tree, and where the tree ends the
policy plays for all seats to the end of the game.  Each iteration adds a decision to the tree.  At
a decision in the tree every seat has at first only the choice of its policy; the more often the
decision was met, the more choices it has (progressive widening), and takes the one that is best
for it so far or was seldom tried (upper confidence bounds).  So a few iterations try a choice as
the policy would go on, and many find a better way to go on.

The hidden cards are drawn anew in each iteration.  Two decisions are the same in the tree if the
same choices led to them and the same choices are offered, whatever was drawn.

References
----------
Tesauro and Galperin (1996), "On-line policy improvement using Monte-Carlo search".
Cowling, Powley and Whitehouse (2012), "Information set Monte Carlo tree search".
Coulom (2007), "Computing Elo ratings of move patterns in the game of Go": progressive widening.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.bots.policy import score_choices
from balance.bots.search import ITERATIONS, LONG, NUM_OWN, POINT, search_choices
from balance.compiling.jit import compiled, inlined
from balance.engine.agenda import NO_DECISION, advance
from balance.engine.layout import (
    MAX_SEATS,
    State,
    Stream,
    Table,
    Weights,
    float64,
    int64,
    struct,
    wide,
)
from balance.engine.record import lead
from balance.engine.services import PolicyShape

# The search's own weights beyond those that every search has; then those of the policy.
SPREAD, WIDTH, WIDENING, EXPLORING = range(NUM_OWN, NUM_OWN + 4)
FIRST_POLICY = EXPLORING + 1
_TAKEN = -1e300  # the score of a choice that is a candidate already
_FACTOR = 1000003  # of the hash of a decision
_DEEPEST = 64  # decisions of a game that are made in the tree at most

# A choice in the tree.  That of place 0 is none: it leads to the decision that is searched.
NODE = struct(
    ("first", int64),  # place of the first choice that was tried after it; 0 is none
    ("next", int64),  # place of another choice of the same decision; at place 0, how many there are
    ("key", int64),  # among the others after the same node
    ("visits", float64),
    ("total", float64),  # of the results for the seat that made it
)

Indices = NDArray[np.int64]


@inlined
def search_best_choices(
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
    scored: Any,
    determinise: Callable[..., None],
    evaluate_choice: Callable[..., float],
    states: Any,
    records: Any,
) -> tuple[int, int]:
    """Return the index of the best choice, and the number of iterations.

    The arguments up to `scored` are those of `candidates_of`; `determinise` and `states` are those
    of `search_choices`; `evaluate_choice` is the game's call of `play_on`, to which the two
    `records`, a tree and `scored` are handed on.
    """
    candidates = np.empty(view.num_choices, np.int64)
    size = candidates_of(
        view, table, seat, weights, stream, own, shape, write_position, write_choices, fallback,
        scored, candidates,
    )  # fmt: skip
    if size == 1 or weights[ITERATIONS] < size:
        return wide(candidates[0]), wide(0)
    # With room for the candidates, and for a decision and a choice that an iteration adds.
    tree = np.zeros(size + 2 * wide(weights[ITERATIONS]) + 1, NODE)
    return search_choices(
        view, table, seat, weights, stream, candidates, np.zeros(size), determinise,
        evaluate_choice, states, (records, tree, scored),
    )  # fmt: skip


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
    the search.  Where the policy leaves a decision to another bot, that bot's choice comes first,
    then others in their order.
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
        candidates[place] = best_left(scratch[0].scores, count)
    return size


@compiled
def best_left(scores: Weights, count: int) -> int:
    """Return the first of the choices with the highest score, and take it out of them."""
    best = wide(0)
    for index in range(1, count):
        if scores[index] > scores[best]:
            best = wide(index)
    scores[best] = _TAKEN
    return best


@compiled
def child_of(tree: Any, node: int, key: int) -> int:
    """Return the place of the child of `node` with this key; it is added if it is not there."""
    place = wide(tree[node].first)
    while place > 0:
        if tree[place].key == key:
            return place
        place = wide(tree[place].next)
    tree[0].next += 1
    place = wide(tree[0].next)
    tree[place].key, tree[place].next = key, tree[node].first
    tree[node].first = place
    return place


@compiled
def key_of(state: State) -> int:
    """Return a number for the decision: whose it is, which, and what is offered."""
    key = wide(state.decision) * MAX_SEATS + wide(state.due_seat)
    for index in range(state.num_choices):
        key = key * _FACTOR + wide(state.choices[index]) + 1
        key ^= key >> 29
    return key


@compiled
def choice_in_tree(
    tree: Any, decision: int, state: State, scores: Weights, weights: Weights
) -> tuple[int, int]:
    """Return the index of the choice to make at a decision in the tree, and its place there."""
    count = wide(state.num_choices)
    visits = tree[decision].visits
    size = min(count, 1 + wide(np.sqrt(visits / weights[WIDENING])), wide(weights[WIDTH]))
    best, place, most = wide(0), wide(0), -1e9
    for _ in range(size):
        index = best_left(scores, count)
        child = child_of(tree, decision, wide(state.choices[index]))
        if tree[child].visits == 0.0:
            return index, child
        worth = tree[child].total / tree[child].visits
        worth += weights[EXPLORING] * np.sqrt(np.log(visits) / tree[child].visits)
        if worth > most:
            best, place, most = index, child, worth
    return best, place


@inlined
def play_on(
    state: State,
    table: Table,
    seat: int,
    weights: Weights,
    stream: Stream,
    index: int,
    scratch: Any,
    own: int,
    shape: PolicyShape,
    write_position: Callable[..., None],
    write_choices: Callable[..., bool],
    policy: Callable[..., int],
    step: Callable[..., None],
    take: Callable[..., None],
    write_record: Callable[..., None],
) -> float:
    """Make the choice `index` and play on; return about what the seat may expect to win.

    The first seven arguments are those of `try_out` in `search_choices`; `scratch` has two records,
    the second blank, the tree, and a record of `balance.bots.policy.scratch_of`; `own` is the
    number of the policy's weights before its network.

    The result is not the win but how likely it is to win a similar game, from the lead at the end:
    it differs as much between choices, and is half as noisy.
    """
    records, tree, scored = scratch
    fast = weights[FIRST_POLICY:]
    path, length = np.empty((_DEEPEST, 2), np.int64), 1
    node = child_of(tree, 0, wide(state.choices[index]))
    path[0, 0], path[0, 1] = node, seat
    is_in_tree = weights[WIDENING] > 0.0 and tree[node].visits > 0.0
    take(state, table, index)
    advance(state, table, step)
    left = LONG
    while state.decision != NO_DECISION and left > 0:
        left -= 1
        decider = wide(state.due_seat)
        chosen = wide(0)
        if (
            is_in_tree
            and length < _DEEPEST - 1
            and state.num_choices > 1
            and score_choices(
                state, table, decider, fast, own, shape, write_position, write_choices, scored
            )
        ):
            decision = child_of(tree, node, key_of(state))
            path[length, 0], path[length, 1] = decision, decider
            chosen, node = choice_in_tree(tree, decision, state, scored[0].scores, weights)
            is_in_tree = tree[node].visits > 0.0
            path[length + 1, 0], path[length + 1, 1] = node, decider
            length += 2
        elif state.num_choices > 1:
            chosen = wide(policy(state, table, decider, fast, stream))
        take(state, table, chosen)
        advance(state, table, step)
    records[0] = records[1]
    write_record(state, table, records[0])
    for place in range(length):
        node = path[place, 0]
        tree[node].visits += 1.0
        tree[node].total += expected(table, records[0], path[place, 1], weights)
    return expected(table, records[0], seat, weights)


@inlined
def expected(table: Table, record: Any, seat: int, weights: Weights) -> float:
    """Return the chance to win a game that ends about so, and `POINT` for each point ahead."""
    ahead = lead(table, record, seat)
    return weights[POINT] * ahead + 1.0 / (1.0 + np.exp(-ahead / weights[SPREAD]))
