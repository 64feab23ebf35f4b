"""guides/write-a-bot: its bots play, its commands run, its messages are those of the program."""

import re
import shlex
import tomllib
from pathlib import Path

import pytest

from balance.games.loading import load_game
from balance.runner.batches import Batches
from balance.scenario.files import scenario_of_game
from balance.scenario.model import Scenario
from balance.scenario.overrides import Overrides, override
from balance.scenario.prepare import prepare
from tests.conftest import ROOT
from tests.docs.pages import code_blocks, commands, read_page

TEXT = read_page("guides/write-a-bot")
VIEWS = read_page("reference/bot-views")
EXAMPLES = ROOT / "examples" / "bots"
BOTS = {re.findall(r"^def (\w+)", text, re.M)[0]: text for text in code_blocks(TEXT, "python")}
FEWER = {"--games": "20", "--minutes": "0.02"}  # than on the page, to save time


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with the bots of the page, and the examples of the repository."""
    for name, text in BOTS.items():
        (tmp_path / f"{name}.py").write_text(text)
    weights = next(text for text in code_blocks(TEXT, "toml") if "rounds =" in text)
    (tmp_path / "thrifty.toml").write_text(weights)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def play(bot, games=4):
    """Play a bot of the current folder against chance; return the notices and the records."""
    bots = Overrides(bots=(f"{bot}.py:{bot}" if ":" not in bot else bot, "random"))
    ready = prepare(override(scenario_of_game("valeria"), bots))
    return ready.notices, Batches(ready.cells[0].match).play(0, games)


@pytest.mark.parametrize("bot", BOTS)
def test_the_bots_of_the_page_compile_and_play(folder, bot):
    notices, records = play(bot)
    assert notices == ()
    assert (records["stopped"] == 0).all()


def test_thrifty_is_the_example_and_beats_random_play(folder):
    assert BOTS["thrifty"] == (EXAMPLES / "thrifty.py").read_text()
    assert (folder / "thrifty.toml").read_text() == (EXAMPLES / "thrifty.toml").read_text()
    _, records = play("thrifty", 100)
    mine = records["lineup"][:, :2] == 0
    assert records["wins"][:, :2][mine].sum() > 80 * 60


@pytest.mark.system  # compiling them takes half a minute
@pytest.mark.parametrize("bot", ["dreamer.py:dream", "thinker.py:ponder"])
def test_the_examples_that_look_ahead_beat_random_play(folder, bot, monkeypatch):
    monkeypatch.chdir(EXAMPLES)
    notices, records = play(bot)
    assert notices == ()
    mine = records["lineup"][:, :2] == 0
    assert (records["wins"][:, :2][mine] == 60).all()


@pytest.mark.parametrize(
    ("example", "mark"),
    [
        ("dreamer", "determinise(states[0]"),
        ("thinker", "return search_choices("),
        ("thinker", "return play_out("),
    ],
)
def test_excerpts_of_the_examples_are_in_the_examples(example, mark):
    lines = [line.strip() for line in (EXAMPLES / f"{example}.py").read_text().splitlines()]
    (excerpt,) = [text for text in code_blocks(TEXT) if mark in text]
    assert "\n".join(line.strip() for line in excerpt.splitlines()).strip() in "\n".join(lines)


def test_there_are_commands_for_each_step():
    assert {shlex.split(command)[1] for command in commands(TEXT)} >= {
        "new", "play", "duel", "tournament", "run", "tune-bot",
    }  # fmt: skip


@pytest.mark.system
def test_the_commands_of_the_page_follow_each_other(folder, balance):
    for command in commands(TEXT):
        words = shlex.split(command)
        for option, fewer in FEWER.items():
            if option in words:
                words[words.index(option) + 1] = fewer
        code, _, errors = balance(shlex.join(words))
        assert code == 0, f"{command}: {errors}"
    assert Path("my_bot.py").is_file()


def test_the_line_of_a_scenario_is_valid():
    (line,) = [text for text in code_blocks(TEXT, "toml") if "label =" in text]
    values = {"name": "x", "game": "valeria", "games": 10, **tomllib.loads(line)}
    ready = prepare(Scenario.model_validate(values).at(ROOT / "x.toml"))
    assert ready.cells[0].match.lineup.labels == ("brave", "greedy")


def test_the_error_of_the_page_is_that_of_the_program(folder, balance):
    (folder / "wrong.py").write_text(
        "def wrong(view, table, seat, weights, stream):\n    return 99\n"
    )
    code, _, errors = balance("balance play valeria --bots wrong.py:wrong,greedy")
    assert code == 2
    quoted = next(text for text in code_blocks(TEXT) if text.startswith("Error: "))
    assert errors.splitlines()[-1] == " ".join(quoted.split())


@pytest.mark.parametrize("game", ["valeria", "king_of_the_valley"])
def test_every_decision_is_in_a_table(game):
    for decision in list(load_game(game, Path()).decisions)[1:]:
        assert re.search(rf"^\|.*`{decision.name}`", VIEWS, re.MULTILINE), decision
