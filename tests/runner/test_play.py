import numpy as np
import pytest

from balance.runner.play import Job, StopSignal, simulate, stored_totals
from balance.store.shards import Shard
from balance.store.sums import merged
from tests.conftest import store_in


@pytest.fixture
def job(pig_set_up, metric_set, tmp_path):
    def make(folder="run", games=20_000, **keys):
        variant = pig_set_up(games=games, **keys).variants[0]
        store = store_in(tmp_path / folder)
        return Job("baseline", variant.match, variant.deals, metric_set.tallies, store)

    return make


def arrays(totals):
    return {name: array.tolist() for name, array in totals["won"].arrays().items()}


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_sums_are_the_same_for_any_number_of_workers(job, metric_set, workers):
    one = simulate(job("one"), 1, StopSignal())
    many = simulate(job("many"), workers, StopSignal())
    assert arrays(one) == arrays(many)
    assert arrays(stored_totals(job("many"), metric_set.kinds)[0]) == arrays(many)


def test_records_are_the_same_for_any_number_of_workers(job, tmp_path, monkeypatch):
    monkeypatch.setattr("balance.runner.pace.BATCH_SECONDS", 0.002)
    written = {}

    def write(records, match, path):
        written.setdefault(path.parent, []).append(records)
        path.touch()

    kept = []
    for workers in (1, 2):
        one = job(f"w{workers}", games=3_000)
        simulate(
            Job(one.variant, one.match, one.deals, one.tallies, one.store, write),
            workers,
            StopSignal(),
        )
        records = np.concatenate(written[tmp_path / f"w{workers}" / "records" / "baseline"])
        kept.append(records[np.argsort(records["number"])])
    assert kept[0]["number"].tolist() == list(range(3_000))
    assert all((kept[0][name] == kept[1][name]).all() for name in kept[0].dtype.names)


def test_a_second_run_plays_only_what_is_missing(job, metric_set):
    simulate(job(games=1_000), 1, StopSignal())
    told = []
    simulate(job(games=1_500), 1, StopSignal(), told.append)
    assert sum(told) == 500
    totals, deals = stored_totals(job(), metric_set.kinds)
    assert deals == 1_500
    assert arrays(totals) == arrays(simulate(job("whole", games=1_500), 1, StopSignal()))


def test_fewer_games_than_are_stored_play_nothing(job):
    simulate(job(games=1_000), 1, StopSignal())
    assert simulate(job(games=400), 1, StopSignal()) == {}


def test_a_gap_in_the_middle_is_played(job, metric_set, monkeypatch):
    monkeypatch.setattr("balance.runner.play.SHARD_SECONDS", 0.002)
    monkeypatch.setattr("balance.runner.play.SMALLEST_SHARD_SECONDS", 0.001)
    whole = simulate(job(), 1, StopSignal())
    cell_shards = job().cell_shards
    shards = cell_shards.shards()
    assert len(shards) > 2
    cell_shards.drop(shards[1])
    assert job().gaps() == [shards[1]]
    simulate(job(), 2, StopSignal())
    assert arrays(stored_totals(job(), metric_set.kinds)[0]) == arrays(whole)


def test_a_stop_keeps_what_is_finished_and_no_half(job, metric_set):
    stop = StopSignal()
    wanted = job(games=50_000_000)
    simulate(wanted, 2, stop, lambda games: stop.set())
    totals, deals = stored_totals(wanted, metric_set.kinds)
    assert 0 < deals < 50_000_000
    assert totals["won"].games.tolist() == [deals]
    assert not list(wanted.store.folder.rglob("*.part"))


def test_a_shard_without_its_records_is_played_again_if_records_are_wanted(job):
    plain = job(games=500)
    simulate(plain, 1, StopSignal())

    def write(records, match, path):
        path.write_bytes(b"")

    wanted = Job(plain.variant, plain.match, plain.deals, plain.tallies, plain.store, write)
    assert wanted.gaps() == [Shard(0, 499)]


def test_an_error_of_one_worker_ends_all(pig_set_up, metric_set, tmp_path):
    (tmp_path / "far.py").write_text(
        "def choose(view, table, seat, weights, stream):\n    return 7 if view.turns == 12 else 0\n"
    )
    variant = pig_set_up(bots=2 * [f"{tmp_path}/far.py:choose"], games=5_000).variants[0]
    with pytest.raises(Exception, match=r"'choose' answered 7 in game 0 of seed 7, decision"):
        simulate(Job("baseline", variant.match, variant.deals, metric_set.tallies), 2, StopSignal())


def test_totals_merge_in_any_order(job):
    one = simulate(job("a", games=100), 1, StopSignal())
    two = simulate(job("b", games=300), 1, StopSignal())
    assert arrays(merged([one, two])) == arrays(merged([two, {}, one]))
