"""The Harvest Phase (V5)."""

from balance.compiling.jit import compiled, inlined
from balance.engine.agenda import chosen, due, offer, push
from balance.engine.layout import State, Table, wide
from balance.errors import LimitError
from balance.games.valeria.layout import DONE, MAX_WAITING, NO_CARD, Decision, Kind, Phase, Task
from balance.games.valeria.rules.effects import amount_of, can_carry_out, carry_out
from balance.games.valeria.rules.tableau import check_held
from balance.games.valeria.rules.triggers import gain_constant, is_resting


@inlined
def enter_harvest(state: State) -> None:
    """Begin the Harvest Phase, unless it is the second one of a solo game (V13.9)."""
    if state.phase != Phase.SECOND_HARVEST:
        state.phase = Phase.HARVEST


@inlined
def harvests_actively(state: State, seat: int) -> bool:
    """Return whether the seat uses the left abilities (V5.4, V13.9)."""
    return (seat == state.active) & (state.phase != Phase.SECOND_HARVEST)


@compiled
def steal_first(state: State, table: Table, active: int, distance: int) -> None:
    """Let the players steal, one after the other from the active one on (V5.6)."""
    enter_harvest(state)
    for far in range(distance, table.num_seats):
        seat = (active + far) % table.num_seats
        if is_resting(state, table, seat):
            continue  # V12.3
        activated = activate_cards(state, table, seat, True)
        activate_starters(state, table, seat, activated, True)
        if state.num_waiting > 0:
            push(state, Task.STEAL_FIRST, active, far + 1, 0)
            push(state, Task.HARVEST_MORE, seat, Decision.STEAL_FIRST, 0)
            return


@compiled
def harvest(state: State, table: Table, active: int, distance: int) -> None:
    """Let the players harvest, one after the other from the active one on (V5.3)."""
    enter_harvest(state)
    for far in range(distance, table.num_seats):
        seat = (active + far) % table.num_seats
        if is_resting(state, table, seat):
            continue  # V12.3
        activated = activate_cards(state, table, seat, False)
        activate_starters(state, table, seat, activated, False)
        if state.num_waiting > 0:
            push(state, Task.HARVEST, active, far + 1, 0)
            push(state, Task.HARVEST_MORE, seat, Decision.HARVEST, 0)
            return


@compiled
def activate_cards(state: State, table: Table, seat: int, steals: bool) -> bool:
    """Activate the cards with the numbers rolled (V5.1 - V5.4), those that steal or the others.

    Return whether a card was activated that rules out the Herald (V5.9, R2).
    """
    player = state.seats[seat]
    state.num_waiting = 0
    activated = False
    actively = harvests_actively(state, seat)
    answers = table.answers[(state.dice[0] - 1) * 6 + state.dice[1] - 1]
    for i in range(answers.num_answers):
        owned = wide(player.owned[answers.cards[i]])
        if owned == 0:
            continue
        face = table.cards[answers.cards[i]]
        if face.kind == Kind.CITIZEN or table.starters_block_consolation:
            activated = True
        first, end = face.first_inactive, face.end_inactive
        if actively:
            first, end = face.first_active, face.end_active
        for ability in range(first, end):
            if (table.abilities[ability].steals != 0) == steals:
                activate(state, table, seat, ability, owned * wide(answers.times[i]))
    return activated


@compiled
def activate_starters(state: State, table: Table, seat: int, activated: bool, steals: bool) -> None:
    """Activate the Herald (V5.8), or give the consolation of the first edition (V5.7).

    Only the abilities that steal, or the others (V5.6).
    """
    doubles = state.dice[0] == state.dice[1]
    if activated and not doubles:
        return
    if table.doublers:
        for i in range(table.num_starters):
            face = table.cards[table.starters[i]]
            times = 0
            if doubles:
                times += wide(face.on_doubles)
            if not activated:
                times += wide(face.on_none)
            if times > 0:
                first, end = face.first_inactive, face.end_inactive
                if harvests_actively(state, seat):
                    first, end = face.first_active, face.end_active
                for ability in range(first, end):
                    if (table.abilities[ability].steals != 0) == steals:
                        activate(state, table, seat, ability, times)
    if table.consolation != NO_CARD and not activated and not steals:
        activate(state, table, seat, wide(table.consolation), 1)


@inlined
def activate(state: State, table: Table, seat: int, ability: int, times: int) -> None:
    """Carry out plain gains, whose order cannot matter; the other abilities wait (V5.5)."""
    what = table.abilities[ability]
    if not table.ask_everything:
        if what.constant:
            gain_constant(state, table, seat, ability, times)
            return
        if what.counted and not table.harvest_moves:
            option = table.options[what.first_option]
            goods = state.seats[seat].goods
            for row in range(wide(option.first_gain), wide(option.end)):
                good = table.items[row].good
                held = wide(goods[good]) + times * amount_of(state, table, seat, row)
                check_held(held)
                goods[good] = held
            return
    if state.num_waiting >= MAX_WAITING:
        raise LimitError(
            "more kinds of activations than a Harvest has room for; make numbers in its sheets or "
            "options smaller, or what effects set off shorter"
        )
    waiting = state.waiting[state.num_waiting]
    waiting.ability = ability
    waiting.times = times
    state.num_waiting += 1


@compiled
def offer_harvest(state: State, table: Table, seat: int, decision: int) -> None:
    """Ask which activation to use next, and how; none has to be used (V5.5)."""
    due(state, decision, seat)
    offer(state, DONE)
    for i in range(state.num_waiting):
        if state.waiting[i].times > 0:
            ability = table.abilities[state.waiting[i].ability]
            first = wide(ability.first_option)
            for option in range(first, first + ability.num_options):
                if can_carry_out(state, table, seat, option):
                    offer(state, option)


@compiled
def use_activation(state: State, table: Table, seat: int, index: int) -> None:
    """Use one activation; the next one can spend its gains (V5.5)."""
    decision = wide(state.decision)
    option = chosen(state, index)
    if option == DONE:
        return
    i = 0
    while state.waiting[i].ability != table.options[option].ability or state.waiting[i].times == 0:
        i += 1
    state.waiting[i].times -= 1
    push(state, Task.HARVEST_MORE, seat, decision, 0)
    carry_out(state, table, seat, option, 0)
