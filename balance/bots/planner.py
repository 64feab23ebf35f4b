"""Looks through the rest of the own turn: every choice, every choice after it, to the turn's end.

`plan` is inlined into a game's bot, with the game's functions as parameters; the bot needs a
function that says when its part is over and one that values the position then.  Nothing is guessed:
what is face down stays so, and the game must bear that until the turn ends.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.engine.jit import inlined
from balance.engine.layout import Choose, State, Stream, Table, Weights, wide

DEPTH = 12  # decisions that are looked at one after the other
NOTHING = -1e18  # less than any position is worth


@inlined
def plan(
    view: State,
    table: Table,
    seat: int,
    weights: Weights,
    stream: Stream,
    budget: int,
    go_on: Callable[..., None],
    take: Callable[..., None],
    is_over: Callable[..., bool],
    value: Callable[..., float],
    simple: Choose,
    simple_weights: Weights,
    levels: NDArray[Any],
    facts: NDArray[np.float64],
) -> int:
    """Return the index of the choice after which the best position can be reached.

    Each decision shares its budget of positions among its choices; where it is used up, or where
    another player is asked, `simple` goes on to the end of the part.

    Parameters
    ----------
    view, table, seat, weights, stream
        What the bot itself is given.
    budget : int
        How many positions are looked at, about.
    go_on : function (state, table, seat)
        Steps until a decision is due or the seat's part is over.
    take : function
        The game's own.
    is_over : function (state, table, seat) -> bool
    value : function (state, table, seat, weights, facts) -> float
        What the position is worth when the part is over.
    simple, simple_weights
        A bot for what is not looked through, and its weights.
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
                asked = wide(after.due_seat)
                take(after, table, simple(after, table, asked, simple_weights, stream))
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
