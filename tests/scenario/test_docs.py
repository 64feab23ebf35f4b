"""The examples of docs/scenarios.md are played, or nearly."""

import re
import shlex
import sys

import pytest

from balance.app import compare, run
from balance.cli.main import main
from balance.scenario.files import read_scenario
from balance.scenario.prepare import prepare
from tests.conftest import ROOT

TEXT = (ROOT / "docs" / "scenarios.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", TEXT, re.DOTALL)
SCENARIOS = [text for kind, text in BLOCKS if kind == "toml" and "game = " in text]
COMMANDS = [
    line
    for kind, text in BLOCKS
    for line in text.splitlines()
    if not kind and line.startswith("balance ")
]
FILES = {"goblin-strength": "goblin.toml"}  # by name, where the file is called otherwise


@pytest.fixture
def folder(tmp_path):
    """A folder with the scenarios of the page under the names that it gives them."""
    for text in SCENARIOS:
        name = re.search(r'name = "(.*)"', text)[1]
        (tmp_path / FILES.get(name, f"{name}.toml")).write_text(text)
    return tmp_path


def test_there_are_examples():
    assert len(SCENARIOS) >= 3
    assert len(COMMANDS) >= 6


def test_the_scenarios_can_be_played(folder):
    cells = {
        path.stem: [variant.name for variant in prepare(read_scenario(str(path))).cells]
        for path in folder.glob("*.toml")
    }
    assert cells["goblin"] == ["baseline", "strength 2", "strength 3, more gold"]
    assert cells["start-gold"] == ["2 gold", "3 gold", "4 gold"]
    shown = re.findall(r"^  (\d players, .*?): 2", TEXT, re.MULTILINE)
    assert cells["first-seat"][:4] == [shown[0], "2 players, all_that_glitters, greedy", *shown[2:]]


@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands_can_be_played(folder, monkeypatch, capsys, command):
    asked = []

    def play(ready, folder, options):
        asked.append((ready, options.out or folder))

    for module in (run, compare):
        monkeypatch.setattr(module, "play_and_report", play)
    monkeypatch.setattr("balance.cli.main.signal.signal", lambda number, handler: None)
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "argv", shlex.split(command))
    with pytest.raises(SystemExit) as left:
        main()
    assert (left.value.code or 0) == 0, capsys.readouterr().err
    ((ready, out),) = asked
    assert out.parts[0] == "reports"
    names = [variant.name for variant in ready.cells]
    if command == "balance compare first-game --set citizens.knight.cost=3":
        assert names[:2] == ["as it is", "citizens.knight.cost=3"]
    if "goblin.toml" in command:
        assert {"first-game", "goblin-strength, strength 2"} <= set(names)
        assert "first-seat, all_that_glitters, greedy" in names
