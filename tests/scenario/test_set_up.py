import pytest

from balance.errors import ScenarioError
from balance.scenario.set_up import Overrides, override, read_setting, set_up


def test_games_are_rounded_up_to_whole_deals(pig_set_up):
    variant = pig_set_up(games=10, bots=["hold_at", "random", "random"]).variants[0]
    assert (variant.deals, variant.games) == (4, 12)


def test_a_variant_changes_an_option_of_the_table(pig_set_up):
    variants = [{"name": "short", "set": {"target": 50}, "games": 40}]
    baseline, short = pig_set_up(variants=variants).variants
    assert baseline.match.laid.table["target"] == 100
    assert short.match.laid.table["target"] == 50
    assert (baseline.games, short.games) == (200, 40)


def test_settings_of_the_command_line_change_every_variant(pig_scenario):
    scenario = pig_scenario(variants=[{"name": "short", "set": {"target": 50}}])
    baseline, short = set_up(scenario, {"target": 70}).variants
    assert baseline.match.laid.table["target"] == 70
    assert short.match.laid.table["target"] == 50


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"table": {"targte": 3}}, r"\[table\]: there is no key 'targte': did you mean 'target'"),
        ({"table": {"target": -3}}, r"target = -3: "),
        ({"variants": [{"name": "v", "set": {"goal": 3}}]}, r"'v': pig has no option 'goal'"),
        ({"bots": ["holdat", "hold_at"]}, r"pig has no bot 'holdat': did you mean 'hold_at'"),
        ({"players": 9, "bots": ["random"]}, r"Pig is for 2, 3, 4, 5 players, not for 9"),
        ({"players": 3, "bots": ["random", "hold_at"]}, r"2 bots for 3 players"),
        ({"bots": ["hold_at"]}, r"not for 1: say how many in `players`"),
        ({"game": "pigg"}, r"game: 'pigg' is none of"),
        (
            {"bots": [{"bot": "hold_at", "weights": {"pott": 3}}, "hold_at"]},
            r"no weight 'pott': did you mean 'pot'",
        ),
        (
            {"bots": [{"bot": name, "label": "a"} for name in ("hold_at", "random")]},
            r"two different bots are called 'a'",
        ),
    ],
)
def test_what_is_not_there_is_one_sentence_with_the_file(pig_set_up, keys, message):
    with pytest.raises(ScenarioError, match=message) as error:
        pig_set_up(**keys)
    assert "test.toml: " in str(error.value)
    assert "\n" not in str(error.value)


def test_one_bot_in_different_weights_is_two_entries_under_two_labels(pig_set_up):
    bold = {"bot": "hold_at", "weights": {"pot": 30}}
    lineup = pig_set_up(bots=["hold_at", bold, "hold_at"]).variants[0].match.lineup
    assert lineup.labels == ("hold_at", "hold_at (pot=30)")
    assert lineup.seats == (0, 1, 0)
    assert lineup.entries[1].weights.tolist() == [30.0]


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
    lineup = set_up(*override(pig_scenario(), asked)).variants[0].match.lineup
    assert tuple(lineup.labels[entry] for entry in lineup.seats) == seats


def test_the_command_line_changes_games_and_seed(pig_scenario):
    variant = set_up(*override(pig_scenario(), Overrides(games=7, seed=9))).variants[0]
    assert (variant.games, variant.match.seed) == (7, 9)


def test_a_variant_with_games_of_its_own_keeps_its_share(pig_scenario):
    variants = [{"name": "short", "set": {"target": 50}, "games": 40}]
    scenario = pig_scenario(games=200, variants=variants)
    ready = set_up(*override(scenario, Overrides(games=1_000)))
    assert [variant.games for variant in ready.variants] == [1_000, 200]


@pytest.mark.parametrize(
    ("text", "setting"),
    [
        ("a.b=3", ("a.b", 3)),
        ("a=true", ("a", True)),
        ("a = some words", ("a", "some words")),
        ('a="3"', ("a", "3")),
    ],
)
def test_a_setting_is_toml_or_a_word(text, setting):
    assert read_setting(text) == setting


def test_a_setting_without_a_value_is_refused():
    with pytest.raises(ScenarioError, match="expected KEY=VALUE"):
        read_setting("target")
