"""What the README tells a newcomer to type can be typed."""

import re
import shlex
import sys

import pytest

from balance.app import check, compare, run, sensitivity, tune_cards
from balance.cli.main import main
from tests.conftest import ROOT

TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", TEXT, re.DOTALL)
COMMANDS = [
    line.partition(" #")[0].strip()
    for kind, text in BLOCKS
    for line in text.splitlines()
    if not kind and line.startswith("balance ")
]


def test_the_commands_follow_each_other(tmp_path, monkeypatch, capsys):
    played = []
    for module, name in (
        (run, "play_scenario"),
        (compare, "play_scenario"),
        (check, "print_check"),
        (sensitivity, "sensitivity"),
        (tune_cards, "tune_cards"),
    ):
        monkeypatch.setattr(module, name, lambda *what: played.append(what) or True)
    monkeypatch.setattr("balance.cli.main.signal.signal", lambda number, handler: None)
    monkeypatch.chdir(tmp_path)
    (bot,) = [text for kind, text in BLOCKS if kind == "python"]
    (tmp_path / "my_bot.py").write_text(bot)
    for command in COMMANDS:
        monkeypatch.setattr(sys, "argv", shlex.split(command))
        with pytest.raises(SystemExit) as left:
            main()
        assert (left.value.code or 0) == 0, f"{command}: {capsys.readouterr().err}"
    words = [command.split()[1] for command in COMMANDS]
    assert {"run", "compare", "list", "new", "validate"} <= set(words)
    playing = {"run", "compare", "check", "sensitivity", "tune-cards"}
    assert len(played) == sum(word in playing for word in words)
    assert playing <= set(words)


def test_the_files_that_its_commands_name_are_there():
    named = {word for command in COMMANDS for word in command.split() if "/" in word}
    ours = {word for word in named if word.startswith(("examples/", "scenarios/"))}
    assert ours
    assert all((ROOT / word).exists() for word in ours)


def test_every_page_that_it_names_is_there():
    for page in re.findall(r"\]\((?!http)([^)#]+)", TEXT):
        assert (ROOT / page).exists(), page


def test_its_commands_are_those_of_the_program(monkeypatch, capsys):
    monkeypatch.setattr("balance.cli.main.signal.signal", lambda number, handler: None)
    monkeypatch.setattr(sys, "argv", ["balance", "--help"])
    with pytest.raises(SystemExit):
        main()
    shown = capsys.readouterr().out
    named = set(re.findall(r"^\| `balance (\w[\w-]*)", TEXT, re.MULTILINE))
    assert named == set(re.findall(r"^[│|] (\w[\w-]*) ", shown, re.MULTILINE))
