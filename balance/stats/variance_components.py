"""Variance of results in parts: skill, seat, set-up, later luck and the bots' random choices.

Deals are played repeatedly: in each cell (who sits where) with several later lucks of the same
set-up, and in each luck with several random streams of the bots.  The design is nested, so the law
of total variance splits the variance of a result into parts that add up; the estimates are those of
the nested analysis of variance, which have no bias and may thus be below 0 where a part is nothing.

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
from balance.stats.jackknife import FEW_FOLDS, Replicates

PARTS = ("skill", "seat", "set_up", "luck", "bots")


@dataclass(frozen=True)
class _Mean:
    """Means over deals of numbers given deal by deal."""

    value: Floats  # of all deals, shape (cells,)
    leave_one_out: Floats  # without each deal in turn, shape (deals, cells)

    @classmethod
    def of(cls, values: Floats) -> "_Mean":
        total, deals = values.sum(axis=0), len(values)
        return cls(total / deals, (total - values) / (deals - 1))


@dataclass(frozen=True)
class Split:
    """The variance of a result in parts."""

    parts: Replicates  # in the order of PARTS, with a deal for a fold
    # shape (2,): by how much chance alone would have raised the first two parts, which are squares
    # of means: the variances of these means
    errors: Floats


def split(outcome: Floats, groups: NDArray[np.int64]) -> Split:
    """Split the variance of a result: that of a random seat in a random game.

    ``skill`` is the variance between bots, ``seat`` the rest between cells: of seats, and of how
    bots do in them.  ``set_up`` is the variance between deals of the mean result of a cell,
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
        return Split(Replicates.unknown(deals, len(PARTS)), np.full(2, np.nan))
    of_luck = outcome.mean(axis=3)
    of_deal = of_luck.mean(axis=2)
    between_lucks = _Mean.of(of_luck.var(axis=2, ddof=1))
    within = _Mean.of(outcome.var(axis=3, ddof=1).mean(axis=2))
    mean, square = _Mean.of(of_deal), _Mean.of(of_deal**2)
    members = np.stack([groups == group for group in np.unique(groups)]).astype(np.float64)
    to_groups = members.T @ (members / members.sum(axis=1, keepdims=True))
    centred = of_deal - of_deal.mean(axis=1, keepdims=True)
    of_bots = centred @ to_groups.T
    bots, bots_square = _Mean.of(of_bots), _Mean.of(of_bots**2)
    seats, seats_square = _Mean.of(centred - of_bots), _Mean.of((centred - of_bots) ** 2)

    def parts(which: str, count: int) -> Floats:
        noise = getattr(within, which).mean(axis=-1)
        lucks_too = getattr(between_lucks, which).mean(axis=-1)
        between_deals = (getattr(square, which) - getattr(mean, which) ** 2) * count / (count - 1)
        skill, _ = _squared(bots, bots_square, which, count)
        seat, _ = _squared(seats, seats_square, which, count)
        set_up = between_deals.mean(axis=-1) - lucks_too / lucks
        return np.stack([skill, seat, set_up, lucks_too - noise / chances, noise], axis=-1)

    folds = np.full(len(PARTS), deals if deals >= FEW_FOLDS else 0, np.int64)
    errors = [
        _squared(one, two, "value", deals)[1]
        for one, two in ((bots, bots_square), (seats, seats_square))
    ]
    replicates = Replicates(parts("value", deals), parts("leave_one_out", deals - 1), folds)
    return Split(replicates, np.array(errors))


def shares(split: Split) -> Estimate:
    """Estimate the share of each part in all the variance, from 0 to 1.

    By the jackknife over deals.  Of a square whose root is near 0 that is too narrow: there the
    interval of the root is squared, and the wider one holds.
    """
    parts = split.parts
    with np.errstate(divide="ignore", invalid="ignore"):
        whole = parts.value.sum()
        value = parts.value / whole
        left_out = parts.leave_one_out / parts.leave_one_out.sum(axis=1, keepdims=True)
    estimate = Replicates(value, left_out, parts.folds).estimate()
    low, high = estimate.low.copy(), estimate.high.copy()
    if whole > 0:
        root = np.sqrt(np.maximum(value[:2], 0.0))
        half = ndtri(1 - (1 - LEVEL) / 2) * np.sqrt(split.errors / whole)
        low[:2] = np.minimum(low[:2], np.maximum(root - half, 0.0) ** 2)
        high[:2] = np.maximum(high[:2], (root + half) ** 2)
    value, low, high = (np.clip(end, 0.0, 1.0) for end in (value, low, high))
    return Estimate(value, low, high, estimate.deals, estimate.effective)


def decided_by_skill(wins: Floats, equal_share: float) -> Replicates:
    """Return the share of games that is as if decided by skill alone, the others at random.

    A bot that wins a share w of all games with a share a of the seats does as well as one that
    wins a share (w - a) / (1 - a) of the games for certain, else as often as any seat: with
    two players 2 w - 1 of the games are decided by skill, the rest by tossing a coin.

    Parameters
    ----------
    wins : float64 array, shape (deals,)
        The share of the wins of the better bot, deal by deal.
    equal_share : float
        Its share of the seats.
    """
    mean = _Mean.of((wins[:, None] - equal_share) / (1 - equal_share))
    folds = np.array([len(wins) if len(wins) >= FEW_FOLDS else 0])
    return Replicates(mean.value, mean.leave_one_out, folds)


def _squared(mean: _Mean, square: _Mean, which: str, count: int) -> tuple[Floats, Floats]:
    """Return the mean over cells of the squared true mean, and the error taken off for it."""
    means, squares = getattr(mean, which), getattr(square, which)
    error = np.asarray(((squares - means**2) / (count - 1)).mean(axis=-1))
    return np.asarray((means**2).mean(axis=-1) - error), error
