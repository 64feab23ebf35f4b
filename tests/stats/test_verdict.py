"""Verdicts: of numbers that are known, and of how many deals would decide."""

import numpy as np
import pytest

from balance.stats.intervals import DealSums, Estimate
from balance.stats.verdict import (
    SharesWithin,
    Verdict,
    all_of,
    deals_to_decide,
    each_within,
    makes,
    shares_within,
    verdict_critical_value,
    within,
)

BAND = 0.015


def verdict(first_seat: float, deals: int) -> SharesWithin:
    """The verdict on two seats of which the first won that share of independent games."""
    wins = np.array([first_seat, 1 - first_seat]) * deals
    games = np.full(2, float(deals))
    return shares_within(
        DealSums(wins, games, wins, wins, games, games.astype(np.int64)), 0.5, BAND
    )


@pytest.mark.parametrize(
    ("first_seat", "deals", "expected"),
    [
        (0.500, 100_000, Verdict.YES),  # interval +-0.6 points
        (0.512, 100_000, Verdict.UNDECIDED),
        (0.518, 100_000, Verdict.UNDECIDED),
        (0.522, 100_000, Verdict.NO),
        (0.478, 100_000, Verdict.NO),
        (0.500, 1_000, Verdict.UNDECIDED),
        (0.600, 1, Verdict.UNDECIDED),
    ],
)
def test_a_verdict_rests_on_whole_intervals(
    first_seat: float, deals: int, expected: Verdict
) -> None:
    assert verdict(first_seat, deals).verdict == expected


@pytest.mark.parametrize("first_seat", [0.500, 0.508, 0.530])
def test_so_many_deals_decide(first_seat: float) -> None:
    needed = verdict(first_seat, 1_000).deals
    assert verdict(first_seat, int(needed * 0.95)).verdict == Verdict.UNDECIDED
    assert verdict(first_seat, int(needed * 1.05)).verdict != Verdict.UNDECIDED


def test_on_the_edge_no_number_is_named() -> None:
    assert np.isnan(verdict(0.5 + BAND, 1_000).deals)
    assert np.isnan(verdict(0.6, 1).deals)


def test_what_is_decided_needs_no_more_deals() -> None:
    assert np.isnan(verdict(0.5, 1_000_000).deals)


@pytest.mark.parametrize(
    ("low", "high", "closed", "opened"),
    [
        (0.1, 0.2, Verdict.YES, Verdict.YES),
        (0.0, 0.2, Verdict.YES, Verdict.UNDECIDED),
        (0.1, 0.3, Verdict.UNDECIDED, Verdict.UNDECIDED),
        (0.25, 0.3, Verdict.UNDECIDED, Verdict.NO),
        (0.26, 0.3, Verdict.NO, Verdict.NO),
        (-0.2, 0.0, Verdict.UNDECIDED, Verdict.NO),
        (-0.2, -0.1, Verdict.NO, Verdict.NO),
        (0.0, 0.0, Verdict.YES, Verdict.NO),
        (np.nan, np.nan, Verdict.UNDECIDED, Verdict.UNDECIDED),
    ],
)
def test_a_whole_interval_decides_whether_a_number_lies_within_bounds(
    low: float, high: float, closed: Verdict, opened: Verdict
) -> None:
    assert within(low, high, 0.0, 0.25) == closed
    assert within(low, high, 0.0, 0.25, is_open=True) == opened


def test_one_no_decides_for_all_and_all_of_none_is_yes() -> None:
    assert all_of([Verdict.YES, Verdict.UNDECIDED, Verdict.NO]) == Verdict.NO
    assert all_of([Verdict.YES, Verdict.UNDECIDED]) == Verdict.UNDECIDED
    assert all_of([Verdict.YES]) == all_of([]) == Verdict.YES


def estimate(value: list[float], half: float, deals: int = 1000) -> Estimate:
    middle = np.array(value)
    count = np.full(len(value), deals)
    return Estimate(middle, middle - half, middle + half, count, count.astype(float))


def test_each_value_has_a_verdict_of_its_own() -> None:
    found = each_within(estimate([0.5, 0.53, 0.47], 0.01), 0.48, 0.52)
    assert found == [Verdict.YES, Verdict.UNDECIDED, Verdict.UNDECIDED]
    assert each_within(estimate([0.54, 0.46], 0.01), 0.48, 0.52) == [Verdict.NO] * 2


@pytest.mark.parametrize("value", [0.5, 0.515, 0.53, 0.475])
def test_so_many_deals_put_an_interval_on_one_side(value: float) -> None:
    (needed,) = deals_to_decide(estimate([value], 0.1), 0.48, 0.52)
    wider = verdict_critical_value(needed) / verdict_critical_value(1000)
    half = 0.1 * np.sqrt(1000 / needed) * float(wider)
    assert each_within(estimate([value], 0.99 * half), 0.48, 0.52) != [Verdict.UNDECIDED]
    assert each_within(estimate([value], 1.01 * half), 0.48, 0.52) == [Verdict.UNDECIDED]


def test_a_bound_that_is_not_there_asks_for_nothing() -> None:
    (needed,) = deals_to_decide(estimate([0.5], 0.1), -np.inf, 0.6)
    assert needed == pytest.approx(1000)


def test_many_shares_hold_together_by_wider_intervals() -> None:
    one, five = verdict_critical_value(1000), verdict_critical_value(1000, 5)
    assert one == pytest.approx(1.55 * 1.96, rel=0.01)
    assert one < five < 2 * one


def test_following_the_advice_misleads_in_one_study_of_twenty() -> None:
    """Ten looks, each at as many deals as the last one called for; the truth lies on the bound."""
    rng = np.random.default_rng(7)
    studies, misled = 400, 0
    for _ in range(studies):
        wins, games = 0, 0
        deals = 500.0
        for _ in range(10):
            more = int(min(max(deals, games * 1.1 + 1), games * 10 + 1000)) - games
            wins, games = wins + rng.binomial(more, 0.52), games + more
            won, played = np.array([float(wins)]), np.array([float(games)])
            sums = DealSums(won, played, won, won, played, played.astype(np.int64))
            found = shares_within(sums, 0.5, 0.02)
            if found.verdict != Verdict.UNDECIDED:
                misled += 1
                break
            deals = found.deals if np.isfinite(found.deals) else 2 * games
    assert misled / studies <= 0.05


def made(low: float, high: float, tolerance: float = 0.02) -> bool:
    value, deals = np.array([(low + high) / 2]), np.array([1000])
    seen = Estimate(value, np.array([low]), np.array([high]), deals, value)
    return makes(seen, 0.5, tolerance)


def test_a_change_makes_a_target_where_its_interval_leaves_no_doubt() -> None:
    assert made(0.49, 0.51)
    assert made(0.503, 0.507)  # off, but surely by less than the tolerance
    assert not made(0.503, 0.507, tolerance=0.001)
    assert not made(0.503, 0.521)
    assert not made(0.40, 0.60)  # it holds the target, and much else
    assert not made(np.nan, np.nan)
