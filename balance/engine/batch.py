"""The loop that plays a batch of games, all of it compiled.

It calls the functions of a game and all bots through function types, so that another line-up does
not need to be compiled.
"""

from collections.abc import Callable, Sequence
from enum import IntEnum
from functools import cache
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from balance.compiling.jit import compiled, inlined
from balance.engine.agenda import NO_DECISION, advance, clear_previous_choices
from balance.engine.game import Bot, Game
from balance.engine.layout import (
    MAX_SEATS,
    State,
    Table,
    float64,
    int32,
    int64,
    struct,
    uint64,
    wide,
)
from balance.engine.loop_types import compiled_loop
from balance.engine.record import write_header
from balance.engine.rng import below, bot_keys, happens, open_bot_stream, open_streams
from balance.engine.view import Hidden, Words, cover, uncover
from balance.errors import BotError

MAX_WEIGHTS = 16_384
NO_STRAY = -1  # instead of an index: the bot is asked
NOT_BEGUN = -1  # the number of the game before a batch begins

# A line-up, as the loops need it.  It is a record, as numba does not count references to views
# into a record's arrays: counting those of four views per decision took 8 % of the time.
LINEUP = struct(
    ("rotations", int64),
    ("seated", int32, (MAX_SEATS, MAX_SEATS)),  # by rotation: the entry in each seat, or NOBODY
    ("bot_keys", uint64, (MAX_SEATS,)),  # by seat, of the bots' streams
    ("streams", uint64, (MAX_SEATS, 2)),  # by seat, of the bots
    ("weights", float64, (MAX_SEATS, MAX_WEIGHTS)),  # by entry, as all below
    ("num_weights", int64, (MAX_SEATS,)),
    ("watched", int64, (MAX_SEATS,)),  # 1 for a bot that may write into the view
    ("table", int64, (MAX_SEATS,)),  # which of the tables it reads, see `tables_for`
    ("uncovered", int64, (MAX_SEATS,)),  # 1 for a bot that ignores hidden fields
    ("noise", float64, (MAX_SEATS,)),  # the chance of a random choice in place of the bot's
)

# The games of a loop and its progress, which can be read even after an error.
BATCH = struct(
    ("seed", int64),
    ("first", int64),  # number of the first game
    ("limit", int64),  # decisions after which a game is cut off
    ("fault", int64),  # what went wrong, of `BotFault` or, in a soak, of `Fault`
    ("number", int64),  # of the game in progress
    ("decision", int64),  # decisions made in it
    ("seat", int64),  # whose decision is due
    ("answer", int64),  # of a bot, if it was not offered
)


class BotFault(IntEnum):
    """A forbidden thing that a bot did."""

    NONE = 0
    NOT_OFFERED = 1  # its answer is not the index of an offered choice
    WROTE = 2  # it wrote into the view, or into the random stream of another seat


def rules_of(game: Game) -> tuple[Callable[..., None], ...]:
    """Return begin, step, take and write_record, as the loops need them."""
    return game.begin, game.step, game.take, game.write_record


class EntryLike(Protocol):
    """An entry of a line-up."""

    @property
    def bot(self) -> Bot:
        """The bot, whose weights may be for any number of players."""

    @property
    def weights(self) -> NDArray[np.float64]:
        """Its weights at this table, at most MAX_WEIGHTS."""


def lineup_arrays(
    entries: Sequence[EntryLike], seated: NDArray[np.int32], seed: int
) -> tuple[tuple[Callable[..., int], ...], NDArray[Any]]:
    """Return the bots' functions and the array of LINEUP, shape (1,), that the loops need.

    `seated`, of shape (rotations, MAX_SEATS), has the entry in each seat, or NOBODY; the bots'
    streams come from `seed`.  Raises BotError if a bot has too many weights.
    """
    lineups = np.zeros(1, LINEUP)
    lineup = lineups[0]
    lineup.rotations = len(seated)
    lineup.seated[: len(seated)] = seated
    lineup.bot_keys[:] = bot_keys(seed)
    for number, entry in enumerate(entries):
        count = len(entry.weights)
        if count > MAX_WEIGHTS:
            raise BotError(f"a bot has {count} weights; at most {MAX_WEIGHTS} are possible")
        lineup.weights[number, :count] = entry.weights
        lineup.num_weights[number] = count
        lineup.watched[number] = entry.bot.is_external
        lineup.table[number] = number + 1 if entry.bot.is_external else 0
        lineup.uncovered[number] = entry.bot.ignores_hidden
        lineup.noise[number] = entry.bot.noise
    functions = [entry.bot.choose for entry in entries]
    return tuple(functions + functions[:1] * (MAX_SEATS - len(functions))), lineups


def tables_for(entries: Sequence[EntryLike], table: NDArray[Any]) -> NDArray[Any]:
    """Return the table of the rules, and after it one for each entry with a bot from outside.

    Such a bot may write into its table: what it writes changes neither the game nor what other
    bots see.
    """
    if not any(entry.bot.is_external for entry in entries):
        return table
    return np.repeat(table, 1 + len(entries))


def new_batch(seed: int, first: int, limit: int, memory: memoryview | None = None) -> NDArray[Any]:
    """Return an array of BATCH, shape (1,), before its first game; in `memory`, if there is any."""
    batches = np.zeros(1, BATCH) if memory is None else np.frombuffer(memory, BATCH, 1)
    batch = batches[0]
    batch.seed, batch.first, batch.limit, batch.number = seed, first, limit, NOT_BEGUN
    return batches


@cache
def batch_player(game: Game) -> Callable[..., int]:
    """Return `_play_batch` for `game`, compiled or read from the cache at the first call."""
    return compiled_loop(_play_batch, game, _batch_types)


def _batch_types(of: Any) -> Any:
    return of.types.int64(
        of.states,
        of.tables,
        of.rules,
        of.bots,
        of.array(LINEUP),
        of.hidden,
        of.array(BATCH),
        of.records,
    )


@inlined
def open_game(state: State, raw: Words, lineup: Any, seed: int, number: int) -> None:
    """Clear the state (`raw` as uint64), open all streams of the deal and seat the line-up."""
    raw[:] = 0
    deal = number // lineup.rotations
    open_streams(state, seed, deal)
    for seat in range(MAX_SEATS):
        state.lineup[seat] = lineup.seated[number % lineup.rotations, seat]
        open_bot_stream(lineup.streams[seat], lineup.bot_keys[seat], deal, 0)


@compiled
def stray(lineup: Any, seat: int, entry: int, num_choices: int) -> int:
    """Return a random index in place of the bot's, as often as its noise says; else NO_STRAY."""
    stream = lineup.streams[seat]
    if happens(stream, lineup.noise[entry]):
        return wide(below(stream, num_choices))
    return wide(NO_STRAY)


@inlined
def ask_bot(
    state: State, table: Table, seat: int, entry: int, bots: Any, lineup: Any, batch: Any
) -> int:
    """Return the index that the entry's bot chooses; a fault goes into `batch`.

    A bot with noise makes some choices at random; without, nothing is drawn.  No argument is an
    array, as numba would count the references to each.
    """
    batch.decision = state.num_decisions
    batch.seat = seat
    if lineup.noise[entry] > 0.0:
        index = stray(lineup, seat, entry, wide(state.num_choices))
        if index != NO_STRAY:
            return index
    weights = lineup.weights[entry, : lineup.num_weights[entry]]
    index = bots[entry](state, table, seat, weights, lineup.streams[seat])
    if index < 0 or index >= state.num_choices:
        batch.fault = BotFault.NOT_OFFERED
        batch.answer = index
    return index


def _play_batch(
    states: Any,
    tables: Any,
    rules: Any,
    bots: Any,
    lineups: Any,
    hidden: Hidden,
    batches: Any,
    records: Any,
) -> int:
    """Play a game for each of `records`, from the batch's first one; return how many were played.

    Parameters
    ----------
    states : array of game.state, shape (1,)
    tables : array of game.table
        See `tables_for`.
    rules : tuple of functions
        See `rules_of`.
    bots, lineups
        See `lineup_arrays`; the streams are opened here.
    hidden : Hidden
    batches : array of BATCH, shape (1,)
        The loop ends early only with a fault there.
    records : array of game.record, shape (games,)
    """
    begin, step, take, write_record = rules
    words, masks = hidden
    raw = states.view(np.uint64)
    covered, before = np.empty(words.shape[1], np.uint64), np.empty(len(raw), np.uint64)
    state, table, lineup, batch = states[0], tables[0], lineups[0], batches[0]
    streams = np.empty((MAX_SEATS, 2), np.uint64)
    for game in range(len(records)):
        number = batch.first + game
        batch.number = number
        open_game(state, raw, lineup, batch.seed, number)
        begin(state, table)
        advance(state, table, step)
        while state.decision != NO_DECISION and state.num_decisions < batch.limit:
            seat = state.due_seat
            entry = state.lineup[seat]
            is_watched = lineup.watched[entry]
            is_covered = not lineup.uncovered[entry]
            if is_covered:
                cover(raw, words, masks, seat, covered)
            if is_watched:
                clear_previous_choices(state)
                before[:] = raw
                streams[:] = lineup.streams
            index = ask_bot(state, tables[lineup.table[entry]], seat, entry, bots, lineup, batch)
            if is_watched:
                for i in range(len(raw)):
                    if raw[i] != before[i]:
                        batch.fault = BotFault.WROTE
                for other in range(MAX_SEATS):
                    for i in range(2):
                        if other != seat and lineup.streams[other, i] != streams[other, i]:
                            batch.fault = BotFault.WROTE
            if batch.fault != BotFault.NONE:
                return game
            if is_covered:
                uncover(raw, words, seat, covered)
            state.num_decisions += 1
            take(state, table, index)
            advance(state, table, step)
        record = records[game]
        write_header(record, state, number)
        write_record(state, table, record)
    return len(records)
