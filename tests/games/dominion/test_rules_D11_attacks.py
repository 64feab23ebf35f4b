"""Attacks of Cornucopia (D11), with the worked examples W46 and W54."""

import pytest

from balance.games.dominion.layout import Decision
from tests.games.dominion.hands import Hands, cards


@pytest.mark.rule("W46")
@pytest.mark.rule("D11.2")
def test_a_fortune_teller():
    table = Hands("fortune_teller").give(0, "fortune_teller").give(1, deck="C S X E C").start()
    table.choose("fortune_teller")
    assert table.discard(1) == cards("C S")
    assert table.deck(1) == ["X", "E", "C"]
    assert table.numbers == (0, 1, 2)


@pytest.mark.rule("D11.2")
@pytest.mark.parametrize("found", ["E", "P", "gardens"])
def test_a_fortune_teller_digs_up_any_victory_card(found):
    table = Hands("fortune_teller gardens", 3).give(0, "fortune_teller")
    table.give(1, deck=f"C {found}").give(2, deck="S", discard=found).start()
    table.choose("fortune_teller")
    assert table.deck(1) == table.deck(2) == [found]
    assert table.discard(1) == cards("C")
    assert table.discard(2) == cards("S")


@pytest.mark.rule("D11.2")
@pytest.mark.rule("D4.3")
@pytest.mark.parametrize(("deck", "discard"), [("", ""), ("2C", "S"), ("", "3C")])
def test_a_fortune_teller_who_finds_nothing(deck, discard):
    table = Hands("fortune_teller").give(0, "fortune_teller")
    table.give(1, deck=deck, discard=discard).start()
    table.choose("fortune_teller")
    assert table.discard(1) == cards(f"{deck} {discard}")
    assert not table.deck(1)


@pytest.mark.rule("D11.2")
@pytest.mark.rule("D13.3")
def test_a_fortune_teller_and_a_stash():
    table = Hands("fortune_teller stash").give(0, "fortune_teller")
    table.give(1, deck="C", discard="stash 2E").start()
    table.choose("fortune_teller")
    assert (table.asked, table.due_seat) == (Decision.PLACE_STASH, 1)
    table.choose("1")
    assert table.discard(1) == cards("C")
    assert table.deck(1) == ["E", "stash", "?"]


@pytest.mark.rule("D11.8")
def test_a_young_witch():
    table = Hands("young_witch", 4, bane="village").give(0, "young_witch E", deck="C S")
    table.give(1, "village").give(2, "village").give(3, "C").start()
    table.choose("young_witch")
    assert (table.asked, table.state.left) == (Decision.DISCARD, 2)
    table.choose("C", "E")
    assert table.hand() == cards("S")
    assert (table.asked, table.due_seat) == (Decision.YOUNG_WITCH, 1)
    table.choose("yes")
    assert (table.asked, table.due_seat) == (Decision.YOUNG_WITCH, 2)
    table.choose("no")
    assert [table.discard(seat)["X"] for seat in range(4)] == [0, 0, 1, 1]
    assert table.hand(1) == cards("village")


@pytest.mark.rule("D11.8")
@pytest.mark.parametrize(("hand", "deck", "left"), [("", "", ""), ("E", "", ""), ("", "S", "")])
def test_a_young_witch_discards_as_many_as_there_are(hand, deck, left):
    table = Hands("young_witch", bane="village").give(0, f"young_witch {hand}", deck=deck).start()
    table.choose("young_witch")
    assert table.hand() == cards(left)
    assert table.discard() == cards(f"{hand} {deck}")
    assert table.discard(1) == cards("X")


@pytest.mark.rule("D11.8")
@pytest.mark.rule("D7.4")
def test_a_moat_protects_from_a_young_witch_too():
    table = Hands("young_witch moat", bane="village").give(0, "young_witch")
    table.give(1, "moat village").start()
    table.choose("young_witch", "moat")
    assert table.asked == Decision.BUY
    assert not table.discard(1)


@pytest.mark.rule("D11.8")
@pytest.mark.rule("D9.1")
def test_another_card_than_the_bane_is_no_use():
    table = Hands("young_witch cellar", bane="village").give(0, "young_witch")
    table.give(1, "cellar").start()
    table.choose("young_witch")
    assert table.discard(1) == cards("X")


@pytest.mark.rule("W54")
@pytest.mark.rule("D11.12")
@pytest.mark.parametrize(
    ("top", "chosen", "own", "theirs"),
    [
        ("E", None, "", "E X"),
        ("G", "self", "G", "G"),
        ("C", "victim", "", "2C"),
        ("X", "victim", "", "2X"),
        ("X", "self", "X", "X"),
        ("gardens", None, "", "gardens X"),
    ],
)
def test_a_jester(top, chosen, own, theirs):
    table = Hands("jester gardens").give(0, "jester").give(1, deck=f"{top} S").start()
    left = table.pile(top)
    table.choose("jester")
    assert table.numbers == (0, 1, 2)
    if chosen:
        assert (table.asked, table.due_seat) == (Decision.JESTER, 0)
        assert table.offered() == ["self", "victim"]
        table.choose(chosen)
        assert table.pile(top) == left - 1
    assert table.discard() == cards(own)
    assert table.discard(1) == cards(theirs)
    assert table.deck(1) == ["S"]
    assert table.asked == Decision.BUY


@pytest.mark.rule("D11.12")
@pytest.mark.rule("D5.1")
def test_a_jester_where_there_is_no_such_card():
    table = Hands("jester village").set_pile("village", 0).give(0, "jester")
    table.give(1, deck="village").start()
    table.choose("jester")
    assert table.discard(1) == cards("village")
    assert not table.discard()
    table = Hands("jester").give(0, "jester").give(1).start()
    table.choose("jester")  # nothing to discard
    assert table.asked == Decision.BUY
    table = Hands("jester black_market").give(0, "jester").give(1, deck="smithy").start()
    table.choose("jester")  # there is no pile of Smithies
    assert table.asked == Decision.BUY
    table = Hands("jester tournament").give(0, "jester").give(1, deck="diadem").start()
    table.choose("jester")  # a prize has no pile either
    assert table.asked == Decision.BUY
    assert "diadem" in table.prizes()


@pytest.mark.rule("D11.12")
@pytest.mark.rule("D2.11")
def test_a_jester_deals_with_one_after_the_other():
    table = Hands("jester", 3).set_pile("X", 1).give(0, "jester")
    table.give(1, deck="S").give(2, deck="E").start()
    table.choose("jester")
    assert (table.asked, table.state.victim) == (Decision.JESTER, 1)
    assert not table.discard(2)  # not yet
    table.choose("self")
    assert table.discard(2) == cards("E X")
    table = Hands("jester", 3).give(0, "jester").give(1, deck="E").give(2, discard="G").start()
    table.choose("jester")
    assert table.discard(1) == cards("E X")
    assert (table.asked, table.state.victim) == (Decision.JESTER, 2)
    table.choose("victim")
    assert table.discard(2) == cards("2G")


@pytest.mark.rule("D11.12")
@pytest.mark.rule("D13.3")
def test_a_jester_and_a_stash():
    table = Hands("jester stash").give(0, "jester").give(1, discard="stash C").start()
    table.choose("jester")
    assert (table.asked, table.due_seat) == (Decision.PLACE_STASH, 1)
    table.choose("0")
    assert (table.asked, table.due_seat) == (Decision.JESTER, 0)
    table.choose("self")
    assert table.discard() == cards("stash")
