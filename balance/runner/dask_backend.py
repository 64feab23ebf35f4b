"""Playing on a dask cluster; imported only when needed, as dask is optional."""

import atexit
import logging
import re
from concurrent.futures import CancelledError, Future
from typing import Any

from distributed import Client, KilledWorker

from balance.errors import WorkerError
from balance.runner.worker_pool import Call, WorkerPool

CONNECT_SECONDS = 10  # seconds to wait for the scheduler's answer, and for its first worker
AHEAD = 2  # pieces submitted per piece in progress, so that no core waits for the next
_ADDRESS = re.compile(r"((tcp|tls|ws|wss|ucx)://)?[^/\s]+:\d+")

_clients: dict[str, Any] = {}  # by the address of the scheduler


def connect(pool: WorkerPool) -> "_Cluster":
    """Return the workers of a cluster.

    Raises
    ------
    WorkerError
        If the scheduler does not answer or has no workers.
    """
    client = _connected(pool.scheduler)
    try:
        client.wait_for_workers(1, timeout=CONNECT_SECONDS)
    except TimeoutError as error:
        raise WorkerError(
            f"The scheduler {pool.scheduler} has had no worker for {CONNECT_SECONDS} seconds: "
            f"start some, such as with `dask worker {pool.scheduler}`."
        ) from error
    return _Cluster(client, pool.scheduler, pool.workers or sum(client.ncores().values()))


class _Cluster:
    def __init__(self, client: Any, scheduler: str, number: int) -> None:
        self._client, self._scheduler = client, scheduler
        self._executor = client.get_executor(pure=False)
        self.number, self.slots = number, AHEAD * number

    def submit(self, call: Call) -> "Future[Any]":
        future: Future[Any] = self._executor.submit(call)
        return future

    def loss(self, error: BaseException) -> str:
        if isinstance(error, CancelledError) and self._client.status != "running":
            raise WorkerError(
                f"The scheduler {self._scheduler} was lost. What was played is stored: start it "
                "and run the same command again to continue."
            ) from error
        return f"{error}" if isinstance(error, KilledWorker | CancelledError) else ""


def _connected(scheduler: str) -> Any:
    """Return a client of a scheduler, the same one for all games played on it."""
    known = _clients.get(scheduler)
    if known is not None and known.status == "running":
        return known
    if not _ADDRESS.fullmatch(scheduler):
        raise WorkerError(
            f"--scheduler {scheduler}: is not the address of a dask scheduler, such as "
            "tcp://HOST:8786."
        )
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # we report what matters
    try:
        connect: Any = Client
        client = connect(scheduler, timeout=CONNECT_SECONDS, set_as_default=False)
    except OSError as error:
        raise WorkerError(
            f"--scheduler {scheduler}: no dask scheduler answers there ({error})."
        ) from error
    _clients[scheduler] = client
    return client


@atexit.register
def disconnect() -> None:
    """Disconnect from all schedulers."""
    while _clients:
        _, client = _clients.popitem()
        client.close()
