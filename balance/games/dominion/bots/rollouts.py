"""Lessons for the planner: what its choices led to when greedy played on."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.bots.rollouts import play_rollouts
from balance.engine.jit import compiled
from balance.engine.layout import State, Table, Weights
from balance.games.dominion.bots import buy_list, planner
from balance.games.dominion.bots.position_value import part
from balance.games.dominion.bots.weights import NUM_FEATURES
from balance.games.dominion.layout import Decision, Task
from balance.games.dominion.record import write_record
from balance.games.dominion.rules.dispatch import advance, step, take
from balance.games.dominion.rules.setup import begin


@compiled
def rollouts(
    states: Any,
    tables: Any,
    records: Any,
    stream: NDArray[np.uint64],
    seed: int,
    deal: int,
    every: int,
    weights: Weights,
    parts: NDArray[np.float64],
    numbers: NDArray[np.int64],
    worths: NDArray[np.float64],
) -> int:
    """Play a deal and take lessons from it; see `play_rollouts`."""
    facts = np.empty(NUM_FEATURES)
    return play_rollouts(
        states, tables, records, stream, seed, deal, every, weights, parts, numbers, worths,
        begin, advance, take, write_record, go_on, is_over, part, planner.choose,
        buy_list.choose, weights[planner.FIRST_SIMPLE :], facts,
    )  # fmt: skip


@compiled
def go_on(state: State, table: Table, seat: int) -> None:
    """Go on until a decision is due, or the seat's turn or its part in another's is over."""
    while state.decision == Decision.NONE and not is_over(state, table, seat):
        step(state, table)


@compiled
def is_over(state: State, table: Table, seat: int) -> bool:
    """Tell whether the seat's turn is over, or its part in the turn of another."""
    if state.decision != Decision.NONE:
        return state.active != seat and state.due_seat != seat
    return state.num_tasks == 0 or state.agenda[state.num_tasks - 1].what == Task.TURN
