"""A game at each of a few tables of every variant of King of the Valley, engine against referee."""

import pytest

from tests.games.king_of_the_valley.variants import VARIANTS, seen_at

TABLES = 4


@pytest.mark.parametrize("table", range(TABLES))
@pytest.mark.parametrize("variant", VARIANTS)
def test_engine_and_referee_play_the_same_game(variant, table):
    seen_at(variant, table, (0,))
