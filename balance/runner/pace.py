"""The pace of a match: how fast its deals are played, and so how many of them a batch holds."""

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

from numpy.typing import NDArray

from balance.runner.batches import Batches
from balance.store.shards import Shard

BATCH_SECONDS = 0.1  # Ctrl-C waits for the end of a batch
BATCH_BYTES = 16 << 20  # of records
PROBE_SECONDS = 0.02  # of games played only to see how fast they are


class Pace:
    """How fast one worker plays; several may share it.

    Parameters
    ----------
    batches : Batches

    Attributes
    ----------
    deals_per_second : float
        0 as long as it is not known.
    """

    def __init__(self, batches: Batches) -> None:
        self.batches = batches
        self.rotations = batches.match.lineup.rotations
        self.deals_per_second = 0.0
        self._deal_bytes = batches.match.game.record.itemsize * self.rotations
        self._lock = threading.Lock()

    def learn(self, gap: Shard) -> None:
        """Play ever more deals of those, until it takes long enough to say how fast they are."""
        deals, most = 1, gap.deals
        while not self.deals_per_second:
            begun = time.perf_counter()
            self.batches.play(gap.first * self.rotations, deals * self.rotations)
            seconds = time.perf_counter() - begun
            if seconds > PROBE_SECONDS or deals == most:
                self.note(deals, seconds)
            deals = min(deals * 4, most)

    def note(self, deals: int, seconds: float) -> None:
        """Learn from so many deals that took so long."""
        speed = deals / max(seconds, 1e-6)
        with self._lock:
            known = self.deals_per_second or speed
            self.deals_per_second = 0.7 * known + 0.3 * speed

    def batch_deals(self) -> int:
        """Return how many deals one batch holds."""
        by_memory = BATCH_BYTES // self._deal_bytes
        return max(1, min(int(self.deals_per_second * BATCH_SECONDS), by_memory))

    def deals_within(self, size: int) -> int:
        """Return of how many deals the records take so many bytes."""
        return max(1, size // self._deal_bytes)

    def play(
        self, shard: Shard, is_stopped: Callable[[], bool] = lambda: False
    ) -> Iterator[tuple[int, NDArray[Any]]]:
        """Yield batch after batch of a shard: the deals of each, and their records.

        What is done with a batch before the next one counts for the pace.

        Parameters
        ----------
        shard : Shard
        is_stopped : function () -> bool
            Once it says so, the batch under way is the last.
        """
        deal = shard.first
        while deal <= shard.last and not is_stopped():
            deals = min(self.batch_deals(), shard.last + 1 - deal)
            begun = time.perf_counter()
            yield deals, self.batches.play(deal * self.rotations, deals * self.rotations)
            self.note(deals, time.perf_counter() - begun)
            deal += deals
