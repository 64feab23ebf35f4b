"""What the tests of tuning share: Pig, the bot that holds at a sum, and a course for it."""

from collections.abc import Callable

import pytest

from balance.engine.game import Game
from balance.scenario.lineup import LineupBuilder
from balance.tuning.evaluation import Evaluation
from balance.tuning.subject import Subject, read_subject


@pytest.fixture
def hold_at(pig: Game) -> Callable[..., Subject]:
    """Return Pig's bot, to be tuned with so many players."""
    return lambda players=2, start=None: read_subject(LineupBuilder(pig), "hold_at", players, start)


@pytest.fixture
def course(pig: Game) -> Callable[..., Evaluation]:
    """Return a course on which a bot of Pig plays against itself."""

    def make(subject: Subject, workers: int = 1) -> Evaluation:
        return Evaluation(subject, [subject.name], LineupBuilder(pig), 7, workers)

    return make
