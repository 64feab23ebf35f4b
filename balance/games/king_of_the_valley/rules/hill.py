"""The hill (K2.2): recruiting from it (K5) and filling it up (K10.4)."""

from balance.engine.agenda import chosen, due, offer, push
from balance.engine.jit import compiled, inlined
from balance.engine.layout import State, Table, wide
from balance.games.king_of_the_valley.layout import (
    HILL_ROWS,
    NUM_SIDES,
    Decision,
    Extra,
    Kind,
    Player,
    Task,
)
from balance.games.king_of_the_valley.rules.castle import add_subject, note

RECRUIT_NOBODY = 0


@inlined
def is_subject(tile: int) -> bool:
    """Tell whether what lies somewhere, a kind + 1 or 0, is a subject."""
    return 0 < tile <= Kind.JESTER + 1


@inlined
def may_have(player: Player, tile: int) -> bool:
    """Tell whether a player may have a tile of the hill: a subject that no handicap forbids."""
    return is_subject(tile) and player.banned >> (wide(tile) - 1) & 1 == 0


@compiled
def offer_recruits(state: State, table: Table, seat: int) -> None:
    """Ask whom to recruit, if anybody: a subject whose row can be paid (K5.2, K5.3)."""
    if state.recruits >= table.max_recruits_per_turn:
        return
    player = state.seats[seat]
    due(state, Decision.RECRUIT, seat)
    offer(state, RECRUIT_NOBODY)
    for side in range(NUM_SIDES):
        for row in range(state.heights[side]):
            if may_have(player, state.hill[side, row]) and table.prices[row] <= player.gold:
                offer(state, 1 + side * HILL_ROWS + row)


@compiled
def recruit(state: State, table: Table, seat: int, index: int) -> None:
    """Pay and take the subject into the castle (K5.2, K5.4); what lay above slides down (K5.5)."""
    choice = chosen(state, index)
    if choice == RECRUIT_NOBODY:
        return
    side, row = (choice - 1) // HILL_ROWS, (choice - 1) % HILL_ROWS
    player = state.seats[seat]
    player.gold -= table.prices[row]
    note(state, seat, Extra.HILL_1 + row)
    kind = take_from_hill(state, side, row)
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
def fill_hill(state: State) -> None:
    """Fill the hill from the piles, the left column first (K10.4, A29)."""
    for side in range(NUM_SIDES):
        while state.heights[side] < HILL_ROWS and state.num_pile > 0:
            state.hill[side, state.heights[side]] = state.pile[state.drawn]
            state.heights[side] += 1
            state.pile[state.drawn] = 0
            state.drawn += 1
            state.num_pile -= 1
