"""The example of guides/train-an-agent: training in an environment gives a bot."""

import sys
import tomllib

import numpy as np
import pytest

from balance.agents.environment import Environment
from balance.runner.batches import Batches
from balance.scenario.model import Scenario
from balance.scenario.prepare import prepare
from tests.conftest import ROOT
from tests.examples.conftest import AGENTS

PIG = str(ROOT / "examples" / "pig")


@pytest.fixture(scope="module")
def train(program):
    """The training script."""
    return program("train")


def wins_against(rival, weights, games):
    """Return the share of games that the bot of `learnt.py` wins, alternately first and second."""
    learnt = sys.modules["learnt"]
    env, won = Environment(PIG, 2, seed=77), 0.0
    for game in range(games):
        env.reset()
        mine = env.possible_agents[game % 2]
        while not any(env.terminations.values()):
            if env.agent_selection == mine:
                action = learnt.choose(env.view()[0], env.table, game % 2, weights, None)
            else:
                action = env.ask(rival)
            env.step(action)
        won += env.rewards[mine]
    return won / games


def test_a_few_games_teach_more_than_chance(train):
    weights = train.train(Environment(PIG, 2, seed=1), games=320, seed=1)
    assert wins_against("random", weights, 60) > 0.6


def test_the_same_games_teach_the_same(train):
    one, two = (train.train(Environment(PIG, 2, seed=1), games=20, seed=5) for _ in range(2))
    assert (one == two).all()
    assert one.any()


def test_weights_are_written_as_the_bot_reads_them(train, tmp_path, monkeypatch, capsys):
    path = tmp_path / "learnt.toml"
    monkeypatch.setattr(sys, "argv", ["train.py", "--games", "20", "--out", str(path)])
    train.main()
    assert tuple(tomllib.loads(path.read_text())) == train.NAMES
    assert "weights learnt from 20 games" in capsys.readouterr().out


def test_what_was_learnt_beats_the_bot_of_the_game():
    values = {"name": "learnt", "game": PIG, "seed": 31, "games": 20_000}
    values["bots"] = [str(AGENTS / "learnt.py") + ":choose", "hold_at"]
    ready = prepare(Scenario.model_validate(values).at(ROOT / "learnt.toml"))
    assert ready.notices == ()  # it compiles
    records = Batches(ready.cells[0].match).play(0, 20_000)
    mine = records["lineup"][:, :2] == 0
    by_deal = (records["wins"][:, :2][mine] / 60).reshape(-1, 2).mean(axis=1)
    assert by_deal.mean() - 1.96 * by_deal.std() / np.sqrt(len(by_deal)) > 0.5
