"""Learning a game in a given time: self-play of its policy, and how strong it has become."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from balance.engine.game import Bot, Game, GameTable
from balance.runner.bot_matches import BotMatch, lineup_of
from balance.runner.stop_signal import StopSignal
from balance.scenario.lineup import LineupBuilder
from balance.scenario.match import Lineup
from balance.stats.intervals import Estimate
from balance.tuning.policy_rounds import Rounds
from balance.tuning.policy_training import QUICK, Learner, Teacher, first_network

_MEASURED = 0.1  # the share of the time in which it is measured, about
_FEWEST, _MOST = 20, 1_000  # deals on which it is measured against each bot
_JUDGED = 1 << 32  # added to the seed, for games that measure


@dataclass(frozen=True)
class Learnt:
    """What was learnt of a game at one number of players.

    Attributes
    ----------
    network : float64 array
        The weights of the policy.
    games : int
        Of self-play.
    seconds : float
        How long it learnt.
    against : mapping of str to Estimate
        Its points against other bots: see `policy_rounds.Round.strength`.
    """

    network: NDArray[np.float64]
    games: int
    seconds: float
    against: Mapping[str, Estimate]


def learn(
    game: Game,
    bot: Bot,
    tables: tuple[GameTable, ...],
    seconds: float,
    opponents: tuple[str, ...],
    seed: int,
    workers: int,
    stop: StopSignal,
    on_games: Callable[[int, int, float], None] = lambda games, more, share: None,
) -> Learnt:
    """Let a policy learn for some time, and measure it.

    What is learnt depends on how fast the machine is.  If the signal is set, it ends with what was
    learnt so far, which is not measured then.

    Parameters
    ----------
    bot : Bot
        With inputs; it goes on from its network, if it has one.
    tables : tuple of GameTable
        For one number of players.
    on_games : function (games, more, share)
        Called after each batch with how many games of self-play there were, how many of them are
        new, and the share of the time that is over.
    """
    assert bot.inputs is not None
    players = tables[0].num_seats
    own = bot.at(players)
    teacher = Teacher(game, own, tables, seed, workers, QUICK)
    start = np.array(own.network) if bot.networks else first_network(bot.inputs, seed)
    learner = Learner.starting_with(start)
    begun, share = time.perf_counter(), 0.0
    while share < 1.0 - _MEASURED and not stop.is_set():
        before = learner.deals
        teacher.teach(learner, min(share, 1.0), stop)
        share = (time.perf_counter() - begun) / seconds
        on_games(learner.deals, learner.deals - before, min(share, 1.0))
    took = time.perf_counter() - begun
    seating = LineupBuilder(game)
    against = {}
    for name in opponents:
        usual = lineup_of(seating, [name], players).entries[0]
        match = BotMatch(game, tables, Lineup((usual,), (0,) * players), seed + _JUDGED)
        rounds = Rounds(teacher, 0, 1, usual, match)
        begun = time.perf_counter()
        strength = rounds.measure(learner.network, usual, _FEWEST, seed, stop)
        speed = _FEWEST / (time.perf_counter() - begun)
        deals = int(min(speed * seconds * _MEASURED / len(opponents), _MOST))
        if deals > _FEWEST and strength is not None:
            strength = rounds.measure(learner.network, usual, deals, match.seed + 1, stop)
        if strength is None:
            break
        against[name] = strength
    return Learnt(learner.network, learner.deals, took, against)
