"""Shared by the tests of tuning: the bot of Pig that holds at a sum, and its evaluation."""

from collections.abc import Callable

import pytest

from balance.engine.game import Game
from balance.scenario.lineup import LineupBuilder
from balance.tuning.evaluation import Evaluation
from balance.tuning.tuned_bot import TunedBot, read_subject


@pytest.fixture
def hold_at(pig: Game) -> Callable[..., TunedBot]:
    """Return a function that gives Pig's bot, to be tuned with so many players."""
    return lambda players=2, start=None: read_subject(LineupBuilder(pig), "hold_at", players, start)


@pytest.fixture
def evaluation(pig: Game) -> Callable[..., Evaluation]:
    """Return a function that gives the evaluation of a bot of Pig against itself."""

    def make(subject: TunedBot, workers: int = 1) -> Evaluation:
        return Evaluation(subject, [subject.name], LineupBuilder(pig), 7, workers)

    return make
