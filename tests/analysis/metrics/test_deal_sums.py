"""Sums of questions: exact, the same in any order."""

import numpy as np
import pytest

from balance.analysis.metrics.deal_sums import Histogram, RatioSums, by_deal


def test_games_of_a_deal_are_added_up() -> None:
    assert by_deal(np.array([1, 2, 3, 4], np.int8), 2).tolist() == [3, 7]


def test_a_deal_that_is_not_whole_is_refused() -> None:
    with pytest.raises(ValueError, match="3 games are no whole deals of 2"):
        by_deal(np.zeros(3), 2)


def test_sums_of_a_ratio_are_those_of_its_products() -> None:
    num, den = np.array([1, 0, 3]), np.array([2, 0, 4])
    sums = RatioSums.of(num, den)
    assert [int(x) for x in (sums.num, sums.den, sums.num2, sums.cross, sums.den2, sums.deals)] == [
        4, 6, 10, 14, 20, 2,
    ]  # fmt: skip


def test_float_sums_are_whole_and_the_same() -> None:
    rng = np.random.default_rng(1)
    num, den = rng.integers(0, 240, (500, 7)), rng.integers(0, 4, (500, 7))
    exact, fast = RatioSums.of(num, den), RatioSums.of(num.astype(float), den.astype(float))
    for name, values in exact.arrays().items():
        assert fast.arrays()[name].dtype == np.int64
        assert fast.arrays()[name].tolist() == values.tolist()


def test_parts_add_up_to_the_whole_whatever_the_cut() -> None:
    rng = np.random.default_rng(3)
    num, den = rng.integers(0, 60, (90, 5)), rng.integers(0, 3, (90, 5))
    whole = RatioSums.of(num, den).arrays()
    for cut in (1, 37, 89):
        both = (RatioSums.of(num[:cut], den[:cut]) + RatioSums.of(num[cut:], den[cut:])).arrays()
        assert all((both[name] == whole[name]).all() for name in whole)


def test_a_histogram_grows_with_what_is_added() -> None:
    both = Histogram.of(np.array([0, 2, 2])) + Histogram.of(np.array([5, -3]))
    assert both.values.tolist() == [-3, -2, -1, 0, 1, 2, 3, 4, 5]
    assert both.frequencies.tolist() == [1, 0, 0, 1, 0, 2, 0, 0, 1]


def test_a_histogram_comes_back_from_its_arrays() -> None:
    kept = Histogram.of(np.array([-1, 4, 4]))
    again = Histogram.from_arrays(kept.arrays("scores."), "scores.")
    assert again.frequencies.tolist() == kept.frequencies.tolist()


def test_a_histogram_knows_spread_and_quantiles() -> None:
    values = np.random.default_rng(4).integers(-20, 80, 1000)
    counts = Histogram.of(values)
    assert counts.standard_deviation() == pytest.approx(values.std())
    for share in (0.05, 0.5, 0.95):
        assert counts.quantile(share) == np.quantile(values, share, method="inverted_cdf")


def test_wild_values_do_not_make_a_histogram_huge() -> None:
    counts = Histogram.of(np.array([10**6, -(10**9)]))
    assert len(counts.values) < 25_000


def test_an_empty_histogram_says_nothing() -> None:
    counts = Histogram.of(np.zeros(0, np.int64))
    assert counts.frequencies.tolist() == []
    assert counts.standard_deviation() == 0
    assert counts.quantile(0.5) == 0
