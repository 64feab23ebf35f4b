"""Playing on a cluster of ray, through the backend that ray gives to joblib.

Imported only where it is asked for, as ray need not be installed.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import ray
from joblib import Parallel
from ray.exceptions import RayError
from ray.util.joblib import register_ray

from balance.errors import WorkerError
from balance.runner.worker_pool import LostError, WorkerPool


@contextmanager
def playing(pool: WorkerPool) -> Iterator[tuple[Parallel, int]]:
    """Yield what plays on a cluster, and how many shards it plays at a time.

    Ray's backend returns what it was given at once and whole, so shards are played in waves.

    Raises
    ------
    WorkerError
        If the cluster is not reached.
    LostError
        If a worker ended.
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
    register_ray()
    cores = int(ray.cluster_resources().get("CPU", 1))
    workers = min(pool.workers or cores, cores)  # ray refuses to have more
    try:
        with Parallel(workers, backend="ray", batch_size=1, pre_dispatch="all") as parallel:
            yield parallel, workers
    except RayError as error:
        raise LostError(str(error)) from error
