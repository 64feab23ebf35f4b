"""A bot that stands still ends the program, as nothing else can: so it is tried in another one."""

import os
import re
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from balance.engine.watchdog import (
    PATIENCE,
    VARIABLE,
    Watchdog,
    line_of,
    patience,
    stuck_handler,
    watched_import,
)
from tests.program import LONG, wait_until

ROOT = Path(__file__).resolve().parents[2]
LITTLE = "5"  # seconds of patience: what goes on gets so far on a busy machine too
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
            cwd=tmp_path, capture_output=True, text=True, timeout=LONG,
            env={**os.environ, VARIABLE: LITTLE}, check=False,
        )  # fmt: skip

    return run


@pytest.mark.system
@pytest.mark.parametrize(
    ("bot", "command"), [("stands", "run"), ("stands", "play"), ("slow", "run")]
)
def test_a_bot_that_is_stuck_is_named_and_ends_the_program(balance, tmp_path, bot, command):
    bots = ("--bots", f"still.py:{bot},hold_at")
    done = balance(command, PIG, *bots)
    assert done.returncode == 2
    (error,) = [line for line in done.stderr.splitlines() if line.startswith("Error: ")]
    game = re.search(rf"'{bot}' .*{LITTLE} seconds in game (\d) of seed .*\(ROLL, seat \d\)", error)
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


@pytest.mark.system
@pytest.mark.parametrize(
    "command",
    [
        ("duel", "still.py:stands", "hold_at"),
        ("tournament", "still.py:stands", "hold_at", "random"),
        ("tune-bot", str(Path(PIG).parent), "--bot", "hold_at", "--against", "still.py:stands"),
        ("check-bot", "still.py:stands"),
        ("run", PIG, "--bots", "still.py:stands,hold_at", "--backend", "processes"),
    ],
    ids=lambda command: command[0],
)
def test_every_command_that_plays_games_notices_it(balance, command):
    game = () if PIG in command or command[0] == "tune-bot" else ("--game", str(Path(PIG).parent))
    done = balance(*command, *game)
    assert done.returncode == 2
    (error,) = [line for line in done.stderr.splitlines() if line.startswith("Error: ")]
    assert f"The bot 'stands' has not answered for {LITTLE} seconds in game " in error
    assert re.search(r"of seed \d+, decision \d+ \(ROLL, seat \d\)", error)


LOOPS = {
    "trajectories": """
import numpy as np
from balance.runner.trajectories import TrajectoryPlayer
wanted = np.array([[number, 1, 1] for number in range(5)])
TrajectoryPlayer(match).play(wanted)
""",
    "takings": """
from balance.runner.stop_signal import StopSignal
from balance.runner.takings import branch_games
branch_games(match, 5, 8.0, 1, StopSignal())
""",
}


@pytest.mark.system
@pytest.mark.parametrize(
    ("loop", "game"),
    [("trajectories", str(Path(PIG).parent)), ("takings", "king_of_the_valley")],
)
def test_loops_beside_that_of_batches_notice_it(tmp_path, loop, game):
    (tmp_path / "late.py").write_text(
        "def late(view, table, seat, weights, stream):\n"
        "    n = 0\n"
        "    while view.num_decisions > 20:\n"
        "        n += 1\n"
        "    return 0\n"
    )
    script = (
        "from pathlib import Path\n"
        "from balance.scenario.model import Scenario\n"
        "from balance.scenario.prepare import prepare\n"
        f"scenario = Scenario(name='x', game={game!r}, players=2, bots='late.py:late', seed=3)\n"
        "match = prepare(scenario.at(Path('x.toml'))).cells[0].match\n" + LOOPS[loop]
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True,
        timeout=LONG, env={**os.environ, VARIABLE: LITTLE}, check=False,
    )  # fmt: skip
    assert done.returncode == 2, done.stderr
    number = r"[0-4]"
    assert re.search(
        rf"The bot 'late' has not answered for {LITTLE} seconds in game {number} of seed 3, "
        "decision 21 ",
        done.stderr,
    )


@pytest.mark.system
@pytest.mark.parametrize("command", ["run", "soak"])
def test_a_game_from_outside_that_is_stuck_is_named(balance, tmp_path, command):
    folder = Path(PIG).parent
    rules = (folder / "__init__.py").read_text()
    stuck = "    while view.turns > 12:\n        enough += 1\n    return HOLD if view.pot"
    assert "    return HOLD if view.pot" in rules
    (tmp_path / "loop").mkdir()
    for name in ("policy.py", "policy.json"):
        shutil.copy(folder / name, tmp_path / "loop")
    (tmp_path / "loop" / "__init__.py").write_text(
        rules.replace("    return HOLD if view.pot", stuck).replace('title="Pig"', 'title="Loop"')
        .replace('sections=("busts/section.py:busts",),', "")
    )  # fmt: skip
    (tmp_path / "loop.toml").write_text(
        'name = "loop"\ngame = "loop"\nbots = "hold_at"\nplayers = 2\n'
    )
    done = balance("--trust", "loop", command, "loop.toml" if command == "run" else "loop")
    assert done.returncode == 2, done.stderr
    (error,) = [line for line in done.stderr.splitlines() if line.startswith("Error: ")]
    assert re.search(
        rf"Loop, or its bot 'hold_at', has not gone on for {LITTLE} seconds in game \d", error
    )


@pytest.mark.system
def test_what_is_stuck_may_be_handled_instead(monkeypatch):
    monkeypatch.setenv(VARIABLE, "0.2")
    messages = []
    with stuck_handler(messages.append), Watchdog(lambda: "here", lambda: "it is stuck"):
        wait_until(lambda: messages)
        time.sleep(0.5)  # long enough for a second message
    assert messages == ["it is stuck"]


def test_only_what_stays_too_long_is_noticed():
    places = iter([None, None, 1, 1, 2])
    with Watchdog(lambda: next(places), str) as watch:
        now = time.monotonic()
        assert [watch.stays(now + later) for later in (50, 60, 70, 80, 90)] == [0, 0, 0, 10, 0]


def test_an_import_that_goes_on_to_other_modules_is_not_stuck(monkeypatch):
    watch = watched_import(Path("mine.py"))
    before = watch.look()
    assert watch.look() == before
    monkeypatch.setitem(sys.modules, "one_more_module", sys)
    assert watch.look() != before


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
