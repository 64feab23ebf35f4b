"""The agenda of tasks still to do, and the decision that is due from a player.

Both are fields of the state, so that a state can be copied at any decision and played on.
"""

from collections.abc import Callable

from balance.compiling.jit import inlined
from balance.engine.layout import MAX_AGENDA, State, Table, wide
from balance.errors import LimitError

NO_DECISION = 0


@inlined
def push(state: State, what: int, seat: int, first: int, second: int) -> None:
    """Put a task on the agenda, before all tasks that are already there."""
    place = state.num_tasks
    if place >= MAX_AGENDA:
        raise LimitError(
            "more effects waiting than the agenda has room for; make effects trigger fewer others, "
            "or make numbers in its sheets or options smaller"
        )
    task = state.agenda[place]
    task.what = what
    task.seat = seat
    task.first = first
    task.second = second
    state.num_tasks = place + 1


@inlined
def pop(state: State) -> tuple[int, int, int, int]:
    """Remove the next task from the agenda; return its what, seat, first and second."""
    place = wide(state.num_tasks) - 1
    state.num_tasks = place
    task = state.agenda[place]
    # Read all fields now, as a record is only a pointer and the next push may overwrite it.
    return wide(task.what), wide(task.seat), wide(task.first), wide(task.second)


@inlined
def due(state: State, decision: int, seat: int) -> None:
    """Ask `seat` for a decision; its choices are offered next."""
    state.decision = decision
    state.due_seat = seat
    state.num_choices = 0


@inlined
def offer(state: State, choice: int) -> None:
    """Offer one more choice: a number whose meaning depends on the decision."""
    offer_if(state, choice, True)


@inlined
def offer_if(state: State, choice: int, wanted: bool) -> None:
    """Offer one more choice if it is wanted, without an unpredictable branch."""
    place = state.num_choices
    if place >= len(state.choices):
        raise LimitError(
            "more choices at once than a state has room for; make numbers in its sheets or "
            "options smaller"
        )
    state.choices[place] = choice
    state.num_choices = place + int(wanted)


@inlined
def chosen(state: State, index: int) -> int:
    """Return the choice with that index; no decision is due any more."""
    state.decision = NO_DECISION
    return wide(state.choices[index])


@inlined
def clear_previous_choices(state: State) -> None:
    """Clear the choices of earlier decisions that are left after those offered now."""
    for place in range(state.num_choices, len(state.choices)):
        state.choices[place] = 0


@inlined
def skip_forced(state: State, table: Table, take: Callable[..., None]) -> None:
    """Make a single choice without asking, and drop a decision without any choice."""
    while state.decision != NO_DECISION and state.num_choices < 2:
        if state.num_choices == 1:
            take(state, table, wide(0))
        else:
            state.decision = NO_DECISION


@inlined
def advance(state: State, table: Table, step: Callable[..., None]) -> None:
    """Do tasks until a decision is due or the game is over."""
    while state.decision == NO_DECISION and state.num_tasks > 0:
        step(state, table)
