"""Many comparisons, against scipy."""

import numpy as np
import pytest
from scipy.stats import false_discovery_control

from balance.stats.multiple_testing import false_discovery, familywise, page_wide


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


def test_adjusted_p_values_are_those_of_holm() -> None:
    # The example of Holm's procedure: 0.01 * 4, 0.013 * 3, 0.014 * 2, 0.05, made to rise.
    found = familywise([0.05, 0.013, np.nan, 0.01, 0.014])
    assert np.isnan(found[2])
    np.testing.assert_allclose(found[[3, 1, 4, 0]], [0.04, 0.04, 0.04, 0.05])
    assert familywise([0.4, 0.6]).tolist() == [0.8, 0.8]


def test_among_tests_without_an_effect_one_family_in_twenty_has_a_find() -> None:
    p = np.random.default_rng(3).random((2000, 30))
    finds = [(familywise(one) < 0.05).any() for one in p]
    assert 0.035 < np.mean(finds) < 0.065


def test_where_nothing_differs_one_page_in_twenty_shows_a_difference() -> None:
    rng = np.random.default_rng(2)
    is_headline = np.arange(80) < 9
    pages = [page_wide(rng.random(80), is_headline) for _ in range(4000)]
    assert np.mean([(page < 0.05).any() for page in pages]) == pytest.approx(0.05, abs=0.01)
    twice = [page_wide(rng.random(80), is_headline, 2) for _ in range(4000)]
    assert np.mean([(page < 0.05).any() for page in twice]) == pytest.approx(0.025, abs=0.01)


def test_a_page_of_headline_numbers_alone_is_corrected_once() -> None:
    p = np.array([0.01, 0.02, np.nan])
    np.testing.assert_allclose(page_wide(p, np.ones(3, bool)), familywise(p))
    with_others = page_wide(np.append(p, 0.5), np.arange(4) < 3)
    np.testing.assert_allclose(with_others[:2], 2 * familywise(p)[:2])
