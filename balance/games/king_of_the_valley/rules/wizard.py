"""The wizard (K8.11 - K8.13): a subject of the castle for one on the hill."""

from balance.compiling.jit import compiled
from balance.engine.agenda import chosen, due, offer, push
from balance.engine.layout import State, wide
from balance.games.king_of_the_valley.layout import (
    HILL_ROWS,
    HILL_SPACES,
    NUM_SIDES,
    NUM_SLOTS,
    Decision,
    Kind,
    Task,
)
from balance.games.king_of_the_valley.rules.castle import add_subject, has_face_up, take_away
from balance.games.king_of_the_valley.rules.hill import may_have


@compiled
def can_swap(state: State, seat: int) -> bool:
    """Return whether a wizard works: with a subject to give (K8.11) and one to take (A17)."""
    player = state.seats[seat]
    if not has_face_up(player):
        return False
    for side in range(NUM_SIDES):
        for row in range(state.heights[side]):
            if may_have(player, state.hill[side, row]):
                return True
    return False


@compiled
def offer_swaps(state: State, seat: int) -> None:
    """Ask which tiles to swap; a swap cannot be declined (K8.12, K8.13)."""
    due(state, Decision.SWAP, seat)
    player = state.seats[seat]
    for slot in range(NUM_SLOTS):
        if player.up[slot] > 0:
            for side in range(NUM_SIDES):
                for row in range(state.heights[side]):
                    if may_have(player, state.hill[side, row]):
                        offer(state, slot * HILL_SPACES + side * HILL_ROWS + row)


@compiled
def swap(state: State, seat: int, index: int) -> None:
    """Swap the chosen tiles (K8.12)."""
    choice = chosen(state, index)
    if exchange(state, seat, choice // HILL_SPACES, choice % HILL_SPACES) == Kind.JESTER:
        push(state, Task.JESTER, seat, 0, 0)


@compiled
def exchange(state: State, seat: int, slot: int, place: int) -> int:
    """Swap a tile of a slot for one on the hill (K8.12); return the kind taken.

    A jester that is taken has no column yet.
    """
    side, row = place // HILL_ROWS, place % HILL_ROWS
    kind = wide(state.hill[side, row]) - 1
    take_away(state.seats[seat], slot)
    state.hill[side, row] = 1 + min(slot, wide(Kind.JESTER))  # a jester is just a jester again
    if kind != Kind.JESTER:
        add_subject(state, seat, kind)
    return kind
