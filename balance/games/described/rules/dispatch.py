"""The four functions of a game: which task and which choice does what."""

import numpy as np

from balance.compiling.jit import compiled, inlined
from balance.engine.agenda import NO_DECISION, chosen, pop, push, skip_forced
from balance.engine.layout import Record, State, Table, wide
from balance.engine.record import share_win
from balance.engine.rng import restart_stream
from balance.errors import LimitError
from balance.games.described.layout import (
    DECLINE,
    DICE,
    MAX_DEALT,
    MAX_ROUNDS,
    MAX_TURNS,
    MOST_OF_A_TIE,
    MOST_SCORE,
    NOBODY,
    Decision,
    Moment,
    Taking,
    Task,
)
from balance.games.described.rules.lines import give_up, goes_on_too_long, is_over, run, use_next
from balance.games.described.rules.places import copies_in_play, next_kind, place_of
from balance.games.described.rules.register import with_it, with_number
from balance.games.described.rules.values import amount


@compiled
def step(state: State, table: Table) -> None:
    """Do the next task, and make choices that are none."""
    do_task(state, table)
    skip_forced(state, table, take)


@compiled
def advance(state: State, table: Table) -> None:
    """Do tasks until a decision is due or the game is over."""
    while state.decision == NO_DECISION and state.num_tasks > 0:
        step(state, table)


@compiled
def do_task(state: State, table: Table) -> None:
    """Do the next task."""
    what, seat, first, second = pop(state)
    if goes_on_too_long(state) or wide(state.rounds) > MAX_ROUNDS or wide(state.turns) > MAX_TURNS:
        is_of_lines = what == Task.RUN or what == Task.EACH_CARD
        give_up(state, first if is_of_lines else max(wide(table.turn), wide(table.round_begin)))
    elif what == Task.RUN:
        run(state, table, seat, first, second)
    elif what == Task.EACH_CARD:
        use_next(state, table, seat, first, second)
    elif what == Task.TURN:
        state.active = seat
        restart_stream(state, DICE, wide(state.turns))
        state.turns += 1
        state.again = 0
        push(state, Task.AFTER_TURN, seat, 0, 0)
        push(state, Task.RUN, seat, table.turn, 0)
    elif what == Task.AFTER_TURN:
        if not is_over(state, table, wide(Moment.AFTER_TURN)) and state.again:
            push(state, Task.TURN, seat, 0, 0)
    elif what == Task.ROUND:
        open_round(state, table)
    elif what == Task.TURNS:
        seats = wide(table.num_seats)
        for after in range(seats - 1, -1, -1):
            push(state, Task.TURN, (seat + after) % seats, 0, 0)
    elif what == Task.ROUND_END:
        state.active = state.leader
        push(state, Task.RUN, state.leader, table.round_end, 0)
    elif what == Task.AFTER_ROUND:
        state.active = state.leader
        if not is_over(state, table, wide(Moment.AFTER_ROUND)):
            push(state, Task.ROUND, 0, 0, 0)


@compiled
def open_round(state: State, table: Table) -> None:
    """Begin a round."""
    state.rounds += 1
    state.active = state.leader
    push(state, Task.AFTER_ROUND, 0, 0, 0)
    if table.round_end > 0:
        push(state, Task.ROUND_END, 0, 0, 0)
    if table.turn > 0:
        push(state, Task.TURNS, state.leader, 0, 0)
    if table.round_begin > 0:
        push(state, Task.RUN, state.leader, table.round_begin, 0)


@compiled
def take(state: State, table: Table, index: int) -> None:
    """Go on with the lines that belong to the choice."""
    decision = state.decision
    choice = chosen(state, index)
    if state.num_choices > 1:
        state.idle = 0
    lines, asked = state.agenda[state.num_tasks - 1], table.code[state.asked]
    if decision == Decision.OPTION:
        lines.first = table.code[state.asked + 1 + choice].b
    elif choice == DECLINE:
        lines.first = asked.e
    elif decision == Decision.NUMBER:
        lines.second = with_number(wide(lines.second), choice)
    elif decision == Decision.PLAYER:
        push(state, Task.RUN, choice, wide(asked.b), wide(lines.second))
    else:
        lines.second = with_it(wide(lines.second), choice)


@compiled
def tie_break(state: State, table: Table, record: Record, seat: int) -> int:
    """Return the values of `ties` as one number; the first counts most.

    Each is a digit from -`MOST_OF_A_TIE` to that number.
    """
    total = wide(0)
    for tie in range(table.num_ties):
        each = amount(state, table, seat, wide(0), wide(table.ties[tie]))
        if abs(each) > MOST_OF_A_TIE:
            raise LimitError(
                "a value of 'ties' is above 32,767 or below -32,767, more than can break ties; "
                "divide it"
            )
        total = total * (2 * MOST_OF_A_TIE + 1) + each
    return total


@inlined
def could_be_taken(state: State, table: Table, kind: int) -> bool:
    """Return whether a card lay in a zone from which a choice was offered, if it is chosen."""
    way = table.can_be_taken[kind]
    is_there = copies_in_play(state, table, kind) > 0 and way != Taking.NEVER
    if is_there and way == Taking.BY_CHOICE:
        is_there = wide(state.lay[kind >> 6] >> np.uint64(kind & 63) & np.uint64(1)) != 0
        for seat in range(table.num_seats):
            is_there = is_there or state.seats[seat].taken[kind] > 0
    return is_there


@inlined
def write_objective(state: State, table: Table, record: Record, seat: int) -> None:
    """Write which objectives a seat was dealt, which one it kept, and what that pays."""
    of = table.objectives
    record.kept[seat] = NOBODY
    for place in range(MAX_DEALT):
        record.dealt[seat, place] = state.seats[seat].dealt[place]
    if of.kept_in == NOBODY or state.sizes[place_of(table, wide(of.kept_in), seat)] == 0:
        return
    if state.sizes[place_of(table, wide(of.kept_in), seat)] > 1:
        raise LimitError("a player keeps several objectives; expected one in the zone for it")
    kept = next_kind(state, table, wide(of.kept_in), seat, wide(0)) - wide(of.first_kind)
    record.kept[seat] = kept
    record.fulfilled[seat] = record.parts[seat, of.part]
    if of.offered_in == NOBODY:
        record.dealt[seat, 0] = kept


@compiled
def write_record(state: State, table: Table, record: Record) -> None:
    """Write how a game went; who has the highest score has won."""
    if state.stuck != 0:
        record.stopped = 1
    record.rounds = state.rounds
    record.turns = state.turns
    record.ending = state.ending
    for kind in range(table.num_kinds):
        record.available[kind] = could_be_taken(state, table, kind)
    for seat in range(table.num_seats):
        record.scores[seat] = 0
        for part in range(table.num_parts):
            points = amount(state, table, wide(seat), wide(0), wide(table.parts[part]))
            if abs(points) > MOST_SCORE:
                raise LimitError(
                    "a part of the score is above 1,000,000 or below -1,000,000, more than a score "
                    "may have; divide it in [score]"
                )
            record.parts[seat, part] = points
            record.scores[seat] += points
        write_objective(state, table, record, wide(seat))
        for kind in range(table.num_kinds):
            record.taken[seat, kind] = state.seats[seat].taken[kind]
            record.rounds_taken[seat, kind] = state.seats[seat].rounds_taken[kind]
    share_win(state, table, record, tie_break)
