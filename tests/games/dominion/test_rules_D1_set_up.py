"""Set-up (D1) and the special set-ups of some cards (D9), with the worked example W10."""

from collections import Counter

import numpy as np
import pytest
from scipy.stats import chisquare

from balance.engine.rng import open_streams
from balance.games.dominion.layout import NOTHING, STATE, Card
from balance.games.dominion.rules.setup import begin
from balance.games.dominion.table.kingdoms import read_kingdoms
from tests.games.dominion.hands import CODES, Hands, cards

BASIC = {*"CSGEDPX"}
KINGDOM_CARDS = {
    code for code in CODES[7:] if not Card.bag_of_gold <= CODES.index(code) <= Card.trusty_steed
}
PRIZES = {"bag_of_gold", "diadem", "followers", "princess", "trusty_steed"}
BANES = {
    *("cellar", "chapel", "moat", "hamlet", "chancellor", "village", "woodcutter", "workshop"),
    *("fortune_teller", "menagerie", "black_market"),
}
TEN = "cellar market militia mine moat remodel smithy village woodcutter workshop"
NINE_AND_WITCH = "market militia mine remodel smithy witch spy thief feast young_witch"


def drawn(kingdom="random", deal=0, **options):
    """Return the Kingdom cards with a pile."""
    return set(Hands(kingdom, deal=deal, **options).supply()) - BASIC


@pytest.mark.rule("D1.3")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_begins_with_ten_cards_of_which_five_are_drawn(seats):
    for deal in range(20):
        table = Hands(TEN, seats, deal, is_dealt=True)
        for seat in range(seats):
            assert table.owned(seat) == cards("7C 3E")
            assert table.hand(seat).total() == len(table.deck(seat)) == 5
            assert not table.discard(seat)


@pytest.mark.rule("D1.3")
@pytest.mark.rule("D15.2")
def test_the_first_hands_are_dealt_at_random():
    coppers = Counter(
        Hands(TEN, deal=deal, is_dealt=True).hand(seat)["C"]
        for deal in range(210)
        for seat in (0, 1)
    )
    ways = {2: 21, 3: 105, 4: 105, 5: 21}  # of 252
    assert set(coppers) == set(ways)
    expected = [420 * n / 252 for n in ways.values()]
    assert chisquare([coppers[n] for n in ways], expected).pvalue > 0.001


@pytest.mark.rule("D1.11")
@pytest.mark.rule("D15.2")
def test_a_random_kingdom_has_ten_of_all_cards():
    times = Counter()
    for deal in range(210):
        table = Hands("random", deal=deal)
        kingdom = set(table.supply()) - BASIC
        if table.state.bane != -1:
            kingdom -= {CODES[table.state.bane]}
        assert len(kingdom) == 10
        times.update(kingdom)
    assert set(times) == KINGDOM_CARDS
    assert len(KINGDOM_CARDS) == 42
    # Ten of 42 without replacement vary a little less than this test supposes.
    assert chisquare([times[card] for card in KINGDOM_CARDS]).pvalue > 0.001


@pytest.mark.rule("D1.11")
@pytest.mark.parametrize("named", read_kingdoms(), ids=lambda one: one.id)
def test_recommended_sets(named):
    kingdom = drawn(named.id)
    assert kingdom == {*named.cards} | ({named.bane} if named.bane else set())
    assert len(named.cards) == 10


@pytest.mark.rule("D9.1")
def test_the_bane_is_any_card_for_two_or_three_that_is_not_in_the_kingdom():
    kingdom = NINE_AND_WITCH.replace("feast", "moat")
    banes = Counter()
    for deal in range(220):
        table = Hands(kingdom, deal=deal)
        (bane,) = set(table.supply()) - BASIC - set(kingdom.split())
        assert CODES[table.state.bane] == bane
        banes[bane] += 1
    assert set(banes) == BANES - {"moat"}
    assert chisquare(list(banes.values())).pvalue > 0.001


@pytest.mark.rule("D9.1")
@pytest.mark.rule("D11.8")
def test_where_the_kingdom_has_all_that_could_be_the_bane_there_is_none():
    table = Hands("young_witch moat")
    table.table.banes = 1 << Card.moat
    table.states[:] = np.zeros(1, STATE)
    open_streams(table.state, 1, 0)
    begin(table.state, table.table)
    assert set(table.supply()) == BASIC | {"young_witch", "moat"}
    assert table.state.bane == NOTHING
    table.state.num_tasks = 0
    table.give(0, "young_witch 2E").give(1, "moat C").start()
    table.choose("young_witch", "nothing")
    assert table.discard(1) == cards("X")


@pytest.mark.rule("D9.3")
def test_the_black_market_deck_has_one_of_each_card_that_has_no_pile():
    kingdom = TEN.replace("cellar", "black_market")
    orders = set()
    for deal in range(20):
        table = Hands(kingdom, deal=deal)
        market = table.market()
        assert set(market) == KINGDOM_CARDS - set(table.supply())
        assert len(market) == len(set(market)) == 31  # of 42 without 10 and the Bane
        orders.add(tuple(market))
    assert len(orders) == 20


@pytest.mark.rule("D9.3")
@pytest.mark.rule("D15.2")
def test_the_black_market_deck_is_shuffled():
    tops = Counter(Hands("black_market", deal=deal).market()[0] for deal in range(210))
    assert set(tops) == KINGDOM_CARDS - {"black_market"}
    assert chisquare(list(tops.values())).pvalue > 0.001


@pytest.mark.rule("D9.3")
def test_a_black_market_deck_of_ones_own():
    deck = tuple(sorted(KINGDOM_CARDS - {"black_market", "young_witch", "tournament"})[:15])
    table = Hands("black_market", black_market=deck)
    assert sorted(table.market()) == list(deck)
    assert not set(deck) & set(table.supply())


@pytest.mark.rule("D9.4")
def test_a_young_witch_in_the_black_market_deck_brings_a_bane():
    kingdom = TEN.replace("cellar", "black_market")
    for deal in range(20):
        table = Hands(kingdom, deal=deal)
        (bane,) = set(table.supply()) - BASIC - set(kingdom.split())
        assert bane == CODES[table.state.bane]
        assert bane in BANES
        assert bane not in table.market()
        assert "young_witch" in table.market()
        assert len(table.market()) == 31


@pytest.mark.rule("D9.4")
def test_a_tournament_in_the_black_market_deck_brings_prizes():
    table = Hands(TEN.replace("cellar", "black_market"))
    assert "tournament" in table.market()
    assert table.prizes() == PRIZES
    without = tuple(sorted(KINGDOM_CARDS - {"black_market", "young_witch", "tournament"}))
    assert not Hands("black_market", black_market=without).prizes()
