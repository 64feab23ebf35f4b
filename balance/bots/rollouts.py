"""Rollouts of a bot's choices: the results of each choice of a decision, with the same luck.

The bot plays a game.  At some decisions every choice is tried: the seat's part of the turn is
played to its end, by the fast bot or at random; the features of the position are recorded; and the
fast bot plays the game to its end for all seats, several times.  All choices of a decision have the
same luck, so that differences between them are mostly due to the choice.  Weights are then fitted
to explain these differences.

References
----------
Bertsekas and Tsitsiklis (1996), "Neuro-Dynamic Programming", chapter 6: fitting to rollouts.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.bots.search import play_to_end
from balance.engine.agenda import NO_DECISION, advance
from balance.engine.game import Game
from balance.engine.layout import WIN, Weights, wide
from balance.engine.loop_types import compiled_loop
from balance.engine.record import lead
from balance.engine.rng import below, draw, open_stream, open_streams, reseed

SAMPLES = 4  # games that are played on from each choice
STRAYS = 20  # one choice in this many is made at random, for unusual positions
_SOURCE = 1 << 21  # the source of chance of the rollouts themselves
_LONG = 4_000  # decisions after which a game is stopped


@cache
def rollout_player(game: Game) -> Callable[..., int]:
    """Return `_play_rollouts` for `game`, compiled or read from the cache."""
    return compiled_loop(_play_rollouts, game, _rollout_types)


def _rollout_types(of: Any) -> Any:
    types = of.types
    int64, floats = types.int64, types.float64[::1]
    rollouts = types.Tuple(
        (
            types.FunctionType(of.bot),
            of.function(types.void, int64),
            of.function(types.boolean, int64),
            of.function(types.void, int64, floats, floats),
            types.FunctionType(of.bot),
        )
    )
    return int64(
        of.states, of.tables, of.records, of.rules, rollouts, floats, int64, int64, int64, int64,
        types.float64[:, ::1], types.int64[::1], types.float64[:, ::1],
    )  # fmt: skip


def _play_rollouts(
    states: Any,
    tables: Any,
    records: Any,
    rules: Any,
    rollouts: Any,
    weights: Weights,
    first_fast: int,
    seed: int,
    deal: int,
    every: int,
    features: NDArray[np.float64],
    decisions: NDArray[np.int64],
    outcomes: NDArray[np.float64],
) -> int:
    """Play a deal and roll out choices of it; return how many were rolled out.

    Parameters
    ----------
    states, tables, records
        Arrays of game.state, shape (4,), the last one blank; of game.table, shape (1,); of
        game.record, shape (2,), the last one blank.
    rules : tuple of functions
        See `balance.engine.batch.rules_of`.
    rollouts : tuple of functions
        The bot's `choose`, then `go_on`, `is_over`, `write_features` and `fast_bot` of
        `Rollouts`.
    weights : float64 array
        Of the bot; those of the fast bot begin at `first_fast`.
    every : int
        One decision in this many is rolled out, besides the first one of each seat.
    features : float64 array, shape (most, fitted weights)
        Of the position after each choice.
    decisions : int64 array, shape (most,)
        The number of the decision to which a choice belongs.
    outcomes : float64 array, shape (most, 2)
        The mean lead in points, and the mean win, of the games played on.
    """
    begin, step, take, write_record = rules
    bot, go_on, is_over, write_features, fast_bot = rollouts
    fast_weights = weights[first_fast:]
    stream = np.empty(2, np.uint64)
    table = tables[0]
    state, after, played = states[0], states[1], states[2]
    record = records[0]
    keys = np.empty(SAMPLES, np.uint64)
    rows, decision = 0, 0
    states[0] = states[3]
    open_streams(state, seed, deal)
    open_stream(stream, state.key, _SOURCE, 0)
    begin(state, table)
    advance(state, table, step)
    made = 0
    while state.decision != NO_DECISION and made < _LONG:
        seat = wide(state.due_seat)
        is_first = made < table.num_seats
        made += 1
        is_rolled_out = is_first or wide(below(stream, every)) == 0
        if is_rolled_out and rows + state.num_choices <= len(features):
            decision += 1
            for sample in range(SAMPLES):
                keys[sample] = draw(stream)
            for choice in range(wide(state.num_choices)):
                states[1] = states[0]
                take(after, table, choice)
                go_on(after, table, seat)
                while not is_over(after, table, seat):
                    who = wide(after.due_seat)
                    index = wide(below(stream, wide(after.num_choices)))
                    if who != seat or wide(below(stream, 2)) == 0:
                        index = wide(fast_bot(after, table, who, fast_weights, stream))
                    take(after, table, index)
                    go_on(after, table, seat)
                write_features(after, table, seat, weights, features[rows])
                decisions[rows] = decision
                points, wins = 0.0, 0.0
                for sample in range(SAMPLES):
                    states[2] = states[1]
                    reseed(played, keys[sample])
                    play_to_end(played, table, fast_weights, stream, step, take, fast_bot)
                    records[0] = records[1]
                    write_record(played, table, record)
                    points += lead(table, record, seat)
                    wins += record.wins[seat] / WIN
                outcomes[rows, 0] = points / SAMPLES
                outcomes[rows, 1] = wins / SAMPLES
                rows += 1
        index = wide(bot(state, table, seat, weights, stream))
        if wide(below(stream, STRAYS)) == 0:
            index = wide(below(stream, wide(state.num_choices)))
        take(state, table, index)
        advance(state, table, step)
    return rows
