from typing import Annotated

import pytest
from pydantic import BaseModel, Field

from balance.error_messages import checked
from balance.errors import ScenarioError
from balance.scenario.decision_seconds import seconds_of
from balance.scenario.files import read_scenario

GOOD = """
name = "pig"
game = "."
bots = ["hold_at", "hold_at"]
"""


@pytest.fixture
def read(tmp_path):
    def read(text):
        (tmp_path / "asked.toml").write_text(text)
        return read_scenario(str(tmp_path / "asked.toml"))

    return read


def test_what_is_not_said_has_a_default(read):
    scenario = read(GOOD)
    assert (scenario.seed, scenario.games, scenario.variants) == (1, 100_000, ())
    assert [seated.bot for seated in scenario.bots] == ["hold_at", "hold_at"]


def test_relative_paths_start_from_the_file(read, tmp_path):
    assert read(GOOD).folder == tmp_path


def test_bots_may_be_one_name_or_tables(read):
    assert read(GOOD.replace('["hold_at", "hold_at"]', '"hold_at"')).bots[0].bot == "hold_at"
    table = '[{bot = "hold_at", label = "bold", weights = {pot = 30}}, "hold_at"]'
    bold, plain = read(GOOD.replace('["hold_at", "hold_at"]', table)).bots
    assert (bold.label, bold.weights["pot"], plain.label) == ("bold", 30.0, "")


def test_a_variant_names_what_it_sets_by_dotted_key(read):
    text = '[[variants]]\nname = "dear"\nset."citizens.knight.cost" = 3\nset.setup.coins = 2\n'
    scenario = read(GOOD + text)
    assert scenario.variants[0].set == {"citizens.knight.cost": 3, "setup.coins": 2}


def test_the_axes_of_a_grid_are_named_by_dotted_key(read):
    text = "[grid]\nplayers = [2, 3]\nrulings.latched = [true, false]\n"
    scenario = read(GOOD + text)
    assert scenario.grid == {"players": (2, 3), "rulings.latched": (True, False)}
    assert scenario.changed().grid == scenario.grid


def test_a_variant_may_have_players_bots_and_a_table_of_its_own(read):
    text = '[[variants]]\nname = "v"\nplayers = 3\nbots = "random"\ntable.target = 50\n'
    variant = read(GOOD + text).variants[0]
    assert (variant.players, variant.bots[0].bot) == (3, "random")
    assert variant.table == {"target": 50}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (GOOD + "gmaes = 3", r"asked.toml: there is no key 'gmaes': did you mean 'games'\?"),
        (GOOD + "games = 0", r"games = 0: expected a number above 0$"),
        (GOOD + 'games = "many"', r"games = 'many': expected a whole number, without quotes"),
        (GOOD + 'games = "100"', r"games = '100': expected a whole number, without quotes"),
        (GOOD + "players = 2.5", r"players = 2.5: expected a whole number, without .* point$"),
        (GOOD + "games = true", r"games = true: expected a whole number"),
        (GOOD + "seed = -1", r"seed = -1: expected 0 or more$"),
        (GOOD + f"seed = {2**63}", rf"seed = {2**63}: expected {2**63 - 1} or less$"),
        (GOOD + "question = 3", r"question = 3: expected a text in quotes$"),
        (GOOD + "table = 3", r"table = 3: expected a table of keys$"),
        (GOOD + 'sections = "seats"', r"sections = 'seats': expected a list: \['seats'\]$"),
        (
            GOOD + '[variants]\nname = "v"\nset.x = 1',
            r"toml: variants: expected tables, each under \[\[variants\]\]$",
        ),
        (
            GOOD.replace('["hold_at", "hold_at"]', "3"),
            r"bots = 3: expected a bot's name, or a list with a bot for each seat$",
        ),
        (
            GOOD.replace('"hold_at", "hold_at"', '{bot = "x", weights = {pot = "y"}}'),
            r"bots, number 1: weights.pot = 'y': expected a number, without quotes$",
        ),
        (GOOD.replace('name = "pig"', ""), r"the key 'name' is missing"),
        (GOOD.replace("name", "nome"), r"no key 'nome': did you mean 'name'\?"),
        (
            GOOD.replace("bots", "[bots"),
            r"asked.toml, line 4, column 7: this is not TOML: .*not closed",
        ),
        (
            GOOD.replace('"hold_at", "hold_at"', '{bot = "x", wieghts = {}}'),
            r"bots, number 1: there is no key 'wieghts': did you mean 'weights'",
        ),
        (GOOD.replace('"hold_at", "hold_at"', ""), r"bots = \[\]: expected at least 1$"),
        (GOOD + '[[variants]]\nname = "baseline"\nset.x = 1', r"the baseline is the scenario"),
        (GOOD + 2 * '[[variants]]\nname = "a"\nset.x = 1\n', r"two variants are called 'a'"),
        (
            GOOD.replace('"pig"', '"a/b"'),
            r"name = 'a/b': expected letters, digits and \. _ \+ - without spaces",
        ),
        (GOOD + "[grid]\nplayers = 3", r"grid: players = 3: expected a list of values"),
        (GOOD + "[grid]\nplayers = []", r"grid: players = \[\]: expected a list of values"),
        (GOOD + "[grid]\na.b = [1, 2, 1]", r"grid: a.b: 1 .*twice"),
        (GOOD + '[[variants]]\nname = "v"\ngames = 3', r"variant 'v' changes nothing: give it"),
        (
            GOOD + 'baseline = "w"\n[[variants]]\nname = "v"\nset.x = 1',
            r"baseline = 'w': there is no such variant: ",
        ),
        (
            GOOD + '[[variants]]\nname = "v"\nbots = [{bot = "x", lable = "y"}]',
            r"variants, number 1: bots, number 1: there is no key 'lable': did you mean 'label'",
        ),
        (
            GOOD + '[[variants]]\nname = "a$b"\nset.x = 1',
            r"variants, number 1: name = 'a\$b': expected letters, digits, spaces and \. ,",
        ),
        (GOOD + "[[variants]]\nset.x = 1", r"variants, number 1: the key 'name' is missing$"),
    ],
)
def test_an_error_is_one_sentence_with_the_key_and_what_is_expected(read, text, message):
    with pytest.raises(ScenarioError, match=message) as error:
        read(text)
    assert "\n" not in str(error.value)


def test_a_missing_scenario_is_named(tmp_path):
    with pytest.raises(ScenarioError, match=r"nowhere.toml: no such file, and no shipped scenario"):
        read_scenario("nowhere.toml")


def test_a_folder_is_not_a_scenario(tmp_path):
    with pytest.raises(ScenarioError, match=r"folder.* file of a scenario is expected"):
        read_scenario(str(tmp_path))


class Options(BaseModel):
    """A game's own options, as a game may have them."""

    is_long: bool = False
    areas: tuple[str, ...] = ()
    coins: int = Field(default=2, le=9)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"is_long": "yes"}, "is_long = 'yes': expected true or false, without quotes"),
        ({"is_long": 1}, "is_long = 1: expected true or false, without quotes"),
        ({"areas": "hills"}, "areas = 'hills': expected a list: ['hills']"),
        ({"areas": ["hills", 3]}, "areas, number 2 = 3: expected a text in quotes"),
        ({"coins": 10}, "coins = 10: expected 9 or less"),
    ],
)
def test_options_of_a_game_are_told_apart_as_strictly(values, message):
    with pytest.raises(ScenarioError) as error:
        checked(Options, values, "[table]")
    assert str(error.value) == f"[table]: {message}"


def test_names_may_not_hold_what_their_sentence_does_not_say(read):
    for name in ("a b", "é!", "-a", "a,b"):
        with pytest.raises(ScenarioError, match="expected letters, digits and"):
            read(GOOD.replace('"pig"', f'"{name}"'))
    assert read(GOOD.replace('"pig"', '"a._+-9"')).name == "a._+-9"
    text = '[[variants]]\nname = "a B9.,:;+*%=|()/<>_-"\nset.x = 1\n'
    assert read(GOOD + text).variants[0].name == "a B9.,:;+*%=|()/<>_-"


class Counter(BaseModel, extra="forbid"):
    most: int = Field(le=9)


class Counters(BaseModel):
    each: dict[str, Annotated[int, Field(le=5)] | Counter]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (6, "each.coins = 6: expected 5 or less"),
        ("x", "each.coins = 'x': expected a whole number"),
        ({"most": 10}, "each.coins.most = 10: expected 9 or less"),
        ({}, "each.coins: the key 'most' is missing"),
        ({"most": 1, "mots": 2}, "each.coins: there is no key 'mots': did you mean 'most'?"),
    ],
)
def test_a_number_or_a_table_is_named_without_words_of_the_model(value, message):
    with pytest.raises(ScenarioError) as error:
        checked(Counters, {"each": {"coins": value}}, "x.toml")
    assert str(error.value).startswith(f"x.toml: {message}")


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("12", {"other": (12.0, 12.0)}),
        ("'8..20'", {"other": (8.0, 20.0)}),
        ("'slay=30, recruit = 15..25,other=.5'",
         {"slay": (30.0, 30.0), "recruit": (15.0, 25.0), "other": (0.5, 0.5)}),
        ("{ 'buy a card' = 30, other = '5..8' }",
         {"buy a card": (30.0, 30.0), "other": (5.0, 8.0)}),
    ],
)  # fmt: skip
def test_seconds_a_decision_are_a_number_a_range_or_by_kind(read, text, seconds):
    scenario = read(f"{GOOD}seconds_a_decision = {text}\n")
    assert scenario.seconds_a_decision == seconds
    assert scenario.changed().seconds_a_decision == seconds  # as manifests hold it
    assert seconds_of(seconds, "slay a Monster") == seconds.get("slay", seconds["other"])


@pytest.mark.parametrize(
    "text", ["0", "'20..8'", "3601", "'slay'", "'a=1,a=2'", "true", "[1, 2, 3]"]
)
def test_seconds_a_decision_that_are_none_are_refused(read, text):
    with pytest.raises(ScenarioError, match="expected seconds above 0, up to 3600"):
        read(f"{GOOD}seconds_a_decision = {text}\n")
