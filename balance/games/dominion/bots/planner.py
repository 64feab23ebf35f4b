"""Planner: buys and gains what leads to the best position at the end of its turn.

It values what it would own then (`position_value.py`), two buys ahead, and departs from greedy's
choice only for one that is clearly better.  In all other decisions it plays as greedy does, by the
usual rules of buy lists.  It does not guess at hidden cards.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.bots.planner import to_decision
from balance.compiling.jit import compiled
from balance.engine.agenda import chosen
from balance.engine.layout import State, Stream, Table, Weights, wide
from balance.games.dominion.bots import buy_list
from balance.games.dominion.bots.position_value import (
    NUM_FEATURES,
    NUM_WEIGHTS,
    Features,
    Weight,
    value,
)
from balance.games.dominion.layout import NOTHING, STATE, Decision, How, Task
from balance.games.dominion.rules.dispatch import step
from balance.games.dominion.rules.supply import TO_DISCARD, ask_buy, gain, price, take_gain

FIRST_FAST = NUM_WEIGHTS + len(Weight)  # index of the first weight of greedy
LEVELS = 3  # copies of the state in use at once
_LEAST = -1e18  # less than the value of any position


@compiled
def choose(view: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Return the index of the choice that leads to the best position."""
    first = wide(buy_list.choose(view, table, seat, weights[FIRST_FAST:], stream))
    if not is_valued(view):
        return first
    worths = np.empty(view.num_choices)
    levels = np.empty(LEVELS, STATE)
    judge(view, table, seat, weights, stream, levels, np.empty(NUM_FEATURES), worths)
    worths[first] += weights[Weight.DOUBT]
    return best_of(worths)


@compiled
def is_valued(view: State) -> bool:
    """Return whether the decision is what to buy or gain, except a Treasure by a Mine."""
    if view.decision == Decision.GAIN:
        return view.how & How.TREASURE == 0
    return wide(view.decision) == Decision.BUY


@compiled
def best_of(worths: Weights) -> int:
    """Return the first index of the greatest number."""
    best = wide(0)
    for index in range(len(worths)):
        if worths[index] > worths[best]:
            best = wide(index)
    return best


@compiled
def judge(
    view: State,
    table: Table,
    seat: int,
    weights: Weights,
    stream: Stream,
    levels: NDArray[Any],
    facts: Features,
    worths: Weights,
) -> None:
    """Write into `worths` the value of the best position that each choice can lead to.

    `levels`, of shape (LEVELS,), and `facts` are scratch space.
    """
    first, second, third = levels[0], levels[1], levels[2]
    for index in range(len(worths)):
        levels[0] = view
        take_on(first, table, index)
        if first.decision == Decision.NONE:
            worths[index] = value(first, table, seat, weights, facts)
            continue
        worths[index] = _LEAST
        for other in range(wide(first.num_choices)):
            levels[1] = levels[0]
            take_on(second, table, other)
            while second.decision != Decision.NONE:
                levels[2] = levels[1]
                answer = buy_list.choose(third, table, seat, weights[FIRST_FAST:], stream)
                take_on(second, table, wide(answer))
            worths[index] = max(worths[index], value(second, table, seat, weights, facts))


@compiled
def take_on(state: State, table: Table, index: int) -> None:
    """Carry out the choice in a copy of the state, up to the next buy; no card is drawn."""
    seat = wide(state.due_seat)
    state.num_tasks = 0
    if state.decision == Decision.GAIN:
        take_gain(state, table, seat, index)
        return
    kind = chosen(state, index)
    if kind == NOTHING:
        return
    state.buys -= 1
    state.coins -= price(state, table, seat, kind)
    gain(state, table, seat, kind, wide(TO_DISCARD))
    if wide(state.buys) > 0:
        ask_buy(state, table, seat)


@compiled
def go_on(state: State, table: Table, seat: int) -> None:
    """Do tasks until a decision is due or the seat's turn is over, or its part in another's."""
    to_decision(state, table, seat, step, is_over)


@compiled
def is_over(state: State, table: Table, seat: int) -> bool:
    """Return whether the seat's turn is over, or its part in another player's turn."""
    if state.decision != Decision.NONE:
        return state.active != seat and state.due_seat != seat
    return state.num_tasks == 0 or state.agenda[state.num_tasks - 1].what == Task.TURN
