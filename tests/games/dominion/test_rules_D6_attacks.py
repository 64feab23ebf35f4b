"""Attacks and other cards that concern others, played twice by a Throne Room (D6)."""

import pytest

from balance.games.dominion.layout import Decision
from tests.games.dominion.hands import Hands, cards


def throned(card, hand="", kingdom="", mine=None, **theirs):
    """Return a table of two at which a Throne Room plays the card of seat 0 twice."""
    table = Hands(f"throne_room {kingdom or card}", bane="village" if "young" in card else None)
    table.give(0, f"throne_room {card}", **(mine or {}))
    table.give(1, hand, **theirs).start()
    table.choose("throne_room")
    return table


@pytest.mark.rule("D6.1")
@pytest.mark.rule("D6.4")
@pytest.mark.parametrize(
    ("card", "hand", "left", "discarded", "numbers"),
    [
        ("militia", "7C", "3C", "4C", (0, 1, 4)),
        ("witch", "5C", "5C", "2X", (0, 1, 0)),
        ("young_witch", "5C", "5C", "2X", (0, 1, 0)),
        ("followers", "5C", "3C", "2X 2C", (0, 1, 0)),
    ],
)
def test_attacks_on_the_hand(card, hand, left, discarded, numbers):
    table = throned(card, hand, "tournament" if card == "followers" else "", {"deck": "9E"})
    assert table.hand(1) == cards(left)
    assert table.discard(1) == cards(discarded)
    assert table.numbers == numbers


@pytest.mark.rule("D6.1")
@pytest.mark.rule("D10.8")
def test_a_bureaucrat_twice():
    table = throned("bureaucrat", "E D C")
    table.choose("D")  # then there is one Victory card only
    assert table.deck() == ["S", "S"]
    assert table.deck(1) == ["E", "D"]
    assert table.hand(1) == cards("C")


@pytest.mark.rule("D6.1")
@pytest.mark.rule("D10.15")
def test_a_spy_twice():
    table = throned("spy", mine={"deck": "C E 2C"}, deck="G S C")
    table.choose("yes", "no")
    assert (table.asked, table.state.victim) == (Decision.SPY, 0)
    assert table.hand() == cards("2C")
    table.choose("yes", "yes")
    assert table.discard() == cards("E C")
    assert table.discard(1) == cards("G")
    assert table.numbers == (2, 1, 0)


@pytest.mark.rule("D6.1")
@pytest.mark.rule("D10.16")
def test_a_thief_twice():
    """What the first play trashed and left cannot be gained after the second."""
    table = throned("thief", deck="S E G C")
    assert table.asked == Decision.THIEF_GAIN
    table.choose("nothing")
    assert table.asked == Decision.THIEF
    table.choose("G")
    assert table.offered() == ["nothing", "G"]
    table.choose("G")
    assert table.discard() == cards("G")
    assert table.trash() == cards("S")
    assert table.discard(1) == cards("E C")


@pytest.mark.rule("D6.1")
@pytest.mark.rule("D11.2")
def test_a_fortune_teller_twice():
    table = throned("fortune_teller", deck="C E C X")
    assert table.deck(1) == ["E", "C", "X"]  # found again at once
    assert table.discard(1) == cards("C")
    assert table.numbers == (0, 1, 4)


@pytest.mark.rule("D6.1")
@pytest.mark.rule("D11.12")
def test_a_jester_twice():
    table = throned("jester", deck="E G S")
    assert table.asked == Decision.JESTER
    table.choose("self")
    assert table.discard() == cards("G")
    assert table.discard(1) == cards("E X G")


@pytest.mark.rule("D6.1")
@pytest.mark.rule("D7.3")
def test_a_horse_traders_for_each_play():
    table = throned("militia", "2horse_traders 4C", "militia horse_traders")
    table.choose("horse_traders", "nothing")
    assert table.asked == Decision.DISCARD
    table.choose("C", "C")
    assert table.asked == Decision.REACT
    table.choose("horse_traders")
    assert table.aside(1) == 2
    assert table.hand(1) == cards("2C")


@pytest.mark.rule("D6.1")
@pytest.mark.rule("D13.2")
def test_an_envoy_twice():
    table = throned("envoy", mine={"deck": "G 4C S 4E"})
    assert (table.asked, table.due_seat) == (Decision.ENVOY, 1)
    table.choose("G")
    assert table.hand() == cards("4C")
    table.choose("S")
    assert table.hand() == cards("4C 4E")
    assert table.discard() == cards("G S")


@pytest.mark.rule("D6.1")
@pytest.mark.rule("D11.1")
def test_a_hamlet_twice():
    table = throned("hamlet", mine={"deck": "2E"})
    table.choose("E")  # for an action; then no card is left for a buy
    assert table.asked == Decision.HAMLET_ACTION
    table.choose("nothing", "E")
    assert table.numbers == (3, 2, 0)
    assert table.discard() == cards("2E")


@pytest.mark.rule("D6.1")
@pytest.mark.rule("D10.4")
def test_a_chancellor_twice():
    table = throned("chancellor", mine={"deck": "3C"})
    table.choose("no", "yes")
    assert table.discard() == cards("3C")
    assert table.numbers == (0, 1, 4)


@pytest.mark.rule("D6.1")
@pytest.mark.rule("D11.7")
def test_a_tournament_twice():
    table = throned("tournament", "P", mine={"deck": "P E"})
    assert (table.asked, table.due_seat) == (Decision.TOURNAMENT, 1)
    table.choose("no")
    assert table.hand() == cards("P")
    assert (table.asked, table.due_seat) == (Decision.TOURNAMENT, 0)
    table.choose("yes", "yes", "princess")
    assert table.deck() == ["princess", "E"]
    assert table.numbers == (2, 1, 1)
