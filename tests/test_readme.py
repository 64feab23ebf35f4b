"""What the README tells a newcomer to type can be typed."""

import re
import shlex
import sys

import pytest
import typer

from balance.app.commands import compare, run
from balance.cli.main import app, main
from tests.conftest import ROOT
from tests.program import run_here

TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", TEXT, re.DOTALL)
COMMANDS = [
    line.partition(" #")[0].strip()
    for kind, text in BLOCKS
    for line in text.splitlines()
    if not kind and line.startswith("balance ")
]


QUESTIONS = re.findall(r"^\| [^|]+ \| `(balance [^`]+)` \|$", TEXT, re.MULTILINE)
# So few games are enough for an answer, and a quick bot; what is asked stays the same.
SMALL = {
    "run": ["--games", "2000"], "try": ["--games", "1024"], "fix": ["--games", "1024"],
    "price": ["--games", "1024"], "strongest": ["--games", "200000"],
    "tune": ["--games", "1024", "--changes", "1"],
    "sensitivity": ["--games", "1024"], "exploit": ["--games", "4000"],
    "playtests": ["--games", "2000"],
}  # fmt: skip
OWN_BOTS = ("exploit",)  # whose --bots is another question


def test_it_is_short():
    assert len(TEXT.splitlines()) <= 150


def test_its_commands_can_be_typed_one_after_the_other(tmp_path, monkeypatch, capsys):
    played = []
    for module in (run, compare):
        monkeypatch.setattr(module, "play_scenario", lambda *what: played.append(what))
    monkeypatch.setattr("balance.cli.main.signal.signal", lambda number, handler: None)
    monkeypatch.chdir(tmp_path)
    for command in COMMANDS:
        monkeypatch.setattr(sys, "argv", shlex.split(command))
        with pytest.raises(SystemExit) as left:
            main()
        assert (left.value.code or 0) == 0, f"{command}: {capsys.readouterr().err}"
    words = [command.split()[1] for command in COMMANDS]
    assert {"run", "compare", "new", "play"} <= set(words)
    assert len(played) == sum(word in ("run", "compare") for word in words)


def test_ten_questions_have_a_command_whose_words_and_options_exist():
    assert len(QUESTIONS) == 10
    group = typer.main.get_command(app)
    for question in QUESTIONS:
        _, name, *words = shlex.split(question)
        command = group.commands[name]
        with command.make_context(name, words) as context:
            assert context.params


@pytest.mark.system
@pytest.mark.parametrize("question", QUESTIONS)
def test_each_question_is_answered(question, tmp_path):
    _, name, *words = shlex.split(question)
    (tmp_path / "games.csv").write_text("game,seat,score\n1,1,43\n1,2,38\n1,3,40\n1,4,38\n")
    bots = [] if name in OWN_BOTS else ["--bots", "greedy"]
    done = run_here(name, *words, *SMALL[name], *bots, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout) > 100


def test_its_python_runs(tmp_path, monkeypatch):
    (code,) = [text for kind, text in BLOCKS if kind == "python"]
    assert "games=100_000" in code
    monkeypatch.chdir(tmp_path)
    exec(code.replace("games=100_000", "games=300"), {})
    assert (tmp_path / "reports" / "knight" / "index.html").is_file()


def test_every_page_that_it_names_is_there():
    for page in re.findall(r"\]\((?!http)([^)#]+)", TEXT):
        assert (ROOT / page).exists(), page
