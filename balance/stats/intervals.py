"""Estimates from sums over deals: a mean, a share such as a win rate, a difference of two.

The deal, not the game, is the independent unit.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtr, ndtri, stdtr, stdtrit

Floats: TypeAlias = NDArray[np.float64]

LEVEL = 0.95
FEW_DEALS = 30  # below: Student's t, and no credit for a design effect below 1
INTERVAL = ("value", "low", "high")
COLUMNS = (*INTERVAL, "deals", "effective")


@dataclass(frozen=True)
class Estimate:
    """Values with their intervals; all arrays have one shape, ``()`` for a single value.

    Attributes
    ----------
    value, low, high : float64 array
        The interval holds the truth in 95 of 100 studies; nan where there are too few deals.
    effective : float64 array
        Independent games of equal worth: games over the design effect.  Of a mean, its deals.
    """

    value: Floats
    low: Floats
    high: Floats
    deals: NDArray[np.int64]  # on which the value rests
    effective: Floats

    def columns(self, prefix: str = "", names: Sequence[str] = COLUMNS) -> dict[str, Any]:
        """Return the columns of a table: value, low, high, deals, effective, after the prefix."""
        finite = np.where(np.isinf(self.effective), np.nan, self.effective)
        columns = {**vars(self), "effective": finite}
        return {f"{prefix}{name}": columns[name] for name in names}

    def row(
        self, prefix: str = "", place: Any = (), names: Sequence[str] = COLUMNS
    ) -> dict[str, Any]:
        """Return the same of one value, as numbers."""
        columns = self.columns(prefix, names)
        return {name: np.asarray(column)[place].item() for name, column in columns.items()}

    def bounded(self, lowest: ArrayLike = 0.0, highest: ArrayLike = 1.0) -> "Estimate":
        """Return the estimates with intervals that end where no true value can lie: of shares."""
        low, high = np.maximum(self.low, lowest), np.minimum(self.high, highest)
        return Estimate(self.value, low, high, self.deals, self.effective)

    def take(self, place: Any) -> "Estimate":
        """Return the estimates at a place."""
        return Estimate(*(np.asarray(getattr(self, name)[place]) for name in COLUMNS))


@dataclass(frozen=True)
class DealSums:
    """Sums over deals for a ratio x / y; arrays of one shape, a ratio for each item.

    Attributes
    ----------
    groups : int64 array, optional
        How many groups of deals the products are of, each of the sums of a group; by default each
        deal is one.  The variance is that between groups.
    """

    num: Floats  # of x
    den: Floats  # of y
    num2: Floats  # of x * x
    cross: Floats  # of x * y
    den2: Floats  # of y * y
    deals: NDArray[np.int64]  # in which y is not 0
    groups: NDArray[np.int64] | None = None

    @classmethod
    def of(cls, num: Floats, den: Floats) -> "DealSums":
        """Return the sums of x and y given deal by deal, each of shape (deals, ...)."""
        return cls(
            num.sum(axis=0), den.sum(axis=0), (num * num).sum(axis=0), (num * den).sum(axis=0),
            (den * den).sum(axis=0), np.count_nonzero(den, axis=0),
        )  # fmt: skip

    @classmethod
    def even(cls, values: Floats, games: int) -> "DealSums":
        """Return the sums of values by deal, shape (deals,), that each rest on so many games."""
        deals = len(values)
        return cls(
            num=np.asarray(values.sum()),
            den=np.asarray(float(deals * games)),
            num2=np.asarray((values**2).sum()),
            cross=np.asarray(values.sum() * games),
            den2=np.asarray(float(deals * games**2)),
            deals=np.asarray(deals, np.int64),
        )

    def take(self, places: Any) -> "DealSums":
        """Return the sums at some places."""
        return DealSums(*(sums[places] for sums in vars(self).values() if sums is not None))

    @property
    def units(self) -> NDArray[np.int64]:
        """Between how many deals, or groups of deals, the variance is seen."""
        return self.deals if self.groups is None else self.groups


def ratio(sums: DealSums) -> tuple[Floats, Floats]:
    """Return sum x / sum y and its standard error, clustered by deal (linearised).

    Assumes that deals are independent and many; a small-sample factor m / (m - 1) is in it.
    Both are nan where there is no deal, and the error where there is only one.  Of groups of deals
    likewise; these need not be of the same size.

    References
    ----------
    Cochran, Sampling Techniques, 3rd ed., section 2.11 (ratio estimate, variance by
    linearisation).
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        value = np.asarray(sums.num / sums.den)
        squares = sums.num2 - 2 * value * sums.cross + value**2 * sums.den2
        units = sums.units.astype(np.float64)
        # Rounding can leave a trace of squares that cancel: what is below it is nothing.
        floor = 1e-12 * (np.abs(sums.num2) + value**2 * sums.den2)
        squares = np.where(squares < floor, 0.0, squares)
        error = np.sqrt(squares * units / (units - 1)) / np.abs(sums.den)
    is_empty = np.asarray(sums.den) == 0
    value = np.where(is_empty, np.nan, value)
    return value, np.where(is_empty | (sums.units < 2), np.nan, error)


def critical_value(deals: ArrayLike, level: float = LEVEL) -> Floats:
    """Return half the width of an interval in standard errors: of t below 30 deals, else normal."""
    deals = np.asarray(deals, dtype=np.float64)
    upper = 1 - (1 - level) / 2
    student = stdtrit(np.clip(deals - 1, 1, None), upper)
    return np.asarray(np.where(deals < FEW_DEALS, student, ndtri(upper)))


def wilson(share: ArrayLike, games: ArrayLike, z: ArrayLike) -> tuple[Floats, Floats]:
    """Return the Wilson interval of a share seen in so many independent games.

    References
    ----------
    Wilson, Probable inference, the law of succession, and statistical inference, JASA 1927;
    the same as ``scipy.stats.binomtest(k, n).proportion_ci(method="wilson")``.
    """
    p, n = np.asarray(share, np.float64), np.asarray(games, np.float64)
    z2 = np.asarray(z, np.float64) ** 2
    with np.errstate(divide="ignore", invalid="ignore"):
        centre = (p + z2 / (2 * n)) / (1 + z2 / n)
        half = np.sqrt(z2) / (1 + z2 / n) * np.sqrt(p * (1 - p) / n + z2 / (4 * n * n))
    return np.maximum(centre - half, 0.0), np.minimum(centre + half, 1.0)


def proportion(sums: DealSums, level: float = LEVEL) -> Estimate:
    """Estimate shares such as win rates, with intervals that hold in `level` of all studies.

    See `wilson_share`.
    """
    return wilson_share(sums, critical_value(sums.units, level))


def wilson_share(sums: DealSums, z: ArrayLike) -> Estimate:
    """Estimate shares such as win rates: Wilson's interval on the effective games.

    ``den`` counts games (or seats), ``num`` those that count, a shared win as its share.  Effective
    games are p (1 - p) / error**2, with the standard error clustered by deal.  With fewer than 30
    deals they are at most the games, and t takes the place of the normal; with fewer than two
    there is no interval.  Where the share is 0 or 1 no variance was seen, so each deal counts as
    one game.  Where all deals have the same other share, no variance was seen either: then as many
    deals may differ, all in one direction, as so many deals of a share of 0 allow.

    Parameters
    ----------
    z : float or array
        Half the width of the interval in standard errors.
    """
    share, error = ratio(sums)
    games = np.asarray(sums.den, np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        effective = share * (1 - share) / error**2
    effective = np.where(sums.units < FEW_DEALS, np.minimum(effective, games), effective)
    certain = (share <= 0) | (share >= 1)
    effective = np.where(certain, np.minimum(games, sums.deals), effective)
    low, high = wilson(share, effective, z)
    never_varied = np.isinf(effective)
    _, unseen = wilson(0.0, sums.deals, z)  # the share of deals that may differ
    low = np.where(never_varied, share * (1 - unseen), low)
    high = np.where(never_varied, share + (1 - share) * unseen, high)
    has_interval = sums.units >= 2
    low, high, effective = (np.where(has_interval, one, np.nan) for one in (low, high, effective))
    return Estimate(share, low, high, sums.deals, effective)


def design_effect(sums: DealSums) -> Floats:
    """Return the design effect: games over effective games."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(sums.den / proportion(sums).effective)


def pair_correlation(sums: DealSums) -> Floats:
    """Return the correlation of two games of a deal: 0 if independent, below 0 if they balance.

    From the design effect d of deals of m games, d = 1 + (m - 1) r; nan where a deal has one.

    References
    ----------
    Kish, Survey Sampling, 1965, section 5.4.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        others = sums.den / sums.deals - 1  # games of a deal
        return np.asarray(np.where(others > 0, (design_effect(sums) - 1) / others, np.nan))


def mean(sums: DealSums, least: float = -np.inf) -> Estimate:
    """Estimate a mean: normal, or t below 30 deals; no interval below two, none below `least`.

    Where all deals have the same mean no variance was seen: then as many deals may differ by 1 as
    so many deals allow (see `mean_count`).
    """
    value, error = ratio(sums)
    z = critical_value(sums.units)
    with np.errstate(divide="ignore", invalid="ignore"):
        error = np.where(error == 0, z / sums.deals, error)
    half = z * error
    low = np.maximum(value - half, least)
    return Estimate(value, low, value + half, sums.deals, sums.deals.astype(np.float64))


def mean_count(sums: DealSums, least: float = 0.0, step: float = 1.0) -> Estimate:
    """Estimate a mean of whole numbers, none of which is below `least`.

    `step`: by how much x grows with one more, where it is counted in parts.

    Where only a few deals differ from all others, or none does, the variance seen is too small: a
    card that no winner took in 600 games may be taken in one of 601.  So deals that were not seen
    are added to the variance, with one more or less each, as in `jackknife.replicates`.
    """
    value, error = ratio(sums)
    z = critical_value(sums.units)
    with np.errstate(divide="ignore", invalid="ignore"):
        half = z * np.hypot(error, z * step / np.abs(sums.den))
    low = np.maximum(value - half, least)
    return Estimate(value, low, value + half, sums.deals, sums.deals.astype(np.float64))


def difference(
    one: DealSums, two: DealSums, x: NDArray[Any], y: NDArray[Any], u: NDArray[Any],
    v: NDArray[Any],
) -> tuple[Estimate, Floats]:  # fmt: skip
    """Estimate the first ratio less the second, seen in the same deals, and its p-value.

    Linearised like `ratio`, with the covariance of the two within a deal.  The p-value is
    two-sided, for no difference; nan where there is no interval, 1 where nothing ever varied.

    Parameters
    ----------
    one, two : DealSums
        Of x / y and u / v.
    x, y, u, v : array, shape (deals or groups of deals, ...)
        What these are the sums of.
    """
    first, error = ratio(one)
    second, other = ratio(two)
    deals, units = np.minimum(one.deals, two.deals), np.minimum(one.units, two.units)
    with np.errstate(divide="ignore", invalid="ignore"):
        covariance = ((x - first * y) * (u - second * v)).sum(axis=0)
        factor = units / (units - 1.0)
        variance = error**2 + other**2 - 2 * factor * covariance / (one.den * two.den)
        error = np.sqrt(np.maximum(variance, 0.0))
        value = first - second
        z = np.abs(value) / error
    half = critical_value(units) * error
    normal = 2 * ndtr(-z)
    student = 2 * stdtr(np.clip(units - 1.0, 1, None), -z)
    p = np.where(units < FEW_DEALS, student, normal)
    p = np.where((value == 0) & (error == 0), 1.0, p)
    estimate = Estimate(value, value - half, value + half, deals, deals.astype(np.float64))
    return estimate, np.where(np.isnan(half), np.nan, p)
