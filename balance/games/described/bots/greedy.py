"""Greedy: makes the choice after which its position is worth most; of equal ones, any.

After an option that asks for a card at once, the best card is taken into account, and after a card
the best number.  Hidden cards are dealt anew before, the same for all choices.  Where all players
choose at once, outside turns, the others choose at random.  Where a choice is followed by luck that
changes what it is worth, or by choices of others, the mean of several tries counts.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.engine.jit import compiled, inlined
from balance.engine.layout import State, Stream, Table, Weights, wide
from balance.engine.rng import below
from balance.games.described.bots.value import is_over, value
from balance.games.described.layout import DICE, MAX_FEATURES, MAX_STREAMS, STATE, Decision, Task
from balance.games.described.rules.dispatch import step, take
from balance.games.described.services.determinise import determinise

_TRIES = 16  # where luck follows that changes what choices are worth
_NOTHING = -1e18  # less than the value of any position


@compiled
def choose(view: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Return the index of the choice after which the position is worth most."""
    return best_choice(view, table, seat, weights, stream, _TRIES)


@compiled
def choose_quickly(view: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Return the same from one try, for games that are only played on."""
    return best_choice(view, table, seat, weights, stream, 4)


@compiled
def best_choice(
    view: State, table: Table, seat: int, weights: Weights, stream: Stream, tries: int
) -> int:
    """Return the index of the choice that is worth most in the mean of so many tries, if needed."""
    states = np.empty(4, STATE)
    facts = np.empty(2 * MAX_FEATURES)
    worths = np.zeros(view.num_choices)
    totals = np.zeros(view.num_choices)
    for tried in range(tries):
        states[0] = view
        determinise(states[0], table, seat, stream)
        needs_luck = write_worths(states, table, seat, weights, facts, worths)
        totals += worths
        if not needs_luck or (tried == 1 and is_level(totals - 2.0 * worths)):
            break
    return any_of_best(totals, stream)


@compiled
def is_level(changes: NDArray[np.float64]) -> bool:
    """Return whether all choices changed alike, as by hidden cards that another player has."""
    return changes.max() - changes.min() < 1e-9


@compiled
def any_of_best(worths: NDArray[np.float64], stream: Stream) -> int:
    """Return an index with the highest number, any of those that have it."""
    best = worths.max()
    equals = wide((worths == best).sum())
    left = wide(below(stream, equals)) if equals > 1 else wide(0)
    for index in range(len(worths)):
        if worths[index] == best:
            if left == 0:
                return wide(index)
            left -= 1
    return wide(0)


@inlined
def is_in_turn(state: State) -> bool:
    """Return whether it is somebody's turn."""
    for place in range(state.num_tasks):  # noqa: SIM110, numba knows no `any`
        if state.agenda[place].what == Task.AFTER_TURN:
            return True
    return False


@compiled
def write_worths(
    states: NDArray[Any], table: Table, seat: int, weights: Weights, facts: NDArray[np.float64],
    worths: NDArray[np.float64],
) -> bool:  # fmt: skip
    """Write what each choice in ``states[0]`` is worth; return whether luck follows one of them.

    The other states are scratch.
    """
    first = states[0]
    needs_luck = False
    looks_on = first.decision == Decision.OPTION
    for index in range(first.num_choices):
        states[1] = states[0]
        after = states[1]
        take(after, table, wide(index))
        go_on(after, table, seat)
        needs_luck = needs_luck or not is_same_luck(after, first)
        worth = _NOTHING
        if looks_on and after.decision == Decision.CARD and after.due_seat == seat:
            for card in range(after.num_choices):
                states[2] = states[1]
                then = states[2]
                take(then, table, wide(card))
                go_on(then, table, seat)
                needs_luck = needs_luck or not is_same_luck(then, first)
                worth = max(worth, worth_of(states, 2, table, seat, weights, facts))
        elif first.decision == Decision.CARD:
            worth = worth_of(states, 1, table, seat, weights, facts)
        else:
            worth = value(after, table, seat, weights, facts)
        worths[index] = worth
    return needs_luck


@inlined
def is_same_luck(one: State, two: State) -> bool:
    """Return whether the streams of chance of two states are at the same place."""
    for stream in range(MAX_STREAMS):
        for word in range(2):
            if one.streams[stream][word] != two.streams[stream][word]:
                return False
    return True


@compiled
def worth_of(
    states: NDArray[Any], place: int, table: Table, seat: int, weights: Weights,
    facts: NDArray[np.float64],
) -> float:  # fmt: skip
    """Return what a position after a card is worth: if a number follows at once, with the best."""
    at = states[place]
    if at.decision != Decision.NUMBER or at.due_seat != seat:
        return value(at, table, seat, weights, facts)
    best = _NOTHING
    for number in range(at.num_choices):
        states[3] = states[place]
        then = states[3]
        take(then, table, wide(number))
        go_on(then, table, seat)
        best = max(best, value(then, table, seat, weights, facts))
    return best


@compiled
def go_on(state: State, table: Table, seat: int) -> None:
    """Play on until the seat is asked again or its turn is over; outside turns, others choose."""
    while True:
        if state.decision == Decision.NONE:
            if is_over(state, table, seat):
                return
            step(state, table)
        elif state.due_seat == seat or is_in_turn(state):
            return
        else:  # the same luck for all choices, as this stream is a copy
            take(state, table, wide(below(state.streams[DICE], wide(state.num_choices))))


@compiled
def is_valued(state: State, table: Table, seat: int) -> bool:
    """Return that a position after `go_on` is one that greedy values: also within a turn."""
    return True
