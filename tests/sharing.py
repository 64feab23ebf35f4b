"""Which of several workers gets which tests: the tests of one game go to one worker.

Two workers that begin with one game would both compile all of it.
"""

from enum import IntEnum
from typing import Any

from xdist.scheduler.loadfile import LoadFileScheduling

from balance.games import GAMES

EVERY_GAME = "test_every_game.py"


class Rank(IntEnum):
    """How gladly a worker takes a file."""

    OF_ITS_GAME = 0
    OF_A_GAME_THAT_NOBODY_HAS = 1
    OF_NO_GAME = 2
    OF_THE_GAME_OF_ANOTHER = 3


def game_of(scope: str) -> str:
    """Return the game that a file, or a part of one, is about; empty for none."""
    return next((game for game in GAMES if f"/{game}/" in scope or scope.endswith(game)), "")


class ByGame(LoadFileScheduling):  # type: ignore[misc]
    """Hands out file by file, and the tests of every game game by game."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._games: dict[Any, str] = {}  # by worker

    def _split_scope(self, nodeid: str) -> str:
        file, _, test = nodeid.partition("::")
        if not file.endswith(EVERY_GAME):
            return file
        return f"{file} {next((game for game in GAMES if game in test), '')}"

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
        scope = min(self.workqueue, key=lambda scope: self._rank(game_of(scope), node))
        self.workqueue.move_to_end(scope, last=False)
        self._games[node] = game_of(scope)
        super()._assign_work_unit(node)

    def _rank(self, game: str, node: Any) -> Rank:
        if not game:
            return Rank.OF_NO_GAME
        if game == self._games.get(node):
            return Rank.OF_ITS_GAME
        others = [self._games.get(other) for other in self.nodes if other is not node]
        return Rank.OF_THE_GAME_OF_ANOTHER if game in others else Rank.OF_A_GAME_THAT_NOBODY_HAS
