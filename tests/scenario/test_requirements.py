"""What ``[[require]]`` may say, and which sentence answers what it may not."""

import re

import pytest

from balance.errors import ScenarioError
from balance.scenario.model import Scenario
from balance.scenario.requirements import Requirement, check_applicable, read_condition
from tests.analysis.conftest import make_match

CARDS = {"cards": ("axe", "bow"), "objectives": ("sun", "moon")}


@pytest.mark.parametrize(
    ("text", "measure", "of", "low", "high"),
    [
        ("seat_gap < 2pp", "seat_gap", "", float("-inf"), 0.02),
        ("duke_spread<8.5pp", "objective_spread", "", float("-inf"), 0.085),
        ("duke_gap(kept) < 10pp", "objective_gap", "kept", float("-inf"), 0.1),
        ("card_share(knight) > 5%", "card_share", "knight", 0.05, float("inf")),
        ("player_wins in 40..60%", "player_wins", "", 0.4, 0.6),
        ("player_wins in 40% .. 60%", "player_wins", "", 0.4, 0.6),
        ("median_rounds in 10..16", "median_rounds", "", 10, 16),
        ("ending(all monsters slain) <= 80%", "ending", "all monsters slain", float("-inf"), 0.8),
    ],
)
def test_a_condition_is_read(text, measure, of, low, high):
    found = read_condition(text)
    assert (found.measure, found.of, found.low, found.high) == (measure, of, low, high)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("seat_gap", "such as 'seat_gap < 2pp'"),
        ("seat_gap < 2", "expected '2pp' for '2', as seat_gap is counted in percentage points"),
        ("mean_rounds < 9%", "expected '9' for '9%', as mean_rounds is a plain number"),
        ("cut_of < 1%", "there is no measure 'cut_of': did you mean 'cut_off'?"),
        ("card_share > 5%", "expected card_share(card), which card it is about"),
        ("seat_gap(1) < 2pp", "expected seat_gap without '1'"),
        ("duke_gap(drawn) < 2pp", "expected duke_gap(dealt) or duke_gap(kept)"),
        ("median_rounds in 16..10", "expected the smaller number first: 10..16"),
    ],
)
def test_an_error_says_what_is_expected(text, sentence):
    with pytest.raises(ValueError, match=re.escape(sentence)):
        read_condition(text)


def test_a_scenario_names_the_requirement(pig_scenario):
    require = [{"what": "seat_gap < 2pp"}, {"what": "seat_gap < 2"}]
    with pytest.raises(ScenarioError, match=r"require, number 2: what = 'seat_gap < 2': expected"):
        pig_scenario().changed(require=require)
    with pytest.raises(ScenarioError, match=r"require, number 1: there is no key 'whta'"):
        pig_scenario().changed(require=[{"whta": "seat_gap < 2pp", "what": "seat_gap < 2pp"}])


def test_texts_serve_as_tables():
    scenario = Scenario(name="a", game="b", bots=["c"], require=["seat_gap < 2pp"])
    assert scenario.require == (Requirement(what="seat_gap < 2pp"),)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("duke_spread < 8pp", "has no measure 'duke_spread': did you mean 'goal_spread'?"),
        ("seet_gap < 8pp", "has no measure 'seet_gap': did you mean 'seat_gap'?"),
        ("card_share(ax) > 5%", "there is no card 'ax': did you mean 'axe'?"),
        ("ending(fall) > 5%", "there is no ending 'fall': did you mean 'full'?"),
        ("seat_wins(3) > 5%", "there is no seat '3': there is 1, 2"),
        ("bot_gap < 5pp", "bot_gap needs"),
        ("player_wins > 5%", "player_wins needs"),
        ("overtaken < 5%", "overtaken needs"),
    ],
)
def test_a_measure_that_the_game_does_not_have_is_refused(text, sentence):
    cells = {"baseline": make_match(2, **CARDS)}
    with pytest.raises(ScenarioError, match=re.escape(sentence)):
        check_applicable([Requirement(what=text)], cells, ["baseline"])


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("goal_gap < 5pp", "needs secret goals"),
        ("unbought < 5%", "needs a game in which cards"),
    ],
)
def test_a_measure_needs_something_to_measure(text, why):
    match = make_match(2, objectives=CARDS["objectives"])
    bare = {"cell": make_match(2)}
    if text.startswith("goal"):
        game_table = match.game_table.__class__(match.game_table.array, 2)
        bare = {"cell": match.__class__(match.game, game_table, match.lineup, 1)}
    with pytest.raises(ScenarioError, match=why):
        check_applicable([Requirement(what=text)], bare, ["cell"])


def test_a_requirement_names_its_cell_or_parts_of_it():
    match = make_match(2)
    cells = {"2 players, greedy": match, "3 players, greedy": match}
    one = Requirement(what="seat_gap < 2pp", variant="3 players")
    assert [one.is_about(name, is_main=False) for name in cells] == [False, True]
    check_applicable([one], cells, [])
    wrong = Requirement(what="seat_gap < 2pp", variant="4 players")
    with pytest.raises(ScenarioError, match=r"number 1: variant = '4 players': there is no such"):
        check_applicable([wrong], cells, list(cells))


def test_a_requirement_needs_one_cell_to_which_it_applies():
    cells = {"solo": make_match(1, rival="the game"), "duel": make_match(2)}
    check_applicable([Requirement(what="seat_gap < 2pp")], cells, list(cells))
