"""Sums over deals, all whole numbers: of ratios, of products of two ratios, and histograms."""

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from balance.stats import intervals
from balance.stats.intervals import CrossSums, DealSums, Estimate
from balance.store.sums import Sums

MOST = 9_999  # values beyond count as this in a histogram


def by_deal(values: NDArray[Any], rotations: int) -> NDArray[Any]:
    """Add up the games of each deal.

    Parameters
    ----------
    values : array, shape (games, ...)
        Whole deals, the games of a deal next to each other.
    rotations : int
        Games of a deal.

    Returns
    -------
    sums : array, shape (deals, ...)
        int64, or float64 if the values are.

    Raises
    ------
    ValueError
        If a deal is not whole.
    """
    kind = np.float64 if values.dtype == np.float64 else np.int64
    if rotations == 1:
        return values.astype(kind, copy=False)
    deals, rest = divmod(len(values), rotations)
    if rest:
        raise ValueError(f"{len(values)} games are no whole deals of {rotations}")
    return values.reshape(deals, rotations, *values.shape[1:]).sum(axis=1, dtype=kind)


@dataclass(frozen=True)
class RatioSums(Sums):
    """Sums over deals for ratios x / y: int64 arrays of one shape, one ratio an item."""

    num: NDArray[np.int64]
    den: NDArray[np.int64]
    num2: NDArray[np.int64]
    cross: NDArray[np.int64]
    den2: NDArray[np.int64]
    deals: NDArray[np.int64]  # with a y that is not 0

    @classmethod
    def of(cls, num: NDArray[Any], den: NDArray[Any]) -> Self:
        """Return the sums of x and y given deal by deal.

        Parameters
        ----------
        num, den : array, shape (deals, ...)
            Whole numbers, y at least 0; float64, whose products are faster, is exact to 2**53.
        """
        return cls(
            _total(num),
            _total(den),
            _product(num, num),
            _product(num, den),
            _product(den, den),
            _total(np.minimum(den, 1)),
        )

    @classmethod
    def per(cls, num: NDArray[Any], games: int | NDArray[np.int64]) -> Self:
        """Return the sums of x per game or seat, so many of which each deal has.

        Parameters
        ----------
        num : array, shape (deals, ...)
        games : int, or array of shape (deals,)
        """
        if not isinstance(games, int):
            den = games.reshape(-1, *([1] * (num.ndim - 1)))
            return cls.of(num, np.broadcast_to(den, num.shape).astype(num.dtype))
        deals = np.full(num.shape[1:], len(num), np.int64)
        total = _total(num)
        return cls(
            total, deals * games, _product(num, num), total * games, deals * games * games, deals
        )

    def sums(self, unit: int = 1) -> DealSums:
        """Return the sums for estimators; x is counted in parts of a whole, `unit` parts each."""
        return DealSums(
            self.num / unit,
            self.den.astype(np.float64),
            self.num2 / unit**2,
            self.cross / unit,
            self.den2.astype(np.float64),
            self.deals,
        )

    def proportion(self, unit: int = 1) -> Estimate:
        """Estimate shares; see `stats.intervals.proportion`."""
        return intervals.proportion(self.sums(unit))

    def mean(self, unit: int = 1) -> Estimate:
        """Estimate means; see `stats.intervals.mean`."""
        return intervals.mean(self.sums(unit))


@dataclass(frozen=True)
class CrossProductSums(Sums):
    """Sums over deals of the products between two ratios, for their difference."""

    num_num: NDArray[np.int64]
    num_den: NDArray[np.int64]
    den_num: NDArray[np.int64]
    den_den: NDArray[np.int64]

    @classmethod
    def of(
        cls, num: NDArray[Any], den: NDArray[Any], other_num: NDArray[Any], other_den: NDArray[Any]
    ) -> Self:
        """Return the sums for two ratios given deal by deal, each array (deals, ...)."""
        return cls(
            _product(num, other_num),
            _product(num, other_den),
            _product(den, other_num),
            _product(den, other_den),
        )

    def sums(self, unit: int = 1) -> CrossSums:
        """Return the sums for estimators; both x are counted in so many parts of a whole."""
        return CrossSums(
            self.num_num / unit**2,
            self.num_den / unit,
            self.den_num / unit,
            self.den_den.astype(np.float64),
        )


@dataclass(frozen=True)
class Histogram(Sums):
    """How often each whole number occurred; the arrays grow when larger numbers are added."""

    counts: NDArray[np.int64]  # of 0, 1, 2 ...
    below: NDArray[np.int64]  # of -1, -2, -3 ...

    @classmethod
    def of(cls, values: NDArray[Any], weights: NDArray[Any] | None = None) -> Self:
        """Count values, each as often as its whole weight says; beyond 9,999 as 9,999."""
        flat = np.clip(values.ravel(), -MOST, MOST)
        lowest = min(int(flat.min(initial=0)), 0)
        flat_weights = None if weights is None else weights.ravel()
        counts = _whole(np.bincount(flat - lowest, flat_weights))
        return cls(counts[-lowest:], counts[:-lowest][::-1] if lowest else counts[:0])

    @property
    def values(self) -> NDArray[np.int64]:
        """The numbers from the lowest to the highest."""
        return np.arange(-len(self.below), len(self.counts), dtype=np.int64)

    @property
    def frequencies(self) -> NDArray[np.int64]:
        """How often each of `values` occurred."""
        return np.concatenate([self.below[::-1], self.counts])

    def standard_deviation(self) -> float:
        """Return the standard deviation."""
        weights = self.frequencies / max(self.frequencies.sum(), 1)
        centre = (weights * self.values).sum()
        return float(np.sqrt((weights * (self.values - centre) ** 2).sum()))

    def quantile(self, share: float) -> int:
        """Return the smallest number that at least this share does not exceed."""
        reached = np.cumsum(self.frequencies)
        place = np.searchsorted(reached, share * reached[-1]) if len(reached) else 0
        return int(self.values[min(int(place), len(self.values) - 1)]) if len(reached) else 0


def _total(values: NDArray[Any]) -> NDArray[np.int64]:
    """Return the sum over deals, item by item (einsum is faster at this than sum)."""
    return _whole(np.einsum("d...->...", values))


def _product(one: NDArray[Any], two: NDArray[Any]) -> NDArray[np.int64]:
    """Return sum over deals of the products, item by item."""
    return _whole(np.einsum("d...,d...->...", one, two))


def _whole(values: Any) -> NDArray[np.int64]:
    return np.asarray(values).astype(np.int64)
