"""Zones and terms (D2): what is owned, in play, discarded, gained, revealed, set aside."""

import pytest

from balance.games.dominion.layout import Card, Decision, Phase
from tests.games.dominion.hands import Hands, cards


@pytest.mark.rule("D2.1")
@pytest.mark.rule("D2.2")
def test_a_player_owns_the_cards_of_all_zones():
    table = Hands("smithy horse_traders militia")
    table.give(0, "smithy E", deck="4C", discard="P", play="S")
    table.give(1, "horse_traders 3C", deck="D")
    assert table.owned() == cards("smithy E 4C P S")
    table.start()
    table.choose("smithy")
    assert table.owned() == cards("smithy E 4C P S")
    assert table.scores() == [7, 3]


@pytest.mark.rule("D2.2")
@pytest.mark.rule("D8.3")
def test_cards_set_aside_are_owned_and_those_trashed_are_not():
    table = Hands("horse_traders militia chapel")
    table.give(0, "militia").give(1, "horse_traders 3C", deck="D").start()
    table.choose("militia", "horse_traders")
    assert table.aside(1) == 1
    assert table.owned(1) == cards("horse_traders 3C D")
    table.give(0, "chapel P E").start()
    table.choose("chapel", "P", "nothing")
    assert table.owned() == cards("chapel E")
    assert table.trash() == cards("P")
    assert table.scores()[0] == 1


@pytest.mark.rule("D2.3")
@pytest.mark.rule("D7.4")
def test_a_card_is_in_play_from_playing_until_clean_up():
    table = Hands("village witch moat").give(0, "village witch C").give(1, "moat C").start()
    table.choose("village", "witch", "moat")
    assert table.in_play() == cards("village witch")  # not the Moat, which was only shown
    assert table.hand(1) == cards("moat C")
    table.choose("all")
    assert table.in_play() == cards("village witch C")
    table.choose("nothing")
    assert not table.in_play()


@pytest.mark.rule("D2.4")
def test_trashed_cards_cannot_be_bought_or_gained():
    table = Hands("chapel workshop").give(0, "chapel workshop 2E")
    table.set_pile("E", 0).start(0, actions=2)
    table.choose("chapel", "E", "E", "nothing", "workshop")
    assert table.trash() == cards("2E")
    assert "E" not in table.offered()
    table.choose("chapel")
    assert table.asked == Decision.BUY
    assert "E" not in table.offered()


@pytest.mark.rule("D2.4")
def test_what_is_discarded_goes_on_the_own_discard_pile():
    table = Hands("militia").give(0, "militia").give(1, "4C E", discard="S").start()
    table.choose("militia", "E", "C")
    assert table.discard(1) == cards("S E C")
    assert not table.discard(0)


@pytest.mark.rule("D2.5")
def test_a_gained_card_costs_nothing_and_no_buy_and_is_not_there_before_it_is_drawn():
    table = Hands("workshop smithy").give(0, "workshop C").start(0, actions=2)
    table.choose("workshop", "smithy")
    assert table.discard() == cards("smithy")
    assert table.pile("smithy") == 9
    assert table.numbers == (1, 1, 0)
    assert table.asked == Decision.TREASURE  # the Smithy cannot be played


@pytest.mark.rule("D2.6")
def test_a_revealed_card_goes_back_where_it_came_from():
    table = Hands("spy bureaucrat").give(0, "spy", deck="C E S").give(1, "2C X", deck="G D").start()
    table.choose("spy", "no", "no")
    assert table.deck() == ["E", "S"]
    assert table.deck(1) == ["G", "D"]
    table.give(0, "bureaucrat").start()
    table.choose("bureaucrat")
    assert table.hand(1) == cards("2C X")


@pytest.mark.rule("D2.7")
@pytest.mark.rule("D7.5")
def test_a_card_set_aside_does_nothing_and_is_not_in_hand():
    table = Hands("militia horse_traders").give(0, "militia").give(1, "horse_traders 2C").start()
    table.choose("militia", "horse_traders")
    assert table.hand(1) == cards("2C")
    assert not table.discard(1)
    assert table.in_play() == cards("militia")
    assert table.numbers == (0, 1, 2)  # no buy and no coins of the Horse Traders


@pytest.mark.rule("D2.8")
@pytest.mark.parametrize(
    ("deck", "coins"), [("4C", 1), ("C S G E", 4), ("C S C S", 2), ("E D P X", 4), ("C C", 1)]
)
def test_names_count_once(deck, coins):
    table = Hands("harvest").give(0, "harvest", deck=deck).start()
    table.choose("harvest")
    assert table.numbers[2] == coins


@pytest.mark.rule("D2.9")
def test_which_cards_can_be_played_when():
    table = Hands("moat gardens witch stash horse_traders")
    table.give(0, "moat gardens witch stash C E X horse_traders").start()
    assert table.asked == Decision.ACTION
    assert table.offered() == ["nothing", "moat", "witch", "horse_traders"]
    table.choose("nothing")
    assert table.asked == Decision.TREASURE
    assert set(table.offered()) == {"all", "C", "stash", "nothing"}


@pytest.mark.rule("D2.9")
def test_a_prize_can_be_an_action_or_a_treasure():
    table = Hands("tournament").give(0, "diadem princess").start()
    assert table.offered() == ["nothing", "princess"]
    table.choose("nothing")
    assert set(table.offered()) == {"all", "diadem", "nothing"}


@pytest.mark.rule("D2.10")
def test_the_numbers_of_a_card_come_before_what_is_special_about_it():
    table = Hands("hamlet").give(0, "hamlet", deck="E C").start()
    table.choose("hamlet")
    assert table.asked == Decision.HAMLET_ACTION
    assert table.offered() == ["nothing", "E"]  # the card that was just drawn
    assert table.numbers == (1, 1, 0)


@pytest.mark.rule("D2.10")
def test_a_treasure_adds_its_value():
    table = Hands("stash").give(0, "C S G stash").start(0, Phase.BUY)
    for card, coins in (("C", 1), ("S", 3), ("G", 6), ("stash", 8)):
        table.choose(card)
        assert table.numbers[2] == coins


@pytest.mark.rule("D2.11")
def test_players_are_affected_in_turn_order():
    table = Hands("spy", 4)
    for seat in range(4):
        table.give(seat, "spy" if seat == 2 else "", deck="E C")
    table.start(2)
    table.choose("spy")
    order = []
    while table.asked == Decision.SPY:
        assert table.due_seat == 2
        order.append(int(table.state.victim))
        table.choose("yes")
    assert order == [2, 3, 0, 1]


@pytest.mark.rule("D2.10")
@pytest.mark.parametrize(
    ("card", "asked"),
    [("cellar", Decision.CELLAR), ("chapel", Decision.CHAPEL), ("chancellor", Decision.CHANCELLOR)],
)
def test_a_card_that_draws_by_another_sheet_does_what_is_special_after_that(card, asked):
    table = Hands(card)
    table.table.faces[Card[card]].cards = 2
    table.give(0, card, deck="E D S").start()
    table.choose(card)
    assert table.asked == asked
    assert table.hand() == cards("E D")


def known(table, seat):
    """Return what conditions of buy lists ask about the cards of a seat, and its points."""
    player = table.state.seats[seat]
    return (
        int(player.money),
        int(player.num_treasures),
        int(player.num_victories),
        int(player.points),
    )


@pytest.mark.rule("D2.2")
@pytest.mark.rule("S2")
def test_what_is_known_of_the_cards_owned_follows_what_is_gained_and_trashed():
    table = Hands("chapel festival thief").give(0, "chapel C E festival X", deck="C")
    table.give(1, deck="S D").start(buys=4, coins=19)
    assert known(table, 0) == (1 + 2 + 1, 2, 1, 0)
    table.choose("chapel", "C", "E", "festival", "X")
    assert known(table, 0) == (1, 1, 0, 0)
    table.choose("G", "D", "P", "nothing")
    assert known(table, 0) == (4, 2, 2, 9)
    assert known(table, 1) == (2, 1, 1, 3)
    table.give(0, "thief").start()
    table.choose("thief", "S")
    assert known(table, 0) == (2, 1, 0, 0)
    assert known(table, 1) == (0, 0, 1, 3)
