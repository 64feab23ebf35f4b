"""The value of a position: a weighted sum of features.

The features are the lead in points if the game ended now, with cards on their way to where they
count; then by how much the player has more than the others on average: of each number, of cards in
each zone, and of each card in each group of zones in which cards come round again; and in the
middle of the player's turn, shared numbers, such as a pot.  Each has a weight for the beginning of
a game and one for its end; what is between is mixed.
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from balance.compiling.jit import compiled
from balance.engine.layout import State, Table, Weights, wide
from balance.games.described.language.tree import Description
from balance.games.described.layout import (
    Decision,
    Task,
)  # fmt: skip
from balance.games.described.rules.values import amount
from balance.games.described.table.prospects import feature_names

_POINT = 1.0  # the weight of a point, before anything is learnt
_ANYTHING = 0.05  # that of a number, likewise: it may be of use
_LENGTH = 15.0  # rounds after which only the weights for the end count


def usual_weights(description: Description) -> Mapping[str, float]:
    """Return the weights before anything is learnt, by name: points count, and numbers a little."""
    names = feature_names(description)
    weights = {f"{stage}_{name}": 0.0 for stage in ("early", "late") for name in names}
    weights["early_score"] = weights["late_score"] = _POINT
    for name in description.each_player:
        weights[f"early_{name}"] = _ANYTHING
    return {**weights, "rounds": _LENGTH}


@compiled
def write_holdings(
    state: State, table: Table, seat: int, share: float, row: NDArray[np.float64]
) -> None:
    """Add what a seat has, times a share, to the features but the first."""
    first = 1
    for number in range(table.num_numbers):
        row[first + number] += share * state.seats[seat].numbers[number]
    first += table.num_numbers + table.num_shared
    cards = state.cards
    for zone in range(table.num_zones):
        of = table.zones[zone]
        if of.per_player:
            row[first + zone] += share * state.sizes[of.place + seat]
            cell = np.uint64(of.cell + seat * of.num_kinds)  # unsigned: see `rules.values`
            kind = np.uint64(of.feature + of.first_kind)
            for card in range(np.uint64(of.num_kinds)):
                row[kind + card] += share * cards[cell + card]


@compiled
def score_of(state: State, table: Table, seat: int) -> int:
    """Return a seat's score if the game ended now, with cards on their way to where they count."""
    total = wide(0)
    for part in range(table.num_parts):
        total += amount(state, table, seat, wide(0), wide(table.prospects[part]))
    return total


@compiled
def write_features(
    state: State, table: Table, seat: int, weights: Weights, row: NDArray[np.float64]
) -> None:
    """Write what the weights are multiplied with: the features early, then the features late."""
    size, seats = wide(table.num_features), wide(table.num_seats)
    row[: 2 * size] = 0.0
    write_holdings(state, table, seat, 1.0, row)
    best = -1 << 40
    for other in range(seats):
        if other != seat:
            write_holdings(state, table, wide(other), -1.0 / (seats - 1), row)
            best = max(best, score_of(state, table, wide(other)))
    row[0] = score_of(state, table, seat) - (best if seats > 1 else 0)
    if state.decision != Decision.NONE and state.active == seat:
        first = 1 + table.num_numbers
        for number in range(table.num_shared):
            row[first + number] = state.shared[number]
    late = min(1.0, state.rounds / weights[2 * size])
    for feature in range(np.uint64(size)):
        row[np.uint64(size) + feature] = late * row[feature]
        row[feature] *= 1.0 - late


@compiled
def value(
    state: State, table: Table, seat: int, weights: Weights, facts: NDArray[np.float64]
) -> float:
    """Return the value of a position for a seat; `facts` is scratch."""
    write_features(state, table, seat, weights, facts)
    total = 0.0
    for place in range(2 * wide(table.num_features)):
        if weights[place] != 0.0:  # additions wait for each other, and most weights are 0 at first
            total += weights[place] * facts[place]
    return total


@compiled
def is_over(state: State, table: Table, seat: int) -> bool:
    """Return whether the seat's turn is over, its part in another's turn, or its round."""
    if state.decision != Decision.NONE:
        return state.active != seat and state.due_seat != seat
    if state.num_tasks == 0:
        return True
    what = state.agenda[state.num_tasks - 1].what
    return what == Task.TURN or what == Task.ROUND
