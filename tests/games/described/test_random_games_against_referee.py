"""Engine and referee agree on games made up at random, at every decision.

``BALANCE_DUELS=1000`` plays so many, new ones each time.
"""

import random
from pathlib import Path

import pytest

from tests.games.described.against_referee import Match
from tests.games.described.random_games import PLAYERS, random_game
from tests.games.duels import ASKED

GAMES = ASKED or 40
FIRST = random.randrange(10**6) if ASKED else 0


@pytest.mark.parametrize("seed", range(FIRST, FIRST + GAMES))
def test_the_engine_plays_a_game_made_up_at_random_as_the_referee_does(
    seed: int, tmp_path: Path
) -> None:
    draws = random.Random(seed)
    random_game(draws.randint).write(tmp_path)
    Match(tmp_path, PLAYERS[seed % len(PLAYERS)], seed).play(random.Random(seed))
