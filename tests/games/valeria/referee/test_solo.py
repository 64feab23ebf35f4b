"""Solo (V13): attacks, the second harvest, the three endings and both scores."""

import random
from pathlib import Path

import pytest

from tests.games.valeria.referee.deals import random_deal
from tests.games.valeria.referee.sheets import read_sheets
from tests.games.valeria.referee.solo import dark_lord_parts, outcome
from tests.games.valeria.referee.staged import CITIZENS, DATA, DOMAINS, Staged, altered, replaced

HILLS, RUINS, FOREST, VALLEY, MOUNTAINS = range(5)
ROW_1, ROW_2 = 5, 10  # the first Citizen stacks of the two rows
SHEETS = read_sheets(DATA)
THIEF = replaced(CITIZENS, rogue="thief")


def solo(*rolls: tuple[int, int], **others) -> Staged:
    return Staged(*rolls, players=1, **others)


def clear(game: Staged, *numbers: int) -> None:
    """Exhaust these stacks, but not yet the game."""
    for number in numbers:
        game.table.spaces()[number].cards.clear()


def attacks(game: Staged) -> list[tuple[int, int]]:
    """Number and column of the attacks that are offered."""
    return sorted((int(number), int(column)) for _, number, column in game.choices())


def captured(game: Staged) -> list[str]:
    return game.referee.summary().get("captured", [])


def test_the_dark_lords_duke_is_one_that_was_not_dealt() -> None:
    # V13.1 (R19)
    lords = set()
    for seed in range(60):
        deal = random_deal(SHEETS, random.Random(seed), 1)
        assert deal.dark_lord not in deal.dukes[0]
        lords.add(deal.dark_lord)
    assert len(lords) == 10


def test_each_die_attacks_its_column_and_the_sum_does_not() -> None:
    # E75 (V13.4, V13.6)
    game = solo((2, 5))
    game.to("attack")
    assert attacks(game) == [(2, 2), (5, 5)]
    assert game.referee.summary()["attacks"] == [2, 5]
    game.answer("attack", ("attack", 2, 2))
    assert game.choices() == {("capture", ROW_1 + 1), ("capture", ROW_2 + 1)}
    assert game.referee.summary()["attacks"] == [5]
    game.answer("capture", ("capture", ROW_2 + 1))
    assert game.choices() == {("capture", ROW_1 + 4), ("capture", ROW_2 + 4)}
    game.answer("capture", ("capture", ROW_1 + 4))
    assert captured(game) == ["peasant", "rogue"]
    assert [len(game.table.spaces()[number].cards) for number in (9, 11)] == [4, 4]
    assert game.referee.summary()["phase"] == "second harvest"


def test_the_domain_goes_when_the_citizens_are_gone() -> None:
    # E76 (V13.6)
    game = solo((3, 3))
    game.to("action")
    clear(game, ROW_1 + 2, ROW_2 + 2)
    game.table.domains[2].cards *= 2
    game.to_turn(1)
    assert captured(game) == ["blood_crow_army"] * 2
    assert game.table.exhausted() == 3


@pytest.mark.parametrize("too", [False, True])
def test_a_column_without_monsters_is_left_alone(too: bool) -> None:
    # E77 (V13.5, V13.7)
    game = solo((1, 1), solo_exhausted_attacks=too)
    game.to("action")
    clear(game, HILLS)
    game.answer("action", ("gain", "gold"), ("gain", "gold"))
    if too:
        assert game.asked()[0] == "capture"
    game.to_turn(1)
    assert len(captured(game)) == 2 * too


def test_an_empty_column_that_is_attacked_loses_the_game() -> None:
    # E78 (V13.8)
    game = solo((4, 4))
    game.to("action")
    clear(game, ROW_1 + 3, ROW_2 + 3, 18)
    game.give(0, "troll*9")
    game.to_turn(1)
    result = game.referee.result()
    assert game.referee.pending() is None
    assert (result["outcome"], result["ending"]) == ("lost", "column destroyed")
    assert (result["turns"], result["rounds"]) == (1, 1)


def test_the_second_harvest_uses_the_right_sides_of_new_citizens_too() -> None:
    # E79 (V13.9)
    game = solo((3, 5))
    game.give(0, gold=3)
    game.to("action")
    game.answer("action", ("recruit", 7), ("gain", "gold"))
    while game.asked()[0] != "harvest":
        game.referee.choose(min(game.choices(), key=str))
    assert game.choices() == {("done",), ("use", "champion", 0), ("use", "starter_peasant", 0)}
    game.answer("harvest", ("use", "champion", 0))
    assert game.goods(0) == (1, 4, 0, 0)


@pytest.mark.parametrize("edition", ["first", "second"])
def test_herald_and_consolation_are_judged_in_both_harvests(edition: str) -> None:
    # V13.9 (R28): a Mercenary recruited in between is activated in the second alone
    game = solo((3, 4), edition=edition)
    game.give(0, gold=3, strength=1)
    assert len(game.to("harvest")) == 4
    game.to("action")
    game.answer("action", ("recruit", 2), ("gain", "gold"))
    while game.asked()[0] != "harvest":
        game.referee.choose(min(game.choices(), key=str))
    assert game.choices() == {("done",), ("use", "mercenary", 0)}


def test_the_second_harvest_has_a_stealing_step_of_its_own(tmp_path: Path) -> None:
    # V5.6, V13.9
    cells = {"effect_active": "1 gold", "effect_inactive": "steal 2 magic"}
    game = solo((4, 3), sheets=altered(tmp_path, "citizens.csv", {"archer": cells}))
    game.give(0, "archer")
    game.to("steal_first")
    assert game.table.phase == "second harvest"
    game.answer("steal_first", ("use", "archer", 0))
    assert game.choices() == {("nothing",), ("steal", "bank", 1), ("steal", "bank", 2)}


def test_the_dark_lords_score() -> None:
    # E80 (V13.12)
    game = solo()
    sheets = game.table.sheets
    survivors = ("goblin_mage", "goblin_king", "giant", "troll")
    for stack in game.table.monsters:
        stack.cards.clear()
    game.table.monsters[HILLS].cards += [sheets.monster(name) for name in survivors]
    game.table.captured.append(sheets.domains["halfpenny_hill"])
    assert dark_lord_parts(game.table) == {"monsters": 15, "domains": 2, "duke": 10}


@pytest.mark.parametrize(
    ("duke", "points"),
    [("cornelius_the_dreamer", 3), ("waryn_lord_of_rogues", 3 + 1 + 2), ("reese_the_firebrand", 3)],
)
def test_the_dark_lords_duke_looks_at_what_he_captured(duke: str, points: int) -> None:
    # V13.12: icons on captured Citizens and Domains, no resources, no Starters (R3)
    game = solo(starters_are_citizens=True)
    for stack in game.table.monsters:
        stack.cards.clear()
    sheets = game.table.sheets
    cards = (sheets.citizens["peasant"], sheets.citizens["rogue"], sheets.domains["halfpenny_hill"])
    game.table.captured += cards
    game.table.dark_lord = duke
    assert dark_lord_parts(game.table)["duke"] == points


def test_a_thief_takes_from_the_bank() -> None:
    # E81 (V13.3)
    game = solo((6, 1), citizens=THIEF)
    game.give(0, "thief")
    game.to("steal_first")
    game.answer("steal_first", ("use", "thief", 1))
    assert game.choices() == {("nothing",), *(("steal", "bank", amount) for amount in (1, 2, 3))}
    game.answer("steal", ("steal", "bank", 3))
    assert game.goods(0) == (0, 0, 3, 0)


def test_purloiners_perch_takes_the_leftmost_top_monster() -> None:
    # E81 (V13.3)
    game = solo(domains=("purloiners_perch", *DOMAINS[1:]))
    game.give(0, "rogue*2", gold=10)
    game.to("action")
    clear(game, HILLS)
    game.table.monsters[RUINS].cards[0].markers["gold"] = 1
    game.answer("action", ("build", 0))
    assert [card.id for card in game.table.players[0].pile] == ["skeleton"]
    assert game.goods(0)[0] == 0
    assert not any(game.table.players[0].pile[0].markers.values())


@pytest.mark.parametrize(
    ("roll", "offered", "number"),
    [
        ((2, 4), [(2, 2), (4, 4), *((6, column) for column in range(1, 6))], 3),
        ((3, 3), [(3, 3), *((6, column) for column in range(1, 6))], 3),
        ((3, 4), [(3, 3), (4, 4)], 2),
        ((1, 2), [(1, 1), (2, 2), (3, 3)], 3),
    ],
)
def test_the_sum_may_attack_too(
    roll: tuple[int, int], offered: list[tuple[int, int]], number: int
) -> None:
    # E84 (V13.7)
    game = solo(roll, solo_sum_attacks=True)
    game.to("attack")
    assert attacks(game) == offered
    assert len(game.table.attacks) == number
    game.to_turn(1)
    assert len(captured(game)) == number


def test_a_six_chooses_among_the_columns_with_monsters() -> None:
    # V13.4, V13.7 (R15)
    game = solo((6, 6), solo_exhausted_attacks=True)
    game.to("action")
    clear(game, RUINS)
    game.to("attack")
    assert attacks(game) == [(6, 1), (6, 3), (6, 4), (6, 5)]
    game.answer("attack", ("attack", 6, 4))
    game.answer("capture", ("capture", ROW_1 + 3))
    assert attacks(game) == [(6, 1), (6, 3), (6, 4), (6, 5)]


@pytest.mark.parametrize("final", [True, False])
def test_changed_dice_attack_with_their_final_value(final: bool) -> None:
    # V13.4 (R16)
    game = solo((4, 6), solo_uses_final_dice=final)
    game.give(0, "the_desert_orchid")
    game.to("dice")
    game.answer("dice", ("use", "the_desert_orchid", 0, 1))
    game.to("attack")
    rolled = [(4, 4), *((6, column) for column in range(1, 6))]
    assert attacks(game) == ([(1, 1), (4, 4)] if final else rolled)


def test_without_monsters_the_player_wins_before_anything_else_counts() -> None:
    # V13.10
    game = solo()
    game.give(0, strength=1)
    game.to("action")
    clear(game, RUINS, FOREST, VALLEY, MOUNTAINS)
    del game.table.monsters[HILLS].cards[1:]
    game.answer("action", ("slay", HILLS))
    assert game.referee.pending() is None
    result = game.referee.result()
    assert (result["outcome"], result["ending"]) == ("won", "no Monsters left")
    assert game.referee.summary()["exhausted"] == 5


@pytest.mark.parametrize(
    ("vp", "counts", "how"), [(0, False, "lost"), (999, False, "lost"), (999, True, "won")]
)
def test_five_exhausted_stacks_are_scored_after_the_action(vp: int, counts: bool, how: str) -> None:
    # V13.10, V13.11 (R13, R17)
    game = solo(solo_counts_vp=counts)
    game.give(0, gold=3, vp=vp)
    game.to("action")
    clear(game, 5, 6, 7, 8)
    del game.table.citizens[4].cards[1:]
    game.answer("action", ("recruit", 4))
    assert game.referee.pending() is None
    result = game.referee.result()
    assert result["ending"] == "five stacks exhausted"
    assert result["outcome"] == how
    assert result["parts"][0].get("collected", 0) == vp * counts
    assert result["dark_lord_score"] == sum(result["dark_lord_parts"].values())


def test_the_end_conditions_of_other_games_are_not_used() -> None:
    # V13.10: two exhausted stacks would end a game of V9.1
    game = solo()
    game.to("action")
    clear(game, 5, 6)
    game.to_turn(2)
    assert game.referee.pending() is not None


def test_a_capture_may_exhaust_the_fifth_stack() -> None:
    # V13.6, V13.10 (R17)
    game = solo((2, 3))
    game.to("action")
    clear(game, 5, 6, 7, 8)
    del game.table.citizens[6].cards[1:]
    game.to("attack")
    game.answer("attack", ("attack", 2, 2))
    assert game.referee.pending() is None
    assert game.referee.result()["ending"] == "five stacks exhausted"
    assert captured(game) == ["rogue"]


def test_equal_scores_are_a_draw() -> None:
    # V13.13 (R14)
    game = solo()
    game.table.ending = "five stacks exhausted"
    game.table.dark_lord = ""
    for stack in game.table.monsters:
        stack.cards.clear()
    game.table.monsters[HILLS].cards.append(game.table.sheets.monster("goblin"))
    game.give(0, "goblin")
    assert outcome(game.table) == "drawn"
    game.give(0, "goblin")
    assert outcome(game.table) == "won"


def test_an_ability_outside_an_action_may_end_the_game(tmp_path: Path) -> None:
    # V13.10, V8.1
    cells = {"effect_active": "rob monster", "effect_inactive": "1 gold"}
    game = solo((4, 3), sheets=altered(tmp_path, "citizens.csv", {"archer": cells}))
    game.give(0, "archer")
    game.to("steal_first")
    clear(game, RUINS, FOREST, VALLEY, MOUNTAINS)
    del game.table.monsters[HILLS].cards[1:]
    game.answer("steal_first", ("use", "archer", 0))
    assert game.referee.result()["outcome"] == "won"
