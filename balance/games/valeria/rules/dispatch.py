"""Which function does each task and each choice: the table of contents of the rules."""

from balance.compiling.jit import compiled, inlined
from balance.engine.agenda import pop, skip_forced
from balance.engine.layout import State, Table, wide
from balance.games.valeria.layout import Decision, Task
from balance.games.valeria.rules import (
    actions,
    effects,
    ending,
    events,
    harvest,
    paying,
    roll,
    setup,
    solo,
    stacks,
    triggers,
)


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
            setup.offer_dukes(state, table, seat)
        case Task.TURN:
            roll.start_turn(state, table, seat)
        case Task.DICE:
            roll.offer_dice(state, table, seat)
        case Task.STEAL_FIRST:
            harvest.steal_first(state, table, seat, first)
        case Task.HARVEST:
            harvest.harvest(state, table, seat, first)
        case Task.HARVEST_MORE:
            harvest.offer_harvest(state, table, seat, first)
        case Task.ACTION_PHASE:
            actions.start_actions(state, seat)
        case Task.ACTION:
            actions.offer_actions(state, table, seat)
        case Task.COVER:
            ending.finish_action(state, table)
        case Task.TRIGGER:
            triggers.trigger(state, table, seat, first)
        case Task.ORDER:
            triggers.offer_order(state, seat, first)
        case Task.ABILITY:
            effects.resolve(state, table, seat, first)
        case Task.ITEM:
            effects.apply_item(state, table, seat, first, second)
        case Task.BONUS:
            actions.offer_bonus(state, table, seat, first)
        case Task.GET:
            actions.get_paid_card(state, table, seat, first)
        case Task.TURN_UP:
            stacks.turn_up(state, first)
        case Task.END_PHASE:
            ending.end_turn(state, table, seat)
        case _:
            do_variant_task(state, table, what, seat, first)


@compiled
def do_variant_task(state: State, table: Table, what: int, seat: int, first: int) -> None:
    """Do a task of a variant; games without variants are 1% faster with this apart."""
    match what:
        case Task.EVENTS:
            events.find_due_events(state, table)
        case Task.NEXT_EVENT:
            events.offer_events(state)
        case Task.LOSE:
            effects.offer_loss(state, seat, first)
        case Task.MONSTERS:
            solo.start_attacks(state, table, seat)
        case Task.ATTACK:
            solo.offer_attacks(state, table, seat)
        case Task.CAPTURE:
            solo.offer_captures(state, table, seat, first)
        case Task.SECOND_HARVEST:
            solo.start_second_harvest(state, seat)


@compiled
def take(state: State, table: Table, index: int) -> None:
    """Carry out the choice with that index."""
    seat = wide(state.due_seat)
    match state.decision:
        case Decision.KEEP_DUKE:
            setup.keep_duke(state, table, seat, index)
        case Decision.DICE:
            roll.change_die(state, table, seat, index)
        case Decision.STEAL_FIRST | Decision.HARVEST:
            harvest.use_activation(state, table, seat, index)
        case Decision.ACTION:
            actions.take_action(state, table, seat, index)
        case Decision.PAY:
            paying.choose_split(state, table, seat, index)
        case Decision.OPTION:
            effects.choose_option(state, table, seat, index)
        case Decision.ORDER:
            triggers.choose_next(state, seat, index)
        case Decision.TAKE:
            effects.take_citizen(state, table, seat, index)
        case Decision.STEAL:
            effects.steal(state, table, seat, index)
        case Decision.ROB:
            effects.rob(state, table, seat, index)
        case Decision.RETURN:
            effects.return_card(state, table, seat, index)
        case Decision.BONUS:
            actions.take_bonus_action(state, table, seat, index)
        case _:
            take_in_variant(state, table, seat, index)


@compiled
def take_in_variant(state: State, table: Table, seat: int, index: int) -> None:
    """Carry out a choice that only variants offer."""
    match state.decision:
        case Decision.EVENT:
            events.carry_out_event(state, table, seat, index)
        case Decision.MARK:
            events.mark(state, table, index)
        case Decision.LOSE:
            effects.lose_kind(state, table, seat, index)
        case Decision.COVER:
            events.cover_space(state, seat, index)
        case Decision.ATTACK:
            solo.attack(state, seat, index)
        case Decision.CAPTURE:
            solo.capture(state, table, seat, index)
