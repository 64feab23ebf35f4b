"""Notices on slow bots and long runs, before the games are played."""

import pytest

from balance.app import time_notices
from balance.app.commands.run import RunOptions, run_scenario
from balance.app.time_notices import time_notices as notices_on
from balance.errors import BotError
from balance.runner.bot_speed import BotSpeed
from balance.runner.worker_pool import WorkerPool
from balance.scenario.overrides import Overrides
from tests.conftest import ROOT
from tests.runner.test_bot_speed import SLOW

PIG = str(ROOT / "examples" / "pig" / "pig.toml")


@pytest.fixture
def planned(pig_set_up, monkeypatch):
    """Return cells of these line-ups, with so many games, where bots have these speeds."""

    def make(speeds, *lineups):
        def speed_of(match, entry):
            seconds, decisions = speeds[entry.label]
            return BotSpeed(entry.label, seconds, decisions)

        monkeypatch.setattr(time_notices, "speed_of_bot", speed_of)
        return [
            (pig_set_up(bots=[{"bot": "hold_at", "label": name} for name in names]).cells[0].match,
             games)
            for games, *names in lineups
        ]  # fmt: skip

    return make


def test_a_bot_that_is_far_slower_is_named_with_its_speed_and_the_time_of_the_run(planned):
    speeds = {"ox": (1e-6, 100.0), "cat": (2e-6, 100.0), "snail": (0.01, 0.0)}
    cells = planned(speeds, (10_000, "ox", "snail"), (1_000_000, "ox", "cat"))
    # A game of the first takes 100 decisions of 5 ms on average: 5,000 s on 2 cores, and 75 s more.
    assert notices_on(cells, 2) == [
        "The bot 'snail' takes 10 ms for a decision, 10,000 times as long as 'ox': about 4 "
        "games/s, so that all games take about 43 min."
    ]


def test_of_bots_of_alike_speed_none_is_named(planned):
    speeds = {"ox": (1e-6, 100.0), "cat": (9e-4, 100.0)}
    assert notices_on(planned(speeds, (10_000, "ox", "cat")), 1) == []
    assert notices_on(planned({"snail": (0.1, 100.0)}, (1_000, "snail", "snail")), 1) == []


def test_a_run_of_more_than_a_day_is_announced(planned):
    cells = planned({"ox": (1e-3, 100.0)}, (3_000_000, "ox", "ox"))
    assert notices_on(cells, 1) == [
        "All games take about 83 hours, at the speed of the first ones."
    ]
    assert notices_on(cells, 1, is_most=True)[0].startswith("All games take at most about 83 hours")
    assert notices_on(cells, 4) == []


def test_a_game_without_an_end_is_as_long_as_one_of_random_choices(planned):
    speeds = {"ox": (10.0, 0.0), "random": (1e-6, 50.0)}
    (notice,) = notices_on(planned(speeds, (1_000, "ox", "ox")), 1)
    assert "about 6 days" in notice  # 50 decisions of 10 s


def test_a_bot_at_fault_and_nothing_to_play_say_nothing_here(planned, monkeypatch):
    speeds = {"ox": (1e-6, 100.0), "snail": (10.0, 0.0)}
    assert notices_on(planned(speeds, (0, "ox", "snail")), 1) == []
    cells = planned(speeds, (1_000, "ox", "snail"))
    assert len(notices_on(cells, 1)) == 1

    def fails(match, entry):
        raise BotError("it failed")

    monkeypatch.setattr(time_notices, "speed_of_bot", fails)
    assert notices_on(cells, 1) == []


def test_a_run_says_it_in_one_line_and_not_again(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(time_notices, "LONG_SECONDS", 0.0)
    monkeypatch.setattr(time_notices, "FAR", 20.0)  # on a busy machine, too
    (tmp_path / "slow.py").write_text(SLOW.format(loops=200_000))
    overrides = Overrides(games=40, bots=("slow.py:slow", "hold_at"))
    options = RunOptions("balance run", pool=WorkerPool(1))
    run_scenario(PIG, overrides, options)
    lines = [line for line in capsys.readouterr().err.splitlines() if "times as long" in line]
    assert len(lines) == 1
    assert lines[0].startswith("Note: The bot 'slow' takes ")
    assert "times as long as 'hold_at': about " in lines[0]
    run_scenario(PIG, overrides, options)  # everything is stored
    assert "times as long" not in capsys.readouterr().err
