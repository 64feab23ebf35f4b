"""The policy: a network that `balance train` taught scores each choice; it does not look ahead.

It makes the decisions that matter most: actions, payments, options of effects, and which Duke to
keep. Greedy makes the others, such as changing dice.
"""

import numpy as np

from balance.bots.policy import decide, scratch_of
from balance.compiling.jit import compiled
from balance.engine.layout import State, Stream, Table, Weights
from balance.engine.services import PolicyInputs, names_of
from balance.games.valeria.bots import greedy
from balance.games.valeria.bots.policy_choices import Choice, Feature, write_choices
from balance.games.valeria.bots.policy_position import Position, write_position

NUM_OWN = 20  # weights of greedy, which come first
INPUTS = PolicyInputs(
    position=names_of(Position),
    choice=names_of(Feature),
    kinds=names_of(Choice),
    write_position=write_position,
    write_choices=write_choices,
    fallback=greedy.choose,
    start={kind: {"worth": 3.0, "next": 0.5} for kind in names_of(Choice)},
)
_SHAPE = INPUTS.shape
SCRATCH = scratch_of(_SHAPE)


@compiled
def choose(view: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Return the index of the choice with the highest score."""
    return decide(
        view, table, seat, weights, stream, NUM_OWN, _SHAPE, write_position, write_choices,
        greedy.choose, np.empty(1, SCRATCH),
    )  # fmt: skip
