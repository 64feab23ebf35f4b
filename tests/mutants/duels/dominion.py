"""A game at each of a few tables of every variant of Dominion, engine against referee."""

import pytest

from tests.games.dominion.random_tables import VARIANTS
from tests.games.dominion.variants import seen_at

TABLES = 4


@pytest.mark.parametrize("table", range(TABLES))
@pytest.mark.parametrize("variant", VARIANTS)
def test_engine_and_referee_play_the_same_game(variant, table):
    seen_at(variant, table, (0,))
