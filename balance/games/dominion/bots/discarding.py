"""Which cards a buy list discards (S4)."""

from balance.compiling.jit import compiled
from balance.engine.layout import State, Table, Weights, wide
from balance.games.dominion.bots.buying import best_buy, coins_in_reach
from balance.games.dominion.bots.conditions import (
    NO_CARD,
    NOT_FOUND,
    Slot,
    first_entry,
    index_of,
    offered,
)
from balance.games.dominion.bots.orders import count_terminals, discard_place, is_dead, is_terminal
from balance.games.dominion.layout import MAX_KINDS, NOTHING
from balance.games.dominion.rules.supply import cost

_ACTIONS_OF_OTHERS = 1  # left during another player's turn, for S4.2
_WORTH_A_BUY = 2  # a second buy needs twice the coins of the first (S4.3)


@compiled
def first_discarded(view: State, table: Table, seat: int, weights: Weights, kinds: int) -> int:
    """Return the card of a set of kinds that stands first in the discard order (S4.1).

    The list's own lines under ``discard`` come first; a card whose line does not apply keeps its
    usual place.
    """
    entry = first_entry(view, table, seat, weights, wide(Slot.DISCARD), kinds)
    if entry != NOT_FOUND:
        return wide(weights[entry])
    best, least = wide(NOTHING), wide(MAX_KINDS)
    for place in range(view.num_kinds):
        kind = wide(view.kinds[place])
        if kinds >> kind & 1 and discard_place(table, kind) < least:
            best, least = kind, discard_place(table, kind)
    return best


@compiled
def discard(view: State, table: Table, seat: int, weights: Weights) -> int:
    """Return the index of the card to discard (S4.2): surplus terminals come first."""
    is_own_turn = view.active == seat
    actions = wide(view.actions) if is_own_turn else wide(_ACTIONS_OF_OTHERS)
    kinds = offered(view)
    if count_terminals(view, table, seat) > actions:
        kinds = terminals_of(view, table, kinds)
    elif is_own_turn and actions == 0 and kinds & wide(table.actions):
        kinds &= wide(table.actions)
    return index_of(view, first_discarded(view, table, seat, weights, kinds))


@compiled
def terminals_of(view: State, table: Table, kinds: int) -> int:
    """Return the terminals of a set of kinds."""
    found = wide(0)
    for place in range(view.num_kinds):
        kind = wide(view.kinds[place])
        if kinds >> kind & 1 and is_terminal(table, kind):
            found |= wide(1) << kind
    return found


@compiled
def dead_of(view: State, table: Table, kinds: int) -> int:
    """Return the Victory cards and Curses of a set of kinds."""
    found = wide(0)
    for place in range(view.num_kinds):
        kind = wide(view.kinds[place])
        if kinds >> kind & 1 and is_dead(table, kind):
            found |= wide(1) << kind
    return found


@compiled
def discard_dead(view: State, table: Table, seat: int, weights: Weights) -> int:
    """Return the index of a Victory card or Curse to discard, or of nothing (S4.3)."""
    dead = dead_of(view, table, offered(view))
    if dead == 0:
        return index_of(view, wide(NOTHING))
    return index_of(view, first_discarded(view, table, seat, weights, dead))


@compiled
def discard_for_action(view: State, table: Table, seat: int, weights: Weights) -> int:
    """Return the index of what to discard for an action: if terminals outnumber actions (S4.3)."""
    if count_terminals(view, table, seat) > view.actions:
        return discard_dead(view, table, seat, weights)
    return index_of(view, wide(NOTHING))


@compiled
def discard_for_buy(view: State, table: Table, seat: int, weights: Weights) -> int:
    """Return the index of what to discard for a buy: with coins for the best buy twice (S4.3)."""
    coins = coins_in_reach(view, table, seat)
    entry = best_buy(view, table, seat, weights, coins, wide(NO_CARD), wide(0))
    if entry != NOT_FOUND and _WORTH_A_BUY * cost(view, table, wide(weights[entry])) <= coins:
        return discard_dead(view, table, seat, weights)
    return index_of(view, wide(NOTHING))
