"""What an experiment forbids a player; not in the rules of the game."""

import numpy as np

from balance.compiling.jit import inlined
from balance.engine.layout import Player, wide


@inlined
def is_banned(player: Player, kind: int) -> bool:
    """Return whether the player may not choose a card."""
    return wide(player.banned[kind >> 6] >> np.uint64(kind & 63) & np.uint64(1)) != 0
