"""Pig as text is Pig in Python: the same games under the same numbers."""

from pathlib import Path
from typing import Any

import pytest

from balance.runner.batches import Batches
from balance.scenario.model import Scenario
from balance.scenario.prepare import prepare

ROOT = Path(__file__).parents[3]
GAMES = 3_000


def records_of(game: str, players: int, target: int) -> Any:
    values = {
        "name": "pig", "game": game, "players": players, "bots": "random", "games": GAMES,
        "seed": 11, "table": {"target": target},
    }  # fmt: skip
    match = prepare(Scenario.model_validate(values).at(ROOT / "pig.toml")).cells[0].match
    return Batches(match).play(0, GAMES)


@pytest.mark.parametrize(("players", "target"), [(2, 100), (3, 40), (5, 100)])
def test_described_pig_is_pig_to_the_bit(players: int, target: int) -> None:
    text = records_of("examples/games/pig", players, target)
    python = records_of("examples/pig", players, target)
    for field in ("wins", "scores", "rounds", "turns", "decisions", "ending"):
        assert (text[field] == python[field]).all(), field
    assert len(set(text["wins"][:, 0])) == 2


def test_described_pig_has_fifteen_lines() -> None:
    lines = (ROOT / "examples/games/pig/game.toml").read_text().splitlines()
    assert len([line for line in lines if line and "'''" not in line]) == 15
