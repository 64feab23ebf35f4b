import json
from dataclasses import replace

import pytest
from rich.console import Console

from balance.bench import game_speed, other_speeds, report
from balance.bench.game_speed import described_rows, row_of, rows_of
from balance.bench.other_speeds import RunSpeed
from balance.compiling.jit import compiled, plain
from balance.engine.services import Benchmark, Setups


@pytest.fixture(autouse=True)
def _quick(monkeypatch):
    """Measure for a moment: the figures are right, if not exact."""
    monkeypatch.setattr("balance.bench.game_speed.REPEAT_SECONDS", 0.0005)
    monkeypatch.setattr("balance.bench.reference_loop.STEPS", 1000)


def speed_of(row, games):
    (measured,) = game_speed.speeds([row], 0.01, {row.name: games}, Console(quiet=True))
    return measured


@pytest.fixture
def row(pig):
    return row_of(pig, 2, pig.bots["hold_at"])


def test_a_speed_is_the_median_of_repeats(row):
    measured = speed_of(row, 200)
    assert measured.slowest <= measured.games_per_second <= measured.fastest
    assert min(measured.paces) <= measured.pace <= max(measured.paces)
    assert len(measured.paces) >= 5
    assert 50 < measured.decisions < 70
    assert measured.name == row.name == "pig, hold_at, 2 players"


def test_examples_as_text_are_measured_where_there_is_a_checkout(monkeypatch, tmp_path):
    names = ["docks", "gems", "dominion_base", "valeria_citizens"]
    assert [row.name for row in described_rows()] == [f"{one}, random, 2 players" for one in names]
    monkeypatch.setattr("balance.bench.game_speed.EXAMPLES", tmp_path / "none")
    assert described_rows() == []


def test_a_decision_as_text_is_compared_with_that_of_the_native_rules(row):
    measured = speed_of(row, 20)
    native = replace(measured, game="dominion", decisions=10.0, pace=30.0)
    text = replace(native, game="dominion_base", decisions=20.0, pace=5.0)
    table = report.described_table([text, replace(text, game="docks")], [native])
    assert list(table.columns[-1].cells) == ["3.0", ""]


def test_a_row_plays_a_given_number_of_games(row):
    measured = speed_of(row, 3)
    assert measured.games == 3


def test_the_first_bot_is_measured_with_all_numbers_of_players_others_against_it(pig):
    usual = pig.bots["hold_at"]
    bold = replace(usual, name="bold", weights={"pot": 30.0})  # the same function: not measured
    odd = replace(usual, name="odd", choose=compiled(plain(usual.choose)))
    bots = {"hold_at": usual, "bold": bold, "odd": odd}
    others = {"short": Benchmark(3, {"target": 20}), "both": Benchmark(2, {}, ("bold", "hold_at"))}
    game = replace(pig, bots=bots, setups=Setups(benchmarks=others))
    found = [(one.bot, one.players, one.variant) for one in rows_of(game)]
    rows = [(bot, n, "") for bot in ("hold_at", "random") for n in pig.seats]
    rows += [("odd v hold_at", 2, ""), ("hold_at", 3, "short"), ("bold v hold_at", 2, "both")]
    assert found == rows


@pytest.mark.parametrize(("name", "measured"), [(None, ["pig", "twin"]), ("twin", ["twin"])])
def test_all_games_are_measured_if_none_is_named(pig, monkeypatch, tmp_path, name, measured):
    twin = replace(pig, name="twin", title="Twin")
    monkeypatch.setattr(game_speed, "GAMES", {"pig": "", "twin": ""})
    monkeypatch.setattr(
        game_speed, "load_game", lambda name, folder: {"pig": pig, "twin": twin}[name]
    )
    monkeypatch.setattr(game_speed, "described_rows", list)
    monkeypatch.setattr(other_speeds, "start_times", lambda: {"imports": 1.0})
    monkeypatch.setattr(
        other_speeds, "first_games", lambda name, compiling: {f"first game of {name}": 2.0}
    )
    report.bench_all(name, 0.001, tmp_path, compiling=False)
    (file,) = tmp_path.iterdir()
    stored = json.loads(file.read_text(encoding="utf-8"))
    assert list(dict.fromkeys(one["game"] for one in stored["speeds"])) == measured
    assert stored["searches"] == []  # nobody searches in Pig
    assert [one["game"] for one in stored["steps"]] == measured
    assert all(one["steps_per_second"] > 0 for one in stored["steps"])
    assert list(stored["runs"]) == measured
    assert list(stored["starts"]) == ["imports", *(f"first game of {one}" for one in measured)]


def test_without_the_extra_for_agents_the_rest_is_measured(pig, monkeypatch, tmp_path, capsys):
    def missing(game, seconds):
        raise ImportError("training agents needs gymnasium")

    monkeypatch.setattr(other_speeds, "step_speed", missing)
    monkeypatch.setattr(game_speed, "load_game", lambda name, folder: pig)
    monkeypatch.setattr(other_speeds, "start_times", dict)
    monkeypatch.setattr(other_speeds, "first_games", lambda name, compiling: {})
    monkeypatch.setattr(
        other_speeds, "run_speed", lambda match, metrics, seconds: RunSpeed(2.0, 0.9, 1.8)
    )
    report.bench_all("pig", 0.001, tmp_path, compiling=False)
    assert "not measured: training agents needs gymnasium." in capsys.readouterr().out
    (file,) = tmp_path.iterdir()
    assert json.loads(file.read_text(encoding="utf-8"))["steps"] == []


def test_figures_are_compared_with_the_last_ones(pig, monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(game_speed, "load_game", lambda name, folder: pig)
    monkeypatch.setattr(other_speeds, "start_times", dict)
    monkeypatch.setattr(other_speeds, "first_games", lambda name, compiling: {})
    monkeypatch.setattr(
        other_speeds, "run_speed", lambda match, metrics, seconds: RunSpeed(2.0, 0.9, 1.8)
    )
    report.bench_all("pig", 0.001, tmp_path / "now", compiling=False)
    assert "No figures of such a machine" in capsys.readouterr().out
    (file,) = (tmp_path / "now").iterdir()
    stored = json.loads(file.read_text(encoding="utf-8"))
    stored["when"], stored["versions"]["numba"] = "2020-01-01T00:00:00+00:00", "0.1"
    stored["speeds"] = stored["speeds"][:1]
    stored["speeds"][0] |= {"pace": 1.0, "paces": [1.0]}  # as slow as that
    (tmp_path / "stored").mkdir()
    (tmp_path / "stored" / "old.json").write_text(json.dumps(stored), encoding="utf-8")
    report.bench_all("pig", 0.001, tmp_path / "stored", compiling=False)
    text = " ".join(capsys.readouterr().out.split())
    assert "Faster by" in text
    assert "pig, hold_at, 2 players." in text
    assert "Compared with 2020-01-01-0000" in text
    assert "numba 0.1 then" in text
