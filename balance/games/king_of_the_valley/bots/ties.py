"""Taking the best of several choices, and of equally good ones any (BF1)."""

from balance.engine.jit import inlined
from balance.engine.layout import Stream
from balance.engine.rng import below


@inlined
def prefers(worth: float, most: float, ties: int, stream: Stream) -> tuple[bool, int]:
    """Tell whether a choice takes the place of the best so far, and how many are as good as it.

    `ties` is how many choices were as good as `most`: 0 where that is a bar that none has passed.
    """
    if worth > most:
        return True, 1
    if worth == most and ties > 0:
        return below(stream, ties + 1) == 0, ties + 1
    return False, ties
