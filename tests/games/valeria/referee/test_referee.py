"""The worked examples (V22) of set-up, Roll and Harvest that the referee can check alone."""

import pytest

from tests.games.valeria.referee.deals import columns, monster_stack
from tests.games.valeria.referee.sheets import read_sheets
from tests.games.valeria.referee.staged import CITIZENS, DATA, Staged, replaced

SHEETS = read_sheets(DATA)
THIEF = replaced(CITIZENS, rogue="thief")
MIXED = replaced(
    CITIZENS,
    cleric="monk",
    mercenary="alchemist",
    rogue="thief",
    champion="warlord",
    paladin="priestess",
    butcher="miner",
)


@pytest.mark.parametrize(("edition", "flaming"), [("second", 1), ("first", 2)])
def test_ruins_with_three_players_depend_on_the_edition(edition: str, flaming: int) -> None:
    # E2 (V2.2)
    stack = ("skeleton",) * (4 - flaming) + ("flaming_skeleton",) * flaming + ("skeleton_king",)
    assert monster_stack(SHEETS, "ruins", edition) == stack


def test_columns_go_by_strength_then_magic_then_area() -> None:
    # E3, E4 (V2.4, R20)
    def areas(*chosen: str) -> list[str]:
        return [SHEETS.monsters[stack[0]].area for stack in columns(SHEETS, chosen, "second")]

    ordered = ["hills", "ruins", "forest", "swamp", "cavern"]
    assert areas("cavern", "swamp", "hills", "forest", "ruins") == ordered
    ordered = ["barrens", "valley", "swamp", "mountains", "cavern"]
    assert areas("swamp", "valley", "mountains", "cavern", "barrens") == ordered


def test_both_dice_and_the_sum_activate() -> None:
    # E7 (V5.1)
    game = Staged((3, 5))
    game.give(0, "cleric merchant mercenary archer champion butcher")
    used = {choice[1] for choice in game.to("harvest") if choice != ("done",)}
    assert used == {"mercenary", "champion", "starter_peasant"}


def test_every_copy_counts_and_the_herald_stays_out() -> None:
    # E8
    game = Staged((4, 3))
    game.give(1, "archer*2")
    game.use_all(1)
    assert game.goods(1) == (0, 2, 0, 0)


@pytest.mark.parametrize(("edition", "herald"), [("second", 1), ("first", 0)])
def test_doubles_activate_twice(edition: str, herald: int) -> None:
    # E9
    game = Staged((4, 4), edition=edition)
    game.give(0, "archer*3")
    game.use_all(0)
    assert game.goods(0) == (herald, 12, 0, 0)


@pytest.mark.parametrize(("twice", "strength"), [(False, 8), (True, 12)])
def test_the_sum_of_doubles_counts_once(twice: bool, strength: int) -> None:
    # E10 (R1)
    game = Staged((4, 4), doubles_sum_twice=twice)
    game.give(0, "archer champion")
    game.use_all(0)
    assert game.goods(0) == (1, strength, 0, 0)


def test_what_one_activation_gives_pays_for_the_next() -> None:
    # E11 (V5.5)
    game = Staged((1, 4), citizens=MIXED)
    game.give(1, "monk")
    assert game.to("harvest", 1) == {("done",), ("use", "starter_peasant", 0)}
    game.answer("harvest", ("use", "starter_peasant", 0), ("use", "monk", 0), seat=1)
    assert game.goods(1) == (0, 0, 2, 0)


def test_the_thief_comes_before_all_others() -> None:
    # E12, E82 (V5.6)
    game = Staged((2, 5), citizens=THIEF, players=2)
    game.give(0, "thief")
    game.give(1, "peasant*2", gold=1)
    assert game.to("steal_first") == {("done",), ("use", "thief", 0), ("use", "thief", 1)}
    game.answer("steal_first", ("use", "thief", 0))
    assert game.choices() == {("nothing",), ("steal", 1, 1)}
    game.answer("steal", ("steal", 1, 1))
    assert game.to("harvest") == {("done",), ("use", "starter_peasant", 0)}
    game.use_all(0)
    game.use_all(1)
    assert (game.goods(0)[0], game.goods(1)[0]) == (2, 3)


def test_a_thief_finds_nothing_and_is_lost() -> None:
    # E82
    game = Staged((2, 5), citizens=THIEF, players=2)
    game.give(0, "thief")
    game.give(1, "peasant*2")
    game.to("steal_first")
    game.answer("steal_first", ("use", "thief", 0))
    assert game.asked() == ("harvest", 0)
    assert game.goods(0) == (0, 0, 0, 0)


def test_a_thief_takes_one_kind_and_perhaps_less() -> None:
    # E13 (R23)
    game = Staged((6, 1), citizens=THIEF)
    game.give(0, "thief")
    game.give(1, gold=2, magic=5)
    game.to("steal_first")
    game.answer("steal_first", ("use", "thief", 1))
    assert game.choices() == {("nothing",), *(("steal", 1, magic) for magic in (1, 2, 3))}


def test_two_thieves_choose_anew() -> None:
    # E14
    game = Staged((6, 1), citizens=THIEF)
    game.give(0, "thief*2")
    game.give(1, gold=4)
    game.give(2, magic=2)
    game.to("steal_first")
    game.answer("steal_first", ("use", "thief", 0))
    game.answer("steal", ("steal", 1, 3))
    game.answer("steal_first", ("use", "thief", 0))
    assert game.choices() == {("nothing",), ("steal", 1, 1)}
    game.answer("steal", ("steal", 1, 1))
    assert game.goods(0)[0] == 4


@pytest.mark.parametrize("edition", ["first", "second"])
def test_nothing_activated_gives_a_resource_of_choice(edition: str) -> None:
    # E15 (V5.7, V5.8b)
    name = "starter_herald" if edition == "second" else "consolation"
    game = Staged((1, 2), edition=edition)
    offered = {("done",), *(("use", name, kind) for kind in range(3))}
    assert game.to("harvest", 1) == offered
    game.answer("harvest", ("use", name, 2), seat=1)
    assert game.goods(1) == (0, 0, 1, 0)


def test_an_activation_that_cannot_be_used_blocks_the_herald() -> None:
    # E16 (V5.9)
    game = Staged((1, 3), citizens=MIXED)
    game.give(1, "monk")
    assert game.to("harvest", 2)
    assert game.goods(1) == (0, 0, 0, 0)


def test_on_doubles_the_herald_helps_the_monk() -> None:
    # E17 (R26)
    game = Staged((1, 1), citizens=MIXED)
    game.give(1, "monk")
    game.to("harvest", 1)
    game.answer("harvest", ("use", "starter_herald", 0), ("use", "monk", 0), seat=1)
    assert game.goods(1) == (0, 0, 2, 0)


@pytest.mark.parametrize(("edition", "times"), [("first", 1), ("second", 2)])
def test_doubles_without_activation(edition: str, times: int) -> None:
    # E18
    game = Staged((2, 2), edition=edition)
    game.use_all(1)
    assert sum(game.goods(1)) == times


@pytest.mark.parametrize(("block", "resources"), [(True, 1), (False, 2)])
def test_starters_block_the_herald(block: bool, resources: int) -> None:
    # E19 (R2): strength of the Starter Knight besides
    game = Staged((3, 3), starters_block_consolation=block)
    game.use_all(1)
    assert game.goods(1) == (resources, 1, 0, 0)


def test_double_five_and_double_six() -> None:
    # E20, E21
    game = Staged((5, 5))
    game.use_all(1)
    assert game.goods(1) == (3, 0, 0, 0)
    game = Staged((6, 6))
    game.give(0, "butcher peasant*2 merchant knight*3")
    game.use_all(0)
    assert game.goods(0) == (8 + 1, 8, 0, 0)


@pytest.mark.parametrize(("by_name", "strength"), [(True, 3), (False, 2)])
def test_the_warlord_counts_by_role_and_by_name(by_name: bool, strength: int) -> None:
    # E22 (R34)
    game = Staged((3, 5), citizens=MIXED, starters_count_by_name=by_name)
    for seat in (0, 1):
        game.give(seat, "knight*2 archer warlord")
    game.use_all(0)
    game.use_all(1)
    assert game.goods(0) == (1, 4, 0, 0)
    assert game.goods(1) == (1, strength, 0, 0)


def test_the_miner_counts_domains() -> None:
    # E23
    game = Staged((5, 6), citizens=MIXED)
    game.give(0, "miner palace_of_the_dawn eye_of_asteraten")
    game.give(1, "miner palace_of_the_dawn")
    game.to("dice")
    game.use_all(0)
    game.use_all(1)
    assert game.goods(0) == (3 + 1, 1, 0, 0)
    assert game.goods(1) == (4 + 1, 1, 0, 0)


def test_an_exchange_on_the_sum_is_made_once() -> None:
    # E24
    game = Staged((5, 5))
    game.give(1, "paladin", strength=5)
    game.use_all(1)
    assert game.goods(1) == (3, 4, 3, 0)


def test_the_alchemist_works_twice_on_doubles() -> None:
    # E25
    game = Staged((3, 3), citizens=MIXED)
    game.give(1, "alchemist", magic=1)
    game.to("harvest", 1)
    game.answer("harvest", ("use", "starter_herald", 2), seat=1)
    game.use_all(1)
    assert game.goods(1) == (4, 1, 0, 0)


def test_resources_are_counted_while_harvesting() -> None:
    # E26
    game = Staged((2, 3), citizens=MIXED)
    game.give(0, "merchant alchemist")
    game.to("harvest")
    game.answer("harvest", ("use", "merchant", 0), ("use", "alchemist", 0))
    game.use_all(0)
    assert game.goods(0) == (2, 0, 3, 0)


def test_foxgrove_palisade_sets_a_die_to_six_for_real_gold() -> None:
    # E27, E28 (V7.4, R4)
    game = Staged((2, 4))
    game.give(0, "foxgrove_palisade", gold=2)
    game.to("dice")
    game.answer("dice", ("use", "foxgrove_palisade", 0, 0))
    assert game.table.dice == [6, 4]
    assert game.goods(0)[0] == 0
    game = Staged((2, 4))
    game.give(0, "foxgrove_palisade", gold=1, magic=5)
    assert game.asked()[0] == "harvest"
    game = Staged((2, 4), magic_substitutes_everywhere=True)
    game.give(0, "foxgrove_palisade", gold=1, magic=5)
    assert len(game.to("dice")) == 3


def test_the_desert_orchid_is_free_without_holy_citizens() -> None:
    # E29
    game = Staged((2, 4))
    game.give(0, "the_desert_orchid shattered_hand")
    assert ("use", "the_desert_orchid", 0, 1) in game.to("dice")


def test_palace_of_the_dawn_lowers_but_not_below_one_and_once() -> None:
    # E30, E31, E83 (V4.3, V4.4)
    game = Staged((1, 6))
    game.give(0, "palace_of_the_dawn foxgrove_palisade", gold=2)
    assert game.to("dice") == {
        ("done",),
        ("use", "palace_of_the_dawn", 0, 1),
        ("use", "foxgrove_palisade", 0, 0),
    }
    game.answer("dice", ("use", "foxgrove_palisade", 0, 0), ("use", "palace_of_the_dawn", 0, 0))
    assert game.table.dice == [5, 6]
    assert game.asked()[0] == "harvest"
    game = Staged((6, 6))
    game.give(0, "foxgrove_palisade gargans_embrace", gold=2)
    assert game.asked()[0] == "harvest"
    assert game.goods(0)[3] == 1


def test_gargans_embrace_counts_doubles_in_between() -> None:
    # E32, E33 (V4.2, V4.6, R7)
    game = Staged((6, 6))
    game.give(0, "palace_of_the_dawn")
    game.give(1, "gargans_embrace")
    game.to("dice")
    game.answer("dice", ("use", "palace_of_the_dawn", 0, 0))
    assert game.goods(1)[3] == 1
    assert ("use", "starter_herald", 0) not in game.to("harvest", 1)
    game = Staged((2, 2))
    game.give(0, "gargans_embrace palace_of_the_dawn the_desert_orchid")
    game.to("dice")
    uses = [("use", "palace_of_the_dawn", 0, 0), ("use", "the_desert_orchid", 0, 1)]
    game.answer("dice", *uses)
    assert game.goods(0)[3] == 2
