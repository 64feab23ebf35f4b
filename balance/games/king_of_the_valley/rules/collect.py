"""Making the move of Phase 2 (K6): monks, tiles taken, and their effects (K7, K8)."""

from balance.compiling.jit import compiled, inlined
from balance.engine.agenda import chosen, due, offer, push
from balance.engine.layout import State, Table, wide
from balance.games.king_of_the_valley.layout import (
    COLLECTOR_BITS,
    END_BIT,
    MASK,
    MONKS_BIT,
    NUM_COLUMNS,
    SPACE,
    SPACE_BITS,
    Decision,
    Extra,
    Kind,
    Task,
)
from balance.games.king_of_the_valley.rules.castle import add_subject, note, piece_of, put_jester
from balance.games.king_of_the_valley.rules.moves import stride


@compiled
def collect(state: State, table: Table, seat: int, index: int) -> None:
    """Move the king (K6.1) by way of monks (K8.6) and take the tile or tiles (K6.3)."""
    move = chosen(state, index)
    player = state.seats[seat]
    monks = move >> MONKS_BIT
    while monks:
        player.king = (monks & SPACE) - 1
        visit_monk(state, table, seat, wide(player.king))
        monks >>= SPACE_BITS
    end, mask = move >> END_BIT & SPACE, move & MASK
    if mask == 0:
        player.king = end
        set_off(state, seat, take_tile(state, seat, end), 0, 0)
        return
    space = wide(player.king)
    step = stride(space, end)
    player.king = end
    first = second = third = 0
    while mask:
        space += step
        if mask & 1:
            third = second
            second = first
            first = take_tile(state, seat, space) + 1
        mask >>= 1
    note(state, seat, Extra.THREE_TILES if third else Extra.TWO_TILES)
    if third:
        set_off(state, seat, third - 1, second, first)
    else:
        set_off(state, seat, second - 1, first, 0)


@inlined
def visit_monk(state: State, table: Table, seat: int, space: int) -> None:
    """Take the gold on the monk, pay for the visit (K8.6, A14), and remove the monk."""
    take_tile(state, seat, space)
    state.seats[seat].gold -= table.monk_cost
    state.coins[space] = table.monk_cost


@compiled
def take_tile(state: State, seat: int, space: int) -> int:
    """Take the tile and the gold on it (K6.11); return its kind.  Subjects go into the castle."""
    kind = wide(state.valley[space]) - 1
    state.valley[space] = 0
    state.emptied[state.num_emptied] = space
    state.num_emptied += 1
    state.seats[seat].gold += state.coins[space]
    state.coins[space] = 0
    if kind < Kind.JESTER:
        add_subject(state, seat, kind)
    elif kind > Kind.JESTER:
        state.discarded[kind] += 1  # K6.10
        note(state, seat, piece_of(kind))
    return kind


@inlined
def set_off(state: State, seat: int, kind: int, second: int, third: int) -> None:
    """Trigger the effects of tiles of one type: a kind, and kind + 1 (or 0) of two others."""
    if kind >= Kind.JESTER:
        set_off_special(state, seat, kind, second, third)


@compiled
def set_off_special(state: State, seat: int, kind: int, second: int, third: int) -> None:
    """Trigger jesters going to columns (K7.4), wizards swapping (K8.13), collectors (K8.5)."""
    if kind >= Kind.COLLECTOR:
        first = kind + 1 - Kind.COLLECTOR
        if second:
            first |= second - Kind.COLLECTOR << COLLECTOR_BITS
        if third:
            first |= third - Kind.COLLECTOR << 2 * COLLECTOR_BITS
        push(state, Task.TAX, seat, first, 0)
        return
    task = wide(Task.JESTER if kind == Kind.JESTER else Task.SWAP)
    push(state, task, seat, 0, 0)
    if second:
        push(state, task, seat, 0, 0)
    if third:
        push(state, task, seat, 0, 0)


@compiled
def offer_columns(state: State, seat: int) -> None:
    """Ask for the column of a jester (K7.3)."""
    due(state, Decision.JESTER, seat)
    for column in range(NUM_COLUMNS):
        offer(state, column)


@compiled
def choose_column(state: State, seat: int, index: int) -> None:
    """Put the jester into the chosen column."""
    put_jester(state, seat, chosen(state, index))
