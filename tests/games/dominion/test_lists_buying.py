"""What buy lists buy and gain: S1, S2 and S8."""

import pytest

from balance.games.dominion.layout import Decision, Phase
from tests.games.dominion.hands import Hands
from tests.games.dominion.lists import answer, play

BUY = Phase.BUY
GUARDED, FREE = "guard: yes\nbuy\n", "guard: no\nbuy\n"


def shop(kingdom="smithy", coins=8, owned="7C 3E", seats=2, **more):
    """Return a table at which seat 0 has so many coins to spend, and these cards elsewhere."""
    table = Hands(kingdom, seats=seats)
    table.give(0, discard=owned)
    return table.start(phase=BUY, coins=coins, **more)


def holds(condition, coins=0, **more):
    """Tell whether a list finds a condition true."""
    table = shop("smithy village", coins, **more)
    return answer(table, f"buy\n copper if {condition}\n") == "C"


@pytest.mark.rule("S1.1")
@pytest.mark.parametrize(
    ("coins", "bought"), [(8, "P"), (7, "G"), (6, "G"), (5, "S"), (3, "S"), (2, "nothing")]
)
def test_the_first_entry_that_can_be_paid_is_bought(coins, bought):
    assert answer(shop(coins=coins)) == bought


@pytest.mark.rule("S1.1")
def test_an_empty_pile_and_a_card_without_a_pile_are_passed_over():
    table = shop(coins=8)
    table.set_pile("P", 0)
    table.start(phase=BUY, coins=8)
    assert answer(table, "buy\n witch\n province\n smithy\n") == "smithy"


@pytest.mark.rule("S1.1")
def test_with_nothing_left_to_want_the_other_buys_are_dropped():
    table = shop(coins=9, buys=3)
    assert play(table, count=2) == ["P", "nothing"]
    assert table.asked != Decision.BUY


@pytest.mark.rule("S1.2")
def test_conditions_are_asked_anew_for_every_buy():
    table = shop(coins=9, buys=3)
    text = "buy\n smithy if own(smithy) == 0\n silver if own(smithy) == 1 & own(silver) < 1\n"
    assert play(table, text, 3) == ["smithy", "S", "nothing"]


@pytest.mark.rule("S1.3")
@pytest.mark.parametrize(
    ("other", "bought"),
    [
        ("3E 4P", "P"),  # 27 points against 28 with it
        ("3E 4P D", "G"),  # 30
        ("3E 4P E", "P"),  # 28 each, and as many turns
    ],
)
def test_the_guard_keeps_the_last_province_while_it_would_lose(other, bought):
    table = shop(owned="3E 3P E").set_pile("P", 1)
    table.give(1, discard=other)
    table.state.seats[0].turns = table.state.seats[1].turns = 20
    assert answer(table, GUARDED + " province\n gold\n") == bought
    assert answer(table, FREE + " province\n gold\n") == "P"


@pytest.mark.rule("S1.3")
def test_of_equal_points_fewer_turns_win():
    table = shop(owned="3E 3P E").set_pile("P", 1)
    table.give(1, discard="3E 4P E")
    table.state.seats[0].turns, table.state.seats[1].turns = 20, 19
    assert answer(table, GUARDED + " province\n gold\n") == "G"
    table.state.seats[1].turns = 20
    assert answer(table, GUARDED + " province\n gold\n") == "P"


@pytest.mark.rule("S1.3")
def test_the_guard_keeps_the_third_pile_from_running_out():
    text = GUARDED + " smithy\n silver\n"
    table = shop("smithy village").set_pile("smithy", 1).set_pile("X", 0)
    table.give(1, discard="3E D")
    assert answer(table, text) == "smithy"  # the second empty pile
    table.set_pile("village", 0)
    assert answer(table, text) == "S"
    table.set_pile("smithy", 2)
    assert answer(table, text) == "smithy"


@pytest.mark.rule("S1.3")
def test_the_guard_counts_gardens_and_fairgrounds_with_the_card():
    text = GUARDED + " gardens\n silver\n"
    table = shop("gardens", owned="25C gardens 3E").set_pile("gardens", 1)
    table.set_pile("X", 0).set_pile("D", 0)
    table.give(1, discard="9E")  # 29 cards and one: two Gardens of 3, and 3
    assert answer(table, text) == "gardens"
    table.give(1, discard="10E")
    assert answer(table, text) == "S"
    text = GUARDED + " fairgrounds\n silver\n"
    table = shop("fairgrounds", owned="C S G E").set_pile("fairgrounds", 1)
    table.set_pile("X", 0).set_pile("D", 0)
    table.give(1, discard="3E")  # a fifth name: 2 points, and 1
    assert answer(table, text) == "fairgrounds"
    table.give(1, discard="4E")
    assert answer(table, text) == "S"


@pytest.mark.rule("S1.3")
def test_nobody_can_lose_to_himself():
    table = Hands(seats=1).set_pile("P", 1).start(phase=BUY, coins=8)
    assert answer(table) == "P"


@pytest.mark.rule("S1.4")
def test_a_gain_is_the_first_entry_that_fits():
    table = Hands("workshop smithy village").give(0, "workshop").start()
    table.choose("workshop")
    assert table.asked == Decision.GAIN
    assert answer(table, "buy\n gold\n smithy if turn > 5\n village\n") == "village"


@pytest.mark.rule("S1.4")
def test_a_gain_without_an_entry_is_the_dearest_card_of_use():
    table = Hands("workshop gardens smithy village bureaucrat").give(0, "workshop").start()
    table.choose("workshop")
    assert answer(table, "buy\n province\n") == "bureaucrat"  # 4 as a Smithy; no Gardens


@pytest.mark.rule("S1.4")
def test_a_gain_of_victory_cards_and_curses_only_is_the_cheapest():
    table = Hands("workshop").give(0, "workshop").start()
    for pile in ("C", "S", "workshop"):
        table.set_pile(pile, 0)
    table.choose("workshop")
    assert table.offered() == ["E", "X"]
    assert answer(table, "buy\n province\n") == "X"


@pytest.mark.rule("S1.4")
@pytest.mark.rule("S1.3")
def test_the_guard_is_asked_for_gains_of_the_list_only():
    table = Hands("workshop moat village").give(0, "workshop").give(1, discard="3E").start()
    for pile in ("C", "S", "workshop", "E"):
        table.set_pile(pile, 0)
    table.set_pile("village", 1)
    table.choose("workshop")
    assert answer(table, "buy\n village\n moat\n") == "moat"
    assert answer(table, "guard: no\nbuy\n village\n moat\n") == "village"
    assert answer(table, "buy\n village\n") == "village"  # dearest, though it loses


@pytest.mark.rule("S2")
@pytest.mark.parametrize(
    ("condition", "is_true"),
    [
        ("own(copper) == 7", True),
        ("own(copper) > 7", False),
        ("own(smithy) < 1", True),
        ("sup(smithy) == 10", True),
        ("sup(witch) == 0", True),
        ("treas == 8", True),
        ("vict == 3", True),
        ("money == 9", True),
        ("gte == 8", True),
        ("turn == 0", True),
        ("coins == 0", True),
        ("buys == 1 & actions == 1", True),
        ("buys == 1 & actions == 2", False),
        ("hand(copper) == 0 & cards == 0", True),
        ("players == 2", True),
        ("treas >= 8", True),
        ("treas >= 9", False),
        ("treas <= 7", False),
        ("treas < 9", True),
        ("own(silver) < treas/8", False),
        ("own(silver) < treas/7.9", True),
        ("own(silver) <= treas/8", True),
        ("own(silver) == vict - 2", True),
        ("own(silver) == own(gold) + 1", True),
        ("own(silver) > treas/11", True),
    ],
)
def test_conditions_hold_as_written(condition, is_true):
    assert holds(condition, owned="7C S 3E") == is_true


@pytest.mark.rule("S2")
def test_terminals_and_villages_are_counted_by_what_actions_they_give():
    owned = "3C 2smithy village"
    assert holds("terminals == 2 & villages == 1", owned=owned)


@pytest.mark.rule("S2")
@pytest.mark.parametrize(
    ("card", "money"),
    [("silver", 2), ("stash", 2), ("black_market", 2), ("chancellor", 2), ("festival", 2),
     ("fortune_teller", 2), ("harvest", 3), ("jester", 2), ("militia", 2), ("woodcutter", 2),
     ("horse_traders", 1), ("market", 1), ("moneylender", 1), ("tournament", 1), ("smithy", 0)],
)  # fmt: skip
def test_nominal_money_counts_some_actions(card, money):
    kingdom = "smithy" if card == "silver" else card
    table = Hands(kingdom).give(0, discard="S" if card == "silver" else card)
    table.start(phase=BUY)
    assert answer(table, f"buy\n copper if money == {money}\n") == "C"


@pytest.mark.rule("S2")
def test_gains_to_the_end_are_provinces_or_the_three_smallest_piles():
    table = shop("smithy village", coins=0).set_pile("E", 1).set_pile("D", 2).set_pile("X", 3)
    for left, expected in ((8, 6), (6, 6), (5, 5)):
        table.set_pile("P", left)
        assert answer(table, f"buy\n copper if gte == {expected}\n") == "C"
    table.set_pile("P", 8).set_pile("village", 0)
    assert answer(table, "buy\n copper if gte == 3\n") == "C"


@pytest.mark.rule("S2")
def test_coins_are_those_left():
    table = shop(coins=9, buys=2)
    text = "buy\n gold if coins == 9\n silver if coins == 3\n"
    assert play(table, text, 2) == ["G", "S"]


@pytest.mark.rule("S8")
@pytest.mark.parametrize(
    ("bot", "kingdom", "buys"),
    [
        ("big_money_ultimate", "", {2: "nothing", 3: "S", 4: "S", 5: "S"}),
        ("smithy_bm", "smithy", {2: "nothing", 3: "S", 4: "smithy", 5: "smithy"}),
        ("witch_bm", "witch", {2: "nothing", 5: "witch"}),
    ],
)
def test_openings(bot, kingdom, buys):
    for coins, bought in buys.items():
        assert answer(shop(kingdom, coins=coins), bot) == bought
