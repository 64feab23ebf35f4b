"""The scenarios and commands of the pages on scenarios, comparisons and what-ifs are valid."""

import re

import pytest

from balance.app.commands import compare, run
from balance.scenario.files import read_scenario
from balance.scenario.model import Scenario, Variant
from balance.scenario.prepare import prepare
from tests.docs.pages import code_blocks, commands, errors, in_rows, read_page

TEXT = read_page("reference/scenarios")
PAGES = ("reference/scenarios", "guides/compare", "guides/change-numbers", "guides/bots")
COMMANDS = [
    command
    for page in PAGES
    for command in commands(read_page(page))
    if re.match(r"balance (run|compare) ", command)
]
SCENARIOS = [text for text in code_blocks(TEXT, "toml") if "game = " in text]


@pytest.fixture
def folder(tmp_path):
    """A folder with the scenarios of the page, each in a file of its name."""
    for text in SCENARIOS:
        name = re.search(r'^name = "(.*)"', text)[1]
        (tmp_path / f"{name}.toml").write_text(text)
    return tmp_path


def test_every_key_is_there():
    assert in_rows(TEXT, "Keys") >= set(Scenario.model_fields) - {"folder", "file"}
    assert in_rows(TEXT, "Variants") >= set(Variant.model_fields)


def test_the_scenarios_can_be_prepared(folder):
    cells = {
        path.stem: [variant.name for variant in prepare(read_scenario(str(path))).cells]
        for path in folder.glob("*.toml")
    }
    assert cells["goblin-strength"] == ["baseline", "strength 2", "strength 3, more gold"]
    assert cells["start-gold"] == ["2 gold", "3 gold", "4 gold"]
    listed = re.findall(r"^  (\d players, .*?): 2", TEXT, re.MULTILINE)
    assert listed
    assert cells["first-seat"][: len(listed)] == listed


@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands_are_valid(folder, monkeypatch, balance, command):
    prepared = []

    def record(ready, folder, options, *then):
        prepared.append((ready, options.out or folder))

    for module in (run, compare):
        monkeypatch.setattr(module, "play_scenario", record)
    monkeypatch.chdir(folder)
    code, _, message = balance(command)
    assert code == 0, message
    ((ready, out),) = prepared
    assert out.parts[0] == "reports"
    names = [variant.name for variant in ready.cells]
    if command == "balance compare first-game --set citizens.knight.cost=3":
        assert names[1] == "citizens.knight.cost=3"
    if "goblin-strength.toml" in command:
        assert {"first-game", "goblin-strength, strength 2"} <= set(names)


def test_the_errors_are_those_of_the_program(balance):
    assert errors(TEXT)
    for command, message in errors(TEXT):
        code, _, printed = balance(command)
        assert code == 2
        assert message.removeprefix("Error: ").removeprefix(".../").removesuffix("...") in printed
