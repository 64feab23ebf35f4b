import numpy as np
import pytest
from scipy.stats import kendalltau

from balance.stats.ranking import agreement


def test_the_same_order_and_the_reverse():
    assert agreement([1, 2, 3, 4], [10, 20, 30, 40]).tau == 1
    assert agreement([1, 2, 3, 4], [4, 3, 2, 1]).tau == -1


@pytest.mark.parametrize("digits", [0, 6])
def test_tau_is_that_of_scipy_with_ties_too(digits):
    rng = np.random.default_rng(1)
    one = rng.normal(0, 2, 40).round(digits)
    two = (one + rng.normal(0, 2, 40)).round(digits)
    found, known = agreement(one, two), kendalltau(one, two, method="asymptotic")
    assert found.tau == pytest.approx(known.statistic)
    if digits:
        assert found.p == pytest.approx(known.pvalue, rel=0.01)


def test_what_one_of_them_does_not_know_is_left_out():
    found = agreement([1, 2, np.nan, 4], [1, 2, 3, np.nan])
    assert (found.tau, found.things) == (1, 2)


def test_of_one_thing_there_is_no_order():
    found = agreement([1, np.nan], [1, 2])
    assert np.isnan(found.tau)
    assert np.isnan(found.p)
