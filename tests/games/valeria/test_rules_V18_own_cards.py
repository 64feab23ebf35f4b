"""Effects that no card of the box has (V18.7 and what else the grammar can say)."""

from pathlib import Path

import pytest

from balance.errors import CardError
from balance.games.valeria.layout import Decision
from balance.games.valeria.sheets.box import read_box
from tests.games.valeria.board import Board


def with_domain(ability: str, **options) -> Board:
    """A board on which the Halfpenny Hill, free of cost, is face up and has this ability."""
    edits = {"domains.halfpenny_hill.ability": ability, "domains.halfpenny_hill.cost": 0}
    edits |= {"domains.halfpenny_hill.worker": 0} | options.pop("edits", {})
    domains = f"halfpenny_hill {options.pop('domains', '')}"
    return Board(edits=edits, domains=domains, **options)


def built(ability: str, **goods: int) -> Board:
    """The same, and seat 0 has just built it."""
    board = with_domain(ability)
    board.give(0, "archer goblin", **goods)
    board.act()
    board.choose("build halfpenny_hill")
    return board


@pytest.mark.rule("V18.7")
def test_own_cards_come_from_a_folder_of_sheets(tmp_path: Path):
    header = "id,name,cost,worker,soldier,shadow,holy,vp,ability,count\n"
    line = "lending_house,Lending House,1,0,0,0,0,2,action_end: 2 gold -> 1 vp,15\n"
    (tmp_path / "domains.csv").write_text(header + line, encoding="utf-8")
    printed = tuple(card.id for card in Board().box.domains)
    board = Board(cards=(str(tmp_path),), remove_domains=printed)
    assert {board.top(stack) for stack in range(15, 20)} == {"lending_house"}
    board.give(0, "lending_house", gold=1)
    board.act()
    board.choose("gain gold", "gain strength", "2 gold -> 1 vp")
    assert board.goods(0) == (0, 1, 0, 1)
    assert board.is_over


@pytest.mark.rule("V18.7")
@pytest.mark.rule("V18.3")
def test_two_abilities_of_a_domain_have_each_their_timing():
    board = with_domain("action_start: 1 gold | 1 strength ; any_doubles: 1 magic")
    board.give(1, "halfpenny_hill")
    board.roll(0, 4, 4)
    assert board.goods(1) == (0, 0, 1, 0)
    board.act(1)
    assert board.offered() == ["1 gold", "1 strength"]
    board.choose("1 strength")
    assert board.goods(1) == (0, 1, 1, 0)


@pytest.mark.rule("V18.6")
@pytest.mark.rule("V18.3")
def test_each_slaying_offers_all_options_of_a_domain():
    board = with_domain("on_slay: 2 gold | 1 magic | 1 any -> 3 vp | take citizen[name=knight]")
    board.give(0, "halfpenny_hill", strength=3)
    board.act()
    board.choose("slay goblin")
    options = ["2 gold", "1 magic", *(f"1 {good} -> 3 vp" for good in ("gold", "strength"))]
    assert board.offered() == ["decline", *options, "take citizen[name=knight]"]
    board.choose("1 strength -> 3 vp")
    assert board.goods(0) == (1, 1, 0, 3)
    board.choose("slay goblin", "2 gold")
    assert board.goods(0) == (4, 0, 0, 3)


@pytest.mark.rule("V18.6")
@pytest.mark.rule("V11.3")
def test_a_domain_may_work_at_once_and_for_the_rest_of_the_game():
    board = built("now: 2 gold ; on_slay: 1 magic ; always: discount slay 1 strength", gold=1)
    assert board.goods(0).gold == 3
    board.choose("slay goblin")  # costs nothing now
    assert board.goods(0) == (4, 0, 1, 0)


@pytest.mark.rule("V18.7")
@pytest.mark.rule("V6.8")
def test_a_domain_may_grant_another_build_action():
    board = with_domain("now: 3 gold + may build", domains="blood_crow_army")
    board.give(0, "knight*3", gold=2)
    board.act()
    board.choose("build halfpenny_hill")
    assert board.goods(0).gold == 5
    assert board.offered() == ["decline", "build blood_crow_army"]
    board.choose("build blood_crow_army")
    assert board.goods(0).gold == 0
    assert board.asked == (Decision.ACTION, 0)
    board.choose("gain gold")
    assert board.is_over


@pytest.mark.rule("V18.5")
@pytest.mark.rule("V6.8")
def test_a_card_may_grant_recruiting_at_its_full_cost():
    board = with_domain("now: may recruit")
    board.give(0, "forgotten_sorrows", gold=2)
    board.act()
    board.choose("build halfpenny_hill")
    assert not board.may("recruit peasant")  # 3 with the Starter
    board.choose("recruit rogue")
    assert board.goods(0) == (0, 0, 1, 0)
    assert board.asked == (Decision.ACTION, 0)


@pytest.mark.rule("V6.8")
@pytest.mark.rule("V18.6")
def test_a_bonus_recruit_sets_off_powers_and_then_the_effect_goes_on():
    board = with_domain("now: 3 gold + may recruit + 1 vp per 1 resources")
    board.give(0, "forgotten_sorrows")
    board.act()
    board.choose("build halfpenny_hill", "recruit cleric")
    assert board.goods(0) == (0, 0, 1, 1)  # the magic of Forgotten Sorrows is counted


@pytest.mark.rule("V3.3")
def test_of_two_abilities_that_wait_the_owner_says_which_is_first():
    board = with_domain("action_start: 1 gold ; action_start: 1 gold -> 1 vp", ask_everything=True)
    board.give(0, "halfpenny_hill")
    board.act()
    assert board.asked == (Decision.ORDER, 0)
    board.choose("halfpenny_hill: 1 gold", "1 gold -> 1 vp")
    assert board.goods(0) == (0, 0, 0, 1)


@pytest.mark.rule("V4.3")
@pytest.mark.rule("V4.4")
def test_each_of_two_dice_abilities_of_a_domain_is_used_once():
    board = with_domain("roll: die + 1 | 1 gold -> die = 3 ; roll: die - 2")
    board.give(0, "halfpenny_hill", gold=1)
    board.roll(0, 6, 2)
    card = "halfpenny_hill:"
    first = {f"die 2 {card} die + 1", *(f"die {i} {card} 1 gold -> die = 3" for i in (1, 2))}
    assert set(board.offered()) == {"done", *first, f"die 1 {card} die - 2"}
    board.choose(f"die 1 {card} die - 2")
    assert set(board.offered()) == {"done", *first, f"die 1 {card} die + 1"}


@pytest.mark.rule("V18.7")
@pytest.mark.rule("V11.4")
def test_four_of_one_kind_instead_of_a_citizen():
    ability = "now: take citizen[cost>=3] | 4 any"
    board = built(ability)
    kinds = ["4 gold", "4 strength", "4 magic"]
    assert board.offered() == ["take citizen[cost>=3]", *kinds]
    board.choose("4 strength")
    assert board.goods(0) == (0, 4, 0, 0)
    board = with_domain(ability)
    for name in ("cleric", "mercenary", "archer"):
        board.exhaust(board.stack_of(name))
    board.act()
    board.choose("build halfpenny_hill")
    assert board.offered() == kinds


@pytest.mark.rule("V18.4")
@pytest.mark.rule("V18.3")
def test_any_in_a_payment_is_one_kind_that_can_be_paid():
    board = built("now: 2 any -> 3 vp", gold=1, strength=2, magic=2)
    assert board.offered() == ["decline", "2 strength -> 3 vp", "2 magic -> 3 vp"]
    board.choose("2 magic")
    assert board.goods(0) == (1, 2, 0, 3)


@pytest.mark.rule("V18.4")
def test_any_in_a_theft_is_one_kind():
    board = with_domain("now: steal 2 any")
    board.give(1, gold=1, strength=3)
    board.act()
    board.choose("build halfpenny_hill")
    assert board.offered() == ["steal 2 gold", "steal 2 strength", "steal 2 magic"]
    board.choose("steal 2 strength", "steal 2 strength from 1")
    assert board.goods(0) == (0, 2, 0, 0)
    assert board.goods(1) == (1, 1, 0, 0)


@pytest.mark.rule("V18.5")
def test_losses_take_what_there_is_from_the_owner_or_from_all():
    board = with_domain("now: lose 2 gold + all lose 1 magic")
    board.give(0, gold=1, magic=3)
    board.give(1, gold=5, magic=1)
    board.act()
    board.choose("build halfpenny_hill")
    assert board.goods(0) == (0, 0, 2, 0)
    assert board.goods(1) == (5, 0, 0, 0)
    assert board.goods(2) == (0, 0, 0, 0)


@pytest.mark.rule("V18.4")
def test_of_any_the_owner_chooses_the_kind_that_is_lost():
    board = built("now: lose 2 any", gold=3, magic=1)
    assert board.offered() == ["lose 2 gold", "lose 2 strength", "lose 2 magic"]
    board.choose("lose 2 magic")
    assert board.goods(0) == (3, 0, 0, 0)


@pytest.mark.rule("V18.5")
@pytest.mark.rule("V11.6")
def test_returning_outside_an_exchange_is_compulsory_if_there_is_a_card():
    board = with_domain("now: return monster + 2 gold")
    board.give(0, "goblin treant")
    board.act()
    board.choose("build halfpenny_hill")
    assert set(board.offered()) == {"return goblin", "return treant"}
    board.choose("return treant")
    assert board.goods(0).gold == 2
    assert board.owns(0, "treant") == 0
    board = with_domain("now: return citizen + 2 gold")
    board.act()
    board.choose("build halfpenny_hill")
    assert board.asked == (Decision.ACTION, 0)
    assert board.goods(0).gold == 2


@pytest.mark.rule("V18.3")
def test_the_whole_left_side_must_be_payable():
    for magic, payable in ((2, False), (3, True)):
        board = built("now: 1 magic + 2 magic + return monster -> 5 vp", magic=magic)
        assert (board.asked == (Decision.OPTION, 0)) == payable
        if payable:
            board.choose("1 magic")
            assert board.goods(0) == (0, 0, 0, 5)
            assert board.owns(0, "goblin") == 0


@pytest.mark.rule("V18.4")
@pytest.mark.parametrize(("points", "payable"), [(1, False), (2, True)])
def test_points_can_be_paid_too(points, payable):
    board = built("now: 2 vp -> 5 gold", vp=points)
    assert (board.asked == (Decision.OPTION, 0)) == payable
    if payable:
        board.choose("2 vp -> 5 gold")
        assert board.goods(0) == (5, 0, 0, 0)


@pytest.mark.rule("V18.4")
def test_a_counted_payment_may_be_nothing():
    board = built("now: 1 gold per monster[area=ruins] -> 2 vp")
    assert board.offered() == ["decline", "1 gold per monster[area=ruins] -> 2 vp"]
    board.choose("1 gold per")
    assert board.goods(0) == (0, 0, 0, 2)


@pytest.mark.rule("V18.3")
def test_outside_a_choice_whatever_is_possible_happens():
    board = built("now: take citizen[cost>=9] + rob monster + 2 vp")
    assert board.goods(0).vp == 2
    assert board.asked == (Decision.ACTION, 0)


@pytest.mark.rule("V18.3")
@pytest.mark.rule("V11.4")
def test_if_no_option_can_be_carried_out_nothing_happens():
    board = built("now: take citizen[cost>=9] | rob monster + 2 vp")
    assert board.goods(0).vp == 0
    assert board.asked == (Decision.ACTION, 0)


@pytest.mark.rule("V18.3")
def test_a_choice_without_an_exchange_cannot_be_declined():
    board = built("now: 1 gold | 1 strength")
    assert board.offered() == ["1 gold", "1 strength"]
    board = built("now: 1 gold | 1 magic -> 1 vp", magic=1)
    assert board.offered() == ["decline", "1 gold", "1 magic -> 1 vp"]


@pytest.mark.rule("V18.3")
@pytest.mark.rule("V11.4")
def test_an_exchange_that_cannot_be_paid_does_not_let_the_other_option_be_declined():
    board = built("now: 3 magic -> 5 gold | 1 gold", magic=2)
    assert board.goods(0) == (1, 0, 2, 0)
    board = built("now: 3 magic -> 5 gold | 1 gold", magic=3)
    assert board.offered() == ["decline", "3 magic -> 5 gold", "1 gold"]


@pytest.mark.rule("V18.3")
@pytest.mark.rule("V5.5")
def test_two_abilities_of_a_citizen_are_activated_one_by_one():
    board = Board(edits={"citizens.archer.effect_active": "1 gold | 1 magic ; 1 gold -> 2 vp"})
    board.give(0, "archer")
    board.roll(0, 4, 3)
    assert board.offered() == ["done", "archer: 1 gold", "archer: 1 magic"]
    board.choose("archer: 1 gold", "archer: 1 gold -> 2 vp")
    assert board.goods(0) == (0, 0, 0, 2)
    assert board.asked[1] != 0


@pytest.mark.rule("V5.6")
@pytest.mark.rule("V18.5")
def test_a_citizen_that_robs_does_so_before_every_other_ability():
    board = Board(edits={"citizens.archer.effect_inactive": "rob monster"})
    board.give(0, "merchant")
    board.give(1, "archer")
    board.give(2, "goblin")
    board.roll(0, 4, 2)
    assert board.asked == (Decision.STEAL_FIRST, 1)
    board.choose("archer: rob monster")
    assert board.owns(1, "goblin") == 1
    assert board.goods(1).gold == 0  # no reward
    assert board.asked == (Decision.HARVEST, 0)


@pytest.mark.rule("V18.6")
@pytest.mark.parametrize("seat", [0, 1])
def test_a_slaying_in_the_harvest_triggers_nothing(seat):
    edits = {"citizens.archer.effect_active": "may slay"}
    board = Board(edits=edits | {"citizens.archer.effect_inactive": "may slay"})
    board.give(seat, "archer the_violet_thorn", strength=1)
    board.roll(0, 4, 3)
    board.until(Decision.HARVEST, seat)
    board.choose("archer: may slay", "slay goblin")
    assert board.owns(seat, "goblin") == 1
    assert board.goods(seat) == (1, 0, 0, 0)


@pytest.mark.rule("V18.6")
def test_a_citizen_gained_in_the_harvest_triggers_nothing():
    board = Board(edits={"citizens.archer.effect_active": "take citizen[name=knight]"})
    board.give(0, "archer forgotten_sorrows")
    board.roll(0, 4, 3)
    board.choose("archer: take citizen")
    assert board.owns(0, "knight") == 1
    assert board.goods(0).magic == 0


@pytest.mark.rule("V8.1")
def test_a_space_emptied_outside_an_action_is_covered_at_once():
    board = Board(edits={"citizens.archer.effect_active": "take citizen[name=knight]"})
    knights = board.stack_of("knight")
    board.keep_one(knights)
    board.give(0, "archer merchant*2")
    board.roll(0, 4, 2)
    board.choose("archer: take citizen")
    assert board.asked == (Decision.HARVEST, 0)
    assert board.exhausted == 1
    assert board.state.covered[knights] == 1


@pytest.mark.rule("V18.6")
@pytest.mark.rule("V6.4")
def test_the_reward_comes_before_what_a_slaying_triggers():
    board = with_domain("on_slay: 1 gold -> 1 vp")
    board.give(0, "halfpenny_hill", strength=1)
    board.act()
    board.choose("slay goblin")
    assert board.goods(0).gold == 1
    assert board.offered() == ["decline", "1 gold -> 1 vp"]
    board.choose("1 gold")
    assert board.goods(0) == (0, 0, 0, 1)


@pytest.mark.rule("V3.3")
@pytest.mark.rule("V18.6")
def test_doubles_trigger_the_active_player_first_then_the_others_clockwise():
    board = with_domain("any_doubles: 1 gold | 1 magic")
    for seat in range(3):
        board.give(seat, "halfpenny_hill")
    board.roll(1, 4, 4)
    for seat in (1, 2, 0):
        assert board.asked == (Decision.OPTION, seat)
        board.choose("1 magic")
        assert board.goods(seat) == (0, 0, 1, 0)


@pytest.mark.rule("V18.4")
@pytest.mark.rule("V10.3")
def test_resources_are_counted_together_outside_scoring_too():
    board = built("now: 1 vp per 3 resources", gold=1, strength=1, magic=6)
    if board.asked[0] == Decision.PAY:
        board.choose("0 magic")
    assert board.goods(0).vp == 2


@pytest.mark.rule("V18.5")
@pytest.mark.rule("V1.5")
def test_a_starter_of_the_name_counts_for_namesake_but_is_never_returned():
    board = built("now: 1 vp per namesake[name=herald] + return citizen")
    assert board.goods(0).vp == 1
    assert board.owns(0, "archer") == 0  # the only Citizen
    assert board.owns(0, "starter_herald") == 1


@pytest.mark.rule("R34")
@pytest.mark.rule("V18.4")
@pytest.mark.parametrize(("by_name", "strength"), [(True, 3), (False, 2)])
def test_starters_count_by_name_unless_the_ruling_is_changed(by_name, strength):
    board = Board(citizens="warlord", switches={"starters_count_by_name": by_name})
    board.give(1, "warlord knight*2", gold=3)
    board.roll(0, 4, 4)
    board.until(Decision.HARVEST, 1)
    assert board.goods(1) == (3, strength, 0, 0)
    board.act(1)
    assert not board.may("recruit knight")  # 2, and 3 by name: the surcharge is as ever
    board.give(1, gold=5)
    board.act(1)
    assert board.may("recruit knight")


@pytest.mark.rule("V18.8")
def test_a_table_is_not_built_with_an_effect_that_does_not_fit_its_column():
    with pytest.raises(CardError, match="does not say when it works"):
        Board(edits={"domains.halfpenny_hill.ability": "2 gold"})


@pytest.mark.rule("V18.2")
@pytest.mark.parametrize("text", ["", "nothing", "None", "-", "\u2013", "0", "0 gold"])
def test_an_effect_may_do_nothing(text: str):
    board = Board(edits={"citizens.archer.effect_inactive": text})
    board.give(1, "archer")
    before = board.goods(1)
    board.roll(0, 4, 3)  # the Archer's number
    assert board.goods(1) == before
    assert all(card.inactive == () for card in board.box.citizens if card.id == "archer")


@pytest.mark.rule("V18.2")
@pytest.mark.parametrize("column", ["monsters.goblin.reward", "domains.halfpenny_hill.ability"])
def test_rewards_and_abilities_may_do_nothing_too(column: str):
    assert read_box(edits={column: "none"}).digest != read_box().digest
    with pytest.raises(CardError, match="the cell must not be empty"):
        read_box(edits={"dukes.reese_the_firebrand.scoring": ""})
