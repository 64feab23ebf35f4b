"""How a buy list decides what only some cards ask (S6)."""

from balance.compiling.jit import compiled
from balance.engine.layout import State, Table, Weights, wide
from balance.games.dominion.bots.buying import best_buy
from balance.games.dominion.bots.conditions import (
    NO_CARD,
    NOT_FOUND,
    Slot,
    first_entry,
    index_of,
    offered,
)
from balance.games.dominion.bots.orders import (
    PRIZE_PLACES,
    THIEF_PLACES,
    count_terminals,
    discard_place,
    is_dead,
    is_terminal,
    like,
)
from balance.games.dominion.layout import (
    COPPER,
    CURSE,
    DUCHY,
    MAX_KINDS,
    NOTHING,
    Special,
    Steed,
    Type,
)
from balance.games.dominion.rules.supply import price

NO, YES = 0, 1


@compiled
def holds(view: State, table: Table, seat: int, special: int) -> bool:
    """Return whether a card with this special part is in the hand of a seat."""
    for place in range(view.num_kinds):
        kind = wide(view.kinds[place])
        if table.faces[kind].special == special and view.seats[seat].hand[kind] > 0:
            return True
    return False


@compiled
def spy(view: State, table: Table, seat: int) -> int:
    """Return 1 to discard the card at which a Spy looks, 0 to leave it."""
    kind = wide(view.looked)
    is_bad = is_dead(table, kind) or kind == COPPER
    if view.victim == seat:
        return YES if is_bad else NO
    is_prey = table.faces[kind].types & Type.TREASURE != 0 and view.actions > 0
    if is_bad or (is_prey and holds(view, table, seat, wide(Special.THIEF))):
        return NO
    return YES


@compiled
def thief(view: State, table: Table) -> int:
    """Return the index of the Treasure that is trashed: the most valuable."""
    best, least = wide(0), wide(MAX_KINDS)
    for index in range(wide(view.num_choices)):
        place = wide(THIEF_PLACES[like(table, wide(view.choices[index]))])
        if place < least:
            best, least = index, place
    return best


@compiled
def gain_stolen(view: State) -> int:
    """Return the index of a stolen Treasure to gain: any but Copper."""
    for index in range(wide(view.num_choices)):
        if view.choices[index] > COPPER:
            return index
    return index_of(view, wide(NOTHING))


@compiled
def jester(view: State) -> int:
    """Return 1 to give the victim a copy, 0 to take it."""
    return YES if view.looked == COPPER or view.looked == CURSE else NO


@compiled
def envoy(view: State, table: Table) -> int:
    """Return the index of the card that another player discards for an Envoy.

    It is the last in the usual discard order.  If the player has no actions left, Actions are not
    chosen unless there is nothing else.
    """
    kinds = offered(view)
    if view.actions == 0 and kinds & ~wide(table.actions):
        kinds &= ~wide(table.actions)
    best, most = wide(0), wide(-1)
    for index in range(wide(view.num_choices)):
        kind = wide(view.choices[index])
        if kinds >> kind & 1 and discard_place(table, kind) > most:
            best, most = index, discard_place(table, kind)
    return best


@compiled
def library(view: State, table: Table, seat: int) -> int:
    """Return 1 to set an Action aside, 0 to take it into the hand."""
    actions = wide(view.actions)
    is_surplus = (
        is_terminal(table, wide(view.looked)) and count_terminals(view, table, seat) >= actions
    )
    return YES if actions == 0 or is_surplus else NO


@compiled
def prize(view: State, table: Table, seat: int, weights: Weights) -> int:
    """Return the index of the prize, or the Duchy, to take in a Tournament."""
    entry = first_entry(view, table, seat, weights, wide(Slot.PRIZES), offered(view))
    if entry != NOT_FOUND:
        return index_of(view, wide(weights[entry]))
    duchy = wide(1) << DUCHY
    if view.piles[DUCHY] > 0:
        entry = first_entry(view, table, seat, weights, wide(Slot.BUY), duchy)
        if entry != NOT_FOUND:
            return index_of(view, wide(DUCHY))
    best, least = index_of(view, wide(DUCHY)), wide(MAX_KINDS)
    for index in range(wide(view.num_choices)):
        kind = wide(view.choices[index])
        if kind >= 0 and kind != DUCHY and PRIZE_PLACES[like(table, kind)] < least:
            best, least = index, wide(PRIZE_PLACES[like(table, kind)])
    return best


@compiled
def ride(view: State) -> int:
    """Return the index of the effects of a Trusty Steed: cards, and actions if none is left."""
    second = Steed.COINS if view.actions > 0 else Steed.ACTIONS
    return index_of(view, wide(Steed.CARDS) | wide(second))


@compiled
def buy_of_market(view: State, table: Table, seat: int, weights: Weights) -> int:
    """Return the index of a card to buy in a Black Market, or of nothing.

    If the list would buy nothing of the supply, it is the dearest that is no Victory card or Curse.
    """
    best, most = index_of(view, wide(NOTHING)), wide(-1)
    coins = wide(view.coins)
    if best_buy(view, table, seat, weights, coins, wide(NO_CARD), wide(0)) != NOT_FOUND:
        return best
    for index in range(wide(view.num_choices)):
        kind = wide(view.choices[index])
        if kind < 0 or table.faces[kind].types & (Type.VICTORY | Type.CURSE):
            continue
        costs = price(view, table, seat, kind)
        if costs > most:
            best, most = index, costs
    return best
