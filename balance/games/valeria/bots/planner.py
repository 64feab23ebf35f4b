"""Planner: searches the rest of its turn and takes the way to the best position.

It tries all pairs of actions, with the harvest, payments and bonus actions between them, and
values the position at the end of its turn (`position_value.py`).  It does not guess face-down
cards or dice.
"""

import numpy as np

from balance.bots.planner import DEPTH, plan, to_decision
from balance.compiling.jit import compiled
from balance.engine.layout import State, Stream, Table, Weights
from balance.games.valeria.bots import greedy
from balance.games.valeria.bots.position_value import NUM_FEATURES, NUM_WEIGHTS, Weight, value
from balance.games.valeria.layout import STATE, Decision, Task
from balance.games.valeria.rules.dispatch import step, take

FIRST_FAST = NUM_WEIGHTS + len(
    Weight
)  # the first weight of greedy, which decides what is not searched


@compiled
def choose(view: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Return the index of the choice that leads to the best position."""
    levels = np.empty(DEPTH + 2, STATE)
    facts = np.empty(NUM_FEATURES)
    return plan(
        view, table, seat, weights, stream, int(weights[Weight.BUDGET]), take, go_on, is_over,
        value, greedy.choose, weights[FIRST_FAST:], levels, facts,
    )  # fmt: skip


@compiled
def go_on(state: State, table: Table, seat: int) -> None:
    """Do tasks until a decision is due or the seat's turn is over, or its part in another's."""
    to_decision(state, table, seat, step, is_over)


@compiled
def is_over(state: State, table: Table, seat: int) -> bool:
    """Return whether the seat's turn is over, or its decisions in the turn of another."""
    if state.decision != Decision.NONE:
        return state.active != seat and state.due_seat != seat
    if state.num_tasks == 0:
        return True
    task = state.agenda[state.num_tasks - 1].what
    if task == Task.END_PHASE or task == Task.TURN:
        return True
    return state.active != seat and task == Task.ACTION_PHASE
