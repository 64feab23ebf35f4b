"""Verdicts on fairness: of shares that are known, and of how many deals would decide."""

import numpy as np
import pytest

from balance.stats.fairness import Fairness, Verdict, fairness
from balance.stats.interval import DealSums

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
