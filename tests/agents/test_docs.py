"""The programs of docs/agents.md run, and its figures are right."""

import re

import pytest

from balance.agents.environment import Environment
from tests.conftest import ROOT

TEXT = (ROOT / "docs" / "agents.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
NAMES = {
    "Pig": str(ROOT / "examples" / "pig"),
    "*Valeria*": "valeria",
    "*King of the Valley*": "king_of_the_valley",
    "*Dominion*": "dominion",
}
SIZES = re.findall(
    r"^\| (.+?) \| (\d) \| ([\d,]+) \| ([\d,]+) \|$", TEXT.split("### Seeds")[0], re.M
)


def test_the_programs_of_the_page_run():
    found = {}
    for program in PROGRAMS[:2]:  # the second goes on where the first ended
        exec(compile(program, "docs/agents.md", "exec"), found)
    assert found["env"].unwrapped.metadata["name"] == "valeria_v0"
    assert not found["env"].agents
    assert found["env"].names[found["place"]] == "seats[0].goods[0]"


def test_the_excerpt_of_the_page_is_in_the_example():
    (shown,) = PROGRAMS[2:]
    assert shown in (ROOT / "examples" / "agents" / "learnt.py").read_text()


def test_each_game_has_a_row():
    assert {name for name, *_ in SIZES} == set(NAMES)


@pytest.mark.parametrize(("name", "players", "numbers", "actions"), SIZES)
def test_the_sizes_are_those_of_the_page(name, players, numbers, actions):
    env = Environment(NAMES[name], int(players))
    assert f"{len(env.names):,}" == numbers
    assert f"{env.action_space('seat_0').n:,}" == actions


def test_the_folder_of_the_example_has_the_files_of_the_page():
    for name in ("learnt.py", "learnt.toml", "train.py"):
        assert (ROOT / "examples" / "agents" / name).is_file()
        assert f"`{name}`" in TEXT
