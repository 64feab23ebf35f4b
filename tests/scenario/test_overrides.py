import pytest

from balance.errors import ScenarioError
from balance.scenario.overrides import Overrides, override, prepare_with_overrides, read_settings
from balance.scenario.prepare import prepare


@pytest.mark.parametrize(
    ("asked", "seats"),
    [
        (Overrides(bots=("random",)), ("random", "random")),
        (Overrides(bots=("random", "hold_at", "random")), ("random", "hold_at", "random")),
        (Overrides(players=4), ("hold_at",) * 4),
        (Overrides(players=3, bots=("random",)), ("random",) * 3),
    ],
)
def test_the_command_line_seats_other_bots(pig_scenario, asked, seats):
    lineup = prepare(override(pig_scenario(), asked)).cells[0].match.lineup
    assert tuple(lineup.labels[entry] for entry in lineup.seats) == seats


def test_the_command_line_changes_games_and_seed(pig_scenario):
    variant = prepare(override(pig_scenario(), Overrides(games=7, seed=9))).cells[0]
    assert (variant.games, variant.match.seed) == (7, 9)


def test_a_variant_with_games_of_its_own_keeps_its_share(pig_scenario):
    variants = [{"name": "short", "set": {"target": 50}, "games": 40}]
    scenario = pig_scenario(games=200, variants=variants)
    ready = prepare(override(scenario, Overrides(games=1_000)))
    assert [variant.games for variant in ready.cells] == [1_000, 200]


def test_a_setting_holds_for_every_variant_that_does_not_set_it(pig_scenario):
    scenario = pig_scenario(variants=[{"name": "short", "set": {"target": 50}}])
    ready = prepare(override(scenario, Overrides(settings={"target": 70})))
    assert [v.match.game_table.array["target"].item() for v in ready.cells] == [70, 50]


@pytest.mark.parametrize(
    ("asked", "names"),
    [
        (Overrides(players=4), ["hold_at, target=50", "hold_at, target=60"]),
        (Overrides(players=4, settings={"target": 9}), ["hold_at", "random"]),
        (Overrides(bots=("random",)), ["2 players, target=50", "2 players, target=60"]),
        (Overrides(bots=("random", "hold_at")), ["target=50", "target=60"]),
    ],
)
def test_the_command_line_takes_the_place_of_an_axis(pig_scenario, asked, names):
    grid = {"players": [2, 3], "bots": ["hold_at", "random"], "target": [50, 60]}
    ready = prepare(override(pig_scenario(bots="hold_at", grid=grid), asked))
    assert [variant.name for variant in ready.cells][:2] == names
    if asked.players:
        assert {variant.match.game_table.num_seats for variant in ready.cells} == {4}


def test_players_and_bots_of_the_command_line_hold_for_all_variants(pig_scenario):
    variants = [{"name": "v", "players": 3, "bots": ["random"], "set": {"target": 50}}]
    asked = Overrides(players=2, bots=("hold_at",))
    _, variant = prepare(override(pig_scenario(variants=variants), asked)).cells
    assert (variant.match.game_table.num_seats, variant.match.lineup.labels) == (2, ("hold_at",))


def test_a_variant_of_which_nothing_is_left_is_refused(pig_scenario):
    scenario = pig_scenario(variants=[{"name": "three", "players": 3}])
    with pytest.raises(
        ScenarioError, match=r"variants, number 1: the variant 'three' changes nothing"
    ) as e:
        override(scenario, Overrides(players=2))
    assert "\n" not in str(e.value)


@pytest.mark.parametrize(
    ("text", "settings"),
    [
        ("a.b=3", {"a.b": 3}),
        ("a=true", {"a": True}),
        ("a = some words", {"a": "some words"}),
        ('a="3"', {"a": "3"}),
        ("a=action_start: 2 gold = 1", {"a": "action_start: 2 gold = 1"}),
        ("a=3/7", {"a": "3/7"}),
        ("a=", {"a": ""}),
    ],
)
def test_a_setting_is_toml_or_a_word(text, settings):
    assert read_settings([text]) == settings


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (["target"], "--set target: expected KEY=VALUE"),
        (["=3"], "--set =3: expected KEY=VALUE"),
        ([r'a="C:\Users\b"'], r"--set a=.*: in a path, write / for"),
        ([r'a=["C:\temp"]'], r"--set a: value, number 1 = 'C:.*of one line; in a path, write"),
        (["target=3", "target=4"], "--set target.* twice"),
    ],
)
def test_a_setting_without_key_or_value_or_twice_is_refused(texts, message):
    with pytest.raises(ScenarioError, match=message):
        read_settings(texts)


VARIANTS = [{"name": "short", "set": {"target": 50}}]


@pytest.mark.parametrize(
    ("keys", "asked", "sections"),
    [
        ({"grid": {"players": [2, 3]}}, Overrides(players=3), ("seats",)),
        ({"grid": {"target": [50, 60]}}, Overrides(settings={"target": 60}), ("seats",)),
        ({"grid": {"players": [2, 3]}}, Overrides(games=7), ("seats", "comparison")),
        ({"variants": VARIANTS}, Overrides(players=2), ("seats", "comparison")),
        ({}, Overrides(players=3), ("seats", "comparison")),  # the file's own mistake
    ],
)
def test_a_comparison_is_left_out_where_the_command_line_leaves_one_cell(
    pig_scenario, keys, asked, sections
):
    scenario = pig_scenario(bots="hold_at", sections=["seats", "comparison"], players=2, **keys)
    ready = prepare_with_overrides(scenario, asked)
    assert ready.scenario.sections == sections
    assert len(ready.notices) == (sections == ("seats",))


def test_a_comparison_alone_that_is_left_out_leaves_all_sections(pig_scenario):
    scenario = pig_scenario(bots="hold_at", grid={"players": [2, 3]}, sections=["comparison"])
    ready = prepare_with_overrides(scenario, Overrides(players=3))
    assert ready.scenario.sections is None
    assert "'comparison'" in ready.notices[0]


def test_what_is_required_may_be_said_on_the_command_line(pig_scenario):
    scenario = pig_scenario(require=["seat_gap < 1pp"])
    changed = override(scenario, Overrides(require=("mean_rounds < 9", "seat_gap < 5pp")))
    assert [one.what for one in changed.require] == ["mean_rounds < 9", "seat_gap < 5pp"]
    assert override(scenario, Overrides()).require == scenario.require
    with pytest.raises(ScenarioError, match="expected '5pp'"):
        override(scenario, Overrides(require=("seat_gap < 5",)))
