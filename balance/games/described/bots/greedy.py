"""Greedy: makes the choice after which its position is worth most; ties are broken at random.

What is still to be chosen for it, such as a card after an option, is taken into account.  Hidden
cards are dealt anew before, the same for all choices.  Where all players choose at once, outside
turns, the others choose at random.  Where a choice is followed by luck that changes what it is
worth, or by choices of others, the mean of several tries counts.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.compiling.jit import compiled, inlined
from balance.engine.layout import State, Stream, Table, Weights, wide
from balance.engine.rng import below
from balance.games.described.bots.value import Facts, facts_for, is_over, value
from balance.games.described.layout import DICE, MAX_STREAMS, STATE, Decision, Task
from balance.games.described.rules.dispatch import step, take
from balance.games.described.services.determinise import determinise

_TRIES = 16  # where luck follows that changes what choices are worth
_FURTHER = 3  # choices of cards and numbers of an action that are looked at, after the first
_NOTHING = -1e18  # less than the value of any position

_WORD = 8  # bytes
_STATE = STATE.itemsize // _WORD  # words
_CHOICES, _TASKS, _AGENDA, _ROUNDS, _STACK, _LEFT_OUT, _CARDS, _SEATS = (
    dict(STATE.fields or {})[name][1]
    for name in (
        "choices", "num_tasks", "agenda", "rounds", "stack", "left_out", "cards", "seats",
    )
)  # fmt: skip
_TASK, _SEAT = STATE["agenda"].base.itemsize, STATE["seats"].base.itemsize


@compiled
def choose(view: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Return the index of the choice after which the position is worth most."""
    return best_choice(view, table, seat, weights, stream, _TRIES)


@compiled
def choose_quickly(view: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Return the same from one try, for games that are only played on."""
    return best_choice(view, table, seat, weights, stream, 1)


@compiled
def best_choice(
    view: State, table: Table, seat: int, weights: Weights, stream: Stream, tries: int
) -> int:
    """Return the index of the choice that is worth most in the mean of so many tries, if needed."""
    states = np.empty(5, STATE)
    facts = facts_for(table, weights)
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
    states: NDArray[Any], table: Table, seat: int, weights: Weights, facts: Facts,
    worths: NDArray[np.float64],
) -> bool:  # fmt: skip
    """Write what each choice in ``states[0]`` is worth; return whether luck may change it.

    Luck is what follows a choice, and what others have chosen unseen.  The other states are
    scratch.
    """
    first, after, then = states[0], states[1], states[2]
    needs_luck = not is_in_turn(first)
    for index in range(first.num_choices):
        try_choice(states, 0, 1, table, seat, index)
        needs_luck = needs_luck or not is_same_luck(after, first)
        if first.decision == Decision.OPTION and not is_valued(after, table, seat):
            worths[index] = _NOTHING
            for following in range(after.num_choices):
                try_choice(states, 1, 2, table, seat, following)
                needs_luck = needs_luck or not is_same_luck(then, first)
                worth = worth_of(states, 2, table, seat, weights, facts)
                worths[index] = max(worths[index], worth)
        else:
            worths[index] = worth_of(states, 1, table, seat, weights, facts)
    return needs_luck


@inlined
def try_choice(
    states: NDArray[Any], source: int, target: int, table: Table, seat: int, index: int
) -> None:
    """Make a choice of one state in another one, up to what is to be valued or chosen next."""
    copy(states, source, target, table)
    take(states[target], table, wide(index))
    go_on(states[target], table, seat)


@compiled
def copy(states: NDArray[Any], source: int, target: int, table: Table) -> None:
    """Copy a state over another one: only what a game uses, which is a third to half of it."""
    words, state = states.view(np.uint64), states[source]
    seats = _SEATS + _SEAT * wide(table.num_seats)
    for first, behind in (
        (wide(0), _CHOICES + 4 * wide(state.num_choices)),
        (_TASKS, _AGENDA + _TASK * wide(state.num_tasks)),
        (_ROUNDS, _STACK),
        (_LEFT_OUT, _CARDS + wide(table.num_cells)),
        (_SEATS, seats),
    ):
        start, step = np.uint64(source * _STATE), np.uint64(first // _WORD)
        other, last = np.uint64(target * _STATE), np.uint64((behind + _WORD - 1) // _WORD)
        for word in range(step, last):
            words[other + word] = words[start + word]


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
    facts: Facts,
) -> float:  # fmt: skip
    """Return what a position is worth, after the best of what is still to be chosen in it."""
    at, then = states[place], states[3]
    worth = value(at, table, seat, weights, facts)
    for _ in range(_FURTHER):
        if is_valued(at, table, seat):
            break
        worth = _NOTHING
        for index in range(at.num_choices):
            try_choice(states, place, 3, table, seat, index)
            each = value(then, table, seat, weights, facts)
            if each > worth:
                worth = each
                copy(states, 3, 4, table)
        copy(states, 4, place, table)
    return worth


@compiled
def is_valued(state: State, table: Table, seat: int) -> bool:
    """Return whether a position after `go_on` is one to value: not halfway through a choice."""
    is_halfway = state.decision == Decision.CARD or state.decision == Decision.NUMBER
    if state.decision == Decision.OPTION:  # how to pay
        is_halfway = table.code[state.asked].c != 0
    return not (is_halfway and state.due_seat == seat)


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
