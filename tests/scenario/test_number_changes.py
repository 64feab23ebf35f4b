"""Numbers that may be changed, and tables with some of them changed."""

from dataclasses import replace

import pytest

from balance.engine.game import GameTable, Piece
from balance.errors import CardError, ScenarioError
from balance.scenario.number_changes import (
    Change,
    arm_of,
    arms_of_changes,
    fits,
    numbers_of,
    steps_of,
)
from balance.scenario.piece_names import label_of, settings_with
from tests.tuning.numbered import KEY, PRINTED, numbered


@pytest.fixture
def variant(pig_set_up):
    return numbered(pig_set_up())


def test_a_number_is_made_smaller_and_larger():
    assert steps_of({"a.b.c": 3}, 1) == [Change("a.b.c", 3, 2), Change("a.b.c", 3, 4)]
    assert [one.now for one in steps_of({"a.b.c": 5}, 2)] == [3, 7]


def test_keys_are_shown_by_what_their_ids_have_in_common():
    assert label_of("citizens.knight.cost") == "citizens.knight.cost"
    assert label_of("tiles.queen_i+queen_ii.influence") == "tiles.queen_i*.influence"
    assert label_of("dukes.sun.scoring.2") == "dukes.sun.scoring.2"
    assert Change("citizens.knight.cost", 2, 3).text == "citizens.knight.cost 2 → 3"


def test_a_pattern_fits_keys_and_what_they_are_shown_as():
    assert fits("citizens.knight.cost", "citizens.*")
    assert fits("citizens.knight.cost", "*.cost")
    assert fits("tiles.a_i+a_ii.count", "tiles.a_i*.count")
    assert not fits("citizens.knight.cost", "citizens.k?")


def test_a_change_sets_one_cell_or_all_of_several_rows():
    game_table = GameTable(None, 2)
    assert settings_with(game_table, {"hill.6.price": 12}) == {"hill.6.price": 12}
    assert settings_with(game_table, {"tiles.a_i+a_ii.influence": 4}) == {
        "tiles.a_i.influence": 4,
        "tiles.a_ii.influence": 4,
    }


def test_numbers_of_a_text_are_changed_in_it_together():
    sun = Piece("sun", "Sun", "Duke", "1 vp per icon[cost<=2] + 3 vp per 10 resources")
    game_table = GameTable(None, 2, objectives=(sun,))
    values = {"dukes.sun.scoring.4": 9, "dukes.sun.scoring.1": 20}
    assert settings_with(game_table, values) == {
        "dukes.sun.scoring": "20 vp per icon[cost<=2] + 3 vp per 9 resources"
    }


def test_a_game_without_a_list_of_numbers_is_refused(pig_set_up):
    with pytest.raises(ScenarioError, match=r"Pig.*numbers"):
        numbers_of(pig_set_up().cells[0])


def test_a_pattern_that_fits_nothing_is_refused_with_what_there_is(variant):
    assert numbers_of(variant) == PRINTED
    assert numbers_of(variant, ("rules.*.target",)) == {KEY: 70}
    with pytest.raises(ScenarioError, match=r"rules\.cow\.\*: no number .* \'rules\.\*\'"):
        numbers_of(variant, ("rules.cow.*",))


def test_the_table_of_a_change_is_built_with_it(variant):
    arm = arm_of(variant, (Change(KEY, 70, 60),))
    assert arm.name == "rules.pig.target 70 → 60"
    assert arm.match.game_table.array["target"].item() == 90
    assert (arm.match.seed, arm.match.lineup) == (variant.match.seed, variant.match.lineup)


def test_a_number_below_0_or_without_a_change_is_refused(variant):
    for now, why in ((-1, "70 → -1.*below 0"), (70, "70 → 70.*nothing")):
        with pytest.raises(CardError, match=why):
            arm_of(variant, (Change(KEY, 70, now),))
    arms, refused = arms_of_changes(variant, [Change(KEY, 70, now) for now in (-1, 50)])
    assert [change.now for change in arms] == [50]
    assert [change.now for change in refused] == [-1]


def test_a_table_without_numbers_is_refused(variant):
    game = variant.match.game
    experiments = replace(game.experiments, editable_numbers=lambda game_table: {})
    game = replace(game, experiments=experiments)
    empty = replace(variant, match=replace(variant.match, game=game))
    with pytest.raises(ScenarioError, match="Pig has no number"):
        numbers_of(empty)
