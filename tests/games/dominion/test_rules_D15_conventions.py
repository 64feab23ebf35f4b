"""What always holds (D15): conservation, decisions, determinism, hand size, solo games."""

from collections import Counter

import numpy as np
import pytest

from balance.games.dominion.layout import Decision, Phase
from tests.games.dominion.hands import CODES, Hands, cards

MIXED = "black_market stash horn_of_plenty tournament spy thief throne_room library moat hamlet"
OTHERS = "young_witch envoy walled_village jester horse_traders mine remake cellar chapel stash"
ATTACKS = "bureaucrat militia chancellor feast workshop harvest hunting_party fortune_teller"


def all_cards(table):
    """Return how many of each card there are in all zones, as the owners' counts have it."""
    there = table.trash() + Counter(table.market()) + Counter(table.shown())
    there += Counter(
        {CODES[kind]: int(n) for kind, n in enumerate(table.state.piles[: len(CODES)])}
    )
    for seat in range(table.num_seats):
        there += table.owned(seat)
    return there


def walk(table, seed, moves=400, greed=0.6):
    """Play at random, rather something than nothing; yield before each decision."""
    random = np.random.default_rng(seed)
    for _ in range(moves):
        if table.is_over:
            return
        if not table.state.decision:
            table.next_turn()
            continue
        yield
        offered = table.offered()
        if offered[0] == "nothing" and random.random() < greed:
            offered = offered[1:]
        table.choose(offered[random.integers(len(offered))])


@pytest.mark.rule("D15.1")
@pytest.mark.rule("D2.2")
@pytest.mark.parametrize(("kingdom", "seats"), [(MIXED, 2), (OTHERS, 3), (ATTACKS, 2)])
def test_no_card_is_lost_or_made(kingdom, seats):
    table = Hands(kingdom, seats, is_dealt=True)
    before = all_cards(table)
    assert before.total() > 200
    for _ in walk(table, seats, moves=150):
        assert all_cards(table) == before


@pytest.mark.rule("D15.4")
def test_a_game_is_determined_by_its_deal_and_the_choices():
    endings = []
    for deal in (5, 5, 6):
        table = Hands("random", deal=deal, is_dealt=True, exclude=("black_market",))
        for _ in walk(table, 1, moves=150):
            pass
        endings.append(table.states.copy())
    first, same, other = endings
    for name in ("seats", "decks", "discards", "piles", "streams", "coins", "kinds"):
        assert np.array_equal(first[name], same[name])
    assert not np.array_equal(first["decks"], other["decks"])


@pytest.mark.rule("D15.5")
@pytest.mark.parametrize("seats", [2, 4])
def test_a_turn_begins_with_five_cards(seats):
    """No card of the box changes others' hands but attacks and a Council Room, not met here."""
    kingdom = "cellar market mine moneylender remodel smithy village woodcutter workshop chapel"
    table = Hands(kingdom, seats, is_dealt=True)
    turns = 0
    for _ in walk(table, 3, moves=300):
        if table.state.turns != turns and not table.in_play():
            turns = int(table.state.turns)
            assert table.hand(table.due_seat).total() == 5
    assert turns > 10


@pytest.mark.rule("D15.6")
def test_alone_it_is_the_wanted_provinces_that_end_the_game():
    table = Hands("smithy village", 1, solo_target=2).set_pile("X", 0).set_pile("C", 0)
    table.set_pile("village", 0).give(0, "P", deck="5C").start(0, Phase.BUY, buys=2, coins=8)
    assert table.supply()["P"] == 8
    table.choose("nothing")
    assert table.next_seat == 0  # three empty piles end nothing
    assert table.ending() == ""
    table.give(0, "P", deck="5C").start(0, Phase.BUY, buys=2, coins=10)
    table.choose("P")
    assert not table.is_over  # not before the end of the turn
    table.choose("E")
    assert table.ending() == "the wanted Provinces are owned"
    assert table.wins() == [1]
    assert table.owned() == cards("2P 5C E")


@pytest.mark.rule("D15.6")
@pytest.mark.rule("D8.6")
def test_alone_one_may_run_out_of_rounds():
    table = Hands("smithy", 1, is_dealt=True, max_rounds=3)
    for _ in range(3):
        table.next_turn()
        table.end_turn()
    assert table.ending() == "the limit of rounds is reached"
    assert table.wins() == [0]


@pytest.mark.rule("D15.6")
def test_alone_an_empty_province_pile_ends_nothing():
    table = Hands("smithy", 1, solo_target=4).set_pile("P", 0).give(0, "5C").start(0, Phase.BUY)
    table.end_turn()
    assert table.next_seat == 0


@pytest.mark.rule("D15.6")
@pytest.mark.parametrize(
    ("card", "kingdom"),
    [
        ("witch", ""),
        ("militia", ""),
        ("bureaucrat", ""),
        ("thief", ""),
        ("jester", ""),
        ("fortune_teller", ""),
        ("council_room", ""),
        ("followers", "tournament"),
    ],
)
def test_alone_an_attack_hits_nobody(card, kingdom):
    table = Hands(kingdom or card, 1).give(0, f"{card} 4C", deck="6E", discard="S").start()
    table.choose(card)
    assert table.asked == Decision.TREASURE
    assert table.pile("X") == 10
    assert table.hand()["C"] == 4


@pytest.mark.rule("D15.6")
@pytest.mark.rule("D13.2")
def test_alone_one_chooses_for_the_envoy_oneself():
    table = Hands("envoy", 1).give(0, "envoy", deck="G S C 2E").start()
    table.choose("envoy")
    assert (table.asked, table.due_seat) == (Decision.ENVOY, 0)
