"""What the tests of tuning share: Pig, the bot that holds at a sum, and a course for it."""

from collections.abc import Callable

import pytest

from balance.engine.game import Game
from balance.scenario.seats import Seating
from balance.tuning.course import Course
from balance.tuning.subject import Subject, read_subject


@pytest.fixture
def hold_at(pig: Game) -> Callable[..., Subject]:
    """Return Pig's bot, to be tuned with so many players."""
    return lambda players=2, start=None: read_subject(Seating(pig), "hold_at", players, start)


@pytest.fixture
def course(pig: Game) -> Callable[..., Course]:
    """Return a course on which a bot of Pig plays against itself."""

    def make(subject: Subject, workers: int = 1) -> Course:
        return Course(subject, [subject.name], Seating(pig), 7, workers)

    return make
