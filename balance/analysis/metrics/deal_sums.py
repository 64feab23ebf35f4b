"""Sums over deals, whole numbers all: of ratios, and histograms.

Products are added up as float64, which is fast, and exact while sums of squares stay below 2**53;
beyond that, as Python integers.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from balance.compiling.jit import compiled
from balance.stats import intervals
from balance.stats.intervals import DealSums, Estimate
from balance.store.sums import EXACT, LARGE, Sums, exact, floats

SUMS = 6  # of a ratio: the fields of `RatioSums`
MOST = 9_999  # the largest number that has a bin of its own in a histogram, up and down


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
    deals = deals_in(values, rotations)
    if rotations == 1:
        return values.astype(kind, copy=False)
    return values.reshape(deals, rotations, *values.shape[1:]).sum(axis=1, dtype=kind)


def deals_in(games: NDArray[Any], rotations: int) -> int:
    """Return how many deals some games are.

    Raises
    ------
    ValueError
        If a deal is not whole.
    """
    deals, rest = divmod(len(games), rotations)
    if rest:
        raise ValueError(f"{len(games)} games are no whole deals of {rotations}")
    return deals


@dataclass(frozen=True)
class RatioSums(Sums):
    """Sums over deals for ratios x / y: arrays of one shape, one ratio an item."""

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
            Whole numbers, y at least 0; int64, or float64 below 2**53.
        """
        of_each = np.zeros((*num.shape[1:], SUMS))
        if len(num):  # code for no games need not be loaded
            _add_ratios(_rows(num), _rows(den), of_each.reshape(-1, SUMS))
        sums = np.moveaxis(of_each, -1, 0)
        if _is_below(EXACT, sums[2], sums[4]):  # then all else is too
            return cls(*map(np.asarray, sums.astype(np.int64, order="C")))
        x, y = _integers(num), _integers(den)
        whole = x.sum(0), y.sum(0), (x * x).sum(0), (x * y).sum(0), (y * y).sum(0)
        return cls(*[exact(np.asarray(values)) for values in (*whole, sums[5].astype(np.int64))])

    def __add__(self, other: Self) -> Self:
        """Return the sums of both sets of deals; no number is larger than the sums of squares."""
        arrays = [
            np.asarray(one + two) for one, two in zip(_values(self), _values(other), strict=True)
        ]
        if _is_below(LARGE, arrays[2], arrays[4]):
            return type(self)(*arrays)
        return super().__add__(other)

    def contradictions(self, deals: int) -> Iterator[tuple[str, Any]]:
        """Yield what sums of so many deals cannot be; see `Sums.contradictions`."""
        yield "den is negative", self.den < 0
        yield "num2 is negative", self.num2 < 0
        yield "den2 is negative", self.den2 < 0
        yield "deals are more than there are", (self.deals < 0) | (self.deals > deals)
        yield "num2 is too small for num", _is_more(self.num, self.num2, deals)
        yield "den2 is too small for den", _is_more(self.den, self.den2, self.deals)

    def sums(self, unit: int = 1) -> DealSums:
        """Return the sums for estimators; x is counted in parts of a whole, `unit` parts each."""
        return DealSums(
            floats(self.num) / unit,
            floats(self.den),
            floats(self.num2) / unit**2,
            floats(self.cross) / unit,
            floats(self.den2),
            self.deals,
        )

    def proportion(self, unit: int = 1) -> Estimate:
        """Estimate shares; see `stats.intervals.proportion`."""
        return intervals.proportion(self.sums(unit))

    def mean(self, unit: int = 1) -> Estimate:
        """Estimate means; see `stats.intervals.mean`."""
        return intervals.mean(self.sums(unit))

    def count(self, least: float = 0.0, step: float = 1.0) -> Estimate:
        """Estimate means of whole numbers; see `stats.intervals.mean_count`."""
        return intervals.mean_count(self.sums(), least, step)


@dataclass(frozen=True)
class Histogram(Sums):
    """How often each whole number occurred; the arrays grow when larger numbers are added.

    Numbers beyond 9,999, up or down, share bins that are 1% wide, and count as the middle of
    theirs.
    """

    counts: NDArray[np.int64]  # of 0, 1, 2 ..., then by bin
    below: NDArray[np.int64]  # of -1, -2, -3 ..., then by bin

    @classmethod
    def of(cls, values: NDArray[Any], weights: NDArray[Any] | None = None) -> Self:
        """Count whole numbers, each as often as its whole weight says."""
        flat = values.ravel()
        if _largest(flat) > MOST:
            flat = np.sign(flat) * _bins(np.abs(flat.astype(np.int64)))
        lowest = min(int(flat.min(initial=0)), 0)
        flat_weights = None if weights is None else weights.ravel()
        counts = np.bincount(flat - lowest, flat_weights, minlength=-lowest).astype(np.int64)
        return cls(counts[-lowest:], counts[:-lowest][::-1] if lowest else counts[:0])

    def contradictions(self, deals: int) -> Iterator[tuple[str, Any]]:
        """Yield what counts cannot be; see `Sums.contradictions`."""
        yield "counts are negative", (self.counts < 0).any() or (self.below < 0).any()

    @property
    def values(self) -> NDArray[np.int64]:
        """The numbers from the lowest to the highest; of bins, their middles."""
        return np.concatenate([-_middles(1 + len(self.below))[:0:-1], _middles(len(self.counts))])

    @property
    def frequencies(self) -> NDArray[np.int64]:
        """How often each of `values` occurred."""
        return np.concatenate([self.below[::-1], self.counts])

    @property
    def total(self) -> int | None:
        """The sum of all numbers; None if some are in bins."""
        if max(len(self.counts), 1 + len(self.below)) > MOST + 1:
            return None
        return int((self.values * self.frequencies.astype(object)).sum())

    def standard_deviation(self) -> float:
        """Return the standard deviation."""
        weights = self.frequencies / max(self.frequencies.sum(), 1)
        values = self.values.astype(np.float64)
        centre = (weights * values).sum()
        return float(np.sqrt((weights * (values - centre) ** 2).sum()))

    def quantile(self, share: float) -> int:
        """Return the smallest number that at least this share does not exceed."""
        reached = np.cumsum(self.frequencies)
        place = np.searchsorted(reached, share * reached[-1]) if len(reached) else 0
        return int(self.values[min(int(place), len(self.values) - 1)]) if len(reached) else 0


@cache
def _edges() -> NDArray[np.int64]:
    """Return the smallest number of each bin of larger numbers, up to 2**62."""
    edges = [MOST + 1]
    while edges[-1] < 1 << 62:
        edges.append(edges[-1] + edges[-1] // 100)
    return np.array(edges, np.int64)


def _bins(sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the places of numbers, at least 0, among `Histogram.counts`."""
    return np.where(sizes <= MOST, sizes, MOST + np.searchsorted(_edges(), sizes, side="right"))


def _middles(places: int) -> NDArray[np.int64]:
    """Return the number that each of the first places of `Histogram.counts` stands for."""
    bins = max(places - MOST - 1, 0)
    edges = _edges()
    middles = edges[:bins] + (edges[1 : bins + 1] - edges[:bins]) // 2
    return np.concatenate([np.arange(min(places, MOST + 1), dtype=np.int64), middles])


def _largest(values: NDArray[Any]) -> float:
    """Return the largest size of any of the numbers, as a float."""
    return max(float(values.max(initial=0)), -float(values.min(initial=0)))


def _rows(values: NDArray[Any]) -> NDArray[np.float64]:
    """Return values of deals as float64, shape (deals, items)."""
    return np.ascontiguousarray(values, np.float64).reshape(len(values), -1)


@compiled
def _add_ratios(x: NDArray[Any], y: NDArray[Any], sums: NDArray[Any]) -> None:
    """Add up what `RatioSums` has, shape (items, SUMS), of x and y, shape (deals, items)."""
    for deal in range(len(x)):
        for item in range(x.shape[1]):
            num, den, to = x[deal, item], y[deal, item], sums[item]
            to[0] += num
            to[1] += den
            to[2] += num * num
            to[3] += num * den
            to[4] += den * den
            to[5] += den > 0


def _integers(values: NDArray[Any]) -> NDArray[Any]:
    """Return whole numbers as Python integers, which are exact however large."""
    return values.astype(np.int64).astype(object)


def _is_below(limit: float, *sums: Any) -> bool:
    """Return whether all sums of squares are below a limit."""
    return all(each.max(initial=0) < limit for each in sums)


def _values(sums: RatioSums) -> tuple[NDArray[Any], ...]:
    return sums.num, sums.den, sums.num2, sums.cross, sums.den2, sums.deals


def _is_more(total: NDArray[Any], squares: NDArray[Any], deals: Any) -> NDArray[np.bool_]:
    """Return where a sum over deals is larger than its squares allow (Cauchy and Schwarz)."""
    whole = np.asarray(total, object)
    return np.asarray(whole * whole > np.asarray(squares, object) * np.asarray(deals, object), bool)
