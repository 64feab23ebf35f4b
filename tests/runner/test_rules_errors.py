"""Games from outside that are wrong: who is blamed, in which line, and that no report comes."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from balance.app.commands.play import narrate
from balance.app.commands.validate import validate_all
from balance.errors import BalanceError
from balance.runner.bot_speed import warm_up
from balance.runner.rules_errors import rules_error
from balance.scenario.files import read_scenario
from balance.scenario.overrides import Overrides
from balance.scenario.prepare import prepare
from balance.scenario.replay_command import add_replay_commands
from tests.program import LONG

PIG = Path(__file__).resolve().parents[2] / "examples" / "pig"
SCENARIO = 'name = "x"\ngame = "pig"\nbots = ["random", "random"]\ngames = 200\n'

# What is written in place of what, and what the message contains; {line} is the line of the change.
PUSH = "push(state, Task.ASK, seat, 0, 0)"
HOLD = "player.points += state.pot"
BROKEN = {
    "both win": (
        "record.wins[seat] = WIN if points >= table.target else 0",
        "record.wins[seat] = WIN",
        ("Pig, game 0 of seed 1: the wins add up to 2", "`record.wins`"),
    ),
    "parts": (
        "record.scores[seat] = record.parts[seat, 0] = points",
        "record.scores[seat] = points",
        ("Pig, game 0 of seed 1: the parts of the scores are 0, 0 in all", "`record.parts`"),
    ),
    "no choice": (
        "        offer(state, HOLD)\n        offer(state, AGAIN)\n",
        "",
        ("Pig offers no choice in game 0 of seed 1, decision 0 (ROLL, seat 1)",),
    ),
    "field": (
        "state.seats[seat].busts += 1",
        "state.seats[seat].bust += 1",
        ("the rules failed: there is no field 'bust'; did you mean 'busts'?", "line {line})"),
    ),
    "name": (
        "state.rolled = die(",
        "state.rolled = dice(",
        ("name 'dice' is not defined; did you mean 'die'?", "(__init__.py, line {line})"),
    ),
    "index": (HOLD, "state.seats[seat + 77].points += state.pot", ("IndexError", "line {line})")),
    "division": (
        HOLD,
        "player.points += state.pot // (state.rolled - 4)",
        ("divide by zero", "(__init__.py, line {line})"),
    ),
    "agenda": (
        PUSH,
        f"[{PUSH} for _ in range(70)]",
        ("more effects waiting than the agenda has room for", "(__init__.py, line {line})."),
    ),
    "no end": (
        "if player.points < table.target:",
        "if player.points < table.target + 10**6:",
        ("no random game of", "came to its end within 20,000 decisions"),
    ),
    "own": (
        'bots={"hold_at"',
        'own=("pints",), bots={"hold_at"',
        ("GAME.own: a seat of the state has no field 'pints': did you mean 'points'?",),
    ),
    "table": (
        "options.target)]",
        "options.targt)]",
        ("Pig: build_table failed: ", "did you mean 'target'? (__init__.py, line {line})"),
    ),
}


# Validates each broken copy uncompiled, as `balance validate` does in a process of its own.
VALIDATE = """
import json, os, sys
from balance.app.commands.validate import validate_all
from balance.errors import BalanceError

said = {}
for name in sys.argv[1:]:
    try:
        validate_all([os.path.join(name, "x.toml")], quiet=True)
    except BalanceError as error:
        said[name] = str(error)
print(json.dumps(said))
"""


def write_broken(folder, mistake):
    """Write a broken copy of Pig with a scenario; return the line of the change."""
    old, new, _ = BROKEN[mistake]
    text = (PIG / "__init__.py").read_text()
    assert old in text
    shutil.copytree(PIG, folder / "pig", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "pig" / "__init__.py").write_text(text.replace(old, new))
    (folder / "x.toml").write_text(SCENARIO)
    return text[: text.index(old)].count("\n") + 1


@pytest.fixture(scope="module")
def validated(tmp_path_factory):
    """Return for each mistake its line, and what `validate` says about it."""
    folder = tmp_path_factory.mktemp("broken")
    lines = {mistake: write_broken(folder / mistake, mistake) for mistake in BROKEN}
    trusted = os.pathsep.join(str(folder / mistake / "pig") for mistake in BROKEN)
    done = subprocess.run(
        [sys.executable, "-c", VALIDATE, *BROKEN],
        cwd=folder, env={**os.environ, "BALANCE_TRUST": trusted, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    return {mistake: (line, said.get(mistake, "")) for mistake, line in lines.items()}


@pytest.mark.parametrize("mistake", BROKEN)
def test_validate_plays_the_games_of_others_and_names_the_line(validated, mistake):
    line, said = validated[mistake]
    for part in BROKEN[mistake][2]:
        assert part.format(line=line) in said


@pytest.fixture
def broken(tmp_path, monkeypatch):
    """Return a function that writes a broken copy into the current folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BALANCE_TRUST", str(tmp_path / "pig"))
    return lambda mistake: write_broken(tmp_path, mistake)


def test_validate_takes_the_folder_of_a_game(capsys):
    validate_all([str(PIG)], quiet=False)
    assert "Random games were played" in capsys.readouterr().out


@pytest.mark.parametrize("mistake", ["both win", "parts"])
def test_impossible_records_are_refused_before_a_run_and_after_a_game_that_is_shown(
    broken, mistake
):
    broken(mistake)
    parts = BROKEN[mistake][2]
    with pytest.raises(BalanceError) as error:
        warm_up(prepare(read_scenario("x.toml")).cells[0].match)
    assert parts[0] in str(error.value)
    with pytest.raises(BalanceError) as error:
        list(narrate("x.toml", 0, None, Overrides()))
    assert parts[0] in str(error.value)


def test_a_game_without_choices_is_not_blamed_on_a_bot(broken):
    broken("no choice")
    parts = BROKEN["no choice"][2]
    with pytest.raises(BalanceError) as error:
        warm_up(prepare(read_scenario("x.toml")).cells[0].match)
    assert parts[0] in str(error.value)
    assert "bot" not in str(error.value).partition(". To see")[0]


def test_a_game_that_fails_where_it_is_compiled_is_played_again_uncompiled(broken, monkeypatch):
    monkeypatch.setattr("balance.runner.rules_errors.SECONDS", LONG)
    line = broken("index")
    match = add_replay_commands(prepare(read_scenario("x.toml")), "x.toml", Overrides())
    error = rules_error(match.cells[0].match, 0, 3, KeyError("busts"))
    assert "the rules failed: IndexError: index 77 is out of bounds" in str(error)
    assert f"(__init__.py, line {line}). To see the game up to there: balance play" in str(error)
