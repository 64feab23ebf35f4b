"""Cells of sheets and options of the table, as a scenario or the command line changes them."""

from pathlib import Path

import pytest

from balance.errors import LimitError, ScenarioError
from balance.games.valeria import GAME
from balance.games.valeria.layout import MAX_DISCOUNT, Good, Kind
from balance.games.valeria.rules.tableau import add_discount
from balance.games.valeria.table.options import Options
from balance.runner.batches import Batches
from balance.scenario.files import read_scenario
from balance.scenario.prepare import prepare
from tests.games.valeria.board import Board


def laid_with(settings):
    scenario = read_scenario("first-game").changed(set=settings)
    return prepare(scenario).cells[0].match.game_table


def card(game_table, name):
    row = [piece.id for piece in game_table.cards].index(name)
    return game_table.array[0].cards[row]


def test_a_cell_of_a_sheet_that_bears_the_name_of_an_option_can_be_changed():
    game_table = laid_with({"citizens.knight.cost": 3, "dukes.simon_the_unclean.scoring": "9 vp"})
    assert card(game_table, "knight").cost == 3
    assert card(laid_with({}), "knight").cost == 2
    assert game_table.digest != laid_with({}).digest


def test_a_ruling_is_an_option():
    game_table = laid_with({"rulings.power_same_turn": False})
    assert game_table.array[0].power_same_turn == 0
    assert laid_with({}).array[0].power_same_turn == 1


def test_an_unknown_ruling_is_answered_with_the_rulings():
    with pytest.raises(ScenarioError, match="did you mean 'doubles_sum_twice'"):
        laid_with({"rulings.double_sum_twice": True})


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"areas": ["hills", "ruins"]}, "2 different areas"),
        ({"areas": ["hills", "ruins", "forest", "valley", "moon"]}, "there is no 'moon'"),
        ({"citizens": ["cleric", "monk"]}, "2 Citizens"),
        ({"start_gold": 10**12}, "expected 99 or less"),
        ({"setup": "first_game"}, "did you mean 'first_game_"),
        ({"remove_domains": ["halfpenny"]}, "there is no 'halfpenny'"),
    ],
)
def test_a_set_up_that_does_not_fill_the_grid_is_one_sentence(settings, message):
    with pytest.raises(ScenarioError, match=message):
        laid_with(settings)


def test_cards_that_outgrow_a_game_are_told_with_game_and_seed() -> None:
    scenario = read_scenario("first-game").changed(
        players=2,
        bots=["random"],
        variants=[],
        set={
            "domains.halfpenny_hill.ability": "on_gain_citizen: take citizen",
            "domains.forgotten_sorrows.ability": " ; ".join(
                ["on_gain_citizen: take citizen + may recruit"]
                + 3 * ["on_gain_citizen: take citizen"]
            ),
            "citizens.peasant.effect_active": "30 magic",
        },
    )
    batches = Batches(prepare(scenario).cells[0].match)
    with pytest.raises(LimitError, match=r"game \d+ of seed .*make effects trigger fewer others"):
        batches.play(0, 200)


def test_a_set_up_of_ones_own_may_come_with_monster_events(tmp_path: Path) -> None:
    shipped = (GAME.home / "data" / "setups.toml").read_text(encoding="utf-8")
    own = shipped.split("[[setup]]")[1].replace("first_game_2e", "mine")
    own = "[[setup]]" + own.replace("monster_events = false", "monster_events = true")
    (tmp_path / "setups.toml").write_text(own, encoding="utf-8")
    for said, events in ((None, 3), (False, 0)):
        options = Options(setup="mine", cards=(str(tmp_path),), monster_events=said)
        assert GAME.build_table(options, 3, {}, tmp_path).array[0].num_events == events


GROWS, STEEP = "999 gold per 1 resources", " + ".join(60 * ["999 vp per 1 resources"])
RICH = {"start_gold": 99, "start_magic": 99, "start_strength": 99}


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"starters.starter_peasant.effect_active": GROWS}, "more than 99,999 of a good"),
        ({"starters.starter_peasant.effect_active": " + ".join(100 * ["999 vp"])}, "of a good"),
        ({"dukes.simon_the_unclean.scoring": STEEP, **RICH}, "9,999,999 points by a Duke"),
    ],
)
def test_numbers_that_would_wrap_round_end_the_game_in_a_sentence(settings, message):
    scenario = read_scenario("first-game").changed(
        players=2, bots=["random"], variants=[], set=settings
    )
    batches = Batches(prepare(scenario).cells[0].match)
    with pytest.raises(LimitError, match=message):
        batches.play(0, 40)


def test_a_discount_that_is_larger_than_any_price_makes_nothing_dearer():
    board = Board(seats=2)
    player = board.state.seats[0]
    for _ in range(50):
        add_discount(player, Kind.MONSTER, Good.STRENGTH, 999)
    assert player.discounts[Kind.MONSTER, Good.STRENGTH] == MAX_DISCOUNT
