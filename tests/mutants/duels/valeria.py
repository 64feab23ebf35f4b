"""A game at each of a few tables of every variant of Valeria, engine against referee."""

import pytest

from tests.games.valeria import variants

TABLES = 3


@pytest.mark.parametrize("table", range(TABLES))
@pytest.mark.parametrize("variant", variants.VARIANTS)
def test_engine_and_referee_play_the_same_game(variant, table, monkeypatch):
    monkeypatch.setattr(variants, "GAMES", 1)
    variants.seen_at.__wrapped__(variant, table)
