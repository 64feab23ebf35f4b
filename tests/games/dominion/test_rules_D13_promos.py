"""Promotional cards (D13), with the worked examples W56 to W59."""

from collections import Counter

import pytest
from scipy.stats import chisquare

from tests.games.dominion.hands import Hands, cards


@pytest.mark.rule("D13.3")
@pytest.mark.rule("D15.2")
def test_cards_around_a_stash_are_shuffled():
    first = Counter()
    for deal in range(150):
        table = Hands("moat stash", deal=deal).give(0, "moat", discard="stash C S G").start()
        table.choose("moat", "1")
        assert table.hand()["stash"] == 1
        first.update(table.hand() - cards("stash"))
    assert set(first) == {"C", "S", "G"}
    assert chisquare(list(first.values())).pvalue > 0.001
