"""A bot that makes any of the offered choices, all equally likely: the game without skill."""

from balance.compiling.jit import compiled
from balance.engine.layout import State, Stream, Table, Weights
from balance.engine.rng import below


@compiled
def choose(view: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Return the index of a random choice."""
    return below(stream, view.num_choices)
