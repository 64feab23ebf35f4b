"""The same games wherever they are played: threads, processes, a cluster that loses a worker."""

import os
import pickle
import signal
import subprocess
import sys
import threading
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pandas as pd
import pytest
from joblib.externals.loky import get_reusable_executor

from balance.analysis.event_records import RECORD_TABLES
from balance.errors import BotError, WorkerError
from balance.runner import cell_games, cell_player, worker_pool
from balance.runner.cell_games import CellGames
from balance.runner.play import play_games
from balance.runner.schedule import PieceSize
from balance.runner.stop_signal import StopSignal
from balance.runner.worker_pool import DASK, PROCESSES, THREADS, WorkerPool
from balance.store.shards import RECORDS
from tests.conftest import ROOT, store_in
from tests.program import wait_until

GAMES = 10_000
MANY = 40_000  # so many that a process which is killed halfway has some under way
PIG = ROOT / "examples" / "games" / "pig"
BROKEN = '''
def broken(view, table, seat, weights, stream):
    """Answers what nobody offers, now and then."""
    return view.num_choices if view.pot == 19 else view.num_choices - 1
'''


@pytest.fixture
def games(pig_set_up, metric_set, tmp_path):
    def make(folder=None, tables=(), **keys):
        match = pig_set_up(**keys).cells[0].match
        store = None if folder is None else store_in(tmp_path / folder)
        return CellGames("baseline", match, metric_set, store, tables)

    return make


def played(games, pool, deals=GAMES, on_progress=lambda games: None):
    play_games([games], [deals], pool, on_progress=on_progress)
    return arrays(games)


@pytest.fixture
def whole(games):
    return played(games(), 1)


@pytest.fixture
def small_pieces(monkeypatch):
    """Pieces of 100 deals, however slow the machine is."""
    monkeypatch.setattr(cell_games, "REMOTE_PIECE", PieceSize(60.0, 0.001, 100))
    monkeypatch.setattr(cell_games, "STORING_SECONDS", 0.0)


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


def arrays(games):
    return {name: array.tolist() for name, array in games.totals["won"].arrays().items()}


def files(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("shards/**/*.npz")}


def killer(pid):
    """Return a function for progress that kills a process, its calls, and whom it killed."""
    calls, killed = [], []

    def on_progress(games):
        calls.append(games)
        if not killed and MANY / 4 < sum(calls) < MANY / 2:
            killed.append(pid())
            os.kill(killed[0], signal.SIGKILL)

    return on_progress, calls, killed


@pytest.mark.parametrize("workers", [1, 2, 7])
@pytest.mark.parametrize("seconds", [0.004, 0.1])
def test_threads_play_the_same_for_any_number_and_batch(
    games, whole, monkeypatch, workers, seconds
):
    monkeypatch.setattr(cell_player, "BATCH_SECONDS", seconds)
    monkeypatch.setattr(cell_games, "PIECE", PieceSize(10 * seconds, seconds))
    assert played(games(), WorkerPool(workers, THREADS)) == whole


@pytest.mark.system
@pytest.mark.usefixtures("processes", "small_pieces")
def test_processes_play_the_same_and_store_the_same_files(games, whole, tmp_path):
    progress = []
    far, near = games("far"), games("near")
    assert played(far, WorkerPool(2, PROCESSES), on_progress=progress.append) == whole
    assert sum(progress) == GAMES
    played(near, 1)
    for one in (far, near):
        one.merge()
    assert files(tmp_path / "far") == files(tmp_path / "near")


@pytest.mark.system
@pytest.mark.usefixtures("processes")
@pytest.mark.parametrize("workers", [1, 2])
def test_processes_send_records_back(games, workers):
    records = []
    for folder, pool in (("far", WorkerPool(workers, PROCESSES)), ("near", WorkerPool(1))):
        one = games(folder, [RECORD_TABLES[RECORDS]])
        play_games([one], [2_000], pool)
        files = one.shards.record_files()
        records.append(pd.concat(map(pd.read_parquet, files), ignore_index=True))
    pd.testing.assert_frame_equal(*records)


@pytest.mark.system
@pytest.mark.usefixtures("processes", "small_pieces")
def test_a_process_that_is_killed_loses_nothing(games):
    def pid():
        return next(iter(get_reusable_executor(reuse=True)._processes))

    on_progress, calls, killed = killer(pid)
    one = games("run")
    whole = played(games(), 1, MANY)
    assert played(one, WorkerPool(2, PROCESSES), MANY, on_progress) == whole
    assert killed
    assert sum(calls) == MANY
    assert arrays(games("run")) == whole


def large():
    return list(range(10_000))


def large_and_killed(seconds):
    threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGKILL)).start()
    return bytes(300_000_000)


def test_a_process_sends_its_result_in_one_write(tmp_path):
    sent = pickle.dumps(worker_pool._send(large, tmp_path))
    assert len(sent) < 256  # of 512, with what loky adds
    assert pickle.loads(sent) == large()
    assert not list(tmp_path.iterdir())
    with pytest.raises(WorkerError, match="none: cannot be written"):
        worker_pool._send(large, tmp_path / "none")


@pytest.mark.system
@pytest.mark.usefixtures("processes")
@pytest.mark.parametrize("seconds", [0.2, 0.3, 0.4])
def test_a_process_that_is_killed_while_it_sends_is_noticed(seconds):
    with WorkerPool(2, PROCESSES).opened() as workers:
        future = workers.submit(partial(large_and_killed, seconds))
        error = future.exception(timeout=120)
        assert error is None or workers.loss(error)


@pytest.mark.system
@pytest.mark.usefixtures("small_pieces")
@pytest.mark.parametrize("workers", [0, 1, 7])
def test_a_cluster_plays_the_same_for_any_number_of_workers(games, whole, cluster, workers):
    pool = WorkerPool(workers, DASK, cluster.scheduler_address)
    assert played(games(), pool) == whole


@pytest.mark.system
@pytest.mark.usefixtures("small_pieces")
def test_a_bot_of_the_user_plays_on_a_cluster_and_its_errors_come_back(games, cluster, tmp_path):
    path = tmp_path / "broken.py"
    path.write_text(BROKEN)
    pool = WorkerPool(0, DASK, cluster.scheduler_address)
    with pytest.raises(BotError, match=r"'broken' answered 2 in game \d+ of seed 7"):
        played(games("run", bots=[f"{path}:broken", "hold_at"]), pool)


@pytest.mark.system
@pytest.mark.usefixtures("small_pieces")
def test_what_is_under_way_is_stored_when_a_cluster_is_stopped(games, whole, cluster):
    stop = StopSignal()
    pool = WorkerPool(0, DASK, cluster.scheduler_address)
    play_games([games("run")], [GAMES], pool, stop, lambda games: stop.set())
    assert 0 < games("run").deals < GAMES
    assert played(games("run"), pool) == whole


@pytest.mark.system
@pytest.mark.usefixtures("small_pieces")
def test_a_worker_of_a_cluster_that_is_killed_loses_nothing(games, cluster):
    def pid():
        return next(iter(cluster.workers.values())).pid

    pool = WorkerPool(0, DASK, cluster.scheduler_address)
    on_progress, calls, killed = killer(pid)
    whole = played(games(), 1, MANY)
    assert played(games("run"), pool, MANY, on_progress) == whole
    assert killed
    assert sum(calls) == MANY
    assert arrays(games("run")) == whole


@pytest.mark.system
@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "127.0.0.1:9"])
def test_an_address_where_nothing_answers_is_one_sentence(games, monkeypatch, address):
    pytest.importorskip("distributed")
    monkeypatch.setattr("balance.runner.dask_backend.CONNECT_SECONDS", 0.5)
    with pytest.raises(WorkerError, match=f"--scheduler {address}: no .* answers"):
        played(games(), WorkerPool(0, DASK, address))


@pytest.mark.parametrize("address", ["nonsense", "gcp://x:1", "tcp://x", "tcp://x:1/y"])
def test_a_wrong_address_is_refused(games, address):
    pytest.importorskip("distributed")
    with pytest.raises(WorkerError, match=f"--scheduler {address}: is not the address"):
        played(games(), WorkerPool(0, DASK, address), 2)


@contextmanager
def serving(workers):
    """Yield a scheduler in a process of its own, with so many workers, and its address."""
    code = (
        "import distributed, time\n"
        "if __name__ == '__main__':\n"
        f"    one = distributed.LocalCluster(n_workers={workers}, threads_per_worker=2, "
        "processes=False, protocol='tcp://', dashboard_address=None)\n"
        "    print(one.scheduler.address, flush=True)\n"
        "    time.sleep(3600)\n"
    )
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process, process.stdout.readline().strip()
        finally:
            process.kill()
            disconnect()


@pytest.mark.system
@pytest.mark.usefixtures("small_pieces")
@pytest.mark.parametrize("workers", [0, 1])
def test_a_scheduler_that_is_lost_or_has_no_workers_is_one_sentence(games, monkeypatch, workers):
    pytest.importorskip("distributed")
    seconds = 60 if workers else 10
    monkeypatch.setattr("balance.runner.dask_backend.CONNECT_SECONDS", seconds)
    expected = "was lost" if workers else "no worker for 10 seconds"
    with serving(workers) as (process, address), pytest.raises(WorkerError, match=expected):
        played(games(), WorkerPool(0, DASK, address), 500_000, lambda _: process.kill())


def test_a_package_that_is_missing_is_named(games, monkeypatch):
    monkeypatch.setitem(sys.modules, "balance.runner.dask_backend", None)
    with pytest.raises(WorkerError, match=r"pip install 'balance\[dask\]'"):
        played(games(), WorkerPool(0, DASK, "somewhere"))


DRIVER = """
import sys, time
from balance.runner.worker_pool import WorkerPool
if __name__ == "__main__":
    with WorkerPool(2, "processes").opened() as workers:
        print(workers.submit(__import__("os").getpid).result(), flush=True)
        time.sleep(3600)
"""


@pytest.mark.system
@pytest.mark.skipif(not Path("/proc").exists(), reason="processes of Linux")
def test_workers_end_with_their_driver():
    command = [sys.executable, "-c", DRIVER]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as driver:
        worker = Path("/proc", driver.stdout.readline().strip())
        assert worker.exists()
        driver.kill()
    wait_until(lambda: not is_running(worker))


def is_running(process):
    try:
        return "State:\tZ" not in (process / "status").read_text()
    except OSError:
        return False


@pytest.mark.system
def test_processes_run_no_file_of_the_folder_where_they_start(tmp_path):
    (tmp_path / "token.py").write_text("open('ran', 'w')")
    words = ["run", PIG, "--bots", "random", "--games", "100", "--backend", "processes"]
    done = subprocess.run(
        [sys.executable, "-P", "-m", "balance", *words, "--no-report"],
        cwd=tmp_path, check=False, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert not (tmp_path / "ran").exists()
