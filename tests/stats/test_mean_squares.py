"""Mean squares: their intervals hold the truth, near 0 and far from it."""

import numpy as np
import pytest

from balance.stats.mean_squares import mean_square


@pytest.mark.parametrize("size", [0.0, 0.02, 0.1])
@pytest.mark.parametrize("parts", [2, 4, 18])
def test_the_interval_holds_the_true_mean_square(parts, size):
    rng = np.random.default_rng(2)
    true = np.linspace(-size, size, parts)
    noise = 0.03 * rng.standard_normal((4000, 2, parts))
    seen = true + noise - noise.mean(axis=-1, keepdims=True)
    errors = np.full(seen.shape, 0.03 * np.sqrt(1 - 1 / parts))
    low, middle, high = (mean_square(seen, errors, score) for score in (-1.96, 0.0, 1.96))
    truth = (true**2).mean()
    assert ((low <= truth) & (truth <= high)).mean() >= 0.93
    assert (low <= middle).all()
    assert (middle <= high).all()
    assert (middle >= truth).mean() >= 0.45  # where the truth is 0 nothing is below it


def test_without_errors_it_is_the_mean_square_itself():
    assert mean_square(np.array([[0.1, -0.1]]), np.zeros((1, 2))) == pytest.approx(0.01)
