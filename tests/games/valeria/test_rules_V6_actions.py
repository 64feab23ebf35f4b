"""The Action Phase (V6), with the worked examples E34 to E49."""

import pytest

from balance.games.valeria.layout import Decision
from tests.games.valeria.board import Board


@pytest.mark.rule("E34")
@pytest.mark.rule("V6.4")
@pytest.mark.rule("V7.1")
def test_a_treant_is_slain_with_magic_in_place_of_strength():
    board = Board()
    board.give(0, strength=1, magic=2)
    board.act()
    board.choose("slay treant")
    assert board.goods(0) == (1, 0, 1, 0)
    assert board.owns(0, "treant") == 1
    assert board.result()["parts"][0, 1] == 1


@pytest.mark.rule("E38")
@pytest.mark.rule("V6.4")
@pytest.mark.rule("V6.6")
def test_the_spider_queen_gives_gold_or_any_citizen_and_a_point():
    for choice in ("2 gold per monster[area=forest]", "take citizen + 1 vp"):
        board = Board()
        board.uncover("spider_queen")
        board.give(0, strength=10, magic=3)
        board.act()
        board.choose("slay spider_queen")
        assert set(board.offered()) == {"2 gold per monster[area=forest]", "take citizen + 1 vp"}
        board.choose(choice)
        if choice.startswith("take"):
            assert len(board.offered()) == 10
            board.choose("take archer")
            assert board.owns(0, "archer") == 1
            assert board.goods(0) == (0, 0, 0, 1)
        else:
            assert board.goods(0) == (2, 0, 0, 0)


@pytest.mark.rule("E39")
@pytest.mark.rule("R21")
@pytest.mark.rule("V11.4")
@pytest.mark.parametrize("knights", [True, False])
def test_the_bane_spider_gives_a_knight_only_if_one_is_there(knights):
    board = Board()
    board.uncover("bane_spider")
    if not knights:
        board.exhaust(board.stack_of("knight"))
    board.give(0, strength=6)
    board.act()
    board.choose("slay bane_spider")
    if knights:
        assert set(board.offered()) == {"3 gold", "take citizen[name=knight]"}
        board.choose("3 gold")
    assert board.goods(0) == (3, 0, 0, 0)
    assert board.asked == (Decision.ACTION, 0)


@pytest.mark.rule("E40")
@pytest.mark.rule("V6.6")
def test_the_orc_warrior_gives_a_citizen_by_its_printed_cost():
    board = Board()
    board.uncover("orc_warrior")
    board.give(0, "knight*3", strength=9)
    board.act()
    board.choose("slay orc_warrior")
    assert board.may("take knight")
    assert not board.may("take archer")
    board.choose("take knight")
    assert board.owns(0, "knight") == 4


@pytest.mark.rule("E41")
@pytest.mark.rule("V6.6")
def test_the_wraith_gives_a_citizen_of_two_gold_or_less():
    board = Board(areas="barrens hills ruins forest valley")
    board.uncover("wraith")
    board.give(0, strength=4, magic=3)
    board.act()
    board.choose("slay wraith")
    assert board.may("take knight")
    assert board.may("take butcher")
    assert not board.may("take cleric")


@pytest.mark.rule("E42")
@pytest.mark.rule("V6.5")
@pytest.mark.rule("V1.5")
def test_the_first_peasant_costs_three():
    board = Board()
    board.give(0, gold=3)
    board.act()
    board.choose("recruit peasant")
    assert board.goods(0) == (0, 0, 0, 0)
    assert board.owns(0, "peasant") == 1
    board = Board()
    board.give(0, gold=1, magic=2)
    board.act()
    board.choose("recruit peasant")
    assert board.goods(0) == (0, 0, 0, 0)
    board = Board()
    board.give(0, gold=2)
    board.act()
    assert not board.may("recruit peasant")


@pytest.mark.rule("E43")
@pytest.mark.rule("V6.2")
@pytest.mark.rule("V6.3")
def test_what_the_first_action_gives_pays_for_the_second():
    board = Board()
    board.give(0, gold=3)
    board.act()
    assert not board.may("recruit archer")
    board.choose("gain gold", "recruit archer")
    assert board.goods(0) == (0, 0, 0, 0)
    assert board.owns(0, "archer") == 1
    assert board.state.num_tasks == 0  # exactly two actions


@pytest.mark.rule("V6.2")
@pytest.mark.rule("V6.3")
def test_a_resource_can_always_be_gained_also_twice():
    board = Board()
    board.act()
    assert set(board.offered()) == {"gain gold", "gain strength", "gain magic"}
    board.choose("gain strength", "gain strength")
    assert board.goods(0) == (0, 2, 0, 0)
    assert board.is_over


@pytest.mark.rule("E44")
@pytest.mark.rule("V6.5")
@pytest.mark.parametrize(("gold", "possible"), [(5, False), (6, True)])
def test_the_surcharge_grows_with_each_copy(gold, possible):
    board = Board()
    board.give(0, "archer*2", gold=gold)
    board.act()
    assert board.may("recruit archer") == possible


@pytest.mark.rule("V6.5")
def test_a_citizen_recruited_is_not_activated_in_the_same_turn():
    board = Board()
    board.give(0, gold=4)
    board.roll(0, 4, 3)
    board.until(Decision.ACTION)
    board.choose("recruit archer")
    assert board.asked == (Decision.ACTION, 0)
    assert board.goods(0) == (0, 0, 0, 0)


@pytest.mark.rule("E45")
@pytest.mark.rule("V6.7")
@pytest.mark.parametrize(
    ("citizens", "possible"), [("peasant archer*2", True), ("archer*2", False)]
)
def test_starters_are_no_prerequisites(citizens, possible):
    board = Board(domains="palace_of_the_dawn")
    board.give(0, citizens, gold=11)
    board.act()
    assert board.may("build palace_of_the_dawn") == possible
    if possible:
        board.choose("build palace_of_the_dawn")
        assert board.goods(0) == (0, 0, 0, 0)
        assert board.owns(0, "palace_of_the_dawn") == 1


@pytest.mark.rule("E46")
@pytest.mark.rule("V6.7")
@pytest.mark.parametrize(("second", "possible"), [("", False), ("merchant", True)])
def test_icons_on_domains_are_no_prerequisites(second, possible):
    board = Board(domains="nest_of_the_weaver_witch")
    board.give(0, f"forgotten_sorrows peasant {second}", gold=6)
    board.act()
    assert board.may("build nest_of_the_weaver_witch") == possible


@pytest.mark.rule("V6.7")
def test_the_next_domain_is_turned_up_after_the_power_of_the_one_built():
    board = Board(domains="eye_of_asteraten")
    stack = board.stack_of("eye_of_asteraten")
    board.give(0, "knight cleric", gold=8)
    board.act()
    assert board.cards_in(stack)[1:] == ["", ""]
    board.choose("build eye_of_asteraten")
    assert board.asked == (Decision.BONUS, 0)
    assert board.cards_in(stack) == ["", ""]
    board.choose("decline")
    assert board.top(stack) != ""
    assert board.cards_in(stack)[1:] == [""]
    board.exhaust(stack)
    assert board.cards_in(stack) == []


@pytest.mark.rule("E49")
@pytest.mark.rule("V6.8")
@pytest.mark.rule("V19")
def test_the_eye_of_asteraten_may_slay_within_its_action():
    board = Board(domains="eye_of_asteraten")
    board.give(0, "knight cleric", gold=8)
    board.act()
    board.choose("build eye_of_asteraten")
    assert board.goods(0) == (0, 5, 0, 0)
    assert board.may("decline")
    assert not board.may("recruit")
    board.choose("slay owlbear")
    assert board.goods(0) == (0, 1, 2, 0)
    assert board.asked == (Decision.ACTION, 0)
    board.choose("gain gold")
    assert board.is_over


@pytest.mark.rule("V6.1")
@pytest.mark.rule("V6.9")
@pytest.mark.rule("V18.6")
def test_powers_work_before_the_first_and_after_the_second_action():
    edits = {"domains.monolith_of_ostendaar.ability": "action_end: 1 vp"}
    board = Board(edits=edits)
    board.give(0, "halfpenny_hill blood_crow_army monolith_of_ostendaar")
    board.give(1, "halfpenny_hill")
    board.act()
    assert board.goods(0) == (1, 1, 0, 0)
    assert board.goods(1) == (0, 0, 0, 0)  # not the active player
    board.choose("gain magic")
    assert board.goods(0) == (1, 1, 1, 0)
    board.choose("gain magic")
    assert board.goods(0) == (1, 1, 2, 1)


@pytest.mark.rule("V6.9")
@pytest.mark.rule("V8.1")
def test_empty_spaces_are_covered_before_the_powers_of_the_end_of_the_phase():
    edits = {"domains.halfpenny_hill.ability": "action_end: 1 gold | 1 magic"}
    board = Board(edits=edits)
    board.keep_one(board.stack_of("goblin_king"))
    stack = board.stack_of("goblin_king")
    board.give(0, "halfpenny_hill", strength=6)
    board.act()
    board.choose("gain gold", "slay goblin_king")
    assert board.asked == (Decision.OPTION, 0)
    assert board.state.covered[stack] == 1


@pytest.mark.rule("V6.4")
def test_the_monster_just_slain_counts_for_its_reward():
    board = Board()
    board.uncover("goblin_king")
    board.give(0, "goblin*2", strength=6)
    board.act()
    board.choose("slay goblin_king")
    assert board.goods(0).gold == 3


@pytest.mark.rule("V6.6")
@pytest.mark.rule("V18.6")
def test_a_citizen_taken_costs_nothing_but_triggers_its_powers():
    board = Board(domains="darktide_harbour")
    board.give(0, "forgotten_sorrows peasant knight rogue", gold=6)
    board.act()
    board.choose("build darktide_harbour")
    assert set(board.offered()) == {"take mercenary", "take rogue"}
    board.choose("take rogue")
    assert board.owns(0, "rogue") == 2
    assert board.goods(0) == (0, 0, 1, 0)
