import numpy as np
import pytest
from scipy.stats import linregress

from balance.stats.trend import StudentEstimate, Studies

ALL = np.ones(3, np.bool_)


def studies(values, errors, degrees=1e6):
    """Return studies of one number, whose errors share nothing."""
    value, error = np.array(values, float)[:, None], np.array(errors, float)
    covariance = np.zeros((len(value), len(value), 1))
    covariance[np.arange(len(value)), np.arange(len(value)), 0] = error**2
    return Studies(value, covariance, np.full(value.shape, degrees))


def test_the_slope_of_equally_sure_studies_is_that_of_least_squares():
    values = [1.0, 4.0, 4.5]
    found = studies(values, [0.5, 0.5, 0.5]).slope(ALL)
    assert found.value[0] == pytest.approx(linregress(range(3), values).slope)
    assert found.error[0] == pytest.approx(0.5 / np.sqrt(2))


def test_a_study_of_few_games_hardly_moves_the_slope():
    found = studies([1.0, 2.0, 99.0], [0.01, 0.01, 100.0]).slope(ALL)
    assert found.value[0] == pytest.approx(1.0, abs=0.01)


def test_the_slope_of_two_studies_is_their_difference():
    found = studies([7.0, 1.0, 3.0], [1.0, 0.3, 0.4]).slope(np.array([False, True, True]))
    assert (found.value[0], found.error[0]) == pytest.approx((2.0, 0.5))


def test_with_one_study_that_knows_the_number_there_is_no_slope():
    found = studies([1.0, np.nan, 3.0], [1.0, np.nan, 0.0]).slope(ALL)
    assert np.isnan(found.value[0])
    assert np.isnan(found.p[0])


def test_a_study_in_between_that_knows_nothing_is_stepped_over():
    found = studies([1.0, np.nan, 5.0], [1.0, np.nan, 1.0]).slope(ALL)
    assert found.value[0] == pytest.approx(2.0)


def test_luck_that_two_studies_share_falls_out_of_their_difference():
    some = studies([1.0, 3.0], [1.0, 1.0])
    some.covariance[0, 1, 0] = some.covariance[1, 0, 0] = 0.5
    (step,) = some.differences(np.ones(2, np.bool_))
    assert (step.value[0], step.error[0]) == pytest.approx((2.0, 1.0))


def test_each_two_studies_are_compared_the_later_less_the_earlier():
    found = [step.value[0] for step in studies([1.0, 3.0, 2.0], [1, 1, 1]).differences(ALL)]
    assert found == [2.0, 1.0, -1.0]


def test_p_and_interval_are_those_of_t():
    known = StudentEstimate(np.array([2.0]), np.array([1.0]), np.array([10.0]))
    assert known.half_width[0] == pytest.approx(2.228, abs=1e-3)  # t tables: 10 degrees, 97.5%
    assert known.p[0] == pytest.approx(0.0734, abs=1e-4)


def test_of_many_slopes_without_a_trend_one_in_twenty_seems_to_have_one():
    rng = np.random.default_rng(3)
    errors = np.array([0.1, 0.2, 1.0])
    values = rng.normal(0.0, 1.0, (2000, 3)) * errors
    p = [studies(value, errors).slope(ALL).p[0] for value in values]
    assert 0.035 < np.mean(np.array(p) < 0.05) < 0.065
