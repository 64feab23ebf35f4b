"""What several folders of tests need: Pig, set up in a word; ``pytest --rule V6.5``; two suites.

Tests with the mark `system` stay out, unless ``-m`` names it, as `make test-system` does.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from balance.app import learning
from balance.engine.game import Game
from balance.games.loading import load_game
from balance.scenario.model import Scenario
from balance.scenario.prepare import PreparedScenario, prepare
from balance.store.run_folder import RunFolder
from tests.program import Done, run_here
from tests.sharing import ByGame, Stopwatch

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(autouse=True, scope="session")
def no_learning() -> None:
    """Let games as text be played at once, as if ``--learn 0`` was given."""
    learning.MINUTES = 0.0


def pytest_sessionstart() -> None:
    """Forget the width of the terminal, which pytest-xdist hands to its workers."""
    os.environ.pop("COLUMNS", None)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rule", metavar="NUMBER", help="only tests of this rule, or chapter")


def pytest_configure(config: pytest.Config) -> None:
    """Store how long tests take, if asked to, in the process that hears of all of them."""
    if os.environ.get("BALANCE_DURATIONS") == "write" and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Stopwatch())


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is not about the rule asked for, and the system suite if it is not named."""
    rule = config.getoption("--rule")
    with_system = "system" in config.getoption("markexpr")
    wanted: list[pytest.Item] = []
    others: list[pytest.Item] = []
    for item in items:
        is_wanted = with_system or item.get_closest_marker("system") is None
        if rule is not None:
            cited = [f"{mark.args[0]}." for mark in item.iter_markers("rule")]
            is_wanted = is_wanted and any(each.startswith(f"{rule}.") for each in cited)
        (wanted if is_wanted else others).append(item)
    if others:
        config.hook.pytest_deselected(items=others)
        items[:] = wanted


@pytest.hookimpl(optionalhook=True)  # as pytest-xdist may be switched off
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ByGame | None:
    """Let the tests of a game go to one worker."""
    return ByGame(config, log) if config.getoption("dist") == "loadfile" else None


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
def pig_set_up(pig_scenario: Callable[..., Scenario]) -> Callable[..., PreparedScenario]:
    """Return Pig set up for a scenario with some keys of one's own."""
    return lambda **keys: prepare(pig_scenario(**keys))


@pytest.fixture
def balance(tmp_path: Path) -> Callable[..., Done]:
    """Return a function that runs a command in an empty folder, in this process."""
    return lambda *words: run_here(*words, folder=tmp_path)


def manifest_of(seed: int = 7, **identity: Any) -> dict[str, Any]:
    """Return the manifest of a run of Pig without cells."""
    return {
        "identity": {"game": "pig", "rules": "1a", "tallies": "2b", "seed": seed, "cells": {}}
        | identity,
        "scenario": {},
        "scenario file": "pig.toml",
        "settings": {},
        "command": "balance run pig.toml",
        "versions": {},
        "started": "2026-01-01",
        "finished": None,
        "seconds": 0.0,
        "games": {},
        "deals": {},
    }


def store_in(folder: Path, seed: int = 7) -> RunFolder:
    """Return the folder of a run of Pig that begins."""
    store = RunFolder(folder)
    store.open(manifest_of(seed))
    return store
