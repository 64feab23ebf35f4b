"""Which function does each task and each choice: the table of contents of the rules."""

from balance.engine.agenda import pop, skip_forced
from balance.engine.jit import compiled, inlined
from balance.engine.layout import State, Table, wide
from balance.games.valeria.layout import Decision, Task
from balance.games.valeria.rules.actions import (
    get_paid_card,
    offer_actions,
    offer_bonus,
    start_actions,
    take_action,
    take_bonus_action,
)
from balance.games.valeria.rules.effects import (
    apply_item,
    choose_option,
    lose_kind,
    offer_loss,
    resolve,
    return_card,
    rob,
    steal,
    take_citizen,
)
from balance.games.valeria.rules.ending import end_turn, finish_action
from balance.games.valeria.rules.events import (
    carry_out_event,
    cover_space,
    find_due_events,
    mark,
    offer_events,
)
from balance.games.valeria.rules.harvest import harvest, offer_harvest, steal_first, use_activation
from balance.games.valeria.rules.paying import choose_split
from balance.games.valeria.rules.roll import change_die, offer_dice, start_turn
from balance.games.valeria.rules.setup import keep_duke, offer_dukes
from balance.games.valeria.rules.solo import (
    attack,
    capture,
    offer_attacks,
    offer_captures,
    start_attacks,
    start_second_harvest,
)
from balance.games.valeria.rules.stacks import turn_up
from balance.games.valeria.rules.triggers import choose_next, offer_order, trigger


@compiled
def step(state: State, table: Table) -> None:
    """Do the next task on the agenda; a single choice is taken without a decision."""
    do_task(state, table)
    skip_forced(state, table, take)


@inlined
def do_task(state: State, table: Table) -> None:
    """Take the next task off the agenda and do it."""
    what, seat, first, second = pop(state)
    match what:
        case Task.KEEP_DUKE:
            offer_dukes(state, table, seat)
        case Task.TURN:
            start_turn(state, table, seat)
        case Task.DICE:
            offer_dice(state, table, seat)
        case Task.STEAL_FIRST:
            steal_first(state, table, seat, first)
        case Task.HARVEST:
            harvest(state, table, seat, first)
        case Task.HARVEST_MORE:
            offer_harvest(state, table, seat, first)
        case Task.ACTION_PHASE:
            start_actions(state, seat)
        case Task.ACTION:
            offer_actions(state, table, seat)
        case Task.COVER:
            finish_action(state, table)
        case Task.TRIGGER:
            trigger(state, table, seat, first)
        case Task.ORDER:
            offer_order(state, seat, first)
        case Task.ABILITY:
            resolve(state, table, seat, first)
        case Task.ITEM:
            apply_item(state, table, seat, first, second)
        case Task.BONUS:
            offer_bonus(state, table, seat, first)
        case Task.GET:
            get_paid_card(state, table, seat, first)
        case Task.TURN_UP:
            turn_up(state, first)
        case Task.END_PHASE:
            end_turn(state, table, seat)
        case _:
            do_variant_task(state, table, what, seat, first)


@compiled
def do_variant_task(state: State, table: Table, what: int, seat: int, first: int) -> None:
    """Do a task of a variant; games without variants are 1% faster with this apart."""
    match what:
        case Task.EVENTS:
            find_due_events(state, table)
        case Task.NEXT_EVENT:
            offer_events(state)
        case Task.LOSE:
            offer_loss(state, seat, first)
        case Task.MONSTERS:
            start_attacks(state, table, seat)
        case Task.ATTACK:
            offer_attacks(state, table, seat)
        case Task.CAPTURE:
            offer_captures(state, table, seat, first)
        case Task.SECOND_HARVEST:
            start_second_harvest(state, seat)


@compiled
def take(state: State, table: Table, index: int) -> None:
    """Carry out the choice with that index."""
    seat = wide(state.due_seat)
    match state.decision:
        case Decision.KEEP_DUKE:
            keep_duke(state, table, seat, index)
        case Decision.DICE:
            change_die(state, table, seat, index)
        case Decision.STEAL_FIRST | Decision.HARVEST:
            use_activation(state, table, seat, index)
        case Decision.ACTION:
            take_action(state, table, seat, index)
        case Decision.PAY:
            choose_split(state, table, seat, index)
        case Decision.OPTION:
            choose_option(state, table, seat, index)
        case Decision.ORDER:
            choose_next(state, seat, index)
        case Decision.TAKE:
            take_citizen(state, table, seat, index)
        case Decision.STEAL:
            steal(state, table, seat, index)
        case Decision.ROB:
            rob(state, table, seat, index)
        case Decision.RETURN:
            return_card(state, table, seat, index)
        case Decision.BONUS:
            take_bonus_action(state, table, seat, index)
        case _:
            take_in_variant(state, table, seat, index)


@compiled
def take_in_variant(state: State, table: Table, seat: int, index: int) -> None:
    """Carry out a choice that only variants offer."""
    match state.decision:
        case Decision.EVENT:
            carry_out_event(state, table, seat, index)
        case Decision.MARK:
            mark(state, table, index)
        case Decision.LOSE:
            lose_kind(state, table, seat, index)
        case Decision.COVER:
            cover_space(state, seat, index)
        case Decision.ATTACK:
            attack(state, seat, index)
        case Decision.CAPTURE:
            capture(state, table, seat, index)
