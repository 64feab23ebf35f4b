"""Which Action a buy list plays (S3.1-S3.3), which it doubles (S3.5), and its Treasures (S3.4).

The list's own lines under ``play`` come first.  A card with lines there is played only if one of
them applies; all others are played in the usual order.
"""

from balance.compiling.jit import compiled
from balance.engine.layout import State, Table, Weights, wide
from balance.games.dominion.bots.buying import best_gain
from balance.games.dominion.bots.conditions import (
    NO_CARD,
    NOT_FOUND,
    Slot,
    first_entry,
    index_of,
    is_named,
    offered,
)
from balance.games.dominion.bots.discarding import first_discarded
from balance.games.dominion.bots.orders import (
    CHAPEL_LATE,
    COUNCIL_ROOM_EARLY,
    ENVOY_EARLY,
    LIBRARY_EARLY,
    MENAGERIE_FIRST,
    NOT_PLAYED,
    PLAY_PLACES,
    SMITHY_EARLY,
    TOURNAMENT_LATE,
    like,
)
from balance.games.dominion.bots.trashing import count_chapel, count_trashed, remodelled
from balance.games.dominion.layout import ALL, COPPER, NOTHING, PROVINCE, Card, Type

_CHAPEL_EARLY = 3  # cards it would trash
_REMADE = 2


@compiled
def act(view: State, table: Table, seat: int, weights: Weights) -> int:
    """Return the index of the Action to play (S3.1), or of none."""
    entry = first_entry(view, table, seat, weights, wide(Slot.PLAY), offered(view))
    if entry != NOT_FOUND:
        return index_of(view, wide(weights[entry]))
    return first_in_order(view, table, seat, weights, True)


@compiled
def first_in_order(view: State, table: Table, seat: int, weights: Weights, is_play: bool) -> int:
    """Return the index of the offered Action that comes first in the usual order.

    To play one (`is_play`), the choice may be none; to double one, cards that S3.5 leaves out do
    not count, and -1 is returned if there is no other.
    """
    best, least = wide(0) if is_play else wide(-1), wide(NOT_PLAYED)
    for index in range(wide(view.num_choices)):
        kind = wide(view.choices[index])
        if kind < 0 or (weights[Slot.PLAY] > weights[Slot.BUY] and has_lines(weights, kind)):
            continue
        box = like(table, kind)
        if not is_play and is_never_doubled(box):
            continue
        place = place_of(view, table, seat, weights, kind, box)
        if place < least:
            best, least = index, place
    return best


@compiled
def is_never_doubled(box: int) -> bool:
    """Return whether a Throne Room doubles a card only if there is no other (S3.5)."""
    return box == Card.throne_room or box == Card.chapel or box == Card.remake


@compiled
def has_lines(weights: Weights, kind: int) -> bool:
    """Return whether the list has its own lines on when to play a card."""
    return is_named(weights, wide(Slot.PLAY), kind)


@compiled
def place_of(view: State, table: Table, seat: int, weights: Weights, kind: int, box: int) -> int:
    """Return the place of an Action in the play order now (S3.2, S3.3), or NOT_PLAYED.

    `box` is the card of the box that it is like; see `orders`.
    """
    hand = view.seats[seat].hand
    match box:
        case Card.menagerie:
            if is_without_duplicates(view, seat, kind):
                return MENAGERIE_FIRST
        case Card.smithy:
            if view.actions > 1:
                return SMITHY_EARLY
        case Card.council_room:
            if view.actions > 1:
                return COUNCIL_ROOM_EARLY
        case Card.envoy:
            if view.actions > 1:
                return ENVOY_EARLY
        case Card.library:
            if view.actions > 1:
                return LIBRARY_EARLY
        case Card.throne_room:
            if count_actions_in_hand(view, table, seat) < 2:
                return NOT_PLAYED
        case Card.tournament:
            if hand[PROVINCE] == 0:
                return TOURNAMENT_LATE
        case Card.moneylender:
            if hand[COPPER] == 0:
                return NOT_PLAYED
        case Card.remodel:
            if remodelled(view, table, seat, weights, kind) == NOTHING:
                return NOT_PLAYED
        case Card.remake:
            if count_trashed(view, table, seat, weights) < _REMADE:
                return NOT_PLAYED
        case Card.chapel:
            count = count_chapel(view, table, seat, weights)
            if count == 0:
                return NOT_PLAYED
            if count < _CHAPEL_EARLY:
                return CHAPEL_LATE
    return wide(PLAY_PLACES[box])


@compiled
def is_without_duplicates(view: State, seat: int, kind: int) -> bool:
    """Return whether the hand without one card of a kind has no two cards of one name."""
    for place in range(view.num_kinds):
        other = wide(view.kinds[place])
        if wide(view.seats[seat].hand[other]) - int(other == kind) > 1:
            return False
    return True


@compiled
def count_actions_in_hand(view: State, table: Table, seat: int) -> int:
    """Return how many Actions are in the hand of a seat."""
    count = 0
    for place in range(view.num_kinds):
        kind = wide(view.kinds[place])
        if table.faces[kind].types & Type.ACTION:
            count += wide(view.seats[seat].hand[kind])
    return count


@compiled
def double(view: State, table: Table, seat: int, weights: Weights) -> int:
    """Return the index of the Action that a Throne Room doubles (S3.5)."""
    index = first_in_order(view, table, seat, weights, False)
    if index >= 0:
        return index
    for other in range(wide(view.num_choices)):
        if like(table, wide(view.choices[other])) == Card.throne_room:
            return other
    return index_of(view, first_discarded(view, table, seat, weights, offered(view)))


@compiled
def play_treasures(view: State, table: Table, seat: int, weights: Weights) -> int:
    """Return the index of the Treasure to play: all at once first, a Horn of Plenty last (S3.4)."""
    if view.choices[0] == ALL:
        return wide(0)
    for index in range(wide(view.num_choices)):
        kind = wide(view.choices[index])
        if kind >= 0 and is_horn_good(view, table, seat, weights, kind):
            return index
    return index_of(view, wide(NOTHING))


@compiled
def is_horn_good(view: State, table: Table, seat: int, weights: Weights, kind: int) -> bool:
    """Return whether the Horn of Plenty could gain a card of the list (S3.4, D11.10)."""
    if like(table, kind) != Card.horn_of_plenty:
        return True
    names = int(view.in_play[kind] == 0)
    for place in range(view.num_kinds):
        names += int(view.in_play[view.kinds[place]] > 0)
    entry = best_gain(view, table, seat, weights, wide(names), wide(NO_CARD), wide(0))
    return entry != NOT_FOUND
