"""The same games wherever they are played: threads, processes, a cluster that loses a worker."""

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager

import pandas as pd
import pytest
from joblib.externals.loky import get_reusable_executor

from balance.analysis.records import write_records
from balance.errors import BotError, WorkerError
from balance.runner import remote
from balance.runner.play import Job, StopSignal, simulate, stored_totals
from balance.runner.shipping import Contents, pack
from balance.runner.worker_pool import DASK, PROCESSES, RAY, THREADS, WorkerPool
from balance.store.run_folder import RunFolder
from balance.store.shards import Shard

GAMES = 10_000
BROKEN = '''
def broken(view, table, seat, weights, stream):
    """Answers what nobody offers, now and then."""
    return view.num_choices if view.pot == 19 else view.num_choices - 1
'''


@pytest.fixture
def job(pig_set_up, metric_set, tmp_path):
    def make(folder=None, games=GAMES, **keys):
        writer = write_records if keys.pop("records", False) else None
        variant = pig_set_up(games=games, **keys).variants[0]
        store = None
        if folder is not None:
            store = RunFolder(tmp_path / folder)
            store.open({"question": {"game": "pig"}})
        return Job("baseline", variant.match, variant.deals, metric_set.tallies, store, writer)

    return make


@pytest.fixture
def whole(job):
    return arrays(simulate(job(), 1, StopSignal()))


@pytest.fixture
def small_shards(monkeypatch):
    monkeypatch.setattr("balance.runner.play.FAR_SHARD_SECONDS", 0.002)
    monkeypatch.setattr("balance.runner.play.SMALLEST_FAR_SHARD_SECONDS", 0.001)
    monkeypatch.setattr("balance.runner.play.STORING_SECONDS", 0.0)


@pytest.fixture(scope="module")
def processes():
    yield
    get_reusable_executor(reuse=True).shutdown(wait=True)


@pytest.fixture(scope="module")
def cluster():
    """A scheduler and two workers, processes of their own."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        yield cluster
        disconnect()


def disconnect():
    sys.modules["balance.runner.dask_backend"].disconnect()


def arrays(totals):
    return {name: array.tolist() for name, array in totals["won"].arrays().items()}


def files(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("shards/**/*.npz")}


@contextmanager
def killed(pid, after):
    """Yield what, told of progress, kills a process after so many tellings, and how often."""
    told = []

    def on_progress(games):
        told.append(games)
        if len(told) == after:
            os.kill(pid(), signal.SIGKILL)

    yield on_progress, told


@pytest.mark.parametrize("workers", [1, 2, 7])
@pytest.mark.parametrize("seconds", [0.004, 0.1])
def test_threads_play_the_same_for_any_number_and_batch(job, whole, monkeypatch, workers, seconds):
    monkeypatch.setattr("balance.runner.pace.BATCH_SECONDS", seconds)
    monkeypatch.setattr("balance.runner.play.SHARD_SECONDS", 10 * seconds)
    assert arrays(simulate(job(), WorkerPool(workers, THREADS), StopSignal())) == whole


@pytest.mark.usefixtures("processes", "small_shards")
def test_processes_play_the_same_and_store_the_same_files(job, whole, tmp_path):
    told = []
    found = simulate(job("far"), WorkerPool(2, PROCESSES), StopSignal(), told.append)
    assert arrays(found) == whole
    assert sum(told) == GAMES
    assert len(told) > 2
    simulate(job("near"), 1, StopSignal())
    for folder in ("far", "near"):
        job(folder).put_together()
    assert files(tmp_path / "far") == files(tmp_path / "near")


@pytest.mark.usefixtures("processes")
@pytest.mark.parametrize("workers", [1, 2])
def test_processes_send_records_back(job, tmp_path, workers):
    kept = {}
    for folder, pool in (("far", WorkerPool(workers, PROCESSES)), ("near", WorkerPool(1))):
        one = job(folder, games=2_000, records=True)
        simulate(one, pool, StopSignal())
        kept[folder] = pd.concat(map(pd.read_parquet, one.cell_shards.record_files()))
    pd.testing.assert_frame_equal(kept["far"], kept["near"])


@pytest.mark.usefixtures("processes", "small_shards")
def test_a_process_that_is_killed_loses_nothing(job, metric_set, whole):
    def pid():
        return next(iter(get_reusable_executor(reuse=True)._processes))

    with killed(pid, after=3) as (on_progress, told):
        found = simulate(job("run"), WorkerPool(2, PROCESSES), StopSignal(), on_progress)
    assert sum(told) == GAMES
    assert arrays(found) == whole
    assert arrays(stored_totals(job("run"), metric_set.kinds)[0]) == whole


@pytest.mark.usefixtures("small_shards")
@pytest.mark.parametrize("workers", [0, 1, 7])
def test_a_cluster_plays_the_same_for_any_number_under_way(job, whole, cluster, workers):
    pool = WorkerPool(workers, DASK, cluster.scheduler_address)
    assert arrays(simulate(job(), pool, StopSignal())) == whole


@pytest.mark.usefixtures("small_shards")
def test_a_bot_of_the_users_plays_on_a_cluster_and_its_errors_come_back(job, cluster, tmp_path):
    path = tmp_path / "broken.py"
    path.write_text(BROKEN)
    pool = WorkerPool(0, DASK, cluster.scheduler_address)
    with pytest.raises(BotError, match=r"'broken' answered 2 in game \d+ of seed 7"):
        simulate(job("run", bots=[f"{path}:broken", "hold_at"]), pool, StopSignal())


@pytest.mark.usefixtures("small_shards")
def test_what_is_under_way_is_kept_when_a_cluster_is_stopped(job, metric_set, whole, cluster):
    stop = StopSignal()
    pool = WorkerPool(0, DASK, cluster.scheduler_address)
    simulate(job("run"), pool, stop, lambda games: stop.set())
    _, deals = stored_totals(job("run"), metric_set.kinds)
    assert 0 < deals < GAMES
    simulate(job("run"), pool, StopSignal())
    assert arrays(stored_totals(job("run"), metric_set.kinds)[0]) == whole


@pytest.mark.usefixtures("small_shards")
def test_a_worker_of_a_cluster_that_is_killed_loses_nothing(job, metric_set, whole, cluster):
    def pid():
        return next(iter(cluster.workers.values())).pid

    pool = WorkerPool(0, DASK, cluster.scheduler_address)
    with killed(pid, after=5) as (on_progress, told):
        found = simulate(job("run"), pool, StopSignal(), on_progress)
    assert sum(told) == GAMES
    assert arrays(found) == whole
    assert arrays(stored_totals(job("run"), metric_set.kinds)[0]) == whole


def test_what_opening_a_parcel_takes_is_no_measure_of_the_next_shard(job, monkeypatch):
    one = job()
    parcel = pack(Contents(one.match, one.tallies, None))
    remote.play_parcel(parcel, Shard(0, 9))
    opened = remote._opened(parcel)

    def slowly(parcel):
        time.sleep(0.2)
        return opened

    monkeypatch.setattr(remote, "_opened", slowly)
    assert remote.play_parcel(parcel, Shard(10, 19)).seconds < 0.2


def test_workers_that_end_again_and_again_are_given_up(job, monkeypatch):
    @contextmanager
    def lost(pool):
        yield lambda calls: _ending(), 2

    def _ending():
        raise remote.LostError("by the out-of-memory killer")
        yield

    monkeypatch.setattr(remote, "_parallel", lost)
    with pytest.raises(WorkerError, match=r"ended 4 times in a row .* out-of-memory killer"):
        simulate(job(), WorkerPool(2, PROCESSES), StopSignal())


def test_what_did_not_come_back_is_handed_out_again(job, whole, monkeypatch, small_shards):
    @contextmanager
    def unreliable(pool):
        yield some, 2

    def some(calls):
        for number, (play, parcel, _) in enumerate(calls):
            if number % 3 == 2:
                raise remote.LostError("by a test")
            yield play(*parcel)

    monkeypatch.setattr(remote, "_parallel", unreliable)
    assert arrays(simulate(job(), WorkerPool(2, PROCESSES), StopSignal())) == whole


def test_a_driver_that_is_slower_than_its_workers_holds_few_shards(job, monkeypatch, small_shards):
    most = []

    @contextmanager
    def eager(pool):
        yield at_once, 2

    def at_once(calls):
        calls = list(calls)
        most.append(len(calls))
        return (play(*parcel) for play, parcel, _ in calls)

    monkeypatch.setattr(remote, "_parallel", eager)
    simulate(job(), WorkerPool(2, PROCESSES), StopSignal())
    assert len(most) > 2
    assert max(most) <= remote.UNDER_WAY * 2


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "127.0.0.1:9"])
def test_an_address_that_nobody_answers_is_one_sentence(job, monkeypatch, address):
    pytest.importorskip("distributed")
    monkeypatch.setattr("balance.runner.dask_backend.CONNECT_SECONDS", 0.5)
    with pytest.raises(WorkerError, match=f"--scheduler {address}: no scheduler of dask answers"):
        simulate(job(), WorkerPool(0, DASK, address), StopSignal())


@pytest.mark.parametrize("address", ["nonsense", "gcp://x:1", "tcp://x", "tcp://x:1/y"])
def test_what_is_no_address_is_refused(job, address):
    pytest.importorskip("distributed")
    with pytest.raises(WorkerError, match=f"--scheduler {address}: is no address"):
        simulate(job(games=2), WorkerPool(0, DASK, address), StopSignal())


@contextmanager
def serving(workers):
    """Yield a scheduler in a process of its own, with so many workers, and its address."""
    code = (
        "import distributed, time\n"
        "if __name__ == '__main__':\n"
        f"    one = distributed.LocalCluster(n_workers={workers}, threads_per_worker=2, "
        "processes=False, protocol='tcp://', dashboard_address=None)\n"
        "    print(one.scheduler.address, flush=True)\n"
        "    time.sleep(600)\n"
    )
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process, process.stdout.readline().strip()
        finally:
            process.kill()
            disconnect()


@pytest.mark.usefixtures("small_shards")
@pytest.mark.parametrize("workers", [0, 1])
def test_a_scheduler_without_workers_or_one_that_is_lost_is_one_sentence(job, monkeypatch, workers):
    pytest.importorskip("distributed")
    monkeypatch.setattr("balance.runner.dask_backend.CONNECT_SECONDS", 2)
    expected = "was lost" if workers else "has had no worker for 2 seconds"
    with serving(workers) as (process, address), pytest.raises(WorkerError, match=expected):
        simulate(
            job(games=500_000), WorkerPool(0, DASK, address), StopSignal(), lambda _: process.kill()
        )


@pytest.mark.parametrize("backend", [DASK, RAY])
def test_a_package_that_is_missing_is_named(job, monkeypatch, backend):
    monkeypatch.setitem(sys.modules, f"balance.runner.{backend}_backend", None)
    with pytest.raises(WorkerError, match=rf"pip install 'tabletop-balance\[{backend}\]'"):
        simulate(job(), WorkerPool(0, backend, "somewhere"), StopSignal())


@pytest.mark.usefixtures("small_shards")
def test_ray_plays_the_same(job, whole):
    ray = pytest.importorskip("ray")
    try:
        assert arrays(simulate(job(), WorkerPool(2, RAY), StopSignal())) == whole
    finally:
        ray.shutdown()
