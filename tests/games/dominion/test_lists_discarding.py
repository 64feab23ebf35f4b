"""What buy lists discard: S4."""

import pytest

from balance.games.dominion.layout import Decision
from tests.games.dominion.hands import Hands
from tests.games.dominion.lists import BIG_MONEY, answer, play

_ALL = "militia smithy village moat chapel market"


def attacked(hand, text=BIG_MONEY, count=2):
    """Return what a player discards for a Militia."""
    table = Hands(_ALL).give(0, "militia").give(1, hand).start()
    table.choose("militia")
    while table.asked == Decision.REACT:
        table.choose("nothing")
    assert (table.asked, table.due_seat) == (Decision.DISCARD, 1)
    return play(table, text, count)


@pytest.mark.rule("S4.1")
@pytest.mark.parametrize(
    ("hand", "discarded"),
    [
        ("C S G E P", ["P", "E"]),
        ("C S G D E", ["D", "E"]),
        ("C S G X E", ["E", "X"]),
        ("2C S G X", ["X", "C"]),
        ("C 2S 2G", ["C", "S"]),
        ("2S market 2G", ["S", "S"]),
        ("village S 3G", ["S", "village"]),
        ("2market 3G", ["G", "G"]),
    ],
)
def test_the_discard_order(hand, discarded):
    assert attacked(hand) == discarded


@pytest.mark.rule("S4.2")
@pytest.mark.parametrize(
    ("hand", "discarded"),
    [
        ("smithy militia C E P", ["smithy", "P"]),  # one Action could be played
        ("smithy militia chapel E P", ["chapel", "smithy"]),
        ("smithy C E P G", ["P", "E"]),
        ("smithy village C E P", ["P", "E"]),
    ],
)
def test_surplus_terminals_go_first(hand, discarded):
    assert attacked(hand) == discarded


@pytest.mark.rule("S4.2")
def test_with_no_action_left_actions_go_first():
    table = Hands("horse_traders village market").give(0, "horse_traders village market E C")
    table.start().choose("horse_traders")
    assert table.asked == Decision.DISCARD
    assert play(table, count=2) == ["village", "market"]


@pytest.mark.rule("S4.2")
def test_with_an_action_left_only_surplus_terminals_go_first():
    table = Hands("horse_traders smithy market").give(0, "horse_traders 2smithy market E C")
    table.start(actions=2).choose("horse_traders")
    assert play(table, count=2) == ["smithy", "E"]


def test_the_discard_lines_of_a_list_come_before_the_usual_order():
    text = "buy\n gold\ndiscard\n gold if own(gold) > 5\n copper\n"
    assert attacked("C S G E P", text) == ["C", "P"]
    assert attacked("smithy militia C E P", text) == ["smithy", "C"]


@pytest.mark.rule("S4.3")
def test_a_cellar_discards_victory_cards_and_curses():
    table = Hands("cellar smithy").give(0, "cellar C E P X smithy", deck="3G").start()
    assert play(table, count=4) == ["cellar", "P", "E", "X"]
    assert table.asked != Decision.CELLAR or answer(table) == "nothing"


def hamlet(hand, text=BIG_MONEY, actions=1):
    """Return what a list answers to the two questions of a Hamlet, ``-`` for one not asked."""
    table = Hands("hamlet smithy moat gardens").give(0, "hamlet " + hand, deck="9C")
    table.start(actions=actions).choose("hamlet")
    answers = []
    for asked in (Decision.HAMLET_ACTION, Decision.HAMLET_BUY):
        answers.append(play(table, text)[0] if table.asked == asked else "-")
    return answers


@pytest.mark.rule("S4.3")
def test_a_hamlet_takes_a_victory_card_for_an_action_that_is_needed():
    assert hamlet("2smithy E P")[0] == "P"
    assert hamlet("smithy E P")[0] == "nothing"
    assert hamlet("2smithy E", actions=2)[0] == "nothing"
    assert hamlet("2smithy C")[0] == "nothing"


@pytest.mark.rule("S4.3")
def test_a_hamlet_takes_a_victory_card_for_a_buy_with_coins_for_two():
    silvers = "buy\n province\n silver\n"
    assert hamlet("2S C E", silvers)[1] == "E"  # 2 + 2 + 1 and the Copper drawn: twice 3
    assert hamlet("2S E", silvers)[1] == "nothing"  # 5
    assert hamlet("3S C G", silvers)[1] == "nothing"  # nothing to discard
    assert hamlet("2S C E", "buy\n province\n")[1] == "nothing"  # nothing to buy
