"""Estimates from sums over deals, against other software and against themselves."""

import numpy as np
import pytest
from scipy.stats import binomtest
from scipy.stats import t as student

from balance.stats.intervals import (
    DealSums,
    Estimate,
    design_effect,
    difference,
    mean,
    mean_count,
    pair_correlation,
    proportion,
    ratio,
    wilson,
)


@pytest.mark.parametrize(("wins", "games"), [(53, 150), (0, 20), (20, 20), (1, 1000), (500, 1000)])
def test_wilson_is_that_of_scipy(wins: int, games: int) -> None:
    oracle = binomtest(wins, games).proportion_ci(method="wilson")
    low, high = wilson(wins / games, games, 1.959963984540054)
    assert low == pytest.approx(oracle.low, abs=1e-12)
    assert high == pytest.approx(oracle.high, abs=1e-12)


def test_53_of_150_games_are_28_1_to_43_3_percent() -> None:
    """The figure of catanatron's issue 381, recomputed."""
    wins = np.zeros(150)
    wins[:53] = 1
    found = proportion(DealSums.of(wins, np.ones(150)))
    assert found.low == pytest.approx(0.281, abs=0.001)
    assert found.high == pytest.approx(0.433, abs=0.001)
    assert found.deals == 150


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_a_share_of_nothing_or_all_has_a_wilson_interval_all_the_same(share: float) -> None:
    found = proportion(DealSums.of(np.full(100, share), np.ones(100)))
    oracle = binomtest(int(100 * share), 100).proportion_ci(method="wilson")
    assert (float(found.low), float(found.high)) == pytest.approx((oracle.low, oracle.high))


def test_games_that_repeat_each_other_count_once() -> None:
    rng = np.random.default_rng(3)
    wins = rng.integers(0, 2, 5000).astype(float)
    alone = proportion(DealSums.of(wins, np.ones(5000)))
    fourfold = DealSums.of(4 * wins, np.full(5000, 4.0))
    repeated = proportion(fourfold)
    assert repeated.high - repeated.low == pytest.approx(alone.high - alone.low, rel=1e-9)
    assert design_effect(fourfold) == pytest.approx(4, rel=1e-3)


def test_games_of_a_deal_are_as_alike_as_they_were_made() -> None:
    # Of two games of a deal the second repeats the first with probability 0.4.
    rng = np.random.default_rng(6)
    first = rng.random(50_000) < 0.3
    second = np.where(rng.random(50_000) < 0.4, first, rng.random(50_000) < 0.3)
    sums = DealSums.of(first + second.astype(float), np.full(50_000, 2.0))
    assert pair_correlation(sums) == pytest.approx(0.4, abs=0.015)
    assert np.isnan(pair_correlation(DealSums.of(first.astype(float), np.ones(50_000))))


def test_one_deal_gives_a_value_but_no_interval() -> None:
    one = DealSums.of(np.array([1.0]), np.array([2.0]))
    for found in (proportion(one), mean(one)):
        assert found.value == 0.5
        assert np.isnan(found.low)
        assert np.isnan(found.high)


def test_no_deal_gives_no_value() -> None:
    nothing = DealSums.of(np.zeros(10), np.zeros(10))
    for found in (proportion(nothing), mean(nothing)):
        assert np.isnan(found.value)
        assert np.isnan(found.low)


def test_few_deals_give_the_interval_of_student() -> None:
    """Against scipy.stats.t on the plain mean, which the ratio is when y is 1."""
    scores = np.array([12.0, 15.0, 9.0, 14.0, 20.0])
    error = scores.std(ddof=1) / np.sqrt(5)
    found = mean(DealSums.of(scores, np.ones(5)))
    low, high = student.interval(0.95, 4, loc=14, scale=error)
    assert (float(found.low), float(found.high)) == pytest.approx((low, high))


def test_many_ratios_are_estimated_at_once() -> None:
    num = np.arange(12.0).reshape(4, 3)
    together = mean(DealSums.of(num, np.ones((4, 3))))
    for column in range(3):
        alone = mean(DealSums.of(num[:, column], np.ones(4)))
        assert together.low[column] == pytest.approx(float(alone.low))


def test_about_950_of_1000_intervals_of_a_share_hold_the_truth() -> None:
    """Deals of four games that share their luck, so that plain Wilson would fail."""
    rng = np.random.default_rng(11)
    luck = rng.beta(2, 6, (1000, 200))
    wins = rng.binomial(4, luck).T.astype(float)
    found = proportion(DealSums.of(wins, np.full((200, 1000), 4.0)))
    held = np.count_nonzero((found.low <= 0.25) & (found.high >= 0.25))
    assert 930 <= held <= 970
    plain = wilson(found.value, 800.0, 1.96)
    assert np.count_nonzero((plain[0] <= 0.25) & (plain[1] >= 0.25)) < 930


def test_about_950_of_1000_intervals_of_a_ratio_hold_the_truth() -> None:
    rng = np.random.default_rng(12)
    held_by = rng.binomial(4, 0.4, (300, 1000)).astype(float)
    wins = rng.binomial(held_by.astype(int), 0.3).astype(float)
    value, error = ratio(DealSums.of(wins, held_by))
    assert 930 <= np.count_nonzero(np.abs(value - 0.3) <= 1.96 * error) <= 970


@pytest.mark.parametrize("deals", [12, 200])
def test_about_950_of_1000_intervals_of_a_difference_hold_the_truth(deals: int) -> None:
    """Two shares of the same deals, the second of what the first leaves of a win."""
    rng = np.random.default_rng(13)
    ones = rng.integers(1, 4, (deals, 1000)).astype(float)
    twos = 4 - ones
    first = rng.random((deals, 1000)) < 0.25 * ones
    one, two = first.astype(float), 1 - first.astype(float)
    sums = DealSums.of(one, ones), DealSums.of(two, twos)
    found, p = difference(*sums, one, ones, two, twos)
    held = np.count_nonzero((found.low <= 0) & (found.high >= 0))
    assert 925 <= held <= 975
    assert np.count_nonzero(p < 0.05) == 1000 - held


def test_the_difference_of_a_thing_and_itself_is_nothing() -> None:
    rng = np.random.default_rng(5)
    wins, games = rng.integers(0, 3, 100).astype(float), np.full(100, 2.0)
    sums = DealSums.of(wins, games)
    found, p = difference(sums, sums, wins, games, wins, games)
    assert found.value == 0
    assert found.high == pytest.approx(0, abs=1e-7)
    assert p == 1


def test_deals_that_are_all_alike_are_no_certainty() -> None:
    # Three players, 30 deals of three games: one bot wins half of all in each.
    sums = DealSums.of(np.full(30, 1.5), np.full(30, 3.0))
    found = proportion(sums)
    assert float(found.value) == 0.5
    # As many deals may be others as Wilson's interval of none in 30 allows: 11 of 100.
    assert float(found.low) == pytest.approx(0.5 * (1 - 0.1135), abs=1e-3)
    assert float(found.high) == pytest.approx(0.5 * (1 + 0.1135), abs=1e-3)


def test_what_never_varied_has_an_interval_all_the_same() -> None:
    held = mean_count(DealSums.of(np.ones(8), np.ones(8)), least=1.0)  # one copy each, in 8 deals
    assert [float(held.value), float(held.low)] == [1, 1]
    assert 1.5 < held.high < 2
    winners = mean_count(
        DealSums.of(np.zeros(600), np.full(600, 60.0)), step=60.0
    )  # in 60ths of wins
    assert [float(winners.value), float(winners.low)] == [0, 0]
    assert winners.high == pytest.approx(1.96**2 / 600, rel=0.01)  # the rule of three: 3 / 600
    length = mean(DealSums.of(np.full(1000, 10.0), np.ones(1000)))
    assert length.high - length.low == pytest.approx(2 * 1.96**2 / 1000, rel=0.01)


def test_a_mean_of_counts_has_an_interval_of_0_or_more() -> None:
    counts = DealSums.of(np.eye(1, 40)[0], np.ones(40))  # once in 40 deals
    assert mean(counts).low < 0
    assert float(mean(counts, least=0.0).low) == 0


@pytest.mark.parametrize(
    ("expected", "deals"), [(0.002, 600), (0.01, 300), (0.05, 100), (0.5, 100), (0.2, 25)]
)
def test_intervals_of_rare_copies_hold_the_truth(expected: float, deals: int) -> None:
    copies = np.random.default_rng(7).poisson(expected, (2000, deals)).astype(float)
    found = mean_count(DealSums.of(copies.T, np.ones(copies.T.shape)))
    held = ((found.low <= expected) & (expected <= found.high)).mean()
    assert held > 0.93
    assert (found.low >= 0).all()


def test_intervals_of_shares_end_where_no_share_can_be():
    deals, value = np.array([9, 9]), np.array([0.01, 0.98])
    shares = Estimate(value, value - 0.05, value + 0.05, deals, value).bounded()
    np.testing.assert_allclose(shares.low, [0.0, 0.93])
    np.testing.assert_allclose(shares.high, [0.06, 1.0])
    assert shares.value is value
