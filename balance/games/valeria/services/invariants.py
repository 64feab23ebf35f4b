"""Invariants, which hold at every decision of every game; `balance soak` checks them."""

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from balance.compiling.jit import compiled
from balance.engine.layout import MAX_SEATS, State, Table, wide
from balance.games.valeria.layout import (
    DARK_LORD,
    FIRST_CITIZENS,
    FIRST_DOMAINS,
    MAX_CARDS,
    MAX_DOMAINS,
    MAX_EXHAUSTED,
    MAX_HEIGHT,
    NO_CARD,
    NUM_GOODS,
    NUM_MARKABLE,
    NUM_RESOURCES,
    NUM_ROLES,
    NUM_SLOTS,
    NUM_STACKS,
    NUM_TIMINGS,
    Decision,
    Kind,
    Space,
)
from balance.games.valeria.record import face_down_at
from balance.games.valeria.rules.events import is_waiting
from balance.games.valeria.rules.stacks import exhausted_kind, kind_of_stack

_NUM_KINDS = len(Kind)


class Broken(IntEnum):
    """The invariants, by what is wrong if one does not hold."""

    NOTHING = 0
    GOODS = 1  # a player has or owes a negative amount (V1.2)
    STACKS = 2  # heights, tops and what lies face up or down in the stacks do not agree (V1.8)
    PLACES = 3  # a card lies in a stack of another kind, area or number (V2.2, V2.5)
    EXHAUSTED = 4  # the exhausted stacks are not those without cards (V8.2)
    COVERED = 5  # a space is covered that is not empty, or the other way round (V8.1, V14.3)
    EXHAUSTED_CARDS = 6  # an Exhausted card was lost or made (V2.7)
    CARDS = 7  # a card was lost or made
    MARKERS = 8  # a negative number of markers, or markers on a card that is not there (V14.5)
    SEATS = 9  # what is counted for a player is not what the cards say (V1.3, V1.4)
    POWERS = 10  # a power without its Domain, or not counted (V11.3)
    DUKES = 11  # a Duke twice, or one that was not dealt (V2.9)
    TURNS = 12  # dice, turns and rounds do not agree (V3.2)
    UNUSED = 13  # hidden fields of a variant that is not played are in use


@compiled
def check(dealt: State, state: State, table: Table) -> int:
    """Return which invariant is broken; `dealt` is the state at the beginning of the game."""
    if not goods_are_held(state, table):
        return Broken.GOODS
    if not stacks_agree(state):
        return Broken.STACKS
    if not cards_lie_where_they_belong(state, table):
        return Broken.PLACES
    if not exhausted_are_counted(state):
        return Broken.EXHAUSTED
    if not covers_fit(state, table):
        return Broken.COVERED
    if not exhausted_cards_are_there(state, table):
        return Broken.EXHAUSTED_CARDS
    if not cards_are_conserved(dealt, state, table):
        return Broken.CARDS
    if not markers_lie_on_cards(state, table):
        return Broken.MARKERS
    for seat in range(MAX_SEATS):
        if not cards_are_counted(state, table, seat):
            return Broken.SEATS
        if not powers_are_counted(state, table, seat):
            return Broken.POWERS
    if not dukes_differ(state, table):
        return Broken.DUKES
    if not turns_agree(state, table):
        return Broken.TURNS
    if not unused_is_empty(state, table):
        return Broken.UNUSED
    return Broken.NOTHING


@compiled
def goods_are_held(state: State, table: Table) -> bool:
    """Return whether nobody holds a negative amount (V1.2)."""
    fine = state.substitutes == 0 or state.substitutes == 1
    for good in range(NUM_GOODS):
        fine &= state.bill[good] >= 0
        for seat in range(MAX_SEATS):
            fine &= state.seats[seat].goods[good] >= 0
            fine &= seat < table.num_seats or state.seats[seat].goods[good] == 0
    return fine


@compiled
def stacks_agree(state: State) -> bool:
    """Return whether each place of a stack holds a card up to its height, face up or face down."""
    fine = True
    for stack in range(NUM_STACKS):
        height = wide(state.heights[stack])
        fine &= 0 <= height <= MAX_HEIGHT
        for place in range(MAX_HEIGHT):
            shown = state.stacks[stack, place] > 0
            hidden = False
            if stack >= FIRST_DOMAINS:
                hidden = place < MAX_DOMAINS and state.face_down[stack - FIRST_DOMAINS, place] > 0
            elif stack >= FIRST_CITIZENS:
                hidden = state.face_down_citizens[stack - FIRST_CITIZENS, place] > 0
            fine &= (shown != hidden) == (place < height)
            fine &= not (shown and hidden)
        top = NO_CARD
        if height > 0:
            top = wide(state.stacks[stack, height - 1]) - 1
        fine &= state.tops[stack] == top
        fine &= top != NO_CARD or height == 0 or stack >= FIRST_DOMAINS  # V15.2
    return fine


@compiled
def cards_lie_where_they_belong(state: State, table: Table) -> bool:
    """Return whether Monsters lie in their areas, Citizens at their numbers, Domains below."""
    fine = True
    for stack in range(NUM_STACKS):
        kind = kind_of_stack(stack)
        for place in range(state.heights[stack]):
            face = table.cards[card_at(state, stack, place)]
            fine &= face.kind == kind
            if kind == Kind.MONSTER:
                fine &= face.area == state.areas[stack]
            elif kind == Kind.CITIZEN:
                fine &= face.home == stack
    return fine


@compiled
def card_at(state: State, stack: int, place: int) -> int:
    """Return the card there, face up or face down."""
    shown = wide(state.stacks[stack, place])
    return (shown if shown > 0 else face_down_at(state, stack, place)) - 1


@compiled
def exhausted_are_counted(state: State) -> bool:
    """Return whether E is the number of stacks without cards (V8.2)."""
    counted = np.zeros(3, np.int32)
    for stack in range(NUM_STACKS):
        counted[exhausted_kind(stack)] += int(state.heights[stack] == 0)
    fine = True
    for kind in range(len(counted)):
        fine &= counted[kind] == state.exhausted[kind]
    return fine


@compiled
def covers_fit(state: State, table: Table) -> bool:
    """Return whether only empty spaces are covered, and all of them between actions (V8.1)."""
    fine = True
    for stack in range(NUM_STACKS):
        covered, event = state.covered[stack], state.events[stack]
        fine &= Space.OPEN <= covered <= Space.BARE
        fine &= (covered == Space.OPEN and event == 0) or state.heights[stack] == 0
        fine &= covered == Space.OPEN or event == 0
        fine &= covered <= Space.COVERED or table.num_events > 0
        if state.decision == Decision.ACTION and state.exhausted_cards > 0:
            fine &= not is_waiting(state, stack)
        if (state.events_due >> stack) & 1:
            fine &= event > 0
    return fine


@compiled
def exhausted_cards_are_there(state: State, table: Table) -> bool:
    """Return whether all Exhausted cards are in the grid or in their stack (V2.7)."""
    left = wide(state.exhausted_cards)
    fine = 0 <= left <= (MAX_EXHAUSTED if table.num_events else NUM_STACKS)
    found = left
    for place in range(MAX_EXHAUSTED):
        if state.exhausted_stack[place] > 0:
            fine &= place < left
            found -= 1
    for stack in range(NUM_STACKS):
        found += int(state.covered[stack] == Space.COVERED)
    return fine and found == table.exhausted_cards


@compiled
def cards_are_conserved(dealt: State, state: State, table: Table) -> bool:
    """Return whether there are as many copies of each card as were dealt."""
    before = np.zeros(MAX_CARDS, np.int32)
    now = np.zeros(MAX_CARDS, np.int32)
    count_cards(dealt, table, before)
    count_cards(state, table, now)
    fine = True
    for card in range(MAX_CARDS):
        fine &= before[card] == now[card]
    return fine


@compiled
def count_cards(state: State, table: Table, counts: NDArray[np.int32]) -> None:
    """Count the copies of each card in the grid, the Exhausted stack and before the players."""
    for stack in range(NUM_STACKS):
        for place in range(state.heights[stack]):
            counts[card_at(state, stack, place)] += 1
        if state.events[stack] > 0:
            counts[wide(state.events[stack]) - 1] += 1
    for place in range(MAX_EXHAUSTED):
        if state.exhausted_stack[place] > 0:
            counts[wide(state.exhausted_stack[place]) - 1] += 1
    for seat in range(MAX_SEATS):
        owned = state.seats[seat].owned
        for card in range(table.num_cards):
            counts[card] += owned[card]


@compiled
def markers_lie_on_cards(state: State, table: Table) -> bool:
    """Return whether markers lie only on Monsters in the grid and on events (V14.5, V14.9)."""
    fine = True
    for place in range(NUM_MARKABLE):
        stack = place - FIRST_CITIZENS * MAX_HEIGHT
        if stack < 0:
            there = place % MAX_HEIGHT < state.heights[place // MAX_HEIGHT]
        else:
            there = state.events[stack] > 0
        there &= table.marks != 0
        for good in range(NUM_RESOURCES):
            markers = state.markers[place, good]
            fine &= markers == 0 or (markers > 0 and there)
    return fine


@compiled
def cards_are_counted(state: State, table: Table, seat: int) -> bool:
    """Return whether the counts of a player agree with the cards (V1.3, V1.4)."""
    player = state.seats[seat]
    kinds = np.zeros(_NUM_KINDS, np.int32)
    roles = np.zeros(NUM_ROLES, np.int32)
    icons = np.zeros(NUM_ROLES, np.int32)
    events, points = 0, 0
    fine = True
    for card in range(table.num_cards):
        copies = wide(player.owned[card])
        if copies == 0:
            continue
        fine &= copies > 0
        face = table.cards[card]
        kinds[face.kind] += copies
        points += copies * face.vp
        if face.kind == Kind.CITIZEN:
            roles[face.role] += copies
        if face.number > 0:
            events += copies
        for role in range(NUM_ROLES):
            icons[role] += copies * face.icons[role]
    fine &= player.citizens == kinds[Kind.CITIZEN]
    fine &= player.monsters == kinds[Kind.MONSTER]
    fine &= player.domains == kinds[Kind.DOMAIN]
    fine &= player.starters == kinds[Kind.STARTER]
    fine &= player.events == events
    fine &= player.points == points
    for role in range(NUM_ROLES):
        fine &= player.roles[role] == roles[role]
        fine &= player.icons[role] == icons[role]
    if seat < table.num_seats:
        return fine and player.starters == table.num_starters
    lord = table.solo != 0 and seat == DARK_LORD
    return fine and (lord or kinds.sum() == 0)


@compiled
def powers_are_counted(state: State, table: Table, seat: int) -> bool:
    """Return whether each power has its Domain, and powers that work are counted by timing."""
    player = state.seats[seat]
    timed = np.zeros(NUM_TIMINGS, np.int32)
    fine = 0 <= player.awake <= player.num_powers
    for power in range(player.num_powers):
        ability = table.abilities[player.powers[power]]
        fine &= player.owned[ability.card] > 0
        if power < player.awake:
            timed[ability.timing] += 1
    for timing in range(NUM_TIMINGS):
        fine &= player.timed[timing] == timed[timing]
    return fine


@compiled
def dukes_differ(state: State, table: Table) -> bool:
    """Return whether each Duke was dealt once, and each player keeps one of theirs (V2.9)."""
    if table.no_dukes:
        return True
    seen = wide(0)
    fine = True
    for seat in range(table.num_seats):
        player = state.seats[seat]
        fine &= player.duke == 0 or player.duke == player.dealt[0] or player.duke == player.dealt[1]
        fine &= player.duke > 0 or state.turns == 0
        for i in range(2):
            if player.dealt[i] > 0:
                fine &= (seen >> wide(player.dealt[i])) & 1 == 0
                seen |= wide(1) << wide(player.dealt[i])
    if table.solo:
        fine &= (seen >> wide(state.seats[DARK_LORD].duke)) & 1 == 0
        fine &= state.seats[DARK_LORD].duke > 0
    return fine


@compiled
def turns_agree(state: State, table: Table) -> bool:
    """Return whether dice, turns, rounds and the active player agree (V3.2)."""
    fine = 0 <= state.active < table.num_seats
    fine &= state.rounds == (state.turns + table.num_seats - 1) // table.num_seats
    fine &= state.turns == 0 or state.active == (state.turns - 1) % table.num_seats
    for i in range(2):
        fine &= (1 <= state.dice[i] <= 6) or state.turns == 0
        fine &= (1 <= state.rolled[i] <= 6) or state.turns == 0
    return fine


@compiled
def unused_is_empty(state: State, table: Table) -> bool:
    """Return whether the hidden fields of variants that are not played are empty."""
    fine = True
    if not table.mixed:
        for slot in range(NUM_SLOTS):
            for place in range(MAX_HEIGHT):
                fine &= state.face_down_citizens[slot, place] == 0
    if not table.num_events:
        for place in range(MAX_EXHAUSTED):
            fine &= state.exhausted_stack[place] == 0
    return fine
