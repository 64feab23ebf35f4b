"""The invariants of the rules at every decision (D15), which `balance soak` checks."""

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from balance.compiling.jit import compiled
from balance.engine.layout import State, Table, wide
from balance.games.dominion.layout import (
    ANY,
    ENDINGS,
    HAND_SIZE,
    MAX_KINDS,
    MAX_PILE,
    MAX_PLAYERS,
    MAX_SHOWN,
    NOTHING,
    NUM_BASIC,
    PROVINCE,
    Decision,
    Phase,
    Special,
    Task,
    Type,
)

_PROVINCES_GONE, _THREE_PILES, _REACHED, _LIMIT = range(1, 1 + len(ENDINGS))
_PILES_THAT_END = 3  # D8.1


class Broken(IntEnum):
    """The invariants; each comment says what it means that one is broken."""

    NOTHING = 0
    NEGATIVE = 1  # a zone has a negative number of a card
    HAND = 2  # the size of a hand, or the set of kinds in it, is not that of its cards
    PILE = 3  # the size of a draw or discard pile is not that of its cards (D4.6)
    TOP = 4  # the known part of a draw pile has something that is no card of its owner
    OWNED = 5  # the cards of a player are not those in the player's zones (D2.2)
    SUMS = 6  # points, money, or Treasures and Victory cards are not those of the cards owned
    CONSERVED = 7  # a card was lost or made (D15.1)
    SUPPLY = 8  # piles, empty piles or prizes are counted wrong (D1.9, D9.2)
    MARKET = 9  # the Black Market deck holds a card twice, or one of the supply (D9.3)
    OPEN = 10  # cards are still revealed or set aside at a free choice (D2.6)
    PRINCESS = 11  # the discount is not that of the Princesses in play (D12.4)
    NEW_HAND = 12  # a new hand does not have five cards (D15.5)
    TURNS = 13  # turns, rounds and the active player do not agree (D1.1, D3.2)
    PHASE = 14  # a decision is due in a wrong phase, or from a wrong player (D3.1)
    CREDITS = 15  # the number of actions, buys or coins is negative (D3.4)
    AGENDA = 16  # an unknown task, or one that is still waiting at a free choice
    ENDING = 17  # the game ends without reason, or does not end (D8.1, D8.6, D15.6)


@compiled
def check(dealt: State, state: State, table: Table) -> int:
    """Return the first of `Broken` that does not hold; `dealt` is the state after set-up."""
    if not zones_are_sound(state):
        return Broken.NEGATIVE
    for seat in range(MAX_PLAYERS):
        if not hand_is_counted(state, seat):
            return Broken.HAND
        if not piles_are_counted(state, seat):
            return Broken.PILE
        if not top_is_sound(state, seat):
            return Broken.TOP
        if not cards_are_owned(state, table, seat):
            return Broken.OWNED
        if not sums_agree(state, table, seat):
            return Broken.SUMS
    if not cards_are_conserved(dealt, state):
        return Broken.CONSERVED
    if not supply_is_counted(state, table):
        return Broken.SUPPLY
    if not market_is_sound(state):
        return Broken.MARKET
    if not open_cards_belong(state):
        return Broken.OPEN
    if not princesses_are_counted(state, table):
        return Broken.PRINCESS
    if not hands_are_new(state, table):
        return Broken.NEW_HAND
    if not turns_agree(state, table):
        return Broken.TURNS
    if not phase_fits(state, table):
        return Broken.PHASE
    if state.actions < 0 or state.buys < 0 or state.coins < 0:
        return Broken.CREDITS
    if not agenda_is_sound(state, table):
        return Broken.AGENDA
    if not ending_is_right(state, table):
        return Broken.ENDING
    return Broken.NOTHING


@compiled
def zones_are_sound(state: State) -> bool:
    """Return whether no zone has a negative number of a card."""
    fine = True
    for kind in range(MAX_KINDS):
        fine &= state.piles[kind] >= 0 and state.trash[kind] >= 0
        fine &= state.in_play[kind] >= 0 and state.revealed[kind] >= 0 and state.stolen[kind] >= 0
        for seat in range(MAX_PLAYERS):
            player = state.seats[seat]
            fine &= player.hand[kind] >= 0 and player.owned[kind] >= 0 and player.taken[kind] >= 0
            fine &= state.decks[seat, kind] >= 0 and state.discards[seat, kind] >= 0
    return fine


@compiled
def hand_is_counted(state: State, seat: int) -> bool:
    """Return whether the size and the kinds of the hand are those of its cards."""
    player = state.seats[seat]
    cards = kinds = wide(0)
    for kind in range(MAX_KINDS):
        cards += wide(player.hand[kind])
        kinds |= wide(player.hand[kind] > 0) << kind
    return cards == player.num_hand and kinds == player.hand_kinds


@compiled
def piles_are_counted(state: State, seat: int) -> bool:
    """Return whether the sizes of draw and discard pile are those of their cards."""
    player = state.seats[seat]
    deck = discards = wide(0)
    for kind in range(MAX_KINDS):
        deck += wide(state.decks[seat, kind])
        discards += wide(state.discards[seat, kind])
    return deck == player.num_deck and discards == player.num_discard


@compiled
def top_is_sound(state: State, seat: int) -> bool:
    """Return whether the upper part of the draw pile has only its owner's cards, or hidden ones."""
    player = state.seats[seat]
    if not 0 <= player.num_top <= MAX_PILE:
        return False
    hidden = wide(0)
    fine = True
    for place in range(player.num_top):
        if player.top[place] == ANY:
            hidden += 1
        else:
            fine &= player.owned[player.top[place]] > 0
    return fine and hidden <= player.num_deck


@compiled
def cards_are_owned(state: State, table: Table, seat: int) -> bool:
    """Return whether the cards of a seat are those in its zones, none without a player (D2.2)."""
    hidden = np.zeros(MAX_KINDS, np.int64)
    count_unseen(state, table, seat, hidden)
    player = state.seats[seat]
    fine = True
    total = wide(0)
    for kind in range(MAX_KINDS):
        here = wide(state.decks[seat, kind]) + wide(state.discards[seat, kind])
        fine &= hidden[kind] == here + wide(player.hand[kind])
        total += wide(player.owned[kind])
    return fine and total == player.num_owned and (total == 0 or seat < table.num_seats)


@compiled
def count_unseen(state: State, table: Table, seat: int, counts: NDArray[np.int64]) -> None:
    """Add to `counts` the cards of the seat in hand, deck and discard pile together, by kind.

    Everyone knows these numbers, as all that is gained, played, revealed and trashed is seen.
    """
    player = state.seats[seat]
    for kind in range(MAX_KINDS):
        counts[kind] += wide(player.owned[kind])
        if seat == state.active:
            counts[kind] -= wide(state.in_play[kind])
        if seat == state.victim:
            counts[kind] -= wide(state.revealed[kind])
        if table.faces[kind].special == Special.HORSE_TRADERS and player.aside > 0:
            counts[kind] -= wide(player.aside)
    for place in range(player.num_top):
        if player.top[place] != ANY:
            counts[player.top[place]] -= 1
    # Stashes still to be placed are in no zone: the one asked about, and those that follow.
    if state.decision == Decision.PLACE_STASH and state.due_seat == seat:
        counts[state.looked] -= 1
    for place in range(state.num_tasks):
        task = state.agenda[place]
        if task.what == Task.PLACE_STASH and task.seat == seat:
            counts[task.first] -= wide(task.second)


@compiled
def sums_agree(state: State, table: Table, seat: int) -> bool:
    """Return whether a player's sums over all cards (points, money and so on) are right."""
    player = state.seats[seat]
    points = money = treasures = victories = wide(0)
    for kind in range(MAX_KINDS):
        copies, face = wide(player.owned[kind]), table.faces[kind]
        points += copies * wide(face.points)
        money += copies * wide(face.money)
        treasures += copies * wide((face.types & Type.TREASURE) != 0)
        victories += copies * wide((face.types & Type.VICTORY) != 0)
    return (
        points == player.points
        and money == player.money
        and treasures == player.num_treasures
        and victories == player.num_victories
    )


@compiled
def cards_are_conserved(dealt: State, state: State) -> bool:
    """Return whether there are as many cards of each kind as were dealt (D15.1)."""
    before = np.zeros(MAX_KINDS, np.int64)
    now = np.zeros(MAX_KINDS, np.int64)
    count_cards(dealt, before)
    count_cards(state, now)
    fine = True
    for kind in range(MAX_KINDS):
        fine &= before[kind] == now[kind]
    return fine


@compiled
def count_cards(state: State, counts: NDArray[np.int64]) -> None:
    """Count the cards of each kind, wherever they are."""
    for kind in range(MAX_KINDS):
        counts[kind] += wide(state.piles[kind]) + wide(state.trash[kind])
        for seat in range(MAX_PLAYERS):
            counts[kind] += wide(state.seats[seat].owned[kind])
    for place in range(state.num_market):
        counts[state.market[place]] += 1
    for place in range(state.num_shown):
        counts[state.shown[place]] += 1


@compiled
def supply_is_counted(state: State, table: Table) -> bool:
    """Return whether the piles of supply and prizes, and the empty ones, are counted right."""
    fine = NUM_BASIC <= state.num_supply <= state.num_kinds <= MAX_KINDS
    empty = prizes = piles = wide(0)
    for place in range(state.num_kinds):
        kind = wide(state.kinds[place])
        if place < state.num_supply:
            piles |= wide(1) << kind
            empty += wide(state.piles[kind] == 0)
        elif (wide(table.prizes) >> kind) & 1:
            prizes += wide(state.piles[kind])
        else:
            fine &= state.piles[kind] == 0
    fine &= state.bane == NOTHING or (piles >> wide(state.bane)) & 1 == 1
    return fine and empty == state.num_empty and prizes == state.num_prizes and (
        piles == state.in_supply
    )  # fmt: skip


@compiled
def market_is_sound(state: State) -> bool:
    """Return whether the Black Market deck has no card twice, and none of the supply."""
    if not (0 <= state.num_market <= MAX_KINDS and 0 <= state.num_shown <= MAX_SHOWN):
        return False
    seen = wide(state.in_supply)
    fine = True
    for place in range(state.num_market + state.num_shown):
        if place < state.num_market:
            kind = wide(state.market[place])
        else:
            kind = wide(state.shown[place - state.num_market])
        fine &= (seen >> kind) & 1 == 0
        seen |= wide(1) << kind
    return fine


@compiled
def open_cards_belong(state: State) -> bool:
    """Return whether revealed cards are counted right, and none is left at a free choice."""
    shown = stolen = wide(0)
    for kind in range(MAX_KINDS):
        shown += wide(state.revealed[kind])
        stolen += wide(state.stolen[kind])
    fine = shown == state.num_revealed and stolen == state.num_stolen
    if is_free(state):
        fine &= shown == 0 and state.num_shown == 0 and stolen == 0
    return fine


@compiled
def is_free(state: State) -> bool:
    """Return whether the choice is free: the player acts next, and no card is being resolved."""
    return (
        state.decision == Decision.ACTION
        or state.decision == Decision.BUY
        or (state.decision == Decision.TREASURE and state.routine != Special.BLACK_MARKET)
    )


@compiled
def princesses_are_counted(state: State, table: Table) -> bool:
    """Return whether the number of Princesses for the discount is that in play (D12.4)."""
    count = wide(0)
    for kind in range(MAX_KINDS):
        if table.faces[kind].special == Special.PRINCESS:
            count += wide(state.in_play[kind])
    return count == state.princesses


@compiled
def hands_are_new(state: State, table: Table) -> bool:
    """Return whether the player of the last turn has five cards, or all cards owned (D15.5)."""
    last = wide(state.active)
    if not is_over(state):
        if not is_free(state) or state.turns < 2 or table.num_seats == 1:
            return True
        for kind in range(MAX_KINDS):
            if state.in_play[kind] > 0:
                return True  # a card was played, which may have changed hands
        last = (last + wide(table.num_seats) - 1) % wide(table.num_seats)
    player = state.seats[last]
    return player.num_hand == min(HAND_SIZE, wide(player.num_owned) - wide(player.aside))


@compiled
def turns_agree(state: State, table: Table) -> bool:
    """Return whether turns, rounds and the active player agree (D1.1, D3.2)."""
    seats = wide(table.num_seats)
    fine = state.rounds == (state.turns + seats - 1) // seats and state.rounds <= table.max_rounds
    fine &= state.turns == 0 or state.active == (state.turns - 1) % seats
    for seat in range(table.num_seats):
        fine &= state.seats[seat].turns == (state.turns + seats - 1 - seat) // seats
    return fine


@compiled
def phase_fits(state: State, table: Table) -> bool:
    """Return whether the decision belongs to the phase, and to the player who has to make it."""
    is_own = state.due_seat == state.active
    match state.decision:
        case Decision.NONE | Decision.PLACE_STASH:
            return True
        case Decision.ACTION:
            return state.phase == Phase.ACTION and is_own and state.actions > 0
        case Decision.BUY:
            return state.phase == Phase.BUY and is_own and state.buys > 0
        case Decision.TREASURE:
            wanted = Phase.BUY
            if state.routine == Special.BLACK_MARKET:
                wanted = Phase.ACTION
            return state.phase == wanted and is_own and state.bought == 0
        case Decision.WALLED_VILLAGE:
            return state.phase == Phase.CLEAN_UP and is_own
        case Decision.GAIN:
            return state.phase != Phase.CLEAN_UP and is_own
        case Decision.REACT | Decision.BUREAUCRAT | Decision.YOUNG_WITCH | Decision.ENVOY:
            return state.phase == Phase.ACTION and (not is_own or table.num_seats == 1)
        case Decision.DISCARD | Decision.TOURNAMENT:
            return state.phase == Phase.ACTION
        case _:
            return state.phase == Phase.ACTION and is_own


@compiled
def agenda_is_sound(state: State, table: Table) -> bool:
    """Return whether there are only known tasks, and none waits at a free choice."""
    fine = not is_free(state) or state.num_tasks == 0
    for place in range(state.num_tasks):
        task = state.agenda[place]
        fine &= Task.TURN <= task.what <= Task.MARKET_ORDER
        fine &= 0 <= task.seat < table.num_seats
    return fine


@compiled
def ending_is_right(state: State, table: Table) -> bool:
    """Return whether the game ends for the reason that it gives, and only then (D8.1)."""
    if state.ending == 0:
        return not is_over(state)
    fine = is_over(state) or state.phase == Phase.CLEAN_UP
    if state.ending == _PROVINCES_GONE:
        return fine and table.num_seats > 1 and state.piles[PROVINCE] == 0
    if state.ending == _THREE_PILES:
        return fine and table.num_seats > 1 and state.num_empty >= _PILES_THAT_END
    if state.ending == _REACHED:
        owned = state.seats[0].owned[PROVINCE]
        return fine and table.num_seats == 1 and owned >= table.solo_target
    is_last = state.rounds == table.max_rounds and state.active == table.num_seats - 1
    return fine and is_last and state.ending == _LIMIT


@compiled
def is_over(state: State) -> bool:
    """Return whether nothing is left to do or to decide."""
    return state.decision == Decision.NONE and state.num_tasks == 0
