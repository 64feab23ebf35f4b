"""Playing many games of one variant: shards on threads, tallied batch by batch, stored whole."""

import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from joblib import Parallel, delayed
from numpy.typing import NDArray

from balance.scenario.match import Match
from balance.simulate.batches import Batches
from balance.simulate.store import Shard, Store, Totals
from balance.simulate.sums import Sums

BATCH_SECONDS = 0.1  # Ctrl-C waits for the end of a batch
SHARD_SECONDS = 0.75  # a killed run loses at most the shards in work
SMALLEST_SHARD_SECONDS = 0.25  # at the end, when workers wait for the last
BATCH_BYTES = 16 << 20  # of records
PROBE_SECONDS = 0.02  # of games played only to see how fast they are

Tally: TypeAlias = Callable[[NDArray[Any], Match], Sums]
Writer: TypeAlias = Callable[[NDArray[Any], Match, Path], None]


class Stop:
    """Tells the workers to end at their next batch."""

    def __init__(self) -> None:
        self._event = threading.Event()

    def set(self) -> None:
        """Stop from now on."""
        self._event.set()

    def is_set(self) -> bool:
        """Tell whether workers are to stop."""
        return self._event.is_set()

    @contextmanager
    def on_interrupt(self) -> Iterator[None]:
        """Let Ctrl-C stop the workers gently; a second one is Python's own."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return

        def interrupt(number: int, frame: Any) -> None:
            self.set()
            signal.signal(signal.SIGINT, before)

        before = signal.signal(signal.SIGINT, interrupt)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)


def on_workers(work: Callable[[], None], workers: int, stop: Stop) -> None:
    """Let so many threads work, one of them in the calling thread.

    Parameters
    ----------
    work : function ()
        What each of them does: takes what is next until nothing is left or `stop` is set.
    workers : int
    stop : Stop
        Set where one of them fails; the others end, and what it raised is raised here.
    """
    troubles: list[BaseException] = []

    def watched() -> None:
        try:
            work()
        except BaseException as trouble:
            troubles.append(trouble)
            stop.set()

    if workers == 1:
        watched()
    else:
        Parallel(n_jobs=workers, backend="threading")(delayed(watched)() for _ in range(workers))
    if troubles:
        raise troubles[0]


@dataclass(frozen=True)
class Job:
    """What is to be played of a variant, and what is kept of it.

    Attributes
    ----------
    variant : str
    match : Match
    deals : int
        Deals 0 to `deals` - 1 are wanted.
    tallies : mapping of str to function (records, match) -> Sums
        By question.
    store : Store or None
        Where shards are kept; None keeps nothing.
    write_records : function (records, match, path) or None
        Keeps the records of every shard too.
    """

    variant: str
    match: Match
    deals: int
    tallies: Mapping[str, Tally]
    store: Store | None = None
    write_records: Writer | None = None

    def stored(self) -> list[Shard]:
        """Return the shards that need not be played, having dropped those of no use."""
        if self.store is None:
            return []
        everything = self.store.shards(self.variant, records=False)
        useful = everything
        if self.write_records is not None:
            useful = self.store.shards(self.variant, records=True)
            for shard in everything:
                if shard not in useful:
                    self.store.drop_shard(self.variant, shard)
        self.store.drop_stray_records(self.variant)
        return useful

    def gaps(self) -> list[Shard]:
        """Return the runs of deals that are still to be played."""
        found, next_deal = [], 0
        for shard in self.stored():
            if shard.first > next_deal:
                found.append(Shard(next_deal, min(shard.first, self.deals) - 1))
            next_deal = max(next_deal, shard.last + 1)
        if next_deal < self.deals:
            found.append(Shard(next_deal, self.deals - 1))
        return [gap for gap in found if gap.last < self.deals and gap.first <= gap.last]


@dataclass
class _Queue:
    """Hands out shards of about the same time, from the first deal on."""

    gaps: list[Shard]
    rotations: int
    workers: int
    record_bytes: int
    deals_per_second: float = 0.0  # of one worker
    lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self.left = sum(gap.last - gap.first + 1 for gap in self.gaps)

    def claim(self) -> Shard | None:
        """Return the next shard to play, or None if all are taken."""
        with self.lock:
            if not self.gaps:
                return None
            gap = self.gaps[0]
            # Towards the end shards get smaller, so that all workers end at the same time.
            size = min(self.deals_per_second * SHARD_SECONDS, self.left / (2 * self.workers))
            size = max(size, self.deals_per_second * SMALLEST_SHARD_SECONDS, 1.0)
            shard = Shard(gap.first, min(gap.last, gap.first + int(size) - 1))
            self.left -= shard.last - shard.first + 1
            self.gaps[:1] = [Shard(shard.last + 1, gap.last)] if shard.last < gap.last else []
            return shard

    def batch_deals(self) -> int:
        """Return how many deals one batch holds."""
        by_memory = BATCH_BYTES // (self.record_bytes * self.rotations)
        return max(1, min(int(self.deals_per_second * BATCH_SECONDS), by_memory))

    def note(self, deals: int, seconds: float) -> None:
        """Learn from a batch how fast games are."""
        speed = deals / max(seconds, 1e-6)
        with self.lock:
            known = self.deals_per_second or speed
            self.deals_per_second = 0.7 * known + 0.3 * speed


def warm_up(match: Match) -> None:
    """Compile what a match needs, or load it from the cache, by playing one deal."""
    Batches(match).play(0, match.lineup.rotations)


def simulate(
    job: Job,
    workers: int,
    stop: Stop,
    on_progress: Callable[[int], None] = lambda games: None,
) -> Totals:
    """Play the deals that are not stored yet.

    The sums are the same to the bit for any number of workers and any cut into batches.

    Parameters
    ----------
    job : Job
    workers : int
        Threads; one plays in the calling thread.
    stop : Stop
        Once set, what is finished is stored, as shorter shards, and the rest is left.
    on_progress : function (games)
        Told of the games of each batch, from the workers' threads, one at a time.

    Returns
    -------
    totals : mapping of question to Sums
        Of the games played now: with nothing to play, empty.

    Raises
    ------
    BotError
        If a bot did what no bot may do.
    StoreError
        If a shard cannot be stored.
    """
    gaps = job.gaps()
    if not gaps:
        return {}
    rotations = job.match.lineup.rotations
    batches = Batches(job.match)
    queue = _Queue(gaps, rotations, workers, job.match.game.record.itemsize)
    _learn_speed(batches, gaps[0], queue)
    told = threading.Lock()
    totals: list[Totals] = []  # one a worker

    def tell(games: int) -> None:
        with told:
            on_progress(games)

    def work() -> None:
        own: Totals = {}
        while not stop.is_set() and (shard := queue.claim()) is not None:
            own = merged([own, _play_shard(job, batches, queue, shard, stop, tell)])
        totals.append(own)

    on_workers(work, workers, stop)
    return merged(totals)


def _learn_speed(batches: Batches, gap: Shard, queue: _Queue) -> None:
    """Play ever more deals until it takes long enough to say how fast they are."""
    deals, most = 1, gap.last - gap.first + 1
    while not queue.deals_per_second:
        begun = time.perf_counter()
        batches.play(gap.first * queue.rotations, deals * queue.rotations)
        seconds = time.perf_counter() - begun
        if seconds > PROBE_SECONDS or deals == most:
            queue.note(deals, seconds)
        deals = min(deals * 4, most)


def _play_shard(
    job: Job,
    batches: Batches,
    queue: _Queue,
    shard: Shard,
    stop: Stop,
    tell: Callable[[int], None],
) -> Totals:
    """Play a shard and store it; if stopped, what was played of it."""
    rotations = queue.rotations
    kept: list[NDArray[Any]] = []
    sums: Totals = {}
    deal = shard.first
    while deal <= shard.last and not stop.is_set():
        deals = min(queue.batch_deals(), shard.last + 1 - deal)
        begun = time.perf_counter()
        records = batches.play(deal * rotations, deals * rotations)
        tallied = {name: tally(records, job.match) for name, tally in job.tallies.items()}
        sums = merged([sums, tallied])
        if job.write_records is not None:
            kept.append(records)
        queue.note(deals, time.perf_counter() - begun)
        deal += deals
        tell(deals * rotations)
    if deal > shard.first and job.store is not None:
        write = job.write_records

        def write_kept(path: Path) -> None:
            assert write is not None
            write(np.concatenate(kept), job.match, path)

        played = Shard(shard.first, deal - 1)
        job.store.write_shard(job.variant, played, sums, write_kept if write else None)
    return sums


def merged(totals: Sequence[Totals]) -> Totals:
    """Return the sums of all together, question by question."""
    together: dict[str, Sums] = {}
    for one in totals:
        for name, sums in one.items():
            together[name] = together[name] + sums if name in together else sums
    return together


def stored_totals(job: Job, kinds: Mapping[str, type[Sums]]) -> tuple[Totals, int]:
    """Return the sums of all that is stored of a variant, and of how many deals.

    Raises
    ------
    StoreError
        If a shard is damaged.
    """
    assert job.store is not None
    shards = job.store.shards(job.variant, records=False)
    totals: Totals = {}
    for shard in shards:
        totals = merged([totals, job.store.read_shard(job.variant, shard, kinds)])
    return totals, sum(shard.last - shard.first + 1 for shard in shards)
