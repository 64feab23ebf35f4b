"""Drawing, revealing, shuffling (D4), with the worked examples W18 to W21."""

from collections import Counter

import pytest
from scipy.stats import chisquare

from balance.games.dominion.layout import Decision
from tests.games.dominion.hands import Hands, cards


@pytest.mark.rule("W18")
@pytest.mark.rule("D4.2")
@pytest.mark.parametrize("deal", range(4))
def test_a_draw_with_a_shuffle_in_between(deal):
    table = Hands("smithy", deal=deal).give(0, "smithy", deck="G D", discard="2C 2S").start()
    table.choose("smithy")
    hand = table.hand()
    assert hand.total() == 3
    assert hand >= cards("G D")
    assert len(table.deck()) == 3
    assert not table.discard()
    assert table.in_play() == cards("smithy")  # not shuffled in
    assert hand + table.under() == cards("G D 2C 2S")


@pytest.mark.rule("W19")
@pytest.mark.rule("D4.2")
def test_a_draw_with_too_few_cards():
    table = Hands("laboratory").give(0, "laboratory", deck="C").start()
    table.choose("laboratory")
    assert table.hand() == cards("C")
    assert table.numbers == (1, 1, 0)


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


@pytest.mark.rule("W21")
@pytest.mark.rule("D4.5")
@pytest.mark.rule("D10.4")
def test_a_chancellor():
    table = Hands("chancellor").give(0, "chancellor", deck="4C", discard="3E").start()
    table.choose("chancellor")
    assert table.asked == Decision.CHANCELLOR
    table.choose("yes")
    assert not table.deck()
    assert table.discard() == cards("4C 3E")
    assert table.numbers == (0, 1, 2)


@pytest.mark.rule("D4.5")
@pytest.mark.rule("D10.4")
def test_a_chancellor_may_leave_the_draw_pile():
    table = Hands("chancellor").give(0, "chancellor", deck="4C", discard="3E").start()
    table.choose("chancellor", "no")
    assert table.deck() == [*"CCCC"]
    assert table.discard() == cards("3E")


@pytest.mark.rule("D4.5")
def test_a_chancellor_discards_known_and_unknown_cards():
    table = Hands("chancellor").give(0, "chancellor", deck="S C", under="3E G", discard="D").start()
    table.choose("chancellor", "yes")
    assert not table.deck()
    assert table.discard() == cards("S C 3E G D")


@pytest.mark.rule("D4.1")
def test_an_empty_draw_pile_waits_until_a_card_is_needed():
    table = Hands("smithy").give(0, "smithy", deck="3C", discard="3E").start()
    table.choose("smithy")
    assert not table.deck()
    assert table.discard() == cards("3E")


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


@pytest.mark.rule("D4.2")
def test_known_cards_on_top_are_drawn_first():
    table = Hands("smithy").give(0, "smithy", deck="S G", under="3E").start()
    table.choose("smithy")
    assert table.hand() == cards("S G E")
    assert table.deck() == ["?", "?"]


@pytest.mark.rule("D4.2")
def test_nobody_draws_from_nothing():
    table = Hands("smithy").give(0, "smithy").start()
    table.choose("smithy")
    assert not table.hand()
    assert table.asked == Decision.BUY


@pytest.mark.rule("D4.3")
@pytest.mark.parametrize(
    ("card", "deck", "discard", "hand"),
    [
        ("adventurer", "2E", "S", "S"),
        ("farming_village", "2E", "C", "C"),
        ("harvest", "2E", "C S", ""),
        ("hunting_party", "C 2E C", "S", "C E S"),
    ],
)
def test_revealed_cards_are_not_shuffled_in(card, deck, discard, hand):
    table = Hands(card).give(0, card, deck=deck, discard=discard).start()
    table.choose(card)
    if card == "hunting_party":
        assert table.hand() == cards("C E")
        assert table.discard() == cards("S")
        return
    assert table.hand() == cards(hand)
    assert table.discard() == cards(f"{deck} {discard}") - cards(hand)
    assert not table.deck()


@pytest.mark.rule("D4.3")
def test_cards_set_aside_by_a_library_are_not_shuffled_in():
    table = Hands("library village").give(0, "library 5C", deck="village", discard="E").start()
    table.choose("library", "yes")
    assert table.hand() == cards("5C E")
    assert table.discard() == cards("village")
    assert not table.deck()


@pytest.mark.rule("D4.4")
def test_a_card_put_on_an_empty_draw_pile_is_its_only_one():
    table = Hands("bureaucrat").give(0, "bureaucrat", discard="5C").start()
    table.choose("bureaucrat")
    assert table.deck() == ["S"]
    assert table.discard() == cards("5C")


@pytest.mark.rule("D4.6")
def test_how_many_cards_a_draw_pile_has_can_be_seen():
    table = Hands("smithy").give(0, "smithy", deck="S", under="4C").start()
    player = table.state.seats[0]
    assert player.num_deck + player.num_top == 5
    table.choose("smithy")
    assert player.num_deck + player.num_top == 2
    assert table.pile("smithy") == 10


@pytest.mark.rule("D4.7")
@pytest.mark.rule("D13.3")
def test_a_stash_changes_its_owners_shuffle():
    table = Hands("moat stash").give(0, "moat", discard="stash 4C").start()
    table.choose("moat")
    assert (table.asked, table.due_seat) == (Decision.PLACE_STASH, 0)
    table.choose("0")
    assert table.hand() == cards("stash C")
    assert table.deck() == ["?"] * 3
