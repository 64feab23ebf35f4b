"""PettingZoo environments: its own tests pass, and the games are those of the toolkit."""

import copy
import importlib
import pickle
import shutil
import sys
from itertools import islice

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from balance.agents import environment
from balance.agents.environment import Environment, make_environment
from balance.app.play import narrate_game
from balance.engine.layout import WIN
from balance.errors import BalanceError, BotError, ScenarioError
from balance.games import GAMES
from balance.runner.batches import Batches
from tests.conftest import ROOT

PIG = str(ROOT / "examples" / "pig")
TABLES = [
    (PIG, 2), (PIG, 5), ("valeria", 1), ("valeria", 4), ("king_of_the_valley", 2),
    ("king_of_the_valley", 4), ("dominion", 2), ("dominion", 3),
]  # fmt: skip
each_table = pytest.mark.parametrize(("name", "players"), TABLES)


def play_on(env, choose):
    """Answer until the game is over; return the rewards by agent."""
    rewards = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        rewards[agent] += reward
        env.step(None if terminated or truncated else choose(env, seen))
    return rewards


def first(env, seen):
    return 0


def random(env, seen):
    return env.ask("random")


@pytest.fixture
def pig():
    env = make_environment(PIG, seed=4)
    env.reset()
    return env


def test_each_game_has_a_table_here():
    assert {name for name, _ in TABLES} == {*GAMES, PIG}


@each_table
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")  # as of its own games
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should")
def test_the_interface_passes_the_tests_of_pettingzoo(name, players, capsys):
    api_test(make_environment(name, players), num_cycles=30)
    assert "Passed API test" in capsys.readouterr().out


@each_table
def test_the_same_seed_is_the_same_game(name, players):
    seed_test(lambda: make_environment(name, players), num_cycles=30)


@each_table
def test_an_environment_plays_the_deals_of_a_run(name, players):
    env = make_environment(name, players, seed=11)
    records = Batches(env.unwrapped.match).play(0, 2)
    for record in records:
        env.reset()
        scores = {}
        for agent in env.agent_iter():
            seen, reward, terminated, _, info = env.last()
            if terminated:
                scores[agent] = reward * WIN, info["score"]
            env.step(None if terminated else random(env, seen))
        assert scores == {
            f"seat_{seat}": (record["wins"][seat], record["scores"][seat])
            for seat in range(players)
        }


def test_a_seed_starts_with_deal_0_and_each_reset_is_the_next_deal(pig):
    raw = pig.unwrapped
    assert (raw.seed, raw.deal) == (4, 0)
    pig.reset()
    assert (raw.seed, raw.deal) == (4, 1)
    pig.reset(seed=5)
    assert (raw.seed, raw.deal) == (5, 0)
    pig.reset(options={"deal": 17})
    assert (raw.seed, raw.deal) == (5, 17)


def test_a_deal_is_the_same_whenever_it_is_played(pig):
    pig.reset(options={"deal": 3})
    once = pig.last()[0]
    play_on(pig, random)
    pig.reset(options={"deal": 3})
    assert (pig.last()[0]["observation"] == once["observation"]).all()


def test_only_the_winner_gets_a_reward(pig):
    rewards = play_on(pig, random)
    assert sorted(rewards.values()) == [0.0, 1.0]


def test_only_the_acting_agent_has_an_observation_until_the_end(pig):
    acting = pig.agent_selection
    (other,) = set(pig.agents) - {acting}
    assert pig.observe(acting)["observation"].any()
    assert pig.observe(acting)["action_mask"].all()
    assert not pig.observe(other)["observation"].any()
    assert not pig.observe(other)["action_mask"].any()
    while not any(pig.terminations.values()):
        pig.step(pig.ask("hold_at"))
    for agent in pig.agents:
        assert pig.observe(agent)["observation"].any()
        assert not pig.observe(agent)["action_mask"].any()


def test_a_mask_is_not_shared_with_the_next_observation(pig):
    pig.last()[0]["action_mask"][:] = 0
    assert pig.last()[0]["action_mask"].all()


def test_an_illegal_action_ends_the_game_with_a_penalty():
    env = make_environment("king_of_the_valley", 3, seed=1)
    env.reset()
    guilty, seen = env.agent_selection, env.last()[0]
    illegal = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    env.step(illegal)
    assert all(env.terminations.values())
    rewards = play_on(env, first)
    assert rewards == {agent: -1.0 if agent == guilty else 0.0 for agent in rewards}


@pytest.mark.parametrize("action", [-1, 2, None])
def test_the_environment_without_wrappers_refuses_actions_that_are_not_offered(action):
    env = Environment(PIG)
    env.reset()
    with pytest.raises(IndexError, match="expected 0 to 1"):
        env.step(action)


def test_a_game_that_does_not_end_is_truncated(monkeypatch):
    monkeypatch.setattr(environment, "MAX_DECISIONS", 5)
    env = make_environment(PIG, seed=4)
    env.reset()
    for _ in range(5):
        env.step(1)
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert set(play_on(env, first).values()) == {0.0}


def test_a_bot_has_the_name_of_the_command_line(pig, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    bot = "def bold(view, table, seat, weights, stream):\n    return 1\n"
    (tmp_path / "mine.py").write_text(bot)
    assert pig.ask("mine.py:bold") == 1
    assert pig.ask("hold_at") in (0, 1)
    with pytest.raises(ScenarioError, match="pig has no bot 'hold'"):
        pig.ask("hold")
    with pytest.raises(BotError, match=r"there is no function 'bald': did you mean 'bold'\?"):
        pig.ask("mine.py:bald")


def test_a_bot_sees_the_same_as_the_agent(pig):
    seen, view = pig.last()[0]["observation"], pig.view()[0]
    names = pig.names
    for field in ("pot", "due_seat", "num_choices"):
        assert seen[names.index(field)] == view[field]
    assert pig.table.target == 100


def test_settings_are_those_of_the_command_line():
    assert make_environment(PIG, settings={"target": 30}).unwrapped.table.target == 30
    env = make_environment("valeria", settings={"citizens.knight.cost": 7}).unwrapped
    assert 7 in env.table.cards["cost"]
    with pytest.raises(ScenarioError, match="pig has no option 'goal'"):
        make_environment(PIG, settings={"goal": 30})


def test_a_scenario_is_a_table_too():
    env = make_environment("start-player", players=4)
    assert env.unwrapped.match.game.name == "king_of_the_valley"
    assert env.possible_agents == ["seat_0", "seat_1", "seat_2", "seat_3"]


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"name": "valery"}, "valery"),
        ({"name": PIG, "players": 9}, "Pig is for 2, 3, 4, 5 players, not for 9"),
        ({"name": PIG, "players": 0}, "players = 0: expected 1 or more"),
        ({"name": PIG, "seed": -1}, "seed: .*not -1"),
        ({"name": PIG, "seed": 0.5}, "seed = 0.5: expected a whole number"),
        ({"name": PIG, "render_mode": "rgb_array"}, "ansi, human, not 'rgb_array'"),
    ],
)
def test_impossible_arguments_are_refused(keys, message):
    with pytest.raises(BalanceError, match=message):
        make_environment(**keys)


@pytest.mark.parametrize("deal", [-1, 1.5, "3"])
def test_a_deal_is_a_whole_number(pig, deal):
    with pytest.raises(ScenarioError, match=r"deal: expected a whole number"):
        pig.reset(options={"deal": deal})


def words(lines, names):
    """Return the words of lines, with other names for the players."""
    text = "\n".join(lines)
    for one, other in names.items():
        text = text.replace(one, other)
    return text.split()


@each_table
def test_a_rendered_game_has_the_text_of_balance_play(name, players):
    env = make_environment(name, players, seed=11, render_mode="ansi")
    env.reset()
    lines = [env.render()]
    while not any(env.terminations.values()) and (name == PIG or len(lines) < 60):
        env.step(env.ask("random"))
        lines.append(env.render())
    assert name != PIG or any(env.terminations.values())  # one game is rendered to its end
    variant = type("Variant", (), {"match": env.unwrapped.match})
    names = {f"random {seat + 1}": f"seat_{seat}" for seat in range(players)}
    found = words(lines, {})
    _, *expected = islice(narrate_game(variant.match, 0), 1 + len("\n".join(lines).splitlines()))
    assert len(found) > 50
    assert found == words(expected, names)[: len(found)]


def test_a_game_is_printed_in_mode_human(capsys):
    env = make_environment(PIG, seed=4, render_mode="human")
    env.reset()
    assert env.describe(0) == "hold"
    env.step(0)
    assert "seat_0 holds, keeps" in capsys.readouterr().out
    assert env.render() is None


def test_an_environment_can_be_pickled():
    raw = Environment(PIG, 3, {"target": 30}, 9)
    copy = pickle.loads(pickle.dumps(raw))
    copy.reset()
    raw.reset()
    assert copy.possible_agents == raw.possible_agents
    assert (copy.last()[0]["observation"] == raw.last()[0]["observation"]).all()


@pytest.mark.parametrize("missing", ["pettingzoo", "gymnasium.spaces"])
def test_without_the_extra_the_error_names_what_to_install(monkeypatch, missing):
    monkeypatch.setitem(sys.modules, missing, None)
    monkeypatch.delitem(sys.modules, "balance.agents.environment")
    wanted = r"needs pettingzoo .* pip install 'tabletop-balance\[agents\]'"
    with pytest.raises(ImportError, match=wanted):
        importlib.import_module("balance.agents.environment")


def test_a_bot_with_noise_answers_as_in_other_games(pig):
    answers = set()
    while not pig.terminations[pig.agent_selection]:
        assert {pig.ask("hold_at~0") for _ in range(9)} == {pig.ask("hold_at")}
        answers.add(tuple(pig.ask("hold_at~1") for _ in range(9)))
        pig.step(pig.ask("hold_at"))
    assert {answer for some in answers for answer in some} == {0, 1}
    assert max(len(set(some)) for some in answers) == 2
    with pytest.raises(ScenarioError, match="'often' is not the chance of a random choice"):
        pig.ask("hold_at~often")


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("make", [Environment, make_environment])
def test_a_copy_in_the_middle_of_a_game_goes_on_as_the_original_does(make, copied):
    env = make("valeria", players=2)
    env.reset(seed=6, options={"deal": 3})
    for _ in range(20):
        env.step(env.ask("random"))
    another, answers = copied(env), ([], [])

    def notes(answers):
        def choose(env, seen):
            answers.append((env.ask("random"), seen["observation"].tolist()))
            return answers[-1][0]

        return choose

    rewards = [play_on(one, notes(some)) for one, some in zip((another, env), answers, strict=True)]
    assert rewards[0] == rewards[1]
    assert answers[0] == answers[1]
    assert len(answers[0]) > 20
    assert another.deal == 3


def test_a_copy_of_another_game_is_refused(tmp_path):
    shutil.copytree(ROOT / "examples" / "games" / "pig", tmp_path / "pig")
    env = Environment(str(tmp_path / "pig"))
    env.reset()
    stored = pickle.dumps(env)
    file = tmp_path / "pig" / "game.toml"
    file.write_text(file.read_text().replace("100", "50"))
    with pytest.raises(ScenarioError, match="changed since this environment was stored"):
        pickle.loads(stored)
