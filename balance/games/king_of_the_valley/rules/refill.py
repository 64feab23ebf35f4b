"""Phase 4 (K10): the valley is filled from one hill column, the hill from the piles."""

from balance.engine.agenda import chosen, due, offer
from balance.engine.jit import compiled
from balance.engine.layout import State, wide
from balance.games.king_of_the_valley.layout import HILL_ROWS, Decision, Phase, Side
from balance.games.king_of_the_valley.rules.hill import fill_hill, take_from_hill


@compiled
def offer_sides(state: State, seat: int) -> None:
    """Ask which column fills the valley (K10.1): one that suffices, if one does (K10.3)."""
    state.phase = Phase.REFILL
    if state.num_emptied == 0:  # K10.5
        end_refill(state, seat)
        return
    if not may_fill(state, wide(Side.LEFT)):
        refill_from(state, seat, wide(Side.RIGHT))
    elif not may_fill(state, wide(Side.RIGHT)):
        refill_from(state, seat, wide(Side.LEFT))
    else:
        due(state, Decision.REFILL, seat)
        offer(state, Side.LEFT)
        offer(state, Side.RIGHT)


@compiled
def may_fill(state: State, side: int) -> bool:
    """Tell whether a column may be chosen: one that suffices, if any does (K10.3)."""
    enough = wide(state.num_emptied)
    if state.heights[Side.LEFT] < enough and state.heights[Side.RIGHT] < enough:
        enough = 1
    return state.heights[side] >= enough


@compiled
def refill(state: State, seat: int, index: int) -> None:
    """Fill the valley from the column chosen."""
    refill_from(state, seat, chosen(state, index))


@compiled
def refill_from(state: State, seat: int, side: int) -> None:
    """Fill the valley from a column, then the hill."""
    fill_valley(state, side)
    end_refill(state, seat)


@compiled
def fill_valley(state: State, side: int) -> None:
    """Fill the empty spaces in the order in which they became empty, foot of the column first.

    Where the column does not suffice the other one goes on (K10.3); a space for which no tile is
    left stays empty, and will be the first to be filled.
    """
    filled = 0
    for _ in range(2):
        while filled < state.num_emptied and state.heights[side] > 0:
            space = wide(state.emptied[filled])
            state.valley[space] = take_from_hill(state, side, 0) + 1
            filled += 1
        side = 1 - side
    left = wide(state.num_emptied) - filled
    for i in range(left):
        state.emptied[i] = state.emptied[filled + i]
    state.num_emptied = left


@compiled
def end_refill(state: State, seat: int) -> None:
    """Fill the hill; where that cannot be done the end has come (K10.4, K11.1)."""
    fill_hill(state)
    full = state.heights[Side.LEFT] == HILL_ROWS and state.heights[Side.RIGHT] == HILL_ROWS
    if not full and state.triggered == 0:
        state.triggered = 1 + seat
