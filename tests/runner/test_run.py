import json
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from balance.errors import BotError, Interrupted, StoreError
from balance.runner.cell_games import MetricSet
from balance.runner.run import RunEvents, play_run, read_run
from balance.runner.stop_signal import StopSignal
from balance.scenario.match import Match
from balance.store.run_folder import RunFolder
from balance.store.sums import Sums
from tests import program

SHORT = {"name": "short", "set": {"target": 50}}
LONG = {"name": "long", "set": {"target": 120}}


@dataclass(frozen=True)
class Seats(Sums):
    """A metric of games of three only."""

    games: NDArray[np.int64]


def count(records: NDArray[Any], match: Match) -> Seats:
    return Seats(np.array([len(records) * match.game_table.num_seats]))


@pytest.fixture
def play(pig_set_up, metric_set, tmp_path):
    """Play Pig with some keys into a folder; return the run, and what was to play of each."""

    def play(**keys):
        missing = {}
        run = play_run(
            pig_set_up(**keys),
            lambda prepared, match: metric_set,
            RunFolder(tmp_path / "run"),
            "balance run pig",
            1,
            events=RunEvents(on_cell=lambda cell, games: missing.update({cell.name: games})),
        )
        return run, missing

    return play


def wins(run):
    return {one.cell.name: one.totals["won"].wins.tolist() for one in run.cells}


def test_a_variant_that_comes_later_leaves_the_others_played(play):
    one, _ = play(variants=[SHORT])
    two, missing = play(variants=[LONG, SHORT])
    assert missing == {"baseline": 0, "long": 200, "short": 0}
    assert [wins(two)[name] for name in ("baseline", "short")] == list(wins(one).values())


def test_a_variant_that_goes_may_come_back(play):
    one, _ = play(variants=[SHORT])
    two, missing = play()
    assert (list(wins(two)), missing) == (["baseline"], {"baseline": 0})
    three, missing = play(variants=[SHORT])
    assert missing == {"baseline": 0, "short": 0}
    assert wins(three) == wins(one)


def test_a_variant_may_not_come_back_as_another(play):
    play(variants=[SHORT])
    play()
    with pytest.raises(StoreError, match="sheets or options of short were changed"):
        play(variants=[{"name": "short", "set": {"target": 51}}])


def test_a_variant_may_not_change_its_bots_or_players(play):
    play(variants=[{"name": "v", "players": 3}])
    with pytest.raises(StoreError, match=r'seats was \["hold_at", "hold_at", "hold_at"\], now'):
        play(variants=[{"name": "v", "bots": ["hold_at", "random", "random"]}])


def test_cells_whose_names_differ_only_in_odd_characters_have_folders_of_their_own(play, tmp_path):
    variants = [
        {"name": name, "set": {"target": target}}
        for name, target in (("a b", 50), ("a_b", 60), ("A b", 70), ("a b" * 60, 80))
    ]
    run, _ = play(variants=variants)
    assert len(list((tmp_path / "run" / "shards").iterdir())) == 5
    assert {one.games for one in run.cells} == {200}


def test_cells_of_a_grid_each_have_a_line_up_and_are_read_again(play, metric_set, tmp_path):
    grid = {"players": [2, 3], "bots": ["hold_at", ["hold_at", "random", "random"]]}
    run, missing = play(bots="hold_at", grid=grid)
    assert missing == {
        "2 players, hold_at": 200,
        "3 players, hold_at": 200,
        "3 players, hold_at + 2 random": 201,
    }
    back = read_run(tmp_path / "run", lambda prepared, match: metric_set)
    assert wins(back) == wins(run)
    assert back.cells[2].cell.axes == {"players": "3", "bots": "hold_at + 2 random"}
    assert run.manifest["games"] == missing
    played = run.manifest["identity"]["cells"]["3 players, hold_at + 2 random"]
    assert played["seats"] == ["hold_at", "random", "random"]


NOTED = (
    "scenario", "scenario file", "settings", "command", "versions", "started", "finished",
    "seconds", "games", "deals",
)  # fmt: skip
IDENTITY = "identity.tallies", "identity.cells.baseline.table"


@pytest.mark.parametrize(
    ("key", "is_there"),
    [("command", False), (IDENTITY[0], False), *((key, True) for key in NOTED + IDENTITY)],
)
def test_a_manifest_with_a_missing_or_wrong_key_is_refused_and_written_anew(
    key, is_there, play, metric_set, tmp_path
):
    run, _ = play(games=20)
    path = tmp_path / "run" / "manifest.json"
    assert {"identity", *NOTED} == set(run.manifest)
    *above, last = key.split(".")
    place = manifest = json.loads(path.read_text())
    for name in above:
        place = place[name]
    if is_there:
        place[last] = ["x"]
    else:
        del place[last]
    path.write_text(json.dumps(manifest))
    with pytest.raises(StoreError, match=last):
        read_run(tmp_path / "run", lambda prepared, match: metric_set)
    again, missing = play(games=20)
    assert missing == {"baseline": 0}
    assert wins(again) == wins(run)


def test_a_cell_has_the_metrics_that_apply_to_it(pig_set_up, metric_set, tmp_path):
    more = MetricSet({**metric_set.tallies, "seats": count}, {**metric_set.kinds, "seats": Seats})

    def metrics_for(prepared, match):
        return more if match.game_table.num_seats == 3 else metric_set

    ready = pig_set_up(bots="hold_at", grid={"players": [2, 3]})
    run = play_run(ready, metrics_for, RunFolder(tmp_path / "run"), "", 1)
    assert [set(one.totals) for one in run.cells] == [{"won"}, {"won", "seats"}]
    assert run.cells[1].totals["seats"].games.tolist() == [600]


def test_the_error_of_a_bot_names_the_cell(play, tmp_path):
    (tmp_path / "far.py").write_text(
        "def choose(view, table, seat, weights, stream):\n    return 7 if view.turns == 12 else 0\n"
    )
    with pytest.raises(BotError, match=r"^far: The bot 'choose' answered 7 in game 0"):
        play(variants=[{"name": "far", "bots": [f"{tmp_path}/far.py:choose"]}])


@pytest.mark.parametrize("workers", [1, 2])
def test_a_run_in_another_thread_is_stopped_and_continued(
    pig_set_up, metric_set, tmp_path, workers
):
    prepared = pig_set_up(variants=[SHORT, LONG])
    first_games, is_stopping, threads = threading.Event(), threading.Event(), set()

    def on_progress(games):
        threads.add(threading.get_ident())
        first_games.set()
        is_stopping.wait(program.LONG)

    def play(folder, stop=None):
        return play_run(
            prepared, lambda prepared, match: metric_set, RunFolder(tmp_path / folder), "",
            workers, events=RunEvents(on_progress=on_progress), stop=stop,
        )  # fmt: skip

    stop = StopSignal()
    with ThreadPoolExecutor(1) as other:
        stopped = other.submit(play, "stopped", stop)
        assert first_games.wait(program.LONG)
        stop.set()
        is_stopping.set()
        with pytest.raises(Interrupted, match="run the same command again"):
            stopped.result()
        (thread,) = threads
        assert thread != threading.get_ident()
        manifest = RunFolder(tmp_path / "stopped").require_manifest()
        assert manifest["finished"] is None
        assert manifest["games"]["baseline"] > 0
        assert (manifest["games"]["short"], manifest["games"]["long"]) == (0, 0)
        continued = other.submit(play, "stopped").result()
    whole = play("whole")
    assert wins(continued) == wins(whole)
    assert continued.manifest["games"] == whole.manifest["games"]


@pytest.mark.parametrize(
    ("command", "again"),
    [
        ("balance run pig", "balance run pig --games 40"),
        ("balance run pig --games 10 --out x", "balance run pig --games 40 --out x"),
        ("balance run pig --games=10", "balance run pig --games 40"),
    ],
)
def test_after_fewer_games_the_command_still_plays_all_that_are_stored(
    pig_set_up, metric_set, tmp_path, command, again
):
    for games, said, expected in ((40, "balance run pig", "balance run pig"), (10, command, again)):
        run = play_run(
            pig_set_up(games=games), lambda *_: metric_set, RunFolder(tmp_path / "run"), said, 1
        )
        assert run.manifest["command"] == expected
        assert run.cells[0].games == 40
