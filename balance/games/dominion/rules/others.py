"""The other Actions (D10 to D13): Hamlet, Tournament and its prizes, Black Market and so on."""

from balance.compiling.jit import compiled
from balance.engine.agenda import chosen, due, offer, offer_if, push
from balance.engine.layout import State, Table, wide
from balance.games.dominion.layout import (
    DUCHY,
    MAX_SHOWN,
    NOTHING,
    PROVINCE,
    SILVER,
    Decision,
    Special,
    Steed,
    Task,
)
from balance.games.dominion.rules.bans import is_banned
from balance.games.dominion.rules.piles import (
    ALL_KINDS,
    ask_yes_no,
    discard,
    draw,
    offer_hand,
    pile_to_discard,
)
from balance.games.dominion.rules.supply import (
    TO_DECK,
    TO_DISCARD,
    gain,
    gain_prize,
    price,
    receive,
)

_STEED_SILVERS = 4
_MENAGERIE_CARDS = 3


@compiled
def take_chancellor(state: State, seat: int, index: int) -> None:
    """Put the draw pile into the discard pile, or keep it (D10.4)."""
    if chosen(state, index):
        pile_to_discard(state, seat)


@compiled
def council_room(state: State, table: Table, seat: int) -> None:
    """Each other player draws a card (D10.18)."""
    for distance in range(table.num_seats - 1, 0, -1):
        push(state, Task.DRAW, (seat + distance) % wide(table.num_seats), 1, 0)


@compiled
def hamlet(state: State, table: Table, seat: int) -> None:
    """Let a card be discarded for an action, and another for a buy (D11.1)."""
    push(state, Task.HAMLET_BUY, seat, 0, 0)
    push(state, Task.HAMLET_ACTION, seat, 0, 0)


@compiled
def ask_hamlet(state: State, seat: int, decision: int) -> None:
    """Ask which card is discarded, if any."""
    due(state, decision, seat)
    offer(state, NOTHING)
    offer_hand(state, seat, ALL_KINDS)


@compiled
def take_hamlet(state: State, seat: int, index: int, decision: int) -> None:
    """Discard the card for an action or a buy."""
    kind = chosen(state, index)
    if kind == NOTHING:
        return
    discard(state, seat, kind)
    if decision == Decision.HAMLET_ACTION:
        state.actions += 1
    else:
        state.buys += 1


@compiled
def menagerie(state: State, table: Table, seat: int) -> None:
    """Draw three cards if no two in hand are the same, else one (D11.3)."""
    player = state.seats[seat]
    names = 0
    for place in range(state.num_kinds):
        names += player.hand[wide(state.kinds[place])] > 0
    draw(state, table, seat, wide(_MENAGERIE_CARDS if names == player.num_hand else 1))


@compiled
def tournament(state: State, table: Table, seat: int) -> None:
    """Let each player reveal a Province, the active one first (D11.7)."""
    state.revealing = 0
    push(state, Task.TOURNAMENT_DRAW, seat, 0, 0)
    push(state, Task.TOURNAMENT_PRIZE, seat, 0, 0)
    for distance in range(table.num_seats - 1, -1, -1):
        push(state, Task.TOURNAMENT, (seat + distance) % wide(table.num_seats), 0, 0)


@compiled
def ask_tournament(state: State, seat: int) -> None:
    """Ask whether a Province is revealed, if there is one in hand."""
    if state.seats[seat].hand[PROVINCE] > 0:
        ask_yes_no(state, Decision.TOURNAMENT, seat)


@compiled
def take_tournament(state: State, seat: int, index: int) -> None:
    """Record who revealed a Province."""
    if chosen(state, index):
        state.revealing |= 1 if seat == state.active else 2


@compiled
def ask_prize(state: State, table: Table, seat: int) -> None:
    """Discard the Province for a prize or a Duchy, if one was revealed (D11.7)."""
    if not state.revealing & 1:
        return
    discard(state, seat, PROVINCE)
    due(state, Decision.PRIZE, seat)
    player = state.seats[seat]
    offer_if(state, DUCHY, not is_banned(player, DUCHY))
    for place in range(state.num_supply, state.num_kinds):
        kind = wide(state.kinds[place])
        offer_if(state, kind, state.piles[kind] > 0 and not is_banned(player, kind))
    if state.num_prizes == 0 or state.num_choices == 0:  # an empty pile may be chosen
        offer(state, NOTHING)


@compiled
def take_prize(state: State, table: Table, seat: int, index: int) -> None:
    """Gain the prize or the Duchy onto the draw pile; an empty pile brings nothing."""
    kind = chosen(state, index)
    if kind == DUCHY:
        gain(state, table, seat, DUCHY, TO_DECK)
    elif kind != NOTHING:
        gain_prize(state, table, seat, kind, TO_DECK)


@compiled
def tournament_draw(state: State, table: Table, seat: int) -> None:
    """Draw a card and get a coin, if no other player revealed a Province (D11.7)."""
    if not state.revealing & 2:
        state.coins += 1
        draw(state, table, seat, 1)


@compiled
def princess(state: State, table: Table) -> None:
    """Make cards cost 2 less from now on, once for each Princess in play (D12.4)."""
    state.princesses = 0
    for place in range(state.num_kinds):
        kind = wide(state.kinds[place])
        if table.faces[kind].special == Special.PRINCESS:
            state.princesses += state.in_play[kind]


@compiled
def trusty_steed(state: State, table: Table, seat: int) -> None:
    """Ask which two of its four effects the Trusty Steed has (D12.5)."""
    due(state, Decision.TRUSTY_STEED, seat)
    for second in range(1, 4):
        for first in range(second):
            offer(state, 1 << first | 1 << second)


@compiled
def take_trusty_steed(state: State, table: Table, seat: int, index: int) -> None:
    """Carry out the two effects: draw cards before the draw pile is discarded (D12.5)."""
    wanted = chosen(state, index)
    if wanted & Steed.ACTIONS:
        state.actions += 2
    if wanted & Steed.COINS:
        state.coins += 2
    if wanted & Steed.SILVERS:
        push(state, Task.STEED_SILVERS, seat, 0, 0)
    if wanted & Steed.CARDS:
        draw(state, table, seat, 2)


@compiled
def steed_silvers(state: State, table: Table, seat: int) -> None:
    """Gain four Silvers, and put the draw pile into the discard pile (D12.5)."""
    for _ in range(_STEED_SILVERS):
        gain(state, table, seat, SILVER, TO_DISCARD)
    pile_to_discard(state, seat)


@compiled
def black_market(state: State, table: Table, seat: int) -> None:
    """Reveal three cards of the Black Market deck; Treasures may be played first (D13.1)."""
    shown = min(MAX_SHOWN, wide(state.num_market))
    for place in range(shown):
        state.shown[place] = state.market[place]
    state.num_shown = shown
    for place in range(state.num_market - shown):
        state.market[place] = state.market[place + shown]
    state.num_market -= shown
    push(state, Task.MARKET_BUY, seat, 0, 0)
    push(state, Task.TREASURES, seat, 1, 0)


@compiled
def ask_market_buy(state: State, table: Table, seat: int) -> None:
    """Ask which of the cards is bought, if any."""
    push(state, Task.MARKET_ORDER, seat, 0, 0)
    due(state, Decision.MARKET_BUY, seat)
    offer(state, NOTHING)
    player = state.seats[seat]
    for place in range(state.num_shown):
        kind = wide(state.shown[place])
        if price(state, table, seat, kind) <= state.coins and not is_banned(player, kind):
            offer(state, kind)


@compiled
def take_market_buy(state: State, table: Table, seat: int, index: int) -> None:
    """Pay for the card and gain it; this uses no buy."""
    kind = chosen(state, index)
    if kind != NOTHING:
        state.coins -= price(state, table, seat, kind)
        leave_shown(state, kind)
        receive(state, table, seat, kind, TO_DISCARD)


@compiled
def ask_market_order(state: State, seat: int) -> None:
    """Ask which of the cards left goes under the Black Market deck next."""
    if state.num_shown == 0:
        return
    push(state, Task.MARKET_ORDER, seat, 0, 0)
    due(state, Decision.MARKET_ORDER, seat)
    for place in range(state.num_shown):
        offer(state, wide(state.shown[place]))


@compiled
def take_market_order(state: State, seat: int, index: int) -> None:
    """Put the card under the Black Market deck."""
    kind = chosen(state, index)
    leave_shown(state, kind)
    state.market[state.num_market] = kind
    state.num_market += 1


@compiled
def leave_shown(state: State, kind: int) -> None:
    """Remove a card from those revealed from the Black Market deck."""
    place = 0
    while state.shown[place] != kind:
        place += 1
    state.num_shown -= 1
    for later in range(place, wide(state.num_shown)):
        state.shown[later] = state.shown[later + 1]
