"""Monster Events (V14): covering spaces, instructions, markers, being slain."""

from balance.compiling.jit import compiled, inlined
from balance.engine.agenda import chosen, due, offer, push
from balance.engine.layout import State, Table, wide
from balance.errors import LimitError
from balance.games.valeria.layout import (
    FIRST_CITIZENS,
    MAX_HEIGHT,
    MAX_MARKERS,
    NUM_RESOURCES,
    NUM_STACKS,
    Decision,
    Good,
    Space,
    Task,
)
from balance.games.valeria.rules.reach import come_up, leave


@inlined
def event_at(state: State, stack: int) -> int:
    """Return the event that lies revealed on the stack, or NO_CARD (V14.3)."""
    return wide(state.events[stack]) - 1


@compiled
def find_due_events(state: State, table: Table) -> None:
    """Find the revealed events with a number of the dice, each once even on doubles (V14.4)."""
    first, second = wide(state.dice[0]), wide(state.dice[1])
    state.events_due = 0
    for stack in range(NUM_STACKS):
        if state.events[stack] > 0:
            number = table.cards[event_at(state, stack)].number
            if number == first or number == second or number == first + second:
                state.events_due |= 1 << stack
    if state.events_due:
        push(state, Task.NEXT_EVENT, state.active, 0, 0)


@compiled
def offer_events(state: State) -> None:
    """Ask which due event is carried out next (V14.4)."""
    due(state, Decision.EVENT, state.active)
    for stack in range(NUM_STACKS):
        if (state.events_due >> stack) & 1:
            offer(state, stack)


@compiled
def carry_out_event(state: State, table: Table, seat: int, index: int) -> None:
    """Carry out the event's instruction, then ask for the next one (V14.4)."""
    stack = chosen(state, index)
    state.events_due &= ~(1 << stack)
    if state.events_due:
        push(state, Task.NEXT_EVENT, seat, 0, 0)
    face = table.cards[event_at(state, stack)]
    for row in range(wide(face.end_inactive) - 1, wide(face.first_inactive) - 1, -1):
        push(state, Task.ABILITY, seat, row, 0)


# Markers


@compiled
def marker_place(state: State, stack: int) -> int:
    """Return the row of ``state.markers`` for the stack's top Monster or its event (V14.9)."""
    if state.events[stack] > 0:
        return FIRST_CITIZENS * MAX_HEIGHT + stack
    return stack * MAX_HEIGHT + wide(state.heights[stack]) - 1


@compiled
def offer_mark(state: State, row: int) -> None:
    """Ask the active player which Monster gets the item's markers (V14.5, R8)."""
    due(state, Decision.MARK, state.active)
    state.subject = row
    for stack in range(NUM_STACKS):
        if state.events[stack] > 0 or (stack < FIRST_CITIZENS and state.heights[stack] > 0):
            offer(state, stack)


@compiled
def mark(state: State, table: Table, index: int) -> None:
    """Put the markers on that Monster or event (V14.5)."""
    place = marker_place(state, chosen(state, index))
    item = table.items[state.subject]
    markers = wide(state.markers[place, item.good]) + wide(item.amount)
    if markers > MAX_MARKERS:
        raise LimitError(
            "more than 9,999 markers on a Monster; make numbers in its sheets or options smaller"
        )
    state.markers[place, item.good] = markers


@compiled
def take_bounty(state: State, seat: int, stack: int) -> None:
    """Give the slayer the gold markers of the card; all its markers go (V14.8)."""
    bounty = state.markers[marker_place(state, stack), Good.GOLD]
    state.seats[seat].goods[Good.GOLD] += bounty
    remove_markers(state, stack)


@compiled
def remove_markers(state: State, stack: int) -> None:
    """Return the markers of the stack's top Monster or its event to the bank."""
    place = marker_place(state, stack)
    for good in range(NUM_RESOURCES):
        state.markers[place, good] = 0


# Events among the Exhausted cards


@compiled
def lift_event(state: State, stack: int) -> int:
    """Take a slain event off the grid; its space waits for the bottom card (V14.11)."""
    card = event_at(state, stack)
    state.events[stack] = 0
    state.covered[stack] = Space.AFTER_EVENT
    return card


@compiled
def hide_event(state: State, stack: int) -> None:
    """Put a revealed event face down on top of the Exhausted stack, unmarked (V14.13)."""
    leave(state, stack, event_at(state, stack))
    remove_markers(state, stack)
    state.exhausted_stack[state.exhausted_cards] = state.events[stack]
    state.exhausted_cards += 1
    state.events[stack] = 0


@compiled
def tuck_under(state: State) -> None:
    """Make room at the bottom of the Exhausted stack for one of its cards (R10)."""
    for place in range(wide(state.exhausted_cards), 0, -1):
        state.exhausted_stack[place] = state.exhausted_stack[place - 1]
    state.exhausted_stack[0] = 0


@inlined
def is_waiting(state: State, stack: int) -> bool:
    """Return whether the space is empty and still to be covered (V14.3, V14.11)."""
    covered = state.covered[stack]
    return (
        (state.heights[stack] == 0)
        & (state.events[stack] == 0)
        & ((covered == Space.OPEN) | (covered == Space.AFTER_EVENT))
    )


@compiled
def offer_spaces(state: State, seat: int) -> None:
    """Ask which empty space is covered next, as the next card may be an event (V14.3)."""
    if state.exhausted_cards == 0:
        return
    due(state, Decision.COVER, seat)
    for stack in range(NUM_STACKS):
        if is_waiting(state, stack):
            offer(state, stack)


@compiled
def cover_space(state: State, seat: int, index: int) -> None:
    """Cover the space with the top card, where an event was slain with the bottom card (V14.11)."""
    stack = chosen(state, index)
    push(state, Task.COVER, seat, 0, 0)
    if state.covered[stack] == Space.AFTER_EVENT:
        if state.exhausted_stack[0] > 0:
            state.covered[stack] = Space.BARE
            return
        state.exhausted_cards -= 1
        for place in range(wide(state.exhausted_cards)):
            state.exhausted_stack[place] = state.exhausted_stack[place + 1]
        state.exhausted_stack[state.exhausted_cards] = 0
        state.covered[stack] = Space.COVERED
        return
    state.exhausted_cards -= 1
    state.events[stack] = state.exhausted_stack[state.exhausted_cards]
    state.exhausted_stack[state.exhausted_cards] = 0
    come_up(state, stack)
    if state.events[stack] == 0:
        state.covered[stack] = Space.COVERED
