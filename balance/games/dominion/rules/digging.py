"""Cards that look for others in the player's own draw pile (D10, D11, D13).

Cards are taken one at a time: the pile may run out, and its owner may be asked where Stashes go.
"""

from balance.compiling.jit import compiled
from balance.engine.agenda import chosen, due, offer, push
from balance.engine.layout import State, Table, wide
from balance.games.dominion.layout import NOTHING, Decision, Task
from balance.games.dominion.rules.piles import (
    LATER,
    NOT_YET,
    READY,
    ask_yes_no,
    bit,
    discard_revealed,
    pile_ready,
    put_in_hand,
    put_on_discard,
    reveal,
    reveal_some,
    reveal_until,
    take_card,
    unreveal,
)

_LIBRARY_HAND = 7
_ADVENTURER_TREASURES = 2
_HARVEST_CARDS = 4
_ENVOY_CARDS = 5


@compiled
def library(state: State, table: Table, seat: int) -> None:
    """Draw until there are 7 cards in hand; Actions may be set aside (D10.21)."""
    state.victim = seat
    dig_library(state, table, seat)


@compiled
def dig_library(state: State, table: Table, seat: int) -> None:
    """Draw until the hand is full or an Action comes up; in the end discard those set aside."""
    player = state.seats[seat]
    while player.num_hand < _LIBRARY_HAND:
        ready = pile_ready(state, table, seat, Task.LIBRARY, 0, 0)
        if ready == LATER:
            return
        if ready != READY:
            break
        kind = take_card(state, seat)
        if table.actions & bit(kind):
            state.revealed[kind] += 1  # until it is decided
            state.num_revealed += 1
            push(state, Task.LIBRARY, seat, 0, 0)
            state.looked = kind
            ask_yes_no(state, Decision.LIBRARY, seat)
            return
        put_in_hand(player, kind)
    discard_revealed(state, seat)


@compiled
def take_library(state: State, seat: int, index: int) -> None:
    """Leave the Action aside, or take it into the hand."""
    if not chosen(state, index):
        unreveal(state, wide(state.looked))
        put_in_hand(state.seats[seat], wide(state.looked))


@compiled
def dig_adventurer(state: State, table: Table, seat: int, first: int) -> None:
    """Reveal cards until two Treasures are revealed, `first` of them so far (D10.25)."""
    found = first
    while found < _ADVENTURER_TREASURES:
        ready = pile_ready(state, table, seat, Task.ADVENTURER, found, 0)
        if ready == LATER:
            return
        if ready != READY:
            break
        found += (table.treasures & bit(reveal(state, seat))) != 0
    for place in range(state.num_kinds):
        kind = wide(state.kinds[place])
        if table.treasures & bit(kind):
            while state.revealed[kind] > 0:
                unreveal(state, kind)
                put_in_hand(state.seats[seat], kind)
    discard_revealed(state, seat)


@compiled
def farming_village(state: State, table: Table, seat: int) -> None:
    """Reveal cards until an Action or a Treasure, which goes to the hand (D11.4)."""
    wanted = wide(table.actions) | wide(table.treasures)
    dig_into_hand(state, table, seat, wide(Task.FARMING_VILLAGE), wanted)


@compiled
def hunting_party(state: State, table: Table, seat: int) -> None:
    """Reveal cards until one that the hand does not have, which goes there (D11.11)."""
    wanted = ~wide(state.seats[seat].hand_kinds)
    dig_into_hand(state, table, seat, wide(Task.HUNTING_PARTY), wanted)


@compiled
def dig_into_hand(state: State, table: Table, seat: int, what: int, wanted: int) -> None:
    """Reveal cards until one is among `wanted`, for the hand; discard the others."""
    kind = reveal_until(state, table, seat, what, wanted)
    if kind == NOT_YET:
        return
    if kind != NOTHING:
        unreveal(state, kind)
        put_in_hand(state.seats[seat], kind)
    discard_revealed(state, seat)


@compiled
def harvest(state: State, table: Table, seat: int) -> None:
    """Reveal four cards for a coin per name among them, and discard them (D11.9)."""
    if not reveal_some(state, table, seat, wide(Task.HARVEST), wide(_HARVEST_CARDS)):
        return
    for place in range(state.num_kinds):
        state.coins += state.revealed[wide(state.kinds[place])] > 0
    discard_revealed(state, seat)


@compiled
def envoy(state: State, table: Table, seat: int) -> None:
    """Reveal five cards; the player to the left discards one, the rest is drawn (D13.2)."""
    if not reveal_some(state, table, seat, wide(Task.ENVOY), wide(_ENVOY_CARDS)):
        return
    due(state, Decision.ENVOY, (seat + 1) % wide(table.num_seats))
    for place in range(state.num_kinds):
        kind = wide(state.kinds[place])
        if state.revealed[kind] > 0:
            offer(state, kind)


@compiled
def take_envoy(state: State, seat: int, index: int) -> None:
    """Discard the card that was chosen, and put the rest into the hand."""
    kind = chosen(state, index)
    owner = wide(state.victim)
    unreveal(state, kind)
    put_on_discard(state, owner, kind)
    for place in range(state.num_kinds):
        other = wide(state.kinds[place])
        while state.revealed[other] > 0:
            unreveal(state, other)
            put_in_hand(state.seats[owner], other)
