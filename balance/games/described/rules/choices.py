"""Choices: what a player is offered, and whether what follows a choice could be paid."""

import numpy as np

from balance.compiling.jit import compiled, inlined
from balance.engine.agenda import due, offer, pop, push
from balance.engine.layout import State, Table, wide
from balance.engine.rng import below
from balance.games.described.layout import (
    ANSWERS,
    DECLINE,
    MAX_CHOSEN,
    MAX_DEALT,
    NOBODY,
    Decision,
    Op,
    Owner,
    Task,
)
from balance.games.described.rules.bans import is_banned
from balance.games.described.rules.places import next_kind, player
from balance.games.described.rules.register import with_it, with_number
from balance.games.described.rules.values import amount, change, fits


@inlined
def is_asked(state: State, seat: int, row: int, register: int) -> bool:
    """Return whether the player has a choice, after which the lines go on from a row."""
    if state.num_choices > 0:
        push(state, Task.RUN, seat, row, register)
        return True
    state.decision = Decision.NONE
    return False


@compiled
def offer_options(state: State, table: Table, seat: int, register: int, row: int) -> None:
    """Ask for an option; one that is a choice itself is offered as each of its answers."""
    state.asked = row
    due(state, Decision.OPTION, seat)
    for option in range(table.code[row].a):
        line = table.code[row + 1 + option]
        test, tried, asking = wide(line.a), wide(line.c), wide(line.d)
        if asking > 0:
            offer_answers(state, table, seat, register, asking, wide(option))
        elif (test == 0 or amount(state, table, seat, register, test) != 0) and (
            tried == 0 or can_begin(state, table, seat, register, tried)
        ):
            offer(state, option)


@compiled
def offer_answers(
    state: State, table: Table, seat: int, register: int, row: int, option: int
) -> None:
    """Offer what can be answered to the choice in a row, which is an option of another one."""
    before, op = wide(state.num_choices), table.code[row].op
    if op == Op.CHOOSE_CARD:
        list_cards(state, table, seat, register, row)
    elif op == Op.CHOOSE_NUMBER:
        list_numbers(state, table, seat, register, row)
    else:
        list_players(state, table, seat, register, row)
    for place in range(before, state.num_choices):
        state.choices[place] = option + ANSWERS * (state.choices[place] + 1)


@compiled
def go_on_with(state: State, table: Table, row: int, answer: int) -> None:
    """Go on after an answer to the choice in a row; its lines are next on the agenda."""
    _, seat, _, register = pop(state)
    line = table.code[row]
    if line.op == Op.CHOOSE_PLAYER:
        push(state, Task.RUN, seat, row + 1, register)
        push(state, Task.RUN, answer, wide(line.b), register)
        return
    is_card = line.op == Op.CHOOSE_CARD
    whose = player(state, table, seat, wide(line.b)) if is_card else wide(0)
    push(state, Task.KEEP, seat, whose, register)
    found = with_it(register, answer) if is_card else with_number(register, answer)
    push(state, Task.RUN, seat, row + 1, found)


@compiled
def offer_cards(state: State, table: Table, seat: int, register: int, row: int) -> None:
    """Ask for a card of a zone, if there is one to choose."""
    line = table.code[row]
    zone = wide(line.a)
    state.asked = row
    due(state, Decision.CARD, seat)
    if zone == table.objectives.offered_in:
        note_dealt(state, table, seat, zone)
    list_cards(state, table, seat, register, row)
    if zone == table.objectives.offered_in and state.seats[seat].by_lot:
        draw_choice(state, table, seat, zone)
    elif line.d and state.num_choices > 0:
        offer(state, DECLINE)


@compiled
def list_cards(state: State, table: Table, seat: int, register: int, row: int) -> None:
    """Offer the cards that can be chosen."""
    line = table.code[row]
    zone, whose, test = wide(line.a), player(state, table, seat, wide(line.b)), wide(line.c)
    tried = wide(line.f)
    kind = next_kind(state, table, zone, whose, wide(0))
    while kind >= 0:
        state.lay[kind >> 6] |= np.uint64(1) << np.uint64(kind & 63)
        is_possible = fits(state, table, seat, register, test, kind)
        if is_possible and tried > 0:
            is_possible = is_payable(state, table, seat, with_it(register, kind), tried, 0)
        if is_possible and not is_forbidden(state, table, zone, seat, kind):
            offer(state, kind)
        kind = next_kind(state, table, zone, whose, kind + 1)


@compiled
def offer_numbers(state: State, table: Table, seat: int, register: int, row: int) -> None:
    """Ask for a number, if there is one to choose."""
    state.asked = row
    due(state, Decision.NUMBER, seat)
    list_numbers(state, table, seat, register, row)
    if table.code[row].f and state.num_choices > 0:
        offer(state, DECLINE)


@compiled
def list_numbers(state: State, table: Table, seat: int, register: int, row: int) -> None:
    """Offer the numbers that can be chosen."""
    line = table.code[row]
    tried, test = wide(line.c), wide(line.d)
    low = max(amount(state, table, seat, register, wide(line.a)), wide(0))
    high = min(amount(state, table, seat, register, wide(line.b)), wide(MAX_CHOSEN))
    for number in range(low, high + 1):
        chosen = with_number(register, number)
        is_possible = test == 0 or amount(state, table, seat, chosen, test) != 0
        if is_possible and (tried == 0 or is_payable(state, table, seat, chosen, tried, 0)):
            offer(state, number)


@compiled
def note_dealt(state: State, table: Table, seat: int, zone: int) -> None:
    """Note for the record the objectives from which a seat chooses for the first time."""
    dealt = state.seats[seat].dealt
    if dealt[0] != NOBODY:
        return
    place = 0
    kind = next_kind(state, table, zone, seat, wide(0))
    while kind >= 0 and place < MAX_DEALT:
        dealt[place] = kind - wide(table.objectives.first_kind)
        place += 1
        kind = next_kind(state, table, zone, seat, kind + 1)


@compiled
def draw_choice(state: State, table: Table, seat: int, zone: int) -> None:
    """Leave one of the offered cards, drawn at random with the stream of the zone."""
    if state.num_choices > 1:
        stream = wide(table.zones[zone].stream) + seat
        drawn = below(state.streams[stream], wide(state.num_choices))
        state.choices[0] = state.choices[drawn]
        state.num_choices = 1


@compiled
def offer_players(state: State, table: Table, seat: int, register: int, row: int) -> None:
    """Ask for a player, from the seat itself or the next one on, if there is one to choose."""
    state.asked = row
    due(state, Decision.PLAYER, seat)
    list_players(state, table, seat, register, row)
    if table.code[row].d and state.num_choices > 0:
        offer(state, DECLINE)


@compiled
def list_players(state: State, table: Table, seat: int, register: int, row: int) -> None:
    """Offer the players that can be chosen."""
    line = table.code[row]
    for step in range(line.a, table.num_seats):
        whose = (seat + step) % wide(table.num_seats)
        if line.c == 0 or amount(state, table, whose, register, wide(line.c)) != 0:
            offer(state, whose)


@compiled
def try_pays(
    state: State, table: Table, seat: int, register: int, row: int, first: int, way: int
) -> tuple[int, int]:
    """Pay what rows say, as far as it is possible.

    Each row says how many rows after it say what can be paid in its place; a way is a number for
    all of these choices.  The numbers before are kept in ``state.tried`` from `first` on, for
    `undo_pays`.

    Returns
    -------
    made : int
        How many payments were made.
    row : int
        The row of the payment that is not possible, or the one after all payments.
    """
    made = wide(0)
    while table.code[row].op == Op.TRY_PAY:
        choices = wide(table.code[row].d) + 1
        line = table.code[row + way % choices]
        number, owner = wide(line.a), wide(line.b)
        whose, is_shared = player(state, table, seat, owner), owner == Owner.SHARED
        price = max(amount(state, table, seat, register, wide(line.c)), wide(0))
        has = state.shared[number] if is_shared else state.seats[whose].numbers[number]
        if has < price:
            break
        state.tried[first + made] = has
        change(state, table, wide(Op.LOSE), number, whose, is_shared, price)
        made += 1
        row, way = row + choices, way // choices
    return made, row


@compiled
def undo_pays(
    state: State, table: Table, seat: int, row: int, first: int, made: int, way: int
) -> None:
    """Take back payments that were made in a way."""
    for each in range(made - 1, -1, -1):
        line = table.code[paid_row(table, row, way, wide(each))]
        if line.b == Owner.SHARED:
            state.shared[line.a] = state.tried[first + each]
        else:
            whose = player(state, table, seat, wide(line.b))
            state.seats[whose].numbers[line.a] = state.tried[first + each]


@inlined
def paid_row(table: Table, row: int, way: int, number: int) -> int:
    """Return the row of a payment, by its number from 0, in a way."""
    for _ in range(number):
        choices = wide(table.code[row].d) + 1
        row, way = row + choices, way // choices
    return row + way % (wide(table.code[row].d) + 1)


@compiled
def is_payable(state: State, table: Table, seat: int, register: int, row: int, first: int) -> bool:
    """Return whether all payments of rows can be made, one after the other, in some way."""
    for way in range(table.code[row].e):
        made, end = try_pays(state, table, seat, register, row, first, wide(way))
        undo_pays(state, table, seat, row, first, made, wide(way))
        if table.code[end].op != Op.TRY_PAY:
            return True
    return False


@compiled
def can_begin(state: State, table: Table, seat: int, register: int, row: int) -> bool:
    """Return whether what an option begins with is possible: payments, then a card to choose."""
    for way in range(table.code[row].e):
        made, end = try_pays(state, table, seat, register, row, wide(0), wide(way))
        line = table.code[end]
        is_possible = line.op != Op.TRY_PAY
        if line.op == Op.TRY_CARDS:
            is_possible = has_card(state, table, seat, register, end, made)
        undo_pays(state, table, seat, row, wide(0), made, wide(way))
        if is_possible:
            return True
    return False


@compiled
def has_card(state: State, table: Table, seat: int, register: int, row: int, made: int) -> bool:
    """Return whether there is a card to choose as a row says, after so many payments."""
    line = table.code[row]
    zone, whose = wide(line.a), player(state, table, seat, wide(line.b))
    test, tried = wide(line.c), wide(line.d)
    is_possible = False
    kind = next_kind(state, table, zone, whose, wide(0))
    while kind >= 0 and not is_possible:
        is_possible = fits(state, table, seat, register, test, kind)
        if is_possible and tried > 0:
            with_card = with_it(register, kind)
            is_possible = is_payable(state, table, seat, with_card, tried, made)
        is_possible = is_possible and not is_forbidden(state, table, zone, seat, kind)
        kind = next_kind(state, table, zone, whose, kind + 1)
    return is_possible


@inlined
def is_forbidden(state: State, table: Table, zone: int, seat: int, kind: int) -> bool:
    """Return whether an experiment forbids the seat to choose a card: of shared zones alone."""
    return not table.zones[zone].per_player and is_banned(state.seats[seat], kind)
