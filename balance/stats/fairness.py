"""Are shares fair: do they lie within a band that is narrow enough, rather than differ from equal.

With enough games any difference can be seen, and with few none: so neither shows that a game is
fair.  An interval that lies in the band as a whole does.
"""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from balance.stats.intervals import LEVEL, DealSums, Estimate, Floats, proportion

SURE = 0.99  # the level of the intervals that a verdict rests on, for up to five shares
MOST_DEALS = 1e9  # what would take more cannot be told from what lies on the edge


class Verdict(StrEnum):
    """What can be said of a band."""

    WITHIN = "within"  # every interval lies in the band
    OUTSIDE = "outside"  # some interval lies outside it
    OPEN = "open"


@dataclass(frozen=True)
class Fairness:
    """What can be said of shares.

    Attributes
    ----------
    verdict : Verdict
    deals : float
        About how many deals in all would decide, if the shares are as they seem; nan where they
        are decided or lie on the very edge of the band.
    shares : Estimate
        With the intervals that the verdict rests on.
    """

    verdict: Verdict
    deals: float
    shares: Estimate


def sure_of(shares: int) -> float:
    """Return the level at which intervals of so many shares all hold in 95 of 100 studies.

    It is 99 % for up to five, as for the seats of a table, and Bonferroni's beyond.
    """
    return max(SURE, 1 - (1 - LEVEL) / max(shares, 1))


def fairness(sums: DealSums, fair: float, band: float) -> Fairness:
    """Judge whether all of some shares lie within a band around a fair one.

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
    the intervals are two-sided ones, one for each share, that all hold together: see `sure_of`.
    """
    found = proportion(sums, sure_of(np.size(sums.deals)))
    lowest, highest = fair - band, fair + band
    if (found.low >= lowest).all() and (found.high <= highest).all():
        return Fairness(Verdict.WITHIN, np.nan, found)
    if ((found.high < lowest) | (found.low > highest)).any():
        return Fairness(Verdict.OUTSIDE, np.nan, found)
    needed = deals_to_decide(found, fair - band, fair + band)
    over_edge = np.abs(found.value - fair) > band
    # One share outside is enough, all of them have to be inside.
    deals = np.fmin.reduce(needed[over_edge]) if over_edge.any() else needed.max()
    return Fairness(Verdict.OPEN, float(deals), found)


def each(found: Estimate, lowest: float, highest: float) -> list[Verdict]:
    """Return the verdict on each value alone: whether its interval lies within bounds.

    Parameters
    ----------
    found : Estimate, shape (values,)
    lowest, highest : float
    """
    within = (found.low >= lowest) & (found.high <= highest)
    outside = (found.high < lowest) | (found.low > highest)
    return [
        Verdict.WITHIN if inside else Verdict.OUTSIDE if out else Verdict.OPEN
        for inside, out in zip(within, outside, strict=True)
    ]


def deals_to_decide(found: Estimate, lowest: float, highest: float) -> Floats:
    """Return about how many deals in all would decide on which side of bounds each value lies.

    An interval shrinks with the root of the deals, and has to end at the bound that is nearest;
    within the bounds both its ends have to.

    Parameters
    ----------
    found : Estimate, shape (values,)
    lowest, highest : float
        Infinite where there is no bound.

    Returns
    -------
    deals : float64 array, shape (values,)
        nan where a value lies on the very edge of a bound, or there is no interval.
    """
    below, above = found.value - found.low, found.high - found.value
    with np.errstate(divide="ignore", invalid="ignore"):
        to_low = np.where(found.value >= lowest, below, above) / np.abs(found.value - lowest)
        to_high = np.where(found.value <= highest, above, below) / np.abs(found.value - highest)
        is_low, is_high = found.value < lowest, found.value > highest
        steps = np.where(is_low, to_low, np.where(is_high, to_high, np.maximum(to_low, to_high)))
        deals = found.deals * steps**2
    return np.where(np.isfinite(deals) & (deals < MOST_DEALS), deals, np.nan)
