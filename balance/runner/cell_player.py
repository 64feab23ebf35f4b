"""Plays a piece of a cell, batch by batch; each batch is tallied while its records are in memory.

It needs no folder, so that other processes can do it too.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import Any, TypeAlias

from numpy.typing import NDArray

from balance.runner.batches import Batches
from balance.runner.followed_games import FollowedGames, GameFollower
from balance.runner.schedule import Portion, WorkerSpeed
from balance.scenario.match import Match
from balance.store.shards import EVENTS, STANDINGS, DealRange
from balance.store.sums import Sums, Totals, merged

BATCH_SECONDS = 0.1  # Ctrl-C waits for the end of a batch
BATCH_BYTES = 16 << 20  # of records

FOLLOWED_BYTES = 16 << 10  # of a game's events and standings, more or less

Tally: TypeAlias = Callable[[NDArray[Any], Match], Sums]


@dataclass(frozen=True)
class RecordTable:
    """A table of records; its functions are found by name in other processes.

    Attributes
    ----------
    rows : function (games, match) -> rows
        What is kept of some games.
    write : function (list of rows, match, path)
        Writes a file of what was kept, batch by batch.
    join : function (paths, match, path)
        Joins such files.
    file_deals : int
        Deals of a file at the end of a run.
    is_followed : bool
        Whether it needs games that are followed.
    """

    folder: str
    rows: Callable[[FollowedGames, Match], Any]
    write: Callable[[Sequence[Any], Match, Path], None]
    join: Callable[[Sequence[Path], Match, Path], None]
    file_deals: int = 1 << 16
    is_followed: bool = False


@dataclass
class PieceResult:
    """The result of a piece.

    Attributes
    ----------
    rows : mapping of str to list, or bytes
        By folder of records, batch by batch; from another process, the file itself.
    """

    deals: int = 0  # how many of its deals were played, from the first on: all, or fewer if stopped
    totals: Totals = field(default_factory=dict)
    rows: dict[str, list[Any] | bytes] = field(default_factory=dict)
    cut_off: int | None = None  # the number of the first game that was cut off
    is_stored: bool = False


class CellPlayer:
    """Plays pieces of a cell; threads may share it.

    Parameters
    ----------
    tallies : mapping of metric to function (records, match) -> Sums
    tables : sequence of RecordTable
        Written of every piece.
    """

    def __init__(
        self, match: Match, tallies: Mapping[str, Tally], tables: Sequence[RecordTable] = ()
    ) -> None:
        self.match, self.tallies, self.tables = match, tallies, tuple(tables)
        self._is_followed = any(table.is_followed for table in tables)
        game_bytes = match.game.record.itemsize + FOLLOWED_BYTES * self._is_followed
        self.deal_bytes = game_bytes * match.lineup.rotations

    @cached_property
    def _batches(self) -> Batches:
        return Batches(self.match)

    @cached_property
    def _follower(self) -> GameFollower:
        folders = {table.folder for table in self.tables}
        return GameFollower(self.match, STANDINGS in folders, EVENTS in folders)

    def play(self, piece: Portion, is_stopped: Callable[[], bool] = lambda: False) -> PieceResult:
        """Play a piece.

        Parameters
        ----------
        is_stopped : function () -> bool
            If true, no further batch is begun.

        Raises
        ------
        BotError, LimitError
        """
        result, rotations = PieceResult(), self.match.lineup.rotations
        rows: dict[str, list[Any]] = {table.folder: [] for table in self.tables}
        size = max(1, min(int(piece.speed * BATCH_SECONDS), BATCH_BYTES // self.deal_bytes))
        while result.deals < piece.deals.deals and not is_stopped():
            deals = min(size, piece.deals.deals - result.deals)
            first = piece.deals.first + result.deals
            games = self._play(first * rotations, deals * rotations)
            records = games.records
            totals = {name: tally(records, self.match) for name, tally in self.tallies.items()}
            result.totals = merged([result.totals, totals])
            stopped = records["number"][records["stopped"] != 0]
            if result.cut_off is None and len(stopped):
                result.cut_off = int(stopped[0])
            for table in self.tables:
                rows[table.folder].append(table.rows(games, self.match))
            result.deals += deals
        result.rows = {**rows}
        return result

    def measure(self, speed: WorkerSpeed, deals: DealRange, seconds: float) -> None:
        """Measure the speed of the games by playing some deals for a given time."""
        rotations = self.match.lineup.rotations
        speed.measure(
            lambda count: self._play(deals.first * rotations, count * rotations),
            deals.deals,
            seconds,
        )

    def writers(self, result: PieceResult) -> dict[str, Callable[[Path], None]]:
        """Return by folder the functions that write the records of a piece to a path."""
        return {table.folder: partial(self._write, table, result) for table in self.tables}

    def _write(self, table: RecordTable, result: PieceResult, path: Path) -> None:
        rows = result.rows[table.folder]
        if isinstance(rows, bytes):
            path.write_bytes(rows)
        else:
            table.write(rows, self.match, path)

    def _play(self, first: int, games: int) -> FollowedGames:
        if not self._is_followed:
            return FollowedGames(self._batches.play(first, games))
        if not self._follower.is_trusted:
            records = self._batches.play(first, games)
            return self._follower.play(first, games, records)
        try:
            return self._follower.play(first, games)
        except Exception:
            self._batches.play(first, games)  # says more, where it fails too
            raise
