"""`balance bench --check` fails if a row is slower, but not from noise."""

from dataclasses import replace

import pytest
from rich.console import Console
from typer.testing import CliRunner

from balance.bench import game_speed, reference_loop, regression_check
from balance.bench.baselines import Figures, Machine, store, this_machine
from balance.bench.game_speed import rows_of, speeds
from balance.bench.regression_check import check_speed
from balance.cli.main import app
from balance.errors import StoreError
from balance.runner.batches import Batches


class Clock:
    """Time that passes only when games are played, without noise of the machine."""

    def __init__(self):
        self.now = 0.0
        self.slowness = lambda match, call: 1.0
        self.calls = 0

    def process_time(self):
        return self.now

    def perf_counter(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    """Every game takes a thousandth of a second, and so does the reference loop."""
    clock = Clock()
    play = Batches.play

    def slow(self, first, count):
        clock.calls += 1
        clock.now += 1e-3 * count * clock.slowness(self.match, clock.calls)
        return play(self, first, 1)

    def run(self, steps):
        clock.now += 1e-3

    monkeypatch.setattr(Batches, "play", slow)
    monkeypatch.setattr(reference_loop.ReferenceLoop, "run", run)
    monkeypatch.setattr(game_speed, "time", clock)
    monkeypatch.setattr(reference_loop, "time", clock)
    return clock


@pytest.fixture
def stored(pig, monkeypatch, tmp_path, clock):
    """Return a folder with figures of Pig on this machine."""
    monkeypatch.setattr(game_speed, "benched_games", lambda name: {"pig": pig})
    measured = speeds(list(rows_of(pig)), 0.1, {}, Console(quiet=True))
    when = "2026-11-22T10:00:00+00:00"
    store(Figures(when, "abc", this_machine(), {"balance": "0.1.0"}, measured), tmp_path)
    return tmp_path


def test_the_same_speed_passes(stored, capsys):
    assert check_speed("pig", stored, None)
    text = capsys.readouterr().out
    assert "None of 9 rows" in text
    assert "SLOWER" not in text


def test_a_row_that_got_slower_fails_and_is_named(stored, clock, capsys):
    clock.slowness = lambda match, call: 1.25 if len(match.lineup.seats) == 3 else 1.0
    assert not check_speed("pig", stored, None)
    text = capsys.readouterr().out
    assert "SLOWER: pig, hold_at, 3 players: 0.80" in text
    assert "SLOWER: pig, random, 3 players: 0.80" in text
    assert text.count("SLOWER") == 2
    assert "in 100% of bootstrap samples" in " ".join(text.split())


def test_a_moment_of_noise_fails_nothing(pig, stored, clock, capsys):
    rows = len(list(rows_of(pig)))
    noise = clock.calls + rows * 7  # longer than most of the first turns
    clock.slowness = lambda match, call: 1.5 if call < noise else 1.0
    assert check_speed("pig", stored, None)
    assert "Measured again, as they looked slower" in capsys.readouterr().out


def test_a_little_slower_is_no_failure(stored, clock):
    clock.slowness = lambda match, call: 1.08
    assert check_speed("pig", stored, None)


def test_rows_without_stored_figures_are_listed(pig, stored, monkeypatch, capsys):
    bots = {**pig.bots, "bold": replace(pig.bots["hold_at"], name="bold", choose=check_speed)}
    monkeypatch.setattr(game_speed, "benched_games", lambda name: {"pig": replace(pig, bots=bots)})
    assert check_speed("pig", stored, None)
    assert "no figures are stored: pig, bold v hold_at" in " ".join(capsys.readouterr().out.split())


def test_a_file_of_another_machine_may_be_given(stored, tmp_path):
    found = Figures("2020", "abc", Machine("another", 1, "Linux"), {"balance": "0"}, [])
    path = store(found, tmp_path / "other")
    with pytest.raises(StoreError, match=r"no figures of Pig .*`balance bench`"):
        check_speed("pig", stored, path)


def test_without_figures_of_such_a_machine_the_error_names_the_command(stored, tmp_path):
    with pytest.raises(StoreError, match=r"no figures of such a machine .*`balance bench`"):
        check_speed("pig", tmp_path / "empty", None)


@pytest.mark.parametrize(("holds", "code"), [(True, 0), (False, 1)])
def test_the_exit_code_says_whether_it_holds(monkeypatch, holds, code):
    monkeypatch.setattr(regression_check, "check_speed", lambda *given: holds)
    assert CliRunner().invoke(app, ["bench", "--check"]).exit_code == code
