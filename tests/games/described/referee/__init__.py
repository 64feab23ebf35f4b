"""A second, slow reading of described games, which shares no code with the package."""

from tests.games.described.referee.lines import ReadingError
from tests.games.described.referee.playing import Decision, Referee
from tests.games.described.referee.state import Chance

__all__ = ["Chance", "Decision", "ReadingError", "Referee"]
