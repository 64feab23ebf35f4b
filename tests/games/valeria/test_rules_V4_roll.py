"""The Roll Phase (V4), with the worked examples E27 to E33 and E83."""

from collections import Counter

import pytest

from balance.games.valeria.layout import Decision
from tests.games.valeria.board import Board

SIX = "foxgrove_palisade: 2 gold -> die = 6"
ONE = "the_desert_orchid: 1 gold per citizen[role=holy] -> die = 1"
LOWER = "palace_of_the_dawn: die - 1"


@pytest.mark.rule("V4.1")
def test_both_dice_are_rolled_and_all_36_rolls_are_equally_likely():
    board = Board(seats=2)
    rolls = Counter()
    for _ in range(720):
        board.roll(0)
        rolls[board.dice] += 1
    assert len(rolls) == 36
    chi_square = sum((times - 20) ** 2 / 20 for times in rolls.values())
    assert chi_square < 66.6  # 35 degrees of freedom: exceeded once in a thousand


@pytest.mark.rule("E27")
@pytest.mark.rule("V4.3")
@pytest.mark.rule("V4.7")
def test_foxgrove_palisade_sets_a_die_to_six_and_only_the_final_result_is_harvested():
    board = Board()
    board.give(0, "foxgrove_palisade paladin merchant", gold=2)
    board.roll(0, 2, 4)
    assert set(board.offered()) == {"done", f"die 1 {SIX}", f"die 2 {SIX}"}
    board.choose(f"die 1 {SIX}")
    assert board.dice == (6, 4)
    # Paladin (10) 1 s + 2 m, Starter Knight (6) 1 s; the Merchant (2) is out
    assert board.goods(0) == (0, 2, 2, 0)
    assert board.asked == (Decision.ACTION, 0)


@pytest.mark.rule("V4.3")
@pytest.mark.rule("V18.3")
@pytest.mark.parametrize("text", ["2 gold -> 1 magic + die = 6", "1 magic + die = 6"])
def test_what_stands_before_the_die_is_given_too(text):
    board = Board(edits={"domains.foxgrove_palisade.ability": f"roll: {text}"})
    board.give(0, "foxgrove_palisade", gold=2)
    board.roll(0, 2, 4)
    board.choose("die 1")
    assert board.dice == (6, 4)
    assert board.goods(0).magic == 1
    assert board.goods(0).gold == (0 if "->" in text else 2)


@pytest.mark.rule("E28")
@pytest.mark.rule("R4")
@pytest.mark.rule("V7.4")
@pytest.mark.parametrize("substitutes", [False, True])
def test_magic_does_not_pay_for_dice(substitutes):
    board = Board(switches={"magic_substitutes_everywhere": substitutes})
    board.give(0, "foxgrove_palisade", gold=1, magic=5)
    board.roll(0, 2, 4)
    assert board.may(f"die 1 {SIX}") == substitutes
    if substitutes:
        board.choose("die 1")
        assert board.dice == (6, 4)
        assert board.goods(0) == (0, 1, 4, 0)


@pytest.mark.rule("E29")
@pytest.mark.rule("V4.5")
@pytest.mark.rule("V19")
def test_the_desert_orchid_is_free_without_holy_citizens():
    board = Board()
    board.give(0, "the_desert_orchid emerald_stronghold")  # a holy icon, which does not count
    board.roll(0, 4, 3)
    board.choose(f"die 2 {ONE}")
    assert board.dice == (4, 1)
    assert board.goods(0) == (1, 0, 0, 0)  # the Starter Peasant, by the sum 5


@pytest.mark.rule("V4.5")
@pytest.mark.parametrize(("gold", "usable"), [(1, False), (2, True)])
def test_the_cost_of_a_dice_power_is_worked_out_when_it_is_used(gold, usable):
    board = Board()
    board.give(0, "the_desert_orchid cleric*2", gold=gold)
    board.roll(0, 4, 3)
    assert (board.asked == (Decision.DICE, 0)) == usable
    if usable:
        board.choose(f"die 2 {ONE}")
        assert board.goods(0).gold == 1  # 2 paid; the sum 5 activates the Starter Peasant


@pytest.mark.rule("E30")
@pytest.mark.rule("V4.4")
def test_the_palace_of_the_dawn_lowers_no_one_but_a_six_just_set():
    board = Board()
    board.give(0, "palace_of_the_dawn")
    board.roll(0, 1, 6)
    assert board.offered() == ["done", f"die 2 {LOWER}"]
    board.choose("die 2")
    assert board.dice == (1, 5)
    board = Board()
    board.give(0, "palace_of_the_dawn foxgrove_palisade", gold=2)
    board.roll(0, 2, 3)
    board.choose(f"die 1 {SIX}", f"die 1 {LOWER}")
    assert board.dice == (5, 3)


@pytest.mark.rule("V4.3")
def test_two_copies_of_a_domain_are_used_once_each():
    board = Board(edits={"domains.palace_of_the_dawn.count": 2})
    board.leave_referee()  # a choice stands twice
    board.give(0, "palace_of_the_dawn*2")
    board.roll(0, 1, 6)
    for left in (2, 1):
        assert board.offered() == ["done", *[f"die 2 {LOWER}"] * left]
        board.session.take(1)
        board.session.advance()
    assert board.dice == (1, 4)
    assert board.asked[0] != Decision.DICE


@pytest.mark.rule("E31")
@pytest.mark.rule("V4.3")
def test_a_dice_power_is_used_once_in_a_phase():
    board = Board()
    board.give(0, "palace_of_the_dawn")
    board.roll(0, 5, 5)
    assert set(board.offered()) == {"done", f"die 1 {LOWER}", f"die 2 {LOWER}"}
    board.choose("die 2")
    assert board.dice == (5, 4)
    assert board.asked == (Decision.ACTION, 0)  # neither die can be lowered any more
    board.finish(0)
    board.roll(0, 5, 5)
    assert board.may("die 1")  # but in the next turn


@pytest.mark.rule("E32")
@pytest.mark.rule("V4.2")
@pytest.mark.rule("R27")
def test_gargans_embrace_sees_doubles_that_are_broken_and_the_herald_does_not():
    board = Board()
    board.give(0, "palace_of_the_dawn")
    board.give(1, "gargans_embrace")
    board.roll(0, 6, 6)
    assert board.goods(1).vp == 1
    board.choose("die 1")
    assert board.goods(1).vp == 1
    # 5 and 6: Starter Peasant and Knight, no doubles
    assert board.asked == (Decision.ACTION, 0)
    assert board.goods(0) == (1, 1, 0, 0)


@pytest.mark.rule("E33")
@pytest.mark.rule("R7")
@pytest.mark.rule("V4.6")
def test_gargans_embrace_sees_doubles_made_by_a_change_again():
    board = Board()
    board.give(0, "gargans_embrace palace_of_the_dawn the_desert_orchid")
    board.roll(0, 2, 2)
    board.choose(f"die 1 {LOWER}")
    assert board.goods(0).vp == 1
    board.choose(f"die 2 {ONE}")
    assert board.dice == (1, 1)
    assert board.goods(0).vp == 2


@pytest.mark.rule("R7")
@pytest.mark.rule("V4.6")
def test_doubles_that_exist_only_in_between_count():
    board = Board()
    board.give(0, "gargans_embrace palace_of_the_dawn the_desert_orchid")
    board.roll(0, 3, 2)
    board.choose(f"die 1 {LOWER}", f"die 2 {ONE}")
    assert board.dice == (2, 1)
    assert board.goods(0).vp == 1


@pytest.mark.rule("E83")
@pytest.mark.rule("R35")
@pytest.mark.rule("V4.4")
def test_a_die_is_not_changed_to_what_it_shows():
    board = Board()
    board.give(0, "foxgrove_palisade gargans_embrace", gold=2)
    board.roll(0, 6, 6)
    assert board.goods(0) == (2, 2, 0, 1)  # 2 s: the Starter Knight twice
    assert board.asked == (Decision.HARVEST, 0)  # the Herald; no dice were asked about


@pytest.mark.rule("V4.3")
def test_only_the_active_player_changes_dice():
    board = Board()
    board.give(1, "palace_of_the_dawn")
    board.roll(0, 5, 6)
    assert board.asked == (Decision.ACTION, 0)


@pytest.mark.rule("V4.4")
@pytest.mark.rule("V18.5")
def test_a_die_may_be_raised_but_not_beyond_six():
    board = Board(edits={"domains.halfpenny_hill.ability": "roll: die + 2 | 1 gold -> die - 3"})
    board.give(0, "halfpenny_hill", gold=1)
    board.roll(0, 4, 5)
    texts = ("die + 2", "1 gold -> die - 3")
    raise_4, lower_4, lower_5 = (f"die 1 halfpenny_hill: {text}" for text in (*texts, texts[1]))
    lower_5 = lower_5.replace("die 1", "die 2", 1)
    assert set(board.offered()) == {"done", raise_4, lower_4, lower_5}
    board.choose(raise_4)
    assert board.dice == (6, 5)
    assert board.asked == (Decision.ACTION, 0)  # one ability, whichever of its options
