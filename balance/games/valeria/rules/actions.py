"""The Action Phase (V6)."""

from balance.engine.agenda import push
from balance.engine.choice import chosen, due, offer
from balance.engine.jit import compiled
from balance.engine.layout import State, Table
from balance.games.valeria.layout import (
    DONE,
    FIRST_STACK_CHOICE,
    NO_CARD,
    NUM_RESOURCES,
    NUM_ROLES,
    NUM_STACKS,
    Decision,
    Good,
    Kind,
    Phase,
    Task,
    Timing,
)
from balance.games.valeria.rules.paying import affords, owe, price, settle_bill
from balance.games.valeria.rules.stacks import lift, top_card
from balance.games.valeria.rules.tableau import get_card, get_powers, watch_citizen
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
    """Ask for an action: a resource (V6.3) is always possible, then whatever can be paid."""
    due(state, Decision.ACTION, seat)
    for good in range(NUM_RESOURCES):
        offer(state, good)
    for stack in range(NUM_STACKS):
        if can_get(state, table, seat, stack):
            offer(state, FIRST_STACK_CHOICE + stack)


@compiled
def can_get(state: State, table: Table, seat: int, stack: int) -> bool:
    """Tell whether the player may slay, recruit or build the top card (V6.4, V6.5, V6.7)."""
    card = top_card(state, stack)
    if card == NO_CARD:
        return False
    player = state.seats[seat]
    face = table.cards[card]
    gold, strength, magic = price(state, table, seat, card)
    spare = int(player.goods[Good.MAGIC]) - magic
    if not affords(gold, int(player.goods[Good.GOLD]), spare):
        return False
    if not affords(strength, int(player.goods[Good.STRENGTH]), spare):
        return False
    if face.kind == Kind.DOMAIN:
        for role in range(NUM_ROLES):
            if player.roles[role] < face.icons[role]:
                return False
    return True


@compiled
def act(state: State, table: Table, seat: int, index: int) -> None:
    """Carry out the action; when it is finished empty spaces are covered (V6.9)."""
    choice = chosen(state, index)
    if choice < FIRST_STACK_CHOICE:
        state.seats[seat].goods[choice] += 1
        return
    push(state, Task.ACTION_DONE, seat, 0, 0)
    buy(state, table, seat, choice - FIRST_STACK_CHOICE)


@compiled
def offer_bonus(state: State, table: Table, seat: int, kind: int) -> None:
    """Ask whether to carry out the action granted by a card, at its full cost (V6.8)."""
    due(state, Decision.BONUS, seat)
    state.subject = kind
    offer(state, DONE)
    for stack in range(NUM_STACKS):
        card = top_card(state, stack)
        if card != NO_CARD and table.cards[card].kind == kind:
            if can_get(state, table, seat, stack):
                offer(state, stack)


@compiled
def act_again(state: State, table: Table, seat: int, index: int) -> None:
    """Carry out the bonus action; it is part of the action that granted it (V6.8)."""
    stack = chosen(state, index)
    if stack != DONE:
        buy(state, table, seat, stack)


@compiled
def buy(state: State, table: Table, seat: int, stack: int) -> None:
    """Pay for the top card (V7), then get it."""
    push(state, Task.GET, seat, stack, 0)
    gold, strength, magic = price(state, table, seat, top_card(state, stack))
    owe(state, gold, strength, magic, 0, 1)
    settle_bill(state, table, seat)


@compiled
def get_paid_card(state: State, table: Table, seat: int, stack: int) -> None:
    """Put the card that was paid before the player; what it brings follows (V6.4 - V6.7)."""
    card = lift(state, stack)
    get_card(state, table, seat, card)
    kind = table.cards[card].kind
    if kind == Kind.MONSTER:
        if state.phase == Phase.ACTION and state.active == seat:
            push(state, Task.TRIGGER, seat, Timing.ON_SLAY, 0)
        trigger_card(state, table, seat, card, Timing.PLAIN)
    elif kind == Kind.CITIZEN:
        watch_citizen(state, seat)
    else:
        push(state, Task.TURN_UP, seat, stack, 0)
        get_powers(state, table, seat, card)
        trigger_card(state, table, seat, card, Timing.NOW)
