"""Deciding while games are played: a test that stops by itself, and an interval valid anytime.

Ordinary intervals that are looked at again and again, until it suits to stop, show a difference
between equal bots sooner or later.  The test and the interval here may be looked at after every
deal.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from balance.stats.anytime_intervals import MOST_VARIANCE, VIRTUAL, critical_value
from balance.stats.intervals import LEVEL, DealSums, Estimate, Floats, wilson_share
from balance.stats.verdict import Verdict

ERROR = 0.05  # of either kind, by default
FEWEST = 10  # deals before anything is decided


@dataclass(frozen=True)
class Settled:
    """The state of a sequential test."""

    verdict: Verdict  # whether the deals favour the higher hypothesis over the lower one
    deals: int  # after which it was settled, or all that were given
    llr: float  # the log likelihood ratio then: above 0 it favours the higher hypothesis
    low: float  # bounds of the ratio at which the test stops
    high: float


def bounds(alpha: float = ERROR, beta: float = ERROR) -> tuple[float, float]:
    """Return the bounds of the log likelihood ratio at which to stop.

    Parameters
    ----------
    alpha : float
        How often the higher hypothesis may be accepted where the lower one holds.
    beta : float
        How often the lower one may be where the higher one holds.

    References
    ----------
    Wald, Sequential tests of statistical hypotheses, Annals of Mathematical Statistics 1945.
    """
    return math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)


def log_ratios(points: NDArray[np.float64], low: float, high: float) -> Floats:
    """Return the log likelihood ratio of a mean of `high` against one of `low` after each deal.

    The points of deals need no known distribution: with n deals of mean m and variance v it is
    n (high - low) (2 m - low - high) / (2 v), which is the generalised likelihood ratio near the
    hypotheses.  Assumes independent deals whose points lie within bounds 1 apart.

    Parameters
    ----------
    points : float64 array, shape (deals,)
        In the order of play; a deal is all its games, so that both bots had the same luck.

    References
    ----------
    Van den Bergh, A practical introduction to the GSPRT, 2020 (the test of fishtest), after
    Kiefer and Weiss and Lorden's generalised sequential tests; on pairs of games there.
    """
    deals = np.arange(1, len(points) + 1, dtype=np.float64)
    mean, variance = _moments_so_far(points, deals)
    return deals * (high - low) * (2 * mean - low - high) / (2 * variance)


def settle(
    points: NDArray[np.float64],
    low: float,
    high: float,
    every: int = 1,
    fewest: int = FEWEST,
    alpha: float = ERROR,
    beta: float = ERROR,
) -> Settled:
    """Test a mean of `high` against one of `low`.

    Parameters
    ----------
    every : int
        Looks are taken after every so many deals.
    fewest : int
        Deals before anything is settled.
    """
    lower, upper = bounds(alpha, beta)
    looks = np.arange(every, len(points) + 1, every)
    looks = looks[looks >= fewest]
    ratios = log_ratios(points, low, high)
    at_looks = ratios[looks - 1]
    outside = np.flatnonzero((at_looks <= lower) | (at_looks >= upper))
    if not len(outside):
        last = float(ratios[-1]) if len(ratios) else 0.0
        return Settled(Verdict.UNDECIDED, len(points), last, lower, upper)
    first = outside[0]
    verdict = Verdict.YES if at_looks[first] >= upper else Verdict.NO
    return Settled(verdict, int(looks[first]), float(at_looks[first]), lower, upper)


def anytime(points: NDArray[np.float64], planned: int, level: float = LEVEL) -> Estimate:
    """Estimate a mean with an interval that holds however often it is looked at.

    A confidence sequence (see `anytime_intervals`): in `level` of all studies the truth lies in the
    intervals after every number of deals at once.  Assumes independent deals, some tens of them.

    Parameters
    ----------
    points : float64 array, shape (deals,)
        Within -1/2 and 1/2.
    planned : int
        The deals at which it is to be narrowest.
    """
    deals = np.asarray(len(points), np.int64)
    if not len(points):
        nothing = np.asarray(np.nan)
        return Estimate(nothing, nothing, nothing, deals, nothing)
    share = wilson_share(
        DealSums.of(points + 0.5, np.ones(len(points))),
        critical_value(deals, planned, 1 - level),
    )
    return Estimate(
        share.value - 0.5, share.low - 0.5, share.high - 0.5, deals, deals.astype(np.float64)
    )


def _moments_so_far(points: NDArray[np.float64], deals: Floats) -> tuple[Floats, Floats]:
    """Return mean and variance after each deal, the variance with the virtual deals in it."""
    mean = np.cumsum(points) / deals
    squares = np.maximum(np.cumsum(points**2) - deals * mean**2, 0.0)
    return mean, (squares + VIRTUAL * MOST_VARIANCE) / (deals + VIRTUAL)


def planned_deals(low: float, high: float, alpha: float = ERROR, beta: float = ERROR) -> int:
    """Return about how many deals tell `low` from `high` where the truth lies between them.

    For pairs of games that each are won or lost by an even chance.

    References
    ----------
    Wald, Sequential Analysis, 1947, section 3.5: the bounds' product over the variance of a step.
    """
    lower, upper = bounds(alpha, beta)
    return max(int(-lower * upper * MOST_VARIANCE / 2 / (high - low) ** 2), FEWEST)
