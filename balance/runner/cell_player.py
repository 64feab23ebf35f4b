"""Plays a piece of a cell, batch by batch; each batch is tallied while its records are in memory.

It needs no folder, so that other processes can do it too.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from balance.runner.batches import Batches
from balance.runner.schedule import Portion, WorkerSpeed
from balance.scenario.match import Match
from balance.store.shards import DealRange
from balance.store.sums import Sums, Totals, merged

BATCH_SECONDS = 0.1  # Ctrl-C waits for the end of a batch
BATCH_BYTES = 16 << 20  # of records

Tally: TypeAlias = Callable[[NDArray[Any], Match], Sums]
Writer: TypeAlias = Callable[[NDArray[Any], Match, Path], None]
Joiner: TypeAlias = Callable[[Sequence[Path], Match, Path], None]


@dataclass
class PieceResult:
    """The result of a piece.

    Attributes
    ----------
    records : list of arrays of game.record, or bytes
        Batch by batch, if they are to be written; from another process, the file itself.
    """

    deals: int = 0  # how many of its deals were played, from the first on: all, or fewer if stopped
    totals: Totals = field(default_factory=dict)
    records: list[NDArray[Any]] | bytes = field(default_factory=list)
    cut_off: int | None = None  # the number of the first game that was cut off
    is_stored: bool = False


class CellPlayer:
    """Plays pieces of a cell; threads may share it.

    Parameters
    ----------
    tallies : mapping of metric to function (records, match) -> Sums
    writer : function (records, match, path), optional
        Writes the records of every piece.
    """

    def __init__(
        self, match: Match, tallies: Mapping[str, Tally], writer: Writer | None = None
    ) -> None:
        self.match, self.tallies, self.writer = match, tallies, writer
        self.deal_bytes = match.game.record.itemsize * match.lineup.rotations

    @cached_property
    def _batches(self) -> Batches:
        return Batches(self.match)

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
        size = max(1, min(int(piece.speed * BATCH_SECONDS), BATCH_BYTES // self.deal_bytes))
        while result.deals < piece.deals.deals and not is_stopped():
            deals = min(size, piece.deals.deals - result.deals)
            first = piece.deals.first + result.deals
            records = self._batches.play(first * rotations, deals * rotations)
            totals = {name: tally(records, self.match) for name, tally in self.tallies.items()}
            result.totals = merged([result.totals, totals])
            stopped = records["number"][records["stopped"] != 0]
            if result.cut_off is None and len(stopped):
                result.cut_off = int(stopped[0])
            if self.writer is not None:
                assert isinstance(result.records, list)
                result.records.append(records)
            result.deals += deals
        return result

    def measure(self, speed: WorkerSpeed, deals: DealRange, seconds: float) -> None:
        """Measure the speed of the games by playing some deals for a given time."""
        rotations = self.match.lineup.rotations
        speed.measure(
            lambda count: self._batches.play(deals.first * rotations, count * rotations),
            deals.deals,
            seconds,
        )

    def write_records(self, result: PieceResult, path: Path) -> None:
        """Write the records of a piece."""
        if isinstance(result.records, bytes):
            path.write_bytes(result.records)
        elif self.writer is not None:
            self.writer(np.concatenate(result.records), self.match, path)
