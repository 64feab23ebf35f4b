"""Trends along an ordered list of studies, such as of bots of growing strength."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import stdtr, stdtrit

from balance.stats.intervals import LEVEL, Floats


@dataclass(frozen=True)
class StudentEstimate:
    """Numbers with their standard errors; float64 arrays of one shape, nan where unknown."""

    value: Floats
    error: Floats
    degrees: Floats  # of freedom, by which t is wider than the normal

    @property
    def half_width(self) -> Floats:
        """Half the width of the 95% interval."""
        return np.asarray(stdtrit(np.maximum(self.degrees, 1), 1 - (1 - LEVEL) / 2) * self.error)

    @property
    def p(self) -> Floats:
        """Two-sided p-values for 0; nan where there is no error."""
        with np.errstate(divide="ignore", invalid="ignore"):
            z = np.abs(self.value) / self.error
        return np.asarray(2 * stdtr(np.maximum(self.degrees, 1), -z))


@dataclass(frozen=True)
class Studies:
    """Numbers as estimated in several studies, in order.

    Attributes
    ----------
    covariance : float64 array, shape (studies, studies, numbers)
        Of the errors: studies that met the same luck share some of theirs.
    """

    value: Floats  # shape (studies, numbers)
    covariance: Floats
    degrees: Floats  # shape (studies, numbers)

    @property
    def estimates(self) -> StudentEstimate:
        """The numbers of each study, shape (studies, numbers)."""
        places = np.arange(len(self.value))
        return StudentEstimate(self.value, np.sqrt(self.covariance[places, places]), self.degrees)

    def contrast(self, weights: ArrayLike) -> StudentEstimate:
        """Return the sum of the studies' numbers times weights, shape (numbers,).

        Parameters
        ----------
        weights : array, shape (studies,) or (studies, numbers)
            A study with weight 0 may lack the number.
        """
        weight = np.asarray(weights, np.float64)
        weight = np.broadcast_to(weight.reshape(len(self.value), -1), self.value.shape)
        counts = weight != 0
        value = np.where(counts, weight * self.value, 0.0).sum(axis=0)
        products = weight[:, None] * weight * self.covariance
        variance = np.where(counts[:, None] & counts, products, 0.0).sum(axis=(0, 1))
        error = np.sqrt(np.maximum(variance, 0.0))
        return StudentEstimate(value, error, np.where(counts, self.degrees, np.inf).min(axis=0))

    def slope(self, among: NDArray[np.bool_]) -> StudentEstimate:
        """Return the change per step along some of the studies, shape (numbers,).

        It is that of the straight line through their values, each weighted with one over its
        variance, where studies are a step apart; so a study of few games moves it little.  It asks
        for a trend, not that each step be alike.  nan where fewer than two have the number.

        References
        ----------
        Cochran, Some methods for strengthening the common chi-square tests, Biometrics 1954
        (the regression of a rate on ordered groups); Thompson and Sharp, Explaining heterogeneity
        in meta-analysis, Statistics in Medicine 1999 (weights of one over the variance).
        """
        error = self.estimates.error
        has_error = among[:, None] & np.isfinite(error) & (error > 0)
        weight = np.where(has_error, 1 / np.where(has_error, error, 1.0) ** 2, 0.0)
        step = np.cumsum(among)[:, None] - 1.0
        with np.errstate(divide="ignore", invalid="ignore"):
            away = step - (weight * step).sum(axis=0) / weight.sum(axis=0)
            line = self.contrast(np.nan_to_num(weight * away / (weight * away**2).sum(axis=0)))
        is_known = has_error.sum(axis=0) > 1
        return StudentEstimate(
            np.where(is_known, line.value, np.nan),
            np.where(is_known, line.error, np.nan),
            np.where(is_known, line.degrees, 1.0),
        )

    def differences(self, among: NDArray[np.bool_]) -> Iterator[StudentEstimate]:
        """Yield the difference of each two of some of the studies, the later less the earlier."""
        places = np.flatnonzero(among)
        for later in range(1, len(places)):
            for earlier in range(later):
                weights = np.zeros(len(self.value))
                weights[places[later]], weights[places[earlier]] = 1.0, -1.0
                yield self.contrast(weights)
