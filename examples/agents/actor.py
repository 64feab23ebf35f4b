"""A trained bot for Valeria with two players: a small network scores each choice that is offered.

Its network is in `actor_network.py`, which `ppo.py` writes.  Then try the bot with
``balance duel examples/agents/actor.py:choose random``.
"""

import numpy as np
from actor_network import CHOICES, HIDDEN, KEYS  # type: ignore[import-not-found]
from position import FEATURES, key_of, look  # type: ignore[import-not-found]

from balance.engine.layout import State, Stream, Table, Weights

UNITS = HIDDEN.shape[1]


def choose(view: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Return the index of the choice with the highest score, among those that it has met."""
    features, units = np.empty(FEATURES), np.zeros(UNITS)
    look(view, seat, features)
    for unit in range(UNITS):
        for place in range(FEATURES):
            units[unit] += features[place] * HIDDEN[place, unit]
        units[unit] = np.tanh(units[unit])
    best, most = 0, -np.inf
    for index in range(view.num_choices):
        key = key_of(view.decision, view.choices[index])
        row = np.searchsorted(KEYS, key)
        if row == len(KEYS) or KEYS[row] != key:
            continue
        score = 0.0
        for unit in range(UNITS):
            score += units[unit] * CHOICES[row, unit]
        if score > most:
            best, most = index, score
    return best
