"""What several folders of tests need: Pig, set up in a word."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from balance.engine.game import Game
from balance.games.loading import load_game
from balance.scenario.model import Scenario
from balance.scenario.set_up import SetUp, set_up

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def pig() -> Game:
    return load_game("examples/pig", ROOT)


@pytest.fixture
def pig_scenario() -> Callable[..., Scenario]:
    """Return a scenario of Pig with some keys of one's own."""

    def make(**keys: Any) -> Scenario:
        values = {"name": "pig", "game": "examples/pig", "seed": 7, "games": 200}
        values |= {"bots": ["hold_at", "hold_at"]} | keys
        return Scenario.model_validate(values).at(ROOT / "test.toml")

    return make


@pytest.fixture
def pig_set_up(pig_scenario: Callable[..., Scenario]) -> Callable[..., SetUp]:
    """Return Pig set up for a scenario with some keys of one's own."""
    return lambda **keys: set_up(pig_scenario(**keys))
