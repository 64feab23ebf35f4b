"""What an experiment forbids a player; not in the rules of the game."""

from balance.compiling.jit import inlined
from balance.engine.layout import Player, wide


@inlined
def is_banned(player: Player, kind: int) -> bool:
    """Return whether the player may not take tiles of a kind."""
    return wide(player.banned) >> wide(kind) & 1 != 0
