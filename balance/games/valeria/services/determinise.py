"""Draw all that is hidden from a seat (V1.11): face-down cards, Dukes of others, coming dice.

All possibilities that fit what the seat sees are equally likely; nothing is concluded from what
the others did.
"""

import numpy as np

from balance.compiling.jit import compiled
from balance.engine.agenda import offer
from balance.engine.layout import MAX_SEATS, State, Stream, Table, wide
from balance.engine.rng import below, draw, reseed, shuffle
from balance.games.valeria.layout import (
    DARK_LORD,
    FIRST_CITIZENS,
    FIRST_DOMAINS,
    MAX_CARDS,
    MAX_DUKES,
    MAX_EVENTS,
    NUM_COLUMNS,
    NUM_SLOTS,
    NUM_STACKS,
    Decision,
    Task,
)


@compiled
def determinise(state: State, table: Table, seat: int, stream: Stream) -> None:
    """Draw all that is hidden from `seat`, in a copy of its view (V1.11)."""
    reseed(state, draw(stream))
    draw_domains(state, table, stream)
    if table.mixed:
        draw_citizens(state, table, stream)
    if table.num_events:
        draw_events(state, table, stream)
    if table.no_dukes:
        for other in range(table.num_seats):
            state.seats[other].duke = 1  # what all score by (V16.1)
    else:
        draw_dukes(state, table, seat, stream)


@compiled
def draw_domains(state: State, table: Table, stream: Stream) -> None:
    """Draw the face-down Domains from those that are not in view (V2.6)."""
    places = 0
    for stack in range(FIRST_DOMAINS, NUM_STACKS):
        for place in range(state.heights[stack]):
            places += int(state.stacks[stack, place] == 0)
    if places == 0:
        return
    seen = np.zeros(MAX_CARDS + 1, np.int8)
    for stack in range(FIRST_DOMAINS, NUM_STACKS):
        for place in range(state.heights[stack]):
            seen[state.stacks[stack, place]] = 1
    unseen = np.empty(MAX_CARDS, np.int16)
    size = 0
    forced = 0
    for i in range(table.num_domains):
        card = wide(table.domains[i])
        if not seen[card + 1] and not is_owned(state, card):
            unseen[size] = card
            size += 1
            forced += int(i < table.num_forced)  # these are certainly dealt
    for i in range(forced, places):
        j = i + wide(below(stream, size - i))
        card = wide(unseen[i])
        unseen[i] = unseen[j]
        unseen[j] = card
    if forced > 0:
        shuffle(stream, unseen, places)
    for column in range(NUM_COLUMNS):
        stack = FIRST_DOMAINS + column
        for place in range(state.heights[stack]):
            if state.stacks[stack, place] == 0:
                places -= 1
                state.face_down[column, place] = unseen[places] + 1


@compiled
def is_owned(state: State, card: int) -> bool:
    """Return whether the card lies before a player or the Dark Lord."""
    owned = 0
    for seat in range(MAX_SEATS):
        owned += wide(state.seats[seat].owned[card])
    return owned > 0


@compiled
def draw_citizens(state: State, table: Table, stream: Stream) -> None:
    """Draw the face-down Citizens of each number from those that are not in view (V15.1)."""
    unseen = np.empty(MAX_CARDS, np.int16)
    for slot in range(NUM_SLOTS):
        stack = FIRST_CITIZENS + slot
        height = wide(state.heights[stack])
        size = 0
        for i in range(table.slots[slot].num_cards):
            card = wide(table.slots[slot].cards[i])
            left = wide(table.slots[slot].copies[i])
            for owner in range(MAX_SEATS):
                left -= wide(state.seats[owner].owned[card])
            for place in range(height):
                left -= int(state.stacks[stack, place] == card + 1)
            for _ in range(left):
                unseen[size] = card
                size += 1
        shuffle(stream, unseen, size)
        for place in range(height):
            if state.stacks[stack, place] == 0:
                size -= 1
                state.face_down_citizens[slot, place] = unseen[size] + 1


@compiled
def draw_events(state: State, table: Table, stream: Stream) -> None:
    """Draw the events in the Exhausted stack, where they are always the top cards (V14.2, R10)."""
    seen = np.zeros(MAX_CARDS + 1, np.int8)
    for stack in range(NUM_STACKS):
        seen[state.events[stack]] = 1
    unseen = np.empty(MAX_EVENTS, np.int16)
    size = 0
    for i in range(table.num_event_cards):
        card = wide(table.events[i])
        if not seen[card + 1] and not is_owned(state, card):
            unseen[size] = card
            size += 1
    shuffle(stream, unseen, size)
    revealed = wide(table.num_event_cards) - size
    for i in range(wide(table.num_events) - revealed):
        state.exhausted_stack[state.exhausted_cards - 1 - i] = unseen[i] + 1


@compiled
def draw_dukes(state: State, table: Table, seat: int, stream: Stream) -> None:
    """Deal the others and the Dark Lord Dukes that this seat was not dealt (V2.9, V13.1)."""
    own = state.seats[seat]
    unseen = np.empty(MAX_DUKES, np.int16)
    size = 0
    for duke in range(1, table.num_dukes + 1):
        if duke != own.dealt[0] and duke != own.dealt[1]:
            unseen[size] = duke
            size += 1
    shuffle(stream, unseen, size)
    for other in range(table.num_seats):
        if other != seat:
            size -= 2
            player = state.seats[other]
            player.dealt[0] = unseen[size]
            player.dealt[1] = unseen[size + 1]
            if has_chosen(state, other):
                player.duke = player.dealt[0]
                if table.dukes_assigned:
                    player.dealt[1] = 0  # as if no other had been dealt
    if table.solo and seat != DARK_LORD:
        state.seats[DARK_LORD].duke = unseen[0]  # R19
    if state.decision == Decision.KEEP_DUKE and state.due_seat != seat:
        player = state.seats[state.due_seat]
        state.num_choices = 0
        offer(state, player.dealt[0] - 1)
        offer(state, player.dealt[1] - 1)


@compiled
def has_chosen(state: State, seat: int) -> bool:
    """Return whether the seat has chosen its Duke (V2.9)."""
    chosen = state.decision != Decision.KEEP_DUKE or state.due_seat != seat
    for place in range(state.num_tasks):
        task = state.agenda[place]
        chosen &= task.what != Task.KEEP_DUKE or task.seat != seat
    return chosen
