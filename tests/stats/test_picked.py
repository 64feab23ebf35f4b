"""The interval of the largest of many, where the truth is known."""

import numpy as np
import pytest
from scipy.stats import norm

from balance.report.number_format import Estimated
from balance.stats.intervals import Estimate
from balance.stats.picked import picked, picked_z, widening


def test_the_widening_is_that_of_textbooks() -> None:
    assert picked_z(1) == pytest.approx(1.96, abs=1e-3)
    assert picked_z(5) == pytest.approx(2.576, abs=1e-3)
    assert widening(1) == 1.0
    assert widening(50) == pytest.approx(1.7, abs=0.01)
    assert Estimated(0.1, 0.0, 0.3).picked_of(1) == Estimated(0.1, 0.0, 0.3)


@pytest.mark.parametrize("shared", [0.0, 0.8])
@pytest.mark.parametrize("spread", [0.0, 1.0])
def test_it_holds_for_the_largest_whatever_the_truth_and_the_ordinary_one_does_not(
    shared: float, spread: float
) -> None:
    rng = np.random.default_rng(3)
    studies, things = 4000, 30
    truth = spread * rng.normal(size=(studies, things))
    luck = np.sqrt(1 - shared) * rng.normal(size=truth.shape)
    seen = truth + luck + np.sqrt(shared) * rng.normal(size=(studies, 1))
    half = norm.ppf(0.975)
    each = np.ones(seen.shape, np.int64)
    ordinary = Estimate(seen, seen - half, seen + half, each, each.astype(float))
    rows = np.arange(studies), seen.argmax(axis=1)

    def holds(estimate: Estimate) -> float:
        is_in = (estimate.low <= truth) & (truth <= estimate.high)
        return float(is_in[rows].mean())

    assert holds(picked(ordinary, things)) > 0.945
    if not shared:
        assert holds(ordinary) < 0.9
