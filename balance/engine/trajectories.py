"""The loop that plays games and writes how all seats stand after each round.

A game can be played again from its set-up with other luck, so that the effect of the set-up can be
separated from that of later chance, and this from the chance of the bots.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.engine.agenda import NO_DECISION
from balance.engine.batch import BotFault, ask_bot, open_game
from balance.engine.game import Game
from balance.engine.jit import compiled, compiled_loop, inlined
from balance.engine.layout import MAX_SEATS, Record, State, Table
from balance.engine.record import write_header
from balance.engine.rng import draw, open_bot_stream, open_stream, reseed
from balance.engine.services import RoundStatus
from balance.engine.view import Hidden, cover, uncover

LUCK_SOURCE = 1 << 21  # the source of other luck, far from all other sources


@cache
def trajectory_player(game: Game) -> Callable[..., None]:
    """Return `_play_trajectories` for `game`, compiled or read from the cache."""
    return compiled_loop(_play_trajectories, game, _trajectory_types)


def _trajectory_types(of: Any) -> Any:
    types = of.types
    rounds = of.function(types.int64)
    measure = of.function(types.void, types.int64, types.float64[::1])
    return types.void(
        of.states, of.tables, of.rules, types.Tuple((rounds, measure)), of.bots, of.lineups,
        of.hidden, of.batches, types.int64[:, ::1], of.records, of.records,
        types.float32[:, :, :, ::1], types.int64[::1],
    )  # fmt: skip


@compiled
def no_rounds(state: State, table: Table) -> int:
    """Count no rounds."""
    return 0


NO_ROUND_STATUS = RoundStatus(rounds=no_rounds)  # of a game that offers none


@inlined
def write_row(
    row: NDArray[np.float32],
    state: State,
    table: Table,
    record: Record,
    measure: Callable[..., None],
    measured: NDArray[np.float64],
) -> None:
    """Write the score of each seat, and what is measured of it."""
    for seat in range(row.shape[0]):
        row[seat, 0] = record.scores[seat]
        measure(state, table, seat, measured)
        for i in range(row.shape[1] - 1):
            row[seat, 1 + i] = measured[i]


def _play_trajectories(
    states: Any,
    tables: Any,
    rules: Any,
    round_status: Any,
    bots: Any,
    lineups: Any,
    hidden: Hidden,
    batches: Any,
    wanted: NDArray[np.int64],
    records: Any,
    spares: Any,
    rows: NDArray[np.float32],
    lengths: NDArray[np.int64],
) -> None:
    """Play games and write their records and rows, until a bot is at fault.

    Parameters
    ----------
    states, tables, rules, bots, lineups, hidden, batches
        As in `balance.engine.batch`; the number of the batch is the game's place in `wanted`.
    round_status : tuple of functions
        `rounds` and `measure` of a `RoundStatus`.
    wanted : int64 array, shape (games, 3)
        Of each game its number; its luck after the set-up and the luck of its bots, where 0 is the
        deal's own.
    records, spares : arrays of game.record, shapes (games,) and (1,)
        The spare one is for scores of games in progress.
    rows : float32 array, shape (games, rows, seats, 1 + measures)
        Row k is after k rounds, the last one written at the end: the score as if the game ended
        then, and what is measured.  With too few rows, the first ones and the last are written.
    lengths : int64 array, shape (games,)
        The numbers of rows written.
    """
    begin, step, take, write_record = rules
    rounds, measure = round_status
    raw, raw_spare = states.view(np.uint64), spares.view(np.uint8)
    words, masks = hidden
    covered = np.empty(words.shape[1], np.uint64)
    state, table, lineup, batch = states[0], tables[0], lineups[0], batches[0]
    spare = spares[0]
    luck = np.empty(2, np.uint64)
    room = rows.shape[1]
    measured = np.zeros(rows.shape[3], np.float64)
    for game in range(len(wanted)):
        number = wanted[game, 0]
        batch.number = game
        open_game(state, raw, lineup, batch.seed, number)
        if wanted[game, 2] > 0:
            for seat in range(MAX_SEATS):
                open_bot_stream(
                    lineup.streams[seat],
                    lineup.bot_keys[seat],
                    number // lineup.rotations,
                    wanted[game, 2],
                )
        open_stream(luck, state.key, LUCK_SOURCE, wanted[game, 1])
        begin(state, table)
        if wanted[game, 1] > 0:
            reseed(state, draw(luck))
        written = 0
        while True:
            while state.decision == NO_DECISION and state.num_tasks > 0:
                step(state, table)
                if written + 1 < room and rounds(state, table) > written:
                    raw_spare[:] = 0
                    write_record(state, table, spare)
                    write_row(rows[game, written], state, table, spare, measure, measured)
                    written += 1
            if state.decision == NO_DECISION or state.num_decisions >= batch.limit:
                break
            seat = state.due_seat
            entry = state.lineup[seat]  # which is hidden from the bots
            cover(raw, words, masks, seat, covered)
            index = ask_bot(state, tables[lineup.table[entry]], seat, entry, bots, lineup, batch)
            uncover(raw, words, seat, covered)
            if batch.fault != BotFault.NONE:
                return
            state.num_decisions += 1
            take(state, table, index)
        record = records[game]
        write_header(record, state, number)
        write_record(state, table, record)
        if room > 0:
            write_row(rows[game, written], state, table, record, measure, measured)
            written += 1
        lengths[game] = written
