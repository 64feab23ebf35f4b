"""Many comparisons, against scipy."""

import numpy as np
from scipy.stats import false_discovery_control

from balance.stats.multiple import false_discovery


def test_q_values_are_those_of_scipy() -> None:
    p = np.random.default_rng(1).random(60) ** 3
    np.testing.assert_allclose(false_discovery(p), false_discovery_control(p))


def test_a_test_without_a_p_value_does_not_count() -> None:
    p = np.array([0.01, np.nan, 0.04])
    found = false_discovery(p)
    assert np.isnan(found[1])
    np.testing.assert_allclose(found[[0, 2]], false_discovery_control([0.01, 0.04]))


def test_no_tests_have_no_q_values() -> None:
    assert np.isnan(false_discovery([np.nan])).all()
