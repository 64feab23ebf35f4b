"""Values: the rows of an expression, carried out on the state's stack, and changes of numbers."""

from typing import Any

import numpy as np

from balance.compiling.jit import compiled, inlined
from balance.engine.layout import State, Table, wide
from balance.games.described.layout import (
    GIVES,
    MAX_COLUMNS,
    MOST_CHOSEN_DICE,
    NOBODY,
    Fold,
    Op,
    Owner,
)
from balance.games.described.rules.counters import counter_on
from balance.games.described.rules.piles import is_near_top, top_of
from balance.games.described.rules.places import (
    copies_at,
    empty_piles,
    first_cell,
    next_kind,
    place_of,
    player,
)
from balance.games.described.rules.register import it_of, number_of

_NONE_YET = -(1 << 40)  # of a highest or lowest value


@inlined
def amount(state: State, table: Table, seat: int, register: int, row: int) -> int:
    """Return the value of the expression that begins in a row; most are constants."""
    if table.code[row].op == Op.CONSTANT and table.code[row].then == GIVES:
        return wide(table.code[row].a)
    return value(state, table, seat, register, row, wide(-1))


@compiled
def value(state: State, table: Table, seat: int, register: int, row: int, card: int) -> int:
    """Return the value of the expression that begins in a row.

    Parameters
    ----------
    seat : int
        Whose line it is.
    register : int
        Of the line, see `rules.register`.
    card : int
        The kind that ``where`` asks about, or -1.
    """
    stack, code = state.stack, table.code
    # The last value is in no memory, which would take longer; `top` is the place of the one before.
    last, top = wide(0), -1
    while True:
        line = code[np.uint64(row)]  # unsigned, as numba then looks for no negative ones
        op = line.op
        if op < Op.ADD:
            if op == Op.GIVE:
                return last
            made = plain_value(state, table, seat, register, line, card)
        elif op < Op.SIZE:
            if op == Op.NOT:
                last = wide(last == 0)
            else:
                last = joined(op, wide(stack[top]), last)
                top -= 1
            row += 1
            continue
        elif op == Op.FOLD_CARDS:
            made = fold_cards(state, table, seat, row)
        elif op == Op.SIZE:
            zone, whose = wide(line.a), player(state, table, seat, wide(line.b))
            made = wide(state.sizes[place_of(table, zone, whose)])
        elif op == Op.EMPTY_PILES:
            zone, whose = wide(line.a), player(state, table, seat, wide(line.b))
            made = empty_piles(state, table, zone, whose)
        elif op == Op.OF_TOP:
            zone, whose = wide(line.b), player(state, table, seat, wide(line.c))
            kind = top_of(state, table, zone, whose)
            made = wide(table.attributes[kind, line.a]) if kind >= 0 else wide(0)
        elif op == Op.SKIP_AND or op == Op.SKIP_OR:  # what follows can change nothing
            if (last == 0) == (op == Op.SKIP_AND):
                last = wide(op == Op.SKIP_OR)
                row = wide(line.a)
            else:
                row += 1
            continue
        elif op == Op.PLAYERS:  # pushes the seat and the result so far
            stack[top + 1], stack[top + 2], last = last, seat, start_of(wide(line.b))
            top += 2
            row += 1
            if line.a:
                seat = (seat + 1) % wide(table.num_seats)
                if table.num_seats == 1:
                    last = ended(last)
                    top -= 1
                    row = wide(line.c)
            continue
        elif op == Op.NEXT_PLAYER:
            last = folded(wide(line.b), wide(stack[top]), last, 1)
            top -= 1
            seat = (seat + 1) % wide(table.num_seats)
            if seat != stack[top]:
                row = wide(line.c)
                continue
            last = ended(last)
            top -= 1
            row += 1
            continue
        elif op == Op.SHOWING:
            last = dice_showing(state, last)
            row += 1
            continue
        elif op == Op.NEAR_TOP:
            zone, whose = wide(line.b), player(state, table, seat, wide(line.c))
            last = wide(is_near_top(state, table, zone, whose, card, last))
            row += 1
            continue
        elif op >= Op.COUNTER:
            made = rare_value(state, table, seat, register, row, card)
        else:  # cards: pushes the card before and the result so far
            zone, whose = wide(line.a), player(state, table, seat, wide(line.b))
            after = card + 1
            if op == Op.CARDS:
                stack[top + 1], stack[top + 2], last = last, card, start_of(wide(line.c))
                top += 2
                after = wide(0)
            else:
                is_counted, last = last != 0, wide(stack[top])
                if is_counted and line.d < MAX_COLUMNS:
                    last = with_card(state, table, row, last, card, zone, whose)
                elif is_counted:
                    last = with_counter(state, table, row, last, card, zone, whose)
                top -= 1
            card = next_kind(state, table, zone, whose, after)
            if card >= 0:
                row = wide(line.e)
                continue
            card, last = wide(stack[top]), ended(last)
            top -= 1
            row = wide(line.f)
            continue
        then = wide(line.then)
        if then == 0:
            top += 1
            stack[top] = last
            last = made
            row += 1
        else:
            last = made if then == GIVES else joined(then % GIVES, last, made)
            if then >= GIVES:
                return last
            row += 2


@compiled
def rare_value(state: State, table: Table, seat: int, register: int, row: int, card: int) -> int:
    """Return one of the values that few games have."""
    line = table.code[row]
    if line.op == Op.DICE_SETS:
        return (wide(1) << min(wide(state.num_dice), wide(MOST_CHOSEN_DICE))) - 1
    zone, whose = wide(line.b), player(state, table, seat, wide(line.c))
    kind = card if line.d else it_of(register)
    return counter_on(state, table, zone, whose, wide(line.a), kind)


@compiled
def fold_cards(state: State, table: Table, seat: int, row: int) -> int:
    """Return what cards of a zone come to, of which a set of kinds counts."""
    line = table.code[row]
    zone, whose = wide(line.a), player(state, table, seat, wide(line.b))
    if line.f != NOBODY:
        return sum_of_cards(state, table, zone, whose, wide(line.f))
    result = start_of(wide(line.c))
    kind = next_kind(state, table, zone, whose, wide(0))
    while kind >= 0:
        if is_in(table, wide(line.e), kind):
            result = with_card(state, table, row, result, kind, zone, whose)
        kind = next_kind(state, table, zone, whose, kind + 1)
    return ended(result)


@inlined
def sum_of_cards(state: State, table: Table, zone: int, whose: int, first: int) -> int:
    """Return the sum of the cards of a zone, times what `worths` from `first` on says of each."""
    cards, worths = state.cards, table.worths
    # Unsigned, as numba then looks for no negative ones, and the sums are of many cards at once.
    cell, worth = np.uint64(first_cell(table, zone, whose)), np.uint64(first)
    total = wide(0)
    for each in range(np.uint64(table.zones[zone].num_kinds)):
        total += wide(cards[cell + each]) * wide(worths[worth + each])
    return total


@inlined
def with_card(
    state: State, table: Table, row: int, result: int, kind: int, zone: int, whose: int
) -> int:
    """Fold one more kind into the total of cards."""
    each = wide(table.attributes[kind, table.code[row].d])
    copies = copies_at(state, table, zone, whose, kind)
    return folded(wide(table.code[row].c), result, each, copies)


@compiled
def with_counter(
    state: State, table: Table, row: int, result: int, kind: int, zone: int, whose: int
) -> int:
    """Fold what lies on one more kind into the total of cards."""
    counter = wide(table.code[row].d) - MAX_COLUMNS
    each = counter_on(state, table, zone, whose, counter, kind)
    return folded(wide(table.code[row].c), result, each, wide(1))


@inlined
def is_in(table: Table, number: int, kind: int) -> bool:
    """Return whether a kind is in a set of kinds; set 0 has all."""
    word = table.sets[number, kind >> 6] >> np.uint64(kind & 63)
    return wide(word & np.uint64(1)) != 0


@inlined
def fits(state: State, table: Table, seat: int, register: int, test: int, kind: int) -> bool:
    """Return whether a card passes a test: 0 for all cards, a row, or minus a set of kinds."""
    if test <= 0:
        return is_in(table, -test, kind)
    return value(state, table, seat, register, test, kind) != 0


@inlined
def dice_showing(state: State, number: int) -> int:
    """Return how many dice show a number."""
    count = wide(0)
    for each in range(state.num_dice):
        count += state.dice[each] == number
    return count


@inlined
def plain_value(state: State, table: Table, seat: int, register: int, line: Any, card: int) -> int:
    """Return a value that has no parts."""
    op, a = line.op, wide(line.a)
    if op == Op.CONSTANT:
        return a
    if op == Op.NUMBER:
        owner = wide(line.b)
        if owner == Owner.SHARED:
            return wide(state.shared[a])
        return wide(state.seats[player(state, table, seat, owner)].numbers[a])
    if op == Op.OF_CARD:
        return of_card(state, table, seat, card, a)
    if op == Op.OF_IT:
        kind = it_of(register)
        return of_card(state, table, seat, kind, a) if kind >= 0 else wide(0)
    if op == Op.DIE:
        return wide(state.dice[a]) if a < state.num_dice else wide(0)
    if op == Op.DICE_SUM:
        total = wide(0)
        for each in range(state.num_dice):
            total += wide(state.dice[each])
        return total
    if op == Op.CHOSEN:
        return number_of(register)
    if op == Op.ROUNDS:
        return wide(state.rounds)
    return wide(state.turns)


@inlined
def of_card(state: State, table: Table, seat: int, kind: int, column: int) -> int:
    """Return what a card has in a column; its price may be another one for a seat."""
    held = wide(table.attributes[kind, column])
    if kind + 1 == state.seats[seat].dear and column == table.price[kind]:
        held += wide(state.seats[seat].surcharge)
    return held


@inlined
def joined(op: int, left: int, right: int) -> int:
    """Return what an operation makes of two values, or NOT of the left one."""
    if op == Op.ADD:
        return left + right
    if op == Op.SUBTRACT:
        return left - right
    if op == Op.MULTIPLY:
        return left * right
    if op == Op.DIVIDE:
        return left // right if right != 0 else wide(0)
    if op == Op.REMAINDER:
        return left % right if right != 0 else wide(0)
    if op == Op.EQUAL:
        return wide(left == right)
    if op == Op.UNEQUAL:
        return wide(left != right)
    if op == Op.LESS:
        return wide(left < right)
    if op == Op.AT_MOST:
        return wide(left <= right)
    if op == Op.AND:
        return wide(left != 0 and right != 0)
    if op == Op.OR:
        return wide(left != 0 or right != 0)
    if op == Op.NOT:
        return wide(left == 0)
    if op == Op.SMALLER:
        return min(left, right)
    if op == Op.LARGER:
        return max(left, right)
    return left >> right & 1 if 0 <= right < 63 else wide(0)  # INCLUDES


@inlined
def start_of(fold: int) -> int:
    """Return the result before the first card or player."""
    if fold == Fold.MOST or fold == Fold.LEAST:
        return wide(_NONE_YET)
    return wide(fold == Fold.EVERY)


@inlined
def ended(result: int) -> int:
    """Return the result after the last one; highest and lowest of nothing are 0."""
    return wide(0) if result == _NONE_YET else result


@inlined
def folded(fold: int, result: int, value: int, copies: int) -> int:
    """Return the result with one more card or player."""
    if fold == Fold.COPIES:
        return result + copies
    if fold == Fold.KINDS:
        return result + 1
    if fold == Fold.TOTAL:
        return result + value * copies
    if fold == Fold.MOST:
        return max(result, value)
    if fold == Fold.LEAST:
        return value if result == _NONE_YET else min(result, value)
    if fold == Fold.ANY:
        return wide(result != 0 or value != 0)
    return wide(result != 0 and value != 0)


@inlined
def change(
    state: State, table: Table, op: int, number: int, whose: int, is_shared: bool, by: int
) -> None:
    """Change a number of a player, or a shared one; it stays between its least and its most."""
    old = wide(state.shared[number]) if is_shared else wide(state.seats[whose].numbers[number])
    limits = table.shared[number] if is_shared else table.numbers[number]
    new = by
    if op == Op.GAIN:
        new = old + max(by, wide(0))
    elif op == Op.LOSE:
        new = old - max(by, wide(0))
    new = min(max(new, wide(limits.least)), wide(limits.most))
    if is_shared:
        state.shared[number] = new
    else:
        state.seats[whose].numbers[number] = new
