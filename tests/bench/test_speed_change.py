"""By how much a row has changed, and how sure that is."""

from dataclasses import replace

import numpy as np
import pytest

from balance.bench.speed_change import change
from tests.bench.test_baselines import SPEED


def speed(paces, decisions=60.0):
    middle = float(np.median(paces))
    return replace(SPEED, pace=middle, paces=tuple(paces), decisions=decisions)


def noisy(middle, spread, count=15):
    return middle * (1 + spread * np.random.default_rng(3).standard_normal(count))


def test_a_change_is_the_ratio_of_the_medians():
    found = change(speed([100.0, 90.0, 110.0]), speed([50.0, 49.0, 51.0]))
    assert found.ratio == 0.5
    assert 49 / 110 <= found.low < 0.5 < found.high <= 51 / 90


def test_its_interval_is_as_wide_as_the_repeats_are_noisy():
    calm = change(speed(noisy(100, 0.01)), speed(noisy(100, 0.01)))
    wild = change(speed(noisy(100, 0.1)), speed(noisy(100, 0.1)))
    assert wild.high - wild.low > 5 * (calm.high - calm.low)


def test_noise_is_not_noteworthy_and_neither_is_little():
    assert not change(speed(noisy(100, 0.2)), speed(noisy(93, 0.2))).is_noteworthy
    assert not change(speed(noisy(100, 0.001)), speed(noisy(97, 0.001))).is_noteworthy
    assert change(speed(noisy(100, 0.01)), speed(noisy(90, 0.01))).is_noteworthy


@pytest.mark.parametrize(("now", "sureness"), [(50, 1.0), (99, 0.0)])
def test_how_sure_it_is_that_a_limit_is_broken(now, sureness):
    assert change(speed(noisy(100, 0.01)), speed(noisy(now, 0.01))).sureness(0.9) == sureness


def test_other_decisions_in_the_same_games_are_other_games():
    assert change(speed([1.0]), speed([1.0], decisions=61.0)).plays_other_games
    assert not change(speed([1.0]), speed([1.0])).plays_other_games
