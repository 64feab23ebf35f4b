"""The balance index: how far a game is from its balance targets, in one number.

Each measure misses its target by some units (percentage points of win rate, tenths of the cards,
rounds). The index is the weighted sum of these, so 0 means that all targets are met. It is
estimated with and without each fold, so that tables played on the same deals can be compared.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from balance.analysis.measures import (
    CARD_TAKEN,
    DEALT,
    OBJECTIVE_SPREAD,
    ROUNDS,
    SEAT,
    Measure,
    is_alone,
)
from balance.analysis.metrics.fold_sums import FOLDS, FoldSums
from balance.scenario.match import Match
from balance.scenario.requirements import NUMBER, POINTS, SHARE
from balance.stats.intervals import Estimate, Floats
from balance.stats.jackknife import Replicates, estimate, unbiased
from balance.stats.verdict import Verdict, within

SOFT = 0.0025  # a standard deviation below a quarter of a point is hardly different from 0
NEVER, ALWAYS_COUNTED, NOT_COUNTED = 0.01, 0.005, 0.015  # of games in which a card is taken
BAND = 1.0  # rounds that a game may be longer or shorter than it is, without another target

DUKE_SPREAD, SEAT_EFFECT, SEAT_GAP, NEVER_BOUGHT, MEAN_ROUNDS = (
    "duke_spread", "seat_effect", "seat_gap", "never_bought", "mean_rounds",
)  # fmt: skip


@dataclass(frozen=True)
class Aim:
    """What a measure should be: from `low` to `high`."""

    low: float = -np.inf  # shares of one, or rounds
    high: float = np.inf
    weight: float = 1.0  # of a unit off, in the index


@dataclass(frozen=True)
class IndexMeasure:
    """A part of the index.

    Attributes
    ----------
    of : function (sums, match) -> Replicates of one statistic
        nan where the game has no such thing.
    """

    name: str
    title: str
    counted: str  # as requirements count it: POINTS, SHARE or NUMBER
    unit: float  # how much of it counts as 1: a point of win rate, a tenth of the cards, a round
    of: Callable[[FoldSums, Match], Replicates]


@dataclass(frozen=True)
class Balance:
    """The measures of one table, and its index."""

    measures: Mapping[str, Replicates]  # of one statistic each; those that the game has
    parts: Mapping[str, Replicates]  # what each adds to the index
    index: Replicates
    deals: int = 0


@dataclass(frozen=True)
class Aims:
    """The target range of each measure.

    Attributes
    ----------
    measures : mapping of str to IndexMeasure, optional
        What is measured, by the names of `of`; None is `MEASURES`.
    """

    of: Mapping[str, Aim] = field(default_factory=dict)
    measures: Mapping[str, IndexMeasure] | None = None

    def measure(self, name: str) -> IndexMeasure:
        """Return one of the measures."""
        return (MEASURES if self.measures is None else self.measures)[name]

    def balance(self, sums: FoldSums, match: Match) -> Balance:
        """Return how far the games of a match are from their targets.

        Parameters
        ----------
        sums : FoldSums
            With fewer deals than folds there is nothing to say, and all is nan.
        """
        measures, parts = {}, {}
        for name, aim in self.of.items():
            measured = self.measure(name).of(sums, match)
            if not np.isnan(measured.value[0]):
                measures[name] = measured
                parts[name] = _off(measured, aim, self.measure(name).unit)
        return Balance(measures, parts, add_up(list(parts.values())), int(sums.deals.sum()))


def usual_aims(sums: FoldSums, match: Match) -> Aims:
    """Return the targets that are used where none are given.

    No difference between objectives, none between seats, no card that is hardly bought, and a game
    about as long as it is now.
    """
    aims = {DUKE_SPREAD: Aim(high=0), SEAT_EFFECT: Aim(high=0), NEVER_BOUGHT: Aim(high=0)}
    rounds = float(mean_rounds(sums, match).value[0])
    return Aims({**aims, MEAN_ROUNDS: Aim(rounds - BAND, rounds + BAND)})


def estimate_measure(measured: Replicates) -> Estimate:
    """Estimate a measure; none is below 0, though its unbiased estimate may be."""
    balance_estimate = estimate(measured)
    value, low, high = (
        np.maximum(end, 0.0)
        for end in (balance_estimate.value, balance_estimate.low, balance_estimate.high)
    )
    return Estimate(value, low, high, balance_estimate.deals, balance_estimate.effective)


def target_verdict(measured: Replicates, aim: Aim) -> Verdict:
    """Return whether a measure is within its target range."""
    estimate = estimate_measure(measured)
    return within(float(estimate.low[0]), float(estimate.high[0]), aim.low, aim.high)


def duke_spread(sums: FoldSums, match: Match) -> Replicates:
    """Return the standard deviation between the true win rates of objectives as they are dealt.

    The sampling variance of each rate is subtracted (`stats.shrinkage`).
    """
    if sums.dealt.shape[1] < 2:
        return _nothing(sums)
    return root(OBJECTIVE_SPREAD[DEALT].values(sums, match, step=0.0))


def seat_effect(sums: FoldSums, match: Match) -> Replicates:
    """Return the standard deviation of the true win rates of seats around an equal share.

    Notes
    -----
    The observed mean square is too large by the sampling variance of each rate, a bias that the
    jackknife removes.
    """
    if is_alone(match):
        return _nothing(sums)
    over = SEAT.values(sums, match, step=0.0)
    seen, without = (over.value**2).mean(), (over.leave_one_out**2).mean(axis=1)
    return root(unbiased(float(seen), without, int(over.folds.min())))


def seat_gap(sums: FoldSums, match: Match) -> Replicates:
    """Return the greatest distance of a seat's win rate from an equal share.

    It is biased upwards where all distances are small compared with their standard errors.
    """
    return _nothing(sums) if is_alone(match) else farthest(SEAT, sums, match)


def farthest(measure: Measure, sums: FoldSums, match: Match) -> Replicates:
    """Return the distance of the win rate that is farthest from a fair one, of those known."""
    over = measure.values(sums, match, step=0.0)
    known = np.flatnonzero(over.folds)
    if not len(known):
        return _nothing(sums)
    some = over.take(known)
    return Replicates(
        np.abs(some.value).max(keepdims=True),
        np.abs(some.leave_one_out).max(axis=1, keepdims=True),
        some.folds.min(keepdims=True),
    )


def never_bought(sums: FoldSums, match: Match) -> Replicates:
    """Return the share of cards that are taken in fewer than 1 % of games.

    Of the cards that were available at all, deeds left out.  From 0.5 % to 1.5 % a card counts less
    and less, so that a card near 1 % does not decide between two tables.
    """
    rows = np.flatnonzero(match.is_card & sums.available.any(axis=0))
    if not len(rows):
        return _nothing(sums)
    taken = CARD_TAKEN.values(sums, match, step=0.0).take(rows)

    def counted(rates: Floats) -> Floats:
        return np.clip((NOT_COUNTED - rates) / (NOT_COUNTED - ALWAYS_COUNTED), 0.0, 1.0)

    return Replicates(
        counted(taken.value).mean(keepdims=True),
        counted(taken.leave_one_out).mean(axis=1, keepdims=True),
        np.array([FOLDS if bool((sums.deals > 0).all()) else 0]),
    )


def mean_rounds(sums: FoldSums, match: Match) -> Replicates:
    """Return the mean number of rounds of a game."""
    return ROUNDS.values(sums, match, step=0.0)


MEASURES: Mapping[str, IndexMeasure] = {
    one.name: one
    for one in (
        IndexMeasure(DUKE_SPREAD, "spread between objectives", POINTS, 0.01, duke_spread),
        IndexMeasure(SEAT_EFFECT, "spread between seats", POINTS, 0.01, seat_effect),
        IndexMeasure(SEAT_GAP, "seat farthest from an equal share", POINTS, 0.01, seat_gap),
        IndexMeasure(
            NEVER_BOUGHT, "cards taken in fewer than 1% of games", SHARE, 0.1, never_bought
        ),
        IndexMeasure(MEAN_ROUNDS, "rounds of a game", NUMBER, 1.0, mean_rounds),
    )
}


def root(variance: Replicates) -> Replicates:
    """Return the square root of a variance, smooth around 0.

    v / sqrt(|v| + SOFT**2) is nearly the square root of v, unless v is small. An estimate of a
    variance may be below 0; its root is then negative too, so that the interval around 0 is
    symmetric.
    """

    def soft(v: Floats) -> Floats:
        return np.asarray(v / np.sqrt(np.abs(v) + SOFT**2))

    return Replicates(soft(variance.value), soft(variance.leave_one_out), variance.folds)


def _off(measured: Replicates, aim: Aim, unit: float) -> Replicates:
    """Return how far a measure is outside its target range, in units, weighted."""

    def off(values: Floats) -> Floats:
        if (
            aim.high == 0
        ):  # a measure that cannot be below 0 counts fully, also where its estimate is negative
            return np.asarray(aim.weight * values / unit)
        outside = np.maximum(values - aim.high, 0.0) + np.maximum(aim.low - values, 0.0)
        return np.asarray(aim.weight * outside / unit)

    return Replicates(off(measured.value), off(measured.leave_one_out), measured.folds)


def add_up(some: Sequence[Replicates]) -> Replicates:
    """Return the sum of some statistics of the same folds."""
    return Replicates(
        np.sum([one.value for one in some], axis=0),
        np.sum([one.leave_one_out for one in some], axis=0),
        np.min([one.folds for one in some], axis=0),
    )


def largest(some: Sequence[Replicates]) -> Replicates:
    """Return the largest of some statistics of the same folds."""
    return Replicates(
        np.max([one.value for one in some], axis=0),
        np.max([one.leave_one_out for one in some], axis=0),
        np.min([one.folds for one in some], axis=0),
    )


def _nothing(sums: FoldSums) -> Replicates:
    nothing: NDArray[np.float64] = np.full((len(sums.deals), 1), np.nan)
    return Replicates(np.full(1, np.nan), nothing, np.zeros(1, np.int64))
