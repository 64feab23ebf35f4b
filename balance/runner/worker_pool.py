"""Pools of workers: threads of this process, other processes, or the machines of a cluster.

A pool takes calls and returns futures, as in `concurrent.futures`.
"""

import importlib
import os
import pickle
import signal
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from balance.errors import ScenarioError, WorkerError
from balance.portable import CAN_FORK

BACKENDS = THREADS, PROCESSES, DASK = "threads", "processes", "dask"
IDLE_SECONDS = 300  # seconds after which an idle process ends
DRIVER_SECONDS = 0.5  # between looks whether the driver is still there
NO_FOLDER = "PYTHONSAFEPATH"  # where it is set, a `token.py` in the folder is not run
MOST_WINDOWS_PROCESSES = 61  # Windows cannot wait for more at a time

Call = Callable[[], Any]


class Workers(Protocol):
    """Workers that are ready to play.

    Attributes
    ----------
    number : int
        How many pieces are played at the same time.
    slots : int
        How many pieces are submitted at most, so that no worker waits for the next one.
    """

    number: int
    slots: int

    def submit(self, call: Call) -> "Future[Any]":
        """Submit a call."""

    def loss(self, error: BaseException) -> str:
        """Return how a worker was lost, if a call failed for that reason; else an empty text.

        Raises
        ------
        WorkerError
            If all workers are lost for good.
        """


@dataclass(frozen=True)
class WorkerPool:
    """The workers that play.

    Attributes
    ----------
    workers : int
        Threads or processes; for a cluster the pieces that are played at the same time, where 0
        stands for one on each core.
    """

    workers: int
    backend: str = THREADS  # one of BACKENDS
    scheduler: str = ""  # the address of a cluster; empty for threads and processes

    @property
    def is_local(self) -> bool:
        """Whether threads of this process play."""
        return self.backend == THREADS

    @property
    def threads(self) -> int:
        """The number of threads for games that are always played in this process."""
        return self.workers if self.is_local else available_cores()

    @contextmanager
    def opened(self) -> Iterator[Workers]:
        """Yield the workers, ready to play.

        Raises
        ------
        WorkerError
            If a cluster is not reached, or its package is not installed.
        """
        if self.backend == PROCESSES:
            with tempfile.TemporaryDirectory(prefix="balance-") as folder, _outside_this_folder():
                yield _Processes(self.workers, Path(folder))
        elif not self.is_local:
            with _outside_this_folder():
                yield _backend_module(self.backend).connect(self)
        elif self.workers == 1:
            yield _CallingThread()
        else:
            with ThreadPoolExecutor(self.workers) as threads:
                yield _Threads(threads, self.workers)


def worker_pool(
    workers: int | None = None, backend: str | None = None, scheduler: str | None = None
) -> WorkerPool:
    """Return the pool that the command-line options describe.

    Parameters
    ----------
    workers : int or None
        None is one per core, of this machine or of the cluster.
    backend : str or None
        None is threads.

    Raises
    ------
    ScenarioError
        If there is no such backend, or it needs a scheduler, or has none.
    """
    backend = backend or THREADS
    if backend not in BACKENDS:
        raise ScenarioError(
            f"--backend {backend}: there is no such backend; expected one of {', '.join(BACKENDS)}."
        )
    if backend == DASK and not scheduler:
        raise ScenarioError(
            "--backend dask: needs the address of a scheduler, as `dask scheduler` prints it: "
            "--scheduler tcp://HOST:8786."
        )
    if backend in (THREADS, PROCESSES):
        if scheduler:
            raise ScenarioError(
                f"--scheduler {scheduler}: needs a cluster, so --backend dask is expected with it."
            )
        return WorkerPool(workers or available_cores(), backend)
    return WorkerPool(workers or 0, backend, scheduler or "")


def available_cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class _CallingThread:
    """One worker: the calling thread itself."""

    number = slots = 1

    def submit(self, call: Call) -> "Future[Any]":
        future: Future[Any] = Future()
        try:
            future.set_result(call())
        except Exception as error:
            future.set_exception(error)
        return future

    def loss(self, error: BaseException) -> str:
        return ""


class _Threads:
    """Threads of this process."""

    def __init__(self, threads: ThreadPoolExecutor, number: int) -> None:
        self._threads = threads
        self.number, self.slots = number, number + 1

    def submit(self, call: Call) -> "Future[Any]":
        return self._threads.submit(call)

    def loss(self, error: BaseException) -> str:
        return ""


class _Processes:
    """Processes of this machine, which stay for the next games; lost ones are replaced."""

    def __init__(self, number: int, folder: Path) -> None:
        from joblib.externals import loky  # noqa: PLC0415, as threads need not wait for it

        self._folder = folder
        self._loky, self._lost = loky, loky.process_executor.BrokenProcessPool
        self.number = min(number, MOST_WINDOWS_PROCESSES) if os.name == "nt" else number
        self.slots = self.number + 1

    def submit(self, call: Call) -> "Future[Any]":
        executor = self._loky.get_reusable_executor(
            self.number, timeout=IDLE_SECONDS, initializer=_begin, initargs=(os.getpid(),)
        )
        future: Future[Any] = Future()
        try:
            future = executor.submit(partial(_send, call, self._folder))
        except self._lost as error:  # lost just now; the next executor is a new one
            future.set_exception(error)
        return future

    def loss(self, error: BaseException) -> str:
        return str(error) if isinstance(error, self._lost) else ""


@contextmanager
def _outside_this_folder() -> Iterator[None]:
    """Start Python meanwhile without the current folder among the places of its modules."""
    known = os.environ.get(NO_FOLDER)
    os.environ[NO_FOLDER] = "1"
    try:
        yield
    finally:
        del os.environ[NO_FOLDER]
        os.environ.update({NO_FOLDER: known} if known is not None else {})


def _send(call: Call, folder: Path) -> "_InFile":
    """Return the result of a call in a form that is sent whole or not at all.

    All processes send through one pipe, which takes 512 bytes at a time whole.  The result itself
    would be written in parts; if a process is killed between two of them, loky waits for the rest
    forever.

    Raises
    ------
    WorkerError
        If the folder cannot be written.
    """
    result = call()
    try:
        number, name = tempfile.mkstemp(dir=folder)
        with os.fdopen(number, "wb") as file:
            pickle.dump(result, file, protocol=pickle.HIGHEST_PROTOCOL)
    except OSError as error:
        raise WorkerError(f"{folder}: cannot be written ({error.strerror}).") from None
    return _InFile(name)


@dataclass(frozen=True)
class _InFile:
    """A result in a file; where it arrives, it is the result itself."""

    name: str

    def __reduce__(self) -> tuple[Callable[[str], Any], tuple[str]]:
        return _read, (self.name,)


def _read(name: str) -> Any:
    data = Path(name).read_bytes()
    Path(name).unlink()
    return pickle.loads(data)


def _begin(driver: int) -> None:
    """Begin a worker process: it ignores Ctrl-C, and ends when the process that started it ends.

    A terminal sends Ctrl-C to all processes; the driver handles it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if CAN_FORK:  # on Windows, a process has no other parent afterwards
        threading.Thread(target=_end_after, args=(driver,), daemon=True).start()


def _end_after(driver: int) -> None:
    while os.getppid() == driver:
        time.sleep(DRIVER_SECONDS)
    os._exit(1)


def _backend_module(backend: str) -> Any:
    """Return the module for a kind of cluster, whose package may not be installed."""
    try:
        return importlib.import_module(f"balance.runner.{backend}_backend")
    except ImportError as error:
        raise WorkerError(
            f"--backend {backend}: its package is not installed ({error}): "
            f"pip install 'balance[{backend}]'."
        ) from error
