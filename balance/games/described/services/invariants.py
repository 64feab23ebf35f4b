"""What holds at every decision of a described game, for `balance soak`: no card is lost."""

from enum import IntEnum

from balance.compiling.jit import compiled
from balance.engine.layout import State, Table, wide
from balance.games.described.layout import MOST_TAKEN, NOBODY
from balance.games.described.rules.counters import counter_on
from balance.games.described.rules.piles import copies_in_pile
from balance.games.described.rules.places import first_cell
from balance.games.described.services.determinise import cell_of, is_first


class Broken(IntEnum):
    """The invariants, by number."""

    NOTHING = 0
    CARDS = 1  # a card was lost or added
    SIZES = 2  # a zone has other cards than are counted there
    COMMON = 3  # zones that share hidden cards have others than everybody can know
    NUMBERS = 4  # a number is below its least or above its most
    DICE = 5  # a die shows what is on none of its sides
    TAKEN = 6  # a card counts as taken in a round that has not begun
    COUNTERS = 8  # something lies on a card that is not there
    ORDER = 7  # a pile has other cards than its zone


@compiled
def check(dealt: State, state: State, table: Table) -> int:
    """Return the invariant that does not hold; `dealt` is the state after the set-up."""
    if not cards_are_conserved(dealt, state, table):
        return Broken.CARDS
    for place in range(table.num_places):
        if not place_is_counted(state, table, place):
            return Broken.SIZES
        if not counters_are_on_cards(state, table, place):
            return Broken.COUNTERS
        if table.zones[table.zone_of[place]].order > 0 and not pile_is_whole(state, table, place):
            return Broken.ORDER
        if table.common[place] != NOBODY and not group_is_counted(state, table, place):
            return Broken.COMMON
    if not numbers_are_within(state, table):
        return Broken.NUMBERS
    for die in range(state.num_dice):
        if not 1 <= state.dice[die] <= state.sides:
            return Broken.DICE
    for seat in range(table.num_seats):
        for kind in range(table.num_kinds):
            taken = wide(state.seats[seat].taken[kind])
            rounds = wide(state.seats[seat].rounds_taken[kind])
            # Neither goes beyond its highest number, where they can no more be compared.
            is_counted = taken < MOST_TAKEN
            if taken < 0 or (is_counted and rounds > taken * wide(state.rounds)):
                return Broken.TAKEN
    return Broken.NOTHING


@compiled
def cards_are_conserved(dealt: State, state: State, table: Table) -> bool:
    """Return whether all zones together have as many copies of each card as after the set-up."""
    for kind in range(table.num_kinds):
        more = wide(0)
        for zone in range(table.num_zones):
            of = table.zones[zone]
            if not of.first_kind <= kind < of.first_kind + of.num_kinds:
                continue
            for seat in range(table.num_seats if of.per_player else 1):
                cell = first_cell(table, wide(zone), wide(seat)) + kind - wide(of.first_kind)
                more += wide(state.cards[cell]) - wide(dealt.cards[cell])
        if more != 0:
            return False
    return True


@compiled
def place_is_counted(state: State, table: Table, place: int) -> bool:
    """Return whether a place has as many cards as are counted there."""
    cell, cards = cell_of(table, place), wide(0)
    for row in range(table.zones[table.zone_of[place]].num_kinds):
        cards += wide(state.cards[cell + row])
    return cards == state.sizes[place]


@compiled
def counters_are_on_cards(state: State, table: Table, place: int) -> bool:
    """Return whether something lies only on cards that are there."""
    number = wide(table.zone_of[place])
    of, cell = table.zones[number], cell_of(table, place)
    for row in range(of.num_kinds if of.num_counters > 0 else 0):
        for counter in range(of.num_counters if state.cards[cell + row] == 0 else 0):
            kind, owner = wide(of.first_kind) + row, place - wide(of.place)
            if counter_on(state, table, number, owner, wide(counter), kind) > 0:
                return False
    return True


@compiled
def pile_is_whole(state: State, table: Table, place: int) -> bool:
    """Return whether the pile of a place has the cards that are counted there."""
    number = wide(table.zone_of[place])
    zone, cell = table.zones[number], cell_of(table, place)
    owner = place - wide(zone.place)
    for row in range(zone.num_kinds):
        kind = wide(zone.first_kind) + row
        if copies_in_pile(state, table, number, owner, kind) != state.cards[cell + row]:
            return False
    return True


@compiled
def group_is_counted(state: State, table: Table, place: int) -> bool:
    """Return whether the places with a common count have these cards together."""
    common = wide(table.common[place])
    if not is_first(table, place):
        return True
    for kind in range(table.num_kinds):
        cards, is_there = wide(0), False
        for other in range(place, table.num_places):
            of = table.zones[table.zone_of[other]]
            if table.common[other] != common:
                continue
            if of.first_kind <= kind < of.first_kind + of.num_kinds:
                cards += wide(state.cards[cell_of(table, other) + kind - wide(of.first_kind)])
                is_there = True
        if is_there and cards != state.cards[common + kind]:
            return False
    return True


@compiled
def numbers_are_within(state: State, table: Table) -> bool:
    """Return whether no number is below its least or above its most."""
    for number in range(table.num_numbers):
        of = table.numbers[number]
        for seat in range(table.num_seats):
            if not of.least <= state.seats[seat].numbers[number] <= of.most:
                return False
    for number in range(table.num_shared):
        of = table.shared[number]
        if not of.least <= state.shared[number] <= of.most:
            return False
    return True
