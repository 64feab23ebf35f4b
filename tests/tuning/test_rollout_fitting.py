"""Weights fitted to rollouts: known weights are estimated, the same for any number of workers."""

import numpy as np
import pytest

from balance.compiling.jit import is_compiling
from balance.errors import BotError
from balance.games.valeria import GAME
from balance.runner.stop_signal import StopSignal
from balance.scenario.lineup import LineupBuilder
from balance.tuning.evaluation import Evaluation
from balance.tuning.rollout_fitting import (
    _centred,
    _solved,
    _Sums,
    _watch,
    fit_weights,
    rollouts_within,
)
from balance.tuning.tuned_bot import read_subject


def test_known_weights_are_estimated_whatever_a_decision_is_worth() -> None:
    rng = np.random.default_rng(1)
    truth = np.array([2.0, -1.0, 0.0])
    rollouts = np.repeat(np.arange(300), 5)
    parts = rng.normal(size=(1500, 3)) + rng.normal(size=(300, 3))[rollouts]
    worth = parts @ truth + 10 * rng.normal(size=300)[rollouts] + rng.normal(size=1500)
    made = _centred(parts, rollouts)
    sums = _Sums(made.T @ made, made.T @ _centred(worth[:, np.newaxis], rollouts)[:, 0], 1500)
    before = np.array([0.0, 0.0, 5.0])
    assert before + _solved(sums, before, 1e-3) == pytest.approx(truth, abs=0.15)


def test_weights_of_features_that_never_differ_stay() -> None:
    squares = np.diag([100.0, 0.0, 1e-29])  # the last by rounding alone
    products = np.array([300.0, 0.0, 1e-13])
    change = _solved(_Sums(squares, products, 9), np.array([1.0, 7.0, 0.0]), 1e-3)
    assert change == pytest.approx([2.0, 0.0, 0.0], abs=0.01)


def test_a_feature_that_hardly_ever_differs_gets_no_huge_weight() -> None:
    squares = np.diag([100.0, 100.0, 1e-6])
    change = _solved(_Sums(squares, np.array([300.0, 100.0, 0.01]), 9), np.zeros(3), 0.01)
    assert change[:2] == pytest.approx([3, 1], abs=0.05)
    assert abs(change[2]) < 2  # 10,000 without a pull of its own


def test_games_of_rollouts_are_as_many_as_fit_into_a_time() -> None:
    evaluation = planner_of_valeria(2, 1)
    few, more = rollouts_within(evaluation, 0.0), rollouts_within(evaluation, 1000.0)
    assert few == 1
    assert more > 100


def test_rows_are_centred_decision_by_decision() -> None:
    values = np.array([[1.0], [3.0], [10.0], [20.0]])
    found = _centred(values, np.array([1, 1, 2, 2]))
    assert found[:, 0].tolist() == [-1, 1, -5, 5]


def planner_of_valeria(players: int, workers: int) -> Evaluation:
    seating = LineupBuilder(GAME)
    subject = read_subject(seating, "planner", players, None)
    return Evaluation(subject, ["planner"], seating, 3, workers)


@pytest.mark.skipif(not is_compiling(), reason="many games")
def test_the_fit_does_not_depend_on_the_number_of_workers() -> None:
    one, two = (fit_weights(planner_of_valeria(2, workers), 40, StopSignal()) for workers in (1, 2))
    assert one is not None
    assert one == two
    assert one.choices > 500
    bot = GAME.bots["planner"]
    assert bot.rollouts is not None
    assert set(one.weights) <= set(list(bot.weights)[: bot.rollouts.num_weights])


def test_a_bot_without_features_is_refused() -> None:
    seating = LineupBuilder(GAME)
    subject = read_subject(seating, "greedy", 2, None)
    with pytest.raises(BotError, match=r"'greedy' cannot be fitted .*--rollouts"):
        fit_weights(Evaluation(subject, ["greedy"], seating, 3, 1), 40, StopSignal())


def test_a_stopped_fit_returns_nothing() -> None:
    stop = StopSignal()
    stop.set()
    assert fit_weights(planner_of_valeria(2, 1), 40, stop) is None


def test_rollouts_of_a_game_from_outside_are_watched(pig_set_up):
    match = pig_set_up().cells[0].match
    states = np.zeros(4, match.game.state)
    watch = _watch(match, states, 3)
    assert watch.look() is None  # it is compiling
    states["key"][0] = 1
    before = watch.look()
    assert watch.look() == before
    states["turns"][1] += 1
    assert watch.look() != before
    assert "Pig: the rollouts of deal 3 of seed 7 have not gone on for" in watch.explain()
