"""The agenda: tasks still to do, a stack in the state, so that a state can be copied anywhere."""

from balance.engine.jit import inlined
from balance.engine.layout import MAX_AGENDA, State, wide
from balance.errors import LimitError


@inlined
def push(state: State, what: int, seat: int, first: int, second: int) -> None:
    """Put a task on the agenda, to be done before all that is already there."""
    place = state.num_tasks
    if place >= MAX_AGENDA:
        raise LimitError(
            "more effects waiting than the agenda has room for; make what effects set off shorter, "
            "or numbers in its sheets or options smaller"
        )
    task = state.agenda[place]
    task.what = what
    task.seat = seat
    task.first = first
    task.second = second
    state.num_tasks = place + 1


@inlined
def pop(state: State) -> tuple[int, int, int, int]:
    """Take the next task off the agenda: what, seat, first, second."""
    place = wide(state.num_tasks) - 1
    state.num_tasks = place
    task = state.agenda[place]
    # Read before anything is pushed: a record is a bare pointer.
    return wide(task.what), wide(task.seat), wide(task.first), wide(task.second)
