"""Attacks of the base game (D10), with the worked examples W30 to W34."""

from collections import Counter

import pytest

from balance.games.dominion.layout import Decision
from tests.games.dominion.hands import Hands, cards


@pytest.mark.rule("W34")
@pytest.mark.rule("D10.16")
@pytest.mark.rule("D4.3")
def test_a_thief_with_one_card_left():
    second = Counter()
    for deal in range(40):
        table = Hands("thief", deal=deal).give(0, "thief").give(1, deck="C", discard="G E").start()
        table.choose("thief")
        if table.asked == Decision.THIEF:  # Copper and Gold
            assert table.offered() == ["C", "G"]
            table.choose("C", "nothing")
            assert table.discard(1) == cards("G")
            assert table.under(1) == cards("E")
            second["G"] += 1
        else:
            assert table.asked == Decision.THIEF_GAIN  # the Copper was all there was
            table.choose("nothing")
            assert table.discard(1) == cards("E")
            assert table.under(1) == cards("G")
            second["E"] += 1
        assert table.trash() == cards("C")
    assert set(second) == {"G", "E"}
