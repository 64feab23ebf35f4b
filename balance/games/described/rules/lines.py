"""Lines: the rows of a program, carried out until a player is asked or other lines come first."""

import numpy as np
from numpy.typing import NDArray

from balance.compiling.jit import compiled, inlined
from balance.engine.agenda import pop, push
from balance.engine.layout import State, Table, wide
from balance.engine.rng import die
from balance.games.described.layout import (
    DICE,
    MAX_DICE,
    MAX_IDLE,
    MAX_KINDS,
    Decision,
    Moment,
    Op,
    Owner,
    Task,
    Who,
)
from balance.games.described.rules.choices import (
    is_asked,
    offer_cards,
    offer_numbers,
    offer_options,
    offer_players,
)
from balance.games.described.rules.counters import put_on
from balance.games.described.rules.piles import look, shuffle
from balance.games.described.rules.places import (
    copies_at,
    draw_cards,
    first_cell,
    move,
    move_all,
    move_each,
    move_up_to,
    next_kind,
    place_of,
    player,
)
from balance.games.described.rules.register import it_of, number_of, with_it
from balance.games.described.rules.values import amount, change, fits, value


@compiled
def run(state: State, table: Table, seat: int, row: int, register: int) -> None:
    """Carry out lines for a seat from a row on.

    They end at `Op.END`, or when something else is to be done first: then what is left of them is
    on the agenda.
    """
    code = table.code
    while True:
        op = code[row].op
        a, b, c, d = wide(code[row].a), wide(code[row].b), wide(code[row].c), wide(code[row].d)
        row += 1
        if op == Op.END:
            return
        if op == Op.JUMP:
            if a < row and goes_on_too_long(state):
                give_up(state, a)
                return
            row = a
        elif op == Op.TEST:
            if amount(state, table, seat, register, a) == 0:
                row = b
        elif op == Op.GAIN or op == Op.LOSE or op == Op.SET:
            change(state, table, op, a, player(state, table, seat, b), b == Owner.SHARED,
                   amount(state, table, seat, register, c))  # fmt: skip
        elif op == Op.CHECK:
            if is_over(state, table, wide(Moment.AT_ONCE)):
                return
        elif op == Op.CHOOSE_OPTION:
            offer_options(state, table, seat, register, row - 1)
            if is_asked(state, seat, row, register):
                return
            row = b
        elif op == Op.CHOOSE_CARD:
            push(state, Task.KEEP, seat, player(state, table, seat, b), register)
            offer_cards(state, table, seat, register, row - 1)
            if is_asked(state, seat, row, register):
                return
            row = wide(code[row - 1].e)
        elif op == Op.RESTORE:
            _, _, _, register = pop(state)
        elif op == Op.CHOOSE_NUMBER:
            push(state, Task.KEEP, seat, 0, register)
            offer_numbers(state, table, seat, register, row - 1)
            if is_asked(state, seat, row, register):
                return
            row = wide(code[row - 1].e)
        elif op == Op.CHOOSE_PLAYER:
            offer_players(state, table, seat, register, row - 1)
            if is_asked(state, seat, row, register):
                return
            row = wide(code[row - 1].e)
        elif op == Op.MOVE_IT:
            kind = it_of(register)
            giver, taker = player(state, table, seat, b), player(state, table, seat, d)
            if code[row - 1].e > 0:  # whose it was when it was chosen
                giver = wide(state.agenda[state.num_tasks - code[row - 1].e].first)
            if kind >= 0 and copies_at(state, table, a, giver, kind) > 0:
                move(state, table, a, giver, c, taker, kind, wide(1), code[row - 1].f != 0)
        elif op == Op.DRAW or op == Op.FILL:
            giver, taker = player(state, table, seat, b), player(state, table, seat, d)
            count = amount(state, table, seat, register, wide(code[row - 1].e))
            if op == Op.FILL:
                count -= wide(state.sizes[place_of(table, c, taker)])
            draw_cards(state, table, a, giver, c, taker, count)
        elif op == Op.ROLL:
            count = max(amount(state, table, seat, register, a), wide(0))
            sides = max(amount(state, table, seat, register, b), wide(1))
            state.rolls += 1
            state.num_dice, state.sides = min(count, wide(MAX_DICE)), sides
            for each in range(state.num_dice):
                state.dice[each] = die(state.streams[DICE], sides)
        elif op == Op.USE:
            kind = it_of(register)
            lines = wide(table.uses[kind, a]) if kind >= 0 else wide(0)
            if lines > 0:
                push(state, Task.RUN, seat, row, register)
                row = lines
        elif op == Op.USE_EACH:
            place = next_used(state, table, seat, register, row - 1, wide(0))
            if place >= 0:
                push(state, Task.RUN, seat, row, register)
                push(state, Task.KEEP, seat, 0, register)
                use_card(state, table, seat, register, row - 1, place)
                return
        elif op == Op.DO:
            push(state, Task.RUN, seat, row, register)
            row = a
        elif op == Op.REPEAT:
            times = amount(state, table, seat, register, a)
            if times > 0:
                push(state, Task.LOOP, seat, min(times, wide(MAX_IDLE + 1)), 0)
            else:
                row = b
        elif op == Op.AGAIN:
            _, _, left, chosen = pop(state)
            if left > 1:
                push(state, Task.LOOP, seat, left - 1, chosen)
                if goes_on_too_long(state):
                    give_up(state, a)
                    return
                row = a
        elif op == Op.DROP:
            for _ in range(a):
                pop(state)
        elif op == Op.CHOSEN_ONE:
            state.agenda[state.num_tasks - 1].second = 1
        elif op == Op.LEAVE:
            _, _, _, chosen = pop(state)
            row = a if chosen else b
        elif op == Op.PLAYERS_DO:
            push(state, Task.RUN, seat, row, register)
            if not call_players(state, table, seat, row - 1, register):
                pop(state)
                row = wide(code[row - 1].e)
                continue
            return
        else:
            if rarer_line(state, table, seat, row - 1, register):
                return


@inlined
def goes_on_too_long(state: State) -> bool:
    """Count a task, or a time round a `repeat`; return whether there were too many in a row."""
    state.idle += 1
    return wide(state.idle) > MAX_IDLE


@compiled
def give_up(state: State, row: int) -> None:
    """End a game that goes on without a choice, in or before a row; it counts as cut off."""
    state.stuck = row if row > 0 else wide(-1)
    state.num_tasks = 0
    state.decision = Decision.NONE


@compiled
def rarer_line(state: State, table: Table, seat: int, row: int, register: int) -> bool:
    """Carry out one of the other lines; return whether no more lines follow."""
    line = table.code[row]
    op, a, b, c, d = line.op, wide(line.a), wide(line.b), wide(line.c), wide(line.d)
    giver, taker = player(state, table, seat, b), player(state, table, seat, d)
    if op == Op.MOVE_ALL:
        test = wide(line.e)
        if test == 0 and table.zones[c].order > 0:
            move_each(state, table, a, giver, c, taker)
        elif test == 0:
            move_all(state, table, a, giver, c, taker)
        elif place_of(table, a, giver) != place_of(table, c, taker):
            fitting = fitting_kinds(state, table, seat, register, a, giver, test)
            kind = next_kind(state, table, a, giver, wide(0))
            while kind >= 0:
                if fitting[kind]:
                    count = copies_at(state, table, a, giver, kind)
                    move(state, table, a, giver, c, taker, kind, count, False)
                kind = next_kind(state, table, a, giver, kind + 1)
    elif op == Op.MOVE_CARD:
        count = amount(state, table, seat, register, wide(line.e))
        move_up_to(state, table, a, giver, c, taker, wide(line.f), count)
    elif op == Op.PASS:
        pass_on(state, table, a, b)
    elif op == Op.ENDS:
        state.ends = a
    elif op == Op.LOOK:
        size = wide(state.sizes[place_of(table, a, giver)])
        count = size if c == 0 else amount(state, table, seat, register, c)
        viewers = wide(-1) if d == Owner.SHARED else wide(1) << taker
        look(state, table, a, giver, size, count, viewers)
    elif op == Op.COUNT or op == Op.COUNT_EACH:
        count = max(amount(state, table, seat, register, wide(line.e)), wide(0)) * wide(line.f)
        kind = it_of(register)
        if op == Op.COUNT_EACH:
            fitting = fitting_kinds(state, table, seat, register, a, giver, d)
            kind = next_kind(state, table, a, giver, wide(0))
            while kind >= 0:
                if fitting[kind]:
                    put_on(state, table, a, giver, c, kind, count)
                kind = next_kind(state, table, a, giver, kind + 1)
        elif kind >= 0 and copies_at(state, table, a, giver, kind) > 0:
            put_on(state, table, a, giver, c, kind, count)
    elif op == Op.SHUFFLE:
        shuffle(state, table, a, giver, first_cell(table, a, giver))
    elif op == Op.REROLL:
        number = amount(state, table, seat, register, a) - 1
        if 0 <= number < state.num_dice:
            state.rolls += 1
            state.dice[number] = die(state.streams[DICE], wide(state.sides))
    elif op == Op.REROLL_SET:
        chosen = number_of(register)
        state.rolls += chosen > 0
        for each in range(state.num_dice):
            if chosen >> each & 1:
                state.dice[each] = die(state.streams[DICE], wide(state.sides))
    elif op == Op.ROLL_SECRETLY:
        count = min(max(amount(state, table, seat, register, a), wide(0)), wide(table.most_secret))
        sides = max(amount(state, table, seat, register, b), wide(1))
        roll_secretly(state, table, seat, count, sides)
    elif op == Op.ANOTHER_TURN:
        state.again = 1
    elif op == Op.CALL:
        push(state, Task.RUN, seat, row + 1, register)
        push(state, Task.CALL, seat, a, register)
        return True
    elif op == Op.BECOME_LEADER:
        state.leader = seat
    elif op == Op.END_TURN:
        while state.num_tasks > 0:
            what = state.agenda[state.num_tasks - 1].what
            if what > Task.EACH_CARD:  # what follows the turn, or the lines of a round
                break
            pop(state)
        return True
    elif op == Op.END_GAME:
        state.ending = table.num_endings
        state.num_tasks = 0
        return True
    return False


@compiled
def fitting_kinds(
    state: State, table: Table, seat: int, register: int, zone: int, whose: int, test: int
) -> NDArray[np.bool_]:
    """Return by kind whether the cards in a place pass a test, before anything changes there."""
    fitting = np.zeros(MAX_KINDS, np.bool_)
    kind = next_kind(state, table, zone, whose, wide(0))
    while kind >= 0:
        fitting[kind] = fits(state, table, seat, register, test, kind)
        kind = next_kind(state, table, zone, whose, kind + 1)
    return fitting


@compiled
def roll_secretly(state: State, table: Table, seat: int, count: int, sides: int) -> None:
    """Roll dice that others do not see: numbers of the player."""
    first, numbers = wide(table.secret_dice), state.seats[seat].numbers
    numbers[first], numbers[first + 1] = count, sides
    for each in range(table.most_secret):
        numbers[first + 2 + each] = die(state.streams[DICE], sides) if each < count else wide(0)


@compiled
def call_players(state: State, table: Table, seat: int, row: int, register: int) -> bool:
    """Put lines for some players on the agenda; return whether there is such a player."""
    line = table.code[row]
    who, lines, test = wide(line.a), wide(line.b), wide(line.c)
    seats = wide(table.num_seats)
    if who == Who.ALL or who == Who.OTHERS:
        for step in range(seats - 1, -1 if who == Who.ALL else 0, -1):
            push(state, Task.RUN, (seat + step) % seats, lines, register)
        return who == Who.ALL or seats > 1
    if who == Who.RANDOM:
        push(state, Task.RUN, die(state.streams[DICE], seats) - 1, lines, register)
        return True
    best = first = equals = wide(0)
    for step in range(seats):
        each = value(state, table, (seat + step) % seats, register, test, wide(-1))
        each = -each if line.d else each
        if equals == 0 or each > best:
            best, first, equals = each, wide(step), wide(1)
        elif each == best:
            equals += 1
    if who == Who.ONLY_BEST and equals > 1:
        return False
    if who == Who.EACH_BEST:
        for step in range(seats - 1, -1, -1):
            whose = (seat + step) % seats
            each = value(state, table, whose, register, test, wide(-1))
            if (-each if line.d else each) == best:
                push(state, Task.RUN, whose, lines, register)
    else:
        push(state, Task.RUN, (seat + first) % seats, lines, register)
    return True


@compiled
def use_next(state: State, table: Table, seat: int, row: int, place: int) -> None:
    """Use the next card that `Op.USE_EACH` in a row means, from a place on; see `next_used`."""
    register = wide(state.agenda[state.num_tasks - 1].second)
    place = next_used(state, table, seat, register, row, place)
    if place < 0:
        pop(state)  # the register that was kept
    else:
        use_card(state, table, seat, register, row, place)


@compiled
def next_used(state: State, table: Table, seat: int, register: int, row: int, place: int) -> int:
    """Return the next place from which `Op.USE_EACH` uses a card, or -1 if there is no more.

    A place is a kind, and how many of its copies are still to be used: they are counted when its
    turn comes.
    """
    line = table.code[row]
    zone, whose = wide(line.a), player(state, table, seat, wide(line.b))
    column, test = wide(line.c), wide(line.d)
    kind, left = place % 128, place // 128
    while True:
        if left == 0:
            kind = next_kind(state, table, zone, whose, kind)
            if kind < 0:
                return wide(-1)
            left = copies_at(state, table, zone, whose, kind)
        is_there = copies_at(state, table, zone, whose, kind) > 0 and table.uses[kind, column] > 0
        if is_there and fits(state, table, seat, register, test, kind):
            return kind + 128 * left
        kind, left = kind + 1, wide(0)


@inlined
def use_card(state: State, table: Table, seat: int, register: int, row: int, place: int) -> None:
    """Use the card at a place; the next one follows."""
    kind, left = place % 128, place // 128
    following = kind + 128 * (left - 1) if left > 1 else kind + 1
    push(state, Task.EACH_CARD, seat, row, following)
    push(state, Task.RUN, seat, wide(table.uses[kind, table.code[row].c]), with_it(register, kind))


@compiled
def pass_on(state: State, table: Table, zone: int, step: int) -> None:
    """Pass what each player has in a zone to the player `step` seats on."""
    of, seats = table.zones[zone], wide(table.num_seats)
    pass_cells(state, table, wide(of.cell), wide(of.num_kinds), step)
    pass_cells(state, table, wide(of.order), wide(of.order_size), step)
    pass_cells(state, table, wide(of.counters), wide(of.num_counters * of.num_kinds), step)
    sizes = 0
    for seat in range(seats):
        sizes |= wide(state.sizes[of.place + seat]) << 12 * seat
    for seat in range(seats):
        giver = (seat - step + seats) % seats
        state.sizes[of.place + seat] = sizes >> 12 * giver & 4095


@compiled
def pass_cells(state: State, table: Table, first: int, count: int, step: int) -> None:
    """Pass cells that each player has to the player `step` seats on."""
    seats = wide(table.num_seats)
    for cell in range(first, first + count):
        kept = 0  # by seat, in bits of eight
        for seat in range(seats):
            kept |= wide(state.cards[cell + seat * count]) << 8 * seat
        for seat in range(seats):
            giver = (seat - step + seats) % seats
            state.cards[cell + seat * count] = kept >> 8 * giver & 255


@compiled
def is_over(state: State, table: Table, moment: int) -> bool:
    """Test the endings of a moment, and end the game with the first that holds.

    None is tested during set-up, when nobody has anything yet.
    """
    if state.rounds == 0:
        return False
    for number in range(table.num_endings):
        ending = table.endings[number]
        test = wide(ending.test)
        if ending.moment == moment and amount(state, table, wide(state.active), wide(0), test):
            state.ending = number
            state.num_tasks = 0
            state.decision = Decision.NONE
            return True
    return False
