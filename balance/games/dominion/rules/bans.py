"""What an experiment forbids a player; not in the rules of the game."""

from balance.compiling.jit import inlined
from balance.engine.layout import Player, wide
from balance.games.dominion.rules.piles import bit


@inlined
def is_banned(player: Player, kind: int) -> bool:
    """Return whether the player may neither buy nor gain cards of a kind by choice."""
    return wide(player.banned) & bit(kind) != 0
