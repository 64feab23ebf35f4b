"""The policy: a network that `balance train` taught decides what to buy and gain.

It does not look ahead.  In all other decisions it plays as greedy does, by the usual rules of buy
lists.
"""

from pathlib import Path

import numpy as np

from balance.bots.policy import decide, scratch_of
from balance.compiling.jit import compiled
from balance.engine.layout import State, Stream, Table, Weights, wide
from balance.engine.services import PolicyInputs, names_of
from balance.games.dominion.bots import buy_list
from balance.games.dominion.bots.list_file import numbers_of, read_list
from balance.games.dominion.bots.policy_choices import Choice, Feature, is_made, write_choices
from balance.games.dominion.bots.policy_position import Position, write_position
from balance.games.dominion.layout import MAX_KINDS

GREEDY = numbers_of(read_list(Path(__file__).parents[1] / "lists" / "greedy.txt"))
NUM_OWN = len(GREEDY)  # weights, which come first
INPUTS = PolicyInputs(
    position=names_of(Position),
    choice=names_of(Feature),
    kinds=names_of(Choice),
    write_position=write_position,
    write_choices=write_choices,
    fallback=buy_list.choose,
    start={kind: {"greedy": 1.5, "loses": -3.0, "wins": 3.0} for kind in names_of(Choice)},
)
_SHAPE = INPUTS.shape
_SCRATCH = scratch_of(_SHAPE, 1 + MAX_KINDS)  # buys and gains: nothing, or a kind


@compiled
def choose(view: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Return the index of the choice with the highest score."""
    if not is_made(view):  # before the position is looked at
        return wide(buy_list.choose(view, table, seat, weights, stream))
    return decide(
        view, table, seat, weights, stream, NUM_OWN, _SHAPE, write_position, write_choices,
        buy_list.choose, np.empty(1, _SCRATCH),
    )  # fmt: skip
