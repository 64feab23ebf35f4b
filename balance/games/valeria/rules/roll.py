"""The turn and its Roll Phase (V3, V4)."""

from balance.compiling.jit import compiled
from balance.engine.agenda import chosen, due, offer, push
from balance.engine.layout import State, Table, wide
from balance.engine.rng import die, restart_stream
from balance.games.valeria.layout import DONE, Chance, Decision, Op, Phase, Task, Timing
from balance.games.valeria.rules.effects import can_carry_out, carry_out, changed_die
from balance.games.valeria.rules.triggers import trigger_on_doubles

_SIDES = 6


@compiled
def start_turn(state: State, table: Table, seat: int) -> None:
    """Begin the turn of `seat`: put its phases on the agenda (V3.1) and roll (V4.1)."""
    turn = wide(state.turns) + 1
    state.turns = turn
    if seat == 0:
        state.rounds += 1
    state.active = seat
    state.phase = Phase.ROLL
    state.dice_used = 0
    state.robs = 0
    push(state, Task.END_PHASE, seat, 0, 0)
    if table.solo:
        push(state, Task.SECOND_HARVEST, seat, 0, 0)
        push(state, Task.MONSTERS, seat, 0, 0)
    push(state, Task.ACTION_PHASE, seat, 0, 0)
    push(state, Task.HARVEST, seat, 0, 0)
    if state.stealing:
        push(state, Task.STEAL_FIRST, seat, 0, 0)
    if table.num_events:
        push(state, Task.EVENTS, seat, 0, 0)
    push(state, Task.DICE, seat, 0, 0)
    restart_stream(state, Chance.DICE, turn)
    for i in range(2):
        state.dice[i] = die(state.streams[Chance.DICE], _SIDES)
        state.rolled[i] = state.dice[i]
    trigger_on_doubles(state, table)


@compiled
def offer_dice(state: State, table: Table, seat: int) -> None:
    """Ask which `roll` ability to use on which die, each at most once (V4.3 - V4.5)."""
    player = state.seats[seat]
    if player.timed[Timing.ROLL] == 0:
        return
    due(state, Decision.DICE, seat)
    offer(state, DONE)
    for power in range(player.awake):
        ability = table.abilities[player.powers[power]]
        if ability.timing != Timing.ROLL or (state.dice_used >> power) & 1:
            continue
        for option in range(ability.first_option, ability.first_option + ability.num_options):
            if not can_carry_out(state, table, seat, option):
                continue
            row = die_item(table, option)
            for i in range(2):
                value = changed_die(table, row, wide(state.dice[i]))
                if 1 <= value <= _SIDES and value != state.dice[i]:  # V4.4
                    offer(state, option * 2 + i)


@compiled
def die_item(table: Table, option: int) -> int:
    """Return the item of the option that changes a die; there is exactly one (V18.8)."""
    row = wide(table.options[option].first_gain)
    while not Op.DIE_SET <= table.items[row].op <= Op.DIE_RAISE:
        row += 1
    return row


@compiled
def change_die(state: State, table: Table, seat: int, index: int) -> None:
    """Pay for the ability and change the die (V4.3), or leave the dice (V4.7)."""
    choice = chosen(state, index)
    if choice == DONE:
        return
    player = state.seats[seat]
    option = choice // 2
    ability = table.options[option].ability
    power = 0
    while player.powers[power] != ability or (state.dice_used >> power) & 1:
        power += 1
    state.dice_used |= 1 << power
    push(state, Task.DICE, seat, 0, 0)
    carry_out(state, table, seat, option, choice % 2)
