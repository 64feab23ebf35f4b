"""Paired differences: against formulas, and against studies whose truth is known."""

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.special import ndtr

from balance.stats.jackknife import (
    Replicates,
    deviation,
    deviation_difference,
    estimate,
    paired,
    replicates,
    variance_between,
)

FOLDS = 256


def of(values: NDArray[np.float64]) -> Replicates:
    """Return the means of values given by fold, shape (folds, statistics)."""
    ones = np.ones_like(values)
    return replicates(values, ones, np.ones(len(values)))


def test_the_error_of_a_mean_is_the_usual_one() -> None:
    values = np.random.default_rng(1).normal(5, 2, (FOLDS, 3))
    usual = values.std(axis=0, ddof=1) / np.sqrt(FOLDS)
    np.testing.assert_allclose(of(values).errors(), usual)
    found = estimate(of(values))
    np.testing.assert_allclose(found.value, values.mean(axis=0))
    np.testing.assert_allclose(found.high - found.low, 2 * 1.96931 * usual, rtol=1e-5)  # t of 255


def test_the_error_of_a_ratio_is_the_linearised_one() -> None:
    rng = np.random.default_rng(2)
    den = rng.integers(50, 70, (FOLDS, 1)).astype(float)
    num = rng.binomial(den.astype(int), 0.3).astype(float)
    share = num.sum() / den.sum()
    usual = np.sqrt(((num - share * den) ** 2).sum() * FOLDS / (FOLDS - 1)) / den.sum()
    np.testing.assert_allclose(replicates(num, den, np.ones(FOLDS)).errors(), usual, rtol=0.01)


def test_shared_luck_falls_out_of_a_difference() -> None:
    rng = np.random.default_rng(3)
    luck, own = rng.normal(0, 3, (FOLDS, 1)), rng.normal(0, 1, (2, FOLDS, 1))
    found = paired(of(luck + own[0]), of(luck + own[1] + 1))
    width = (found.difference.high - found.difference.low).item() / 2
    assert found.difference.value.item() == pytest.approx(1, abs=2 * width)
    assert width == pytest.approx(1.97 * np.sqrt(2 / FOLDS), rel=0.15)
    assert found.correlation.item() == pytest.approx(0.9, abs=0.03)
    assert found.worth.item() == pytest.approx(10, rel=0.2)


def test_a_study_against_itself_differs_by_nothing() -> None:
    values = np.random.default_rng(4).normal(0.3, 1, (FOLDS, 2))
    found = paired(of(values), of(values))
    assert (
        found.difference.value.tolist()
        == found.difference.low.tolist()
        == found.difference.high.tolist()
    )
    assert found.p.tolist() == [1, 1]
    assert found.z.tolist() == [0, 0]


def test_a_difference_that_never_varies_is_certain() -> None:
    values = np.random.default_rng(5).normal(0.3, 1, (FOLDS, 1))
    found = paired(of(values), of(values + 2))
    assert found.difference.low.item() == pytest.approx(2)
    assert found.p.item() == 0


def test_intervals_hold_the_truth_in_95_of_100_studies_of_unequal_size() -> None:
    """Of shares whose deals are shared: one study has all of them, the other the first third."""
    rng = np.random.default_rng(6)
    studies, deals = 2000, 3 * FOLDS
    luck = rng.normal(size=(deals, studies))
    one = (luck + rng.normal(size=luck.shape) > 0.4).astype(float)
    two = (luck + rng.normal(size=luck.shape) > 0.2).astype(float)[:FOLDS]
    folds = np.arange(deals) % FOLDS
    by_fold = np.stack([one[folds == fold].sum(axis=0) for fold in range(FOLDS)])
    found = paired(
        replicates(by_fold, np.full_like(by_fold, 3), np.full(FOLDS, 3)),
        replicates(two, np.ones_like(two), np.ones(FOLDS)),
    )
    truth = ndtr(0.4 / np.sqrt(2)) - ndtr(0.2 / np.sqrt(2))
    held = (found.difference.low <= truth) & (truth <= found.difference.high)
    assert held.mean() == pytest.approx(0.95, abs=0.015)


def test_p_values_of_no_difference_are_even() -> None:
    rng = np.random.default_rng(7)
    luck = rng.normal(size=(FOLDS, 2000))
    found = paired(of(luck + rng.normal(size=luck.shape)), of(luck + rng.normal(size=luck.shape)))
    for level in (0.05, 0.5):
        assert (found.p < level).mean() == pytest.approx(level, abs=0.03)


def test_with_an_empty_fold_there_is_no_interval() -> None:
    values = np.ones((FOLDS, 1))
    deals = np.ones(FOLDS)
    deals[-1] = 0
    found = paired(replicates(values, values, deals), of(values))
    assert np.isnan(found.difference.low).all()
    assert np.isnan(found.p).all()


def test_what_few_folds_saw_has_no_interval() -> None:
    den = np.zeros((FOLDS, 2))
    den[:29, 0] = den[:30, 1] = 1
    num = den * np.random.default_rng(8).random((FOLDS, 1))
    found = estimate(replicates(num, den, np.ones(FOLDS)))
    assert np.isnan(found.low).tolist() == [True, False]


def test_what_was_never_seen_has_no_value_and_no_warning() -> None:
    nothing = np.zeros((FOLDS, 1))
    found = paired(replicates(nothing, nothing, np.ones(FOLDS)), of(nothing))
    assert np.isnan(found.difference.value).all()
    assert np.isnan(found.p).all()


@pytest.mark.parametrize("true_sd", [0.0, 0.5])
def test_the_spread_between_true_values_is_found_without_the_noise(true_sd: float) -> None:
    rng = np.random.default_rng(9)
    found = []
    for _ in range(150):
        truth = rng.normal(0, true_sd, 12)
        noise = rng.normal(0, 4, (FOLDS, 12))  # an error of 0.25 each
        variance = variance_between(of(truth + noise)).value.item()
        found.append(variance - truth.var(ddof=1))
    assert np.mean(found) == pytest.approx(0, abs=0.012)  # with the noise it would be 0.0625


def test_spreads_are_compared_by_what_is_left_without_noise() -> None:
    rng = np.random.default_rng(10)
    truth = np.linspace(-1, 1, 12)
    luck = rng.normal(0, 4, (FOLDS, 12))
    narrow = of(truth + luck + rng.normal(0, 1, luck.shape))
    wide = of(2 * truth + luck + rng.normal(0, 1, luck.shape))
    found = deviation_difference(variance_between(narrow), variance_between(wide))
    gain = truth.std(ddof=1)
    assert found.difference.low.item() < gain < found.difference.high.item()
    assert found.p.item() < 0.001
    same = deviation_difference(variance_between(narrow), variance_between(of(truth + luck)))
    assert same.p.item() > 0.01
    assert same.difference.low.item() < 0 < same.difference.high.item()


def test_a_spread_of_one_value_is_none() -> None:
    assert np.isnan(variance_between(of(np.ones((FOLDS, 1)))).value).all()
    assert deviation(np.array([-0.1, 4.0])).tolist() == [0, 2]


def test_what_hardly_ever_differs_has_an_interval_that_holds() -> None:
    """A ban that matters in one of 2,000 deals: some studies never see it."""
    rng = np.random.default_rng(11)
    deals, studies = 2_000, 1_000
    for often in (1 / 4_000, 1 / 2_000, 1 / 500, 1 / 100):
        lost = np.zeros((FOLDS, studies))
        for fold in range(FOLDS):
            lost[fold] = rng.binomial(deals // FOLDS + 1, often, studies)
        games = np.full_like(lost, 2 * (deals // FOLDS + 1))
        sums = np.ones(FOLDS)
        found = estimate(replicates(games / 2 - lost, games, sums, 1.0).minus(0.5))
        held = (found.low <= -often / 2) & (-often / 2 <= found.high)
        assert held.mean() >= 0.93
        plain = estimate(replicates(games / 2 - lost, games, sums).minus(0.5))
        if often == 1 / 4_000:
            assert ((plain.low <= -often / 2) & (-often / 2 <= plain.high)).mean() < 0.7


def test_a_statistic_that_never_varied_is_not_certain() -> None:
    games = np.full((FOLDS, 1), 8.0)
    rate = replicates(games / 4, games, np.ones(FOLDS), 1.0)
    for some in (rate, rate.minus(0.25), rate.times(-1.0), rate - rate, rate.take([0])):
        half = (some.estimate().high - some.estimate().low) / 2
        assert half.item() == pytest.approx(1.96**2 / (8 * FOLDS), rel=0.01)
        assert some.p_values().item() <= 1
    assert rate.times(2.0).errors().item() == 2 * rate.errors().item()


def test_errors_that_are_shared_are_correlated() -> None:
    rng = np.random.default_rng(12)
    shared = rng.normal(size=(FOLDS, 1))
    assert of(shared + rng.normal(size=(FOLDS, 20))).mean_correlation() == pytest.approx(
        0.5, abs=0.1
    )
    assert of(rng.normal(size=(FOLDS, 20))).mean_correlation() == pytest.approx(0, abs=0.02)
    assert of(shared).mean_correlation() == 0


def kept(rng: np.random.Generator, often: list[int], rates: list[float]) -> Replicates:
    """Return the win rates of things that are kept so often, in folds drawn at random."""
    won, num = np.zeros((2, FOLDS, len(often)))
    for thing, (count, rate) in enumerate(zip(often, rates, strict=True)):
        folds = rng.integers(0, FOLDS, rng.poisson(count))
        is_won = rng.random(len(folds)) < rate
        num[:, thing] = np.bincount(folds, minlength=FOLDS)
        won[:, thing] = np.bincount(folds, is_won, FOLDS)
    found = replicates(won, num, np.full(FOLDS, 2), 1.0)
    return found.take(np.flatnonzero(found.folds >= 30))


def test_things_that_are_seldom_kept_do_not_add_to_the_variance_between_true_rates() -> None:
    rng = np.random.default_rng(1)
    often, even = [270] * 5 + [36] * 5, [1 / 3] * 10
    found = [variance_between(kept(rng, often, even)).value.item() for _ in range(150)]
    # Taking the bias for that of as many folds as the rarest thing has left 0.0027 of it.
    assert abs(np.mean(found)) < 3 * np.std(found) / np.sqrt(150) < 0.0006


def test_the_spread_between_things_just_kept_often_enough_seldom_differs_by_chance() -> None:
    rng = np.random.default_rng(2)
    often, rates = [150] * 9 + [60], [*np.linspace(0.25, 0.42, 9), 0.1]
    p = [
        deviation_difference(
            variance_between(kept(rng, often, rates)), variance_between(kept(rng, often, rates))
        ).p.item()
        for _ in range(300)
    ]
    assert np.mean(np.array(p) < 0.05) < 0.05
    assert np.mean(np.array(p) < 0.01) < 0.02
