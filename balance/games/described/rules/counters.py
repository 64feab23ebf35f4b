"""What lies on cards in a zone, such as damage: numbers that a card loses when it leaves.

Copies of a card in one place have them together.
"""

from balance.compiling.jit import compiled, inlined
from balance.engine.layout import State, Table, wide
from balance.games.described.layout import MOST_COUNTED


@inlined
def counter_cell(table: Table, zone: int, seat: int, counter: int, kind: int) -> int:
    """Return the cell of a counter on a kind of card that can be in the zone."""
    of = table.zones[zone]
    place = seat * wide(of.per_player) * wide(of.num_counters) + counter
    return wide(of.counters) + place * wide(of.num_kinds) + kind - wide(of.first_kind)


@compiled
def counter_on(state: State, table: Table, zone: int, seat: int, counter: int, kind: int) -> int:
    """Return what lies on a card in a place, 0 if it is not there."""
    row = kind - wide(table.zones[zone].first_kind)
    if row < 0 or row >= table.zones[zone].num_kinds:
        return wide(0)
    return wide(state.cards[counter_cell(table, zone, seat, counter, kind)])


@compiled
def put_on(
    state: State, table: Table, zone: int, seat: int, counter: int, kind: int, more: int
) -> None:
    """Put more on a card that is there, or take some away."""
    cell = counter_cell(table, zone, seat, counter, kind)
    state.cards[cell] = min(max(wide(state.cards[cell]) + more, wide(0)), wide(MOST_COUNTED))


@compiled
def clear_counters(state: State, table: Table, zone: int, seat: int, kind: int) -> None:
    """Take away all that lay on a card that has left."""
    for counter in range(table.zones[zone].num_counters):
        state.cards[counter_cell(table, zone, seat, wide(counter), kind)] = 0
