"""Iterations per second of bots that search, on one core; whole decisions are timed.

An iteration tries one choice on one sample of all hidden cards and future chance, and lets fast
bots play on.  Each sample is drawn once for all choices that are compared on it.  The rest of a
decision is timed too, so fewer iterations per decision have a lower rate.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from balance.bench.game_speed import SEED, equal_match
from balance.engine.game import Bot, Game
from balance.engine.layout import Choose, State
from balance.engine.loop_types import compile_bot
from balance.engine.session import Session
from balance.runner.batches import MAX_DECISIONS

PLAYERS = 2
AS_SHIPPED, TO_THE_END = "as shipped", "to the end"
# Weights for the depth of the search, and for how long a better bot than the fast one plays on.
_TO_THE_END = {"rounds": 0.0, "turns": 0.0}


@dataclass(frozen=True)
class SearchSpeed:
    """Speed of a bot's search on one core.

    Attributes
    ----------
    setting : str
        `AS_SHIPPED`; or `TO_THE_END`, where the fast bot plays each iteration to the end of the
        game, if it does not do so anyway.
    """

    game: str
    bot: str
    players: int
    setting: str
    iterations_per_second: float  # of processor time
    iterations: float  # mean per decision that is searched
    milliseconds: float  # mean processor time per decision that is searched
    decisions: int  # number of searched decisions that were timed, in games of the game's first bot


def search_speeds(game: Game, seconds: float) -> Iterator[SearchSpeed]:
    """Yield the speeds of a game's bots that search, with two players.

    Parameters
    ----------
    seconds : float
        Processor time for each speed.
    """
    for bot in game.bots.values() if PLAYERS in game.seats else ():
        if bot.count_iterations is not None:
            yield search_speed(game, bot, bot.count_iterations, AS_SHIPPED, seconds)
            shipped = bot.at(PLAYERS)
            changed = {key: value for key, value in _TO_THE_END.items() if key in bot.weights}
            if any(shipped.weights[key] != value for key, value in changed.items()):
                whole = shipped.with_weights(changed)
                yield search_speed(game, whole, bot.count_iterations, TO_THE_END, seconds)


def search_speed(
    game: Game, bot: Bot, count_iterations: Choose, setting: str, seconds: float
) -> SearchSpeed:
    """Measure how fast a bot searches, at the decisions of whole games; compiled beforehand.

    Parameters
    ----------
    count_iterations : function
        The bot's `count_iterations`.
    seconds : float
        Processor time.
    """
    usual = next(iter(game.bots.values())).at(PLAYERS)
    usual_weights, weights = usual.numbers, bot.at(PLAYERS).numbers
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
            if tried > 0:  # else a rule decided without a search
                spent += time.thread_time() - begun
                decisions += 1
                iterations += tried
        return session.ask(usual, usual_weights)

    deal = 0
    while spent < seconds or decisions == 0:
        session.play(deal, (0,) * PLAYERS, answer, MAX_DECISIONS)
        deal += 1
    return SearchSpeed(
        game.name, bot.name, PLAYERS, setting,
        iterations / spent, iterations / decisions, 1e3 * spent / decisions, decisions,
    )  # fmt: skip
