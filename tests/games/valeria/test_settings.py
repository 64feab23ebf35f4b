"""Cells of sheets and options of the table, as a scenario or the command line changes them."""

import pytest

from balance.errors import CardError, ScenarioError
from balance.scenario.model import read_scenario
from balance.scenario.set_up import set_up


def laid_with(settings):
    return set_up(read_scenario("first-game"), settings).variants[0].match.laid


def card(laid, name):
    row = [piece.id for piece in laid.cards].index(name)
    return laid.table[0].cards[row]


def test_a_cell_of_a_sheet_that_bears_the_name_of_an_option_can_be_changed():
    laid = laid_with({"citizens.knight.cost": 3, "dukes.simon_the_unclean.scoring": "9 vp"})
    assert card(laid, "knight").cost == 3
    assert card(laid_with({}), "knight").cost == 2
    assert laid.digest != laid_with({}).digest


def test_a_ruling_is_an_option():
    laid = laid_with({"rulings.power_same_turn": False})
    assert laid.table[0].power_same_turn == 0
    assert laid_with({}).table[0].power_same_turn == 1


def test_an_unknown_ruling_is_answered_with_the_rulings():
    with pytest.raises(ScenarioError, match="did you mean 'doubles_sum_twice'"):
        laid_with({"rulings.double_sum_twice": True})


def test_a_mark_belongs_to_the_events():
    with pytest.raises(CardError, match="not played yet"):
        laid_with({"domains.halfpenny_hill.ability": "now: mark 1 gold on monster"})


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"areas": ["hills", "ruins"]}, "2 different areas"),
        ({"areas": ["hills", "ruins", "forest", "valley", "moon"]}, "there is no 'moon'"),
        ({"citizens": ["cleric", "monk"]}, "2 Citizens"),
        ({"setup": "first_game"}, "did you mean 'first_game_"),
        ({"remove_domains": ["halfpenny"]}, "there is no 'halfpenny'"),
    ],
)
def test_a_set_up_that_does_not_fill_the_grid_is_one_sentence(settings, message):
    with pytest.raises(ScenarioError, match=message):
        laid_with(settings)
