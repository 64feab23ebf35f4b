"""Castles (K7): the tiles in the columns of each player, face-up or not."""

import numpy as np

from balance.compiling.jit import compiled, inlined
from balance.engine.layout import Player, State, wide
from balance.games.king_of_the_valley.layout import (
    FIRST_COLLECTOR,
    FIRST_JESTER,
    FIRST_ORDER,
    NUM_ORDERS,
    NUM_SLOTS,
    OWN_SLOTS,
    Column,
    Extra,
    Kind,
    Phase,
)

_OWN_SLOTS = np.array(OWN_SLOTS)


@inlined
def is_knight(slot: int) -> bool:
    """Return whether a kind or slot is a knight of some order."""
    return FIRST_ORDER <= slot < FIRST_ORDER + NUM_ORDERS


@inlined
def own_slot(column: int) -> int:
    """Return the slot of a column's own subjects; for knights the first of four."""
    return wide(_OWN_SLOTS[column])


@inlined
def count_face_up(player: Player, column: int) -> int:
    """Return the face-up tiles of a group (K2.5), jesters included (K7.5)."""
    count = wide(player.up[FIRST_JESTER + column]) + wide(player.up[own_slot(column)])
    if column == Column.KNIGHT:
        for order in range(1, NUM_ORDERS):
            count += wide(player.up[FIRST_ORDER + order])
    return count


@inlined
def has_face_up(player: Player) -> bool:
    """Return whether any subject in the castle is face-up."""
    tiles = 0
    for slot in range(NUM_SLOTS):
        tiles += wide(player.up[slot])
    return tiles > 0


@inlined
def note(state: State, seat: int, piece: int) -> None:
    """Note for the record that a seat took a piece (a tile or a deed) in this round."""
    player = state.seats[seat]
    player.taken[piece] += 1
    player.rounds_taken[piece] += state.rounds


@inlined
def piece_of(kind: int) -> int:
    """Return the row of a kind of tile in records, in which deeds (`Extra`) lie between."""
    return kind if kind < Kind.COLLECTOR else kind - Kind.COLLECTOR + FIRST_COLLECTOR


@inlined
def lay_face_up(player: Player, kind: int) -> None:
    """Lay a subject but a jester face-up into its column; among knights it is the youngest."""
    player.up[kind] += 1
    if is_knight(kind):
        player.knights[player.num_knights] = kind - FIRST_ORDER
        player.num_knights += 1


@inlined
def add_subject(state: State, seat: int, kind: int) -> None:
    """Put a subject but a jester face-up into its column (K7.1)."""
    player = state.seats[seat]
    lay_face_up(player, kind)
    note(state, seat, kind)
    if is_knight(kind):
        knights = wide(player.up[kind]) + wide(player.down[kind])
        size = Extra.ORDER_3 - 3 + knights
        if 3 <= knights <= 5 and player.taken[size] == 0:  # it may lose a knight and take another
            note(state, seat, size)


@compiled
def put_jester(state: State, seat: int, column: int) -> None:
    """Put a jester face-up into a column, where it stays (K7.3)."""
    state.seats[seat].up[FIRST_JESTER + column] += 1
    if state.phase == Phase.SETUP:  # a gift, which nobody took
        return
    note(state, seat, Kind.JESTER)
    note(state, seat, Extra.JESTER_QUEEN + column)


@inlined
def take_away(player: Player, slot: int) -> None:
    """Remove a face-up tile of a slot; of an order's knights the oldest."""
    player.up[slot] -= 1
    if is_knight(slot):
        last = wide(player.num_knights) - 1
        place = 0
        while player.knights[place] != slot - FIRST_ORDER:
            place += 1
        for i in range(place, last):
            player.knights[i] = player.knights[i + 1]
        player.num_knights = last


@inlined
def turn_down(player: Player, slot: int, count: int) -> None:
    """Turn face-up tiles face-down, for the rest of the game (K2.6)."""
    for _ in range(count):
        take_away(player, slot)
    player.down[slot] += count


@inlined
def all_in(player: Player, slot: int) -> int:
    """Return the tiles in a slot, face-up or not."""
    return wide(player.up[slot]) + wide(player.down[slot])
