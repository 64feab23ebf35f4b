import json
from dataclasses import replace

import pytest

from balance.bench import report
from balance.bench.games import equal_match, speed, speeds
from balance.engine.game import Benchmark
from balance.engine.jit import compiled, plain


def test_a_speed_is_the_median_of_repeats(pig):
    measured = speed(equal_match(pig, pig.bots["hold_at"], 2), seconds=0.01)
    assert measured.slowest <= measured.games_per_second <= measured.fastest
    assert measured.repeats >= 5
    assert 50 < measured.decisions < 70


def test_usual_bots_are_measured_at_every_number_of_players_others_against_them(pig, monkeypatch):
    monkeypatch.setattr("balance.bench.games.BATCH_SECONDS", 0.001)
    usual = pig.bots["hold_at"]
    bold = replace(usual, name="bold", weights={"pot": 30.0})  # the same function: not measured
    odd = replace(usual, name="odd", choose=compiled(plain(usual.choose)))
    bots = {"hold_at": usual, "bold": bold, "odd": odd}
    others = {"short": Benchmark(3, {"target": 20}), "both": Benchmark(2, {}, ("bold", "hold_at"))}
    game = replace(pig, bots=bots, benchmarks=others)
    measured = [(one.bot, one.players, one.variant) for one in speeds(game, seconds=0.001)]
    rows = [(bot, n, "") for bot in ("hold_at", "random") for n in pig.seats]
    rows += [("odd v hold_at", 2, ""), ("hold_at", 3, "short"), ("bold v hold_at", 2, "both")]
    assert measured == rows


@pytest.mark.parametrize(("asked", "measured"), [(None, ["pig", "twin"]), ("twin", ["twin"])])
def test_all_games_are_measured_if_none_is_named(pig, monkeypatch, tmp_path, asked, measured):
    twin = replace(pig, name="twin", title="Twin")
    monkeypatch.setattr(report, "GAMES", {"pig": "", "twin": ""})
    monkeypatch.setattr(report, "load_game", lambda name, folder: {"pig": pig, "twin": twin}[name])
    monkeypatch.setattr("balance.bench.games.BATCH_SECONDS", 0.001)
    monkeypatch.setattr(report, "start_times", lambda: {"imports": 1.0})
    monkeypatch.setattr(report, "first_games", lambda name: {f"first game of {name}": 2.0})
    report.bench_all(asked, 0.001, tmp_path)
    (file,) = tmp_path.iterdir()
    kept = json.loads(file.read_text(encoding="utf-8"))
    assert list(dict.fromkeys(one["game"] for one in kept["speeds"])) == measured
    assert kept["searches"] == []  # nobody searches in Pig
    assert list(kept["two workers"]) == measured
    assert list(kept["starts"]) == ["imports", *(f"first game of {one}" for one in measured)]
