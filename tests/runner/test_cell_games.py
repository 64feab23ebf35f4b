import numpy as np
import pytest

from balance.errors import BotError
from balance.runner import cell_games, cell_player
from balance.runner.cell_games import CellGames
from balance.runner.cell_player import RecordTable
from balance.runner.play import play_games
from balance.runner.schedule import PieceSize
from balance.runner.stop_signal import StopSignal
from balance.store.shards import DealRange
from balance.store.sums import merged
from tests.conftest import store_in


@pytest.fixture
def games(pig_set_up, metric_set, tmp_path):
    def make(folder="run", tables=(), **keys):
        match = pig_set_up(**keys).cells[0].match
        return CellGames("baseline", match, metric_set, store_in(tmp_path / folder), tables)

    return make


def played(games, deals=20_000, workers=1):
    play_games([games], [deals], workers)
    return arrays(games.totals)


def arrays(totals):
    return {name: array.tolist() for name, array in totals["won"].arrays().items()}


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_sums_are_the_same_for_any_number_of_workers(games, workers):
    one, many = played(games("one")), played(games("many"), workers=workers)
    assert one == many == arrays(games("many").totals)


def test_records_are_the_same_for_any_number_of_workers(games, tmp_path, monkeypatch):
    monkeypatch.setattr(cell_player, "BATCH_SECONDS", 0.002)
    written = {}

    def write(batches, match, path):
        written.setdefault(path.parent, []).extend(batches)
        path.touch()

    ordered = []
    tables = [RecordTable("records", lambda games, match: games.records, write, write)]
    for workers in (1, 2):
        play_games([games(f"w{workers}", tables)], [3_000], workers)
        records = np.concatenate(written[tmp_path / f"w{workers}" / "records" / "variant=baseline"])
        ordered.append(records[np.argsort(records["number"])])
    assert ordered[0]["number"].tolist() == list(range(3_000))
    assert all((ordered[0][name] == ordered[1][name]).all() for name in ordered[0].dtype.names)


def test_a_second_run_plays_only_what_is_missing(games):
    played(games(), 1_000)
    progress = []
    again = games()
    play_games([again], [1_500], on_progress=progress.append)
    assert sum(progress) == 500
    assert again.deals == again.games == 1_500
    assert arrays(again.totals) == played(games("whole"), 1_500)


def test_fewer_games_than_are_stored_play_nothing(games):
    played(games(), 1_000)
    again = games()
    play_games([again], [400], on_progress=pytest.fail)
    assert again.deals == 1_000


def test_a_gap_in_the_middle_is_played(games, monkeypatch):
    monkeypatch.setattr(cell_games, "PIECE", PieceSize(0.02, 0.01))
    whole = played(games())
    shards = games().shards
    stored = shards.stored()
    assert len(stored) > 2
    shards.drop(stored[1])
    assert games().missing(20_000) == [stored[1]]
    assert played(games(), workers=2) == whole


def test_after_a_stop_what_is_finished_is_stored(games):
    stop, one = StopSignal(), games()
    play_games([one], [50_000_000], 2, stop, lambda count: stop.set())
    again = games()
    assert 0 < again.deals < 50_000_000
    assert again.totals["won"].games.tolist() == [again.deals]
    assert not list(one.shards.folder.rglob("*.part"))


def test_a_shard_without_its_records_is_played_again_if_records_are_wanted(games):
    played(games(), 500)
    wanted = games(tables=[RecordTable("records", *3 * [lambda *given: None])])
    assert wanted.missing(500) == [DealRange(0, 499)]


def test_an_error_of_one_worker_ends_all(games, tmp_path):
    (tmp_path / "far.py").write_text(
        "def choose(view, table, seat, weights, stream):\n    return 7 if view.turns == 12 else 0\n"
    )
    with pytest.raises(BotError, match=r"'choose' answered 7 in game 0 of seed 7, decision"):
        played(games(bots=2 * [f"{tmp_path}/far.py:choose"]), 5_000, 2)


def test_without_a_folder_results_are_kept_in_memory(games, pig_set_up, metric_set):
    one = CellGames("baseline", pig_set_up().cells[0].match, metric_set)
    play_games([one], [300], 2)
    play_games([one], [1_000], 2)
    assert one.deals == 1_000
    assert arrays(one.totals) == played(games(), 1_000)


def test_a_game_that_is_cut_off_is_reported(pig_set_up, metric_set, monkeypatch):
    monkeypatch.setattr("balance.runner.batches.MAX_DECISIONS", 5)
    numbers = []
    match = pig_set_up().cells[0].match
    one = CellGames(
        "pig", match, metric_set, on_cut_off=lambda match, number: numbers.append(number)
    )
    play_games([one], [50])
    assert min(numbers) == 0


def test_totals_merge_in_any_order(games):
    one, two = games("a"), games("b")
    played(one, 100)
    played(two, 300)
    assert arrays(merged([one.totals, two.totals])) == arrays(merged([two.totals, {}, one.totals]))
