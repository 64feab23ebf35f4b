import pytest

from balance.errors import ScenarioError
from balance.scenario.prepare import prepare
from balance.scenario.side_by_side import side_by_side
from tests.conftest import ROOT

BOT = "def choose(view, table, seat, weights, stream):\n    return 0\n"


def targets(ready):
    return {v.name: v.match.game_table.array["target"].item() for v in ready.cells}


def test_a_scenario_is_compared_with_itself_as_it_is(pig_scenario):
    scenario = side_by_side([pig_scenario(table={"target": 60})], {"target": 50})
    assert targets(prepare(scenario)) == {"as it is": 60, "target=50": 50}
    assert (scenario.seed, scenario.name) == (7, "pig-target-50")
    assert scenario.question == "What does target=50 change in pig?"


def test_scenarios_stand_side_by_side_under_their_names_on_the_seed_of_the_first(pig_scenario):
    one = pig_scenario(seed=3, games=10)
    two = pig_scenario(name="long", seed=4, games=20, table={"target": 200}, bots=["random"] * 3)
    ready = prepare(side_by_side([one, two], {}))
    assert targets(ready) == {"pig": 100, "long": 200}
    assert [v.games for v in ready.cells] == [10, 20]
    assert [v.match.lineup.labels for v in ready.cells] == [("hold_at",), ("random",)]
    assert [v.match.game_table.num_seats for v in ready.cells] == [2, 3]
    assert {v.match.seed for v in ready.cells} == {3}
    assert ready.scenario.question == "How do pig and long differ?"


def test_all_cells_are_compared_and_each_with_what_is_changed(pig_scenario):
    grid = pig_scenario(name="grid", grid={"players": [2, 3]}, set={"target": 90})
    scenario = side_by_side([pig_scenario(), grid], {"target": 50})
    assert targets(prepare(scenario)) == {
        "pig, as it is": 100,
        "pig, target=50": 50,
        "grid, 2 players, as it is": 90,
        "grid, 2 players, target=50": 50,
        "grid, 3 players, as it is": 90,
        "grid, 3 players, target=50": 50,
    }


def axes(scenario):
    return [dict(variant.axes) for variant in prepare(scenario).cells]


def test_cells_stand_on_axes_where_there_are_two_or_more(pig_scenario):
    variants = [{"name": "short", "set": {"target": 30}}]
    changed = side_by_side([pig_scenario(variants=variants)], {"target": 50})
    assert axes(changed) == [
        {"variant": "baseline", "change": "as it is"},
        {"variant": "baseline", "change": "target=50"},
        {"variant": "short", "change": "as it is"},
        {"variant": "short", "change": "target=50"},
    ]
    grids = [pig_scenario(name=name, grid={"players": [2, 3]}) for name in ("a", "b")]
    assert axes(side_by_side(grids, {}))[-1] == {"scenario": "b", "players": "3"}
    assert axes(side_by_side([pig_scenario()], {"target": 50})) == [{}, {}]
    assert axes(side_by_side([pig_scenario(), pig_scenario(name="b")], {})) == [{}, {}]


def test_a_change_goes_before_what_a_variant_sets(pig_scenario):
    variants = [{"name": "short", "set": {"target": 30}}]
    scenario = side_by_side([pig_scenario(variants=variants)], {"target": 50})
    assert targets(prepare(scenario)) == {
        "as it is": 100,
        "target=50": 50,
        "short, as it is": 30,
        "short, target=50": 50,
    }


def test_paths_of_each_scenario_start_from_its_own_folder(pig_scenario, tmp_path):
    pig = str(ROOT / "examples" / "pig")
    scenarios = []
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "mine.py").write_text(BOT)
        scenario = pig_scenario(name=name, game=pig, bots=["mine.py:choose"] * 2)
        scenarios.append(scenario.at(tmp_path / name / f"{name}.toml"))
    ready = prepare(side_by_side(scenarios, {}))
    sources = [v.match.lineup.entries[0].bot.source for v in ready.cells]
    assert sources == [tmp_path / "a" / "mine.py", tmp_path / "b" / "mine.py"]


def test_many_changes_are_named_shortly(pig_scenario):
    scenario = side_by_side([pig_scenario()], {f"cards.card{n}.cost": n for n in range(9)})
    assert len(scenario.variants[1].name) <= 60
    assert scenario.variants[1].name.startswith("cards.card0.cost=0, cards.card1.cost=1, ")
    assert len(scenario.name) <= 80


def test_the_cells_of_one_scenario_are_compared_as_they_are(pig_scenario):
    scenario = pig_scenario(variants=[{"name": "short", "set": {"target": 30}}])
    assert side_by_side([scenario], {}) is scenario


@pytest.mark.parametrize(
    ("others", "message"),
    [
        ([], r"pig .* --set KEY=VALUE"),
        ([{"name": "pig"}], r"two of the scenarios.*'pig'"),
        (
            [{"name": "v", "game": "valeria"}],
            r"pig .* Pig, v .*Valeria: Card Kingdoms",
        ),
    ],
)
def test_what_cannot_be_compared_is_one_sentence(pig_scenario, others, message):
    scenarios = [pig_scenario(), *(pig_scenario(**keys) for keys in others)]
    with pytest.raises(ScenarioError, match=message) as error:
        side_by_side(scenarios, {})
    assert "\n" not in str(error.value)
