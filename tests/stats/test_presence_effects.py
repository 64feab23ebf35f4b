import numpy as np
import pytest
from scipy.stats import ttest_ind

from balance.stats.presence_effects import presence


def drawn(rng, cases, things, size):
    """Return cases that have so many of the things each."""
    return np.argsort(rng.random((cases, things)), axis=1) < size


def test_effects_are_those_that_made_the_values():
    rng = np.random.default_rng(3)
    present = drawn(rng, 200, 20, 5)
    own = np.linspace(-2, 2, 20)
    found = presence(present @ own + 7, present)
    others = (own.sum() - own) / 19
    assert found.value == pytest.approx(own - others)
    assert found.high - found.low == pytest.approx(np.zeros(20), abs=1e-9)


@pytest.mark.parametrize("cases", [35, 120])  # things one by one, and together
def test_intervals_hold_the_truth_and_nothing_is_found_of_nothing(cases):
    rng = np.random.default_rng(4)
    own = np.zeros(20)
    own[:3] = 1.0, -1.0, 2.0
    truth = own - (own.sum() - own) / 19
    held, false = [], []
    for _ in range(200):
        present = drawn(rng, cases, 20, 5)
        noise = rng.normal(0, 1, cases) * (1 + present[:, 5])
        found = presence(present @ own + noise, present)
        known = np.isfinite(found.value)  # those that were drawn often enough
        held += list(((found.low <= truth) & (truth <= found.high))[known])
        false += list((presence(noise, present).p < 0.05)[known])
    assert np.mean(held) == pytest.approx(0.955, abs=0.02)
    assert np.mean(false) == pytest.approx(0.045, abs=0.02)


def test_one_thing_is_tested_as_by_welch():
    rng = np.random.default_rng(5)
    there = np.arange(30) % 3 == 0
    values = rng.normal(0, 1, 30) + there
    found = presence(values, there[:, None])
    welch = ttest_ind(values[there], values[~there], equal_var=False)
    assert found.p[0] == pytest.approx(welch.pvalue)
    assert (found.low[0], found.high[0]) == pytest.approx(tuple(welch.confidence_interval()))


def test_what_is_always_or_hardly_there_says_nothing():
    present = np.zeros((40, 3), np.bool_)
    present[:, 0] = True
    present[:4, 1] = True
    present[::2, 2] = True
    found = presence(np.arange(40.0), present)
    assert np.isnan(found.value[:2]).all()
    assert found.value[2] == pytest.approx(-1)
