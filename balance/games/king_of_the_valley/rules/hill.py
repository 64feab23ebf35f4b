"""The hill (K2.2): recruiting from it (K5), and refilling the valley and the hill (K10)."""

from balance.compiling.jit import compiled, inlined
from balance.engine.agenda import chosen, due, offer, push
from balance.engine.layout import Player, State, Table, wide
from balance.games.king_of_the_valley.layout import (
    HILL_ROWS,
    NUM_SIDES,
    Decision,
    Extra,
    Kind,
    Phase,
    Side,
    Task,
)
from balance.games.king_of_the_valley.rules.bans import is_banned
from balance.games.king_of_the_valley.rules.castle import add_subject, note

RECRUIT_NOBODY = 0


@inlined
def is_subject(tile: int) -> bool:
    """Return whether a tile, a kind + 1 or 0, is a subject."""
    return 0 < tile <= Kind.JESTER + 1


@inlined
def may_have(player: Player, tile: int) -> bool:
    """Return whether a player may have a tile of the hill: a subject that no handicap forbids."""
    return is_subject(tile) and not is_banned(player, wide(tile) - 1)


@compiled
def offer_recruits(state: State, table: Table, seat: int) -> None:
    """Ask whom to recruit, if anybody: a subject whose row the player can pay (K5.2, K5.3)."""
    if state.recruits >= table.max_recruits_per_turn:
        return
    player = state.seats[seat]
    due(state, Decision.RECRUIT, seat)
    offer(state, RECRUIT_NOBODY)
    for side in range(NUM_SIDES):
        for row in range(state.heights[side]):
            kind = wide(state.hill[side, row]) - 1
            state.was_in_reach |= int(kind <= Kind.JESTER) << kind
            if may_have(player, state.hill[side, row]) and table.prices[row] <= player.gold:
                offer(state, 1 + side * HILL_ROWS + row)


@compiled
def recruit(state: State, table: Table, seat: int, index: int) -> None:
    """Pay and take the subject into the castle (K5.2, K5.4); tiles above slide down (K5.5)."""
    choice = chosen(state, index)
    if choice == RECRUIT_NOBODY:
        return
    side, row = (choice - 1) // HILL_ROWS, (choice - 1) % HILL_ROWS
    player = state.seats[seat]
    player.gold -= table.prices[row]
    note(state, seat, Extra.HILL_1 + row)
    kind = take_from_hill(state, side, row)
    player.bought[row] += table.kinds[kind].influence
    state.recruits += 1
    push(state, Task.RECRUIT, seat, 0, 0)
    if kind == Kind.JESTER:
        push(state, Task.JESTER, seat, 0, 0)
    else:
        add_subject(state, seat, kind)


@inlined
def take_from_hill(state: State, side: int, row: int) -> int:
    """Take a tile off the hill and return its kind; those above slide down (K2.2)."""
    kind = wide(state.hill[side, row]) - 1
    top = wide(state.heights[side]) - 1
    for above in range(row, top):
        state.hill[side, above] = state.hill[side, above + 1]
    state.hill[side, top] = 0
    state.heights[side] = top
    return kind


@compiled
def offer_sides(state: State, seat: int) -> None:
    """Ask which column fills the valley (K10.1): one with enough tiles, if any has (K10.3)."""
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
    """Return whether a column may be chosen: one with enough tiles, if any has (K10.3)."""
    enough = wide(state.num_emptied)
    if state.heights[Side.LEFT] < enough and state.heights[Side.RIGHT] < enough:
        enough = 1
    return state.heights[side] >= enough


@compiled
def refill(state: State, seat: int, index: int) -> None:
    """Fill the valley from the chosen column."""
    refill_from(state, seat, chosen(state, index))


@compiled
def refill_from(state: State, seat: int, side: int) -> None:
    """Fill the valley from a column, then the hill."""
    fill_valley(state, side)
    end_refill(state, seat)


@compiled
def fill_valley(state: State, side: int) -> None:
    """Fill empty spaces, the first one emptied first, from the foot of the column.

    If the column has too few tiles, the other one follows (K10.3); a space for which no tile is
    left stays empty, and is the first to be filled next.
    """
    filled = 0
    for _ in range(2):
        while filled < state.num_emptied and state.heights[side] > 0:
            space = wide(state.emptied[filled])
            kind = take_from_hill(state, side, 0)
            state.valley[space] = kind + 1
            state.entered |= 1 << kind
            filled += 1
        side = 1 - side
    left = wide(state.num_emptied) - filled
    for i in range(left):
        state.emptied[i] = state.emptied[filled + i]
    state.num_emptied = left


@compiled
def end_refill(state: State, seat: int) -> None:
    """Fill the hill; if there are too few tiles, trigger the end (K10.4, K11.1)."""
    fill_hill(state)
    full = state.heights[Side.LEFT] == HILL_ROWS and state.heights[Side.RIGHT] == HILL_ROWS
    if not full and state.triggered == 0:
        state.triggered = 1 + seat


@compiled
def fill_hill(state: State) -> None:
    """Fill the hill from the piles, the left column first (K10.4, A29)."""
    for side in range(NUM_SIDES):
        while state.heights[side] < HILL_ROWS and state.num_pile > 0:
            state.hill[side, state.heights[side]] = state.pile[state.drawn]
            state.heights[side] += 1
            state.pile[state.drawn] = 0
            state.drawn += 1
            state.num_pile -= 1
