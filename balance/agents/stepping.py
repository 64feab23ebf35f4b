"""The loop that steps many games at once, each to the next decision of an agent; compiled.

It is a generator: numba needs two milliseconds to read the functions of rules and bots, so they are
given once, and each step is a ``next``.  As they are called through function types, the code
depends on a game's structs alone, and is cached with that of this package.
"""

from collections.abc import Callable, Generator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.agents.observation import write_observation
from balance.engine.agenda import NO_DECISION, advance
from balance.engine.batch import BATCH, LINEUP, BotFault, ask_bot, open_game
from balance.engine.game import Game
from balance.engine.layout import MAX_SEATS, int8, int32, int64, struct, uint64, wide
from balance.engine.loop_types import compiled_loop
from balance.engine.record import write_header
from balance.engine.view import Hidden, Words, cover, uncover

AGENT = 0  # the entry of the line-up that is played from outside
BEGIN = -1  # instead of an action: the next game begins
MOST_PASSED_OVER = 10_000  # games one after the other in which no agent decides
NO_AGENT = 100  # a fault besides those of `BotFault`: so many games were passed over

# A game in progress, and what its last step led to.
SEEDED = struct(
    ("seed", int64),
    ("number", int64),  # of the game: its deal and rotation
    ("bot_keys", uint64, (MAX_SEATS,)),  # by seat, as the next one
    ("streams", uint64, (MAX_SEATS, 2)),
    ("seat", int32),  # to move
    ("offered", int32),  # the number of its choices
    ("terminated", int8),  # 1 if the last step ended a game, of which all below is
    ("truncated", int8),  # 1 if it was cut off
    ("mover", int32),  # the seat of the last action
    ("wins", int32, (MAX_SEATS,)),  # of WIN
    ("scores", int32, (MAX_SEATS,)),
)


@cache
def game_stepper(game: Game) -> Callable[..., Generator[int, None, None]]:
    """Return `_step_games` for `game`, compiled or read from the cache."""
    here = replace(game, home=Path(__file__))  # where its code is cached: it has none of the game's
    return compiled_loop(_step_games, here, _step_types)


def _step_types(of: Any) -> Any:
    types = of.types
    layout, observations = types.uint64[:, ::1], types.int32[:, ::1]
    return (
        of.states, of.tables, of.rules, of.bots, of.array(LINEUP), of.hidden,
        of.array(BATCH), of.records,
        types.Tuple((layout, layout)), types.int64[::1], of.array(SEEDED),
        observations, types.int8[:, ::1], observations,
    )  # fmt: skip


def _step_games(
    states: Any,
    tables: Any,
    rules: Any,
    bots: Any,
    lineups: Any,
    hidden: Hidden,
    batches: Any,
    records: Any,
    layout: tuple[Words, Words],
    actions: NDArray[np.int64],
    games: Any,
    observations: NDArray[np.int32],
    masks: NDArray[np.int8],
    finals: NDArray[np.int32],
) -> Generator[int, None, None]:
    """Step games to the next decision of an agent; where a game ends, begin the next.

    Each ``next`` but the first takes the actions and yields the fault, of `BotFault` or NO_AGENT;
    with a fault not all games were stepped.  The arrays must outlive the generator, which keeps no
    reference to them.

    Parameters
    ----------
    states : array of game.state, shape (games,)
    tables, rules, bots, lineups, hidden
        As in `balance.engine.batch`; entry AGENT of the line-up is not asked.
    batches : array of BATCH, shape (1,)
        The number is the index of the game.
    records : array of game.record, shape (1,)
        Overwritten.
    layout : tuple of arrays
        The runs and lists of an `Observation`.
    actions : int64 array, shape (games,)
        Indices of offered choices, or BEGIN.
    games : array of SEEDED, shape (games,)
    observations : int32 array, shape (games, numbers)
        Of the seats that are to move.
    masks : int8 array, shape (games, choices)
        1 for each offered choice.
    finals : int32 array, shape (games, numbers)
        Written where a game ended: what the seat of the last action sees then.
    """
    begin, step, take, write_record = rules
    words, masks_hidden = hidden
    runs, lists = layout
    state_words = states.view(np.uint64).reshape((len(states), -1))
    raw_record = records.view(np.uint8)
    covered = np.empty(words.shape[1], np.uint64)
    while True:
        yield wide(batches[0].fault)
        # Here, as a generator would keep copies of records over a `yield`.
        table, lineup, batch, record = tables[0], lineups[0], batches[0], records[0]
        batch.fault = BotFault.NONE
        for i in range(len(states)):
            state, game, raw = states[i], games[i], state_words[i]
            batch.number = i
            for seat in range(MAX_SEATS):
                lineup.bot_keys[seat] = game.bot_keys[seat]
                for word in range(2):
                    lineup.streams[seat, word] = game.streams[seat, word]
            game.terminated = 0
            game.truncated = 0
            is_new: Any = actions[i] == BEGIN
            if not is_new:
                game.mover = state.due_seat
                state.num_decisions += 1
                take(state, table, actions[i])
                advance(state, table, step)
            passed_over = 0
            while True:
                if is_new:
                    game.number += 1
                    open_game(state, raw, lineup, game.seed, game.number)
                    begin(state, table)
                    advance(state, table, step)
                    is_new = False
                seat = state.due_seat
                if state.decision == NO_DECISION or state.num_decisions >= batch.limit:
                    if actions[i] != BEGIN and passed_over == 0:
                        raw_record[:] = 0
                        write_header(record, state, game.number)
                        write_record(state, table, record)
                        for other in range(MAX_SEATS):
                            game.wins[other] = record.wins[other]
                            game.scores[other] = record.scores[other]
                        game.truncated, game.terminated = record.stopped, 1 - record.stopped
                        cover(raw, words, masks_hidden, game.mover, covered)
                        write_observation(raw, runs, lists, finals[i])
                        uncover(raw, words, game.mover, covered)
                    passed_over += 1
                    if passed_over > MOST_PASSED_OVER:
                        batch.fault = NO_AGENT
                        break
                    is_new = True
                    continue
                entry = state.lineup[seat]
                cover(raw, words, masks_hidden, seat, covered)
                if entry == AGENT:
                    write_observation(raw, runs, lists, observations[i])
                    uncover(raw, words, seat, covered)
                    break
                index = ask_bot(state, table, seat, entry, bots, lineup, batch)
                uncover(raw, words, seat, covered)
                if batch.fault != BotFault.NONE:
                    break
                state.num_decisions += 1
                take(state, table, index)
                advance(state, table, step)
            if batch.fault != BotFault.NONE:
                break
            game.seat = seat
            game.offered = state.num_choices
            offered = np.uint64(state.num_choices)
            for choice in range(np.uint64(masks.shape[1])):
                masks[i, choice] = choice < offered
            for seat in range(MAX_SEATS):
                for word in range(2):
                    game.streams[seat, word] = lineup.streams[seat, word]
