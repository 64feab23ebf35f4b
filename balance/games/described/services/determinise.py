"""Dealing anew what a seat cannot see, for bots that search.

Cards that move unseen stay among places whose common content everybody can know; what a seat does
not see of it is dealt to these places at random.  What a seat has seen before, such as a hand that
it passed on, is not remembered.
"""

import numpy as np

from balance.compiling.jit import compiled, inlined
from balance.engine.layout import State, Stream, Table, wide
from balance.engine.rng import below, draw, reseed
from balance.games.described.layout import MAX_KINDS, NOBODY
from balance.games.described.rules.places import first_cell


@compiled
def determinise(state: State, table: Table, seat: int, stream: Stream) -> None:
    """Deal hidden cards anew, and open the streams of all later chance from another key."""
    left = np.empty(MAX_KINDS, np.int64)
    for first in range(table.num_places):
        common = wide(table.common[first])
        if common != NOBODY and is_first(table, first):
            deal_group(state, table, seat, stream, first, left)
    reseed(state, draw(stream))


@compiled
def is_first(table: Table, place: int) -> bool:
    """Return whether no place before this one has the same common count."""
    first = place
    for other in range(place, -1, -1):
        if table.common[other] == table.common[place]:
            first = other
    return first == place


@compiled
def deal_group(
    state: State, table: Table, seat: int, stream: Stream, first: int, left: np.ndarray
) -> None:
    """Deal the hidden cards of the places that have a common count with place `first`."""
    common = wide(table.common[first])
    low, high = wide(MAX_KINDS), wide(0)
    for place in range(first, table.num_places):
        if table.common[place] == common:
            zone = table.zones[table.zone_of[place]]
            low = min(low, wide(zone.first_kind))
            high = max(high, wide(zone.first_kind + zone.num_kinds))
    total = wide(0)
    for kind in range(low, high):
        left[kind] = state.cards[common + kind]
        total += left[kind]
    for place in range(first, table.num_places):
        if table.common[place] == common and table.seen_by[place] == seat:
            zone, cell = table.zones[table.zone_of[place]], cell_of(table, place)
            for row in range(zone.num_kinds):
                left[zone.first_kind + row] -= wide(state.cards[cell + row])
                total -= wide(state.cards[cell + row])
    for place in range(first, table.num_places):
        if table.common[place] == common and table.seen_by[place] != seat:
            total = deal_place(state, table, stream, place, left, total)


@inlined
def cell_of(table: Table, place: int) -> int:
    """Return the cell with the count of the first kind in a place."""
    zone = table.zone_of[place]
    return first_cell(table, wide(zone), place - wide(table.zones[zone].place))


@compiled
def deal_place(
    state: State, table: Table, stream: Stream, place: int, left: np.ndarray, total: int
) -> int:
    """Deal random cards to a place, as many as are there; return how many are left."""
    zone, cell = table.zones[table.zone_of[place]], cell_of(table, place)
    first = wide(zone.first_kind)
    for row in range(zone.num_kinds):
        state.cards[cell + row] = 0
    for _ in range(state.sizes[place]):
        drawn = wide(below(stream, total))
        kind = first
        while drawn >= left[kind]:
            drawn -= left[kind]
            kind += 1
        left[kind] -= 1
        total -= 1
        state.cards[cell + kind - first] = wide(state.cards[cell + kind - first]) + 1
    return total
