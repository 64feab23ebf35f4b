"""Verdicts on fairness: of shares that are known, and of how many deals would decide."""

import numpy as np
import pytest

from balance.stats.fairness import (
    SURE,
    Fairness,
    Verdict,
    deals_to_decide,
    each,
    fairness,
    sure_of,
)
from balance.stats.intervals import DealSums, Estimate

BAND = 0.015


def verdict(first_seat: float, deals: int) -> Fairness:
    """The verdict on two seats of which the first won that share of independent games."""
    wins = np.array([first_seat, 1 - first_seat]) * deals
    games = np.full(2, float(deals))
    return fairness(DealSums(wins, games, wins, wins, games, games.astype(np.int64)), 0.5, BAND)


@pytest.mark.parametrize(
    ("first_seat", "deals", "expected"),
    [
        (0.500, 100_000, Verdict.WITHIN),  # 99 % interval +-0.4 points
        (0.512, 100_000, Verdict.OPEN),
        (0.518, 100_000, Verdict.OPEN),
        (0.520, 100_000, Verdict.OUTSIDE),
        (0.480, 100_000, Verdict.OUTSIDE),
        (0.500, 1_000, Verdict.OPEN),
        (0.600, 1, Verdict.OPEN),
    ],
)
def test_a_verdict_rests_on_whole_intervals(
    first_seat: float, deals: int, expected: Verdict
) -> None:
    assert verdict(first_seat, deals).verdict == expected


@pytest.mark.parametrize("first_seat", [0.500, 0.508, 0.530])
def test_so_many_deals_decide(first_seat: float) -> None:
    needed = verdict(first_seat, 1_000).deals
    assert verdict(first_seat, int(needed * 0.95)).verdict == Verdict.OPEN
    assert verdict(first_seat, int(needed * 1.05)).verdict != Verdict.OPEN


def test_on_the_edge_no_number_is_named() -> None:
    assert np.isnan(verdict(0.5 + BAND, 1_000).deals)
    assert np.isnan(verdict(0.6, 1).deals)


def test_what_is_decided_needs_no_more_deals() -> None:
    assert np.isnan(verdict(0.5, 1_000_000).deals)


def estimate(value: list[float], half: float, deals: int = 1000) -> Estimate:
    middle = np.array(value)
    count = np.full(len(value), deals)
    return Estimate(middle, middle - half, middle + half, count, count.astype(float))


def test_each_value_has_a_verdict_of_its_own() -> None:
    found = each(estimate([0.5, 0.53, 0.47], 0.01), 0.48, 0.52)
    assert found == [Verdict.WITHIN, Verdict.OPEN, Verdict.OPEN]
    assert each(estimate([0.54, 0.46], 0.01), 0.48, 0.52) == [Verdict.OUTSIDE] * 2


@pytest.mark.parametrize("value", [0.5, 0.515, 0.53, 0.475])
def test_so_many_deals_put_an_interval_on_one_side(value: float) -> None:
    (needed,) = deals_to_decide(estimate([value], 0.1), 0.48, 0.52)
    half = 0.1 * np.sqrt(1000 / needed)
    assert each(estimate([value], 0.99 * half), 0.48, 0.52) != [Verdict.OPEN]
    assert each(estimate([value], 1.01 * half), 0.48, 0.52) == [Verdict.OPEN]


def test_a_bound_that_is_not_there_asks_for_nothing() -> None:
    (needed,) = deals_to_decide(estimate([0.5], 0.1), -np.inf, 0.6)
    assert needed == pytest.approx(1000)


def test_many_shares_hold_together_by_wider_intervals() -> None:
    assert sure_of(2) == sure_of(5) == SURE
    assert sure_of(25) == pytest.approx(0.998)
