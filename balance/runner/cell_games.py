"""The games of a cell or an arm: the stored ones, their sums, and playing the missing ones."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path

import numpy as np

from balance.errors import BalanceError, StoreError
from balance.runner.cell_player import CellPlayer, PieceResult, RecordTable, Tally
from balance.runner.play import timed
from balance.runner.remote import Parcel, pack, play_parcel
from balance.runner.schedule import BLOCK, PieceSize, Portion, WorkerSpeed
from balance.runner.stop_signal import StopSignal
from balance.runner.worker_pool import Call, WorkerPool
from balance.scenario.match import Match
from balance.store.run_folder import RunFolder
from balance.store.shards import DealRange, missing_in
from balance.store.sums import Sums, Totals, merged, problem_of

PIECE = PieceSize(
    0.75, 0.25
)  # a killed run loses the pieces in progress; each is stored as a shard
REMOTE_PIECE = PieceSize(5.0, 0.5)  # has to be sent too, and Ctrl-C waits for it
PROBE_SECONDS = 0.02  # seconds of games played only to measure their speed
STORING_SECONDS = 0.05  # seconds that the calling thread may need for each piece
RECORD_BYTES = 64 << 20  # games of a piece that is returned with its records


@dataclass(frozen=True)
class MetricSet:
    """The metrics that are counted in the games of a match.

    Attributes
    ----------
    tallies : mapping of metric to function (records, match) -> Sums
    """

    tallies: Mapping[str, Tally]
    kinds: Mapping[str, type[Sums]] = field(default_factory=dict)
    digest: str = ""  # of the sources of the tallies: others may give other sums


class CellGames:
    """The games of a cell or an arm.

    Parameters
    ----------
    folder : RunFolder, optional
        Where shards are stored; without it results are only kept in memory.
    tables : sequence of RecordTable
        Records that are written of every shard too.
    on_cut_off : function (match, number), optional
        Called with the number of a game that was cut off, once for each piece with any.
    speed : WorkerSpeed, optional
        Of games of the same kind.
    """

    def __init__(
        self,
        name: str,
        match: Match,
        metrics: MetricSet,
        folder: RunFolder | None = None,
        tables: Sequence[RecordTable] = (),
        on_cut_off: Callable[[Match, int], None] = lambda match, number: None,
        speed: WorkerSpeed | None = None,
    ) -> None:
        self.speed = speed or WorkerSpeed()
        self.name, self.match, self._metrics, self._on_cut_off = name, match, metrics, on_cut_off
        self.shards = folder.cell_shards(name, match) if folder is not None else None
        self._player = CellPlayer(match, metrics.tallies, tables)
        self._ranges: list[DealRange] = []  # that were played, where none are stored
        self._totals: Totals | None = None if self.shards else {}

    @property
    def ranges(self) -> list[DealRange]:
        """The ranges of deals that were played, sorted."""
        return self.shards.stored() if self.shards else sorted(self._ranges)

    @property
    def deals(self) -> int:
        """How many deals were played."""
        return sum(range.deals for range in self.ranges)

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.deals * self.match.lineup.rotations

    @property
    def totals(self) -> Totals:
        """The sums of all games that were played, by metric.

        Raises
        ------
        StoreError
            If a shard cannot be read.
        """
        if self._totals is None:
            assert self.shards is not None
            ranges = self.shards.stored()
            self._totals = merged([self.read(deals) for deals in ranges])
        return self._totals

    def read(self, deals: DealRange) -> Totals:
        """Return the sums of a shard, which must be possible, whoever wrote it.

        Raises
        ------
        StoreError
            If it cannot be read, or has numbers that cannot be.
        """
        assert self.shards is not None
        totals = self.shards.read(deals, self._metrics.kinds)
        problem = problem_of(totals, self._empty, deals.deals)
        if problem:
            raise StoreError(
                f"{self.shards.file(deals)}: impossible numbers: {problem}. Delete this file and "
                "run the scenario again."
            )
        return totals

    @cached_property
    def _empty(self) -> Totals:
        """The sums of no games."""
        records = np.zeros(0, self.match.game.record)
        return {name: tally(records, self.match) for name, tally in self._metrics.tallies.items()}

    def missing(self, deals: int) -> Sequence[DealRange]:
        """Return the ranges among the first so many deals that are still to be played.

        Shards that cannot be used are deleted: those without records, if records are wanted.
        """
        if self.shards is None:
            return missing_in(self.ranges, deals)
        if self._player.tables:
            usable = self.shards.stored(table.folder for table in self._player.tables)
            for one in set(self.shards.stored()) - set(usable):
                self.shards.drop(one)
                self._totals = None
        self.shards.drop_stray_records()
        return missing_in(self.shards.stored(), deals)

    def prepare(self, deals: DealRange) -> None:
        """Measure the speed of the games, if unknown, without storing tiny shards."""
        if not self.speed.deals_per_second:
            self._player.measure(self.speed, deals, PROBE_SECONDS)

    def piece_size(self, pool: WorkerPool) -> PieceSize:
        """Return the size of pieces for a pool."""
        # A file of records must begin and end with a piece.
        block = min([BLOCK, *(table.file_deals for table in self._player.tables)])
        if pool.is_local:
            return replace(PIECE, block=block)
        # One thread stores the pieces of all workers, so many workers get longer ones.
        seconds = max(REMOTE_PIECE.seconds, STORING_SECONDS * pool.workers)
        has_records = bool(self._player.tables)
        most = max(RECORD_BYTES // self._player.deal_bytes, 1) if has_records else BLOCK
        return PieceSize(seconds, REMOTE_PIECE.smallest, most, block)

    def call(self, piece: Portion, pool: WorkerPool, stop: StopSignal) -> Call:
        """Return the call that plays a piece; in a thread it also stores the shard."""
        if pool.is_local:
            return partial(self._play_and_store, piece, stop)
        return partial(play_parcel, self._parcel, piece)

    def add(self, piece: Portion, result: PieceResult | BalanceError) -> int:
        """Add the result of a piece, store it if needed, and return its number of games."""
        if isinstance(result, BalanceError):
            raise result
        self._store(piece, result)
        if result.cut_off is not None:
            self._on_cut_off(self.match, result.cut_off)
        if result.deals and self.shards is None:
            self._ranges.append(_played(piece, result))
        if self._totals is not None:
            self._totals = merged([self._totals, result.totals])
        return result.deals * self.match.lineup.rotations

    def merge(self) -> None:
        """Merge the shards into few files, which are the same however the games were played.

        Raises
        ------
        StoreError
            If the folder cannot be written.
        """
        if self.shards is not None:
            self.shards.merge()
            for table in self._player.tables:
                self.shards.join_records(partial(self._join, table), table.file_deals, table.folder)

    @cached_property
    def _parcel(self) -> Parcel:
        return pack(self._player)

    def _play_and_store(self, piece: Portion, stop: StopSignal) -> tuple[PieceResult, float]:
        result, seconds = timed(partial(self._player.play, piece, stop.is_set))
        self._store(piece, result)
        return result, seconds

    def _join(self, table: RecordTable, paths: Sequence[Path], path: Path) -> None:
        table.join(paths, self.match, path)

    def _store(self, piece: Portion, result: PieceResult) -> None:
        if self.shards is None or result.is_stored or not result.deals:
            return
        writers = self._player.writers(result)
        self.shards.write(_played(piece, result), result.totals, writers)
        result.is_stored = True


def _played(piece: Portion, result: PieceResult) -> DealRange:
    return DealRange(piece.deals.first, piece.deals.first + result.deals - 1)
