"""Games by the batch are those of the environments one by one, decision by decision."""

import copy
import pickle
import sys
from dataclasses import replace

import numpy as np
import pytest
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from balance import agents
from balance.agents import batch, batch_environment
from balance.agents.environment import Environment
from balance.agents.stepping import MOST_PASSED_OVER
from balance.engine.jit import compiled
from balance.errors import BalanceError, LimitError, ScenarioError
from tests.agents.test_environment import PIG, each_table


def random_actions(rng, seen):
    """Return an offered action for each game."""
    return (rng.random(len(seen["action_mask"])) * seen["action_mask"].sum(axis=1)).astype(int)


def play_game(env, bots, number):
    """Begin a game in an environment, and play it on to the first decision of an agent."""
    rotations = len(bots)
    env.reset(options={"deal": number // rotations})
    seated = [bots[(seat - number) % rotations] for seat in range(len(env.possible_agents))]
    let_bots_play(env, seated)
    return seated


def let_bots_play(env, seated):
    """Let the bots answer until the game is over or a seat without one is to move."""
    while not is_over(env) and seated[seat_of(env)]:
        env.step(env.ask(seated[seat_of(env)]))


def is_over(env):
    return any(env.terminations.values())


def seat_of(env):
    return env.possible_agents.index(env.agent_selection)


def assert_same(seen, place, other):
    assert (seen["observation"][place] == other["observation"]).all()
    assert (seen["action_mask"][place] == other["action_mask"]).all()


def follow(name, players, bots, steps, settings=None):
    """Play a batch and each of its games alone; return how many ended, and were passed over."""
    many = batch(name, players, 2, [bot for bot in bots if bot], settings, seed=11)
    alone = [Environment(name, players, settings, 11 + place) for place in range(2)]
    rng, numbers = np.random.default_rng(5), [0, 0]
    ended = passed_over = 0
    seen, infos = many.reset()
    seated = [None, None]

    def begin(place):
        nonlocal passed_over
        seated[place] = play_game(alone[place], bots, numbers[place])
        numbers[place] += 1
        while is_over(alone[place]):
            passed_over += 1
            seated[place] = play_game(alone[place], bots, numbers[place])
            numbers[place] += 1

    begin(0)
    begin(1)
    for _ in range(steps):
        for place, env in enumerate(alone):
            assert infos["game"][place] == numbers[place] - 1
            assert infos["seat"][place] == seat_of(env)
            assert_same(seen, place, env.observe(env.agent_selection))
        actions = random_actions(rng, seen)
        seen, rewards, terminations, truncations, infos = many.step(actions)
        assert not truncations.any()
        for place, env in enumerate(alone):
            mover = env.agent_selection
            env.step(actions[place])
            let_bots_play(env, seated[place])
            assert terminations[place] == is_over(env)
            assert rewards[place] == (env.rewards[mover] if is_over(env) else 0.0)
            if is_over(env):
                ended += 1
                final = infos["final_info"]
                assert final["wins"][place].tolist() == list(env.rewards.values())
                scores = [info["score"] for info in env.infos.values()]
                assert final["scores"][place].tolist() == scores
                assert infos["_final_obs"][place]
                other = env.observe(mover)
                assert (infos["final_obs"][place]["observation"] == other["observation"]).all()
                begin(place)
    return ended, passed_over


@each_table
def test_each_decision_is_that_of_the_environment(name, players):
    ended, _ = follow(name, players, [None], 500)
    assert ended > 0


@pytest.mark.parametrize(
    ("name", "bots"),
    [
        (PIG, [None, "hold_at~0.5"]),
        ("valeria", [None, "greedy"]),
        ("king_of_the_valley", [None, "random"]),
        ("dominion", [None, None, "random"]),
    ],
)
def test_bots_play_as_in_the_environment(name, bots):
    ended, _ = follow(name, len(bots), bots, 600)
    assert ended > 0


def test_a_game_that_the_bots_decide_alone_is_passed_over():
    ended, passed_over = follow(PIG, 2, [None, "random"], 200, {"target": 4})
    assert ended > 0
    assert passed_over > 0


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickle.dumps])
def test_games_by_the_batch_are_not_copied(pigs, copied):
    with pytest.raises(TypeError, match="cannot be copied or pickled"):
        copied(pigs)


@pytest.fixture(scope="module")
def pigs():
    return batch(PIG, n=3, seed=4)


def test_each_game_has_a_seed(pigs):
    by_number = pigs.reset(seed=20)[0]["observation"].copy()
    assert (pigs.reset(seed=[20, 21, 22])[0]["observation"] == by_number).all()
    turned = pigs.reset(seed=np.array([22, 21, 20]))[0]["observation"]
    assert (turned == by_number[::-1]).all()
    assert len(np.unique(by_number, axis=0)) > 1


def test_without_a_seed_each_goes_on_with_its_next_game():
    pigs = batch(PIG, n=2, seed=4)
    first = pigs.reset()[0]["observation"].copy()
    assert pigs.reset()[1]["game"].tolist() == [1, 1]
    assert (pigs.reset(seed=4)[0]["observation"] == first).all()
    assert pigs.reset()[1]["game"].tolist() == [1, 1]


@pytest.mark.parametrize(
    ("seed", "message"), [([1, 2], "seed: 2 for 3 games"), (-1, "seed: .*not -1")]
)
def test_impossible_seeds_are_refused(pigs, seed, message):
    with pytest.raises(ScenarioError, match=message):
        pigs.reset(seed=seed)


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ([0, 2, 0], "action 2 in game 1: expected 0 to 1"),
        ([0, 0, -1], "action -1 in game 2: expected 0 to 1"),
        ([0, 0], r"actions of shape \(2,\).*: expected \(3,\)"),
        ([0.5, 0, 0], r"of type float64: expected \(3,\), whole numbers"),
    ],
)
def test_with_an_action_that_is_not_offered_no_game_is_stepped(pigs, actions, message):
    seen = pigs.reset(seed=3)[0]["observation"].copy()
    with pytest.raises(IndexError, match=message):
        pigs.step(np.array(actions))
    assert (pigs._seen["observation"] == seen).all()
    assert (pigs._states["num_decisions"] == 0).all()


def test_a_game_that_does_not_end_is_truncated(monkeypatch):
    monkeypatch.setattr(batch_environment, "MAX_DECISIONS", 5)
    pigs = batch(PIG, n=2, seed=4)
    pigs.reset()
    for _ in range(4):
        *_, truncations, _ = pigs.step(np.ones(2, int))
        assert not truncations.any()
    _, rewards, terminations, truncations, infos = pigs.step(np.ones(2, int))
    assert truncations.all()
    assert not terminations.any()
    assert not rewards.any()
    assert not infos["final_info"]["wins"].any()
    assert infos["game"].tolist() == [1, 1]


def test_it_fits_gymnasium():
    many = RecordEpisodeStatistics(batch("king_of_the_valley", 2, 4, ["random"], seed=3))
    rng = np.random.default_rng(1)
    seen, _ = many.reset(seed=3)
    assert many.observation_space.contains(seen)
    ended = 0
    while ended < 3:
        actions = random_actions(rng, seen)
        assert many.action_space.contains(actions)
        seen, rewards, terminations, _, infos = many.step(actions)
        assert many.observation_space.contains(seen)
        if terminations.any():
            ended += terminations.sum()
            assert (infos["episode"]["r"][terminations] == rewards[terminations]).all()


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"n": 0}, "n = 0: expected 1 or more games"),
        ({"bots": ["hold_at", "hold_at"]}, "bots: 2 for 2 players: expected fewer"),
        ({"bots": ["hold"]}, "pig has no bot 'hold'"),
        ({"bots": ["mine.py:bold"]}, "'bold': .*compiled bots of the game itself"),
        ({"players": 9}, "Pig is for 2, 3, 4, 5 players, not for 9"),
    ],
)
def test_impossible_arguments_are_refused(keys, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    bot = "def bold(view, table, seat, weights, stream):\n    return 1\n"
    (tmp_path / "mine.py").write_text(bot)
    with pytest.raises(BalanceError, match=message):
        batch(PIG, **keys)


def test_before_the_first_reset_there_is_nothing_to_step():
    with pytest.raises(ScenarioError, match="call reset first"):
        batch(PIG, n=2).step(np.zeros(2, int))


@compiled
def begin_nothing(state, table):
    """Set up a game that is over at once."""


@compiled
def begin_too_much(state, table):
    """Go beyond a limit."""
    raise LimitError("more than there is room for")


@pytest.mark.parametrize(
    ("begin", "kind", "message"),
    [
        (begin_nothing, ScenarioError, f"decide in {MOST_PASSED_OVER:,} games of seed 4"),
        (begin_too_much, LimitError, "in game 0 of seed 4, after decision 0: more than there is"),
    ],
)
def test_rules_that_never_ask_or_fail_are_an_error(monkeypatch, begin, kind, message):
    prepared = batch_environment.prepared_match

    def broken(*given):
        match = prepared(*given)
        return replace(match, game=replace(match.game, begin=begin))

    monkeypatch.setattr(batch_environment, "prepared_match", broken)
    pigs = batch(PIG, n=2, seed=4)
    with pytest.raises(kind, match=message):
        pigs.reset()
    with pytest.raises(ScenarioError, match="call reset first"):
        pigs.step(np.zeros(2, int))


def test_without_the_extra_the_error_names_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "gymnasium.vector", None)
    monkeypatch.delitem(sys.modules, "balance.agents.batch_environment")
    with pytest.raises(ImportError, match=r"pip install 'tabletop-balance\[agents\]'"):
        agents.batch(PIG)
