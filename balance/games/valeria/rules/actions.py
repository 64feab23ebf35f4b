"""The Action Phase (V6)."""

from balance.compiling.jit import compiled, inlined
from balance.engine.agenda import chosen, due, offer, offer_if, push
from balance.engine.layout import State, Table, wide
from balance.games.valeria.layout import (
    DONE,
    FIRST_CITIZENS,
    FIRST_DOMAINS,
    FIRST_STACK_CHOICE,
    NO_CARD,
    NUM_RESOURCES,
    NUM_STACKS,
    Decision,
    Good,
    Kind,
    Phase,
    Role,
    Task,
    Timing,
)
from balance.games.valeria.rules.events import event_at, lift_event, take_bounty
from balance.games.valeria.rules.paying import (
    affords,
    building_price,
    price,
    recruiting_price,
    settle_bill,
    slaying_price,
    unmarked_price,
    write_bill,
)
from balance.games.valeria.rules.stacks import lift, top_card
from balance.games.valeria.rules.tableau import get_card, get_powers, trigger_on_citizen
from balance.games.valeria.rules.triggers import trigger_card


@compiled
def start_actions(state: State, seat: int) -> None:
    """Begin the Action Phase: start powers, two actions, end powers (V6.1, V6.2, V6.9)."""
    state.phase = Phase.ACTION
    push(state, Task.TRIGGER, seat, Timing.ACTION_END, 0)
    push(state, Task.ACTION, seat, 0, 0)
    push(state, Task.ACTION, seat, 0, 0)
    push(state, Task.TRIGGER, seat, Timing.ACTION_START, 0)


@compiled
def offer_actions(state: State, table: Table, seat: int) -> None:
    """Ask for an action: a resource (V6.3), or any card that the player can pay."""
    due(state, Decision.ACTION, seat)
    state.unseen = 0
    for good in range(NUM_RESOURCES):
        offer(state, good)
    offer_slaying(state, table, seat, FIRST_STACK_CHOICE)
    for stack in range(FIRST_CITIZENS, FIRST_DOMAINS):
        offer_if(state, FIRST_STACK_CHOICE + stack, can_recruit(state, table, seat, stack))
    for stack in range(FIRST_DOMAINS, NUM_STACKS):
        offer_if(state, FIRST_STACK_CHOICE + stack, can_build(state, table, seat, stack))


@inlined
def offer_slaying(state: State, table: Table, seat: int, first: int) -> None:
    """Offer the Monsters that can be slain: `first` + stack (V6.4)."""
    if table.marks:
        offer_marked_slaying(state, table, seat, first)
        return
    for stack in range(FIRST_CITIZENS):  # a loop of its own, as this is faster without markers
        card = top_card(state, stack)
        strength, magic = unmarked_price(state, table, seat, card)
        offer_if(state, first + stack, can_afford_slaying(state, seat, card, strength, magic))


@compiled
def offer_marked_slaying(state: State, table: Table, seat: int, first: int) -> None:
    """Offer Monsters with their markers, and events wherever they lie (V14.7, V14.10)."""
    for stack in range(NUM_STACKS):
        if stack < FIRST_CITIZENS or state.events[stack] > 0:
            offer_if(state, first + stack, can_slay(state, table, seat, stack))


@inlined
def card_at(state: State, table: Table, stack: int) -> int:
    """Return the card that can be gained from the stack: its top card, or the event there."""
    card = top_card(state, stack)
    if table.num_events and card == NO_CARD:
        return event_at(state, stack)
    return card


@inlined
def can_slay(state: State, table: Table, seat: int, stack: int) -> bool:
    """Return whether the player can slay the stack's top Monster or event (V6.4, V7.2, V14.10)."""
    card = card_at(state, table, stack)
    strength, magic = slaying_price(state, table, seat, stack, card)
    return can_afford_slaying(state, seat, card, strength, magic)


@inlined
def can_afford_slaying(state: State, seat: int, card: int, strength: int, magic: int) -> bool:
    """Return whether there is a card and the player can pay this price (V7.1, V7.2)."""
    goods = state.seats[seat].goods
    spare = wide(goods[Good.MAGIC]) - magic
    return (card != NO_CARD) & affords(strength, wide(goods[Good.STRENGTH]), spare)


@inlined
def can_recruit(state: State, table: Table, seat: int, stack: int) -> bool:
    """Return whether the player can recruit the top Citizen of the stack (V6.5)."""
    card = top_card(state, stack)
    gold = recruiting_price(state, table, seat, card)
    goods = state.seats[seat].goods
    return (card != NO_CARD) & affords(gold, wide(goods[Good.GOLD]), wide(goods[Good.MAGIC]))


@inlined
def can_build(state: State, table: Table, seat: int, stack: int) -> bool:
    """Return whether the player can build the face-up Domain of the stack (V6.7)."""
    card = top_card(state, stack)
    player = state.seats[seat]
    icons = table.cards[card].icons
    gold = building_price(state, table, seat, card)
    return (
        (card != NO_CARD)
        & (player.roles[Role.WORKER] >= icons[Role.WORKER])
        & (player.roles[Role.SOLDIER] >= icons[Role.SOLDIER])
        & (player.roles[Role.SHADOW] >= icons[Role.SHADOW])
        & (player.roles[Role.HOLY] >= icons[Role.HOLY])
        & affords(gold, wide(player.goods[Good.GOLD]), wide(player.goods[Good.MAGIC]))
    )


@compiled
def take_action(state: State, table: Table, seat: int, index: int) -> None:
    """Carry out the action; empty spaces are covered after it (V6.9)."""
    choice = chosen(state, index)
    if choice < FIRST_STACK_CHOICE:
        state.seats[seat].goods[choice] += 1
        return
    state.acting = 1
    push(state, Task.COVER, seat, 0, 0)
    buy(state, table, seat, choice - FIRST_STACK_CHOICE)


@compiled
def offer_bonus(state: State, table: Table, seat: int, kind: int) -> None:
    """Ask whether to take the bonus action that a card grants, at full cost (V6.8)."""
    due(state, Decision.BONUS, seat)
    state.subject = kind
    offer(state, DONE)
    if kind == Kind.MONSTER:
        offer_slaying(state, table, seat, 0)
    elif kind == Kind.CITIZEN:
        for stack in range(FIRST_CITIZENS, FIRST_DOMAINS):
            offer_if(state, stack, can_recruit(state, table, seat, stack))
    else:
        for stack in range(FIRST_DOMAINS, NUM_STACKS):
            offer_if(state, stack, can_build(state, table, seat, stack))


@compiled
def take_bonus_action(state: State, table: Table, seat: int, index: int) -> None:
    """Take the bonus action; it is part of the action that granted it (V6.8)."""
    stack = chosen(state, index)
    if stack != DONE:
        buy(state, table, seat, stack)


@compiled
def buy(state: State, table: Table, seat: int, stack: int) -> None:
    """Pay for the top card (V7), then get it."""
    push(state, Task.GET, seat, stack, 0)
    gold, strength, magic = price(state, table, seat, stack, card_at(state, table, stack))
    write_bill(state, gold, strength, magic, 0, 1)
    settle_bill(state, table, seat)


@compiled
def get_paid_card(state: State, table: Table, seat: int, stack: int) -> None:
    """Put the paid card before the player; its effects follow (V6.4 - V6.7)."""
    if table.marks and table.cards[card_at(state, table, stack)].kind == Kind.MONSTER:
        take_bounty(state, seat, stack)
    card = lift_event(state, stack) if state.events[stack] > 0 else lift(state, table, stack)
    get_card(state, table, seat, card)
    kind = table.cards[card].kind
    if kind == Kind.MONSTER:
        if state.phase == Phase.ACTION and state.active == seat:
            push(state, Task.TRIGGER, seat, Timing.ON_SLAY, 0)
        trigger_card(state, table, seat, card, Timing.PLAIN)
    elif kind == Kind.CITIZEN:
        trigger_on_citizen(state, seat)
    else:
        push(state, Task.TURN_UP, seat, stack, 0)
        get_powers(state, table, seat, card)
        trigger_card(state, table, seat, card, Timing.NOW)
