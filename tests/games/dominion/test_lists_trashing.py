"""What buy lists trash, and for what: S5."""

import pytest

from balance.games.dominion.layout import Decision
from tests.games.dominion.hands import Hands
from tests.games.dominion.lists import BIG_MONEY, answer, play

AGGRESSIVE = "chapel: aggressive\n" + BIG_MONEY


def chapel(hand, text=BIG_MONEY, provinces=8, rest="2S G"):
    """Return what a Chapel trashes; `rest` is owned besides."""
    table = Hands("chapel smithy").give(0, "chapel " + hand, discard=rest).set_pile("P", provinces)
    table.start().choose("chapel")
    trashed = []
    while table.asked == Decision.CHAPEL:
        trashed += play(table, text)
    return [card for card in trashed if card != "nothing"]


@pytest.mark.rule("S5.1")
@pytest.mark.rule("S5.2")
def test_the_trash_order():
    assert chapel("C E X 2S", rest="3G") == ["X", "E", "C"]


@pytest.mark.rule("S5.1")
def test_estates_are_kept_towards_the_end():
    assert chapel("2E X", provinces=2) == ["X"]
    assert chapel("2E X", provinces=3) == ["X", "E", "E"]


@pytest.mark.rule("S5.2")
def test_a_chapel_trashes_four_cards_at_most():
    assert chapel("3X 2E") == ["X", "X", "X", "E"]


@pytest.mark.rule("S5.2")
def test_a_chapel_leaves_treasures_worth_six_or_four():
    assert chapel("4C", rest="S 2C") == ["C", "C"]  # 8
    assert chapel("4C", AGGRESSIVE, rest="S 2C") == ["C"] * 4


@pytest.mark.rule("S5.2")
def test_a_chapel_keeps_a_copper_that_the_best_buy_needs():
    assert chapel("3C X", rest="3G") == ["X", "C", "C", "C"]  # four cards of the order
    assert chapel("3C", rest="3G") == []  # three Coppers buy a Silver
    assert chapel("3C", AGGRESSIVE, rest="3G") == ["C", "C", "C"]
    assert chapel("2C", rest="3G") == ["C", "C"]  # they buy nothing
    assert chapel("2C S", rest="3G") == ["C"]  # four coins buy what three buy
    assert chapel("C E", "buy\n silver\n copper\n", rest="3G") == ["E", "C"]


@pytest.mark.rule("S5.2")
def test_the_trash_lines_of_a_list_come_first_and_say_when():
    text = BIG_MONEY + "trash\n silver if own(gold) > 2\n estate if turn > 5\n"
    assert chapel("S E X", text, rest="3G") == ["S", "X"]


def remake(hand, provinces=8):
    table = Hands("remake smithy").give(0, "remake " + hand).set_pile("P", provinces)
    table.start().choose("remake")
    trashed = []
    while table.asked in (Decision.TRASH, Decision.GAIN):
        if table.asked == Decision.TRASH:
            trashed += play(table)
        else:
            play(table)
    return trashed


@pytest.mark.rule("S5.3")
def test_a_remake_takes_the_first_of_the_trash_order_or_of_the_discard_order():
    assert remake("X E C S") == ["X", "E"]
    assert remake("S G D C") == ["C", "D"]
    assert remake("2E S", provinces=2)[:1] == ["E"]  # no Estate is trashed now, so it is forced


def remodel(hand, text=BIG_MONEY, provinces=8, kingdom="remodel smithy throne_room", **more):
    """Return the card that is remodelled, or what else is played, or nothing."""
    table = Hands(kingdom).give(0, "remodel " + hand, **more).set_pile("P", provinces)
    table.start()
    first = answer(table, text)
    if first != "remodel":
        return first
    table.choose("remodel")
    return answer(table, text) if table.asked == Decision.TRASH else "only one"


@pytest.mark.rule("S5.3")
def test_a_remodel_takes_what_becomes_the_best_entry():
    text = "buy\n province\n gold\n smithy\n silver\n"
    assert remodel("smithy E C", text) == "smithy"  # into a Gold; the Estate into a Smithy
    assert remodel("E 2C", text) == "E"
    assert remodel("2C S", text) == "S"  # the best buy does not stand above what it becomes


@pytest.mark.rule("S5.3")
def test_a_remodelled_card_becomes_one_that_stands_higher():
    assert remodel("S E", "buy\n silver\n smithy\n estate\n") == "E"
    assert remodel("S C", "buy\n silver\n smithy\n") == "nothing"


@pytest.mark.rule("S5.3")
def test_a_gold_is_remodelled_into_a_province_towards_the_end_only():
    assert remodel("G E", provinces=5, text="buy\n province\n gold\n") == "nothing"
    assert remodel("G E", provinces=4, text="buy\n province\n gold\n") == "G"


@pytest.mark.rule("S5.3")
def test_a_treasure_is_kept_for_a_best_buy_that_stands_higher():
    text = "buy\n gold\n smithy\n silver\n"
    # Six coins buy a Gold, and none is left over to become a Smithy.
    assert remodel("2S 2C", text) == "nothing"


@pytest.mark.rule("S5.3")
def test_a_second_remodel_may_be_remodelled():
    text = "buy\n gold\n remodel if own(remodel) == 0\n silver\n"
    assert remodel("remodel C", text) == "remodel"
    assert remodel("C", text) == "nothing"  # not the one that is played


@pytest.mark.rule("S5.3")
def test_a_forced_remodel_takes_the_first_of_the_discard_order():
    table = Hands("remodel throne_room").give(0, "throne_room remodel G P S C").start()
    table.choose("throne_room")
    assert table.asked == Decision.TRASH
    assert answer(table, "buy\n province if coins > 99\n") == "P"


def mine(hand, silvers=40, golds=30):
    table = Hands("mine stash").give(0, "mine " + hand)
    table.set_pile("S", silvers).set_pile("G", golds).start()
    table.choose("mine")
    trashed = play(table)[0] if table.asked == Decision.TRASH else "only"
    return trashed, answer(table) if table.asked == Decision.GAIN else "only"


@pytest.mark.rule("S5.4")
def test_a_mine_makes_gold_of_silver_or_silver_of_copper():
    assert mine("S C G") == ("S", "G")
    assert mine("C G") == ("C", "S")
    assert mine("S C", golds=0) == ("C", "S")
    assert mine("stash G") == ("stash", "G")


@pytest.mark.rule("S5.4")
def test_a_feast_gains_by_the_list():
    table = Hands("feast market").give(0, "feast").start()
    table.choose("feast")
    assert answer(table, "buy\n gold\n market\n silver\n") == "market"
