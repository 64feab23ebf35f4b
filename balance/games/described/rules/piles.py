"""Piles: the order of the cards in zones that keep it.

Cards that were shuffled have no order until they are drawn: they lie in the middle, as counts by
kind.  Above and below lie those that were put there since.  The cells of a pile are: how many lie
above, how many below, the counts of those between; for each seat that may remember it, what the
top `MOST_KNOWN` cards are; and the cards above and below, from the top, each as its kind and 1.
What counts a card in its zone is `rules.places`.
"""

from balance.compiling.jit import compiled, inlined
from balance.engine.layout import State, Stream, Table, wide
from balance.engine.rng import below
from balance.games.described.layout import MOST_KNOWN, NOBODY, Ends

_ABOVE, _BELOW, _BETWEEN = 0, 1, 2


@inlined
def pile_of(table: Table, zone: int, seat: int) -> int:
    """Return the first cell of the pile of a zone with an order."""
    of = table.zones[zone]
    return wide(of.order) + seat * wide(of.per_player) * wide(of.order_size)


@inlined
def known_of(table: Table, zone: int, seat: int, knower: int) -> int:
    """Return the first cell with what a seat knows of a pile."""
    between = wide(table.zones[zone].num_kinds)
    return pile_of(table, zone, seat) + _BETWEEN + between + knower * MOST_KNOWN


@inlined
def listed_of(table: Table, zone: int, seat: int) -> int:
    """Return the first cell with the cards above and below."""
    return known_of(table, zone, seat, wide(table.zones[zone].knowers))


@inlined
def insert(state: State, first: int, length: int, place: int, card: int) -> None:
    """Insert a card into a list of cells; what no longer fits drops out."""
    for cell in range(first + length - 1, first + place, -1):
        state.cards[cell] = state.cards[cell - 1]
    if place < length:
        state.cards[first + place] = card


@inlined
def remove(state: State, first: int, length: int, place: int) -> None:
    """Remove a card from a list of cells."""
    for cell in range(first + place, first + length - 1):
        state.cards[cell] = state.cards[cell + 1]
    if place < length:
        state.cards[first + length - 1] = 0


@compiled
def lay(state: State, table: Table, zone: int, seat: int, kind: int) -> None:
    """Put a card on a pile, or under it if the line says so; nobody has seen it."""
    pile, first = pile_of(table, zone, seat), listed_of(table, zone, seat)
    listed = wide(state.cards[pile + _ABOVE]) + wide(state.cards[pile + _BELOW])
    if state.ends & Ends.TO_BOTTOM:
        state.cards[first + listed] = kind + 1
        state.cards[pile + _BELOW] += 1
        return
    insert(state, first, listed + 1, wide(0), kind + 1)
    state.cards[pile + _ABOVE] += 1
    for knower in range(table.zones[zone].knowers):
        insert(state, known_of(table, zone, seat, knower), wide(MOST_KNOWN), wide(0), wide(0))


@compiled
def show_top(state: State, table: Table, zone: int, seat: int, kind: int, source: int) -> None:
    """Let those who see the place from which a card was laid on a pile remember it."""
    if state.ends & Ends.TO_BOTTOM:
        return
    for knower in range(table.zones[zone].knowers):
        if table.common[source] == NOBODY or table.seen_by[source] == knower:
            state.cards[known_of(table, zone, seat, knower)] = kind + 1


@inlined
def take_between(state: State, table: Table, zone: int, seat: int, kind: int) -> None:
    """Remove a card of a kind from the shuffled ones of a pile."""
    row = kind - wide(table.zones[zone].first_kind)
    state.cards[pile_of(table, zone, seat) + _BETWEEN + row] -= 1


@compiled
def lift(state: State, table: Table, zone: int, seat: int, kind: int) -> None:
    """Remove the topmost copy of a kind from a pile; nobody knows any more what is on top."""
    pile, first = pile_of(table, zone, seat), listed_of(table, zone, seat)
    above, under = wide(state.cards[pile + _ABOVE]), wide(state.cards[pile + _BELOW])
    between = pile + _BETWEEN + kind - wide(table.zones[zone].first_kind)
    place = wide(0)
    while place < above and state.cards[first + place] != kind + 1:
        place += 1
    if place == above and state.cards[between] > 0:
        state.cards[between] -= 1
    else:
        while state.cards[first + place] != kind + 1:
            place += 1
        remove(state, first, above + under, place)
        state.cards[pile + (_ABOVE if place < above else _BELOW)] -= 1
    for cell in range(known_of(table, zone, seat, wide(0)), first):
        state.cards[cell] = 0


@compiled
def draw_end(state: State, table: Table, zone: int, seat: int, size: int) -> int:
    """Remove the top card of a pile of some cards, or the bottom one, and return its kind."""
    pile, first = pile_of(table, zone, seat), listed_of(table, zone, seat)
    above, under = wide(state.cards[pile + _ABOVE]), wide(state.cards[pile + _BELOW])
    is_bottom = state.ends & Ends.FROM_BOTTOM != 0
    if size > above + under and (under if is_bottom else above) == 0:
        stream = state.streams[table.zones[zone].stream + seat * table.zones[zone].per_player]
        return draw_between(state, table, zone, seat, size - above - under, stream)
    place = above + under - 1 if is_bottom else wide(0)
    kind = wide(state.cards[first + place]) - 1
    remove(state, first, above + under, place)
    state.cards[pile + (_ABOVE if place < above else _BELOW)] -= 1
    for knower in range(table.zones[zone].knowers):
        known = known_of(table, zone, seat, knower)
        remove(state, known, wide(MOST_KNOWN), min(place, wide(MOST_KNOWN)))
    return kind


@compiled
def draw_between(
    state: State, table: Table, zone: int, seat: int, count: int, stream: Stream
) -> int:
    """Remove one of so many shuffled cards of a pile, and return its kind."""
    left, between = wide(below(stream, wide(count))), pile_of(table, zone, seat) + _BETWEEN
    row = wide(0)
    while left >= state.cards[between + row]:
        left -= wide(state.cards[between + row])
        row += 1
    state.cards[between + row] -= 1
    return wide(table.zones[zone].first_kind) + row


@compiled
def look(
    state: State, table: Table, zone: int, seat: int, size: int, count: int, viewers: int
) -> None:
    """Let players, as bits, see so many top cards of a pile of some cards."""
    pile, first = pile_of(table, zone, seat), listed_of(table, zone, seat)
    above, under = wide(state.cards[pile + _ABOVE]), wide(state.cards[pile + _BELOW])
    count = min(count, wide(MOST_KNOWN))
    while above < count and above + under < size:  # what was shuffled gets its place
        stream = state.streams[table.zones[zone].stream + seat * table.zones[zone].per_player]
        kind = draw_between(state, table, zone, seat, size - above - under, stream)
        insert(state, first, above + under + 1, above, kind + 1)
        above += 1
    if above + under == size:
        above, under = size, wide(0)
    state.cards[pile + _ABOVE], state.cards[pile + _BELOW] = above, under
    for knower in range(table.zones[zone].knowers):
        if viewers >> knower & 1:
            known = known_of(table, zone, seat, knower)
            for depth in range(min(count, above)):
                state.cards[known + depth] = state.cards[first + depth]


@compiled
def shuffle(state: State, table: Table, zone: int, seat: int, cell: int) -> None:
    """Take the order from the cards of a pile; `cell` has the count of its first kind."""
    pile, of = pile_of(table, zone, seat), table.zones[zone]
    for place in range(of.order_size):
        state.cards[pile + place] = 0
    for row in range(of.num_kinds):
        state.cards[pile + _BETWEEN + row] = state.cards[cell + row]


@compiled
def top_of(state: State, table: Table, zone: int, seat: int) -> int:
    """Return the kind of the top card of a pile that is never shuffled, or -1."""
    return wide(state.cards[listed_of(table, zone, seat)]) - 1


@compiled
def is_near_top(state: State, table: Table, zone: int, seat: int, kind: int, count: int) -> bool:
    """Return whether a kind is among so many top cards of a pile that is never shuffled."""
    pile, first = pile_of(table, zone, seat), listed_of(table, zone, seat)
    listed = wide(state.cards[pile + _ABOVE]) + wide(state.cards[pile + _BELOW])
    for place in range(min(count, listed)):  # noqa: SIM110, numba knows no `any`
        if state.cards[first + place] == kind + 1:
            return True
    return False


@compiled
def copies_in_pile(state: State, table: Table, zone: int, seat: int, kind: int) -> int:
    """Return how many copies of a kind a pile has, shuffled or not."""
    pile, first = pile_of(table, zone, seat), listed_of(table, zone, seat)
    copies = wide(state.cards[pile + _BETWEEN + kind - wide(table.zones[zone].first_kind)])
    for place in range(wide(state.cards[pile + _ABOVE]) + wide(state.cards[pile + _BELOW])):
        copies += state.cards[first + place] == kind + 1
    return copies
