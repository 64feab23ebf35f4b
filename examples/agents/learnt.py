"""A trained bot for Pig: it rolls again if a sum of weighted features is above 0.

Try it with ``balance duel examples/agents/learnt.py:choose hold_at --game examples/pig``.  Its
weights, in `learnt.toml`, were learnt by `train.py` beside it, from wins and losses alone.
"""

import numpy as np

from balance.engine.layout import NOBODY, State, Stream, Table, Weights

NAMES = ("always", "pot", "mine", "theirs", "pot_and_mine", "pot_and_theirs", "enough")
HOLD, AGAIN = 0, 1  # the choices of Pig, in order
TURN = 20.0  # a usual pot: weights of features of one size are learnt equally fast


def choose(view: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Roll again if the weighted features are above 0."""
    features = np.empty(len(NAMES))
    look(view, table, seat, features)
    return AGAIN if urge(features, weights) > 0.0 else HOLD


def look(view: State, table: Table, seat: int, features: Weights) -> None:
    """Write the features of a decision, each about 0 to 1, in the order of `NAMES`."""
    best = NOBODY
    for other in range(table.num_seats):
        if other != seat:
            best = max(best, view.seats[other].points)
    pot = view.pot / TURN
    mine = view.seats[seat].points / table.target
    theirs = best / table.target
    features[0] = 1.0
    features[1] = pot
    features[2] = mine
    features[3] = theirs
    features[4] = pot * mine
    features[5] = pot * theirs
    features[6] = 1.0 if view.seats[seat].points + view.pot >= table.target else 0.0  # a win


def urge(features: Weights, weights: Weights) -> float:
    """Return the weighted sum of the features: above 0 for rolling again."""
    total = 0.0
    for i in range(len(features)):
        total += weights[i] * features[i]
    return total
