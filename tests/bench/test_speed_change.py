"""Changes of a row, with their intervals."""

from dataclasses import replace

import numpy as np
import pytest

from balance.bench.speed_change import speed_change
from tests.bench.test_baselines import SPEED


def speed(paces, decisions=60.0):
    middle = float(np.median(paces))
    return replace(SPEED, pace=middle, paces=tuple(paces), decisions=decisions)


def noisy(middle, sd, count=15):
    return middle * (1 + sd * np.random.default_rng(3).standard_normal(count))


def test_a_change_is_the_ratio_of_the_medians():
    change = speed_change(speed([100.0, 90.0, 110.0]), speed([50.0, 49.0, 51.0]))
    assert change.ratio == 0.5
    assert 49 / 110 <= change.low < 0.5 < change.high <= 51 / 90


def test_its_interval_is_as_wide_as_the_repeats_are_noisy():
    calm = speed_change(speed(noisy(100, 0.01)), speed(noisy(100, 0.01)))
    wild = speed_change(speed(noisy(100, 0.1)), speed(noisy(100, 0.1)))
    assert wild.high - wild.low > 5 * (calm.high - calm.low)


def test_noise_is_not_noteworthy_and_neither_is_little():
    assert not speed_change(speed(noisy(100, 0.2)), speed(noisy(93, 0.2))).is_noteworthy
    assert not speed_change(speed(noisy(100, 0.001)), speed(noisy(97, 0.001))).is_noteworthy
    assert speed_change(speed(noisy(100, 0.01)), speed(noisy(90, 0.01))).is_noteworthy


@pytest.mark.parametrize(("now", "probability"), [(50, 1.0), (99, 0.0)])
def test_the_probability_that_a_limit_is_broken(now, probability):
    assert (
        speed_change(speed(noisy(100, 0.01)), speed(noisy(now, 0.01))).probability_below(0.9)
        == probability
    )


def test_other_decisions_in_the_same_games_are_other_games():
    assert speed_change(speed([1.0]), speed([1.0], decisions=61.0)).plays_other_games
    assert not speed_change(speed([1.0]), speed([1.0])).plays_other_games
