"""Drawing, revealing, shuffling (D4), with the worked examples W18 to W21."""

from collections import Counter

import pytest
from scipy.stats import chisquare

from tests.games.dominion.hands import Hands, cards


@pytest.mark.rule("W20")
@pytest.mark.rule("D10.1")
def test_a_cellar_shuffles_its_discards_in():
    kept = Counter()
    for deal in range(60):
        table = Hands("cellar", deal=deal).give(0, "cellar 2E 2C", discard="S").start()
        table.choose("cellar", "E", "E", "nothing")
        assert table.hand() - cards("2C") in (cards("S E"), cards("2E"))
        assert len(table.deck()) == 1
        assert not table.discard()
        assert table.numbers == (1, 1, 0)
        kept.update(table.under())
    assert set(kept) == {"S", "E"}


@pytest.mark.rule("D4.2")
@pytest.mark.rule("D15.2")
def test_a_shuffle_is_uniform():
    drawn = Counter()
    for deal in range(180):
        table = Hands("moat", deal=deal).give(0, "moat", discard="C S G E").start()
        table.choose("moat")
        drawn[frozenset(table.hand())] += 1
    assert len(drawn) == 6
    assert chisquare(list(drawn.values())).pvalue > 0.001


@pytest.mark.rule("D4.2")
def test_cards_whose_order_nobody_knows_are_drawn_one_as_likely_as_another():
    first = Counter()
    for deal in range(180):
        table = Hands("village", deal=deal).give(0, "village", under="C S G", deck="").start()
        table.choose("village")
        first.update(table.hand())
    assert set(first) == {"C", "S", "G"}
    assert chisquare(list(first.values())).pvalue > 0.001


@pytest.mark.rule("D4.6")
def test_how_many_cards_a_draw_pile_has_can_be_seen():
    table = Hands("smithy").give(0, "smithy", deck="S", under="4C").start()
    player = table.state.seats[0]
    assert player.num_deck + player.num_top == 5
    table.choose("smithy")
    assert player.num_deck + player.num_top == 2
    assert table.pile("smithy") == 10
