"""Attacks of the base game (D10), with the worked examples W30 to W34."""

from collections import Counter

import pytest

from balance.games.dominion.layout import Decision
from tests.games.dominion.hands import Hands, cards


def attacked(card, hand="", mine=None, kingdom="", **theirs):
    """Return a table of two at which seat 0 has played the card against this hand."""
    table = Hands(f"{card} {kingdom}").give(0, **({"hand": card} | (mine or {})))
    table.give(1, hand, **theirs).start()
    table.choose(card)
    return table


@pytest.mark.rule("W30")
@pytest.mark.rule("D10.8")
def test_a_bureaucrat():
    table = attacked("bureaucrat", "E P 2C S")
    assert (table.asked, table.due_seat) == (Decision.BUREAUCRAT, 1)
    assert table.offered() == ["E", "P"]
    table.choose("E")
    assert table.deck() == ["S"]
    assert table.pile("S") == 39
    assert table.deck(1) == ["E"]
    assert table.hand(1) == cards("P 2C S")


@pytest.mark.rule("W31")
@pytest.mark.rule("D10.8")
def test_a_bureaucrat_without_a_victory_card():
    table = attacked("bureaucrat", "3C S X", deck="D")
    assert table.hand(1) == cards("3C S X")
    assert table.deck(1) == ["D"]
    assert table.asked == Decision.BUY


@pytest.mark.rule("D10.8")
def test_a_bureaucrat_against_three():
    table = Hands("bureaucrat gardens", 4).give(0, "bureaucrat").give(1, "E")
    table.give(2, "C").give(3, "gardens E").start()
    table.choose("bureaucrat")
    assert (table.asked, table.due_seat) == (Decision.BUREAUCRAT, 3)
    table.choose("gardens")
    assert [table.deck(seat) for seat in range(4)] == [["S"], ["E"], [], ["gardens"]]


@pytest.mark.rule("D10.11")
def test_a_militia_lets_each_choose_what_is_discarded():
    table = Hands("militia", 3).give(0, "militia").give(1, "2C S G E").give(2, "2E 2C D").start()
    table.choose("militia")
    assert (table.asked, table.due_seat, table.state.left) == (Decision.DISCARD, 1, 2)
    assert table.offered() == ["C", "S", "G", "E"]
    table.choose("G", "E")
    assert table.hand(1) == cards("2C S")
    assert (table.asked, table.due_seat) == (Decision.DISCARD, 2)
    table.choose("E", "E")
    assert table.discard(2) == cards("2E")
    assert table.numbers == (0, 1, 2)


@pytest.mark.rule("W32")
@pytest.mark.rule("D10.15")
def test_a_spy():
    table = attacked("spy", mine={"deck": "C E S"}, deck="G C")
    assert table.hand() == cards("C")
    assert (table.asked, table.due_seat) == (Decision.SPY, 0)
    assert (table.state.victim, table.state.looked) == (0, 3)
    table.choose("yes")
    assert (table.asked, table.due_seat) == (Decision.SPY, 0)
    assert (table.state.victim, table.state.looked) == (1, 2)
    table.choose("yes")
    assert table.discard() == cards("E")
    assert table.discard(1) == cards("G")
    assert table.deck() == ["S"]
    assert table.deck(1) == ["C"]
    assert table.numbers == (1, 1, 0)


@pytest.mark.rule("D10.15")
@pytest.mark.rule("D4.2")
def test_a_spy_where_there_is_no_card_or_a_shuffle():
    table = Hands("spy", 3).give(0, "spy").give(2, discard="2E").start()
    table.choose("spy")
    assert (table.asked, table.state.victim) == (Decision.SPY, 2)
    table.choose("no")
    assert table.deck(2) == ["E", "?"]
    assert not table.discard(2)
    assert table.asked == Decision.BUY


@pytest.mark.rule("D10.15")
@pytest.mark.rule("D13.3")
def test_a_spy_on_a_shuffled_stash():
    table = attacked("spy", kingdom="stash", discard="stash 2E")
    assert (table.asked, table.due_seat) == (Decision.PLACE_STASH, 1)
    table.choose("0")
    assert (table.asked, table.due_seat) == (Decision.SPY, 0)
    table.choose("yes")
    assert table.discard(1) == cards("stash")


@pytest.mark.rule("W33")
@pytest.mark.rule("D10.16")
def test_a_thief_and_two_treasures():
    table = attacked("thief", deck="S C")
    assert (table.asked, table.due_seat) == (Decision.THIEF, 0)
    assert table.offered() == ["C", "S"]
    table.choose("S")
    assert table.trash() == cards("S")
    assert table.discard(1) == cards("C")
    assert (table.asked, table.due_seat) == (Decision.THIEF_GAIN, 0)
    assert table.offered() == ["nothing", "S"]
    table.choose("S")
    assert table.discard() == cards("S")
    assert not table.trash()
    assert table.owned(1) == cards("C")
    assert table.pile("S") == 40  # not of the supply


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


@pytest.mark.rule("D10.16")
@pytest.mark.parametrize(
    ("deck", "discarded"), [("E D S", "E D"), ("X", "X"), ("", ""), ("2E", "2E")]
)
def test_a_thief_without_a_treasure(deck, discarded):
    table = attacked("thief", deck=deck)
    assert table.discard(1) == cards(discarded)
    assert not table.trash()
    assert table.asked == Decision.BUY


@pytest.mark.rule("D10.16")
def test_a_thief_may_gain_some_of_what_was_trashed():
    table = Hands("thief", 4).give(0, "thief")
    for seat, deck in ((1, "S E"), (2, "C G"), (3, "S D")):
        table.give(seat, deck=deck)
    table.start()
    table.choose("thief")
    assert (table.asked, table.state.victim) == (Decision.THIEF, 2)
    table.choose("G")
    assert table.trash() == cards("2S G")
    assert table.offered() == ["nothing", "S", "G"]
    table.choose("G")
    assert table.offered() == ["nothing", "S"]
    table.choose("S")
    assert table.offered() == ["nothing", "S"]
    table.choose("nothing")
    assert table.discard() == cards("S G")
    assert table.trash() == cards("S")
    assert [table.owned(seat) for seat in (1, 2, 3)] == [cards("E"), cards("C"), cards("D")]


@pytest.mark.rule("D10.16")
@pytest.mark.rule("D2.4")
def test_a_thief_gains_only_what_this_play_trashed():
    table = Hands("thief chapel").give(0, "chapel G").start()
    table.choose("chapel", "G")
    table.give(0, "2thief").give(1, deck="C E S E").start(0, actions=2)
    table.choose("thief")
    assert table.offered() == ["nothing", "C"]
    table.choose("nothing", "thief")
    assert table.offered() == ["nothing", "S"]
    table.choose("S")
    assert table.trash() == cards("G C")


@pytest.mark.rule("D10.16")
def test_two_treasures_of_a_name_are_one_choice():
    table = attacked("thief", deck="2C")
    assert table.asked == Decision.THIEF_GAIN  # one Copper trashed, the other discarded
    assert table.discard(1) == cards("C")
    assert table.trash() == cards("C")


@pytest.mark.rule("D10.16")
@pytest.mark.rule("D13.3")
def test_a_thief_and_a_shuffled_stash():
    table = attacked("thief", kingdom="stash", deck="E", discard="stash 2C")
    assert (table.asked, table.due_seat) == (Decision.PLACE_STASH, 1)
    table.choose("1")
    assert table.asked == Decision.THIEF_GAIN
    assert table.trash() == cards("C")
    assert table.discard(1) == cards("E")
    table.choose("C")
    assert table.deck(1) == ["stash", "?"]


@pytest.mark.rule("D10.24")
@pytest.mark.rule("D5.7")
def test_a_witch():
    table = Hands("witch", 3).give(0, "witch", deck="3C").start()
    table.choose("witch")
    assert table.hand() == cards("2C")
    assert [table.discard(seat)["X"] for seat in range(3)] == [0, 1, 1]
    assert table.pile("X") == 18
