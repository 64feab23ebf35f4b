"""What docs/bots.md shows is played: its bots, its commands, its messages."""

import re
import shlex
import sys
import tomllib
from pathlib import Path

import pytest

from balance.cli.main import main
from balance.games.loading import load_game
from balance.runner.batches import Batches
from balance.scenario.model import Scenario
from balance.scenario.overrides import Overrides, override
from balance.scenario.prepare import prepare
from balance.scenario.replay_command import scenario_of_game
from tests.conftest import ROOT

TEXT = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
EXAMPLES = ROOT / "examples" / "bots"
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", TEXT, re.DOTALL)
BOTS = {
    re.findall(r"^def (\w+)", text, re.MULTILINE)[0]: text
    for kind, text in BLOCKS
    if kind == "python"
}
COMMANDS = [
    line.removeprefix("$ ")
    for kind, text in BLOCKS
    for line in text.splitlines()
    if not kind and re.match(r"(\$ )?balance ", line)
]
FEWER = {"--games": "20", "--minutes": "0.02"}  # than the page says, for a test


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with the bots of the page, and the examples of the repository."""
    for name, text in BOTS.items():
        (tmp_path / f"{name}.py").write_text(text)
    weights = next(text for kind, text in BLOCKS if kind == "toml" and "rounds =" in text)
    (tmp_path / "thrifty.toml").write_text(weights)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def balance(monkeypatch, capsys):
    """Run a command; return its exit code and what it printed."""
    monkeypatch.setattr("balance.cli.main.signal.signal", lambda number, handler: None)

    def run(command):
        monkeypatch.setattr(sys, "argv", shlex.split(command))
        capsys.readouterr()
        with pytest.raises(SystemExit) as left:
            main()
        said = capsys.readouterr()
        return int(left.value.code or 0), said.out, said.err

    return run


def play(bot, games=4):
    """Play a bot of the current folder against chance; return what is said of it, and records."""
    bots = Overrides(bots=(f"{bot}.py:{bot}" if ":" not in bot else bot, "random"))
    ready = prepare(override(scenario_of_game("valeria"), bots))
    return ready.notices, Batches(ready.cells[0].match).play(0, games)


@pytest.mark.parametrize("bot", BOTS)
def test_the_bots_of_the_page_compile_and_play(folder, bot):
    notices, records = play(bot)
    assert notices == ()
    assert (records["stopped"] == 0).all()


def test_thrifty_is_the_example_and_plays_better_than_chance(folder):
    assert BOTS["thrifty"] == (EXAMPLES / "thrifty.py").read_text()
    assert (folder / "thrifty.toml").read_text() == (EXAMPLES / "thrifty.toml").read_text()
    _, records = play("thrifty", 100)
    mine = records["lineup"][:, :2] == 0
    assert records["wins"][:, :2][mine].sum() > 80 * 60


@pytest.mark.parametrize("bot", ["dreamer.py:dream", "thinker.py:ponder"])
def test_the_examples_that_look_ahead_beat_chance(folder, bot, monkeypatch):
    monkeypatch.chdir(EXAMPLES)
    notices, records = play(bot)
    assert notices == ()
    mine = records["lineup"][:, :2] == 0
    assert (records["wins"][:, :2][mine] == 60).all()


@pytest.mark.parametrize(
    ("example", "mark"),
    [
        ("dreamer", "determinise(states[0]"),
        ("thinker", "return think("),
        ("thinker", "return play_out("),
    ],
)
def test_what_the_page_shows_of_the_examples_stands_in_them(example, mark):
    lines = [line.strip() for line in (EXAMPLES / f"{example}.py").read_text().splitlines()]
    (shown,) = [text for kind, text in BLOCKS if mark in text and not kind]
    assert "\n".join(line.strip() for line in shown.splitlines()).strip() in "\n".join(lines)


def test_there_are_commands_for_each_step():
    assert {shlex.split(command)[1] for command in COMMANDS} >= {
        "new", "play", "duel", "tournament", "run", "tune-bot",
    }  # fmt: skip


def test_the_commands_of_the_page_follow_each_other(folder, balance):
    for command in COMMANDS:
        words = shlex.split(command)
        for option, fewer in FEWER.items():
            if option in words:
                words[words.index(option) + 1] = fewer
        code, _, said = balance(shlex.join(words))
        assert code == 0, f"{command}: {said}"
    assert Path("my_bot.py").is_file()


def test_the_scenario_line_of_the_page_is_one():
    (line,) = [text for kind, text in BLOCKS if kind == "toml" and "label =" in text]
    values = {"name": "x", "game": "valeria", "games": 10, **tomllib.loads(line)}
    ready = prepare(Scenario.model_validate(values).at(ROOT / "x.toml"))
    assert ready.cells[0].match.lineup.labels == ("brave", "greedy")


def test_the_message_of_the_page_is_that_of_the_program(folder, balance):
    (folder / "wrong.py").write_text(
        "def wrong(view, table, seat, weights, stream):\n    return 99\n"
    )
    code, _, said = balance("balance play valeria --bots wrong.py:wrong,greedy")
    assert code == 2
    shown = next(text for kind, text in BLOCKS if text.startswith("Error: "))
    assert said.splitlines()[-1] == " ".join(shown.split())


@pytest.mark.parametrize("game", ["valeria", "king_of_the_valley"])
def test_every_decision_is_in_its_table(game):
    for decision in list(load_game(game, Path()).decisions)[1:]:
        assert re.search(rf"^\|.*`{decision.name}`", TEXT, re.MULTILINE), decision
