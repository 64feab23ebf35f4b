"""Abilities that are triggered, their order (V3.3, V18.6), and whom they reach (V12)."""

from balance.compiling.jit import compiled, inlined
from balance.engine.agenda import chosen, due, offer, push
from balance.engine.layout import State, Table, wide
from balance.games.valeria.layout import NUM_GOODS, Decision, Task, Timing


@inlined
def is_resting(state: State, table: Table, seat: int) -> bool:
    """Return whether the seat rests: the player before the active one does (V12.2)."""
    if not table.rests:
        return False  # it saves a division for each seat and Harvest
    return seat == (wide(state.active) + wide(table.num_seats) - 1) % wide(table.num_seats)


@inlined
def is_in_play(state: State, table: Table, seat: int) -> bool:
    """Return whether the seat can be robbed, lose goods and be triggered (V12.4, R18)."""
    return not table.resting_not_in_play or not is_resting(state, table, seat)


@inlined
def gain_constant(state: State, table: Table, seat: int, ability: int, times: int) -> None:
    """Take the printed amounts of a plain gain, `times` times (V18.4)."""
    player = state.seats[seat]
    gained = table.options[table.abilities[ability].first_option].gained
    for good in range(NUM_GOODS):
        player.goods[good] += gained[good] * times


@compiled
def trigger(state: State, table: Table, seat: int, timing: int) -> None:
    """Trigger all powers of `seat` with this timing.

    Plain gains come first without a decision: more goods are never a disadvantage.
    """
    player = state.seats[seat]
    if player.timed[timing] == 0:
        return
    waiting = 0
    for power in range(player.awake):
        row = wide(player.powers[power])
        if table.abilities[row].timing == timing:
            waiting += gain_or_queue(state, table, seat, row)
    ask_for_order(state, seat, waiting)


@compiled
def trigger_card(state: State, table: Table, seat: int, card: int, timing: int) -> None:
    """Trigger a card's own abilities with this timing: a reward, or `now` (V11.2)."""
    waiting = 0
    for row in range(wide(table.cards[card].first_active), wide(table.cards[card].end_active)):
        if table.abilities[row].timing == timing:
            waiting += gain_or_queue(state, table, seat, row)
    ask_for_order(state, seat, waiting)


@compiled
def gain_or_queue(state: State, table: Table, seat: int, ability: int) -> int:
    """Carry out a plain gain, or queue the ability; return how many were queued."""
    if table.abilities[ability].constant and not table.ask_everything:
        gain_constant(state, table, seat, ability, 1)
        return 0
    push(state, Task.ABILITY, seat, ability, 0)
    return 1


@compiled
def ask_for_order(state: State, seat: int, waiting: int) -> None:
    """Ask for the order if several abilities wait (V3.3)."""
    if waiting > 1:
        push(state, Task.ORDER, seat, waiting, 0)


@compiled
def offer_order(state: State, seat: int, waiting: int) -> None:
    """Ask which of the abilities on top of the agenda is next (V3.3)."""
    due(state, Decision.ORDER, seat)
    state.subject = waiting
    for place in range(state.num_tasks - 1, state.num_tasks - 1 - waiting, -1):
        row = state.agenda[place].first
        is_offered = False
        for i in range(state.num_choices):
            is_offered = is_offered or state.choices[i] == row
        if not is_offered:
            offer(state, row)


@compiled
def choose_next(state: State, seat: int, index: int) -> None:
    """Do that ability next, and ask again for the order of the others."""
    row = chosen(state, index)
    waiting = wide(state.subject)
    place = state.num_tasks - 1
    while state.agenda[place].first != row:
        place -= 1
    for i in range(place, state.num_tasks - 1):
        state.agenda[i].first = state.agenda[i + 1].first
    state.num_tasks -= 1
    ask_for_order(state, seat, waiting - 1)
    push(state, Task.ABILITY, seat, row, 0)


@compiled
def trigger_on_doubles(state: State, table: Table) -> None:
    """Trigger every `any_doubles` ability if the dice show doubles now (V4.2, V4.6)."""
    if state.dice[0] != state.dice[1]:
        return
    # The active player's come first, so they are pushed last (V3.3).
    for distance in range(table.num_seats - 1, -1, -1):
        seat = (state.active + distance) % table.num_seats
        triggers = state.seats[seat].timed[Timing.ANY_DOUBLES] > 0
        if triggers and is_in_play(state, table, seat):
            push(state, Task.TRIGGER, seat, Timing.ANY_DOUBLES, 0)
