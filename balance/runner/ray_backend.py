"""Playing on a ray cluster; imported only when needed, as ray is optional."""

import logging
from concurrent.futures import Future
from typing import Any

import ray
from ray.exceptions import RayError

from balance.errors import WorkerError
from balance.runner.worker_pool import Call, WorkerPool


def connect(pool: WorkerPool) -> "_Cluster":
    """Return the workers of a cluster.

    Raises
    ------
    WorkerError
        If the cluster is not reached.
    """
    if not ray.is_initialized():
        try:
            ray.init(
                address=pool.scheduler or None,
                log_to_driver=False,
                logging_level=logging.ERROR,
                include_dashboard=None if pool.scheduler else False,
            )
        except (OSError, ValueError, RuntimeError, RayError) as error:
            where = f"--scheduler {pool.scheduler}" if pool.scheduler else "--backend ray"
            raise WorkerError(f"{where}: no cluster of ray answers there ({error}).") from error
    return _Cluster(pool.workers or int(ray.cluster_resources().get("CPU", 1)))


class _Cluster:
    def __init__(self, number: int) -> None:
        self.number, self.slots = number, 2 * number
        self._task = ray.remote(_called)

    def submit(self, call: Call) -> "Future[Any]":
        future: Future[Any] = self._task.remote(call).future()
        return future

    def loss(self, error: BaseException) -> str:
        return str(error) if isinstance(error, RayError) else ""


def _called(call: Call) -> Any:
    return call()
