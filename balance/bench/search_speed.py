"""Iterations a second of one core, of bots that search; whole decisions are timed.

An iteration makes one of the choices on a luck and lets fast bots play on.  The luck, which is all
that is hidden and all chance still to come, is drawn anew once for all choices that are compared on
it.  The time is that of the whole decision: what the bot thinks beforehand counts too, so the
fewer the iterations, the lower the rate.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from balance.bench.game_speed import SEED, equal_match
from balance.engine.batch import compile_bot
from balance.engine.game import Bot, Game
from balance.engine.layout import Choose, State
from balance.engine.session import Session
from balance.runner.batches import MAX_DECISIONS

PLAYERS = 2
AS_SHIPPED, TO_THE_END = "as shipped", "greedy to the end"
# How far a search plays on, and how long by a better bot than greedy; a game may have neither.
_ALL_GREEDY = {"rounds": 0.0, "turns": 0.0}


@dataclass(frozen=True)
class Thinking:
    """How fast a bot searches, on one core.

    Attributes
    ----------
    game, bot : str
    players : int
    setting : str
        `AS_SHIPPED`; or `TO_THE_END`, where each iteration is a game that greedy plays to its end.
    iterations_per_second : float
        Of processor time.
    iterations : float
        Of a decision that is searched, on average.
    milliseconds : float
        Of processor time, of a decision that is searched, on average.
    decisions : int
        Searched for the measurement, in games that the game's first bot plays.
    """

    game: str
    bot: str
    players: int
    setting: str
    iterations_per_second: float
    iterations: float
    milliseconds: float
    decisions: int


def thinkings(game: Game, seconds: float) -> Iterator[Thinking]:
    """Yield the speed of a game's bots that search, with two players.

    Parameters
    ----------
    game : Game
    seconds : float
        Of processor time, for each of them.
    """
    for bot in game.bots.values() if PLAYERS in game.seats else ():
        if bot.count_iterations is not None:
            yield thinking(game, bot, bot.count_iterations, AS_SHIPPED, seconds)
            changed = {key: value for key, value in _ALL_GREEDY.items() if key in bot.weights}
            bare = bot.at(PLAYERS).with_weights(changed)
            yield thinking(game, bare, bot.count_iterations, TO_THE_END, seconds)


def thinking(
    game: Game, bot: Bot, count_iterations: Choose, setting: str, seconds: float
) -> Thinking:
    """Return how fast a bot searches, compiled beforehand, at the decisions of whole games.

    Parameters
    ----------
    game : Game
    bot : Bot
    count_iterations : function
        The bot's own.
    setting : str
    seconds : float
        Of processor time.
    """
    usual = next(iter(game.bots.values())).at(PLAYERS)
    simple = np.array(list(usual.weights.values()))
    weights = np.array(list(bot.at(PLAYERS).weights.values()))
    compile_bot(count_iterations, game)
    session = Session(game, equal_match(game, usual, PLAYERS).game_table, SEED)
    stream = np.array([SEED, 1], np.uint64)
    decisions, iterations, spent = 0, 0, 0.0

    def answer(state: State) -> int:
        nonlocal decisions, iterations, spent
        if spent < seconds and state.num_choices > 1:
            seat = int(state.due_seat)
            view = session.view(seat)
            begun = time.thread_time()
            tried = count_iterations(view[0], session.tables[0], seat, weights, stream)
            if tried > 0:  # else it went by rule
                spent += time.thread_time() - begun
                decisions += 1
                iterations += tried
        return session.ask(usual, simple)

    deal = 0
    while spent < seconds or decisions == 0:
        session.play(deal, (0,) * PLAYERS, answer, MAX_DECISIONS)
        deal += 1
    return Thinking(
        game.name, bot.name, PLAYERS, setting,
        iterations / spent, iterations / decisions, 1e3 * spent / decisions, decisions,
    )  # fmt: skip
