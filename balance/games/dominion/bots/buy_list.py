"""Buy lists: bots that are data, an ordered list of cards with conditions (S1-S6).

One compiled bot plays every list; its weights are the list (see `conditions`).  What a list does
not say follows the usual rules.  The bot draws no random numbers and remembers nothing.

Where the strategies document leaves something open:

- S4.2: the list's own discard lines come after the rule on surplus terminals.
- S5.2: Treasures always have to keep their least worth; the number of cards in hand from which on
  any Copper is trashed is counted before the Chapel trashes any.
- S5.3: the entry for the gained card is looked up as if the remodelled card were gone, that of the
  remodelled card as things stand.
- S6, Envoy: the usual discard order, not the list's own, as the cards are another player's.
"""

from balance.compiling.jit import compiled
from balance.engine.layout import State, Stream, Table, Weights, wide
from balance.games.dominion.bots.acting import act, double, play_treasures
from balance.games.dominion.bots.answers import (
    NO,
    YES,
    buy_of_market,
    envoy,
    gain_stolen,
    jester,
    library,
    prize,
    ride,
    spy,
    thief,
)
from balance.games.dominion.bots.buying import buy, gain
from balance.games.dominion.bots.conditions import index_of, offered
from balance.games.dominion.bots.discarding import (
    discard,
    discard_dead,
    discard_for_action,
    discard_for_buy,
    first_discarded,
)
from balance.games.dominion.bots.trashing import chapel, trash
from balance.games.dominion.layout import Decision

_REACTION = 1  # index of the first Reaction offered, after declining


@compiled
def choose(view: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Return the index of the choice by the list; the most frequent decisions come first."""
    if view.decision == Decision.BUY:
        return buy(view, table, seat, weights)
    if view.decision == Decision.TREASURE:
        return play_treasures(view, table, seat, weights)
    return choose_card(view, table, seat, weights)


@compiled
def choose_card(view: State, table: Table, seat: int, weights: Weights) -> int:
    """Return the index of the choice in a decision of playing, gaining, discarding or trashing."""
    match view.decision:
        case Decision.ACTION:
            return act(view, table, seat, weights)
        case Decision.GAIN:
            return gain(view, table, seat, weights)
        case Decision.DISCARD:
            return discard(view, table, seat, weights)
        case Decision.TRASH:
            return trash(view, table, seat, weights)
        case Decision.CHAPEL:
            return chapel(view, table, seat, weights)
        case Decision.REACT:
            return _REACTION
    return answer(view, table, seat, weights)


@compiled
def answer(view: State, table: Table, seat: int, weights: Weights) -> int:
    """Return the index of the choice in a decision that only some cards ask for."""
    match view.decision:
        case Decision.THRONE_ROOM:
            return double(view, table, seat, weights)
        case Decision.CELLAR:
            return discard_dead(view, table, seat, weights)
        case Decision.BUREAUCRAT:
            kind = first_discarded(view, table, seat, weights, offered(view))
            return index_of(view, kind)
        case Decision.SPY:
            return index_of(view, spy(view, table, seat))
        case Decision.THIEF:
            return thief(view, table)
        case Decision.THIEF_GAIN:
            return gain_stolen(view)
        case Decision.LIBRARY:
            return index_of(view, library(view, table, seat))
        case Decision.HAMLET_ACTION:
            return discard_for_action(view, table, seat, weights)
        case Decision.HAMLET_BUY:
            return discard_for_buy(view, table, seat, weights)
        case Decision.PRIZE:
            return prize(view, table, seat, weights)
        case Decision.JESTER:
            return index_of(view, jester(view))
        case Decision.TRUSTY_STEED:
            return ride(view)
        case Decision.MARKET_BUY:
            return buy_of_market(view, table, seat, weights)
        case Decision.ENVOY:
            return envoy(view, table)
        case (
            Decision.CHANCELLOR
            | Decision.TOURNAMENT
            | Decision.YOUNG_WITCH
            | Decision.WALLED_VILLAGE
        ):
            return index_of(view, wide(YES))
    # A Stash goes on top, and the order of cards under the Black Market deck does not matter.
    return wide(NO)
