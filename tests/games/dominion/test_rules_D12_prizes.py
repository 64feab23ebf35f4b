"""Prizes (D12), with the worked examples W49 and W55."""

import pytest

from balance.games.dominion.layout import Decision, Phase
from tests.games.dominion.hands import Hands, cards


def dealt(hand, kingdom="", seats=2, **zones):
    """Return a table where seat 0 holds a prize, which is no longer in the prize pile."""
    return Hands(f"tournament {kingdom}", seats).give(0, hand, **zones)


@pytest.mark.rule("D12.1")
def test_a_bag_of_gold():
    table = dealt("bag_of_gold", deck="E").start()
    table.choose("bag_of_gold")
    assert table.deck() == ["G", "E"]
    assert table.pile("G") == 29
    assert table.numbers == (1, 1, 0)
    table = dealt("bag_of_gold", deck="E").set_pile("G", 0).start()
    table.choose("bag_of_gold")
    assert table.deck() == ["E"]


@pytest.mark.rule("W49")
@pytest.mark.rule("D12.2")
@pytest.mark.parametrize("treasures", ["all", "diadem"])
def test_a_diadem(treasures):
    table = dealt("farming_village diadem", "farming_village").start()
    table.choose("farming_village")
    assert table.numbers[0] == 2
    table.choose(treasures)
    assert table.numbers[2] == 4
    table = dealt("diadem").start()
    table.choose(treasures)
    assert table.numbers[2] == 3


@pytest.mark.rule("D12.2")
@pytest.mark.parametrize("actions", [0, 1, 5])
def test_a_diadem_counts_actions_not_used(actions):
    table = dealt("diadem").start(0, Phase.BUY, actions)
    table.choose("all")
    assert table.numbers == (actions, 1, 2 + actions)


@pytest.mark.rule("D12.3")
def test_followers():
    table = dealt("followers", seats=3, deck="2C").give(1, "3C E S").give(2, "2C")
    table.start()
    table.choose("followers")
    assert table.hand() == cards("2C")
    assert table.discard() == cards("E")
    assert [table.discard(seat)["X"] for seat in range(3)] == [0, 1, 1]  # before any discarding
    assert (table.asked, table.due_seat, table.state.left) == (Decision.DISCARD, 1, 2)
    table.choose("E", "S")
    assert table.discard(1) == cards("X E S")
    assert table.hand(2) == cards("2C")
    assert table.numbers == (0, 1, 0)


@pytest.mark.rule("D12.3")
@pytest.mark.rule("D5.1")
def test_followers_without_estates_and_curses():
    table = dealt("followers").set_pile("E", 0).set_pile("X", 0).give(1, "3C E").start()
    table.choose("followers", "E")
    assert not table.discard()
    assert table.discard(1) == cards("E")


@pytest.mark.rule("D12.4")
@pytest.mark.rule("D5.4")
def test_a_princess():
    table = dealt("princess 2C").start()
    table.choose("princess", "all")
    assert table.numbers == (0, 2, 2)
    assert set(table.offered()) == {*"CSEX", "tournament", "nothing"}
    table.choose("S")
    assert table.numbers == (0, 1, 1)
    table.choose("E")
    assert table.state.coins == 1


STEED = [
    *("cards actions", "cards coins", "actions coins"),
    *("cards silvers", "actions silvers", "coins silvers"),
]


@pytest.mark.rule("W55")
@pytest.mark.rule("D12.5")
@pytest.mark.rule("D4.5")
def test_a_trusty_steed():
    table = dealt("trusty_steed", deck="S G 2E D P").set_pile("S", 3).start()
    table.choose("trusty_steed")
    assert table.asked == Decision.TRUSTY_STEED
    table.choose("cards silvers")
    assert table.hand() == cards("S G")
    assert table.discard() == cards("3S 2E D P")
    assert not table.deck()
    assert table.pile("S") == 0
    assert table.numbers == (0, 1, 0)


@pytest.mark.rule("D12.5")
@pytest.mark.parametrize("pair", STEED)
def test_two_different_things_of_a_trusty_steed(pair):
    table = dealt("trusty_steed", deck="5E").start()
    table.choose("trusty_steed")
    assert table.offered() == STEED
    table.choose(pair)
    wanted = pair.split()
    assert table.numbers == (2 * ("actions" in wanted), 1, 2 * ("coins" in wanted))
    assert table.hand() == (cards("2E") if "cards" in wanted else cards(""))
    left = 3 if "cards" in wanted else 5
    if "silvers" in wanted:
        assert table.discard() == cards(f"4S {left}E")
        assert not table.deck()
        assert table.pile("S") == 36
    else:
        assert not table.discard()
        assert len(table.deck()) == left


@pytest.mark.rule("D12.5")
@pytest.mark.rule("D13.3")
def test_a_trusty_steed_draws_by_a_shuffle_with_a_stash_before_it_brings_silvers():
    table = dealt("trusty_steed", "stash", deck="", discard="stash 3E").start()
    table.choose("trusty_steed", "cards silvers")
    assert table.asked == Decision.PLACE_STASH
    assert not table.discard()["S"]
    table.choose("0")
    assert table.hand() == cards("stash E")
    assert table.discard() == cards("4S 2E")
