"""A bot for Valeria that looks ahead: it imagines how the game may go on, to the end.

Try it with ``balance play first-game --bots examples/bots/dreamer.py:dream,greedy``, or against the
game's own bots: ``balance duel examples/bots/dreamer.py:dream greedy --games 200``.

It is the simplest search there is: it tries each choice in some imagined games, in which everybody
plays by `instinct`.  The toolkit's own `search` is the same idea with more care.
"""

import numpy as np

from balance.engine.agenda import advance
from balance.engine.layout import State, Stream, Table, Weights, wide
from balance.games.valeria import GAME
from balance.games.valeria.bots.greedy import choose as greedy
from balance.games.valeria.services.determinise import determinise

# The rules of the game: as globals of this file they are compiled with the bot.
step, take, write_record = GAME.step, GAME.take, GAME.write_record
STATE, RECORD = GAME.state, GAME.record
GREEDY = np.array(list(GAME.bots["greedy"].weights.values()))


def dream(view: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Try each choice in imagined games, and take the one that does best."""
    states = np.empty(2, STATE)
    records = np.zeros(1, RECORD)
    worth = np.zeros(view.num_choices)
    for _ in range(int(weights[0])):
        states[0] = view  # a copy, as a bot may only read its view
        determinise(states[0], table, seat, stream)  # draws what it cannot see
        for index in range(view.num_choices):  # each choice with the same luck
            states[1] = states[0]
            take(states[1], table, index)
            advance(states[1], table, step)
            play_on(states[1], table, stream)
            write_record(states[1], table, records[0])
            worth[index] += lead(records[0].scores, table.num_seats, seat)
    usual = instinct(view, table, stream)  # given up only for what is clearly better
    worth[usual] += weights[0] * weights[1]
    return best_of(worth)


def play_on(state: State, table: Table, stream: Stream) -> None:
    """Play a game to its end."""
    while state.decision != 0:
        take(state, table, instinct(state, table, stream))
        advance(state, table, step)


def instinct(state: State, table: Table, stream: Stream) -> int:
    """Return what everybody chooses in an imagined game: what greedy does, or a bot of yours."""
    return greedy(state, table, wide(state.due_seat), GREEDY, stream)


def lead(scores: State, num_seats: int, seat: int) -> float:
    """Return by how many points a seat is ahead of the best other one, from -20 to 20."""
    best = -1000
    for other in range(num_seats):
        if other != seat:
            best = max(best, wide(scores[other]))
    return float(min(max(wide(scores[seat]) - best, -20), 20))


def best_of(worth: Weights) -> int:
    """Return the first place of the largest number."""
    best = 0
    for index in range(len(worth)):
        if worth[index] > worth[best]:
            best = index
    return best
