"""What an experiment forbids a player; not in the rules of the game."""

from balance.compiling.jit import inlined
from balance.engine.layout import Player, wide


@inlined
def is_banned(player: Player, card: int) -> int:
    """Return 1 if the player may not take a card, else 0."""
    return wide(player.banned[card >> 5]) >> (card & 31) & 1
