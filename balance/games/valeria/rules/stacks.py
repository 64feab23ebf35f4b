"""The grid's stacks: cards taken and returned, exhausted stacks (V8)."""

from balance.engine.jit import compiled, inlined
from balance.engine.layout import State, Table, wide
from balance.games.valeria.layout import (
    FIRST_CITIZENS,
    FIRST_DOMAINS,
    NO_CARD,
    NUM_STACKS,
    Kind,
)


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
    """Note which card is face up on top of the stack."""
    height = state.heights[stack]
    state.tops[stack] = state.stacks[stack, height - 1] - 1 if height > 0 else NO_CARD


@compiled
def lift(state: State, stack: int) -> int:
    """Take the top card off the stack; the stack may become exhausted (V8.2)."""
    card = top_card(state, stack)
    state.heights[stack] -= 1
    state.stacks[stack, state.heights[stack]] = 0
    if state.heights[stack] == 0:
        state.exhausted[exhausted_kind(stack)] += 1
    show_top(state, stack)
    return card


@compiled
def put_back(state: State, stack: int, card: int) -> None:
    """Put a card on top of its stack; an Exhausted card there goes away (V8.4)."""
    if state.heights[stack] == 0:
        state.exhausted[exhausted_kind(stack)] -= 1
        if state.covered[stack]:
            state.covered[stack] = 0
            state.exhausted_cards += 1
    state.stacks[stack, state.heights[stack]] = card + 1
    state.heights[stack] += 1
    show_top(state, stack)


@compiled
def exhausted_kind(stack: int) -> int:
    """Return where a stack is counted in ``state.exhausted``: Monsters, Citizens, Domains."""
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
    state.acting = 0
    if num_exhausted(state) + state.exhausted_cards == table.exhausted_cards:
        return  # each empty space has its card
    for stack in range(NUM_STACKS):
        if state.heights[stack] == 0 and not state.covered[stack] and state.exhausted_cards > 0:
            state.covered[stack] = 1
            state.exhausted_cards -= 1
