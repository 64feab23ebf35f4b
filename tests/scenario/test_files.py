"""A scenario as a file: read again it is the same."""

from pathlib import Path

import pytest

import balance
from balance.errors import ScenarioError
from balance.scenario.files import find_scenario, read_scenario, scenario_of_game, scenario_toml
from tests.conftest import ROOT


@pytest.mark.parametrize(
    "keys",
    [
        {},
        {"question": 'Is "it" fair?', "players": 3, "bots": "random"},
        {"bots": [{"bot": "hold_at", "label": "bold", "weights": {"pot": 25.0}}, "random"]},
        {"table": {"target": 60}, "set": {"target": 50}},
    ],
)
def test_a_scenario_is_read_as_it_was_written(pig_scenario, tmp_path, keys):
    scenario = pig_scenario(**keys)
    file = tmp_path / "again.toml"
    file.write_text(scenario_toml(scenario, tmp_path, ["Found by:", "balance"]), encoding="utf-8")
    again = read_scenario(str(file))
    assert file.read_text(encoding="utf-8").startswith("# Found by:\n# balance\n\nname = ")
    assert (tmp_path / again.game).resolve() == ROOT / "examples" / "pig"
    assert again.model_dump() | {"game": scenario.game} == scenario.model_dump()


def test_the_bot_of_a_file_is_found_from_there(pig_scenario, tmp_path):
    scenario = pig_scenario(bots=["examples/pig/__init__.py:hold_at", "random"])
    text = scenario_toml(scenario, tmp_path)
    (line,) = [line for line in text.splitlines() if line.startswith("bots = ")]
    bot = line.split('"')[1]
    assert (tmp_path / bot.rpartition(":")[0]).resolve() == ROOT / "examples/pig/__init__.py"


def test_settings_of_sheets_stand_under_set(pig_scenario, tmp_path):
    text = scenario_toml(pig_scenario(set={"citizens.knight.cost": 3, "a.b.c": "2 vp"}), tmp_path)
    assert text.endswith('[set]\ncitizens.knight.cost = 3\na.b.c = "2 vp"\n')


def test_a_file_does_not_stand_in_for_a_ready_scenario_of_its_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "first-game"
    file.write_text('name = "mine"\ngame = "valeria"\nplayers = 2\nbots = "random"\n')
    expected = r"expected ./first-game for the file, or (.*first-game.toml) for what is shipped"
    with pytest.raises(ScenarioError, match=expected) as refused:
        read_scenario("first-game")
    shipped = str(refused.value).split(" or ")[1].split(" for ")[0]
    assert read_scenario("./first-game").name == "mine"
    assert read_scenario(shipped).name == "first-game"
    assert "valeria" in str(balance.play(Path("first-game"))).lower()
    with pytest.raises(ScenarioError, match="is the name of a shipped scenario and of a file"):
        balance.play("first-game")
    file.unlink()
    assert find_scenario("first-game").suffix == ".toml"


def test_a_file_does_not_stand_in_for_a_game_of_its_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("valeria").touch()
    with pytest.raises(ScenarioError, match=r"name of a game and of a file.*\./valeria"):
        scenario_of_game("valeria")
