"""Playing many games of one variant: shards on threads, tallied batch by batch, stored whole."""

import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias

from joblib import Parallel, delayed
from numpy.typing import NDArray

from balance.runner.batches import Batches
from balance.runner.pace import Pace
from balance.runner.remote import play_remotely
from balance.runner.shard_result import play_shard
from balance.runner.shipping import Contents, pack
from balance.runner.worker_pool import THREADS, WorkerPool
from balance.scenario.match import Match
from balance.store.run_folder import RunFolder
from balance.store.shards import PIECES, CellShards, Shard, missing_in
from balance.store.sums import Sums, Totals, merged

SHARD_SECONDS = 0.75  # a killed run loses at most the shards in work
SMALLEST_SHARD_SECONDS = 0.25  # at the end, when workers wait for the last
FAR_SHARD_SECONDS = 5.0  # elsewhere, where a shard costs a journey too, and Ctrl-C waits for it
SMALLEST_FAR_SHARD_SECONDS = 0.5
STORING_SECONDS = 0.05  # of this process, at most, for each shard that comes back
FAR_RECORD_BYTES = 64 << 20  # of a shard that is played elsewhere, if its records are kept

Tally: TypeAlias = Callable[[NDArray[Any], Match], Sums]
Writer: TypeAlias = Callable[[NDArray[Any], Match, Path], None]


class StopSignal:
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


def run_on_threads(work: Callable[[], None], workers: int, stop: StopSignal) -> None:
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
    on_cut_off : function (match, number) or None
        Told the number of a game that was cut off, of each shard with any.
    """

    variant: str
    match: Match
    deals: int
    tallies: Mapping[str, Tally]
    store: RunFolder | None = None
    write_records: Writer | None = None
    on_cut_off: Callable[[Match, int], None] | None = None

    @property
    def contents(self) -> Contents:
        """What is played, without where it is kept."""
        return Contents(self.match, self.tallies, self.write_records)

    @cached_property
    def cell_shards(self) -> CellShards | None:
        """Where its shards are kept."""
        return self.store.cell_shards(self.variant, self.match) if self.store is not None else None

    def stored(self) -> list[Shard]:
        """Return the shards that need not be played, having dropped those of no use."""
        if self.cell_shards is None:
            return []
        useful = everything = self.cell_shards.shards()
        if self.write_records is not None:
            useful = self.cell_shards.shards(with_records=True)
            for shard in everything:
                if shard not in useful:
                    self.cell_shards.drop(shard)
        self.cell_shards.drop_stray_records()
        return useful

    def gaps(self) -> list[Shard]:
        """Return the runs of deals that are still to be played."""
        return missing_in(self.stored(), self.deals)

    def put_together(self) -> None:
        """Make few files of what is stored, the same ones however it was played."""
        if self.cell_shards is not None:
            self.cell_shards.put_together()


class _Queue:
    """Hands out shards of about the same time, from the first deal on.

    Parameters
    ----------
    gaps : list of Shard
        What is to be played.
    pace : Pace
    seconds, smallest : float
        That a shard takes, and that one takes at the end.
    storing : float
        Seconds for which each shard keeps the one process busy that stores them all: with many
        workers shards are longer, so that it keeps up.
    most : int
        Deals of a shard.
    """

    def __init__(
        self,
        gaps: list[Shard],
        pace: Pace,
        seconds: float,
        smallest: float,
        storing: float = 0.0,
        most: int = PIECES[-1],
    ) -> None:
        self.pace = pace
        self._gaps = list(gaps)
        self._left = sum(gap.deals for gap in gaps)
        self._seconds, self._smallest = seconds, smallest
        self._storing, self._most = storing, most
        self._lock = threading.Lock()

    def claim(self, workers: int) -> Shard | None:
        """Return the next shard to play, or None if all are taken.

        Parameters
        ----------
        workers : int
            Among whom the shards are shared.
        """
        with self._lock:
            if not self._gaps:
                return None
            gap = self._gaps[0]
            # Towards the end shards get smaller, so that all workers end at the same time.
            speed = self.pace.deals_per_second
            seconds = max(self._seconds, self._storing * workers)
            size = min(speed * seconds, self._left / (2 * workers))
            size = min(max(size, speed * self._smallest, 1.0), self._most)
            # A shard lies in one piece, so that pieces can be put together of shards; what is left
            # of the piece is cut evenly, or long shards would leave short ones between them.
            rest = PIECES[-1] - gap.first % PIECES[-1]
            size = max(rest / max(round(rest / size), 1), 1.0)
            shard = Shard(gap.first, min(gap.last, gap.first + int(size) - 1))
            self._left -= shard.deals
            self._gaps[:1] = [Shard(shard.last + 1, gap.last)] if shard.last < gap.last else []
            return shard


def warm_up(match: Match) -> None:
    """Compile what a match needs, or load it from the cache, by playing one deal."""
    Batches(match).play(0, match.lineup.rotations)


def simulate(
    job: Job,
    pool: WorkerPool | int,
    stop: StopSignal,
    on_progress: Callable[[int], None] = lambda games: None,
) -> Totals:
    """Play the deals that are not stored yet.

    The sums are the same to the bit whoever plays, and for any cut into batches.

    Parameters
    ----------
    job : Job
    pool : Crew or int
        A number is so many threads; one plays in the calling thread.
    stop : Stop
        Once set, what is finished is stored, as shorter shards, and the rest is left.  Elsewhere,
        shards that are handed out are finished.
    on_progress : function (games)
        Told of the games of each batch, from the workers' threads, one at a time; of games played
        elsewhere shard by shard.

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
    WorkerError
        If processes or a cluster are not reached, are lost, or have other sources than ours.
    """
    gaps = job.gaps()
    if not gaps:
        return {}
    who = pool if isinstance(pool, WorkerPool) else WorkerPool(pool)
    pace = Pace(Batches(job.match))
    pace.learn(gaps[0])
    play = _on_threads if who.backend == THREADS else _elsewhere
    return play(job, gaps, pace, who, stop, on_progress)


def _on_threads(
    job: Job,
    gaps: list[Shard],
    pace: Pace,
    pool: WorkerPool,
    stop: StopSignal,
    on_progress: Callable[[int], None],
) -> Totals:
    queue = _Queue(gaps, pace, SHARD_SECONDS, SMALLEST_SHARD_SECONDS)
    told = threading.Lock()
    totals: list[Totals] = []  # one a worker

    def tell(games: int) -> None:
        with told:
            on_progress(games)

    def work() -> None:
        own: Totals = {}
        while not stop.is_set() and (shard := queue.claim(pool.workers)) is not None:
            own = merged([own, _play_and_store(job, pace, shard, stop, tell)])
        totals.append(own)

    run_on_threads(work, pool.workers, stop)
    return merged(totals)


def _play_and_store(
    job: Job, pace: Pace, shard: Shard, stop: StopSignal, tell: Callable[[int], None]
) -> Totals:
    """Play a shard and store it; if stopped, what was played of it."""
    played = play_shard(job.contents, pace, shard, stop.is_set, tell)
    _note_cut_off(job, played.cut_off)
    if played.deals and job.cell_shards is not None:
        finished = Shard(shard.first, shard.first + played.deals - 1)
        write = played.write_records if job.write_records is not None else None
        job.cell_shards.write(finished, played.totals, write)
    return played.totals


def _elsewhere(
    job: Job,
    gaps: list[Shard],
    pace: Pace,
    pool: WorkerPool,
    stop: StopSignal,
    on_progress: Callable[[int], None],
) -> Totals:
    """Have shards played by other processes, and store what comes back."""
    most = PIECES[-1] if job.write_records is None else pace.deals_within(FAR_RECORD_BYTES)
    queue = _Queue(gaps, pace, FAR_SHARD_SECONDS, SMALLEST_FAR_SHARD_SECONDS, STORING_SECONDS, most)
    parcel = pack(job.contents)
    totals: Totals = {}
    troubles = []

    for one in play_remotely(parcel, pool, queue.claim, stop.is_set):
        if one.trouble is not None:
            troubles.append(one.trouble)
            stop.set()
            continue
        if job.cell_shards is not None:
            file = one.records
            write = (lambda path, file=file: path.write_bytes(file)) if file is not None else None
            job.cell_shards.write(one.shard, one.totals, write)
        pace.note(one.shard.deals, one.seconds)
        _note_cut_off(job, one.cut_off)
        totals = merged([totals, one.totals])
        on_progress(one.shard.deals * pace.rotations)
    if troubles:
        raise troubles[0]
    return totals


def _note_cut_off(job: Job, number: int | None) -> None:
    if number is not None and job.on_cut_off is not None:
        job.on_cut_off(job.match, number)


def stored_totals(job: Job, kinds: Mapping[str, type[Sums]]) -> tuple[Totals, int]:
    """Return the sums of all that is stored of a variant, and of how many deals.

    Raises
    ------
    StoreError
        If a shard is damaged.
    """
    assert job.cell_shards is not None
    shards = job.cell_shards.shards()
    totals: Totals = {}
    for shard in shards:
        totals = merged([totals, job.cell_shards.read(shard, kinds)])
    return totals, sum(shard.deals for shard in shards)
