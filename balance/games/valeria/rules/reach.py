"""Which cards of the grid lay where a player could choose them: for records, never for rules.

A card is in reach once a player chooses an action while it lies face up on top (V6.2).
"""

import numpy as np

from balance.compiling.jit import compiled, inlined
from balance.engine.layout import State, wide
from balance.games.valeria.layout import NO_CARD


@inlined
def come_up(state: State, stack: int) -> None:
    """Note that nobody has chosen an action yet while this card lies on the stack."""
    state.unseen |= 1 << stack


@inlined
def is_in_reach(state: State, stack: int) -> bool:
    """Return whether a player chose an action while what lies on the stack lay there."""
    return state.unseen >> stack & 1 == 0


@compiled
def leave(state: State, stack: int, card: int) -> None:
    """Note that a card that nobody took lies on the stack no longer."""
    if card != NO_CARD and is_in_reach(state, stack):
        state.was_in_reach[card >> 6] |= np.uint64(1) << np.uint64(card & 63)


@inlined
def was_in_reach(state: State, card: int) -> bool:
    """Return whether a card that nobody took lay in reach, and does not lie there any more."""
    return wide(state.was_in_reach[card >> 6] >> np.uint64(card & 63) & np.uint64(1)) != 0
