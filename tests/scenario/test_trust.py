"""A scenario that was read from a file runs no code except what the user trusts."""

import os
from pathlib import Path

import pytest

from balance.compiling import trusted_code
from balance.errors import ScenarioError
from balance.scenario.files import read_scenario
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
def nothing_is_trusted(monkeypatch):
    monkeypatch.setattr(trusted_code, "_trusted", set())
    monkeypatch.setattr(trusted_code, "_given", set())
    monkeypatch.delenv(trusted_code.VARIABLE, raising=False)


@pytest.fixture
def read_foreign(tmp_path):
    """Return a function that reads a scenario whose bot, or game, is a stranger's code."""
    (tmp_path / "evil.py").write_text(HARM)

    def read(text):
        file = tmp_path / "foreign.toml"
        pig = os.path.relpath(ROOT / "examples/pig", tmp_path)
        head = 'name = "foreign"\nplayers = 2\n'
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
     'bots = "random"\nsections = ["seats", "evil.py:choose"]',
     'bots = "random"\ngame = "evil.py"', 'bots = "random"\ngame = "./evil.py"'],
)  # fmt: skip
def test_code_that_a_scenario_names_is_not_run(read_foreign, tmp_path, text, monkeypatch):
    scenario = read_foreign(text)
    monkeypatch.chdir(tmp_path)  # to stand beside it is not to trust it
    for made in (scenario, scenario.changed(seed=3), scenario.at(tmp_path / "elsewhere.toml")):
        with pytest.raises(ScenarioError, match=r"evil\.py.*balance --trust") as error:
            prepare(made)
        assert "\n" not in str(error.value)
    assert not is_harmed(tmp_path)


def test_a_comparison_is_trusted_no_more_than_its_scenarios(read_foreign, tmp_path):
    first = read_foreign('bots = "evil.py:choose"')
    second = read_scenario(str(ROOT / "examples/pig/pig.toml"))
    with pytest.raises(ScenarioError, match="--trust"):
        prepare(side_by_side([second, first], {}))
    with pytest.raises(ScenarioError, match="--trust"):
        prepare(side_by_side([first], {"target": 30}))
    assert not is_harmed(tmp_path)


def test_code_that_the_user_trusts_is_run_with_a_notice(read_foreign, tmp_path):
    trusted_code.trust(tmp_path / "evil.py")
    ready = prepare(read_foreign('bots = "evil.py:choose"'))
    assert is_harmed(tmp_path)
    assert any(str(tmp_path / "evil.py") in notice for notice in ready.notices)


def test_a_section_that_the_user_trusts_is_announced(read_foreign, tmp_path):
    trusted_code.trust(tmp_path / "evil.py")
    ready = prepare(read_foreign('bots = "random"\nsections = ["evil.py:choose"]'))
    assert any("the section 'evil.py:choose'" in notice for notice in ready.notices)


def test_a_folder_in_the_environment_is_trusted_whole(read_foreign, tmp_path, monkeypatch):
    monkeypatch.setenv(trusted_code.VARIABLE, os.pathsep.join(["/nowhere", str(tmp_path)]))
    assert prepare(read_foreign('bots = "evil.py:choose"')).cells


def test_bots_of_the_command_line_are_trusted(read_foreign, tmp_path):
    overrides = Overrides(bots=(f"{tmp_path}/evil.py:choose", "random"))
    assert prepare_with_overrides(read_foreign('bots = "random"'), overrides).cells
    assert is_harmed(tmp_path)


def test_bots_that_the_command_line_replaces_are_not_run(read_foreign, tmp_path):
    overrides = Overrides(bots=("random",))
    assert prepare_with_overrides(read_foreign('bots = "evil.py:choose"'), overrides).cells
    assert not is_harmed(tmp_path)


def test_a_link_is_trusted_no_more_than_its_target(read_foreign, tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/bot.py").symlink_to(tmp_path / "evil.py")
    trusted_code.trust(tmp_path / "mine")
    with pytest.raises(ScenarioError, match="--trust"):
        prepare(read_foreign('bots = "mine/bot.py:choose"'))
    assert not is_harmed(tmp_path)


def test_examples_come_with_the_program():
    assert prepare(read_scenario(str(ROOT / "examples/pig/pig.toml"))).notices == ()
