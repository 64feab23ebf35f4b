import pytest

from balance.errors import ScenarioError
from balance.scenario.model import read_scenario

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


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (GOOD + "gmaes = 3", r"asked.toml: there is no key 'gmaes': did you mean 'games'\?"),
        (GOOD + "games = 0", r"games = 0: .*greater than 0"),
        (GOOD + 'games = "many"', r"games = 'many': .*integer"),
        (GOOD + "seed = -1", r"seed = -1: .*greater than or equal to 0"),
        (GOOD.replace('name = "pig"', ""), r"the key 'name' is missing"),
        (GOOD.replace("name", "nome"), r"no key 'nome': did you mean 'name'\?"),
        (GOOD.replace("bots", "[bots"), r"asked.toml: not TOML: .*line 4"),
        (
            GOOD.replace('"hold_at", "hold_at"', '{bot = "x", wieghts = {}}'),
            r"bots.0.wieghts'.*did you mean 'weights'",
        ),
        (GOOD.replace('"hold_at", "hold_at"', ""), r"bots = \[\]: .*at least 1"),
        (GOOD + '[[variants]]\nname = "baseline"\nset.x = 1', r"the baseline is the scenario"),
        (GOOD + 2 * '[[variants]]\nname = "a"\nset.x = 1\n', r"two variants are called 'a'"),
        (GOOD.replace('"pig"', '"a/b"'), r"name = 'a/b': "),
    ],
)
def test_what_a_scenario_cannot_say_is_one_sentence_with_file_and_key(read, text, message):
    with pytest.raises(ScenarioError, match=message) as error:
        read(text)
    assert "\n" not in str(error.value)


def test_a_scenario_that_is_not_there_is_named(tmp_path):
    with pytest.raises(ScenarioError, match=r"nowhere.toml: no such file, and no shipped scenario"):
        read_scenario("nowhere.toml")


def test_a_folder_is_no_scenario(tmp_path):
    with pytest.raises(ScenarioError, match="a folder, where the file of a scenario is expected"):
        read_scenario(str(tmp_path))
