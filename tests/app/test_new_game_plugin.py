"""A game that `balance new game-plugin` writes plays at once, and its own tests pass."""

import os
import subprocess
import sys

import pytest

from balance.games.loading import load_game
from tests.app.new_games import check_that_they_work, write_game
from tests.program import run_here


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """Return a folder with a new game, and the commands to try."""
    return write_game(tmp_path_factory.mktemp("plugin"), "game-plugin", "tea_house")


def test_it_has_its_own_name_everywhere(written):
    folder, _ = written
    files = {path.name: path.read_text() for path in (folder / "tea_house").glob("*.*")}
    assert set(files) == {"__init__.py", "tea_house.toml", "test_tea_house.py"}
    assert not any("market" in text.lower() for text in files.values())
    game = load_game("tea_house", folder)
    assert (game.name, game.title) == ("tea_house", "Tea house")


def test_each_of_the_commands_works(written):
    folder, commands = written
    check_that_they_work(commands[:-1], folder)


def test_its_tests_pass(written):
    folder, commands = written
    python, *arguments = commands[-1].split()
    assert python == "python"
    plain = {**os.environ, "PYTEST_ADDOPTS": "-q -p no:cacheprovider"}
    done = subprocess.run([sys.executable, *arguments], cwd=folder, env=plain,
                          capture_output=True, text=True, check=False)  # fmt: skip
    assert "2 passed" in done.stdout, done.stdout


@pytest.mark.parametrize("name", ["my-game", "valeria", "random", "tea_house"])
def test_a_name_that_cannot_be_is_refused(written, name):
    done = run_here("new", "game-plugin", name, folder=written[0])
    assert done.returncode == 2
    assert name in done.stderr
