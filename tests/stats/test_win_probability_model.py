"""The model of who will win: found again where the truth is known."""

import numpy as np
import pytest
from scipy.special import expit

from balance.stats.intervals import Floats, proportion
from balance.stats.win_probability_model import brier, calibration, fit, probabilities

TRUTH = np.array([1.2, -0.5])


def made_up(positions: int, seats: int, seed: int = 1) -> tuple[Floats, Floats, Floats]:
    rng = np.random.default_rng(seed)
    features = rng.normal(size=(positions, seats, 2))
    chances = probabilities(features, TRUTH)
    winners = (rng.random((positions, 1)) > np.cumsum(chances, axis=1)).sum(axis=1)
    return features, chances, np.eye(seats)[winners]


@pytest.mark.parametrize("seats", [2, 4])
def test_the_coefficients_are_found_again(seats: int) -> None:
    features, _, shares = made_up(20_000, seats)
    assert fit(features, shares) == pytest.approx(TRUTH, abs=0.05)


def test_with_two_seats_it_is_logistic_regression_on_the_difference() -> None:
    features, chances, _ = made_up(10, 2)
    assert chances[:, 0] == pytest.approx(expit((features[:, 0] - features[:, 1]) @ TRUTH))
    assert chances.sum(axis=1) == pytest.approx(np.ones(10))


def test_what_all_seats_share_does_not_matter() -> None:
    features, chances, _ = made_up(10, 3)
    assert probabilities(features + 7.0, TRUTH) == pytest.approx(chances)


def test_what_decides_all_leaves_coefficients_finite() -> None:
    features = np.array([[[1.0], [0.0]], [[0.0], [1.0]]] * 20)
    found = fit(features, features[:, :, 0])
    assert 2 < found[0] < 20


def test_shared_wins_pull_to_the_middle() -> None:
    features = np.array([[[1.0], [-1.0]]] * 50)
    assert fit(features, np.full((50, 2), 0.5)) == pytest.approx([0.0], abs=1e-6)


def test_the_brier_score_of_a_sure_guess_and_of_none() -> None:
    won = np.array([[1.0, 0.0], [0.0, 1.0]])
    assert brier(won, won) == pytest.approx([0, 0])
    assert brier(np.full((2, 2), 0.5), won) == pytest.approx([0.25, 0.25])


def test_true_chances_are_calibrated_and_false_ones_are_not() -> None:
    _, chances, shares = made_up(20_000, 3)
    deals = np.arange(20_000) // 4
    seen, expected = calibration(chances, shares, deals, 10)
    found = proportion(seen)
    assert seen.den.sum() == 60_000
    assert ((found.low <= expected) & (expected <= found.high)).mean() >= 0.8
    wrong = chances**2 / (chances**2).sum(axis=1, keepdims=True)
    seen, expected = calibration(wrong, shares, deals, 10)
    found = proportion(seen)
    assert ((found.low > expected) | (expected > found.high)).mean() > 0.6


def test_an_empty_bin_has_no_chance() -> None:
    seen, expected = calibration(np.full((4, 2), 0.5), np.full((4, 2), 0.5), np.arange(4), 10)
    assert np.isnan(expected).sum() == 9
    assert seen.den[5] == 8
