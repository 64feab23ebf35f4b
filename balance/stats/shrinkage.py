"""Many estimates at once, such as of sixty cards: how far true values differ, and their ranks.

Of many estimates the largest is large by luck too.  How much of the variance between estimates is
luck follows from their errors; the rest is the variance between true values, and each estimate is
drawn towards the mean by as much as luck explains (empirical Bayes).

Estimates from the same deals share some of their luck.  All pairs of errors are taken to have the
same correlation r, so with errors s and the variance t2 between true values the estimates have the
covariance matrix diag(t2 + (1 - r) s**2) + r s s', whose inverse is known in closed form (Sherman
and Morrison).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import brentq
from scipy.special import chdtri

from balance.stats.intervals import LEVEL, Floats

DRAWS = 4000  # of the true values: rank intervals are good to a rank
SEED = 19591  # of the draws: the same estimates give the same ranks
STEPS = 240  # of the grid of standard deviations between true values
FEW_THINGS = 3  # with fewer nothing can be learnt of these
MOST_CORRELATION = 0.999  # with more, the covariance matrix can hardly be inverted
_CERTAIN = 1e-3  # of the usual error: an estimate that never varied counts as this precise


@dataclass(frozen=True)
class BetweenSd:
    """The standard deviation between true values, the noise of the estimates taken out."""

    value: float  # in the unit of the estimates; 0 if noise explains all, nan below three things
    low: float
    high: float
    things: int
    mean: float  # of the true values


@dataclass(frozen=True)
class Shrunk:
    """True values as the estimates of all together suggest them.

    Attributes
    ----------
    value, low, high : float64 array, shape (things,)
        The value drawn towards the mean, and where 95 % of the draws lie; nan for what has no
        estimate.
    """

    between: BetweenSd
    value: Floats
    low: Floats
    high: Floats
    best: Floats  # of the interval of the rank, 1 being the largest value
    worst: Floats  # the other end of it
    draws: Floats  # shape (draws, things): of the true values


def between_sd(values: ArrayLike, errors: ArrayLike, correlation: float = 0.0) -> BetweenSd:
    """Return the standard deviation between the true values of things.

    Each estimate is normal about its true value with its standard error, and the true values are
    about a mean with variance t2.  The estimate of t2 is Paule and Mandel's: with it the weighted
    squares about the mean, Q(t2), equal the degrees of freedom; its interval is where Q has the
    quantiles of chi-square.  DerSimonian and Laird's takes one step of the same
    way, from weights that leave t2 out: where some errors are a hundred times smaller than others,
    as of cards that hardly anybody takes, these few would decide it alone.

    Parameters
    ----------
    values, errors : array, shape (things,)
        nan where there is no estimate.
    correlation : float
        Between the errors of any two things; one below 0 counts as 0.

    References
    ----------
    Paule and Mandel, Consensus values and weighting factors, J. Res. NBS 1982; Viechtbauer,
    Confidence intervals for the amount of heterogeneity in meta-analysis, Statistics in Medicine
    2007 (Q-profile); DerSimonian and Laird, Controlled Clinical Trials 1986.
    """
    y, s, _ = _known(values, errors)
    r = _shared(correlation)
    freedom = len(y) - 1
    if len(y) < FEW_THINGS:
        unknown = float("nan")
        mean = float(y.mean()) if len(y) else unknown
        return BetweenSd(unknown, unknown, unknown, len(y), mean)
    tail = (1 - LEVEL) / 2
    variance, low, high = (
        _variance_with(y, s, r, float(wanted))
        for wanted in (freedom, chdtri(freedom, tail), chdtri(freedom, 1 - tail))
    )
    means, _ = _centre(y, s, r, np.array([variance]))
    value, low, high = (float(np.sqrt(one)) for one in (variance, low, high))
    return BetweenSd(value, low, high, len(y), float(means[0]))


def shrink(values: ArrayLike, errors: ArrayLike, correlation: float = 0.0) -> Shrunk:
    """Return the true values that estimates suggest together, and their ranks.

    With t2 known, and errors that are not related, the true value is estimated by mean + t2 / (t2 +
    s2) * (estimate - mean).  As t2 is not, it is averaged over a grid of t by how likely each t
    makes the estimates, all being equally likely before: intervals are then as wide as few things
    or a t near 0 deserve.  Ranks are those of draws of the true values.

    Parameters
    ----------
    values, errors, correlation
        As in `between_sd`.

    References
    ----------
    Gelman and others, Bayesian Data Analysis, 3rd ed., section 5.4; Efron and Morris, Stein's
    paradox in statistics, Scientific American 1977.
    """
    given = np.asarray(values, np.float64)
    between = between_sd(values, errors, correlation)
    y, s, places = _known(values, errors)
    r = _shared(correlation)
    nothing = np.full(given.shape, np.nan)
    if len(y) < FEW_THINGS:
        empty = np.full((DRAWS, *given.shape), np.nan)
        return Shrunk(between, nothing, nothing, nothing, nothing, nothing, empty)
    grid = np.linspace(0, max(4 * float(y.std(ddof=1)), 2 * float(s.max())), STEPS)
    weights = _posterior(y, s, r, grid)
    means, errors_of_mean = _centre(y, s, r, grid**2)
    drawn_towards = means[:, None] + grid[:, None] ** 2 * _inverse(
        y - means[:, None], s, r, grid**2
    )
    expected = weights @ drawn_towards
    rng = np.random.default_rng(SEED)
    drawn = rng.choice(STEPS, DRAWS, p=weights)
    variances = grid[drawn] ** 2
    mean = means[drawn] + errors_of_mean[drawn] * rng.standard_normal(DRAWS)
    # Draws of true values and estimates, moved by what the estimates seen differ from those drawn.
    truth = mean[:, None] + grid[drawn][:, None] * rng.standard_normal((DRAWS, len(y)))
    luck = np.sqrt(1 - r) * rng.standard_normal(truth.shape)
    luck += np.sqrt(r) * rng.standard_normal((DRAWS, 1))
    draws = truth + variances[:, None] * _inverse(y - truth - s * luck, s, r, variances)
    ranks = len(y) - draws.argsort(axis=1).argsort(axis=1)
    tails = [(1 - LEVEL) / 2, (1 + LEVEL) / 2]
    low, high = np.quantile(draws, tails, axis=0)
    best, worst = np.quantile(ranks, tails, axis=0, method="inverted_cdf")

    def placed(known: Floats) -> Floats:
        whole = nothing.copy()
        whole[places] = known
        return whole

    all_draws = np.full((DRAWS, *given.shape), np.nan)
    all_draws[:, places] = draws
    return Shrunk(
        between, placed(expected), placed(low), placed(high),
        placed(best.astype(np.float64)), placed(worst.astype(np.float64)), all_draws,
    )  # fmt: skip


def _known(values: ArrayLike, errors: ArrayLike) -> tuple[Floats, Floats, NDArray[np.intp]]:
    """Return the estimates that have a value, their errors, and their places."""
    y, s = np.asarray(values, np.float64), np.asarray(errors, np.float64)
    places = np.flatnonzero(np.isfinite(y) & np.isfinite(s))
    y, s = y[places], s[places]
    varied = s[s > 0]
    least = _CERTAIN * float(np.median(varied)) if len(varied) else 1e-9
    return y, np.maximum(s, least), places


def _shared(correlation: float) -> float:
    return float(np.clip(correlation, 0.0, MOST_CORRELATION))


def _inverse(x: Floats, s: Floats, r: float, variances: Floats) -> Floats:
    """Return the inverse of the covariance matrix for each variance, times rows x."""
    own = variances[:, None] + (1 - r) * s**2
    return np.asarray((x - r * s * _times_s(x, s, r, variances)) / own)


def _times_s(x: Floats, s: Floats, r: float, variances: Floats) -> Floats:
    """Return s' times the inverse of the covariance matrix times rows x, shape (rows, 1)."""
    own = variances[:, None] + (1 - r) * s**2
    shared = 1 + r * (s**2 / own).sum(axis=1)
    return np.asarray((s * x / own).sum(axis=1) / shared)[:, None]


def _centre(y: Floats, s: Floats, r: float, variances: Floats) -> tuple[Floats, Floats]:
    """Return the weighted mean for each variance between things, and its standard error."""
    weights = _inverse(np.ones((len(variances), len(s))), s, r, variances)
    total = weights.sum(axis=1)
    return (weights * y).sum(axis=1) / total, 1 / np.sqrt(total)


def _squares(y: Floats, s: Floats, r: float, variances: Floats) -> Floats:
    """Return the weighted squares about the mean for each variance between things."""
    means, _ = _centre(y, s, r, variances)
    apart = y - means[:, None]
    return np.asarray((apart * _inverse(apart, s, r, variances)).sum(axis=1))


def _variance_with(y: Floats, s: Floats, r: float, wanted: float) -> float:
    """Return the variance between things with which the weighted squares are the wanted; or 0."""

    def over(variance: float) -> float:
        return float(_squares(y, s, r, np.array([variance]))[0]) - wanted

    if over(0.0) <= 0:
        return 0.0
    most = float(((y - y.mean()) ** 2).sum()) / wanted + float(s.max()) ** 2
    while over(most) > 0:
        most *= 2
    return float(brentq(over, 0.0, most, xtol=1e-18))


def _posterior(y: Floats, s: Floats, r: float, grid: Floats) -> Floats:
    """Return the posterior of the grid, with a flat prior also of the mean; it adds up to 1."""
    variances = grid**2
    _, errors = _centre(y, s, r, variances)
    own = variances[:, None] + (1 - r) * s**2
    determinant = np.log(own).sum(axis=1) + np.log1p(r * (s**2 / own).sum(axis=1))
    logs = np.log(errors) - 0.5 * (determinant + _squares(y, s, r, variances))
    weights = np.exp(logs - logs.max())
    return np.asarray(weights / weights.sum())
