"""A game at each of a few tables of every variant of Dominion, engine against referee."""

import pytest

from tests.games.dominion import test_against_referee as duels
from tests.games.dominion.random_tables import VARIANTS

TABLES = 4


@pytest.mark.parametrize("table", range(TABLES))
@pytest.mark.parametrize("variant", VARIANTS)
def test_engine_and_referee_play_the_same_game(variant, table, monkeypatch):
    monkeypatch.setattr(duels, "GAMES", 1)
    duels.seen_at(variant, table)
