"""A scenario that was read from a file runs no code, but for what the user has named."""

import os
from pathlib import Path

import pytest

from balance.errors import ScenarioError
from balance.scenario import trust
from balance.scenario.load import read_scenario
from balance.scenario.overrides import Overrides, prepare_with_overrides
from balance.scenario.prepare import prepare
from balance.scenario.side_by_side import side_by_side

ROOT = Path(__file__).parents[2]
HARM = """
from pathlib import Path
Path(__file__).with_name("harm").touch()


def choose(view, table, seat, weights, stream):
    "Takes the first."
    return 0
"""


@pytest.fixture(autouse=True)
def nobody_is_trusted(monkeypatch):
    monkeypatch.setattr(trust, "_named", set())
    monkeypatch.setattr(trust, "_asked_for", set())
    monkeypatch.delenv(trust.VARIABLE, raising=False)


@pytest.fixture
def asked(tmp_path):
    """Return a function that reads a scenario whose bot, or game, is a stranger's code."""
    (tmp_path / "evil.py").write_text(HARM)

    def read(text):
        file = tmp_path / "asked.toml"
        pig = os.path.relpath(ROOT / "examples/pig", tmp_path)
        head = 'name = "asked"\nplayers = 2\n'
        file.write_text(head + ("" if "game =" in text else f'game = "{pig}"\n') + text)
        return read_scenario(str(file))

    return read


def is_harmed(tmp_path):
    return (tmp_path / "harm").exists()


@pytest.mark.parametrize(
    "text",
    ['bots = "evil.py:choose"', 'bots = ["random", { bot = "evil.py:choose" }]',
     'tiers = ["random", "evil.py:choose"]', 'bots = "random"\ngrid.bots = ["evil.py:choose"]',
     'bots = "random"\n[[variants]]\nname = "v"\nbots = "evil.py:choose"',
     'bots = "random"\n[[variants]]\nname = "v"\nbots = "b/../evil.py:choose"\nfolder = "."',
     'bots = "random"\ngame = "evil.py"', 'bots = "random"\ngame = "./evil.py"'],
)  # fmt: skip
def test_code_that_a_file_names_is_not_run(asked, tmp_path, text, monkeypatch):
    scenario = asked(text)
    monkeypatch.chdir(tmp_path)  # to stand beside it is not to trust it
    for made in (scenario, scenario.changed(seed=3), scenario.at(tmp_path / "elsewhere.toml")):
        with pytest.raises(ScenarioError, match=r"evil\.py.* is code") as error:
            prepare(made)
        assert "balance --trust" in str(error.value)
    assert not is_harmed(tmp_path)


def test_a_comparison_is_trusted_no_more_than_its_scenarios(asked, tmp_path):
    first = asked('bots = "evil.py:choose"')
    second = read_scenario(str(ROOT / "examples/pig/pig.toml"))
    with pytest.raises(ScenarioError, match="is code"):
        prepare(side_by_side([second, first], {}))
    with pytest.raises(ScenarioError, match="is code"):
        prepare(side_by_side([first], {"target": 30}))
    assert not is_harmed(tmp_path)


def test_what_the_user_names_is_run_and_told(asked, tmp_path):
    trust.trust(tmp_path / "evil.py")
    ready = prepare(asked('bots = "evil.py:choose"'))
    assert is_harmed(tmp_path)
    assert any(f"The code of {tmp_path / 'evil.py'} is run" in one for one in ready.notices)


def test_a_folder_in_the_environment_is_trusted_whole(asked, tmp_path, monkeypatch):
    monkeypatch.setenv(trust.VARIABLE, os.pathsep.join(["/nowhere", str(tmp_path)]))
    assert prepare(asked('bots = "evil.py:choose"')).variants


def test_bots_of_the_command_line_are_named_by_the_user(asked, tmp_path):
    overrides = Overrides(bots=(f"{tmp_path}/evil.py:choose", "random"))
    assert prepare_with_overrides(asked('bots = "random"'), overrides).variants
    assert is_harmed(tmp_path)


def test_bots_that_the_command_line_replaces_are_not_run(asked, tmp_path):
    overrides = Overrides(bots=("random",))
    assert prepare_with_overrides(asked('bots = "evil.py:choose"'), overrides).variants
    assert not is_harmed(tmp_path)


def test_a_link_to_code_is_the_code_that_it_leads_to(asked, tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/bot.py").symlink_to(tmp_path / "evil.py")
    trust.trust(tmp_path / "mine")
    with pytest.raises(ScenarioError, match="is code"):
        prepare(asked('bots = "mine/bot.py:choose"'))
    assert not is_harmed(tmp_path)


def test_examples_come_with_the_program():
    assert prepare(read_scenario(str(ROOT / "examples/pig/pig.toml"))).notices == ()
