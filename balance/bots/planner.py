"""A planner: it tries every choice, and every choice after it, to the end of its own turn.

`plan` is inlined into a game's bot, which passes the game's functions, one that returns whether the
turn is over, and one that values the position then.  It does not guess hidden cards: the rules must
be able to play on without them until the turn ends.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.compiling.jit import inlined
from balance.engine.agenda import NO_DECISION
from balance.engine.layout import Choose, State, Stream, Table, Weights, wide

DEPTH = 12  # the most decisions in a row that are searched
NOTHING = -1e18  # less than the value of any position


@inlined
def plan(
    view: State,
    table: Table,
    seat: int,
    weights: Weights,
    stream: Stream,
    budget: int,
    take: Callable[..., None],
    go_on: Callable[..., None],
    is_over: Callable[..., bool],
    value: Callable[..., float],
    fast_bot: Choose,
    fast_weights: Weights,
    levels: NDArray[Any],
    facts: NDArray[np.float64],
) -> int:
    """Return the index of the choice after which the best position can be reached.

    Each decision divides its budget of positions among its choices; when it is used up, or when
    another player's decision is due, the fast bot plays on to the end of the turn.

    Parameters
    ----------
    view, table, seat, weights, stream
        The arguments of the bot.
    budget : int
        About how many positions are valued.
    take
        The game's function.
    go_on : function (state, table, seat)
        Does tasks until a decision is due or the seat's turn is over.
    is_over : function (state, table, seat) -> bool
        Returns whether the seat's turn, or its part in the turn of another seat, is over.
    value : function (state, table, seat, weights, facts) -> float
        Returns the value of the position then.
    fast_bot, fast_weights
        The bot that plays on.
    levels : array of game.state, shape (DEPTH + 2,)
    facts : float64 array
        Scratch for `value`.
    """
    best = np.zeros(DEPTH + 1, np.float64)
    following = np.zeros(DEPTH + 1, np.int64)
    shares = np.zeros(DEPTH + 1, np.int64)
    levels[0] = view
    level = 0
    best[0] = NOTHING
    shares[0] = budget
    answer = 0
    while level >= 0:
        state = levels[level]
        if following[level] == state.num_choices:
            worth = best[level]
            level -= 1
        else:
            index = following[level]
            following[level] = index + 1
            levels[level + 1] = state
            after = levels[level + 1]
            take(after, table, index)
            go_on(after, table, seat)
            share = shares[level] // wide(state.num_choices)
            deeper = level < DEPTH - 1
            while not is_over(after, table, seat):
                if deeper and after.due_seat == seat and share >= after.num_choices:
                    break
                deeper = deeper and after.due_seat != seat
                due_seat = wide(after.due_seat)
                take(after, table, fast_bot(after, table, due_seat, fast_weights, stream))
                go_on(after, table, seat)
            if not is_over(after, table, seat):
                level += 1
                best[level] = NOTHING
                following[level] = 0
                shares[level] = share
                continue
            worth = value(after, table, seat, weights, facts)
        if level >= 0 and worth > best[level]:
            best[level] = worth
            if level == 0:
                answer = following[0] - 1
    return answer


@inlined
def to_decision(
    state: State, table: Table, seat: int, step: Callable[..., None], is_over: Callable[..., bool]
) -> None:
    """Do tasks until a decision is due or the seat's turn is over: a game's `go_on`, see `plan`."""
    while state.decision == NO_DECISION and not is_over(state, table, seat):
        step(state, table)
