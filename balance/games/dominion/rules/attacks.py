"""The Attacks (D7, D10, D11, D12): what they do to each other player who has not shown a Moat."""

from balance.compiling.jit import compiled
from balance.engine.agenda import chosen, due, offer, push
from balance.engine.layout import State, Table, wide
from balance.games.dominion.layout import CURSE, ESTATE, NOTHING, SILVER, Decision, Special, Task
from balance.games.dominion.rules.bans import is_banned
from balance.games.dominion.rules.piles import (
    NOT_YET,
    READY,
    ask_yes_no,
    bit,
    discard_revealed,
    leave_hand,
    offer_hand,
    pile_ready,
    put_on_deck,
    put_on_discard,
    reveal,
    reveal_some,
    reveal_until,
    take_card,
    unreveal,
)
from balance.games.dominion.rules.supply import TO_DECK, TO_DISCARD, curse, disown, gain, receive

_MILITIA_HAND = 3
_YOUNG_WITCH_DISCARDS = 2
_THIEF_CARDS = 2


@compiled
def attack(state: State, table: Table, seat: int, what: int, first: int, second: int) -> None:
    """Put a task on the agenda for each other seat that the attack affects (D2.11)."""
    for distance in range(table.num_seats - 1, 0, -1):
        other = (seat + distance) % wide(table.num_seats)
        if not state.immune & bit(other):
            push(state, what, other, first, second)


@compiled
def witch(state: State, table: Table, seat: int) -> None:
    """Each other player gains a Curse, in turn order while there are any (D10.24, D5.7)."""
    for distance in range(1, table.num_seats):
        other = (seat + distance) % wide(table.num_seats)
        if not state.immune & bit(other):
            curse(state, table, other)


@compiled
def militia(state: State, table: Table, seat: int, special: int) -> None:
    """Each other player discards down to three cards, for the card with `special` (D10.11)."""
    attack(state, table, seat, wide(Task.DISCARD_TO), wide(_MILITIA_HAND), wide(special))


@compiled
def followers(state: State, table: Table, seat: int) -> None:
    """Gain an Estate; others gain Curses, then discard down to three cards (D12.3)."""
    gain(state, table, seat, ESTATE, TO_DISCARD)
    witch(state, table, seat)
    militia(state, table, seat, Special.FOLLOWERS)


@compiled
def bureaucrat(state: State, table: Table, seat: int) -> None:
    """Gain a Silver onto the draw pile; others put a Victory card back (D10.8)."""
    gain(state, table, seat, SILVER, TO_DECK)
    attack(state, table, seat, wide(Task.BUREAUCRAT), 0, 0)


@compiled
def ask_bureaucrat(state: State, table: Table, seat: int) -> None:
    """Ask which Victory card of the hand goes on the draw pile, if there is one."""
    due(state, Decision.BUREAUCRAT, seat)
    offer_hand(state, seat, wide(table.victories))


@compiled
def take_bureaucrat(state: State, seat: int, index: int) -> None:
    """Put the Victory card on the draw pile."""
    kind = chosen(state, index)
    leave_hand(state.seats[seat], kind)
    put_on_deck(state.seats[seat], kind)


@compiled
def spy(state: State, table: Table, seat: int) -> None:
    """Look at each player's topmost card, first at the own one (D10.15)."""
    attack(state, table, seat, wide(Task.SPY), 0, 0)
    push(state, Task.SPY, seat, 0, 0)


@compiled
def ask_spy(state: State, table: Table, seat: int) -> None:
    """Reveal the topmost card of `seat`, and ask the player of the Spy about it."""
    if pile_ready(state, table, seat, Task.SPY, 0, 0) != READY:
        return
    state.looked = reveal(state, seat)
    ask_yes_no(state, Decision.SPY, wide(state.active))


@compiled
def take_spy(state: State, seat: int, index: int) -> None:
    """Discard the card, or put it back."""
    victim, kind = wide(state.victim), wide(state.looked)
    unreveal(state, kind)
    if chosen(state, index):
        put_on_discard(state, victim, kind)
    else:
        put_on_deck(state.seats[victim], kind)


@compiled
def thief(state: State, table: Table, seat: int) -> None:
    """Trash a Treasure of each other player's two topmost cards, and gain some (D10.16)."""
    push(state, Task.THIEF_GAIN, seat, 0, 0)
    attack(state, table, seat, wide(Task.THIEF), 0, 0)


@compiled
def ask_thief(state: State, table: Table, seat: int) -> None:
    """Reveal two cards of `seat`, and ask the thief which Treasure is trashed."""
    if not reveal_some(state, table, seat, wide(Task.THIEF), wide(_THIEF_CARDS)):
        return
    due(state, Decision.THIEF, wide(state.active))
    for place in range(state.num_kinds):
        kind = wide(state.kinds[place])
        if state.revealed[kind] > 0 and table.treasures & bit(kind):
            offer(state, kind)
    if state.num_choices == 0:
        discard_revealed(state, seat)


@compiled
def take_thief(state: State, table: Table, seat: int, index: int) -> None:
    """Trash the Treasure, and let its owner discard the other card."""
    kind = chosen(state, index)
    victim = wide(state.victim)
    unreveal(state, kind)
    disown(state, table, victim, kind)
    state.stolen[kind] += 1
    state.num_stolen += 1
    discard_revealed(state, victim)


@compiled
def ask_thief_gain(state: State, seat: int) -> None:
    """Ask which of the trashed Treasures the thief gains next, if any."""
    if state.num_stolen == 0:
        return
    due(state, Decision.THIEF_GAIN, seat)
    offer(state, NOTHING)
    player = state.seats[seat]
    for place in range(state.num_kinds):
        kind = wide(state.kinds[place])
        if state.stolen[kind] > 0 and not is_banned(player, kind):
            offer(state, kind)


@compiled
def take_thief_gain(state: State, table: Table, seat: int, index: int) -> None:
    """Gain the Treasure from the trash and ask again; or leave the rest there."""
    kind = chosen(state, index)
    if kind == NOTHING:
        state.stolen[:] = 0
        state.num_stolen = 0
        return
    state.stolen[kind] -= 1
    state.num_stolen -= 1
    state.trash[kind] -= 1
    receive(state, table, seat, kind, TO_DISCARD)
    ask_thief_gain(state, seat)


@compiled
def fortune_teller(state: State, table: Table, seat: int) -> None:
    """Each other player reveals cards until a Victory card or a Curse (D11.2)."""
    attack(state, table, seat, wide(Task.FORTUNE_TELLER), 0, 0)


@compiled
def dig_fortune_teller(state: State, table: Table, seat: int) -> None:
    """Reveal cards of `seat` until one fits, which goes on the draw pile; discard the others."""
    wanted = wide(table.victories) | bit(CURSE)
    kind = reveal_until(state, table, seat, wide(Task.FORTUNE_TELLER), wanted)
    if kind == NOT_YET:
        return
    if kind != NOTHING:
        unreveal(state, kind)
        put_on_deck(state.seats[seat], kind)
    discard_revealed(state, seat)


@compiled
def young_witch(state: State, table: Table, seat: int) -> None:
    """Discard two cards; others reveal a Bane card or gain a Curse (D11.8)."""
    attack(state, table, seat, wide(Task.YOUNG_WITCH), 0, 0)
    push(state, Task.DISCARD, seat, _YOUNG_WITCH_DISCARDS, Special.YOUNG_WITCH)


@compiled
def ask_young_witch(state: State, table: Table, seat: int) -> None:
    """Ask whether a Bane card is revealed; without one `seat` gains a Curse."""
    if state.bane != NOTHING and state.seats[seat].hand[state.bane] > 0:
        ask_yes_no(state, Decision.YOUNG_WITCH, seat)
    else:
        curse(state, table, seat)


@compiled
def take_young_witch(state: State, table: Table, seat: int, index: int) -> None:
    """Gain a Curse unless a Bane card is revealed."""
    if not chosen(state, index):
        curse(state, table, seat)


@compiled
def jester(state: State, table: Table, seat: int) -> None:
    """Each other player discards a card; someone gains a copy of it, or a Curse (D11.12)."""
    attack(state, table, seat, wide(Task.JESTER), 0, 0)


@compiled
def ask_jester(state: State, table: Table, seat: int) -> None:
    """Discard the topmost card of `seat`; it brings a Curse, or a copy of it to someone."""
    if pile_ready(state, table, seat, Task.JESTER, 0, 0) != READY:
        return
    kind = take_card(state, seat)
    put_on_discard(state, seat, kind)
    if table.victories & bit(kind):
        curse(state, table, seat)
    elif state.piles[kind] > 0 and state.in_supply & bit(kind):
        if is_banned(state.seats[state.active], kind):
            gain(state, table, seat, kind, TO_DISCARD)  # all that is left to choose
            return
        state.victim = seat
        state.looked = kind
        ask_yes_no(state, Decision.JESTER, wide(state.active))


@compiled
def take_jester(state: State, table: Table, seat: int, index: int) -> None:
    """Give the copy to the one attacked, or to the player of the Jester."""
    receiver = wide(state.victim) if chosen(state, index) else seat
    gain(state, table, receiver, wide(state.looked), TO_DISCARD)
