"""Intervals that hold however often they are looked at, from sums over deals.

To look at an ordinary interval again and again while games are played, and to stop when it suits,
errs more often than the interval says.  These hold after every number of deals at once.  The price
is width: near the planned number of deals they are half as wide again.

References
----------
Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, Time-uniform central limit theory and asymptotic
confidence sequences, Annals of Statistics 2024, theorem 2.2 and appendix B.2; Robbins, Statistical
methods related to the law of the iterated logarithm, Annals of Mathematical Statistics 1970.
"""

import numpy as np
from numpy.typing import ArrayLike

from balance.stats.intervals import DealSums, Estimate, Floats, ratio, wilson_share

ALPHA = 0.05  # how often the truth may be left out, by any of all looks
FEWEST = 100  # deals before the first look: with fewer their standard deviation is not yet known
VIRTUAL = 4.0  # deals of the greatest variance, added so that shares of 0 or 1 do not look certain
MOST_VARIANCE = 0.25  # of a share of games
MOST_DEALS = 1e12  # a width that needs more is never reached


def anytime_critical_value(deals: ArrayLike, planned: float, alpha: ArrayLike = ALPHA) -> Floats:
    """Return half the width of an interval that holds after every number of deals at once.

    In standard errors.  The normal mixture: with t deals sqrt(2 (t r + 1) / (t r) * log(sqrt(t r +
    1) / alpha)), where r = (-2 log alpha + log(-2 log alpha) + 1) / planned makes it smallest at
    `planned` deals: there 1.55 times that of an ordinary interval of 95 %, at a tenth of them 1.92
    times.  Assumes independent deals, FEWEST at least, and that `planned` was chosen before they
    were seen.
    """
    r = (-2 * np.log(alpha) + np.log(-2 * np.log(alpha)) + 1) / planned
    grown = np.asarray(deals, np.float64) * r + 1
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.sqrt(2 * grown / (grown - 1) * np.log(np.sqrt(grown) / alpha)))


def half_width(sd: ArrayLike, deals: ArrayLike, planned: float, alpha: float = ALPHA) -> Floats:
    """Return half the width of an interval that holds after every number of deals at once.

    See `anytime_critical_value`.

    Parameters
    ----------
    sd : float or array
        Standard deviation between the numbers of the deals.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        error = np.asarray(sd, np.float64) / np.sqrt(np.asarray(deals, np.float64))
        return np.asarray(error * anytime_critical_value(deals, planned, alpha))


def planned_deals(sd: float, halfwidth: float, alpha: float = ALPHA) -> float:
    """Return the deals at which the interval is so narrow, if it is planned for just these."""
    factor = float(half_width(1.0, 1.0, 1.0, alpha))  # times sd / sqrt(planned), for any planned
    return max((sd * factor / halfwidth) ** 2, float(FEWEST))


def deals_until_width(
    sd: ArrayLike, halfwidth: float, planned: float, alpha: float = ALPHA
) -> Floats:
    """Return the deals after which intervals are so narrow; nan where that is never."""
    sds = np.asarray(sd, np.float64)
    low, high = np.full(sds.shape, float(FEWEST)), np.full(sds.shape, MOST_DEALS)
    for _ in range(64):  # bisection on the logarithmic scale, as it may be of any size
        middle = np.sqrt(low * high)
        is_narrow = half_width(sds, middle, planned, alpha) <= halfwidth
        low, high = np.where(is_narrow, low, middle), np.where(is_narrow, middle, high)
    is_never = np.isnan(sds) | (half_width(sds, MOST_DEALS, planned, alpha) > halfwidth)
    return np.where(is_never, np.nan, np.ceil(high - 1e-9 * high))


def deal_deviation(sums: DealSums, is_share: bool) -> Floats:
    """Return the standard deviation between the deals of a ratio, linearised.

    Of a share, four deals of the greatest variance are added.  nan below FEWEST deals.
    """
    _, error = ratio(sums)
    deals = sums.deals.astype(np.float64)
    variance = error**2 * deals
    if is_share:
        variance = (variance * deals + VIRTUAL * MOST_VARIANCE) / (deals + VIRTUAL)
    return np.where(deals < FEWEST, np.nan, np.sqrt(variance))


def anytime_ratio(
    sums: DealSums, planned: float, is_share: bool, alpha: ArrayLike = ALPHA
) -> Estimate:
    """Estimate ratios with intervals that hold after every number of deals at once.

    That of a share is Wilson's with the critical value of all looks: about a rare event the error
    seen is too small again and again, and an interval of that error about the share seen, with
    some thousand looks, misses a share of 0.02 in 10 of 100 studies where 5 are meant.

    Parameters
    ----------
    sums : DealSums
        Below FEWEST deals there is no interval.
    planned : float
        The deals at which intervals are to be narrowest, chosen before any was seen.
    is_share : bool
        Whether they are shares of games, between 0 and 1.
    """
    z = anytime_critical_value(sums.deals, planned, alpha)
    if is_share:
        found = wilson_share(sums, z)
    else:
        value, error = ratio(sums)
        deals = sums.deals.astype(np.float64)
        found = Estimate(value, value - z * error, value + z * error, sums.deals, deals)
    is_few = sums.deals < FEWEST
    low, high = (np.where(is_few, np.nan, end) for end in (found.low, found.high))
    return Estimate(found.value, low, high, sums.deals, found.effective)
