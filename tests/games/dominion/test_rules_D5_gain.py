"""Gaining, costs, empty piles (D5), with the worked examples W25, W28, W51 and W52."""

import pytest

from balance.games.dominion.layout import Decision, Phase
from tests.games.dominion.hands import Hands, cards


@pytest.mark.rule("D5.1")
def test_a_gain_from_an_empty_pile_does_nothing():
    table = Hands("witch").set_pile("X", 0).give(0, "witch", deck="2C").start()
    table.choose("witch")
    assert table.hand() == cards("2C")
    assert not table.discard(1)
    table = Hands("bureaucrat").set_pile("S", 0).give(0, "bureaucrat").give(1, "E D").start()
    table.choose("bureaucrat", "E")
    assert not table.deck()
    assert table.deck(1) == ["E"]  # the rest goes on


@pytest.mark.rule("D5.2")
@pytest.mark.rule("D10.7")
def test_a_card_costing_up_to_is_one_of_the_supply():
    kingdom = "workshop smithy mine village adventurer"
    table = Hands(kingdom).set_pile("village", 0).give(0, "workshop 3C").start()
    table.choose("workshop")
    assert table.asked == Decision.GAIN
    assert table.offered() == ["C", "S", "E", "X", "workshop", "smithy"]  # and no "nothing"
    table.choose("smithy")
    assert table.discard() == cards("smithy")


@pytest.mark.rule("D5.2")
def test_coins_cannot_be_added_to_a_gain():
    table = Hands("workshop market mine").give(0, "market workshop").start()
    table.choose("market", "workshop")
    assert table.numbers[2] == 1
    assert "mine" not in table.offered()


@pytest.mark.rule("D5.2")
def test_nothing_is_gained_if_there_is_no_such_card():
    table = Hands("workshop").give(0, "workshop", deck="5C")
    for card in ("C", "S", "E", "X", "workshop"):
        table.set_pile(card, 0)
    table.start()
    table.choose("workshop")
    assert table.owned() == cards("workshop 5C")


@pytest.mark.rule("D5.2")
def test_the_only_card_there_is_must_be_gained():
    table = Hands("workshop").give(0, "workshop", deck="5C")
    for card in ("C", "S", "E", "workshop"):
        table.set_pile(card, 0)
    table.start()
    table.choose("workshop")
    assert table.discard() == cards("X")


@pytest.mark.rule("D5.3")
def test_where_gained_cards_go():
    table = Hands("mine feast bureaucrat tournament")
    table.give(0, "bureaucrat C feast mine bag_of_gold", deck="E").start(0, actions=4)
    table.choose("bureaucrat")
    assert table.deck() == ["S", "E"]
    table.choose("bag_of_gold")
    assert table.deck() == ["G", "S", "E"]
    table.choose("feast", "D")
    assert table.discard() == cards("D")
    table.choose("mine", "S")
    assert table.hand() == cards("S")


@pytest.mark.rule("D5.4")
@pytest.mark.rule("D12.4")
def test_a_princess_makes_every_card_cheaper():
    table = Hands("tournament village smithy workshop gardens")
    table.give(0, "princess 2C S").start()
    table.choose("princess", "all")
    assert table.numbers == (0, 2, 4)
    costs = {"C": 0, "X": 0, "E": 0, "S": 1, "G": 4, "D": 3, "village": 1, "smithy": 2}
    costs |= {"gardens": 2, "workshop": 1, "tournament": 2}
    assert set(table.offered()) == {*costs, "nothing"}  # but the Province, for 6
    coins = 4
    for card in ("village", "D"):
        table.choose(card)
        coins -= costs[card]
        assert table.state.coins == coins


@pytest.mark.rule("D5.4")
@pytest.mark.parametrize(
    ("card", "choices", "most"),
    [
        ("workshop", (), "adventurer"),
        ("remodel", ("mine",), "mine"),  # 3 now, so up to 5: printed 7
        ("feast", (), "adventurer"),
    ],
)
def test_a_princess_counts_for_every_purpose(card, choices, most):
    table = Hands(f"{card} tournament adventurer" + (" mine" if card != "mine" else ""))
    hand = f"{card} princess" + (" mine 2C" if choices else "")
    table.give(0, hand).start(0, actions=2)
    table.choose("princess", card, *choices)
    assert table.asked == Decision.GAIN
    limits = {"workshop": 4, "remodel": 5, "feast": 5}
    printed = {"C": 0, "S": 3, "G": 6, "E": 2, "D": 5, "P": 8, "X": 0, "mine": 5, "adventurer": 6}
    printed |= {"tournament": 4, "workshop": 3, "remodel": 4, "feast": 4}
    assert most in table.offered()
    assert "P" not in table.offered()
    for offered in table.offered():
        assert printed[offered] - 2 <= limits[card]
    assert {code for code in table.supply() if printed[code] - 2 <= limits[card]} == set(
        table.offered()
    )


@pytest.mark.rule("D5.4")
@pytest.mark.rule("D10.23")
def test_a_princess_and_a_mine():
    table = Hands("mine tournament stash").give(0, "princess mine C S").start(0, actions=2)
    table.choose("princess", "mine", "S")  # 1 now, so up to 4: printed 6
    assert table.offered() == ["C", "S", "G", "stash"]
    table = Hands("mine tournament stash").give(0, "princess mine C S").start(0, actions=2)
    table.choose("princess", "mine", "C")  # 0, not -2, so up to 3
    assert table.offered() == ["C", "S", "stash"]


@pytest.mark.rule("D5.4")
@pytest.mark.rule("D11.10")
def test_a_princess_and_a_horn_of_plenty():
    table = Hands("horn_of_plenty tournament smithy").give(0, "princess horn_of_plenty").start()
    table.choose("princess", "horn_of_plenty")
    assert set(table.offered()) == {*"CSEX", "smithy", "tournament"}  # printed up to 4


@pytest.mark.rule("D5.4")
@pytest.mark.rule("D13.1")
def test_a_princess_in_the_black_market():
    table = Hands("black_market").give(0, "princess black_market", deck="5C")
    table.set_market("smithy adventurer tournament moat").start(0, actions=2)
    table.choose("princess", "black_market")
    assert table.asked == Decision.MARKET_BUY
    assert table.offered() == ["nothing", "smithy", "tournament"]
    table.choose("smithy")
    assert table.numbers == (0, 2, 0)


@pytest.mark.rule("D5.4")
def test_prices_are_as_printed_once_the_princess_has_left_play():
    table = Hands("tournament").give(0, "princess", deck="5E").start()
    table.choose("princess", "nothing")
    table.next_turn()
    table.choose("nothing")
    table.give(0, "S", deck="5E")
    table.next_turn()
    table.choose("all")
    assert "S" not in table.offered()
    assert "E" in table.offered()


@pytest.mark.rule("D5.5")
def test_trashing_is_mandatory_if_there_is_a_card():
    table = Hands("remodel").give(0, "remodel C E").start()
    table.choose("remodel")
    assert table.asked == Decision.TRASH
    assert table.offered() == ["C", "E"]
    table = Hands("remodel").give(0, "remodel E").start()
    table.choose("remodel")
    assert table.trash() == cards("E")
    assert table.asked == Decision.GAIN


@pytest.mark.rule("D5.6")
@pytest.mark.rule("D12.5")
def test_a_choice_may_name_what_cannot_be_done():
    table = Hands("tournament").set_pile("S", 0).give(0, "trusty_steed").start()
    table.choose("trusty_steed", "cards silvers")
    assert table.asked == Decision.BUY
    assert not table.discard()
    table = Hands("tournament").set_pile("D", 0).give(0, "tournament P", deck="E").start()
    table.choose("tournament", "yes", "D")
    assert table.hand() == cards("E")
    assert table.discard() == cards("P")


@pytest.mark.rule("W28")
@pytest.mark.rule("D5.7")
def test_the_last_curses_go_round_in_turn_order():
    table = Hands("witch", 4).set_pile("X", 2).give(2, "witch", deck="2C").start(2)
    table.choose("witch")
    assert [table.discard(seat)["X"] for seat in range(4)] == [1, 0, 0, 1]
    assert table.hand(2) == cards("2C")
    assert table.pile("X") == 0
    assert table.state.num_empty == 1


@pytest.mark.rule("D5.7")
def test_the_last_curses_of_followers_and_a_young_witch():
    for card, kingdom in (("followers", "tournament"), ("young_witch", "young_witch moat")):
        table = Hands(kingdom, 3).set_pile("X", 1).give(0, card, deck="2C").start()
        table.choose(card)
        assert [table.discard(seat)["X"] for seat in range(3)] == [0, 1, 0]


@pytest.mark.rule("W25")
@pytest.mark.rule("D10.9")
def test_a_feast_uses_no_coins():
    table = Hands("market feast adventurer").give(0, "market feast").start()
    table.choose("market", "feast")
    assert "adventurer" not in table.offered()
    assert "market" in table.offered()
    assert table.numbers[2] == 1
    table.choose("D")
    assert table.numbers[2] == 1
    assert table.trash() == cards("feast")


@pytest.mark.rule("W51")
@pytest.mark.rule("D11.6")
def test_a_princess_and_a_remake():
    kingdom = "remake tournament village smithy chapel"
    table = Hands(kingdom).give(0, "princess remake C E").start(0, actions=2)
    table.choose("princess", "remake", "C")
    assert table.asked == Decision.GAIN
    assert table.offered() == ["S", "village"]
    table.choose("S")
    assert table.asked == Decision.GAIN  # for the Estate, the only card left
    assert table.offered() == ["S", "village"]
    table.choose("village")
    assert table.discard() == cards("S village")
    assert table.trash() == cards("C E")


@pytest.mark.rule("W52")
@pytest.mark.rule("D5.2")
@pytest.mark.rule("D11.6")
def test_a_remake_without_a_target():
    table = Hands("remake village").give(0, "remake E C").start()
    table.choose("remake", "E")
    assert table.offered() == ["S", "village"]
    table.choose("S")
    assert table.trash() == cards("E C")
    assert table.discard() == cards("S")
    assert table.asked == Decision.BUY


@pytest.mark.rule("D5.1")
@pytest.mark.rule("D8.1")
def test_empty_piles_are_counted():
    table = Hands("workshop moat").set_pile("moat", 1).give(0, "workshop", deck="5C").start()
    assert table.state.num_empty == 0
    table.choose("workshop", "moat")
    assert table.state.num_empty == 1
    assert table.asked == Decision.BUY
    assert table.state.phase == Phase.BUY
