"""Who plays: threads of this process, other processes, or the workers of a cluster."""

import os
from dataclasses import dataclass

from balance.errors import ScenarioError

BACKENDS = THREADS, PROCESSES, DASK, RAY = "threads", "processes", "dask", "ray"


class LostError(Exception):
    """A worker ended before what was handed out came back; the text says how."""


@dataclass(frozen=True)
class WorkerPool:
    """Who plays.

    Attributes
    ----------
    workers : int
        Threads or processes; of a cluster, the shards that are played at a time, where 0 stands
        for one on each of its cores.
    backend : str
        One of BACKENDS.
    scheduler : str
        Where a cluster is reached; empty for threads and processes.
    """

    workers: int
    backend: str = THREADS
    scheduler: str = ""

    @property
    def threads(self) -> int:
        """How many threads play what is always played in this process."""
        return self.workers if self.backend == THREADS else available_cores()


def worker_pool(
    workers: int | None = None, backend: str | None = None, scheduler: str | None = None
) -> WorkerPool:
    """Return who plays, from what the command line says of it.

    Parameters
    ----------
    workers : int or None
        None is one a core, of this machine or of the cluster.
    backend : str or None
        None is threads.
    scheduler : str or None

    Raises
    ------
    ScenarioError
        If there is no such backend, or it cannot go with a scheduler or without one.
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
                f"--scheduler {scheduler}: needs a cluster, so --backend dask or --backend ray is "
                "expected with it."
            )
        return WorkerPool(workers or available_cores(), backend)
    return WorkerPool(workers or 0, backend, scheduler or "")


def available_cores() -> int:
    """Return on how many cores this process may run."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
