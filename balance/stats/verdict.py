"""Yes, no or undecided: whether numbers lie within bounds, decided by their whole intervals.

With enough games any difference can be seen, and with few none, so neither shows that a game is
fair.  An interval that lies within the bounds as a whole does.

Who reads "undecided" plays more games and looks again.  So verdicts rest on intervals that hold
however often they are looked at: see `stats.anytime_intervals`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import ArrayLike, NDArray

from balance.stats.anytime_intervals import ALPHA, anytime_critical_value, anytime_ratio
from balance.stats.intervals import DealSums, Estimate, Floats

PLANNED = 1000.0  # deals at which the intervals of verdicts are narrowest, against ordinary ones
MOST_DEALS = 1e9  # a value that would need more lies on the very edge of a bound


class Verdict(StrEnum):
    """The answer to a question of yes or no; what it means in words depends on the question."""

    YES = "yes"
    NO = "no"
    UNDECIDED = "undecided"  # too few games


def within(
    low: float, high: float, lowest: float, highest: float, is_open: bool = False
) -> Verdict:
    """Return whether a number lies within bounds: yes or no if its whole interval does or does not.

    Parameters
    ----------
    low, high : float
        The interval of the number; nan if there is none.
    lowest, highest : float
        The bounds; infinite where there is none.
    is_open : bool
        Whether a number that equals a bound lies outside.
    """
    if is_open:
        is_inside, is_outside = lowest < low and high < highest, high <= lowest or low >= highest
    else:
        is_inside, is_outside = lowest <= low and high <= highest, high < lowest or low > highest
    return Verdict.YES if is_inside else Verdict.NO if is_outside else Verdict.UNDECIDED


def each_within(estimate: Estimate, lowest: float, highest: float) -> list[Verdict]:
    """Return for each value whether it lies within bounds."""
    ends = zip(estimate.low.ravel(), estimate.high.ravel(), strict=True)
    return [within(float(low), float(high), lowest, highest) for low, high in ends]


def sides(result: Estimate, target: float = 0.0, tolerance: float = 0.0) -> NDArray[np.int64]:
    """Return on which side of a target each result clearly lies: 1 above, -1 below, else 0.

    It lies on none where its interval holds the target, or is within a tolerance as a whole.
    """
    is_near = (result.low >= target - tolerance) & (result.high <= target + tolerance)
    is_above, is_below = result.low > target, result.high < target
    return np.where(is_near, 0, is_above.astype(np.int64) - is_below)


def reaches(result: Estimate, target: float, tolerance: float = 0.0) -> bool:
    """Return whether all results are what is wanted, as far as seen: see `sides`."""
    is_seen = bool(np.isfinite(result.low).all() and np.isfinite(result.high).all())
    return is_seen and not sides(result, target, tolerance).any()


def makes(result: Estimate, target: float, tolerance: float) -> bool:
    """Return whether all results are surely what is wanted: their intervals are within a tolerance.

    More than `reaches` asks, which holds too where too little was played to see a difference.
    """
    return all_within(result, target, tolerance) == Verdict.YES


def all_within(result: Estimate, target: float, tolerance: float) -> Verdict:
    """Return whether all results lie within a tolerance of a target."""
    return all_of(each_within(result, target - tolerance, target + tolerance))


def all_of(verdicts: Iterable[Verdict]) -> Verdict:
    """Return whether all are yes: one no is enough for a no."""
    kinds = set(verdicts)
    return next((one for one in (Verdict.NO, Verdict.UNDECIDED) if one in kinds), Verdict.YES)


def verdict_ratio(sums: DealSums, count: int = 1, is_share: bool = True) -> Estimate:
    """Estimate ratios with the intervals that verdicts rest on.

    They hold at every look, and so many of them together: in 95 of 100 studies no interval ever
    misses its truth (Bonferroni).  With less than 100 deals there is none.
    """
    return anytime_ratio(sums, PLANNED, is_share, ALPHA / max(count, 1))


def verdict_critical_value(deals: ArrayLike, count: int = 1) -> Floats:
    """Return half the width of such intervals, in standard errors: 3.0 to 3.9 for one of them."""
    return anytime_critical_value(deals, PLANNED, ALPHA / max(count, 1))


@dataclass(frozen=True)
class SharesWithin:
    """Whether all of several shares lie within bounds.

    Attributes
    ----------
    deals : float
        About how many deals in all would decide, if the shares are as they seem; nan where they
        are decided or lie on the very edge of the bounds.
    """

    verdict: Verdict
    deals: float
    shares: Estimate  # with the intervals that the verdict rests on


def shares_within(sums: DealSums, fair: float, band: float) -> SharesWithin:
    """Return whether all of several shares lie within a band around a fair one.

    Parameters
    ----------
    sums : DealSums, shape (shares,)
        Of the shares, seen in the same deals.
    fair : float
        The fair share.
    band : float
        How far from it a share may lie, such as 0.02.

    References
    ----------
    Schuirmann, A comparison of the two one-sided tests procedure and the power approach for
    assessing the equivalence of average bioavailability, J. Pharmacokinet. Biopharm. 1987; here
    the intervals are two-sided ones, one for each share: see `verdict_ratio`.
    """
    count = int(np.size(sums.deals))
    estimate = verdict_ratio(sums, count)
    verdict = all_within(estimate, fair, band)
    if verdict != Verdict.UNDECIDED:
        return SharesWithin(verdict, np.nan, estimate)
    needed = deals_to_decide(estimate, fair - band, fair + band, count)
    over_edge = np.abs(estimate.value - fair) > band
    # One share outside is enough, all of them have to be inside.
    deals = np.fmin.reduce(needed[over_edge]) if over_edge.any() else needed.max()
    return SharesWithin(verdict, float(deals), estimate)


def deals_to_decide(estimate: Estimate, lowest: float, highest: float, count: int = 1) -> Floats:
    """Return about how many deals in all would decide on which side of bounds each value lies.

    The standard error shrinks with the root of the deals, and the interval has to end at the
    nearest bound; of a value within the bounds both ends have to.

    Parameters
    ----------
    estimate : Estimate, shape (values,)
        From `verdict_ratio`, or as wide.
    lowest, highest : float
        Infinite where there is no bound.
    count : int
        How many intervals hold together.

    Returns
    -------
    deals : float64 array, shape (values,)
        nan where a value lies on the very edge of a bound, or there is no interval.
    """
    below, above = estimate.value - estimate.low, estimate.high - estimate.value
    with np.errstate(divide="ignore", invalid="ignore"):
        to_low = np.where(estimate.value >= lowest, below, above) / np.abs(estimate.value - lowest)
        to_high = np.where(estimate.value <= highest, above, below) / np.abs(
            estimate.value - highest
        )
        is_low, is_high = estimate.value < lowest, estimate.value > highest
        factor = np.where(is_low, to_low, np.where(is_high, to_high, np.maximum(to_low, to_high)))
        deals = estimate.deals * factor**2
        now = verdict_critical_value(estimate.deals, count)
        for _ in range(4):  # the critical value grows with the deals, slowly
            then = verdict_critical_value(deals, count)
            deals = estimate.deals * (factor * then / now) ** 2
    return np.where(np.isfinite(deals) & (deals < MOST_DEALS), deals, np.nan)
