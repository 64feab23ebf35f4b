"""Takes any of the offered choices, each as likely: what a game is without thinking."""

from balance.engine.jit import compiled
from balance.engine.layout import State, Stream, Table, Weights
from balance.engine.rng import below


@compiled
def choose(view: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Return the index of any choice."""
    return below(stream, view.num_choices)
