"""`balance try`, `watch` and `fix`, as a user runs them: on Pig and on the toy game."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import balance
from balance.analysis.comparison.what_if import FEWEST_DEALS
from balance.cli.main import app
from tests.program import LONG

PIG = Path(__file__).resolve().parents[2] / "examples" / "pig"


@pytest.fixture
def pig_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a scenario of Pig in a folder of its own."""
    monkeypatch.setenv("BALANCE_TRUST", str(PIG))
    monkeypatch.chdir(tmp_path)
    return write_pig(tmp_path / "pig.toml", 100)


def write_pig(file: Path, target: int) -> Path:
    file.write_text(
        f'name = "pig"\ngame = "{PIG.as_posix()}"\nbots = ["hold_at", "hold_at"]\n'
        f"table.target = {target}\n",
        encoding="utf-8",
    )
    return file


def run(*words: object):
    return CliRunner().invoke(app, list(map(str, words)))


def test_a_change_is_answered_in_words_and_numbers(pig_file: Path) -> None:
    done = run("try", pig_file, "target=50", "--games", 2000, "--out", "answer.json")
    assert done.exit_code == 0, done.output
    assert "target = 50" in done.output
    facts = json.loads(Path("answer.json").read_text())
    assert facts["games"] == 2000
    (rounds,) = [one for one in facts["differences"] if one["key"] == "rounds"]
    assert rounds["is_clear"]
    assert rounds["high"] < 0
    assert sorted(path.name for path in Path().iterdir()) == ["answer.json", "pig.toml"]


def test_what_the_scenario_requires_is_answered_before_and_after(pig_file: Path) -> None:
    text = pig_file.read_text(encoding="utf-8")
    pig_file.write_text(f'require = ["median_rounds < 8", "seat_gap < 40pp"]\n{text}', "utf-8")
    done = run("try", pig_file, "target=50", "--games", 2000, "--out", "answer.json")
    assert done.exit_code == 0, done.output
    rounds, seats = json.loads(Path("answer.json").read_text())["required"]
    assert (rounds["what"], rounds["before"], rounds["after"]) == ("mean_rounds < 8", "no", "yes")
    assert (seats["before"], seats["after"]) == ("yes", "yes")
    text = " ".join(done.output.split())
    assert "learnt this game" not in text
    assert f"Required mean_rounds < 8: {rounds['now']} instead of {rounds['was']}: met" in text
    assert "met, broken before" in text


def test_the_same_games_give_the_same_answer_with_any_number_of_workers(pig_file: Path) -> None:
    answers = []
    for workers in (1, 2):
        run("try", pig_file, "target=50", "--games", 1500, "--workers", workers, "--out", "a.json")
        facts = json.loads(Path("a.json").read_text())
        answers.append(facts["differences"])
    assert answers[0] == answers[1]


def test_the_first_answer_is_the_only_one_if_one_is_wanted(pig_file: Path) -> None:
    done = run("try", pig_file, "target=50", "--once", "--out", "a.json")
    assert done.exit_code == 0, done.output
    facts = json.loads(Path("a.json").read_text())
    assert facts["deals"] == FEWEST_DEALS
    assert facts["differences"]
    few = run("try", pig_file, "target=50", "--once", "--games", FEWEST_DEALS // 2)
    assert "too few" in str(few.exception)


def test_a_change_of_nothing_is_an_error(pig_file: Path) -> None:
    done = run("try", pig_file, "target=100")
    assert done.exit_code
    assert "nothing at the table" in str(done.exception)


def test_python_gives_the_same_answer(pig_file: Path) -> None:
    run("try", pig_file, "target=50", "--games", 1000, "--out", "a.json")
    expected = json.loads(Path("a.json").read_text())["differences"]
    found = balance.try_change(pig_file, {"target": 50}, games=1000)
    assert list(found.table["low"]) == [one["low"] for one in expected]
    assert found.games == 1000
    assert "target = 50" in repr(found)


def begin(folder: Path, *words: str) -> Any:
    environment = {**os.environ, "BALANCE_TRUST": str(PIG), "PYTHONUNBUFFERED": "1"}
    return subprocess.Popen(
        [sys.executable, "-m", "balance", *words], cwd=folder, env=environment,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


@pytest.mark.system
@pytest.mark.skipif(sys.platform == "win32", reason="SIGINT cannot be sent to one process")
def test_ctrl_c_prints_the_last_answer(pig_file: Path) -> None:
    with begin(pig_file.parent, "try", "pig.toml", "target=60", "--seconds", "600") as playing:
        assert "target = 60" in playing.stdout.readline()  # the first answer, after ten seconds
        playing.send_signal(signal.SIGINT)
        assert "games without it" in playing.stdout.read()
        assert playing.wait(LONG) == 130
        assert playing.stderr.read().endswith("Stopped.\n")


@pytest.mark.system
@pytest.mark.skipif(sys.platform == "win32", reason="SIGINT cannot be sent to one process")
def test_each_save_is_answered_and_an_error_is_a_sentence(pig_file: Path) -> None:
    watching = begin(pig_file.parent, "watch", ".", "--games", "1000")

    def line_with(text: str) -> str:
        end = time.monotonic() + LONG
        while time.monotonic() < end and watching.poll() is None:
            line = watching.stdout.readline()
            if text in line:
                return line
        raise AssertionError(f"no line with {text!r}")

    line_with("Watching")
    pig_file.write_text("name = ", encoding="utf-8")
    assert "pig.toml" in line_with("Error:")
    write_pig(pig_file, 50)
    line_with("After 1,000 games")
    shutil.copy(pig_file, pig_file.with_suffix(".csv"))
    line_with("nothing at the table changes")
    watching.send_signal(signal.SIGINT)
    with watching:
        assert watching.wait(LONG) == 130
        assert "Traceback" not in watching.stderr.read()


def test_what_does_not_exist_is_refused_in_a_sentence(toy_file: Path) -> None:
    for words in (("knave", "charm"), ("card", "nothing", "--to", "1pp"), ("seat", "3")):
        done = run("fix", toy_file, *words)
        assert done.exit_code
        assert "expected" in str(done.exception) or "called so" in str(done.exception)


def test_the_price_that_makes_a_card_worth_as_much_as_wanted_is_found(toy_file: Path) -> None:
    done = run("fix", toy_file, "card", "charm", "--to", "0pp", "--games", 2000)
    assert done.exit_code == 0, done.output
    assert "Charm" in done.output
    assert "fresh deals" in done.output
    assert "balance try" in done.output


def test_try_and_fix_print_nothing_but_json_if_asked(toy_file: Path) -> None:
    for words, table in (
        (("try", toy_file, "cards.charm.price=5"), "differences"),
        (("fix", toy_file, "card", "charm", "--to", "0pp"), "fix"),
    ):
        done = run(*words, "--games", 2000, "--format", "json")
        assert done.exit_code == 0, done.output
        answer = json.loads(done.stdout)
        assert {one["name"] for one in answer["tables"]} == {table}
        assert answer["tables"][0]["rows"]
        assert any("Charm" in one["text"] for one in answer["findings"])
