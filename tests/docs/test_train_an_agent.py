"""guides/train-an-agent: its programs run and its figures are right."""

import re

import pytest

from balance.agents.environment import Environment
from tests.conftest import ROOT
from tests.docs.pages import code_blocks, read_page

TEXT = read_page("guides/train-an-agent")
PROGRAMS = code_blocks(TEXT, "python")
NAMES = {
    "Pig": str(ROOT / "examples" / "pig"),
    "*Valeria*": "valeria",
    "*King of the Valley*": "king_of_the_valley",
    "*Dominion*": "dominion",
}
SIZES = re.findall(r"^\| (.+?) \| (\d) \| ([\d,]+) \| ([\d,]+) \|$", TEXT, re.M)[: len(NAMES) + 1]


def test_the_programs_of_the_page_run():
    names = {}
    for program in PROGRAMS[:2]:  # the second continues the first
        exec(compile(program, "train-an-agent.md", "exec"), names)
    assert names["env"].unwrapped.metadata["name"] == "valeria_v0"
    assert not names["env"].agents
    assert names["env"].names[names["place"]] == "seats[0].goods[0]"


def test_the_program_with_many_games_runs():
    names = {}
    exec(compile(PROGRAMS[2], "train-an-agent.md", "exec"), names)
    assert names["env"].num_envs == 1024
    assert names["terminations"].shape == (1024,)


def test_the_excerpt_of_the_example_is_in_the_example():
    (excerpt,) = PROGRAMS[3:]
    assert excerpt in (ROOT / "examples" / "agents" / "learnt.py").read_text()


def test_there_is_a_row_for_each_game():
    assert {name for name, *_ in SIZES} == set(NAMES)


@pytest.mark.parametrize(("name", "players", "numbers", "actions"), SIZES)
def test_the_sizes_are_right(name, players, numbers, actions):
    env = Environment(NAMES[name], int(players))
    assert f"{len(env.names):,}" == numbers
    assert f"{env.action_space('seat_0').n:,}" == actions


def test_the_files_of_the_example_are_there():
    for name in ("learnt.py", "learnt.toml", "train.py", "actor.py", "ppo.py", "position.py"):
        assert (ROOT / "examples" / "agents" / name).is_file()
        assert f"`{name}`" in TEXT
