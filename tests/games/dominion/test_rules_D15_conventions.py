"""What always holds (D15): conservation, decisions, determinism, hand size, solo games."""

from collections import Counter

import numpy as np
import pytest

from tests.games.dominion.hands import CODES, Hands

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
