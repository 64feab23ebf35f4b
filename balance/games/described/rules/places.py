"""Places: zones, of which players may have one each; their cards are counts by kind."""

import numpy as np

from balance.compiling.jit import compiled, inlined
from balance.engine.layout import State, Table, wide
from balance.engine.rng import below
from balance.games.described.layout import MOST_ROUNDS, MOST_TAKEN, NOBODY, Owner
from balance.games.described.rules.counters import clear_counters
from balance.games.described.rules.piles import draw_end, lay, lift, show_top, shuffle


@inlined
def player(state: State, table: Table, seat: int, owner: int) -> int:
    """Return the seat that is meant by an `Owner` in lines for `seat`."""
    if owner == Owner.ACTIVE:
        return wide(state.active)
    if owner == Owner.NEXT:
        return (seat + 1) % wide(table.num_seats)
    if owner == Owner.PREVIOUS:
        return (seat + wide(table.num_seats) - 1) % wide(table.num_seats)
    if owner == Owner.LEADER:
        return wide(state.leader)
    return seat


@inlined
def place_of(table: Table, zone: int, seat: int) -> int:
    """Return the place of a zone: the seat's own if each player has one."""
    return wide(table.zones[zone].place) + seat * wide(table.zones[zone].per_player)


@inlined
def first_cell(table: Table, zone: int, seat: int) -> int:
    """Return the cell with the count of the zone's first kind."""
    of = table.zones[zone]
    return wide(of.cell) + seat * wide(of.per_player) * wide(of.num_kinds)


@inlined
def copies_at(state: State, table: Table, zone: int, seat: int, kind: int) -> int:
    """Return how many copies of a kind are there."""
    row = kind - wide(table.zones[zone].first_kind)
    if row < 0 or row >= table.zones[zone].num_kinds:
        return wide(0)
    return wide(state.cards[first_cell(table, zone, seat) + row])


@inlined
def next_kind(state: State, table: Table, zone: int, seat: int, kind: int) -> int:
    """Return the first kind from `kind` on of which there is a card, or -1."""
    first, cell = wide(table.zones[zone].first_kind), np.uint64(first_cell(table, zone, seat))
    row, last = np.uint64(max(kind - first, wide(0))), np.uint64(table.zones[zone].num_kinds)
    for each in range(row, last):  # unsigned, as numba then looks for no negative ones
        if state.cards[cell + each] > 0:
            return first + wide(each)
    return wide(-1)


@compiled
def put(state: State, table: Table, zone: int, seat: int, kind: int, count: int) -> None:
    """Add copies of a kind to a place; a negative number removes them, the topmost of a pile."""
    count_in(state, table, zone, seat, kind, count)
    if table.zones[zone].order > 0:
        for _ in range(count):
            lay(state, table, zone, seat, kind)
        for _ in range(-count):
            lift(state, table, zone, seat, kind)


@inlined
def count_in(state: State, table: Table, zone: int, seat: int, kind: int, count: int) -> None:
    """Count copies of a kind in a place, and in the places between which it goes unseen."""
    row = first_cell(table, zone, seat) - wide(table.zones[zone].first_kind)
    place = place_of(table, zone, seat)
    state.cards[row + kind] = wide(state.cards[row + kind]) + count
    state.sizes[place] += count
    common = wide(table.common[place])
    if common != NOBODY:
        state.cards[common + kind] = wide(state.cards[common + kind]) + count
    if state.cards[row + kind] == 0 and table.zones[zone].num_counters > 0:
        clear_counters(state, table, zone, seat, kind)


@compiled
def arrive(
    state: State, table: Table, zone: int, seat: int, kind: int, count: int, is_taken: bool
) -> None:
    """Add copies of a kind, which may count as taken by the seat."""
    put(state, table, zone, seat, kind, count)
    if is_taken or table.zones[zone].counted:
        taken, rounds = state.seats[seat].taken, state.seats[seat].rounds_taken
        taken[kind] = min(wide(taken[kind]) + count, wide(MOST_TAKEN))
        rounds[kind] = min(wide(rounds[kind]) + count * wide(state.rounds), wide(MOST_ROUNDS))


@inlined
def move(
    state: State, table: Table, source: int, giver: int, target: int, taker: int, kind: int,
    count: int, is_taken: bool,
) -> None:  # fmt: skip
    """Move copies of a kind to another place, where they may count as taken by its owner."""
    put(state, table, source, giver, kind, -count)
    arrive(state, table, target, taker, kind, count, is_taken)
    remember(state, table, source, giver, target, taker, kind, count)


@inlined
def remember(
    state: State, table: Table, source: int, giver: int, target: int, taker: int, kind: int,
    count: int,
) -> None:  # fmt: skip
    """Let players remember the card that they saw go to the top of a hidden pile."""
    if table.zones[target].knowers > 0 and count == 1:
        show_top(state, table, target, taker, kind, place_of(table, source, giver))


@compiled
def move_up_to(
    state: State, table: Table, source: int, giver: int, target: int, taker: int, kind: int,
    count: int,
) -> None:  # fmt: skip
    """Move copies of a kind to another place, or as many as there are."""
    moved = min(count, copies_at(state, table, source, giver, kind))
    if moved > 0:
        move(state, table, source, giver, target, taker, kind, moved, False)


@compiled
def move_all(state: State, table: Table, source: int, giver: int, target: int, taker: int) -> None:
    """Move all cards of a place to another one."""
    if place_of(table, source, giver) == place_of(table, target, taker):
        return
    kind = next_kind(state, table, source, giver, wide(0))
    while kind >= 0:
        count = copies_at(state, table, source, giver, kind)
        move(state, table, source, giver, target, taker, kind, count, False)
        kind = next_kind(state, table, source, giver, kind + 1)


@compiled
def move_each(state: State, table: Table, source: int, giver: int, target: int, taker: int) -> None:
    """Move all cards of a place onto a pile, one after the other as they are drawn."""
    place = place_of(table, source, giver)
    if place != place_of(table, target, taker):
        draw_cards(state, table, source, giver, target, taker, wide(state.sizes[place]))


@compiled
def draw_card(state: State, table: Table, zone: int, seat: int) -> int:
    """Remove a random card, of a pile the top one, and return its kind.

    It is -1 if there is none, in `refill` either, which is shuffled when it comes to a pile.
    """
    place = place_of(table, zone, seat)
    if state.sizes[place] == 0:
        refill = wide(table.zones[zone].refill)
        if refill != NOBODY:
            move_all(state, table, refill, seat, zone, seat)
            if table.zones[zone].order > 0:
                shuffle(state, table, zone, seat, first_cell(table, zone, seat))
        if state.sizes[place] == 0:
            return wide(-1)
    if table.zones[zone].order > 0:
        kind = draw_end(state, table, zone, seat, wide(state.sizes[place]))
        count_in(state, table, zone, seat, kind, wide(-1))
        return kind
    stream = wide(table.zones[zone].stream) + seat * wide(table.zones[zone].per_player)
    left = wide(below(state.streams[stream], wide(state.sizes[place])))
    kind = next_kind(state, table, zone, seat, wide(0))
    while True:
        left -= copies_at(state, table, zone, seat, kind)
        if left < 0:
            put(state, table, zone, seat, kind, wide(-1))
            return kind
        kind = next_kind(state, table, zone, seat, kind + 1)


@compiled
def draw_cards(
    state: State, table: Table, source: int, giver: int, target: int, taker: int, count: int
) -> None:
    """Move random cards to another place, of a pile the top ones, or as many as there are."""
    for _ in range(count):
        kind = draw_card(state, table, source, giver)
        if kind < 0:
            return
        arrive(state, table, target, taker, kind, wide(1), False)
        remember(state, table, source, giver, target, taker, kind, wide(1))


@inlined
def copies_in_play(state: State, table: Table, kind: int) -> int:
    """Return how many copies of a card the game has: none if it was not drawn into it."""
    is_out = state.left_out[kind >> 6] >> np.uint64(kind & 63) & np.uint64(1)
    return wide(0) if wide(is_out) else wide(table.copies[kind])


@compiled
def empty_piles(state: State, table: Table, zone: int, seat: int) -> int:
    """Return of how many kinds with which the zone started there is no copy left."""
    of = table.zones[zone]
    empty = 0
    for kind in range(of.first_start, of.first_start + of.num_start):
        if (
            copies_in_play(state, table, kind) > 0
            and copies_at(state, table, zone, seat, wide(kind)) == 0
        ):
            empty += 1
    return wide(empty)
