"""Playing shards elsewhere: in other processes, or on a cluster, through joblib's backends.

What is handed out is a parcel, which each process opens once, and a run of deals; what comes back
is its sums.  The calling thread alone takes them, so it alone writes to the folder of a run.  No
more than so many shards are under way, so memory does not grow with the games.
"""

import importlib
import signal
import tempfile
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from joblib import Parallel, delayed
from joblib.externals.loky.process_executor import BrokenProcessPool

from balance.errors import BalanceError, WorkerError
from balance.runner.batches import Batches
from balance.runner.pace import Pace
from balance.runner.shard_result import Played, play_shard
from balance.runner.shipping import KEPT, Contents, Parcel, unpack
from balance.runner.worker_pool import PROCESSES, LostError, WorkerPool
from balance.store.shards import Shard
from balance.store.sums import Totals

MOST_LOSSES = 3  # in a row, without a shard between them, until it is given up
UNDER_WAY = 4  # shards for each worker that are handed out and not yet taken, at most


@dataclass(frozen=True)
class RemoteResult:
    """What came back of a shard.

    Attributes
    ----------
    shard : Shard
    totals : mapping of question to Sums
    records : bytes or None
        As the file that was asked for.
    seconds : float
        That playing it took, once the parcel was open.
    cut_off : int or None
        The first of its games that was cut off.
    trouble : BalanceError or None
        Why it was not played; then there are no sums.
    """

    shard: Shard
    totals: Totals = field(default_factory=dict)
    records: bytes | None = None
    seconds: float = 0.0
    cut_off: int | None = None
    trouble: BalanceError | None = None


@dataclass(frozen=True)
class _Opened:
    """A parcel as a process plays it."""

    contents: Contents
    pace: Pace


def play_parcel(parcel: Parcel, shard: Shard) -> RemoteResult:
    """Play a shard: what a worker does.

    Errors that the user can mend come back as what they are, so that shards that others play
    meanwhile are not lost.
    """
    try:
        opened = _opened(parcel)
        opened.pace.learn(shard)
        begun = time.perf_counter()  # opening it, and compiling, are no measure of the next shard
        played = play_shard(opened.contents, opened.pace, shard)
        file = _as_file(played) if opened.contents.write_records is not None else None
    except BalanceError as trouble:
        return RemoteResult(shard, trouble=trouble)
    return RemoteResult(shard, played.totals, file, time.perf_counter() - begun, played.cut_off)


@lru_cache(KEPT)
def _opened(parcel: Parcel) -> _Opened:
    contents = unpack(parcel)
    return _Opened(contents, Pace(Batches(contents.match)))


def _as_file(played: Played) -> bytes:
    """Return the records that were kept, as the file that they are to be."""
    with tempfile.TemporaryDirectory(prefix="balance-") as folder:
        path = Path(folder, "records")
        played.write_records(path)
        return path.read_bytes()


def play_remotely(
    parcel: Parcel,
    pool: WorkerPool,
    claim: Callable[[int], Shard | None],
    is_stopped: Callable[[], bool] = lambda: False,
) -> Iterator[RemoteResult]:
    """Have shards played, and yield what comes back, in any order.

    Parameters
    ----------
    parcel : Parcel
    pool : Crew
        Not of threads.
    claim : function (workers) -> Shard or None
        What is to be played next, by so many workers; None is the end.  Called by other threads,
        one at a time.
    is_stopped : function () -> bool
        Once it says so, nothing more is handed out, and what is under way is waited for.

    Raises
    ------
    WorkerError
        If a cluster is not reached or lost, or if workers end again and again.
    """
    hands = _Hands(parcel, claim, is_stopped)
    losses = 0
    while not hands.is_done:
        try:
            with _parallel(pool) as (parallel, workers):
                hands.workers = workers
                while not hands.is_done:
                    for one in _each(parallel(hands.out())):
                        losses = 0
                        hands.take(one)
                        yield one
                    if hands.is_missing:
                        raise LostError("what was handed out did not come back")
        except LostError as error:
            losses += 1
            if losses > MOST_LOSSES:
                raise WorkerError(
                    f"Workers ended {losses} times in a row before they had played a shard; what "
                    f"was played is kept. The last one: {error}"
                ) from error
            hands.take_back()


class _Hands:
    """Knows which shards are handed out and have not come back."""

    def __init__(
        self,
        parcel: Parcel,
        claim: Callable[[int], Shard | None],
        is_stopped: Callable[[], bool],
    ) -> None:
        self.is_done = False
        self.workers = 1
        self._parcel, self._claim, self._is_stopped = parcel, claim, is_stopped
        self._out: set[Shard] = set()
        self._again: list[Shard] = []
        self._lock = threading.Lock()

    @property
    def is_missing(self) -> bool:
        """Whether something is handed out that has not come back."""
        return bool(self._out)

    def out(self) -> Iterator[Any]:
        """Yield calls, until all is handed out or as much as may be under way."""
        while (shard := self._next()) is not None:
            yield delayed(play_parcel)(self._parcel, shard)

    def take(self, one: RemoteResult) -> None:
        """Note that a shard has come back."""
        with self._lock:
            self._out.discard(one.shard)

    def take_back(self) -> None:
        """Have all that did not come back handed out again."""
        with self._lock:
            self._again = sorted(self._out, reverse=True)
            self._out.clear()
            self.is_done = False

    def _next(self) -> Shard | None:
        with self._lock:
            if len(self._out) >= UNDER_WAY * self.workers:
                return None
            if self._is_stopped():
                shard = None
            else:
                shard = self._again.pop() if self._again else self._claim(self.workers)
            self.is_done = shard is None
            if shard is not None:
                self._out.add(shard)
            return shard


def _each(outputs: Any) -> Iterator[RemoteResult]:
    """Yield what comes back, and end quietly where nobody takes more of it."""
    try:
        yield from outputs
    finally:
        if hasattr(outputs, "close"):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # joblib warns of what is then not taken
                outputs.close()


@contextmanager
def _parallel(pool: WorkerPool) -> Iterator[tuple[Parallel, int]]:
    """Yield what plays, and how many shards it plays at a time.

    Raises
    ------
    LostError
        If a worker ended, so that what was handed out has to be handed out again.
    """
    if pool.backend == PROCESSES:
        keys: dict[str, Any] = {"return_as": "generator_unordered", "batch_size": 1}
        keys |= {"pre_dispatch": pool.workers, "initializer": _ignore_interrupts}
        with Parallel(pool.workers, backend="loky", **keys) as parallel:
            try:
                yield parallel, pool.workers
            except BrokenProcessPool as error:
                raise LostError(str(error)) from error
        return
    with _cluster(pool.backend).playing(pool) as (parallel, workers):
        yield parallel, workers


def _ignore_interrupts() -> None:
    """Leave Ctrl-C, which a terminal sends to all its processes, to the one that hands out."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _cluster(backend: str) -> Any:
    """Return the module that knows a kind of clusters; its package need not be installed."""
    try:
        return importlib.import_module(f"balance.runner.{backend}_backend")
    except ImportError as error:
        raise WorkerError(
            f"--backend {backend}: its package is not installed ({error}): "
            f"pip install 'tabletop-balance[{backend}]'."
        ) from error
