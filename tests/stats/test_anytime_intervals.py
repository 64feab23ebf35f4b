"""Intervals valid anytime: known widths, and coverage by all looks together."""

import math

import numpy as np
import pytest

from balance.stats.anytime_intervals import (
    FEWEST,
    anytime_ratio,
    deal_deviation,
    deals_until_width,
    half_width,
    planned_deals,
)
from balance.stats.intervals import DealSums


def sums_of(points):
    """Sums of deals of one game each, or of several studies of such deals."""
    deals = np.asarray(points).shape[-1]
    points = np.asarray(points, float)
    ones = np.full(points.shape[:-1], float(deals))
    total = points.sum(axis=-1)
    return DealSums(total, ones, (points**2).sum(axis=-1), total, ones, ones.astype(np.int64))


@pytest.mark.parametrize(("part", "wider"), [(0.1, 1.92), (0.5, 1.57), (1, 1.55), (2, 1.57)])
def test_an_interval_valid_anytime_costs_so_much(part, wider):
    # Statistical reference of the project: 1.55 at the planned deals, 1.92 at a tenth of them.
    deals = 1000 * part
    ordinary = 1.96 * 0.4 / math.sqrt(deals)
    assert half_width(0.4, deals, 1000) / ordinary == pytest.approx(wider, abs=0.006)


@pytest.mark.parametrize(("share", "planned"), [(0.25, 1000), (0.5, 200), (0.1, 10_000)])
def test_all_looks_together_hold_the_truth_in_95_of_100_studies(share, planned):
    rng = np.random.default_rng(5)
    studies, most = 600, 4000
    wins = np.cumsum(rng.random((studies, most)) < share, axis=1)
    counts = np.arange(1, most + 1)
    looks = slice(FEWEST - 1, None)
    mean = wins[:, looks] / counts[looks]
    sd = np.sqrt((mean * (1 - mean) * counts[looks] + 1.0) / (counts[looks] + 4.0))
    missed = (np.abs(mean - share) > half_width(sd, counts[looks], planned)).any(axis=1)
    assert missed.mean() <= 0.05


@pytest.mark.parametrize("share", [0.01, 0.02, 0.05, 0.5])
def test_intervals_of_rare_events_hold_at_all_looks(share):
    # The error seen of a rare event is often too small: with it, 10 % of studies would miss 0.02.
    rng = np.random.default_rng(6)
    studies, most = 500, 3000
    wins = np.cumsum(rng.random((studies, most)) < share, axis=1)[:, FEWEST - 1 :].astype(float)
    games = np.broadcast_to(np.arange(FEWEST, most + 1.0), wins.shape)
    sums = DealSums(wins, games, wins, wins, games, games.astype(np.int64))
    found = anytime_ratio(sums, 1000, is_share=True)
    assert ((found.low > share) | (found.high < share)).any(axis=1).mean() <= 0.055


def test_ordinary_intervals_would_not():
    rng = np.random.default_rng(5)
    wins = np.cumsum(rng.random((300, 4000)) < 0.5, axis=1)
    counts = np.arange(1, 4001)
    off = np.abs(wins / counts - 0.5) > 1.96 * 0.5 / np.sqrt(counts)
    assert off[:, FEWEST:].any(axis=1).mean() > 0.3


def test_a_plan_is_reached_when_it_says():
    planned = planned_deals(0.433, 0.005)
    assert half_width(0.433, planned, planned) == pytest.approx(0.005, rel=1e-6)
    assert planned == pytest.approx((0.433 * 1.55 * 1.96 / 0.005) ** 2, rel=0.01)
    assert planned_deals(0.433, 0.5) == FEWEST


def test_so_many_deals_are_enough_and_one_less_is_not():
    (deals,) = deals_until_width([0.3], 0.01, 5000.0)
    assert half_width(0.3, deals, 5000) <= 0.01 < half_width(0.3, deals - 2, 5000)
    assert deals_until_width([0.0], 0.01, 5000.0) == FEWEST
    assert np.isnan(deals_until_width([np.nan], 0.01, 5000.0)).all()


def test_a_share_that_never_varied_has_a_width():
    found = anytime_ratio(sums_of(np.zeros((1, 200))), 200, is_share=True)
    assert found.value == 0
    assert 0.005 < found.high[0] < 0.05


def test_a_mean_that_never_varied_has_none():
    found = anytime_ratio(sums_of(np.full((1, 200), 7.0)), 200, is_share=False)
    assert (found.low[0], found.high[0]) == (7, 7)


def test_the_deviation_is_that_of_the_deals():
    points = np.random.default_rng(3).normal(12, 3, (1, 5000))
    assert deal_deviation(sums_of(points), False)[0] == pytest.approx(points.std(ddof=1))


def test_too_few_deals_say_nothing():
    found = anytime_ratio(sums_of(np.tile([0.0, 1.0], (1, FEWEST // 2 - 1))), 100, is_share=True)
    assert np.isnan(found.low).all()
    assert found.value == 0.5
