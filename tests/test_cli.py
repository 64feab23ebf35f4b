"""The command line as a user runs it: what it prints, and its exit code."""

import inspect
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from dataclasses import is_dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Unpack

import pytest

from balance.app.arguments import SeedArgument
from balance.app.study import StudyOptions
from balance.cli import options
from balance.cli.main import app, needed, new
from tests.program import LONG, begin, run_here, wait_until

ROOT = Path(__file__).resolve().parent.parent
PIG = str(ROOT / "examples" / "pig" / "pig.toml")
FAR = "def choose(view, table, seat, weights, stream):\n    return 7 if view.turns == 12 else 0\n"


POSIX = pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
MOST = "500000000"  # games: hours


@pytest.fixture(scope="module")
def ran(tmp_path_factory):
    """What a short run of Pig has printed, and the folder where it was started."""
    folder = tmp_path_factory.mktemp("ran")
    return run_here("run", PIG, "--games", "300", "--out", "run", folder=folder), folder


@pytest.fixture
def stored(ran, tmp_path):
    """What that run has printed and a copy of this folder."""
    done, folder = ran
    shutil.copytree(folder / "run", tmp_path / "run")
    return done.stdout.replace(str(folder), str(tmp_path))


def last_deal(folder):
    return max(int(path.stem.split("-")[1]) for path in folder.glob("shards/*/*.npz"))


def begin_long_run(folder, *words):
    """Begin a run into the folder "run" that would take hours; wait until it has stored games."""
    running = begin(folder, "run", *words, "--games", MOST, "--out", "run")
    wait_until(lambda: list(folder.glob("run/shards/*/*.npz")), running)
    return running


def test_a_run_prints_its_tables_and_where_the_report_is(ran):
    done, started = ran
    assert done.returncode == 0
    assert "index.html" in done.stdout
    assert "300 games" in done.stderr
    folder = started / "run"
    assert (folder / "index.html").is_file()
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["games"] == {"baseline": 300}
    assert manifest["identity"]["seed"] == 20260801


def test_the_same_command_again_only_reports(ran):
    one, folder = ran
    two = run_here("run", PIG, "--games", "300", "--out", "run", folder=folder)
    assert two.returncode == 0
    assert "to play" not in two.stderr
    assert two.stdout == one.stdout


@pytest.mark.usefixtures("stored")
def test_more_games_are_added_and_the_numbers_are_those_of_one_run(balance):
    grown = balance("run", PIG, "--games", "900", "--out", "run", "--workers", "2")
    whole = balance("run", PIG, "--games", "900", "--out", "whole", "--workers", "1")
    assert "600 games to play" in grown.stderr
    assert grown.stdout.replace("run/", "whole/") == whole.stdout


@pytest.mark.usefixtures("stored")
def test_a_folder_of_another_run_is_refused(balance):
    done = balance("run", PIG, "--games", "100", "--seed", "5", "--out", "run")
    assert done.returncode == 2
    assert "another run: seed was 20260801, now 5" in done.stderr
    assert "Traceback" not in done.stderr
    replaced = balance("run", PIG, "--games", "100", "--seed", "5", "--out", "run", "--replace")
    assert replaced.returncode == 0


def test_a_report_is_written_again_from_stored_results(balance, tmp_path, stored):
    (tmp_path / "run" / "index.html").unlink()
    done = balance("report", "run")
    assert done.returncode == 0
    assert done.stdout == stored
    assert (tmp_path / "run" / "index.html").is_file()


@pytest.mark.usefixtures("stored")
def test_records_are_stored_on_request(balance, tmp_path):
    assert not (tmp_path / "run" / "records").exists()
    done = balance("run", PIG, "--games", "300", "--out", "run", "--records")
    assert done.returncode == 0, done.stderr
    records = sorted((tmp_path / "run").glob("records/*/*.parquet"))
    sums = sorted((tmp_path / "run").glob("shards/*/*.npz"))
    assert [file.name[:25] for file in records] == [file.name[:25] for file in sums]
    assert records[0].name.startswith("000000000000-")
    assert records[-1].stem[13:25] == "000000000299"
    again = balance("run", PIG, "--games", "300", "--out", "again", "--records", "--workers", "2")
    assert again.returncode == 0, again.stderr
    (same,) = (tmp_path / "again").glob("records/*/*.parquet")
    assert (same.name, same.read_bytes()) == (records[0].name, records[0].read_bytes())
    schema = json.loads((tmp_path / "run" / "schema.json").read_text())
    assert [one["folder"] for one in schema["variants"]] == [records[0].parent.name]


def test_games_are_stored_without_a_report(balance, tmp_path):
    options = ("--games", "100", "--out", "run", "--records")
    done = balance("run", PIG, *options, "--no-report", "--format", "json")
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert (said["report"], said["findings"]) == (None, [])
    assert said["made"]["cells"][0]["games"] == 100
    assert not (tmp_path / "run" / "index.html").exists()
    schema = json.loads((tmp_path / "run" / "schema.json").read_text())
    assert schema["records"]["games"]["columns"]
    assert schema["tables"] == {}
    assert balance("report", "run", "--tables").returncode == 0
    again = balance("run", PIG, *options, "--no-report")
    assert "100 games in 100 deals" in again.stdout
    assert "balance report run" in again.stdout
    assert json.loads((tmp_path / "run" / "schema.json").read_text())["tables"]
    refused = balance("run", PIG, *options, "--no-report", "--figures")
    assert refused.returncode == 2
    assert "--figures" in refused.stderr
    assert "--no-report" in refused.stderr


@POSIX
@pytest.mark.system
def test_ctrl_c_stores_finished_games_and_ends_soon(balance, tmp_path):
    running = begin_long_run(tmp_path, PIG)
    running.send_signal(signal.SIGINT)
    _, said = running.communicate(timeout=LONG)  # hours of games are left
    assert running.returncode == 130
    assert "run the same command" in said
    assert "Traceback" not in said
    assert not list((tmp_path / "run").rglob("*.part"))
    stored = json.loads((tmp_path / "run" / "manifest.json").read_text())["games"]["baseline"]
    assert f"{stored:,} games" in said
    assert f"baseline: {stored:,} games" in balance("report", "run").stdout


@POSIX
@pytest.mark.system
def test_a_killed_run_loses_at_most_the_shards_in_work(balance, tmp_path):
    running = begin_long_run(tmp_path, PIG)
    running.kill()
    running.communicate(timeout=LONG)  # until the child has ended too, as it has the same pipes
    games = str(last_deal(tmp_path / "run") + 50_000)
    done = balance("run", PIG, "--games", games, "--out", "run")
    assert done.returncode == 0, done.stderr
    whole = balance("run", PIG, "--games", games, "--out", "whole")
    assert done.stdout.replace("run/", "whole/") == whole.stdout


def test_one_game_is_narrated(balance):
    done = balance("play", PIG, "--game", "3")
    assert done.returncode == 0
    assert done.stdout.startswith("Pig, game 3 of seed 20260801: hold_at 1, hold_at 2.")
    assert "rolls again: a " in done.stdout
    assert done.stdout.rstrip().endswith("wins.")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("run", "nowhere.toml"), "nowhere.toml: no such file, and no shipped scenario"),
        (("run", PIG, "--bots", "holdat"), "did you mean 'hold_at'?"),
        (("run", PIG, "--bots", "my.py:choose"), "my.py: no such file"),
        (("run", PIG, "--bots", "far.py:choose"), "answered 7 in game 0 of seed 20260801"),
        (("run", PIG, "--players", "8"), "Pig is for 2, 3, 4, 5 players, not for 8"),
        (("run", PIG, "--set", "targte=3"), "pig has no option 'targte': did you mean 'target'?"),
        (("run", PIG, "--set", "target=-3"), "target = -3: "),
        (("run", PIG, "--set", "target"), "expected KEY=VALUE"),
        (("run", PIG, "--set", "target=3", "--set", "target=4"), "--set target: "),
        (("run", PIG, "--set", "cards.pig.cost=3"), "pig has no sheets to change"),
        (("play", PIG, "--set", "targte=3"), "did you mean 'target'?"),
        (("validate", PIG, "--set", "targte=3"), "did you mean 'target'?"),
        (("compare", PIG, "--set", "targte=3"), "variant 'targte=3': pig has no option 'targte'"),
        (("compare", PIG, "wrong.toml"), "wrong.toml: [table]: target = -3: "),
        (("compare", PIG), "pig has nothing to be compared with"),
        (("compare", PIG, "first-game"), "only scenarios of the same game can be compared"),
        (("compare", PIG, PIG), "two of the scenarios are called 'pig'"),
        (("run", PIG, "--out", "far.py/run"), "cannot be written"),
        (("run", PIG, "--out", "."), "something else than a run"),
        (("report", "."), "no run"),
        (("play", PIG, "--variant", "other"), "no variant 'other'"),
        (("list", "cats"), "did you mean 'cards'?"),
        (("list", "bots", "--game", "chess"), "game: 'chess' is none of"),
        (("validate", "broken.toml"), "broken.toml: there is no key 'gmae'"),
    ],
)
def test_an_error_of_the_user_is_one_sentence_and_code_2(balance, tmp_path, arguments, message):
    (tmp_path / "far.py").write_text(FAR)
    (tmp_path / "broken.toml").write_text('gmae = "pig"\nname = "x"\nbots = "random"\n')
    (tmp_path / "wrong.toml").write_text(
        Path(PIG).read_text().replace('"pig"', '"wrong"').replace('"."', f'"{Path(PIG).parent}"')
        + "table.target = -3\n"
    )
    done = balance(*arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    errors = [line for line in done.stderr.splitlines() if line.startswith("Error: ")]
    assert len(errors) == 1


def test_debug_shows_the_traceback(balance):
    done = balance("run", PIG, "--bots", "holdat", "--debug")
    assert done.returncode == 2
    assert "Traceback" in done.stderr


def test_a_bug_shows_its_traceback_and_code_3(balance, monkeypatch):
    def broken(*arguments):
        return 1 / 0

    monkeypatch.setattr("balance.app.commands.list.print_lists", broken)
    done = balance("list", "games")
    assert done.returncode == 3
    assert "ZeroDivisionError" in done.stderr
    assert "a bug in balance" in done.stderr


def test_a_game_that_cannot_be_imported_is_named(balance, tmp_path):
    (tmp_path / "game.py").write_text("\n1 / 0\n")
    (tmp_path / "asks.toml").write_text('name = "x"\ngame = "game.py"\nbots = "random"\n')
    assert "not run unless you trust it" in balance("run", "asks.toml").stderr
    done = balance("--trust", "game.py", "run", "asks.toml")
    assert done.returncode == 2
    assert "game.py: cannot be run: game.py, line 2: ZeroDivisionError" in done.stderr


def test_a_bot_in_plain_python_plays_with_a_note(balance, tmp_path):
    (tmp_path / "slow.py").write_text(
        "def choose(view, table, seat, weights, stream):\n"
        "    return [0, {}][0] if view.pot > 9 else int(max(['1', '0']))\n"
    )
    done = balance("run", PIG, "--bots", "slow.py:choose", "--games", "3")
    assert done.returncode == 0, done.stderr
    (note,) = [line for line in done.stderr.splitlines() if line.startswith("Note: ")]
    assert "'choose' is run as plain Python" in note


COMPARED = ("compare", PIG, "--set", "target=50", "--games", "100")


def test_a_change_is_compared_with_the_unchanged_game(balance, tmp_path):
    done = balance(*COMPARED)
    assert done.returncode == 0, done.stderr
    assert "1 of 2, as it is: 100 games to play" in done.stderr
    assert "2 of 2, target=50: 100 games to play" in done.stderr
    folder = tmp_path / "reports" / "pig" / "compare" / "pig-target-50"
    assert f"Report: {(folder / 'index.html').as_uri()}" in done.stdout
    assert "target=50" in (folder / "index.html").read_text()
    again = balance(*COMPARED)
    assert "to play" not in again.stderr
    assert again.stdout == done.stdout
    assert balance("report", str(folder.relative_to(tmp_path))).stdout == done.stdout


def test_a_change_is_compared_in_the_baseline_alone(balance, tmp_path):
    (tmp_path / "two.toml").write_text(
        f'name = "two"\ngame = "{ROOT / "examples" / "pig"}"\nplayers = 2\nbots = "random"\n'
        'variants = [{ name = "short", set = { target = 30 } }]\n'
    )
    done = balance("compare", "two.toml", "--set", "target=50", "--games", "60")
    assert done.returncode == 0, done.stderr
    assert "as it is: 60 games in 60 deals." in done.stdout
    assert "target=50: 60 games in 60 deals." in done.stdout
    assert "short" not in done.stdout
    alike = (tmp_path / "two.toml").read_text().replace('"two"', '"alike"')
    alike = alike.replace(
        " }]", ' }, { name = "long", set = { target = 90 } }]\nbaseline = "short"'
    )
    (tmp_path / "alike.toml").write_text(alike)
    done = balance("compare", "alike.toml", "--set", "target=50", "--games", "60")
    assert done.returncode == 0, done.stderr
    assert "long, target=50" in done.stdout


def test_variants_of_as_many_games_share_a_line(balance, tmp_path):
    (tmp_path / "grid.toml").write_text(
        f'name = "grid"\ngame = "{ROOT / "examples" / "pig"}"\nplayers = 2\nbots = "random"\n'
        "games = 60\n[grid]\ntarget = [30, 50, 90]\n"
    )
    done = balance("run", "grid.toml")
    assert done.returncode == 0, done.stderr
    assert [line for line in done.stdout.splitlines() if "60 games in 60 deals" in line] == [
        "3 variants: 60 games in 60 deals each."
    ]


def test_scenarios_are_compared_on_the_seed_of_the_first(balance, tmp_path):
    (tmp_path / "three.toml").write_text(
        f'name = "three"\ngame = "{ROOT / "examples" / "pig"}"\nplayers = 3\nbots = "random"\n'
    )
    done = balance("compare", PIG, "three.toml", "--games", "60")
    assert done.returncode == 0, done.stderr
    assert "pig: 60 games in 60 deals." in done.stdout
    assert "three: 60 games in 60 deals." in done.stdout
    manifest = json.loads((tmp_path / "reports/pig/compare/pig+three/manifest.json").read_text())
    assert manifest["identity"]["seed"] == 20260801


# Few sections, as drawing figures takes most of a small run's time.
GRID = """
name = "grid"
game = "{game}"
games = 300
bots = "hold_at"
sections = ["{section}"]
[grid]
players = [2, 3]
bots = ["hold_at", ["random", "hold_at", "hold_at"]]
"""


def write_grid(folder, section):
    text = GRID.format(game=ROOT / "examples" / "pig", section=section)
    (folder / "grid.toml").write_text(text)


def test_a_grid_is_one_job_with_one_report(balance, tmp_path):
    write_grid(tmp_path, "seats")
    done = balance("run", "grid.toml")
    assert done.returncode == 0, done.stderr
    last = "3 players, random + 2 hold_at"
    for name in ("2 players, hold_at", "3 players, hold_at", last):
        assert f"{name}: 300 games" in done.stdout
    assert balance("compare", "grid.toml").stdout == done.stdout
    assert balance("report", "reports/pig/grid").stdout == done.stdout
    told = balance("play", "grid.toml", "--variant", last, "--game", "2")
    assert "game 2 of seed 1: hold_at 1, hold_at 2, random 3." in told.stdout
    said = balance("validate", "grid.toml", "--set", "target=50").stdout
    assert f"{last}: 300 games; 3 players: random, hold_at, hold_at; target = 50" in said


@pytest.mark.parametrize(
    ("section", "message"),
    [
        ("objectives", "sections: 'objectives': it needs"),
        ("rival", "sections: 'rival': it needs"),
    ],
)
def test_a_section_that_no_cell_can_have_is_refused(balance, tmp_path, section, message):
    write_grid(tmp_path, section)
    for command in ("run", "validate"):
        done = balance(command, "grid.toml")
        assert done.returncode == 2
        assert message in done.stderr


def test_a_comparison_of_one_cell_is_refused(balance, tmp_path):
    (tmp_path / "one.toml").write_text(
        f'name = "one"\ngame = "{ROOT / "examples" / "pig"}"\nbots = ["random", "random"]\n'
        'sections = ["comparison"]\n'
    )
    done = balance("run", "one.toml")
    assert done.returncode == 2
    assert "'comparison': it needs two variants or more" in done.stderr


@POSIX
@pytest.mark.system
def test_a_stopped_grid_is_resumed(balance, tmp_path):
    write_grid(tmp_path, "seats")
    running = begin_long_run(tmp_path, "grid.toml")
    running.send_signal(signal.SIGINT)
    _, said = running.communicate(timeout=LONG)
    assert running.returncode == 130
    assert "run the same command" in said
    stored = json.loads((tmp_path / "run" / "manifest.json").read_text())["games"]
    assert stored["2 players, hold_at"] > 0
    assert stored["3 players, hold_at"] == 0
    done = balance("run", "grid.toml", "--out", "run")
    assert done.returncode == 0, done.stderr
    assert f"2 players, hold_at: {stored['2 players, hold_at']:,} games" in done.stdout
    assert "3 players, hold_at: 300 games" in done.stdout


def test_new_cards_are_written(balance, tmp_path):
    done = balance("new", "cards", "mine")
    assert done.returncode == 0, done.stderr
    assert list((tmp_path / "mine").glob("*.csv"))
    assert balance("new", "cards", "mine").returncode == 2


def test_validate_lists_what_a_scenario_plays(balance):
    done = balance("validate", PIG)
    assert done.returncode == 0
    assert "Pig, 2 players: hold_at, hold_at." in done.stdout
    assert balance("validate", PIG, "--quiet").stdout == ""


@pytest.mark.parametrize("what", ["games", "setups", "bots", "cards", "scenarios"])
def test_lists(balance, what):
    done = balance("list", what)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) > 2


REPORTING = "pandas scipy.special scipy.stats matplotlib pyarrow joblib jinja2"


@pytest.mark.parametrize(
    ("words", "heavy"),
    [
        ("--help", f"{REPORTING} numpy numba llvmlite scipy pydantic"),
        ("list scenarios", f"{REPORTING} numba llvmlite"),
        ("validate first-game", f"{REPORTING} numba llvmlite"),
    ],
)
def test_what_answers_at_once_loads_nothing_heavy(words, heavy):
    """So it answers in half a second to two, which `balance bench` measures."""
    code = (
        "import runpy, sys\n"
        f"sys.argv = ['balance', *{words.split()}]\n"
        "try:\n"
        "    runpy.run_module('balance', run_name='__main__')\n"
        "finally:\n"
        "    print('', *sys.modules, file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout
    loaded = set(done.stderr.split())
    assert {"balance", "typer"} <= loaded
    assert not loaded & set(heavy.split())


def test_only_the_command_that_is_asked_for_is_built():
    assert [one.name for one in needed(["list", "games"]).registered_commands] == ["list"]
    listed = needed(["--help"]).registered_commands
    assert [one.name for one in listed] == [one.name for one in app.registered_commands]
    assert not any(inspect.signature(one.callback).parameters for one in listed)
    for words in (["lst"], ["--trust", "x", "list"], ["new", "bot"]):
        assert needed(words) is app


def names_of(answer: Any) -> set[str]:
    """Return what a function of `app.commands` is given: the names of its parameters and fields."""
    found = set()
    for name, one in inspect.signature(
        answer, eval_str=True, follow_wrapped=False
    ).parameters.items():
        if one.kind is one.VAR_KEYWORD:
            return names_of(StudyOptions) | set(inspect.signature(answer.question).parameters)
        is_own = is_dataclass(one.annotation) and name != "output"
        found |= names_of(one.annotation) if is_own else {name.removeprefix("is_")}
    return found


@pytest.mark.parametrize(
    "command", [one.callback for one in (*app.registered_commands, *new.registered_commands)
                if hasattr(one.callback, "answer")], ids=lambda command: command.answer,
)  # fmt: skip
def test_all_that_a_command_asks_for_reaches_its_answer(command):
    module, _, name = command.answer.rpartition(".")
    names = names_of(getattr(import_module(f"balance.app.commands.{module}"), name))
    names |= {"scenario", "game"} if {"name", "study"} & names else set()
    names |= {"set"} if {"settings", "overrides", "study"} & names else set()
    own = {one for one, each in inspect.signature(command._function).parameters.items()
           if each.kind is not each.VAR_KEYWORD}  # fmt: skip
    assert own <= names


def test_the_version_is_printed(balance):
    assert balance("--version").stdout.startswith("balance 0.")


@pytest.mark.parametrize("words", [("run",), ("duel", "a", "b", "--game")])
def test_a_name_that_no_file_can_have_is_one_sentence(balance, words):
    done = balance(*words, "a" * 300)
    assert done.returncode == 2
    assert re.fullmatch(r"Error: .*aaa.*\n", done.stderr), done.stderr


def test_an_error_that_a_library_makes_of_ctrl_c_is_ctrl_c(balance, monkeypatch):
    def draw(*arguments):
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt:
            raise ValueError("Invalid bounding box") from None

    monkeypatch.setattr("balance.app.commands.list.print_lists", draw)
    done = balance("list", "games")
    assert (done.returncode, done.stderr) == (130, "Stopped.\n")


def test_a_file_with_a_comma_in_its_name_is_named(tmp_path):
    (tmp_path / "a,b.py").write_text(FAR)
    done = run_here("run", PIG, "--bots", "random,a,b.py:choose", folder=tmp_path)
    assert done.returncode == 2
    assert "a,b.py: commas separate names here" in done.stderr
    (tmp_path / "a,b.py").rename(tmp_path / "a.py")
    two = ["--bots", "a.py:choose,a.py:choose", "--games", "2", "--no-report"]
    assert "The bot 'choose' answered 7" in run_here("run", PIG, *two, folder=tmp_path).stderr


def test_a_zero_that_was_typed_is_passed_on() -> None:
    given: dict[str, object] = {}

    @options.command
    def some(**typed: Unpack[SeedArgument]) -> None:
        given.update(typed)

    some(seed=0)
    assert given == {"seed": 0}
    given.clear()
    some(seed=None)
    assert given == {}
