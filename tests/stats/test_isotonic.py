"""Rising curves and their inverse: against scipy, and by hand."""

import numpy as np
import pytest
from scipy.optimize import isotonic_regression

from balance.stats.isotonic import heights_at, places_of, rising


def test_a_curve_that_may_not_fall_is_the_one_of_scipy() -> None:
    rng = np.random.default_rng(1)
    values, weights = rng.normal(np.arange(8) / 3, 1, (30, 8)), rng.uniform(1, 5, 8)
    found = rising(values, weights, -99.0)
    for row, expected in zip(found, values, strict=True):
        np.testing.assert_allclose(row, isotonic_regression(expected, weights=weights).x)


def test_no_value_lies_below_the_floor() -> None:
    assert rising([0.3, 0.6, 0.4], np.ones(3), 0.5).tolist() == [0.5, 0.5, 0.5]
    assert rising([0.3, 0.8, 0.9], np.ones(3), 0.5).tolist() == [0.5, 0.8, 0.9]


def test_a_curve_is_read_between_its_points() -> None:
    at = np.array([0.0, 1, 2, 4])
    curves = np.array([[0.5, 0.6, 0.6, 0.8], [0.5, 0.5, 0.7, 0.7]])
    found = heights_at(at, curves, np.array([3.0, 0.0, 0.5, -1.0]))
    assert found[0].tolist() == pytest.approx([0.7, 0.5, 0.55, 0.4])
    assert found[1].tolist() == pytest.approx([0.7, 0.5, 0.5, 0.5])


def test_the_inverse_goes_back() -> None:
    at = np.array([0.0, 1, 2, 4])
    curves = np.array([[0.5, 0.6, 0.6, 0.8], [0.5, 0.5, 0.7, 0.8]])
    heights = np.array([[0.55, 0.7, 0.6, 0.5, 0.8, 0.81], [0.6, 0.75, 0.5, 0.7, 0.8, 0.9]])
    found = places_of(at, curves, heights)
    assert found[0].tolist() == pytest.approx([0.5, 3, 1.5, 0, 4, np.inf])
    assert found[1].tolist() == pytest.approx([1.5, 3, 0.5, 2, 4, np.inf])


def test_below_the_start_the_first_rise_is_continued() -> None:
    at = np.array([0.0, 1, 2, 4])
    curves = np.array([[0.5, 0.6, 0.7, 0.8], [0.5, 0.5, 0.6, 0.7]])
    found = places_of(at, curves, np.array([[0.45], [0.45]]))
    assert found[:, 0].tolist() == pytest.approx([-0.5, -1])


def test_on_a_flat_curve_there_is_no_way_back() -> None:
    found = places_of(np.array([0.0, 1]), np.array([[0.5, 0.5]]), np.array([[0.4, 0.6]]))
    assert not np.isfinite(found).any()
