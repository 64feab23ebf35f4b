"""Standard errors and paired differences by the grouped jackknife over folds of deals.

Deals are divided into folds, the same deals into the same folds in every study, and each study
keeps the sums of its folds.  What two studies share then shows in how both change when a fold is
left out, for any statistic of these sums.

References
----------
Efron, The Jackknife, the Bootstrap and Other Resampling Plans, 1982, chapter 3; Wolter,
Introduction to Variance Estimation, 2nd ed., section 4.2 (random groups of units).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtr, ndtri, stdtr, stdtrit

from balance.stats.intervals import LEVEL, Estimate, Floats

FEW_FOLDS = 30  # with something to count: with fewer there is no interval
Z = float(ndtri(1 - (1 - LEVEL) / 2))  # half the width of an interval in standard errors


@dataclass(frozen=True)
class Replicates:
    """Statistics of all deals, and of all but those of one fold.

    Attributes
    ----------
    folds : int64 array, shape (statistics,)
        Those with something to count; 0 where deals are too few for an interval.
    unseen : float64 array, shape (statistics,), or 0
        The error by what is so rare that the deals did not show it; see `replicates`.
    """

    value: Floats  # shape (statistics,)
    leave_one_out: Floats  # shape (folds, statistics): leaving out each fold in turn
    folds: NDArray[np.int64]
    unseen: Floats | float = 0.0

    @classmethod
    def unknown(cls, folds: int, size: int = 1) -> "Replicates":
        """Return statistics of which nothing is known."""
        return cls(np.full(size, np.nan), np.full((folds, size), np.nan), np.zeros(size, np.int64))

    @classmethod
    def of_rows(cls, rows: Floats, folds: NDArray[np.int64]) -> "Replicates":
        """Return what `rows` was made of."""
        return cls(rows[0], rows[1:], folds)

    @property
    def rows(self) -> Floats:
        """The statistics of all deals, then those without each fold: (1 + folds, statistics)."""
        return np.concatenate([self.value[None], self.leave_one_out])

    def take(self, places: Sequence[int] | NDArray[Any]) -> "Replicates":
        """Return the statistics at some places."""
        return Replicates(
            self.value[places], self.leave_one_out[:, places], self.folds[places],
            self._unseen()[places],
        )  # fmt: skip

    def _unseen(self) -> Floats:
        return np.broadcast_to(np.asarray(self.unseen, np.float64), self.value.shape)

    def map(self, function: Callable[[Floats], Floats]) -> "Replicates":
        """Return a function of the statistics, item by item, without what is unseen."""
        return Replicates(function(self.value), function(self.leave_one_out), self.folds)

    def where(self, is_known: NDArray[np.bool_]) -> "Replicates":
        """Return the statistics with nan for those that are not known."""
        known = self.map(lambda values: np.where(is_known, values, np.nan))
        return replace(known, folds=np.where(is_known, self.folds, 0), unseen=self.unseen)

    def __sub__(self, other: "Replicates") -> "Replicates":
        """Return the differences, statistic by statistic and fold by fold."""
        return Replicates(
            self.value - other.value,
            self.leave_one_out - other.leave_one_out,
            np.minimum(self.folds, other.folds),
            np.maximum(self.unseen, other.unseen),
        )

    def minus(self, constant: ArrayLike) -> "Replicates":
        """Subtract constants from the statistics."""
        less = self.map(lambda values: np.asarray(values - np.asarray(constant)))
        return replace(less, unseen=self.unseen)

    def times(self, factor: ArrayLike) -> "Replicates":
        """Return the statistics times constants."""
        most = self.map(lambda values: np.asarray(values * np.asarray(factor)))
        return replace(most, unseen=np.abs(factor) * np.asarray(self.unseen))

    def errors(self) -> Floats:
        """Return standard errors: the delete-one-group jackknife.

        With G folds that count something and t_j the statistic without fold j, the variance is
        (G - 1) / G * sum (t_j - mean t)**2.  Assumes that folds are independent and of about the
        same size, and a smooth statistic; a fold with nothing to count leaves it as it is and adds
        nothing.  nan below 30 such folds.  What is unseen is added to it.
        """
        return np.sqrt(self.covariance(self) + np.asarray(self.unseen) ** 2)

    def correlation(self, other: "Replicates") -> Floats:
        """Return the correlation of the errors of both; nan where one has none."""
        with np.errstate(divide="ignore", invalid="ignore"):
            scale = self.covariance(self) * other.covariance(other)
            return np.asarray(self.covariance(other) / np.sqrt(scale))

    def mean_correlation(self) -> float:
        """Return the mean correlation between the errors of two of the statistics.

        0 with fewer than two that have an error.
        """
        known = np.flatnonzero(self.errors() > 0)
        apart = self.leave_one_out[:, known] - self.leave_one_out[:, known].mean(axis=0)
        size = np.sqrt((apart**2).sum(axis=0))
        varied = apart[:, size > 0] / size[size > 0]
        count = varied.shape[1]
        if count < 2:
            return 0.0
        whole = float((varied.sum(axis=1) ** 2).sum())  # the sum of all correlations
        return (whole - count) / (count * (count - 1))

    def covariance(self, other: "Replicates") -> Floats:
        """Return the covariances of the errors of both, without what is unseen; see `errors`."""
        folds = np.minimum(self.folds, other.folds).astype(np.float64)
        one = self.leave_one_out - self.leave_one_out.mean(axis=0)
        two = other.leave_one_out - other.leave_one_out.mean(axis=0)
        with np.errstate(divide="ignore", invalid="ignore"):
            total = (folds - 1) / folds * (one * two).sum(axis=0)
        return np.where(folds < FEW_FOLDS, np.nan, total)

    def estimate(self, z: ArrayLike = Z) -> Estimate:
        """Return the statistics with intervals: t with one degree of freedom less than folds.

        Parameters
        ----------
        z : float
            Half the width of an interval in standard errors, if these were known.
        """
        return _estimate(self.value, self.errors(), self.folds, z)

    def p_values(self) -> Floats:
        """Return two-sided p-values for statistics that are 0; nan where there are too few folds.

        1 where the statistic never varied from 0.
        """
        return _p_values(_z(self.value, self.errors()), self.folds)


def replicates(
    num: NDArray[Any], den: NDArray[Any], deals: NDArray[Any], step: float = 0.0
) -> Replicates:
    """Return ratios of sums over folds, with and without each fold.

    Where only a few deals differ from all others, the variance seen is too small: a ban of a card
    that matters in 1 of 1,000 deals seems to change nothing at all in some hundreds.  So deals that
    were not seen are added to the variance, z**2 of them, each with a step more or less, as
    Wilson's interval of a share does it.  The interval of a statistic that never varied then has
    z**2 steps to either side: a few more than the three of the rule of three.

    Parameters
    ----------
    num, den : array, shape (folds, statistics)
        Sums of each fold.
    deals : array, shape (folds,)
        Of each fold; with an empty one the deals are too few for any interval.
    step : float
        The smallest amount by which a deal can change num, such as 1 win; 0 if nothing is rare.

    References
    ----------
    Agresti and Coull, Approximate is better than "exact" for interval estimation of binomial
    proportions, The American Statistician 1998; Hanley and Lippman-Hand, If nothing goes wrong, is
    everything all right?, JAMA 1983 (the rule of three).
    """
    up, down = num.sum(axis=0), den.sum(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        value = up / down
        left_out = (up - num) / (down - den)
    # A statistic that rests on one fold alone is gone without it: its error cannot be known.
    is_known = np.isfinite(left_out).all(axis=0) & bool((deals > 0).all())
    folds = np.where(is_known, np.count_nonzero(den, axis=0), 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        unseen = np.where(is_known, Z * step / down, 0.0)
    left_out = np.where(np.isfinite(left_out), left_out, value)
    return Replicates(np.asarray(value), left_out, folds, unseen)


def concatenate(several: Sequence[Replicates]) -> Replicates:
    """Return the statistics of several, of the same folds, one after the other."""
    return Replicates(
        np.concatenate([one.value for one in several]),
        np.concatenate([one.leave_one_out for one in several], axis=1),
        np.concatenate([one.folds for one in several]),
        np.concatenate([one._unseen() for one in several]),
    )


def average(several: Sequence[Replicates]) -> Replicates:
    """Return the means of several, of the same folds, statistic by statistic."""
    return Replicates(
        np.mean([one.value for one in several], axis=0),
        np.mean([one.leave_one_out for one in several], axis=0),
        np.min([one.folds for one in several], axis=0),
        np.max([one._unseen() for one in several], axis=0),
    )


def variance_between(statistics: Replicates) -> Replicates:
    """Return the variance between the true values of statistics, the noise of each taken out.

    The variance between the values seen is too large by the noise of each value: a bias that
    `unbiased` removes.  It may be below 0 where the true values hardly differ.

    Parameters
    ----------
    statistics : Replicates
        Those without a value are left out.

    Returns
    -------
    variance : Replicates, of one statistic
    """
    known = statistics.take(np.flatnonzero(statistics.folds >= FEW_FOLDS))
    if len(known.value) < 2:
        return Replicates.unknown(len(statistics.leave_one_out))
    left_out = known.leave_one_out.var(axis=1, ddof=1)
    variance = unbiased(float(known.value.var(ddof=1)), left_out, int(known.folds.min()))
    # What is unseen of each value, by the derivative of the variance.
    slope = 2 * (known.value - known.value.mean()) / (len(known.value) - 1)
    return replace(variance, unseen=np.array([np.hypot.reduce(slope * known._unseen())]))


def unbiased(value: float, leave_one_out: Floats, folds: int) -> Replicates:
    """Return a statistic less the bias that falls with the deals: G * t - (G - 1) * mean of t_j.

    Parameters
    ----------
    value : float
        Of all deals.
    leave_one_out : float64 array, shape (folds,)
        Leaving out each fold in turn.
    folds : int
        Those with something to count, for the interval.  The bias is that of all folds: one with
        nothing to count leaves the statistic as it is, as its deals do.

    References
    ----------
    Quenouille, Notes on bias in estimation, Biometrika 1956.
    """
    groups = len(leave_one_out)
    corrected = groups * value - (groups - 1) * leave_one_out.mean()
    return Replicates(np.array([corrected]), leave_one_out[:, None], np.array([folds]))


def deviation(variance: Floats) -> Floats:
    """Return standard deviations; of a variance estimated below 0, 0."""
    return np.sqrt(np.maximum(variance, 0.0))


@dataclass(frozen=True)
class PairedDifference:
    """Differences between two studies of the same deals.

    Attributes
    ----------
    p : float64 array
        Two-sided, for no difference; nan where there is no interval, 1 where nothing ever differed.
    worth : float64 array
        How many times the games it would take for the same error if the studies shared no luck.
    """

    difference: Estimate  # the second less the first
    z: Floats  # the size of the difference in standard errors
    p: Floats
    correlation: Floats  # of the errors of both
    worth: Floats


def paired(one: Replicates, two: Replicates) -> PairedDifference:
    """Estimate the second study's statistics less the first's, in the same order.

    The folds of both must hold the same deals, or one study more of them than the other.
    """
    difference = two - one
    error, first, second = difference.errors(), one.errors(), two.errors()
    # Rounding can leave a trace where every fold differs by the same.
    error = np.where(error < 1e-12 * np.abs(one.value), 0.0, error)
    with np.errstate(divide="ignore", invalid="ignore"):
        worth = (first**2 + second**2) / error**2
    z = _z(difference.value, error)
    return PairedDifference(
        _estimate(difference.value, error, difference.folds), z, _p_values(z, difference.folds),
        one.correlation(two), worth,
    )  # fmt: skip


def deviation_difference(one: Replicates, two: Replicates) -> PairedDifference:
    """Estimate by how much the standard deviation between true values differs.

    Variances, which have no bias, are compared, and their difference is divided by the sum of the
    two standard deviations: a - b = (a**2 - b**2) / (a + b).

    Parameters
    ----------
    one, two : Replicates
        Variances from `variance_between`.
    """
    differences = paired(one, two)
    first, second = deviation(one.value), deviation(two.value)
    scale = np.where(first + second > 0, first + second, np.nan)
    of_variance = differences.difference
    scaled = Estimate(
        second - first, of_variance.low / scale, of_variance.high / scale, of_variance.deals,
        of_variance.effective,
    )  # fmt: skip
    return PairedDifference(
        scaled, differences.z, differences.p, differences.correlation, differences.worth
    )


def _estimate(value: Floats, error: Floats, folds: NDArray[np.int64], z: ArrayLike = Z) -> Estimate:
    degrees = np.clip(folds - 1.0, 1, None)
    half = np.asarray(-stdtrit(degrees, ndtr(-np.asarray(z)))) * error
    return Estimate(value, value - half, value + half, folds, folds.astype(float))


def _z(value: Floats, error: Floats) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):
        z = np.abs(value) / error
    return np.where((value == 0) & (error == 0), 0.0, z)


def _p_values(z: Floats, folds: NDArray[np.int64]) -> Floats:
    return np.asarray(2 * stdtr(np.clip(folds - 1.0, 1, None), -z))


def estimate(statistics: Replicates) -> Estimate:
    """Return `Replicates.estimate`."""
    return statistics.estimate()


def surprise(statistics: Replicates) -> Floats:
    """Return `Replicates.p_values`."""
    return statistics.p_values()
