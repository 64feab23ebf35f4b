"""Games played only to be watched: at many decisions all is looked at that must always hold.

What holds for every game is looked at here, the rest by the game's own `check`.
"""

from collections.abc import Callable
from enum import IntEnum
from typing import Any

import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

from balance.engine.batch import CAST, bot_signature, open_game
from balance.engine.game import Game
from balance.engine.jit import compiled, compiled_as
from balance.engine.layout import MAX_SEATS, WIN, Record, State, Table


class Fault(IntEnum):
    """What may be wrong in any game; a game's own faults follow, each with OWN added."""

    NONE = 0
    FAILED = 1  # the rules raised an error
    ANSWERS = 2  # fewer than two choices, more than a state holds, or one of them twice
    SEAT = 3  # a seat is asked in which nobody sits
    ANSWER = 4  # a bot answered what is not offered
    TASKS_LEFT = 5  # the game is over, but not all tasks are done
    WINS = 6  # the wins are not shared out
    PARTS = 7  # the parts of a score do not add up to it
    OWN = 100


class Sum(IntEnum):
    """Places in the sums over all games."""

    GAMES = 0
    DECISIONS = 1
    CHECKS = 2
    ENDLESS = 3  # games cut off at the limit of decisions
    LONGEST = 4  # the most decisions of a game that ended


def soak_machine(game: Game) -> Callable[..., None]:
    """Return `_soak` for `game`, compiled or read from the cache."""
    state, table, record = (
        numba.from_dtype(dtype) for dtype in (game.state, game.table, game.record)
    )
    rule = types.FunctionType(types.void(state, table))
    take = types.FunctionType(types.void(state, table, types.int64))
    write_record = types.FunctionType(types.void(state, table, record))
    check = types.FunctionType(types.int64(state, state, table))
    bots = types.UniTuple(types.FunctionType(bot_signature(game)), MAX_SEATS)
    one, ints, raw = types.int64, types.int64[::1], types.uint64[::1]
    signature = types.void(
        state[::1], raw, state[::1], raw, table[::1], rule, rule, take, write_record, check, bots,
        numba.from_dtype(CAST)[::1], types.int32[:, ::1], one, one, one, one, one, one,
        record[::1], ints, ints,
    )  # fmt: skip
    return compiled_as(signature, game.home)(_soak)


@compiled
def no_check(dealt: State, state: State, table: Table) -> int:
    """Find nothing: for games without a check of their own."""
    return 0


@compiled
def fault_in(state: State) -> int:
    """Return what is wrong with the question that is asked, of any game."""
    if state.num_choices < 2 or state.num_choices > len(state.choices):
        return Fault.ANSWERS
    for i in range(state.num_choices):
        for j in range(i):
            if state.choices[i] == state.choices[j]:
                return Fault.ANSWERS
    if state.due_seat < 0 or state.due_seat >= MAX_SEATS or state.lineup[state.due_seat] < 0:
        return Fault.SEAT
    return Fault.NONE


@compiled
def fault_in_record(record: Record, alone: int) -> int:
    """Return what is wrong with the record of a game that ended, of any game."""
    won = 0
    for seat in range(MAX_SEATS):
        won += record.wins[seat]
        points = 0
        for part in range(record.parts.shape[1]):
            points += record.parts[seat, part]
        if points != record.scores[seat]:
            return Fault.PARTS
    if won != WIN and not (alone and (won == 0 or won == WIN // 2)):
        return Fault.WINS
    return Fault.NONE


def _soak(
    states: Any,
    raw: NDArray[np.uint64],
    dealts: Any,
    raw_dealt: NDArray[np.uint64],
    tables: Any,
    begin: Callable[..., None],
    advance: Callable[..., None],
    take: Callable[..., None],
    write_record: Callable[..., None],
    check: Callable[..., int],
    bots: Any,
    casts: Any,
    seated: NDArray[np.int32],
    seed: int,
    first: int,
    games: int,
    every: int,
    limit: int,
    alone: int,
    records: Any,
    where: NDArray[np.int64],
    sums: NDArray[np.int64],
) -> None:
    """Play games `first`, `first` + 1 ... until something is wrong in one.

    Parameters
    ----------
    states, raw, dealts, raw_dealt : arrays of game.state, shape (1,), each with its words
        Where the games are played, and as each was dealt.
    tables, begin, advance, take, keep, bots, casts, seated, seed, first
        As in a batch.
    check : the game's function, or `no_check`
    games : int
        How many to play.
    every : int
        All is looked at when dealt, at the end, and at every so many decisions between, beginning
        in each game elsewhere.
    limit : int
        The decisions after which a game is cut off.
    alone : int
        1 if a single player plays against the game, so that a win may be nobody's.
    records : array of game.record, shape (1,)
    where : int64 array, shape (3,)
        What was wrong (see `Fault`), in which game, after how many decisions.
    sums : int64 array, shape (len(Sum),)
        Added to.
    """
    state, dealt, table, record, cast = states[0], dealts[0], tables[0], records[0], casts[0]
    rotations = len(seated)
    for number in range(first, first + games):
        where[1] = number
        where[2] = 0
        open_game(state, raw, cast.streams, seated, number % rotations, seed, number // rotations)
        begin(state, table)
        raw_dealt[:] = raw
        advance(state, table)
        while state.decision != 0 and state.num_decisions < limit:
            where[2] = state.num_decisions
            if (state.num_decisions + number) % every == 0 or state.num_decisions == 0:
                where[0] = fault_in(state)
                if where[0] == 0:
                    own = check(dealt, state, table)
                    where[0] = Fault.OWN + own if own > 0 else 0
                if where[0] > 0:
                    return
                sums[Sum.CHECKS] += 1
            entry = state.lineup[state.due_seat]
            weights = cast.weights[entry, : cast.num_weights[entry]]
            index = bots[entry](state, table, state.due_seat, weights, cast.streams[state.due_seat])
            if index < 0 or index >= state.num_choices:
                where[0] = Fault.ANSWER
                return
            state.num_decisions += 1
            take(state, table, index)
            advance(state, table)
        where[2] = state.num_decisions
        sums[Sum.GAMES] += 1
        sums[Sum.DECISIONS] += state.num_decisions
        ended = state.decision == 0
        if ended:
            sums[Sum.LONGEST] = max(sums[Sum.LONGEST], np.int64(state.num_decisions))
            if state.num_tasks != 0:
                where[0] = Fault.TASKS_LEFT
                return
        else:
            sums[Sum.ENDLESS] += 1
        record.wins[:] = 0
        record.scores[:] = 0
        record.parts[:] = 0
        write_record(state, table, record)
        own = check(dealt, state, table)
        sums[Sum.CHECKS] += 1
        where[0] = Fault.OWN + own if own > 0 else fault_in_record(record, alone)
        if where[0] > 0:
            return
