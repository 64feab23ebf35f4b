"""A game task by task, as differences of the state, so that rules need no logging."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from balance.engine.layout import State, engine_fields
from balance.engine.session import Session

_ENGINE = {field[0] for field in engine_fields(num_streams=1)}


def trace(
    session: Session, deal: int, seated: Sequence[int], answer: Callable[[State], int], limit: int
) -> Iterator[str]:
    """Play a game and yield a line for each task done and each choice made.

    A line says who did what, and what changed: ``action_phase 0: phase 2 -> 3``.  Fields of the
    engine (streams, agenda, choices), and those for records alone, are left out.

    Parameters
    ----------
    session, deal, limit
        The game is cut off after `limit` decisions.
    seated : sequence of int
        The entry of the line-up in each seat.
    answer : function (state) -> int
        Returns the index of a choice at each decision.
    """
    game = session.game
    session.begin(deal, seated)
    while not session.is_over and session.state.num_decisions < limit:
        before = session.states.copy()
        state = before[0]
        if state.decision == 0:
            task = state.agenda[state.num_tasks - 1]
            head = f"{game.tasks(int(task.what)).name.lower()} {task.seat}"
            session.step()
        else:
            index = answer(session.state)
            name = game.decisions(int(state.decision)).name.lower()
            head = f"> {name} {state.due_seat} chooses {state.choices[index]}"
            session.take(index)
        changes = ", ".join(state_differences(before[0], session.state, game.for_records))
        yield f"{head}: {changes}" if changes else head


def state_differences(before: State, after: State, apart_from: Sequence[str] = ()) -> Iterator[str]:
    """Yield the differences between two states: ``seats[0].goods[1] 0 -> 2``."""
    for name in before.dtype.names or ():
        if name not in _ENGINE and name not in apart_from:
            yield from _compare(name, before[name], after[name])


def _compare(path: str, before: Any, after: Any) -> Iterator[str]:
    """Yield the differences of a field: a number, a struct, or an array of either."""
    if np.ndim(before):
        for place, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from _compare(f"{path}[{place}]", old, new)
    elif before.dtype.names:
        for name in before.dtype.names:
            yield from _compare(f"{path}.{name}", before[name], after[name])
    elif before != after:
        yield f"{path} {before} -> {after}"
