"""Games with all that records by event and by round tell of them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.engine.trajectories import EVENT
from balance.errors import BotError
from balance.runner.trajectories import MOST_ROWS, TrajectoryPlayer, why_not
from balance.runner.watched_numbers import watch_of
from balance.scenario.match import Match

GAMES_AT_ONCE = 2_000  # played by one call, which takes 2 ms besides
ROOM = 1 << 18  # events of these games


@dataclass(frozen=True)
class FollowedGames:
    """Games that were played, and what happened in them if they were followed.

    Attributes
    ----------
    records : array of game.record, shape (games,)
    rows : float32 array, shape (rows, seats, 1 + measures + holdings)
        Of one game after the other; see `balance.engine.trajectories`.
    counts : int64 array, shape (games, 2)
        Rows and events of each game.
    events : array of EVENT
    """

    records: NDArray[Any]
    rows: NDArray[np.float32] = field(default_factory=lambda: np.zeros((0, 0, 0), np.float32))
    counts: NDArray[np.int64] = field(default_factory=lambda: np.zeros((0, 2), np.int64))
    events: NDArray[Any] = field(default_factory=lambda: np.zeros(0, EVENT))


def why_no_standings(match: Match) -> str:
    """Return in a sentence why a match has no records by round, or nothing."""
    if match.game.round_status is None:
        return "it needs a game that reports how players stand from round to round"
    return why_not(match)


def why_no_events(match: Match) -> str:
    """Return in a sentence why a match has no records by event, or nothing."""
    why = why_no_standings(match)
    if not why and not len(watch_of(match).numbers):
        return "it needs a game whose state counts what seats hold or take"
    return why


class GameFollower:
    """Plays games of a match and follows them; threads may share it.

    Parameters
    ----------
    has_rows, has_events : bool
        Whether their rows and their events are wanted.
    """

    def __init__(self, match: Match, has_rows: bool = True, has_events: bool = True) -> None:
        self.match = match
        self._rows, self._events = MOST_ROWS * has_rows, ROOM * has_events
        self._player = TrajectoryPlayer(match, holdings=True)

    @property
    def is_trusted(self) -> bool:
        """Whether no bot has code from outside, which a batch would watch."""
        return not any(entry.bot.is_external for entry in self.match.lineup.entries)

    def play(self, first: int, games: int, records: NDArray[Any] | None = None) -> FollowedGames:
        """Play games `first` to `first` + `games` - 1.

        Parameters
        ----------
        records : array of game.record, optional
            What they must be.

        Raises
        ------
        BotError, LimitError
        """
        parts: list[tuple[NDArray[Any], ...]] = []
        played = 0
        while played < games or not parts:
            wanted = np.zeros((min(games - played, GAMES_AT_ONCE), 3), np.int64)
            wanted[:, 0] = np.arange(first + played, first + played + len(wanted))
            found, rows, counts, events = self._player.follow(wanted, self._rows, self._events)
            written = np.arange(self._rows) < counts[:, :1]
            parts.append((found, rows[written], counts, events))
            played += len(found)
        followed = FollowedGames(*map(_joined, zip(*parts, strict=True)))
        if records is not None and not np.array_equal(records, followed.records):
            raise BotError(
                "a bot plays other games where they are followed: it must choose by its arguments "
                "alone, so leave out --events and --standings"
            )
        return followed


def _joined(parts: Sequence[NDArray[Any]]) -> NDArray[Any]:
    """Return arrays as one; structs as bytes, since numpy copies them field by field."""
    if len(parts) == 1:
        return parts[0]
    kind = parts[0].dtype
    if kind.names is None:
        return np.concatenate(parts)
    return np.concatenate([part.view(np.uint8) for part in parts]).view(kind)
