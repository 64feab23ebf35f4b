"""The one loop that plays games, compiled from end to end.

All functions of a game and all bots are handed in through function types, so that another
line-up compiles nothing.
"""

from collections.abc import Callable, Sequence
from enum import IntEnum
from functools import cache
from typing import Any

import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

from balance.engine.choice import clear_previous_choices
from balance.engine.game import Game
from balance.engine.jit import compiled_as, inlined
from balance.engine.layout import MAX_SEATS, Choose, State, float64, int64, struct, uint64
from balance.engine.rng import open_stream, open_streams
from balance.engine.view import Words, cover, uncover
from balance.errors import BotError

BOT_SOURCE = 1 << 20  # bots' streams are opened far from a game's own sources of chance
MAX_WEIGHTS = 512

# What the loop needs of a line-up.  It is a record, as views into a record's arrays are not
# counted by reference: the counting of four views a decision took 8 % of the time.
CAST = struct(
    ("streams", uint64, (MAX_SEATS, 2)),  # by seat
    ("weights", float64, (MAX_SEATS, MAX_WEIGHTS)),  # by entry, as all below
    ("num_weights", int64, (MAX_SEATS,)),
    ("watched", int64, (MAX_SEATS,)),  # 1 for a bot from outside
    ("shown", int64, (MAX_SEATS,)),  # 1 for a bot before which nothing need be covered
)


class Trouble(IntEnum):
    """What a bot did that no bot may do."""

    NONE = 0
    NOT_OFFERED = 1  # its answer is not an index of an offered choice
    WROTE = 2  # it wrote into the view


@inlined
def open_game(
    state: State,
    raw: Words,
    streams: NDArray[np.uint64],
    seated: NDArray[np.int32],
    rotation: int,
    seed: int,
    deal: int,
) -> None:
    """Clear the state, open all streams of the deal and seat the line-up; `begin` comes next.

    Parameters
    ----------
    state, raw : state, and the same as uint64
    streams : uint64 array, shape (MAX_SEATS, 2)
        Of the bots, by seat.
    seated : int32 array, shape (rotations, MAX_SEATS)
        The entry in each seat, or NOBODY.
    rotation, seed, deal : int
    """
    raw[:] = 0
    open_streams(state, seed, deal)
    for seat in range(MAX_SEATS):
        state.lineup[seat] = seated[rotation, seat]
        open_stream(streams[seat], state.key, BOT_SOURCE + seat, 0)


def bot_signature(game: Game) -> Any:
    """Return the types of a bot of `game`: (view, table, seat, weights, stream) -> int64."""
    state, table = numba.from_dtype(game.state), numba.from_dtype(game.table)
    return types.int64(state, table, types.int64, types.float64[::1], types.uint64[::1])


def compile_bot(choose: Any, game: Game) -> str:
    """Compile a bot alone for `game`, so that an error names it and not the batch.

    Returns the type of what it returns if that is not a whole number, which a batch would cast
    to one; else nothing.  Raises what numba raises if it cannot be compiled.
    """
    signature = bot_signature(game)
    choose.compile(signature.args)
    returned = choose.overloads[tuple(signature.args)].signature.return_type
    return "" if isinstance(returned, types.Integer) else str(returned)


def machine(game: Game) -> Callable[..., int]:
    """Return `_play_batch` for `game`, compiled or read from the cache at the first call."""
    return _machine(_Key(game))


class _Key:
    """A game as the key of a cache: games are equal if they are the same object."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def __hash__(self) -> int:
        return id(self.game)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and other.game is self.game


@cache
def _machine(key: _Key) -> Callable[..., int]:
    game = key.game
    state, table, record = (
        numba.from_dtype(dtype) for dtype in (game.state, game.table, game.record)
    )
    rule = types.FunctionType(types.void(state, table))
    take = types.FunctionType(types.void(state, table, types.int64))
    write_record = types.FunctionType(types.void(state, table, record))
    bot = types.FunctionType(bot_signature(game))
    bots = types.UniTuple(bot, MAX_SEATS)
    one, ints = types.int64, types.int64[::1]
    raw, words = types.uint64[::1], types.uint64[:, ::1]
    casts = numba.from_dtype(CAST)[::1]
    states, tables, records = state[::1], table[::1], record[::1]

    signature = one(
        states, raw, tables, rule, rule, take, write_record, bots, casts,
        types.int32[:, ::1], one, one, one, words, words, records, ints,
    )  # fmt: skip
    return compiled_as(signature, game.home)(_play_batch)


def callable_bots(choosers: Sequence[Choose]) -> tuple[Choose, ...]:
    """Return the bots of the entries of a line-up as the tuple that `machine` takes."""
    return tuple(choosers) + (choosers[0],) * (MAX_SEATS - len(choosers))


def cast_of(
    weights: Sequence[NDArray[np.float64]], watched: Sequence[bool], shown: Sequence[bool] = ()
) -> NDArray[Any]:
    """Return the cast that `machine` takes, shape (1,).

    Parameters
    ----------
    weights : sequence of float64 arrays
        Of the entries of the line-up; at most MAX_WEIGHTS each.
    watched : sequence of bool
        Whether an entry's bot may write where it must not.
    shown : sequence of bool
        Whether an entry's bot is shown what is hidden, see `Bot.is_uncovered`; no bot is without.

    Raises
    ------
    BotError
        If a bot has more weights than the loop can hold.
    """
    casts = np.zeros(1, CAST)
    for entry, row in enumerate(weights):
        if len(row) > MAX_WEIGHTS:
            raise BotError(f"a bot has {len(row)} weights, at most {MAX_WEIGHTS} are expected")
        casts[0].weights[entry, : len(row)] = row
        casts[0].num_weights[entry] = len(row)
        casts[0].watched[entry] = watched[entry]
        casts[0].shown[entry] = bool(shown) and shown[entry]
    return casts


def _play_batch(
    states: Any,
    raw: Words,
    tables: Any,
    begin: Callable[..., None],
    advance: Callable[..., None],
    take: Callable[..., None],
    write_record: Callable[..., None],
    bots: Any,
    casts: Any,
    seated: NDArray[np.int32],
    seed: int,
    first: int,
    limit: int,
    words: Words,
    masks: Words,
    records: Any,
    where: NDArray[np.int64],
) -> int:
    """Play games `first`, `first` + 1 ... into `records`; return how many were played.

    Parameters
    ----------
    states, raw : array of game.state, shape (1,), and the same as uint64
        Where the games are played, one after the other.
    tables : array of game.table, shape (1,)
    begin, advance, take, write_record : the game's functions
    bots : tuple of functions, by entry of the line-up
    casts : array of CAST, shape (1,)
        What else bots need; the streams are opened here.
    seated : int32 array, shape (rotations, MAX_SEATS)
        The entry in each seat, or NOBODY.
    seed, first : int
    limit : int
        The decisions after which a game is cut off.
    words, masks : uint64 arrays
        What is hidden; see `Hidden`.
    records : array of game.record, shape (games,)
    where : int64 array, shape (5,)
        Where the batch is, readable even after an error: `Trouble`, game number, decisions made in
        that game, seat asked, and its answer.  It ends early only with trouble there.
    """
    state = states[0]
    table = tables[0]
    store = np.empty(words.shape[1], np.uint64)
    before = np.empty(len(raw), np.uint64)
    cast = casts[0]
    rotations = len(seated)
    for game in range(len(records)):
        number = first + game
        open_game(state, raw, cast.streams, seated, number % rotations, seed, number // rotations)
        where[1] = number
        begin(state, table)
        advance(state, table)
        while state.decision != 0 and state.num_decisions < limit:
            seat = state.due_seat
            entry = state.lineup[seat]
            where[2] = state.num_decisions
            where[3] = seat
            is_covered = not cast.shown[entry]
            if is_covered:
                cover(raw, words, masks, seat, store)
            if cast.watched[entry]:
                clear_previous_choices(state)
                before[:] = raw
            weights = cast.weights[entry, : cast.num_weights[entry]]
            index = bots[entry](state, table, seat, weights, cast.streams[seat])
            if cast.watched[entry]:
                for i in range(len(raw)):
                    if raw[i] != before[i]:
                        where[0] = 2  # Trouble.WROTE
                        return game
            if is_covered:
                uncover(raw, words, seat, store)
            if index < 0 or index >= state.num_choices:
                where[0] = 1  # Trouble.NOT_OFFERED
                where[4] = index
                return game
            state.num_decisions += 1
            take(state, table, index)
            if state.decision == 0:
                advance(state, table)
        record = records[game]
        record.number = number
        record.decisions = state.num_decisions
        record.stopped = 1 if state.decision != 0 else 0
        for seat in range(MAX_SEATS):
            record.lineup[seat] = state.lineup[seat]
        write_record(state, table, record)
    return len(records)
