"""The interval of the largest of many, where the truth is known."""

import numpy as np
import pytest
from scipy.stats import norm

from balance.report.number_format import SHARE_ENDS, Estimated
from balance.stats.picked import picked_z, widening


def test_the_widening_is_that_of_textbooks() -> None:
    assert picked_z(1) == pytest.approx(1.96, abs=1e-3)
    assert picked_z(5) == pytest.approx(2.576, abs=1e-3)
    assert widening(1) == 1.0
    assert widening(50) == pytest.approx(1.7, abs=0.01)
    assert Estimated(0.1, 0.0, 0.3).picked_of(1) == Estimated(0.1, 0.0, 0.3)
    assert Estimated(0.01, 0.002, 0.03).picked_of(50, ends=SHARE_ENDS).low == 0.0
    assert np.isnan(Estimated(0.1).picked_of(5).low)


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
    largest = np.arange(studies), seen.argmax(axis=1)
    off = np.abs(seen - truth)[largest]
    half = norm.ppf(0.975)
    wide = Estimated(0.0, -half, half).picked_of(things).high
    assert (off <= wide).mean() > 0.945
    if not shared:
        assert (off <= half).mean() < 0.9
