"""Figures are stored with machine and commit, and the last ones of such a machine are found."""

import subprocess
from dataclasses import replace

import pytest

from balance.bench import baselines
from balance.bench.baselines import (
    Figures,
    Machine,
    commit,
    last_speeds,
    read_figures,
    speed_versions,
    store,
    this_machine,
)
from balance.bench.game_speed import Speed
from balance.errors import StoreError
from tests.conftest import ROOT

HERE = Machine("a cpu", 2, "Linux")
SPEED = Speed("pig", "hold_at", 2, "", 100, 5e5, 4e5, 6e5, 60.0, 33.0, 40.0, 12500.0, (12000.0,))


def figures(when, *speeds, machine=HERE, commit="abc1234"):
    return Figures(when, commit, machine, {"balance": "0.1.0"}, list(speeds))


def test_stored_figures_are_read_again(tmp_path):
    one = figures("2026-11-22T10:12:44+00:00", SPEED)
    path = store(one, tmp_path / "bench")
    assert path.name == "2026-11-22-1012-abc1234.json"
    assert read_figures(path) == one


def test_each_measurement_has_a_file_of_its_own(tmp_path):
    store(figures("2026-11-22T10:12:44+00:00", commit="abc1234+"), tmp_path)
    store(figures("2026-11-23T10:12:44+00:00", commit=""), tmp_path)
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["2026-11-22-1012-abc1234-edited.json", "2026-11-23-1012-0.1.0.json"]


def test_the_last_speed_of_each_row_is_of_such_a_machine(tmp_path):
    other = replace(SPEED, players=3)
    store(figures("2026-11-03T10:00:00+00:00", replace(SPEED, pace=3.0)), tmp_path)
    below = tmp_path / "baselines"
    store(figures("2026-11-01T10:00:00+00:00", replace(SPEED, pace=1.0), other), below)
    elsewhere = replace(HERE, cores=64)
    store(figures("2026-11-04T10:00:00+00:00", SPEED, machine=elsewhere), tmp_path)
    last = last_speeds(tmp_path, HERE)
    assert {name: (one.pace, then.when[:10]) for name, (one, then) in last.items()} == {
        "pig, hold_at, 2 players": (3.0, "2026-11-03"),
        "pig, hold_at, 3 players": (12500.0, "2026-11-01"),
    }


@pytest.mark.parametrize("text", ["", "[1]", '{"format": 2, "when": 3}', "\xff"])
def test_a_file_of_something_else_is_named(tmp_path, text):
    path = tmp_path / "odd.json"
    path.write_text(text)
    with pytest.raises(StoreError, match=r"odd\.json: .*expected figures of `balance bench`"):
        last_speeds(tmp_path, HERE)


def test_the_committed_baselines_are_read():
    files = list((ROOT / "reports" / "bench" / "baselines").iterdir())
    assert all(read_figures(file).speeds[0].reference_loop > 0 for file in files)


def test_a_missing_file_and_a_folder_that_is_a_file_are_named(tmp_path):
    with pytest.raises(StoreError, match=r"none\.json: cannot be read"):
        read_figures(tmp_path / "none.json")
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be written"):
        store(figures("2026-11-22T10:12:44+00:00"), tmp_path / "file")


def test_this_machine_does_not_change():
    assert this_machine() == this_machine()
    assert this_machine().cores >= 1


def test_a_machine_is_one_line_of_text():
    text = str(Machine("AMD EPYC (family 25, model 17)", 2, "Linux x86_64"))
    assert text == "AMD EPYC (family 25, model 17), 2 cores, Linux x86_64"


def test_all_software_that_affects_speed_has_a_version():
    assert list(speed_versions()) == ["balance", "python", "numba", "numpy", "llvmlite"]
    assert all(speed_versions().values())


def test_the_commit_of_an_edited_checkout_ends_with_a_plus(monkeypatch, tmp_path):
    monkeypatch.setattr(baselines, "_CHECKOUT", tmp_path)
    assert commit() == ""  # no checkout at all

    def git(*arguments):
        settings = ["-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", "-C", tmp_path, *settings, *arguments], check=True)

    git("init", "--quiet")
    assert commit() == ""  # none made yet
    (tmp_path / "rules.py").write_text("1")
    git("add", ".")
    git("commit", "--quiet", "-m", "first")
    assert len(commit()) >= 4
    assert not commit().endswith("+")
    (tmp_path / "rules.py").write_text("2")
    assert commit().endswith("+")
