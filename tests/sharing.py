"""Which of several workers gets which tests, and when: the longest files first.

The tests of one game go to one worker, as two that begin with one game would both compile it.  How
long a file takes is stored in ``durations.json``; `make durations` writes it anew.
"""

import json
from enum import IntEnum
from pathlib import Path
from typing import Any

from xdist.scheduler.loadfile import LoadFileScheduling

from balance.games import GAMES

EVERY_GAME = "test_every_game.py"
DURATIONS = Path(__file__).with_name("durations.json")
UNKNOWN = 5.0  # seconds that a new file may take


class Rank(IntEnum):
    """How gladly a worker takes a file."""

    OF_ITS_GAME = 0
    OF_A_GAME_THAT_NOBODY_HAS = 1
    OF_NO_GAME = 2
    OF_THE_GAME_OF_ANOTHER = 3


def game_of(scope: str) -> str:
    """Return the game that a file, or a part of one, is about; empty for none."""
    return next((game for game in GAMES if f"/{game}/" in scope or scope.endswith(game)), "")


def scope_of(nodeid: str) -> str:
    """Return what is handed out as a whole: a file, or the part of it that is about one game."""
    file, _, test = nodeid.partition("::")
    if not file.endswith(EVERY_GAME):
        return file
    return f"{file} {next((game for game in GAMES if game in test), '')}"


def read_durations() -> dict[str, float]:
    """Return the seconds that files, or parts of them, took."""
    return dict(json.loads(DURATIONS.read_text()))


class Stopwatch:
    """Adds up how long the tests of each file take, and stores it; a plugin of pytest."""

    def __init__(self) -> None:
        self._seconds: dict[str, float] = {}

    def pytest_runtest_logreport(self, report: Any) -> None:
        scope = scope_of(report.nodeid)
        self._seconds[scope] = self._seconds.get(scope, 0.0) + report.duration

    def pytest_sessionfinish(self) -> None:
        longest = sorted(self._seconds.items(), key=lambda item: -item[1])
        rounded = {scope: round(seconds, 1) for scope, seconds in longest}
        DURATIONS.write_text(json.dumps(rounded, indent=1) + "\n")


class ByGame(LoadFileScheduling):  # type: ignore[misc]
    """Hands out file by file, and the tests of every game game by game."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._games: dict[Any, str] = {}  # by worker
        self._seconds = read_durations()

    def _split_scope(self, nodeid: str) -> str:
        return scope_of(nodeid)

    def remove_node(self, node: Any) -> Any:
        """Let go of a worker that ended; return the test that it was doing, if it crashed.

        The base class hands out anew all that it had, and who gets files that are done waits for
        ever: so these go first.
        """
        work = self.assigned_work[node]
        for scope in [scope for scope, tests in work.items() if all(tests.values())]:
            del work[scope]
        return super().remove_node(node)

    def _assign_work_unit(self, node: Any) -> None:
        # The base class hands out what is first in the queue.
        scope = min(self.workqueue, key=lambda scope: self._order(scope, node))
        self.workqueue.move_to_end(scope, last=False)
        self._games[node] = game_of(scope)
        super()._assign_work_unit(node)

    def _order(self, scope: str, node: Any) -> tuple[Rank, float]:
        """Return what is least for the part that a worker does next; unknown ones may be long."""
        return self._rank(game_of(scope), node), -self._seconds.get(scope, UNKNOWN)

    def _rank(self, game: str, node: Any) -> Rank:
        if not game:
            return Rank.OF_NO_GAME
        if game == self._games.get(node):
            return Rank.OF_ITS_GAME
        others = [self._games.get(other) for other in self.nodes if other is not node]
        return Rank.OF_THE_GAME_OF_ANOTHER if game in others else Rank.OF_A_GAME_THAT_NOBODY_HAS
