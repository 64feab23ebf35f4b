"""Are shares fair: do they lie within a band that is narrow enough, rather than differ from equal.

With enough games any difference can be seen, and with few none: so neither shows that a game is
fair.  An interval that lies in the band as a whole does.
"""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from balance.stats.interval import DealSums, Estimate, proportion

SURE = 0.99  # the level of the intervals that a verdict rests on
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
    the intervals are two-sided ones of 99 %, one for each share.
    """
    found = proportion(sums, SURE)
    lowest, highest = fair - band, fair + band
    if (found.low >= lowest).all() and (found.high <= highest).all():
        return Fairness(Verdict.WITHIN, np.nan, found)
    if ((found.high < lowest) | (found.low > highest)).any():
        return Fairness(Verdict.OUTSIDE, np.nan, found)
    # An interval shrinks with the root of the deals, and has to end at the edge.
    over_edge = np.abs(found.value - fair) - band
    half = (found.high - found.low) / 2
    with np.errstate(divide="ignore", invalid="ignore"):
        needed = found.deals * (half / over_edge) ** 2
    is_over = over_edge > 0
    deals = needed[is_over].min() if is_over.any() else needed.max()
    return Fairness(Verdict.OPEN, float(deals) if deals < MOST_DEALS else np.nan, found)
