"""Figures are kept in files, and the last ones of such a machine are found again."""

from dataclasses import replace

import pytest

from balance.bench.baselines import Figures, figures_in, keep, last_speeds, read_figures
from balance.bench.game_speed import Speed
from balance.bench.machine import Machine
from balance.errors import StoreError

HERE = Machine("a cpu", 2, "Linux")
SPEED = Speed("pig", "hold_at", 2, "", 100, 5e5, 4e5, 6e5, 60.0, 33.0, 40.0, 12500.0, (12000.0,))


def figures(when, *speeds, machine=HERE, commit="abc1234"):
    return Figures(when, commit, machine, {"balance": "0.1.0"}, speeds)


def test_what_is_kept_is_read_again(tmp_path):
    one = figures("2026-11-22T10:12:44+00:00", SPEED)
    path = keep(one, tmp_path / "bench")
    assert path.name == "2026-11-22-1012-abc1234.json"
    assert read_figures(path) == one


def test_each_measurement_has_a_file_of_its_own(tmp_path):
    keep(figures("2026-11-22T10:12:44+00:00", commit="abc1234+"), tmp_path)
    keep(figures("2026-11-23T10:12:44+00:00", commit=""), tmp_path)
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["2026-11-22-1012-abc1234-edited.json", "2026-11-23-1012-0.1.0.json"]


def test_the_last_speed_of_each_row_counts_of_such_a_machine_alone(tmp_path):
    other = replace(SPEED, players=3)
    keep(figures("2026-11-03T10:00:00+00:00", replace(SPEED, pace=3.0)), tmp_path)
    baselines = tmp_path / "baselines"
    keep(figures("2026-11-01T10:00:00+00:00", replace(SPEED, pace=1.0), other), baselines)
    elsewhere = replace(HERE, cores=64)
    keep(figures("2026-11-04T10:00:00+00:00", SPEED, machine=elsewhere), tmp_path)
    last = last_speeds(figures_in(tmp_path), HERE)
    assert {name: (one.pace, then.when[:10]) for name, (one, then) in last.items()} == {
        "pig, hold_at, 2 players": (3.0, "2026-11-03"),
        "pig, hold_at, 3 players": (12500.0, "2026-11-01"),
    }


def test_files_without_a_yardstick_are_passed_over(tmp_path):
    (tmp_path / "0.1.0.json").write_text('{"version": "0.1.0", "speeds": []}')
    assert figures_in(tmp_path) == []


@pytest.mark.parametrize("text", ["", "[1]", '{"format": 2, "when": 3}', "\xff"])
def test_a_file_of_something_else_is_named(tmp_path, text):
    path = tmp_path / "odd.json"
    path.write_text(text)
    with pytest.raises(StoreError, match=r"odd\.json: .*expected what `balance bench` writes"):
        figures_in(tmp_path)


def test_a_file_that_is_not_there_and_a_folder_that_is_none_are_named(tmp_path):
    with pytest.raises(StoreError, match=r"none\.json: cannot be read"):
        read_figures(tmp_path / "none.json")
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be written"):
        keep(figures("2026-11-22T10:12:44+00:00"), tmp_path / "file")
