"""Playing on a cluster of dask, through joblib's backend for it.

Imported only where it is asked for, as dask need not be installed.
"""

import atexit
import logging
import re
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager
from typing import Any

from distributed import Client, KilledWorker
from joblib import Parallel
from joblib._dask import DaskDistributedBackend

from balance.errors import WorkerError
from balance.runner.worker_pool import LostError, WorkerPool

CONNECT_SECONDS = 10  # until a scheduler has answered, and until it has a worker
AHEAD = 2  # shards handed out for each that is played, so that no core waits for the next
_ADDRESS = re.compile(r"((tcp|tls|ws|wss|ucx)://)?[^/\s]+:\d+")

_clients: dict[str, Any] = {}  # by the address of the scheduler


class _Backend(DaskDistributedBackend):  # type: ignore[misc]
    """Joblib's backend, but for what it leaves open when a task ends badly.

    Parameters
    ----------
    client : Client
    workers : int
        How many shards are played at a time; 0 is one on each core of the cluster.
    """

    def __init__(self, client: Any, workers: int) -> None:
        super().__init__(client=client, wait_for_workers_timeout=CONNECT_SECONDS)
        self._workers = workers

    def effective_n_jobs(self, n_jobs: int) -> int:
        """Return how many shards are played at a time; with one, joblib would play them here."""
        cores = super().effective_n_jobs(n_jobs)
        return max(self._workers or cores, 2)

    def submit(self, func: Any, callback: Callable[[Any], None] | None = None) -> Any:
        """Hand out a task; joblib is told of it too if its worker was killed with it."""
        future = super().submit(func, callback)

        def tell(done: Future[Any]) -> None:
            if callback is not None and done.exception() is not None:
                callback(done.exception())

        future.add_done_callback(tell)
        return future


@contextmanager
def playing(pool: WorkerPool) -> Iterator[tuple[Parallel, int]]:
    """Yield what plays on a cluster, and how many shards it plays at a time.

    Raises
    ------
    WorkerError
        If the scheduler does not answer, has no workers, or is lost.
    LostError
        If workers ended with what they played, and dask gives it up.
    """
    client = _connected(pool.scheduler)
    backend = _Backend(client, pool.workers)
    try:
        workers = backend.effective_n_jobs(0)
    except TimeoutError as error:
        raise WorkerError(
            f"The scheduler {pool.scheduler} has had no worker for {CONNECT_SECONDS} seconds: "
            f"start some, such as by `dask worker {pool.scheduler}`."
        ) from error
    keys = {"return_as": "generator_unordered", "batch_size": 1, "pre_dispatch": AHEAD * workers}
    try:
        with Parallel(workers, backend=backend, **keys) as parallel:
            yield parallel, workers
    except KilledWorker as error:
        raise LostError(str(error)) from error
    except CancelledError as error:
        if client.status != "running":
            raise WorkerError(
                f"The scheduler {pool.scheduler} was lost: the same command goes on from what was "
                "played, once it is there again."
            ) from error
        raise LostError(str(error)) from error


def _connected(scheduler: str) -> Any:
    """Return a client of a scheduler, the same one for all that is played on it."""
    known = _clients.get(scheduler)
    if known is not None and known.status == "running":
        return known
    if not _ADDRESS.fullmatch(scheduler):
        raise WorkerError(
            f"--scheduler {scheduler}: is no address of a scheduler of dask, such as "
            "tcp://HOST:8786."
        )
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what matters is said by us
    try:
        connect: Any = Client
        client = connect(scheduler, timeout=CONNECT_SECONDS, set_as_default=False)
    except OSError as error:
        raise WorkerError(
            f"--scheduler {scheduler}: no scheduler of dask answers there ({error})."
        ) from error
    _clients[scheduler] = client
    return client


@atexit.register
def disconnect() -> None:
    """Let go of all schedulers."""
    while _clients:
        _, client = _clients.popitem()
        client.close()
