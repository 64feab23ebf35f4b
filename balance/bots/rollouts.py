"""Lessons for a bot that values positions: what each choice of a decision led to, on the same luck.

A game is played by the bot itself; at some decisions every choice is tried: the seat's part goes
on to its end in some way or other, what the position is then made of is written down, and a fast
bot plays the game to its end for everybody, several times.  Each choice of a decision meets the
same luck, so that little but the choice makes the difference; weights that explain the differences
are good ones.  A game adopts it in a few lines, `play_rollouts` with its own functions.

References
----------
Bertsekas and Tsitsiklis (1996), "Neuro-Dynamic Programming", chapter 6: fitting to rollouts.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.bots.search import lead, play_on
from balance.engine.jit import inlined
from balance.engine.layout import WIN, Choose, Weights, wide
from balance.engine.rng import below, draw, open_stream, open_streams, seek

LUCKS = 16  # games that are played on from each choice
STRAYS = 20  # of so many choices one is taken by chance, so that odd positions are seen too
_SOURCE = 1 << 21  # of all chance of the lessons themselves
_LONG = 4_000  # decisions after which a game is given up


@inlined
def play_rollouts(
    states: Any,
    tables: Any,
    records: Any,
    stream: NDArray[np.uint64],
    seed: int,
    deal: int,
    every: int,
    weights: Weights,
    parts: NDArray[np.float64],
    rollouts: NDArray[np.int64],
    worths: NDArray[np.float64],
    begin: Callable[..., None],
    advance: Callable[..., None],
    take: Callable[..., None],
    write_record: Callable[..., None],
    go_on: Callable[..., None],
    is_over: Callable[..., bool],
    part: Callable[..., None],
    bot: Choose,
    simple: Choose,
    tastes: Weights,
    facts: NDArray[np.float64],
) -> int:
    """Play a deal and take lessons from it; return how many choices were tried.

    Parameters
    ----------
    states, tables, records
        Arrays of game.state, shape (4,), the last one blank; of game.table, shape (1,); of
        game.record, shape (2,), the last one blank.
    stream : uint64 array, shape (2,)
    seed, deal : int
    every : int
        Of so many decisions one is a lesson, besides the first one of each seat.
    weights : float64 array
        Of the bot.
    parts : float64 array, shape (most, weights that are to be learnt)
        What the position is made of in the end, for each choice tried.
    rollouts : int64 array, shape (most,)
        Which lesson a choice belongs to.
    worths : float64 array, shape (most, 2)
        The lead in points, and the share of the wins, in the games played on from there.
    begin, advance, take, write_record : the game's functions
    go_on, is_over : functions
        See `plan`.
    part : function (state, table, seat, weights, facts, row)
        Writes what the position is made of.
    bot, simple : functions
        Who is to learn, and who plays on.
    tastes : float64 array
        The weights of the simple one.
    facts : float64 array
        Scratch of `part`.
    """
    table = tables[0]
    state, after, on = states[0], states[1], states[2]
    record = records[0]
    keys = np.empty(LUCKS, np.uint64)
    rows, lesson = 0, 0
    states[0] = states[3]
    open_streams(state, seed, deal)
    open_stream(stream, state.key, _SOURCE, 0)
    begin(state, table)
    advance(state, table)
    asked = 0
    while state.decision != 0 and asked < _LONG:
        seat = wide(state.due_seat)
        is_first = asked < table.num_seats
        asked += 1
        is_lesson = is_first or wide(below(stream, every)) == 0
        if is_lesson and rows + state.num_choices <= len(parts):
            lesson += 1
            for luck in range(LUCKS):
                keys[luck] = draw(stream)
            for choice in range(wide(state.num_choices)):
                states[1] = states[0]
                take(after, table, choice)
                go_on(after, table, seat)
                while not is_over(after, table, seat):
                    who = wide(after.due_seat)
                    index = wide(below(stream, wide(after.num_choices)))
                    if who != seat or wide(below(stream, 2)) == 0:
                        index = wide(simple(after, table, who, tastes, stream))
                    take(after, table, index)
                    go_on(after, table, seat)
                part(after, table, seat, weights, facts, parts[rows])
                rollouts[rows] = lesson
                points, wins = 0.0, 0.0
                for luck in range(LUCKS):
                    states[2] = states[1]
                    on.key = keys[luck]
                    for source in range(len(on.streams)):
                        seek(on, source, 0)
                    play_on(on, table, tastes, stream, advance, take, simple)
                    records[0] = records[1]
                    write_record(on, table, record)
                    points += lead(table, record, seat)
                    wins += record.wins[seat] / WIN
                worths[rows, 0] = points / LUCKS
                worths[rows, 1] = wins / LUCKS
                rows += 1
        index = wide(bot(state, table, seat, weights, stream))
        if wide(below(stream, STRAYS)) == 0:
            index = wide(below(stream, wide(state.num_choices)))
        take(state, table, index)
        advance(state, table)
    return rows
