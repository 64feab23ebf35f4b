import pytest

from balance.errors import ScenarioError
from balance.limits import MOST_CELLS
from balance.scenario.cells import cells_of, shortened_name


def names(scenario, self_naming_values=()):
    return [cell.name for cell in cells_of(scenario, self_naming_values)]


def test_a_scenario_without_variants_is_one_cell(pig_scenario):
    (cell,) = cells_of(pig_scenario(table={"target": 30}, set={"target": 20}))
    assert (cell.name, cell.games, cell.players) == ("baseline", 200, 2)
    assert (cell.table, cell.settings, cell.axes) == ({"target": 30}, {"target": 20}, {})


def test_cells_are_all_combinations_the_last_axis_changing_fastest(pig_scenario):
    scenario = pig_scenario(bots="hold_at", grid={"players": [2, 3], "target": [50, 60]})
    assert names(scenario) == [
        "2 players, target=50",
        "2 players, target=60",
        "3 players, target=50",
        "3 players, target=60",
    ]
    last = cells_of(scenario)[-1]
    assert (last.players, last.settings) == (3, {"target": 60})
    assert last.axes == {"players": "3", "target": "60"}


def test_variants_are_one_more_axis_the_baseline_first(pig_scenario):
    variants = [{"name": "short", "set": {"target": 50}, "games": 40}]
    scenario = pig_scenario(bots="hold_at", grid={"players": [2, 3]}, variants=variants)
    assert names(scenario) == [
        "2 players, baseline",
        "2 players, short",
        "3 players, baseline",
        "3 players, short",
    ]
    cell = cells_of(scenario)[-1]
    assert (cell.games, cell.axes) == (40, {"players": "3", "variant": "short"})


def test_a_setting_with_a_number_of_players_holds_for_these(pig_scenario):
    settings = {"target": 50, "target.3": 60, "sheet.card.4": 1}
    two, three = cells_of(pig_scenario(bots="hold_at", grid={"players": [2, 3]}, set=settings))
    assert two.settings == {"target": 50, "sheet.card.4": 1}
    assert three.settings == {"target": 60, "sheet.card.4": 1}


def test_an_axis_of_one_value_is_in_no_name(pig_scenario):
    scenario = pig_scenario(bots="hold_at", grid={"players": [3], "target": [50, 60]})
    assert names(scenario) == ["target=50", "target=60"]
    assert {cell.players for cell in cells_of(scenario)} == {3}
    assert cells_of(scenario)[0].axes == {"target": "50"}


def test_a_line_up_is_played_only_with_as_many_players(pig_scenario):
    grid = {"players": [2, 3], "bots": ["hold_at", ["hold_at", "random", "random"]]}
    assert names(pig_scenario(grid=grid)) == [
        "2 players, hold_at",
        "3 players, hold_at",
        "3 players, hold_at + 2 random",
    ]
    with pytest.raises(ScenarioError, match=r"grid: .*seats"):
        cells_of(pig_scenario(grid={"players": [2, 4], "bots": [["hold_at", "random", "random"]]}))


def test_without_an_axis_of_players_a_line_up_says_how_many_play(pig_scenario):
    grid = {"bots": ["random", ["hold_at", "random", "random"]]}
    assert [cell.players for cell in cells_of(pig_scenario(grid=grid))] == [2, 3]


def test_equal_bots_of_the_scenario_fill_any_number_of_seats(pig_scenario):
    cells = cells_of(pig_scenario(bots=["random", "random"], grid={"players": [3, 4]}))
    assert [(len(cell.bots), cell.players) for cell in cells] == [(1, 3), (1, 4)]


def test_bots_are_named_by_function_label_and_weights(pig_scenario):
    bots = [
        "folder/mine.py:chaser",
        {"bot": "hold_at", "label": "bold", "weights": {"pot": 30}},
        {"bot": "hold_at", "weights": {"pot": 30}},
        ["hold_at", "hold_at", "random"],
    ]
    assert names(pig_scenario(grid={"bots": bots})) == [
        "chaser",
        "bold",
        "hold_at (pot=30)",
        "2 hold_at + random",
    ]


def test_a_value_that_speaks_for_itself_is_named_without_its_axis(pig_scenario):
    scenario = pig_scenario(grid={"setup": ["dusk", "dawn"], "edition": ["first", "second"]})
    assert names(scenario, {"dusk", "dawn"})[0] == "dusk, edition=first"


def test_values_are_named_as_in_the_file_and_long_ones_by_number(pig_scenario):
    grid = {
        "rulings": {"latched": [True, False]},
        "areas": [["hills", "ruins"], ["a" * 30, "b" * 30]],
        "domains.x.ability": ["now: 1 gold -> 2 vp", ""],
    }
    scenario = pig_scenario(grid=grid)
    assert names(scenario)[0] == (
        "rulings.latched=true, areas=[hills, ruins], domains.x.ability=now: 1 gold -> 2 vp"
    )
    assert names(scenario)[-1] == "rulings.latched=false, areas=no. 2, domains.x.ability="
    assert cells_of(scenario)[0].settings["rulings.latched"] is True


def test_settings_of_scenario_grid_and_variant_follow_each_other(pig_scenario):
    variants = [{"name": "v", "set": {"c": 3, "a": 3}, "table": {"own": 1}}]
    scenario = pig_scenario(
        table={"t": 0}, set={"a": 1, "b": 1}, grid={"b": [2, 4]}, variants=variants
    )
    plain, changed = cells_of(scenario)[:2]
    assert (plain.settings, plain.table) == ({"a": 1, "b": 2}, {"t": 0})
    assert (changed.settings, changed.table) == ({"a": 3, "b": 2, "c": 3}, {"own": 1})


def test_a_variant_may_take_the_baselines_place(pig_scenario):
    variants = [{"name": name, "set": {"target": 50}} for name in ("a", "b", "c")]
    assert names(pig_scenario(variants=variants, baseline="b")) == ["b", "a", "c"]


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        (
            {"grid": {"a": list(range(100)), "b": [1, 2, 3]}},
            r"100 x 3 = 300 variants, .* at most 200",
        ),
        ({"grid": {"players": ["two", 3]}}, r"grid: players = 'two': expected a whole number"),
        ({"grid": {"bots": [3, "random"]}}, r"test.toml: grid: bots = 3"),
        (
            {"grid": {"a": [1]}, "variants": [{"name": "v", "set": {"a": 2}}]},
            r"grid.*variant 'v'.*'a'",
        ),
        (
            {"grid": {"players": [2]}, "variants": [{"name": "v", "players": 3}]},
            r"grid.*variant 'v'.*'players'",
        ),
        (
            {"grid": {"setup": ["x y", "x  y"]}},
            r"two variants.*'setup=x y'",
        ),
    ],
)
def test_a_grid_that_cannot_be_played_is_one_sentence(pig_scenario, keys, message):
    with pytest.raises(ScenarioError, match=message) as error:
        cells_of(pig_scenario(**keys))
    assert "test.toml: " in str(error.value)
    assert "\n" not in str(error.value)


def test_the_most_cells_are_played(pig_scenario):
    assert len(cells_of(pig_scenario(grid={"a": list(range(MOST_CELLS))}))) == MOST_CELLS


def test_a_name_has_valid_characters_and_is_not_long():
    assert shortened_name('1 gold "or" {2}') == "1 gold or 2"
    assert shortened_name("a" * 50, 10) == "a" * 7 + "..."
