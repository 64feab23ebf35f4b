"""Tiers: the same scenario by bots of growing strength."""

import pytest

from balance.app.refusals import check_sections
from balance.error_messages import checked
from balance.errors import ScenarioError
from balance.scenario.cells import cells_of
from balance.scenario.model import Scenario
from balance.scenario.overrides import Overrides, override, prepare_with_overrides
from balance.scenario.prepare import prepare

TIERS = ["random", {"bot": "hold_at", "label": "bold", "weights": {"pot": 30}, "games": 100}]
SHORT = {"name": "short", "set": {"target": 50}, "games": 40}


def test_each_tier_has_all_seats_the_weakest_played_first(pig_scenario):
    cells = cells_of(pig_scenario(tiers=TIERS))
    assert [(cell.name, cell.games, cell.players) for cell in cells] == [
        ("random", 200, 2),
        ("bold", 100, 2),
    ]
    assert cells[1].axes == {"tier": "bold"}
    lineup = prepare(pig_scenario(tiers=TIERS)).cells[1].match.lineup
    assert (lineup.labels, lineup.seats) == (("bold",), (0, 0))


def test_tiers_go_with_variants_which_keep_their_share_of_the_games(pig_scenario):
    cells = cells_of(pig_scenario(tiers=TIERS, variants=[SHORT]))
    assert [(cell.name, cell.games) for cell in cells] == [
        ("random, baseline", 200),
        ("random, short", 40),
        ("bold, baseline", 100),
        ("bold, short", 20),
    ]


def test_tiers_go_with_a_grid(pig_scenario):
    cells = cells_of(pig_scenario(bots="random", tiers=TIERS, grid={"players": [2, 3]}))
    assert [cell.name for cell in cells] == [
        "random, 2 players",
        "random, 3 players",
        "bold, 2 players",
        "bold, 3 players",
    ]


def test_a_bot_with_a_number_is_named_whole(pig_scenario):
    scenario = pig_scenario(tiers=["search:50", "search:200@30", "folder/mine.py:deep@20"])
    assert [(cell.name, cell.games) for cell in cells_of(scenario)] == [
        ("search:50", 200),
        ("search:200", 30),
        ("deep", 20),
    ]
    grid = pig_scenario(grid={"bots": ["search:50", "search:200"]})
    assert [cell.name for cell in cells_of(grid)] == ["search:50", "search:200"]


def test_a_scenario_of_tiers_needs_no_bots():
    values = {"name": "x", "game": "examples/pig", "players": 2, "tiers": ["random", "hold_at"]}
    assert [bot.bot for bot in checked(Scenario, values, "x.toml").bots] == ["random"]
    assert checked(Scenario, {**values, "tiers": []}, "x.toml").bots == ()  # the game's bot


@pytest.mark.parametrize(
    ("tiers", "message"),
    [
        (["random"], "tiers.*one tier"),
        (["random", "random"], "'random'.*twice"),
        ("random", "expected a list of bots from the weakest to the strongest"),
        (["random", {"bot": "hold_at", "gams": 3}], "tiers, number 2: there is no key 'gams'"),
        (["random", "hold_at@0"], r"tiers, number 2: games = 0: expected a number above 0"),
    ],
)
def test_wrong_tiers_are_one_sentence(tiers, message):
    values = {"name": "x", "game": "examples/pig", "players": 2, "tiers": tiers}
    with pytest.raises(ScenarioError, match=message) as error:
        checked(Scenario, values, "x.toml")
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"grid": {"bots": ["random"]}}, "tiers and the grid.*bots"),
        (
            {"variants": [{"name": "v", "bots": ["random"]}]},
            "tiers and the variant 'v'.*bots",
        ),
        (
            {"tiers": ["a.py:bot", "b.py:bot"]},
            "two variants.*'bot'.*labels",
        ),
    ],
)
def test_tiers_that_cannot_be_played_are_one_sentence(pig_scenario, keys, message):
    with pytest.raises(ScenarioError, match=message):
        cells_of(pig_scenario(**{"tiers": TIERS, **keys}))


def test_the_command_line_may_ask_for_tiers(pig_scenario):
    asked = Overrides(tiers=("random", "hold_at@60"), games=100)
    scenario = override(pig_scenario(sections=["pace"], variants=[SHORT]), asked)
    assert [(cell.name, cell.games) for cell in cells_of(scenario)] == [
        ("random, baseline", 100),
        ("random, short", 20),
        ("hold_at, baseline", 60),
        ("hold_at, short", 12),
    ]
    assert scenario.sections == ("tiers", "pace")


def test_tiers_of_the_command_line_take_the_place_of_bots(pig_scenario):
    tiers = Overrides(tiers=("random", "hold_at"))
    grid = {"bots": ["random", "hold_at"], "target": [50, 60]}
    names = [cell.name for cell in cells_of(override(pig_scenario(grid=grid), tiers))]
    assert names[:2] == ["random, target=50", "random, target=60"]
    three = {"name": "three", "bots": ["random", "hold_at", "random"]}
    cells = cells_of(override(pig_scenario(variants=[three]), tiers))
    assert [(cell.name, cell.players) for cell in cells][:2] == [
        ("random, baseline", 2),
        ("random, three", 3),
    ]


def test_games_of_the_command_line_change_those_of_tiers_in_proportion(pig_scenario):
    scenario = override(pig_scenario(tiers=TIERS), Overrides(games=1000))
    assert [cell.games for cell in cells_of(scenario)] == [1000, 500]


def test_bots_of_the_command_line_take_the_place_of_tiers(pig_scenario):
    ready = prepare_with_overrides(
        pig_scenario(tiers=TIERS, sections=["tiers", "pace"]), Overrides(bots=("hold_at",))
    )
    assert [variant.name for variant in ready.cells] == ["baseline"]
    assert ready.scenario.sections == ("pace",)
    (notice,) = ready.notices
    assert "--bots" in notice
    assert "'tiers'" in notice


def test_bots_and_tiers_of_the_command_line_do_not_go_together(pig_scenario):
    with pytest.raises(ScenarioError, match="--bots and --tiers"):
        override(pig_scenario(), Overrides(bots=("random",), tiers=("random", "hold_at")))


def test_a_bot_with_a_number_is_not_a_file(pig_scenario):
    scenario = override(pig_scenario(), Overrides(bots=("search:200",)))
    assert [bot.bot for bot in scenario.bots] == ["search:200"]
    tiers = override(pig_scenario(), Overrides(tiers=("search:20@5", "mine.py:bot@5"))).tiers
    assert tiers[0].bot == "search:20"
    assert tiers[1].bot.endswith("mine.py:bot")


def test_the_section_on_tiers_needs_tiers(pig_set_up):
    with pytest.raises(ScenarioError, match="'tiers': it needs tiers: --tiers"):
        check_sections(pig_set_up(sections=["tiers"], variants=[SHORT]))
    check_sections(pig_set_up(sections=["tiers"], tiers=TIERS))
