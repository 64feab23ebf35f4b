"""Greedy: makes the choice after which its position is worth most.

After an option that asks for a card at once, the best card is taken into account.  Hidden cards are
dealt anew before, the same for all choices.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.bots.planner import go_on
from balance.engine.jit import compiled
from balance.engine.layout import State, Stream, Table, Weights, wide
from balance.games.described.bots.value import MOST_FEATURES, is_over, value
from balance.games.described.layout import STATE, Decision
from balance.games.described.rules.dispatch import step, take
from balance.games.described.services.determinise import determinise

_NOTHING = -1e18  # less than the value of any position


@compiled
def choose(view: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Return the index of the choice after which the position is worth most."""
    states = np.empty(3, STATE)
    facts = np.empty(2 * MOST_FEATURES)
    states[0] = view
    determinise(states[0], table, seat, stream)
    return best_choice(states, table, seat, weights, facts)


@compiled
def best_choice(
    states: NDArray[Any], table: Table, seat: int, weights: Weights, facts: NDArray[np.float64]
) -> int:
    """Return the best choice in ``states[0]``; the other two states are scratch."""
    answer, best = wide(0), _NOTHING
    first = states[0]
    looks_on = first.decision == Decision.OPTION
    for index in range(first.num_choices):
        states[1] = states[0]
        after = states[1]
        take(after, table, wide(index))
        go_on(after, table, seat, step, is_over)
        worth = _NOTHING
        if looks_on and after.decision == Decision.CARD and after.due_seat == seat:
            for card in range(after.num_choices):
                states[2] = states[1]
                then = states[2]
                take(then, table, wide(card))
                go_on(then, table, seat, step, is_over)
                worth = max(worth, value(then, table, seat, weights, facts))
        else:
            worth = value(after, table, seat, weights, facts)
        if worth > best:
            answer, best = wide(index), worth
    return answer
