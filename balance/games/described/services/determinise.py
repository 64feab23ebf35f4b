"""Dealing anew what a seat cannot see, for bots that search.

Cards that move unseen stay among places whose common content everybody can know; what a seat does
not see of it is dealt to these places at random.  What a seat has seen before, such as a hand that
it passed on, is not remembered, but for what it saw put on top of a pile.
"""

import numpy as np

from balance.compiling.jit import compiled, inlined
from balance.engine.layout import State, Stream, Table, wide
from balance.engine.rng import below, draw, reseed
from balance.games.described.layout import MAX_KINDS, MOST_KNOWN, NOBODY
from balance.games.described.rules.piles import (
    draw_between,
    known_of,
    lay,
    shuffle,
    take_between,
)
from balance.games.described.rules.places import first_cell


@compiled
def determinise(state: State, table: Table, seat: int, stream: Stream) -> None:
    """Deal hidden cards anew, and open the streams of all later chance from another key."""
    left = np.empty(MAX_KINDS, np.int64)
    for first in range(table.num_places):
        common = wide(table.common[first])
        if common != NOBODY and is_first(table, first):
            deal_group(state, table, seat, stream, first, left)
    for other in range(table.num_seats if table.secret_dice != NOBODY else 0):
        if other != seat:
            roll_unseen(state, table, other, stream)
    reseed(state, draw(stream))


@compiled
def roll_unseen(state: State, table: Table, other: int, stream: Stream) -> None:
    """Roll the dice of another player that the seat does not see."""
    first, numbers = wide(table.secret_dice), state.seats[other].numbers
    for each in range(numbers[first]):
        numbers[first + 2 + each] = 1 + below(stream, wide(numbers[first + 1]))


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
    for kind in range(low, high):
        left[kind] = state.cards[common + kind]
    for place in range(first, table.num_places):
        if table.common[place] == common and table.seen_by[place] == seat:
            zone, cell = table.zones[table.zone_of[place]], cell_of(table, place)
            for row in range(zone.num_kinds):
                left[zone.first_kind + row] -= wide(state.cards[cell + row])
    for place in range(first, table.num_places):
        if table.common[place] == common and table.seen_by[place] != seat:
            keep_known(state, table, seat, place, left)
    # The fewer cards can be in a place, the sooner it is dealt.
    kinds = fewest_kinds(table, first, seat, wide(0))
    while kinds <= MAX_KINDS:
        for place in range(first, table.num_places):
            if (
                table.common[place] == common
                and table.seen_by[place] != seat
                and table.zones[table.zone_of[place]].num_kinds == kinds
            ):
                deal_place(state, table, seat, stream, place, left)
        kinds = fewest_kinds(table, first, seat, kinds)


@compiled
def fewest_kinds(table: Table, first: int, seat: int, more_than: int) -> int:
    """Return the fewest kinds, above a number, that can be in an unseen place of a group."""
    fewest = wide(MAX_KINDS + 1)
    for place in range(first, table.num_places):
        if table.common[place] == table.common[first] and table.seen_by[place] != seat:
            kinds = wide(table.zones[table.zone_of[place]].num_kinds)
            if kinds > more_than:
                fewest = min(fewest, kinds)
    return fewest


@inlined
def cell_of(table: Table, place: int) -> int:
    """Return the cell with the count of the first kind in a place."""
    zone = table.zone_of[place]
    return first_cell(table, wide(zone), place - wide(table.zones[zone].place))


@compiled
def keep_known(state: State, table: Table, seat: int, place: int, left: np.ndarray) -> None:
    """Leave in a place only what a seat knows to be on top there."""
    zone, cell = table.zones[table.zone_of[place]], cell_of(table, place)
    for row in range(zone.num_kinds):
        state.cards[cell + row] = 0
    for depth in range(MOST_KNOWN if zone.knowers > 0 else 0):
        kind = known_at(state, table, place, seat, depth)
        if kind >= 0:
            left[kind] -= 1
            state.cards[cell + kind - wide(zone.first_kind)] += 1


@inlined
def known_at(state: State, table: Table, place: int, seat: int, depth: int) -> int:
    """Return the kind of card that a seat knows to lie so deep in a pile, or -1."""
    zone = wide(table.zone_of[place])
    known = known_of(table, zone, place - wide(table.zones[zone].place), seat)
    return wide(state.cards[known + depth]) - 1


@compiled
def deal_place(
    state: State, table: Table, seat: int, stream: Stream, place: int, left: np.ndarray
) -> None:
    """Deal random cards to a place, up to as many as are there.

    If all that can be there are dealt, which is possible where places can have one sheet in common
    and others besides, it has fewer.
    """
    zone, cell = table.zones[table.zone_of[place]], cell_of(table, place)
    first, known, total = wide(zone.first_kind), wide(0), wide(0)
    for row in range(zone.num_kinds):
        known += wide(state.cards[cell + row])
        total += wide(left[first + row])
    state.sizes[place] = min(wide(state.sizes[place]), known + total)
    for _ in range(state.sizes[place] - known):
        drawn = wide(below(stream, total))
        kind = first
        while drawn >= left[kind]:
            drawn -= left[kind]
            kind += 1
        left[kind] -= 1
        total -= 1
        state.cards[cell + kind - first] = wide(state.cards[cell + kind - first]) + 1
    if zone.knowers > 0:
        deal_pile(state, table, seat, stream, place)


@compiled
def deal_pile(state: State, table: Table, seat: int, stream: Stream, place: int) -> None:
    """Shuffle the cards of a pile, and put on top what the seat knows to be there."""
    zone, size = wide(table.zone_of[place]), wide(state.sizes[place])
    owner, deepest = place - wide(table.zones[zone].place), wide(0)
    known = np.empty(MOST_KNOWN, np.int64)
    for depth in range(MOST_KNOWN):
        known[depth] = known_at(state, table, place, seat, depth)
        if known[depth] >= 0:
            deepest = depth + 1
    shuffle(state, table, zone, owner, cell_of(table, place))
    for depth in range(deepest):
        if known[depth] >= 0:
            take_between(state, table, zone, owner, wide(known[depth]))
            size -= 1
    for depth in range(deepest - 1, -1, -1):
        kind = wide(known[depth])
        if kind < 0:
            kind = draw_between(state, table, zone, owner, size, stream)
            size -= 1
        lay(state, table, zone, owner, kind)
    for depth in range(MOST_KNOWN):
        state.cards[known_of(table, zone, owner, seat) + depth] = known[depth] + 1
