"""Deciding while games are played: a test that stops by itself, and an interval valid anytime.

Ordinary intervals that are looked at again and again, until it suits to stop, show a difference
between equal bots sooner or later.  The test and the interval here may be looked at after every
deal.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from balance.stats.anytime_intervals import MOST_VARIANCE, VIRTUAL, anytime_critical_value
from balance.stats.intervals import LEVEL, DealSums, Estimate, Floats, wilson_share
from balance.stats.verdict import Verdict

ERROR = 0.05  # of either kind, by default
FEWEST = 10  # deals before anything is decided
BOLDEST = 0.9  # of his money that a gambler may lose in a deal


@dataclass(frozen=True)
class Settled:
    """The state of a sequential test."""

    verdict: Verdict  # whether the deals favour the higher hypothesis over the lower one
    deals: int  # after which it was settled, or all that were given
    evidence: float  # its log then: above 0 it favours the higher hypothesis
    low: float  # bounds of the log evidence at which the test stops
    high: float


def bounds(alpha: float = ERROR, beta: float = ERROR) -> tuple[float, float]:
    """Return the bounds of the log evidence at which to stop.

    Parameters
    ----------
    alpha : float
        How often the higher hypothesis may be accepted where the lower one holds.
    beta : float
        How often the lower one may be where the higher one holds.

    References
    ----------
    Ville, Etude critique de la notion de collectif, 1939: money that a fair game makes of 1 ever
    reaches 1 / alpha with a chance of alpha at most.
    """
    return -math.log(1 / beta), math.log(1 / alpha)


def log_evidence(points: NDArray[np.float64], low: float, high: float) -> Floats:
    """Return the log evidence for a mean of `high` against one of `low` after each deal.

    Above 0 it is the log of the money that a gambler has made of 1 who bets that the mean is above
    `low`; below 0 the negative of that of one who bets that it is below `high`.  If the mean is
    `low` at most, the first one's bets are unfair to him, so that his money reaches 20 in one study
    of 20 at most, whatever the distribution of the points: also of a bot that wins nearly always,
    whose points are so skewed that tests of their mean and variance err more often.  Each deal has
    a stake of (high - low) over the second moment about the other hypothesis, as the deals before
    it show it: for normal points money then grows as fast as the likelihood ratio does.  Assumes
    independent deals.

    Parameters
    ----------
    points : float64 array, shape (deals,)
        In the order of play, within -1/2 and 1/2; a deal is all its games, so that both bots had
        the same luck.

    References
    ----------
    Waudby-Smith and Ramdas, Estimating means of bounded random variables by betting, JRSS B 2024.
    """
    above = _log_money(points, low, high - low)
    below = _log_money(-points, -high, high - low)
    return np.where(above >= below, above, -below)


def _log_money(points: NDArray[np.float64], mean: float, gap: float) -> Floats:
    """Return the log of what bets that the mean is above `mean` make of 1, after each deal."""
    stake = np.minimum(gap / (_variances_before(points) + gap**2), BOLDEST / (0.5 + mean))
    return np.asarray(np.cumsum(np.log1p(stake * (points - mean))))


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
    evidence = log_evidence(points, low, high)
    at_looks = evidence[looks - 1]
    outside = np.flatnonzero((at_looks <= lower) | (at_looks >= upper))
    if not len(outside):
        last = float(evidence[-1]) if len(evidence) else 0.0
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
        anytime_critical_value(deals, planned, 1 - level),
    )
    return Estimate(
        share.value - 0.5, share.low - 0.5, share.high - 0.5, deals, deals.astype(np.float64)
    )


def _variances_before(points: NDArray[np.float64]) -> Floats:
    """Return the variance of the deals before each deal, with the virtual deals in it."""
    before = np.arange(len(points), dtype=np.float64)
    total, squares = (np.cumsum(some) - some for some in (points, points**2))
    within = np.maximum(squares - total**2 / np.maximum(before, 1), 0.0)
    return np.asarray((within + VIRTUAL * MOST_VARIANCE) / (before + VIRTUAL))


def deals_to_tell_apart(low: float, high: float, alpha: float = ERROR, beta: float = ERROR) -> int:
    """Return about how many deals tell `low` from `high` where the truth lies between them.

    For pairs of games that each are won or lost by an even chance.

    References
    ----------
    Wald, Sequential Analysis, 1947, section 3.5: the bounds' product over the variance of a step.
    """
    lower, upper = bounds(alpha, beta)
    return max(int(-lower * upper * MOST_VARIANCE / 2 / (high - low) ** 2), FEWEST)
