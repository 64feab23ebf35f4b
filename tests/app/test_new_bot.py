"""A bot that `balance new bot` writes plays at once, whatever the game."""

from pathlib import Path

import numpy as np
import pytest

from balance.app.commands.new import new_bot
from balance.app.commands.play import narrate
from balance.bots.loading import load_bot
from balance.bots.weights import read_weights
from balance.errors import BotError, ScenarioError, StoreError
from balance.games import GAMES
from balance.games.loading import load_game
from balance.runner.batches import Batches
from balance.scenario.files import scenario_of_game
from balance.scenario.overrides import Overrides, override
from balance.scenario.prepare import prepare
from tests.conftest import ROOT

PIG = str(ROOT / "examples" / "pig")
EVERY_GAME = [*GAMES, PIG]


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("game", EVERY_GAME, ids=lambda game: Path(game).name)
def test_the_bot_compiles_and_plays_every_game(game, capsys):
    new_bot("mine", game)
    first, *commands = capsys.readouterr().out.splitlines()
    title = load_game(game, Path()).title
    assert first == f"mine.py and mine.toml contain a bot for {title}, ready to play:"
    assert commands[0] == f"  balance check-bot mine.py:mine --game {game}"
    assert commands[1].startswith(f"  balance play {game} --bots mine.py:mine,")
    loaded = load_bot(Path("mine.py"), "mine", load_game(game, Path()))
    assert loaded.slow == ""
    scenario = override(scenario_of_game(game), Overrides(bots=("mine.py:mine", "random")))
    records = Batches(prepare(scenario).cells[0].match).play(0, 20)
    assert (records["stopped"] == 0).all()
    assert len(np.unique(records["decisions"])) > 1


@pytest.mark.parametrize("game", EVERY_GAME, ids=lambda game: Path(game).name)
def test_it_lists_every_decision_with_examples(game):
    new_bot("mine", game)
    text = Path("mine.py").read_text()
    for kind in list(load_game(game, Path()).decisions)[1:]:
        assert f"case Decision.{kind.name}:\n            # " in text
    assert max(map(len, text.splitlines())) <= 100
    assert read_weights(Path("mine.toml"))[0] == {"luck": 0.01}


def test_the_printed_command_narrates_a_game(capsys):
    new_bot("mine", PIG)
    capsys.readouterr()
    print("\n".join(narrate(PIG, 0, None, Overrides(bots=("mine.py:mine", "hold_at")))))
    assert capsys.readouterr().out.startswith("Pig, game 0 of seed 1: mine 1, hold_at 2.")


def test_existing_files_are_not_overwritten():
    Path("mine.toml").write_text("pot = 1\n")
    with pytest.raises(StoreError, match=r"mine.toml exists: choose another name"):
        new_bot("mine", PIG)
    assert not Path("mine.py").exists()


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("my-bot", "expected a name for a Python function"),
        ("class", "expected a name for a Python function"),
        ("folder/mine", "expected a name for a Python function"),
        ("hold_at", "Pig has a bot of this name"),
        ("random", "Pig has a bot of this name"),
        ("view", "uses this name"),
        ("numbers", "uses this name"),
    ],
)
def test_an_invalid_name_is_refused(name, message):
    with pytest.raises(BotError, match=message):
        new_bot(name, PIG)
    assert not list(Path().iterdir())


def test_an_unknown_game_is_refused():
    with pytest.raises(ScenarioError, match="game: 'valeri' is none of"):
        new_bot("mine", "valeri")
