"""Engine and referee agree on described games at every decision.

``BALANCE_DUELS=1000`` plays so many games of each example, new ones each time.
"""

import random
import tomllib
from pathlib import Path

import pytest

from tests.games.described.against_referee import Match
from tests.games.duels import ASKED

ROOT = Path(__file__).parents[3]
EXAMPLES = ROOT / "examples" / "games"
GAMES = ASKED or 1
TABLES = [
    (folder.name, players)
    for folder in sorted(EXAMPLES.iterdir())
    for players in tomllib.loads((folder / "game.toml").read_text())["players"]
]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_engine_plays_each_example_as_the_referee_does(name: str, players: int) -> None:
    first = random.randrange(10**6) if ASKED else 0
    for deal in range(first, first + GAMES):
        Match(EXAMPLES / name, players, deal).play(random.Random(deal))


def test_a_difference_is_found() -> None:
    match = Match(EXAMPLES / "docks", 2, 0)
    match.advance()
    match.compare()
    match.session.state.seats[1].numbers[0] += 1
    with pytest.raises(AssertionError, match="differ"):
        match.compare()
