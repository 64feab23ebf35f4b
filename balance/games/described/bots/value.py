"""The value of a position: a weighted sum of features.

The features are the lead in points if the game ended now, with cards on their way to where they
count; then by how much the player has more than the others on average, or where all win together
what all have, of the score too: of each number, of cards in
each zone, of each card in each group of zones in which cards come round again, and of what lies on
cards; and in the
middle of the player's turn, shared numbers, such as a pot.  Each has a weight for the beginning of
a game and one for its end; what is between is mixed.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from balance.compiling.jit import compiled, inlined
from balance.engine.layout import State, Table, Weights, wide
from balance.games.described.language.secret_dice import is_of_language
from balance.games.described.language.tree import Description
from balance.games.described.layout import MAX_ZONES, Decision, Task
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
        weights[f"early_{name}"] = 0.0 if is_of_language(name) else _ANYTHING
    return {**weights, "rounds": _LENGTH}


ALL_ZONES = np.ones(MAX_ZONES, np.bool_)


class Facts(NamedTuple):
    """What the value of a position is worked out in, and from which weights.

    Attributes
    ----------
    row : float64 array
        The features.
    places : int64 array, shape (weights that are not 0,)
        The places of these weights.
    zones : bool array, shape (MAX_ZONES,)
        Of which zones some feature has such a weight.
    """

    row: NDArray[np.float64]
    places: NDArray[np.int64]
    zones: NDArray[np.bool_]


@compiled
def facts_for(table: Table, weights: Weights) -> Facts:
    """Return the facts for weights, of which most are 0 before anything is learnt."""
    size, zones = wide(table.num_features), np.zeros(MAX_ZONES, np.bool_)
    first = wide(1) + table.num_numbers + table.num_shared
    for zone in range(table.num_zones):
        of = table.zones[zone]
        cards = wide(of.feature) + of.first_kind
        for late in range(2):
            zones[zone] |= weights[late * size + first + zone] != 0.0
            for card in range(of.num_kinds if of.per_player else 0):
                zones[zone] |= weights[late * size + cards + card] != 0.0
    return Facts(np.empty(size), np.flatnonzero(weights[: 2 * size]), zones)


@compiled
def write_holdings(
    state: State, table: Table, seat: int, share: float, row: NDArray[np.float64],
    zones: NDArray[np.bool_],
) -> None:  # fmt: skip
    """Add what a seat has, times a share, to the features but the first: cards of some zones."""
    first = 1
    for number in range(table.num_numbers):
        row[first + number] += share * state.seats[seat].numbers[number]
    first += table.num_numbers + table.num_shared
    cards = state.cards
    for zone in range(table.num_zones):
        of = table.zones[zone]
        if of.per_player and zones[zone]:
            row[first + zone] += share * state.sizes[of.place + seat]
            cell = np.uint64(of.cell + seat * of.num_kinds)  # unsigned: see `rules.values`
            kind = np.uint64(of.feature + of.first_kind)
            for card in range(np.uint64(of.num_kinds)):
                row[kind + card] += share * cards[cell + card]


@compiled
def write_counters(
    state: State, table: Table, seat: int, share: float, row: NDArray[np.float64]
) -> None:
    """Add what lies on a seat's cards, times a share, to the features."""
    for zone in range(table.num_zones):
        of = table.zones[zone]
        for counter in range(of.num_counters if of.per_player else 0):
            first = of.counters + (seat * of.num_counters + counter) * of.num_kinds
            for card in range(of.num_kinds):
                row[of.counter_feature + counter] += share * state.cards[first + card]


@compiled
def score_of(state: State, table: Table, seat: int) -> int:
    """Return a seat's score if the game ended now, with cards on their way to where they count."""
    total = wide(0)
    for part in range(table.num_parts):
        total += amount(state, table, seat, wide(0), wide(table.prospects[part]))
    return total


@compiled
def write_position(
    state: State, table: Table, seat: int, row: NDArray[np.float64], zones: NDArray[np.bool_]
) -> None:
    """Write the features of a position, but for cards of other zones than some."""
    seats = wide(table.num_seats)
    row[: table.num_features] = 0.0
    best = -1 << 40
    write_holdings(state, table, seat, 1.0, row, zones)
    together = wide(0)
    for other in range(seats):
        if other != seat:
            share = 1.0 if table.is_common else -1.0 / (seats - 1)
            write_holdings(state, table, wide(other), share, row, zones)
            score = score_of(state, table, wide(other))
            best, together = max(best, score), together + score
    if table.has_counters:
        for other in range(seats):
            share = 1.0 if other == seat or table.is_common else -1.0 / (seats - 1)
            write_counters(state, table, wide(other), share, row)
    if table.is_common:
        best = -together
    row[0] = score_of(state, table, seat) - (best if seats > 1 else 0)
    if state.decision != Decision.NONE and state.active == seat:
        first = 1 + table.num_numbers
        for number in range(table.num_shared):
            row[first + number] = state.shared[number]


@inlined
def lateness(state: State, table: Table, weights: Weights) -> float:
    """Return how far a game has come, 0 to 1."""
    return min(1.0, state.rounds / weights[2 * wide(table.num_features)])


@compiled
def write_features(
    state: State, table: Table, seat: int, weights: Weights, row: NDArray[np.float64]
) -> None:
    """Write what the weights are multiplied with: the features early, then the features late."""
    size, late = wide(table.num_features), lateness(state, table, weights)
    write_position(state, table, seat, row, ALL_ZONES)
    for feature in range(size):
        row[size + feature] = late * row[feature]
        row[feature] *= 1.0 - late


@compiled
def value(state: State, table: Table, seat: int, weights: Weights, facts: Facts) -> float:
    """Return the value of a position for a seat; see `facts_for`."""
    size, late = wide(table.num_features), lateness(state, table, weights)
    write_position(state, table, seat, facts.row, facts.zones)
    total = 0.0
    for place in facts.places:
        if place < size:
            total += weights[place] * (facts.row[place] * (1.0 - late))
        else:
            total += weights[place] * (late * facts.row[place - size])
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
