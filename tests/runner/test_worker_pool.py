import os

import pytest

from balance.errors import ScenarioError
from balance.runner.worker_pool import (
    DASK,
    MOST_WINDOWS_PROCESSES,
    PROCESSES,
    THREADS,
    WorkerPool,
    _Processes,
    available_cores,
    worker_pool,
)


def test_threads_on_all_cores_play_by_default():
    assert worker_pool() == WorkerPool(available_cores(), THREADS)
    assert worker_pool(3) == WorkerPool(3, THREADS)
    assert worker_pool(None, "processes") == WorkerPool(available_cores(), PROCESSES)


def test_all_cores_of_a_cluster_play():
    assert worker_pool(None, "dask", "tcp://here:8786") == WorkerPool(0, DASK, "tcp://here:8786")
    assert worker_pool(9, "dask", "tcp://here:8786").workers == 9


def test_what_is_always_played_in_this_process_has_threads():
    assert WorkerPool(3, THREADS).threads == 3
    assert WorkerPool(3, DASK, "tcp://here:8786").threads == available_cores()


@pytest.mark.parametrize(
    ("backend", "scheduler", "expected"),
    [
        ("dusk", None, "expected one of threads, processes, dask"),
        ("dask", None, "--scheduler tcp://HOST:8786"),
        ("processes", "tcp://here:8786", "--backend dask is expected"),
        (None, "tcp://here:8786", "--backend dask is expected"),
    ],
)
def test_a_backend_with_a_wrong_scheduler_is_refused(backend, scheduler, expected):
    with pytest.raises(ScenarioError, match=expected):
        worker_pool(2, backend, scheduler)


def test_windows_has_fewer_processes(monkeypatch, tmp_path):
    assert _Processes(100, tmp_path).number == 100
    monkeypatch.setattr(os, "name", "nt")
    workers = _Processes(100, tmp_path)
    monkeypatch.undo()  # pytest's own paths depend on it
    assert workers.number == MOST_WINDOWS_PROCESSES
    assert workers.slots == MOST_WINDOWS_PROCESSES + 1
