"""The four functions of a game: which task and which choice does what."""

from balance.compiling.jit import compiled
from balance.engine.agenda import NO_DECISION, chosen, pop, push, skip_forced
from balance.engine.layout import State, Table, wide
from balance.engine.rng import restart_stream
from balance.games.described.layout import (
    ANSWERS,
    DECLINE,
    DICE,
    MAX_ROUNDS,
    MAX_TURNS,
    Decision,
    Moment,
    Task,
)
from balance.games.described.rules.choices import go_on_with
from balance.games.described.rules.lines import give_up, goes_on_too_long, is_over, run, use_next
from balance.games.described.rules.register import with_it, with_number


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
        option = table.code[state.asked + 1 + choice % ANSWERS]
        if choice < ANSWERS:
            lines.first = option.b
        else:
            go_on_with(state, table, wide(option.d), choice // ANSWERS - 1)
    elif choice == DECLINE:
        lines.first = asked.e
    elif decision == Decision.NUMBER:
        lines.second = with_number(wide(lines.second), choice)
    elif decision == Decision.PLAYER:
        push(state, Task.RUN, choice, wide(asked.b), wide(lines.second))
    else:
        lines.second = with_it(wide(lines.second), choice)
