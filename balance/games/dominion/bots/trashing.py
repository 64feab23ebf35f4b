"""Which cards a buy list trashes, and what for (S5).

The list's own lines under ``trash`` come first in the trash order.  A card with lines there is
trashed only if one of them applies.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.compiling.jit import compiled
from balance.engine.layout import State, Table, Weights, wide
from balance.games.dominion.bots.buying import best_buy, best_gain, coins_in_reach
from balance.games.dominion.bots.conditions import (
    ENTRY_SIZE,
    FIRST_ENTRY,
    NO_CARD,
    NOT_FOUND,
    Slot,
    index_of,
    is_named,
    meets_now,
    offered,
)
from balance.games.dominion.bots.discarding import first_discarded
from balance.games.dominion.bots.orders import discard_place
from balance.games.dominion.layout import (
    COPPER,
    CURSE,
    ESTATE,
    GOLD,
    MAX_KINDS,
    NOTHING,
    PROVINCE,
    SILVER,
    Special,
    Type,
)
from balance.games.dominion.rules.supply import cost

_CHAPEL = 4  # cards trashed at most (D10.2)
_ESTATES_FROM = 3  # Provinces left, at least, while Estates are trashed (S5.1)
_GOLD_UNTIL = 4  # Provinces left, at most, while a Gold is remodelled into one (S5.3)
_REMODELLED = 2  # how much more the gained card may cost (D10.13)


@compiled
def next_trashed(view: State, table: Table, seat: int, weights: Weights, gone: NDArray[Any]) -> int:
    """Return the card of the hand that comes first in the trash order (S5.1), or NOTHING.

    `gone`, of shape (MAX_KINDS,), counts the cards of each kind that are trashed already.
    """
    hand = view.seats[seat].hand
    entry, end = wide(weights[Slot.DISCARD]), wide(weights[Slot.TRASH])
    has_own = entry < end
    while entry < end:
        kind = wide(weights[entry])
        if hand[kind] > gone[kind] and meets_now(view, table, seat, weights, entry):
            return kind
        entry += ENTRY_SIZE
    for kind in (CURSE, ESTATE, COPPER):
        if hand[kind] <= gone[kind] or (has_own and is_named(weights, wide(Slot.TRASH), kind)):
            continue
        if kind != ESTATE or view.piles[PROVINCE] >= _ESTATES_FROM:
            return kind
    return NOTHING


@compiled
def count_trashed(view: State, table: Table, seat: int, weights: Weights) -> int:
    """Return how many cards of the trash order are in the hand of a seat."""
    gone = np.zeros(MAX_KINDS, np.int64)
    count = 0
    kind = next_trashed(view, table, seat, weights, gone)
    while kind != NOTHING:
        gone[kind] += 1
        count += 1
        kind = next_trashed(view, table, seat, weights, gone)
    return count


@compiled
def count_chapel(view: State, table: Table, seat: int, weights: Weights) -> int:
    """Return how many cards a Chapel would trash now (S5.2)."""
    gone = np.zeros(MAX_KINDS, np.int64)
    in_order = count_trashed(view, table, seat, weights)
    for count in range(_CHAPEL):
        kind = chapel_card(view, table, seat, weights, gone, in_order)
        if kind == NOTHING:
            return count
        gone[kind] += 1
    return _CHAPEL


@compiled
def chapel_card(
    view: State, table: Table, seat: int, weights: Weights, gone: NDArray[Any], in_order: int
) -> int:
    """Return the card that a Chapel trashes next, or NOTHING (S5.2).

    `gone` counts what it has trashed so far; `in_order` is the number of cards of the trash order
    that were in hand before that.
    """
    kind = next_trashed(view, table, seat, weights, gone)
    if kind != COPPER:
        return kind
    lost = wide(gone[COPPER]) + 1
    if (
        treasure_money(view, table, seat) - lost * wide(table.faces[COPPER].money)
        < weights[Slot.KEEP]
    ):
        return NOTHING
    if in_order >= weights[Slot.ENOUGH]:
        return kind
    coins = coins_in_reach(view, table, seat)
    now = best_buy(view, table, seat, weights, coins, wide(NO_CARD), wide(0))
    left = coins - lost * wide(table.faces[COPPER].worth)
    then = best_buy(view, table, seat, weights, left, wide(NO_CARD), wide(0))
    is_later = now != NOT_FOUND and (then == NOT_FOUND or then > now)
    return NOTHING if is_later else kind


@compiled
def treasure_money(view: State, table: Table, seat: int) -> int:
    """Return the nominal money of all Treasures that a seat owns (S5.2)."""
    money = 0
    for place in range(view.num_kinds):
        kind = wide(view.kinds[place])
        if table.faces[kind].types & Type.TREASURE:
            money += wide(view.seats[seat].owned[kind]) * wide(table.faces[kind].money)
    return money


@compiled
def chapel(view: State, table: Table, seat: int, weights: Weights) -> int:
    """Return the index of the card that a Chapel trashes, or of none (S5.2)."""
    gone = np.zeros(MAX_KINDS, np.int64)
    before = _CHAPEL - wide(view.left)  # trashed by this Chapel, all from the trash order
    in_order = count_trashed(view, table, seat, weights) + before
    return index_of(view, chapel_card(view, table, seat, weights, gone, in_order))


@compiled
def trash(view: State, table: Table, seat: int, weights: Weights) -> int:
    """Return the index of the card to trash, for the card whose routine asks (S5.3, S5.4)."""
    kind = wide(NOTHING)
    if view.routine == Special.MINE:
        kind = mined(view)
    elif view.routine == Special.REMODEL:
        kind = remodelled(view, table, seat, weights, wide(NO_CARD))
    else:
        kind = next_trashed(view, table, seat, weights, np.zeros(MAX_KINDS, np.int64))
    if kind == NOTHING:
        kind = first_discarded(view, table, seat, weights, offered(view))
    return index_of(view, kind)


@compiled
def mined(view: State) -> int:
    """Return Silver if Gold is left, else Copper if Silver is left, else NOTHING (S5.4)."""
    kinds = offered(view)
    if kinds >> SILVER & 1 and view.piles[GOLD] > 0:
        return SILVER
    if kinds >> COPPER & 1 and view.piles[SILVER] > 0:
        return COPPER
    return NOTHING


@compiled
def remodelled(view: State, table: Table, seat: int, weights: Weights, played: int) -> int:
    """Return the card of the hand to remodel, or NOTHING (S5.3).

    `played` is the Remodel itself while it is still in hand, or NO_CARD.
    """
    hand = view.seats[seat].hand
    coins = coins_in_reach(view, table, seat)
    now = best_buy(view, table, seat, weights, coins, wide(NO_CARD), wide(0))
    best, least, soonest = wide(NOTHING), wide(MAX_KINDS), wide(len(weights))
    for place in range(view.num_kinds):
        kind = wide(view.kinds[place])
        if wide(hand[kind]) - int(kind == played) <= 0:
            continue
        entry = remodelled_into(view, table, seat, weights, kind)
        if (
            entry == NOT_FOUND
            or entry > soonest
            or entry >= entry_of(view, table, seat, weights, kind)
            or (kind == GOLD and not is_gold_spent(view, wide(weights[entry])))
            or is_missed(view, table, seat, weights, kind, coins, now, entry)
        ):
            continue
        comes = discard_place(table, kind)
        if entry < soonest or comes < least:
            best, least, soonest = kind, comes, entry
    return best


@compiled
def remodelled_into(view: State, table: Table, seat: int, weights: Weights, kind: int) -> int:
    """Return the entry of the card that this one would be remodelled into (S1.4), or NOT_FOUND."""
    limit = cost(view, table, kind) + _REMODELLED
    return best_gain(view, table, seat, weights, limit, kind, wide(1))


@compiled
def entry_of(view: State, table: Table, seat: int, weights: Weights, kind: int) -> int:
    """Return the first entry for a card whose conditions hold; an index behind all if none does."""
    entry = wide(FIRST_ENTRY)
    while entry < wide(weights[Slot.BUY]):
        if wide(weights[entry]) == kind and meets_now(view, table, seat, weights, entry):
            return entry
        entry += ENTRY_SIZE
    return wide(len(weights))


@compiled
def is_gold_spent(view: State, gained: int) -> bool:
    """Return whether a Gold may be remodelled into this card: a Province, towards the end."""
    return gained == PROVINCE and view.piles[PROVINCE] <= _GOLD_UNTIL


@compiled
def is_missed(
    view: State,
    table: Table,
    seat: int,
    weights: Weights,
    kind: int,
    coins: int,
    now: int,
    entry: int,
) -> bool:
    """Return whether remodelling a Treasure would lose a best buy that comes before `entry`."""
    face = table.faces[kind]
    if not face.types & Type.TREASURE or now == NOT_FOUND or now >= entry:
        return False
    then = best_buy(view, table, seat, weights, coins - wide(face.worth), kind, wide(1))
    return then == NOT_FOUND or weights[then] != weights[now]
