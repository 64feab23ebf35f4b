"""The stacks of the grid: taking and returning cards, exhausted stacks (V8)."""

from balance.compiling.jit import compiled, inlined
from balance.engine.layout import State, Table, wide
from balance.games.valeria.layout import (
    FIRST_CITIZENS,
    FIRST_DOMAINS,
    NO_CARD,
    NUM_COLUMNS,
    NUM_STACKS,
    Kind,
    Space,
)
from balance.games.valeria.rules.events import hide_event, remove_markers, tuck_under
from balance.games.valeria.rules.reach import come_up, leave


@compiled
def kind_of_stack(stack: int) -> int:
    """Return the card type that lies on a stack (V1.7)."""
    if stack < FIRST_CITIZENS:
        return Kind.MONSTER
    if stack < FIRST_DOMAINS:
        return Kind.CITIZEN
    return Kind.DOMAIN


@inlined
def top_card(state: State, stack: int) -> int:
    """Return the card face up on top of the stack, or NO_CARD (V1.8, V8.3)."""
    return wide(state.tops[stack])


@compiled
def show_top(state: State, stack: int) -> None:
    """Update which card is face up on top of the stack."""
    height = state.heights[stack]
    state.tops[stack] = state.stacks[stack, height - 1] - 1 if height > 0 else NO_CARD
    come_up(state, stack)


@compiled
def lift(state: State, table: Table, stack: int) -> int:
    """Take the top card off the stack; the stack may become exhausted (V8.2)."""
    card = top_card(state, stack)
    if table.marks and stack < FIRST_CITIZENS:
        remove_markers(state, stack)
    state.heights[stack] -= 1
    state.stacks[stack, state.heights[stack]] = 0
    if state.heights[stack] == 0:
        state.exhausted[exhausted_kind(stack)] += 1
    if table.mixed and kind_of_stack(stack) == Kind.CITIZEN:
        turn_up_citizen(state, stack)
    show_top(state, stack)
    return card


@compiled
def turn_up_citizen(state: State, stack: int) -> None:
    """Turn the top Citizen of the stack face up (V15.2)."""
    top = wide(state.heights[stack]) - 1
    slot = stack - FIRST_CITIZENS
    if top >= 0 and state.stacks[stack, top] == 0:
        state.stacks[stack, top] = state.face_down_citizens[slot, top]
        state.face_down_citizens[slot, top] = 0


@compiled
def turn_up(state: State, stack: int) -> None:
    """Turn the top Domain of the stack face up, if there is one (V6.7)."""
    top = wide(state.heights[stack]) - 1
    column = stack - FIRST_DOMAINS
    if top >= 0 and state.stacks[stack, top] == 0:
        state.stacks[stack, top] = state.face_down[column, top]
        state.face_down[column, top] = 0
        show_top(state, stack)


@compiled
def home_of(state: State, table: Table, card: int) -> int:
    """Return the stack that a Monster or Citizen is returned to (V18.5)."""
    face = table.cards[card]
    if face.kind == Kind.CITIZEN:
        return wide(face.home)
    column = 0
    while state.areas[column] != face.area:
        column += 1
    return column


@compiled
def put_back(state: State, table: Table, stack: int, card: int) -> None:
    """Put a card on top of its stack, removing what covers the space (V8.4, V14.13)."""
    leave(state, stack, top_card(state, stack))
    if state.heights[stack] == 0:
        state.exhausted[exhausted_kind(stack)] -= 1
        if state.events[stack] > 0:
            hide_event(state, stack)
        elif state.covered[stack] == Space.COVERED:
            if table.num_events:
                tuck_under(state)
            state.exhausted_cards += 1
        state.covered[stack] = Space.OPEN
    state.stacks[stack, state.heights[stack]] = card + 1
    state.heights[stack] += 1
    show_top(state, stack)


@compiled
def leftmost_monster(state: State) -> int:
    """Return the leftmost Monster stack that is not exhausted, or -1 (V13.3)."""
    for stack in range(NUM_COLUMNS):
        if state.heights[stack] > 0:
            return stack
    return -1


@compiled
def exhausted_kind(stack: int) -> int:
    """Return the place in ``state.exhausted``: 0 for Monsters, 1 for Citizens, 2 for Domains."""
    if stack < FIRST_CITIZENS:
        return 0
    if stack < FIRST_DOMAINS:
        return 1
    return 2


@compiled
def num_exhausted(state: State) -> int:
    """Return E, the number of exhausted stacks (V8.2)."""
    return wide(state.exhausted[0]) + wide(state.exhausted[1]) + wide(state.exhausted[2])


@compiled
def cover_empty_spaces(state: State, table: Table) -> None:
    """Cover every space that has become empty with an Exhausted card, if one is left (V8.1)."""
    if num_exhausted(state) + state.exhausted_cards == table.exhausted_cards:
        return  # each empty space has its card
    for stack in range(NUM_STACKS):
        if state.heights[stack] == 0 and not state.covered[stack] and state.exhausted_cards > 0:
            state.covered[stack] = Space.COVERED
            state.exhausted_cards -= 1
