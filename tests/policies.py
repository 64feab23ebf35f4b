"""What the tests of policies share: how often one wins, and teaching with one and two workers."""

from dataclasses import replace

import numpy as np

from balance.engine.game import Game
from balance.engine.layout import WIN
from balance.runner.bot_matches import BotMatch, build_test_tables, play_bot_matches
from balance.runner.stop_signal import StopSignal
from balance.scenario.match import Entry, Lineup
from balance.tuning.policy_training import Learner, Rates, Teacher, first_network

SEED = 20261124  # of deals that no network was taught on


def win_rate(game: Game, against: str, players: int, deals: int, workers: int = 1) -> float:
    """Return the win rate of the policy alone against copies of another bot."""
    entries = tuple(Entry(name, game.bots[name].at(players)) for name in ("policy", against))
    lineup = Lineup(entries, (0, *(1,) * (players - 1)))
    match = BotMatch(game, build_test_tables(game, players), lineup, SEED)
    (result,) = play_bot_matches([match], 0, deals, workers)
    is_policy = result.lineup == 0
    return float(result.wins[:, is_policy].mean() / WIN)


def taught(game: Game, workers: int) -> np.ndarray:
    """Return a network after three steps."""
    bot = game.bots["policy"].at(2)
    tables = build_test_tables(game, 2, test_tables=game.setups.training_tables)[:2]
    teacher = Teacher(game, bot, tables, 3, workers, replace(Rates(), batch=64))
    learner = Learner.starting_with(first_network(teacher.inputs))
    for _ in range(3):
        assert teacher.teach(learner, 0.0, StopSignal()) is not None
    assert (learner.network != first_network(teacher.inputs)).any()
    return learner.network
