"""The other example of guides/train-an-agent: a network for Valeria, taught in many games."""

import sys

import numpy as np
import pytest

from balance.agents.batch_environment import BatchEnvironment
from balance.agents.environment import Environment, prepared_match


@pytest.fixture(scope="module")
def ppo(program):
    """The training script."""
    return program("ppo")


def seen_of(ppo, rng, decisions=6):
    """Decisions of four choices, of which the last are not always offered."""
    offered = np.arange(ppo.MOST_CHOICES) < rng.integers(2, 5, decisions)[:, None]
    rows = np.where(offered, np.arange(ppo.MOST_CHOICES), 0)
    return ppo.Seen(rng.normal(size=(decisions, ppo.FEATURES)), rows, offered)


def test_the_network_sees_in_training_what_the_bot_sees(ppo):
    position = sys.modules["position"]
    env = Environment("first-game", players=2, seed=5)
    env.reset()
    eyes = ppo.Eyes(env.names)
    rng = np.random.default_rng(1)
    features = np.empty(ppo.FEATURES)
    for _ in range(60):
        if any(env.terminations.values()):
            break
        view, seat = env.view()[0], env.possible_agents.index(env.agent_selection)
        found = env.observe(env.agent_selection)
        seen = eyes.look(found["observation"][None], np.array([seat]))
        position.look(view, seat, features)
        assert seen.features[0] == pytest.approx(features, rel=1e-6)
        count = int(view.num_choices)
        keys = [position.key_of(int(view.decision), int(view.choices[i])) for i in range(count)]
        assert eyes.keys[seen.rows[0, :count]].tolist() == keys
        assert seen.offered[0].sum() == count
        env.step(int(rng.integers(count)))


def test_its_steps_go_up_the_slope_of_what_is_to_grow(ppo, monkeypatch):
    rng = np.random.default_rng(2)
    network, seen = ppo.Network(rng), seen_of(ppo, rng)
    network.hidden = network.hidden.astype(float)
    network.choices = rng.normal(0, 0.5, network.choices.shape)
    network.critic = rng.normal(0, 0.5, network.critic.shape)
    actions = np.zeros(6, np.int64)
    gains, results = rng.normal(size=6), rng.random(6)
    before = network.answer(seen)[1][:, 0] * rng.uniform(0.7, 1.4, 6)

    def worth():
        _, chances, expected = network.answer(seen)
        ratio = chances[:, 0] / before
        clipped = np.clip(ratio, 1 - ppo.CLIP, 1 + ppo.CLIP)
        logs = np.log(np.where(seen.offered, chances, 1.0))
        entropy = -(chances * logs).sum(axis=1)
        policy = np.minimum(ratio * gains, clipped * gains)
        return (policy + ppo.ENTROPY * entropy - (results - expected) ** 2 / 2).mean()

    found = []
    monkeypatch.setattr(network, "_climb", lambda slopes, rate: found.extend(slopes))
    network.improve(seen, actions, before, gains, results, 0.1)
    for weights, slopes in zip(
        (network.hidden, network.choices, network.critic), found, strict=True
    ):
        for place in [(0, 1), (3, 2), (2, 0)] if weights.ndim == 2 else [0, 7]:
            usual = weights[place]
            weights[place] = usual + 1e-6
            more = worth()
            weights[place] = usual - 1e-6
            less = worth()
            weights[place] = usual
            assert slopes[place] == pytest.approx((more - less) / 2e-6, rel=1e-3, abs=1e-7)


def test_a_short_training_writes_the_bots_network(ppo, monkeypatch, tmp_path):
    monkeypatch.setattr(ppo, "STEPS", 4)
    env = BatchEnvironment(prepared_match("first-game", 2, None, 1), 8, ["random"])
    network, eyes = ppo.train(env, 2, 1)
    assert np.abs(network.choices[: len(eyes.keys)]).sum() > 0
    path = tmp_path / "actor_network.py"
    ppo.write(network, eyes, path)
    names = {}
    exec(path.read_text(), names)
    assert (np.diff(names["KEYS"]) > 0).all()
    assert names["CHOICES"].shape == (len(eyes.keys), ppo.UNITS)
    assert names["HIDDEN"] == pytest.approx(network.hidden, abs=1e-4)
