"""Differences between studies that met the same luck: fold by fold, by the grouped jackknife.

Deals are dealt out to folds, the same deals to the same folds in every study, and each study keeps
the sums of its folds.  What two studies share then shows in how they change together when a fold
is left out, for any statistic that sums can tell.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtr, stdtrit

from balance.stats.intervals import LEVEL, Estimate, Floats

FEW_FOLDS = 30  # that say something of a statistic: with fewer there is no interval


@dataclass(frozen=True)
class Replicates:
    """Statistics of all deals, and of all but those of one fold.

    Attributes
    ----------
    value : float64 array, shape (statistics,)
    without : float64 array, shape (folds, statistics)
        Leaving out each fold in turn.
    folds : int64 array, shape (statistics,)
        Those in which there is something to say; 0 where deals are too few for an interval.
    """

    value: Floats
    without: Floats
    folds: NDArray[np.int64]

    def take(self, places: Sequence[int] | NDArray[Any]) -> "Replicates":
        """Return some of the statistics."""
        return Replicates(self.value[places], self.without[:, places], self.folds[places])

    def __sub__(self, other: "Replicates") -> "Replicates":
        """Return the differences, statistic by statistic and fold by fold."""
        return Replicates(
            self.value - other.value,
            self.without - other.without,
            np.minimum(self.folds, other.folds),
        )

    def errors(self) -> Floats:
        """Return standard errors: the delete-one-group jackknife.

        With G folds that say something and t_j the statistic without fold j, the variance is
        (G - 1) / G * sum (t_j - mean t)**2.  Assumes that folds are independent and of about the
        same size, and a smooth statistic; a fold without a say leaves it as it is and adds nothing.
        nan below 30 such folds.

        References
        ----------
        Efron, The Jackknife, the Bootstrap and Other Resampling Plans, 1982, chapter 3; Wolter,
        Introduction to Variance Estimation, 2nd ed., section 4.2 (random groups of units).
        """
        return np.sqrt(self._products(self))

    def correlation(self, other: "Replicates") -> Floats:
        """Return how alike the errors of both are; nan where one has none."""
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(self._products(other) / (self.errors() * other.errors()))

    def _products(self, other: "Replicates") -> Floats:
        folds = np.minimum(self.folds, other.folds).astype(np.float64)
        one = self.without - self.without.mean(axis=0)
        two = other.without - other.without.mean(axis=0)
        with np.errstate(divide="ignore", invalid="ignore"):
            total = (folds - 1) / folds * (one * two).sum(axis=0)
        return np.where(folds < FEW_FOLDS, np.nan, total)


def replicates(num: NDArray[Any], den: NDArray[Any], deals: NDArray[Any]) -> Replicates:
    """Return ratios of sums over folds, with and without each fold.

    Parameters
    ----------
    num, den : array, shape (folds, statistics)
        Sums of each fold.
    deals : array, shape (folds,)
        Of each fold; with an empty one the deals are too few, and no statistic has a fold to say
        something.
    """
    up, down = num.sum(axis=0), den.sum(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        value = up / down
        without = (up - num) / (down - den)
    # A statistic that rests on one fold alone is gone without it: it has no spread to learn from.
    rests = np.isfinite(without).all(axis=0)
    folds = np.where(rests & bool((deals > 0).all()), np.count_nonzero(den, axis=0), 0)
    return Replicates(np.asarray(value), np.where(np.isfinite(without), without, value), folds)


def together(some: Sequence[Replicates]) -> Replicates:
    """Return the statistics of several, of the same folds, one after the other."""
    return Replicates(
        np.concatenate([one.value for one in some]),
        np.concatenate([one.without for one in some], axis=1),
        np.concatenate([one.folds for one in some]),
    )


def spread(some: Replicates) -> Replicates:
    """Return the variance between the true values of statistics, the noise of each taken out.

    The variance s2 between the values seen is too large by what each value is off.  That is a
    bias that falls with the deals, which is what the jackknife removes: the estimate is
    G * s2 - (G - 1) * mean of s2 without fold j.  It may be below 0 where there is no spread.

    Parameters
    ----------
    some : Replicates
        Statistics without a value are left out.

    Returns
    -------
    variance : Replicates, of one statistic

    References
    ----------
    Quenouille, Notes on bias in estimation, Biometrika 1956.
    """
    known = some.take(np.flatnonzero(some.folds >= FEW_FOLDS))
    if len(known.value) < 2:
        nothing = np.full(1, np.nan)
        return Replicates(nothing, np.full((len(some.without), 1), np.nan), np.zeros(1, np.int64))
    seen, without = known.value.var(ddof=1), known.without.var(axis=1, ddof=1)
    return without_bias(float(seen), without, int(known.folds.min()))


def without_bias(seen: float, without: Floats, folds: int) -> Replicates:
    """Return a statistic less the bias that falls with the deals: G * t - (G - 1) * mean of t_j.

    Parameters
    ----------
    seen : float
        Of all deals.
    without : float64 array, shape (folds,)
        Leaving out each fold in turn.
    folds : int
        Those that say something.
    """
    value = folds * seen - (folds - 1) * without.mean()
    return Replicates(np.array([value]), without[:, None], np.array([folds]))


def surprise(some: Replicates) -> Floats:
    """Return the two-sided p-values for statistics that are 0; 1 where nothing ever varied from it.

    nan where there are too few folds.
    """
    error = some.errors()
    with np.errstate(divide="ignore", invalid="ignore"):
        steps = np.abs(some.value) / error
    steps = np.where((some.value == 0) & (error == 0), 0.0, steps)
    p = 2 * stdtr(np.clip(some.folds - 1.0, 1, None), -steps)
    return np.where(np.isnan(error), np.nan, p)


def estimate(some: Replicates) -> Estimate:
    """Estimate statistics: t with a degree of freedom less than there are folds."""
    half = _quantile(some.folds) * some.errors()
    folds = some.folds
    return Estimate(some.value, some.value - half, some.value + half, folds, folds.astype(float))


@dataclass(frozen=True)
class Paired:
    """Differences between two studies of the same deals.

    Attributes
    ----------
    apart : Estimate
        The second less the first.
    steps : float64 array
        The difference in standard errors.
    p : float64 array
        Two-sided, for no difference; nan where there is no interval, 1 where nothing ever differed.
    correlation : float64 array
        Of the errors of both.
    worth : float64 array
        How many times the games it would take to say the same of games that share no luck.
    """

    apart: Estimate
    steps: Floats
    p: Floats
    correlation: Floats
    worth: Floats


def paired(one: Replicates, two: Replicates) -> Paired:
    """Estimate the second study's statistics less the first's, in the same order.

    The folds of both must hold the same deals, or one study more of them than the other.
    """
    apart = two - one
    error, first, second = apart.errors(), one.errors(), two.errors()
    known = ~np.isnan(error)
    # Rounding can leave a trace where every fold differs by the same.
    error = np.where(error < 1e-12 * np.abs(one.value), 0.0, error)
    with np.errstate(divide="ignore", invalid="ignore"):
        steps = np.abs(apart.value) / error
        worth = (first**2 + second**2) / error**2
    steps = np.where(known & (apart.value == 0) & (error == 0), 0.0, steps)
    p = 2 * stdtr(np.clip(apart.folds - 1.0, 1, None), -steps)
    half = _quantile(apart.folds) * error
    found = Estimate(
        apart.value, apart.value - half, apart.value + half, apart.folds, apart.folds.astype(float)
    )
    return Paired(found, steps, np.where(known, p, np.nan), one.correlation(two), worth)


def spread_apart(one: Replicates, two: Replicates) -> Paired:
    """Estimate by how much the standard deviation between true values differs.

    Parameters
    ----------
    one, two : Replicates
        Variances from `spread`.

    Notes
    -----
    Variances, which have no bias, are compared, and their difference is divided by the sum of the
    two standard deviations: a - b = (a**2 - b**2) / (a + b).
    """
    found = paired(one, two)
    total = deviation(one.value) + deviation(two.value)
    scale = np.where(total > 0, total, np.nan)
    apart = found.apart
    scaled = Estimate(
        deviation(two.value) - deviation(one.value),
        apart.low / scale, apart.high / scale, apart.deals, apart.effective,
    )  # fmt: skip
    return Paired(scaled, found.steps, found.p, found.correlation, found.worth)


def deviation(variance: Floats) -> Floats:
    """Return standard deviations; of a variance estimated below 0, 0."""
    return np.sqrt(np.maximum(variance, 0.0))


def _quantile(folds: NDArray[np.int64]) -> Floats:
    return np.asarray(stdtrit(np.clip(folds - 1.0, 1, None), 1 - (1 - LEVEL) / 2))
