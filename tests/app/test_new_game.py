"""A game that `balance new game` describes plays at once."""

import json
import tomllib

import pytest

from balance.games.loading import load_game
from balance.runner.batches import Batches
from balance.scenario.files import scenario_of_game
from balance.scenario.prepare import prepare
from tests.app.new_games import check_that_they_work, write_game
from tests.program import run_here


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """Return a folder with a new game, and the commands to try."""
    return write_game(tmp_path_factory.mktemp("described"), "game", "tea-house")


def test_it_has_its_own_name(written):
    folder, _ = written
    names = {path.name for path in (folder / "tea-house").iterdir()}
    assert names == {"game.toml", "houses.csv", "game.schema.json"}
    schema = json.loads((folder / "tea-house" / "game.schema.json").read_text())
    keys = tomllib.loads((folder / "tea-house" / "game.toml").read_text())
    assert keys.keys() <= schema["properties"].keys()
    assert set(schema["required"]) <= keys.keys()
    assert all("description" in key for key in schema["properties"].values())
    game = load_game("tea-house", folder)
    assert (game.name, game.title) == ("tea-house", "Tea house")
    assert len((folder / "tea-house" / "game.toml").read_text().splitlines()) < 60


def test_each_of_the_commands_works(written):
    folder, commands = written
    assert commands[-1] == "balance watch tea-house"
    check_that_they_work(commands[:-1], folder)


def test_its_games_end_with_the_usual_bots(written):
    folder, _ = written
    match = prepare(scenario_of_game(str(folder / "tea-house"))).cells[0].match
    records = Batches(match).play(0, 50)
    assert records["decisions"].max() < 500
    assert match.game.endings[records["ending"][0]] == "a village is full"


def test_an_existing_folder_is_left_alone(written):
    done = run_here("new", "game", "tea-house", folder=written[0])
    assert done.returncode == 2
    assert "tea-house exists: choose another name." in done.stderr
