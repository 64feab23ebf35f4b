"""The policy: a network that `balance train` taught scores each choice; it does not look ahead.

It makes the decisions that matter most: moves, recruits, which groups are taxed, columns of
jesters, swaps, and which column of the hill fills the valley.  Greedy makes the others, such as
where the king starts.
"""

import numpy as np

from balance.bots.policy import decide, scratch_of
from balance.compiling.jit import compiled
from balance.engine.layout import State, Stream, Table, Weights
from balance.engine.services import PolicyInputs, names_of
from balance.games.king_of_the_valley.bots import greedy
from balance.games.king_of_the_valley.bots.policy_choices import Choice, Feature, write_choices
from balance.games.king_of_the_valley.bots.policy_position import Position, write_position
from balance.games.king_of_the_valley.layout import MAX_MOVES

NUM_OWN = 5  # weights of greedy, which come first
INPUTS = PolicyInputs(
    position=names_of(Position),
    choice=names_of(Feature),
    kinds=names_of(Choice),
    write_position=write_position,
    write_choices=write_choices,
    fallback=greedy.choose,
    start={
        **{kind: {"influence": 2.0, "gold": 1.0} for kind in ("move", "recruit", "swap")},
        "side": {"influence": -2.0},
    },
)
_SHAPE = INPUTS.shape
SCRATCH = scratch_of(_SHAPE, MAX_MOVES)


@compiled
def choose(view: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Return the index of the choice with the highest score."""
    return decide(
        view, table, seat, weights, stream, NUM_OWN, _SHAPE, write_position, write_choices,
        greedy.choose, np.empty(1, SCRATCH),
    )  # fmt: skip
