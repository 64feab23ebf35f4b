"""Divides deals into pieces that take about the same time, so that all workers end together."""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from balance.store.shards import MERGED_DEALS, DealRange

BLOCK = MERGED_DEALS[-1]  # deals: a piece lies within one block, so that shards can be merged
SHORT = 5.0  # seconds of a first deal that is played again
RECENT = 0.7  # weight of the known speed after the next piece


@dataclass(frozen=True)
class Portion:
    """Deals that one worker plays in one call.

    Attributes
    ----------
    speed : float
        Deals per second of one worker, as far as known when the piece was cut; else 0.
    """

    track: int  # the index of its games among those played together
    deals: DealRange
    speed: float = 0.0


@dataclass(frozen=True)
class PieceSize:
    """The size of pieces."""

    seconds: float = 0.2  # of a piece
    smallest: float = 0.0  # seconds of a piece near the end, when workers wait for the last one
    most: int = BLOCK  # deals of a piece
    block: int = BLOCK  # deals: see there


class WorkerSpeed:
    """The speed of one worker, measured on the pieces that were played.

    Games that take about the same time may share it.
    """

    def __init__(self) -> None:
        self._deals = self._seconds = 0.0

    @property
    def deals_per_second(self) -> float:
        """Of one worker; 0 if nothing was played yet."""
        return self._deals / self._seconds if self._seconds else 0.0

    def note(self, deals: int, seconds: float) -> None:
        """Update the speed with a piece; long pieces count more than short ones."""
        self._deals = RECENT * self._deals + deals
        self._seconds = RECENT * self._seconds + max(seconds, 1e-6)

    def measure(
        self,
        play: Callable[[int], object],
        most: int,
        enough_seconds: float,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        """Measure the speed with more and more deals, until they take long enough.

        A first deal that is short is played again: the first call takes longer than others.

        Parameters
        ----------
        play : function (deals)
        most : int
            Deals of a call.
        clock : function () -> seconds
        """

        def time_of(deals: int) -> float:
            begun = clock()
            play(deals)
            return clock() - begun

        deals = 1
        while True:
            seconds = time_of(deals)
            if deals == 1 and enough_seconds < seconds < SHORT:
                seconds = min(seconds, time_of(1))
            if seconds > enough_seconds or deals == most:
                return self.note(deals, seconds)
            deals = min(4 * deals, most)


class Schedule:
    """Divides ranges of deals into pieces, from the first range to the last.

    Where the speed of a track is not known, its first pieces are a single deal each.

    Parameters
    ----------
    ranges : iterable of (int, DealRange)
        The track and the deals to be played of it.
    speeds : sequence of WorkerSpeed
        Of each track.
    workers : int
        How many share the pieces.
    """

    def __init__(
        self,
        ranges: Iterable[tuple[int, DealRange]],
        size: PieceSize,
        speeds: Sequence[WorkerSpeed],
        workers: int,
    ) -> None:
        self._ranges = list(ranges)[::-1]
        self._left = sum(deals.deals for _, deals in self._ranges)
        self._size, self._speeds, self._workers = size, speeds, workers

    def next_piece(self) -> Portion | None:
        """Return the next piece to play, or None if there are no more."""
        if not self._ranges:
            return None
        track, deals = self._ranges.pop()
        speed = self._speeds[track].deals_per_second
        # Towards the end pieces get smaller, so that all workers end at the same time.
        wanted = min(speed * self._size.seconds, self._left / (2 * self._workers))
        wanted = min(max(wanted, speed * self._size.smallest, 1.0), self._size.most)
        # The rest of a block is divided evenly: long pieces would leave short ones between them.
        rest = self._size.block - deals.first % self._size.block
        wanted = max(rest / max(round(rest / wanted), 1), 1.0)
        piece = DealRange(deals.first, min(deals.last, deals.first + int(wanted) - 1))
        if piece.last < deals.last:
            self._ranges.append((track, DealRange(piece.last + 1, deals.last)))
        self._left -= piece.deals
        return Portion(track, piece, speed)

    def put_back(self, piece: Portion) -> None:
        """Take back a piece that could not be played."""
        self._ranges.append((piece.track, piece.deals))
        self._left += piece.deals.deals
