"""Games followed round by round: the loop of a batch, which also writes how all seats stand.

A game can be played again from its set-up with other luck: so what the set-up decides can be told
from what chance does later, and that from what the bots draw for themselves.
"""

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

from balance.engine.batch import BOT_SOURCE, CAST, bot_signature, open_game
from balance.engine.choice import clear_previous_choices
from balance.engine.game import Game, RoundStatus
from balance.engine.jit import compiled, compiled_as
from balance.engine.layout import MAX_SEATS, State, Table
from balance.engine.rng import open_stream, reopen
from balance.engine.view import Words, cover, uncover

LUCK_SOURCE = 1 << 21  # from here the chance of a game is opened anew: far from all other sources
FINISHED, NOT_OFFERED = 0, 1  # how following games ended; see `Trouble`


def trajectory_player(game: Game) -> Callable[..., int]:
    """Return `_follow` for `game`, compiled or read from the cache."""
    state, table, record = (
        numba.from_dtype(dtype) for dtype in (game.state, game.table, game.record)
    )
    rule = types.FunctionType(types.void(state, table))
    take = types.FunctionType(types.void(state, table, types.int64))
    write_record = types.FunctionType(types.void(state, table, record))
    rounds = types.FunctionType(types.int64(state, table))
    measure = types.FunctionType(types.void(state, table, types.int64, types.float64[::1]))
    bots = types.UniTuple(types.FunctionType(bot_signature(game)), MAX_SEATS)
    one, ints, raw = types.int64, types.int64[::1], types.uint64[::1]
    words = types.uint64[:, ::1]
    signature = one(
        state[::1], raw, table[::1], rule, rule, take, write_record, rounds, measure, bots,
        numba.from_dtype(CAST)[::1], types.int32[:, ::1], one, one, words, words,
        types.int64[:, ::1], record[::1], record[::1], raw, types.float32[:, :, :, ::1], ints, ints,
    )  # fmt: skip
    return compiled_as(signature, game.home)(_follow)


@compiled
def no_rounds(state: State, table: Table) -> int:
    """Count none: for games that do not say how players stand."""
    return 0


@compiled
def no_measure(state: State, table: Table, seat: int, row: NDArray[np.float64]) -> None:
    """Measure nothing."""


NO_STANDING = RoundStatus(no_rounds)


def _follow(
    states: Any,
    raw: Words,
    tables: Any,
    begin: Callable[..., None],
    step: Callable[..., None],
    take: Callable[..., None],
    write_record: Callable[..., None],
    rounds: Callable[..., int],
    measure: Callable[..., None],
    bots: Any,
    casts: Any,
    seated: NDArray[np.int32],
    seed: int,
    limit: int,
    words: Words,
    masks: Words,
    wanted: NDArray[np.int64],
    records: Any,
    spares: Any,
    raw_spare: Words,
    rows: NDArray[np.float32],
    lengths: NDArray[np.int64],
    where: NDArray[np.int64],
) -> int:
    """Play games and write their records and rows; return FINISHED or NOT_OFFERED.

    Parameters
    ----------
    states, raw, tables, begin, take, keep, bots, casts, seated, seed, limit, words, masks
        As in `balance.engine.batch`.
    step : the game's function
    rounds, measure : functions of `RoundStatus`
    wanted : int64 array, shape (games, 3)
        Of each game its number; which luck, 0 being the deal's own: another one begins after the
        set-up; and which chance of the bots, 0 being the deal's own.
    records : array of game.record, shape (games,)
    spares, raw_spare : array of game.record, shape (1,), and the same as uint64
        For scores of games under way.
    rows : float32 array, shape (games, rows, seats, 1 + measures)
        Row k is how all stand after k rounds, the last one written the end of the game: the score
        as if the game ended there, and what is measured.  Without room for a row none is written;
        with too little, those before the last are the first ones.
    lengths : int64 array, shape (games,)
        How many rows were written.
    where : int64 array, shape (3,)
        The game's place in `wanted`, decisions made, and seat asked, readable after an error.
    """
    state = states[0]
    table = tables[0]
    cast = casts[0]
    spare = spares[0]
    store = np.empty(words.shape[1], np.uint64)
    luck = np.empty(2, np.uint64)
    room = rows.shape[1]
    num_seats = rows.shape[2]
    num_measures = rows.shape[3] - 1
    row = np.zeros(max(num_measures, 1), np.float64)
    rotations = len(seated)
    for game in range(len(wanted)):
        number = wanted[game, 0]
        open_game(state, raw, cast.streams, seated, number % rotations, seed, number // rotations)
        where[0] = game
        if wanted[game, 2] > 0:
            for seat in range(MAX_SEATS):
                open_stream(cast.streams[seat], state.key, BOT_SOURCE + seat, wanted[game, 2])
        open_stream(luck, state.key, LUCK_SOURCE, wanted[game, 1])
        begin(state, table)
        if wanted[game, 1] > 0:
            reopen(state, luck)
        written = 0
        while True:
            while state.decision == 0 and state.num_tasks > 0:
                step(state, table)
                if written + 1 < room and rounds(state, table) > written:
                    raw_spare[:] = 0
                    write_record(state, table, spare)
                    for seat in range(num_seats):
                        rows[game, written, seat, 0] = spare.scores[seat]
                        measure(state, table, seat, row)
                        for i in range(num_measures):
                            rows[game, written, seat, 1 + i] = row[i]
                    written += 1
            if state.decision == 0 or state.num_decisions >= limit:
                break
            seat = state.due_seat
            entry = state.lineup[seat]
            where[1] = state.num_decisions
            where[2] = seat
            clear_previous_choices(state)
            cover(raw, words, masks, seat, store)
            weights = cast.weights[entry, : cast.num_weights[entry]]
            index = bots[entry](state, table, seat, weights, cast.streams[seat])
            uncover(raw, words, seat, store)
            if index < 0 or index >= state.num_choices:
                return NOT_OFFERED
            state.num_decisions += 1
            take(state, table, index)
        record = records[game]
        record.number = number
        record.decisions = state.num_decisions
        record.stopped = 1 if state.decision != 0 else 0
        for seat in range(MAX_SEATS):
            record.lineup[seat] = state.lineup[seat]
        write_record(state, table, record)
        if room > 0:
            for seat in range(num_seats):
                rows[game, written, seat, 0] = record.scores[seat]
                measure(state, table, seat, row)
                for i in range(num_measures):
                    rows[game, written, seat, 1 + i] = row[i]
            written += 1
        lengths[game] = written
    return FINISHED
