"""A bot that stands still ends the program, as nothing else can: so it is tried in another one."""

import os
import re
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from balance.engine.watchdog import PATIENCE, VARIABLE, Watchdog, line_of, patience

ROOT = Path(__file__).resolve().parents[2]
PIG = str(ROOT / "examples" / "pig" / "pig.toml")
BOTS = """
def stands(view, table, seat, weights, stream):
    n = 0
    while view.turns > 12:
        n += 1
    return 0 if view.pot >= 20 else 1


def slow(view, table, seat, weights, stream):
    memory = {"a": object()}
    while view.turns > 12:
        memory["a"] = memory
    return 0 if view.pot >= 20 else 1
"""


@pytest.fixture
def balance(tmp_path):
    """Run a command in a folder with these bots, with little patience."""
    (tmp_path / "still.py").write_text(BOTS)

    def run(*arguments):
        return subprocess.run(
            [sys.executable, "-m", "balance", *arguments],
            cwd=tmp_path, capture_output=True, text=True, timeout=120,
            env={**os.environ, VARIABLE: "2"}, check=False,
        )  # fmt: skip

    return run


@pytest.mark.parametrize(
    ("bot", "command"), [("stands", "run"), ("stands", "play"), ("slow", "run")]
)
def test_a_bot_that_is_stuck_is_named_and_ends_the_program(balance, tmp_path, bot, command):
    bots = ("--bots", f"still.py:{bot},hold_at")
    done = balance(command, PIG, *bots)
    assert done.returncode == 2
    (error,) = [line for line in done.stderr.splitlines() if line.startswith("Error: ")]
    game = re.search(rf"'{bot}' .*2 seconds in game (\d) of seed .*\(ROLL, seat \d\)", error)
    assert game is not None
    assert error.endswith(f"balance play {PIG} {' '.join(bots)} --game {game[1]}")
    assert ("at line 11 of still.py" in error or "at line 12 of still.py" in error) == (
        bot == "slow"
    )
    assert "Traceback" not in done.stderr
    if command == "play":
        assert done.stdout.splitlines()[-1].startswith("Turn 13: stands 1 rolls a ")
    else:
        assert not list(tmp_path.rglob("*.part"))


def test_only_what_stays_too_long_is_noticed():
    places = iter([None, None, 1, 1, 2])
    with Watchdog(lambda: next(places), str) as watch:
        now = time.monotonic()
        assert [watch.stays(now + later) for later in (50, 60, 70, 80, 90)] == [0, 0, 0, 10, 0]


def test_patience_is_a_number_of_seconds(monkeypatch):
    for text, seconds in (("7.5", 7.5), ("0", 0), ("-3", 0), ("long", PATIENCE)):
        monkeypatch.setenv(VARIABLE, text)
        assert patience() == seconds
    monkeypatch.delenv(VARIABLE)
    assert patience() == PATIENCE


def test_the_line_of_a_file_that_is_being_run_is_found():
    here = threading.get_ident()
    assert line_of(here, Path(__file__)) is not None
    assert line_of(here, Path("elsewhere.py")) is None
    assert line_of(-1, Path(__file__)) is None
