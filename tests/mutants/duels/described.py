"""Described games made up at random, engine against referee: others than the ordinary suite has."""

import random

import pytest

from tests.games.described.against_referee import Match
from tests.games.described.random_games import PLAYERS, random_game

TABLES = range(1000, 1100)


@pytest.mark.parametrize("table", TABLES)
def test_engine_and_referee_play_the_same_game(table, tmp_path):
    random_game(random.Random(table).randint).write(tmp_path)
    Match(tmp_path, PLAYERS[table % len(PLAYERS)], table).play(random.Random(table))
