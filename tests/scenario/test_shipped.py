"""The scenarios that come with the program."""

from collections import Counter

import pytest

from balance.games import GAMES
from balance.games.loading import load_game
from balance.scenario.files import read_scenario
from balance.scenario.prepare import prepare
from balance.scenario.set_up_comparison import comparison_of_setups
from balance.scenario.shipped import shipped_scenarios, short_name
from tests.conftest import ROOT

FILES = sorted((ROOT / "scenarios").rglob("*.toml"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_is_named_after_its_file_and_asks_something_of_the_game_of_its_folder(file):
    ready = prepare(read_scenario(file.stem))
    scenario = ready.scenario
    assert scenario.file == file
    assert scenario.name == file.stem
    assert scenario.question.endswith("?")
    assert ready.game.name == file.parent.name


def test_no_two_have_one_name():
    assert not [name for name, count in Counter(file.stem for file in FILES).items() if count > 1]
    assert set(shipped_scenarios()) == {file.stem for file in FILES}


def test_every_game_has_some():
    assert {file.parent.name for file in FILES} == set(GAMES)


@pytest.mark.parametrize(
    ("game", "found"),
    [
        ("valeria", ("recommended-set-ups", 4)),  # not the grid, which has players as an axis too
        ("dominion", ("recommended-sets", 2)),
        ("king_of_the_valley", None),
    ],
)
def test_the_scenario_that_compares_the_set_ups_of_a_game_is_found(game, found):
    known = load_game(game, ROOT)
    assert comparison_of_setups(known.name, {one.id for one in known.setups.named()}) == found


def test_hints_name_a_shipped_scenario_by_its_name():
    file = shipped_scenarios()["first-game"]
    assert short_name(str(file)) == "first-game"
    assert short_name("first-game") == "first-game"
    assert short_name("elsewhere/first-game.toml") == "elsewhere/first-game.toml"
