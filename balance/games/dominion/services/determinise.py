"""Drawing anew what a seat does not know: others' hands, draw and discard piles, the market (D4.6).

Everyone sees what is gained, played, revealed or trashed.  So it is known which cards a player has
in hand, draw pile and discard pile together, and how many in each, but not which lie where.  No
Stash lies in the lower part of a draw pile: its place in the pile is known (D13.3).
"""

import numpy as np
from numpy.typing import NDArray

from balance.compiling.jit import compiled
from balance.engine.layout import State, Stream, Table, wide
from balance.engine.rng import below, draw, reseed, shuffle
from balance.games.dominion.layout import MAX_KINDS
from balance.games.dominion.services.invariants import count_unseen


@compiled
def determinise(state: State, table: Table, seat: int, stream: Stream) -> None:
    """Draw anew, in place, what the seat does not know, and reseed the chance of the game."""
    reseed(state, draw(stream))
    cards = np.zeros(MAX_KINDS, np.int64)
    for other in range(table.num_seats):
        cards[:] = 0
        count_unseen(state, table, other, cards)
        if other == seat:
            for kind in range(MAX_KINDS):
                cards[kind] -= wide(state.seats[seat].hand[kind])
        deal_out(state, table, other, other != seat, cards, stream)
    if state.num_market > 0:
        shuffle_market(state, table, stream)


@compiled
def deal_out(
    state: State,
    table: Table,
    seat: int,
    has_hidden_hand: bool,
    cards: NDArray[np.int64],
    stream: Stream,
) -> None:
    """Deal `cards`, counts by kind, to the seat's discard pile and hand, the rest to the deck."""
    player = state.seats[seat]
    state.decks[seat, :] = 0
    state.discards[seat, :] = 0
    in_hand = wide(0)
    if has_hidden_hand:
        player.hand[:] = 0
        in_hand = wide(player.num_hand)
    in_discard = wide(player.num_discard)
    left = in_hand + in_discard + wide(player.num_deck)
    # Stashes first, as they cannot lie in the deck.
    for place in range(state.num_kinds if table.stashes != 0 else 0):
        kind = wide(state.kinds[place])
        if (wide(table.stashes) >> kind) & 1:
            for _ in range(min(cards[kind], in_hand + in_discard)):
                cards[kind] -= 1
                left -= 1
                if wide(below(stream, in_hand + in_discard)) < in_hand:
                    player.hand[kind] += 1
                    in_hand -= 1
                else:
                    state.discards[seat, kind] += 1
                    in_discard -= 1
    for _ in range(in_hand):
        player.hand[draw_one(state, cards, left, stream)] += 1
        left -= 1
    for _ in range(in_discard):
        state.discards[seat, draw_one(state, cards, left, stream)] += 1
        left -= 1
    for place in range(state.num_kinds):
        kind = wide(state.kinds[place])
        state.decks[seat, kind] = cards[kind]
    if has_hidden_hand:
        player.hand_kinds = 0
        for place in range(state.num_kinds):
            kind = wide(state.kinds[place])
            if player.hand[kind] > 0:
                player.hand_kinds |= wide(1) << kind


@compiled
def draw_one(state: State, cards: NDArray[np.int64], left: int, stream: Stream) -> int:
    """Take a random card out of `cards`, `left` in number; return its kind."""
    rest = wide(below(stream, left))
    place = 0
    kind = wide(state.kinds[0])
    rest -= cards[kind]
    while rest >= 0:
        place += 1
        kind = wide(state.kinds[place])
        rest -= cards[kind]
    cards[kind] -= 1
    return kind


@compiled
def shuffle_market(state: State, table: Table, stream: Stream) -> None:
    """Shuffle the cards that nobody has bought or revealed into the Black Market deck (D13.1)."""
    size = wide(0)
    for place in range(wide(state.num_supply), wide(state.num_kinds)):
        kind = wide(state.kinds[place])
        is_there = (wide(table.prizes) >> kind) & 1 == 0
        for seat in range(table.num_seats):
            is_there &= state.seats[seat].taken[kind] == 0
        for i in range(state.num_shown):
            is_there &= state.shown[i] != kind
        if is_there and size < state.num_market:
            state.market[size] = kind
            size += 1
    shuffle(stream, state.market, wide(state.num_market))
