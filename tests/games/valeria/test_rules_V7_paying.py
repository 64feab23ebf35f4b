"""Paying (V7), with the worked examples E35 to E37."""

import pytest

from balance.games.valeria.layout import Decision
from tests.games.valeria.board import Board


@pytest.mark.rule("E35")
@pytest.mark.rule("V7.1")
def test_at_least_one_strength_is_real():
    board = Board()
    board.give(0, magic=9)
    board.act()
    assert board.top(0) == "goblin"
    assert not board.may("slay")


@pytest.mark.rule("E36")
@pytest.mark.rule("E37")
@pytest.mark.rule("V7.1")
@pytest.mark.rule("V7.2")
@pytest.mark.parametrize(
    ("card", "strength", "magic", "left"),
    [
        ("gelatinous_cube", 3, 2, (2, 0, 0, 0)),
        ("gelatinous_cube", 4, 0, None),
        ("spider_queen", 6, 7, (2, 0, 0, 0)),
        ("spider_queen", 6, 6, None),
        ("spider_queen", 1, 12, (2, 0, 0, 0)),
        ("spider_queen", 0, 13, None),
    ],
)
def test_the_magic_cost_comes_on_top_of_the_magic_that_stands_in(card, strength, magic, left):
    board = Board(areas="hills ruins forest swamp mountains")
    board.uncover(card)
    board.give(0, strength=strength, magic=magic)
    board.act()
    assert board.may(f"slay {card}") == (left is not None)
    if left is not None:
        board.choose(f"slay {card}")
        if board.asked == (Decision.OPTION, 0):
            board.choose("2 gold per monster")
        assert board.goods(0) == left


@pytest.mark.rule("V7.1")
@pytest.mark.rule("V7.3")
def test_the_player_chooses_the_split_but_pays_one_real_unit():
    board = Board()
    board.give(0, gold=9, magic=9)
    board.act()
    board.choose("recruit archer")
    assert board.offered() == ["0 magic", "1 magic", "2 magic", "3 magic"]
    board.choose("2 magic")
    assert board.goods(0) == (7, 0, 7, 0)


@pytest.mark.rule("V7.3")
def test_no_more_magic_stands_in_than_the_magic_cost_leaves():
    board = Board(areas="hills ruins forest swamp mountains")
    board.give(0, strength=9, magic=3)
    board.act()
    board.choose("slay gelatinous_cube")
    assert board.offered() == ["0 magic", "1 magic", "2 magic"]
    board.choose("2 magic")
    assert board.goods(0) == (2, 7, 0, 0)


@pytest.mark.rule("V7.4")
@pytest.mark.rule("V18.3")
@pytest.mark.rule("R4")
@pytest.mark.parametrize("substitutes", [False, True])
def test_an_exchange_is_paid_as_printed(substitutes):
    board = Board(
        edits={"citizens.cleric.effect_active": "2 strength -> 5 gold"},
        switches={"magic_substitutes_everywhere": substitutes},
    )
    board.give(0, "cleric", strength=1, magic=4)
    board.roll(0, 1, 3)
    assert board.may("cleric") == substitutes
    if substitutes:
        board.choose("cleric")
        assert board.goods(0) == (5, 0, 3, 0)


@pytest.mark.rule("R4")
@pytest.mark.rule("V7.1")
def test_with_magic_everywhere_a_unit_must_still_be_real_and_the_split_is_chosen():
    switches = {"magic_substitutes_everywhere": True}
    board = Board(switches=switches)
    board.give(0, "foxgrove_palisade", magic=9)
    board.roll(0, 2, 3)
    assert board.asked == (Decision.ACTION, 0)
    board = Board(switches=switches)
    board.give(0, "foxgrove_palisade", gold=2, magic=9)
    board.roll(0, 2, 3)
    board.choose("die 1")
    assert board.offered() == ["0 magic", "1 magic"]
    board.choose("1 magic")
    assert board.dice == (6, 3)
    assert board.goods(0)[::2] == (1, 8)


@pytest.mark.rule("R4")
@pytest.mark.rule("V7.3")
def test_no_more_magic_stands_in_for_gold_than_the_strength_leaves():
    board = Board(
        edits={"citizens.cleric.effect_active": "3 gold + 2 strength -> 5 vp"},
        switches={"magic_substitutes_everywhere": True},
    )
    board.give(0, "cleric", gold=3, strength=1, magic=2)
    board.roll(0, 1, 3)
    board.choose("cleric")
    assert board.offered() == ["0 magic", "1 magic"]  # one must stay for the strength
    board.choose("1 magic")
    assert board.goods(0) == (1, 0, 0, 5)


@pytest.mark.rule("V7.5")
@pytest.mark.rule("V18.5")
@pytest.mark.parametrize(("gold", "possible"), [(4, False), (5, True)])
def test_a_reduction_comes_off_the_full_price_surcharge_included(gold, possible):
    edits = {"domains.halfpenny_hill.ability": "always: discount recruit 1 gold"}
    board = Board(edits=edits)
    board.give(0, "halfpenny_hill archer*2", gold=gold)
    board.act()
    assert board.may("recruit archer") == possible
    if possible:
        board.choose("recruit archer")
        assert board.goods(0).gold == 0


@pytest.mark.rule("V7.5")
@pytest.mark.rule("V18.7")
def test_what_is_reduced_to_nothing_needs_no_real_unit():
    ability = "always: discount slay 2 strength + discount slay 1 magic"
    board = Board(
        edits={"domains.halfpenny_hill.ability": ability},
        areas="hills ruins forest swamp mountains",
    )
    board.give(0, "halfpenny_hill")
    board.act()
    assert board.may("slay goblin")  # 1 strength
    assert board.may("slay skeleton")  # 2 strength
    assert not board.may("slay gelatinous_cube")  # 4 strength, 1 magic
    board.choose("slay goblin")
    assert board.goods(0) == (1, 0, 0, 0)
    board.give(0, strength=1, magic=1)
    board.act()
    board.choose("slay gelatinous_cube")  # 2 strength, no magic
    assert board.goods(0) == (3, 0, 0, 0)


@pytest.mark.rule("V7.5")
@pytest.mark.rule("V18.5")
def test_several_discounts_add_up():
    hill = {"domains.halfpenny_hill.ability": "always: discount build 2 gold"}
    board = Board(domains="blood_crow_army", edits=hill)
    board.give(0, "halfpenny_hill pratchetts_plateau knight*3", gold=2)
    board.act()
    board.choose("build blood_crow_army")  # 5 - 2 - 1
    assert board.goods(0).gold == 0


@pytest.mark.rule("V7.6")
def test_a_reward_does_not_help_to_pay_for_its_card():
    board = Board()
    board.uncover("giant")  # 8 strength; 1 gold + 2 magic
    board.give(0, strength=6)
    board.act()
    assert not board.may("slay giant")
