"""Policies: the network's formula, the gradient by differences, the file, and what they may see."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from balance.bots import policy_gradient
from balance.bots.policy import critic_at, expectation, num_weights, write_scores, write_units
from balance.bots.policy_file import read_made, read_networks, write_networks
from balance.compiling.jit import plain
from balance.engine.services import PolicyShape
from balance.errors import BotError
from balance.games.loading import load_game
from balance.games.valeria.bots.policy import INPUTS
from balance.runner.bot_matches import BotMatch, build_test_tables
from balance.runner.stop_signal import StopSignal
from balance.scenario.match import Entry, Lineup
from balance.tuning.policy_training import Learner, Rates, Teacher, first_network

SHAPE = PolicyShape(position=3, choice=2, kinds=2, hidden=2, critic=2)


def random_network(seed=1):
    return np.random.default_rng(seed).normal(0, 0.7, num_weights(SHAPE))


def scores_of(network, position, rows, kinds):
    """Return the scores of choices, as the module's docstring defines them, and as computed."""
    size = SHAPE.position * SHAPE.hidden
    sums = position @ network[:size].reshape(SHAPE.position, SHAPE.hidden)
    units = np.concatenate([[1.0], sums / (1 + abs(sums))])
    worths = network[size : critic_at(SHAPE)].reshape(SHAPE.kinds, SHAPE.hidden + 1, SHAPE.choice)
    expected = [units @ worths[kind] @ row for kind, row in zip(kinds, rows, strict=True)]
    held, scores = np.empty(SHAPE.hidden), np.empty(len(rows))
    plain(write_units)(network, 0, position, SHAPE.position, held, SHAPE.hidden)
    scratch = np.empty(SHAPE.kinds * SHAPE.choice)
    plain(write_scores)(network, size, SHAPE, held, scratch, rows, kinds, len(rows), scores)
    return expected, scores


def test_scores_follow_the_formula():
    draws = np.random.default_rng(2)
    position, rows = draws.normal(size=3), draws.normal(size=(5, 2))
    expected, scores = scores_of(random_network(), position, rows, np.array([0, 1, 1, 0, 1]))
    assert scores == pytest.approx(expected)


def test_the_gradient_of_the_policy_is_that_of_differences():
    draws = np.random.default_rng(3)
    position, rows, kinds = draws.normal(size=3), draws.normal(size=(4, 2)), np.array([0, 1, 1, 0])
    network, made, advantage, entropy = random_network(), 2, 0.8, 0.3

    def aim(weights):
        _, scores = scores_of(weights, position, rows, kinds)
        chances = np.exp(scores) / np.exp(scores).sum()
        disorder = -(chances * np.log(chances)).sum()
        return advantage * np.log(chances[made]) + entropy * disorder, chances

    gradient = np.zeros(len(network))
    policy_gradient._add_policy_gradient(
        SHAPE, network, 0, position, rows, kinds, aim(network)[1], made, advantage, entropy,
        gradient,
    )  # fmt: skip
    for place in range(critic_at(SHAPE)):
        step = np.zeros(len(network))
        step[place] = 1e-5
        difference = (aim(network + step)[0] - aim(network - step)[0]) / 2e-5
        assert gradient[place] == pytest.approx(difference, abs=1e-6)
    assert not gradient[critic_at(SHAPE) :].any()


def test_the_gradient_of_the_critic_is_that_of_differences():
    position, network, target = np.array([0.3, -1.2, 0.5]), random_network(4), 0.6
    gradient, units = np.zeros(len(network)), np.empty(SHAPE.critic)
    policy_gradient._add_critic_gradient(SHAPE, network, 0, position, target, gradient)

    def aim(weights):
        return -0.5 * (target - expectation(weights, 0, SHAPE, position, units)) ** 2

    for place in range(len(network)):
        step = np.zeros(len(network))
        step[place] = 1e-5
        difference = (aim(network + step) - aim(network - step)) / 2e-5
        assert gradient[place] == pytest.approx(difference, abs=1e-6)


def test_a_file_keeps_networks_and_how_they_were_made(tmp_path):
    file, network = tmp_path / "policy.json", tuple(map(float, first_network(INPUTS)))
    write_networks(file, INPUTS, {2: network}, {2: {"deals": 7}})
    assert read_networks(file, INPUTS)[2] == pytest.approx(network, rel=1e-4)
    assert read_made(file) == {2: {"deals": 7}}


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"position": ["other"]}, "position: it was made for other inputs"),
        ({"format": 0}, "format"),
        ({"players": {}}, "expected a network for each"),
        ({"players": {"x": {"weights": []}}}, "expected a number of players"),
        ({"players": {"02": {"weights": []}}}, "02: expected a number of players"),
        (
            {"players": {"2": {"weights": [0.5] * num_weights(INPUTS.shape), "made": 5}}},
            "players.2.made: expected an object",
        ),
        ({"players": {"2": {"weights": [1.0]}}}, "numbers"),
        ({"players": {"2": {"weights": ["a"] * num_weights(INPUTS.shape)}}}, "expected a number"),
        ({"players": {"2": {"weights": [1e99] * num_weights(INPUTS.shape)}}}, "from"),
    ],
)
def test_a_file_that_does_not_fit_is_refused_in_a_sentence(change, text, tmp_path):
    file = tmp_path / "policy.json"
    write_networks(file, INPUTS, {2: tuple(map(float, first_network(INPUTS)))}, {})
    file.write_text(json.dumps({**json.loads(file.read_text()), **change}))
    with pytest.raises(BotError, match=text):
        read_networks(file, INPUTS)


def test_a_file_that_is_no_json_is_refused_in_a_sentence(tmp_path):
    file = tmp_path / "policy.json"
    file.write_text("{")
    with pytest.raises(BotError, match="cannot be read"):
        read_networks(file, INPUTS)


@pytest.fixture(scope="module")
def valeria():
    return load_game("valeria", Path())


def test_a_policy_takes_the_network_of_the_nearest_number_of_players(valeria):
    bot = valeria.bots["policy"]
    assert set(bot.networks) == {1, 2, 3, 4, 5}
    assert bot.at(3).network == bot.networks[3]
    few = replace(bot, networks={2: bot.networks[2], 4: bot.networks[4]})
    assert few.at(5).network == bot.networks[4]
    assert few.at(3).network == bot.networks[2]  # of two that are as near that of fewer
    assert len(bot.at(2).numbers) == len(bot.weights) + num_weights(INPUTS.shape)
    with pytest.raises(ValueError, match=r"use \.at"):
        bot.numbers  # noqa: B018


def test_the_policy_of_valeria_is_clearly_stronger_than_greedy(valeria):
    tables = build_test_tables(valeria, 2)
    entries = (
        Entry("policy", valeria.bots["policy"].at(2)),
        Entry("greedy", valeria.bots["greedy"].at(2)),
    )
    played = BotMatch(valeria, tables, Lineup(entries, (0, 1)), 5).play(0, 500)
    wins = sum(played.wins[:, rotation, rotation].sum() for rotation in range(2)) / 60
    assert wins / played.cut_off.size > 0.66  # about 75%, and 1,000 games: sd 1.4%


def test_teaching_gives_the_same_network_for_any_number_of_workers(valeria):
    tables = build_test_tables(valeria, 2)[:1]
    bot = valeria.bots["policy"].at(2)
    networks = []
    for workers in (1, 2):
        teacher = Teacher(valeria, bot, tables, 3, workers, replace(Rates(), batch=64))
        learner = Learner.starting_with(first_network(teacher.inputs))
        for _ in range(3):
            assert teacher.teach(learner, 0.0, StopSignal()) is not None
        networks.append(learner.network)
    assert (networks[0] == networks[1]).all()
    assert (networks[0] != first_network(INPUTS)).any()
