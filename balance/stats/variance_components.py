"""Variance of results in parts: what skill, seat, set-up, later luck and bots' own chance decide.

Deals are played again and again: in each cell (who sits where) with several lucks of the same
set-up, in each luck with several chances of the bots.  The design is nested, so the law of total
variance splits what a result varies into parts that add up; the estimates are those of the nested
analysis of variance, which have no bias and may thus be below 0 where a part is nothing.

References
----------
Searle, Casella and McCulloch, Variance Components, 1992, chapter 3 (balanced nested designs).
Duersch, Lambrecht and Oechssler (2020), Measuring skill and chance in games (coin flips).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from balance.stats.intervals import LEVEL, Estimate, Floats
from balance.stats.paired_differences import FEW_FOLDS, Replicates, estimate

PARTS = ("skill", "seat", "set_up", "luck", "bots")


@dataclass(frozen=True)
class _Mean:
    """Means over deals of numbers given deal by deal, whole and without each deal in turn."""

    whole: Floats  # shape (cells,)
    without: Floats  # shape (deals, cells)

    @classmethod
    def of(cls, values: Floats) -> "_Mean":
        total, deals = values.sum(axis=0), len(values)
        return cls(total / deals, (total - values) / (deals - 1))


@dataclass(frozen=True)
class Split:
    """The variance of a result in parts.

    Attributes
    ----------
    parts : Replicates
        In the order of PARTS, with a deal for a fold.  Estimates without bias, which may be below 0
        where a part is nothing.
    errors : float64 array, shape (2,)
        By how much chance alone would have raised the first two parts, which are squares of means:
        the variances of these means.
    """

    parts: Replicates
    errors: Floats


def split(outcome: Floats, groups: NDArray[np.int64]) -> Split:
    """Split what a result varies: that of a seat taken by chance in a game.

    ``skill`` is the variance between bots, ``seat`` what else there is between cells: of seats, and
    of how bots do in them.  ``set_up`` is the variance between deals of the mean result of a cell,
    ``luck`` that between lucks of a deal, ``bots`` that between games of the same luck; each is a
    mean of all cells.

    Parameters
    ----------
    outcome : float64 array, shape (deals, cells, lucks, chances)
        Two or more lucks and chances.  With fewer than three deals nothing has a value.
    groups : int64 array, shape (cells,)
        The bot in each cell.
    """
    deals, _, lucks, chances = outcome.shape
    if deals < 3:
        nothing = np.full(len(PARTS), np.nan)
        unknown = Replicates(nothing, np.tile(nothing, (deals, 1)), np.zeros(len(PARTS), np.int64))
        return Split(unknown, nothing[:2])
    of_luck = outcome.mean(axis=3)
    of_deal = of_luck.mean(axis=2)
    between_lucks = _Mean.of(of_luck.var(axis=2, ddof=1))
    within = _Mean.of(outcome.var(axis=3, ddof=1).mean(axis=2))
    mean, square = _Mean.of(of_deal), _Mean.of(of_deal**2)
    members = np.stack([groups == group for group in np.unique(groups)]).astype(np.float64)
    to_groups = members.T @ (members / members.sum(axis=1, keepdims=True))
    apart = of_deal - of_deal.mean(axis=1, keepdims=True)
    of_bots = apart @ to_groups.T
    bots, bots_square = _Mean.of(of_bots), _Mean.of(of_bots**2)
    seats, seats_square = _Mean.of(apart - of_bots), _Mean.of((apart - of_bots) ** 2)

    def parts(which: str, count: int) -> Floats:
        noise = getattr(within, which).mean(axis=-1)
        lucky = getattr(between_lucks, which).mean(axis=-1)
        spread = (getattr(square, which) - getattr(mean, which) ** 2) * count / (count - 1)
        skill, _ = _squared(bots, bots_square, which, count)
        seat, _ = _squared(seats, seats_square, which, count)
        set_up = spread.mean(axis=-1) - lucky / lucks
        return np.stack([skill, seat, set_up, lucky - noise / chances, noise], axis=-1)

    folds = np.full(len(PARTS), deals if deals >= FEW_FOLDS else 0, np.int64)
    errors = [
        _squared(one, two, "whole", deals)[1]
        for one, two in ((bots, bots_square), (seats, seats_square))
    ]
    found = Replicates(parts("whole", deals), parts("without", deals - 1), folds)
    return Split(found, np.array(errors))


def shares(found: Split) -> Estimate:
    """Estimate what share of all the variance each part is: from 0 to 1.

    By the jackknife over deals.  Of a square whose root is near 0 that is too narrow: there the
    interval of the root is squared, and the wider one holds.
    """
    parts = found.parts
    with np.errstate(divide="ignore", invalid="ignore"):
        whole = parts.value.sum()
        value = parts.value / whole
        without = parts.without / parts.without.sum(axis=1, keepdims=True)
    seen = estimate(Replicates(value, without, parts.folds))
    low, high = seen.low.copy(), seen.high.copy()
    if whole > 0:
        root = np.sqrt(np.maximum(value[:2], 0.0))
        half = ndtri(1 - (1 - LEVEL) / 2) * np.sqrt(found.errors / whole)
        low[:2] = np.minimum(low[:2], np.maximum(root - half, 0.0) ** 2)
        high[:2] = np.maximum(high[:2], (root + half) ** 2)
    value, low, high = (np.clip(one, 0.0, 1.0) for one in (value, low, high))
    return Estimate(value, low, high, seen.deals, seen.effective)


def decided_by_skill(wins: Floats, equal_share: float) -> Replicates:
    """Return which share of games is as if decided by skill alone, the others by lot.

    Who wins w of all wins with a share a of the seats does so as if winning in a share
    (w - a) / (1 - a) of the games for certain, and otherwise as often as anybody: with two players
    2 w - 1 of the games are decided by skill, the rest by tossing a coin.

    Parameters
    ----------
    wins : float64 array, shape (deals,)
        The share of the wins of the better bot, deal by deal.
    equal_share : float
        Its share of the seats.
    """
    mean = _Mean.of((wins[:, None] - equal_share) / (1 - equal_share))
    folds = np.array([len(wins) if len(wins) >= FEW_FOLDS else 0])
    return Replicates(mean.whole, mean.without, folds)


def _squared(mean: _Mean, square: _Mean, which: str, count: int) -> tuple[Floats, Floats]:
    """Return the mean over cells of the squared true mean, and the error taken off for it."""
    means, squares = getattr(mean, which), getattr(square, which)
    error = np.asarray(((squares - means**2) / (count - 1)).mean(axis=-1))
    return np.asarray((means**2).mean(axis=-1) - error), error
