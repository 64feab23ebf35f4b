"""Where values lie in a population of which some members were drawn, all measured with error."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import ArrayLike

from balance.stats.intervals import LEVEL, Floats
from balance.stats.mean_squares import mean_square

DRAWS = 400  # of the population
CELLS = 80  # of the grid of true values
STEPS = 60  # of the algorithm: few keep the population smooth, as more would make it a few spikes
FEWEST = 20  # members that are known, with which a percentile means anything
SEED = 20261128  # of the draws: the same estimates give the same intervals


def percentiles(
    values: ArrayLike, errors: ArrayLike, drawn: ArrayLike, drawn_errors: ArrayLike
) -> tuple[Floats, Floats, Floats]:
    """Return the share of the population that lies below each of some values, with its interval.

    Errors make the members look more different than they are, and so draw all shares towards a
    half.  So the true values of the population are estimated from all members, without assuming
    their shape (nonparametric maximum likelihood by EM on a grid, stopped early), anew for each
    Bayesian bootstrap of the members; each value is drawn from its own error.  One more member,
    below or above all, stands for those that were not drawn.

    Mean squares have errors that are neither normal nor alike, so what is squared is given: of the
    members it is drawn towards its mean until its variance is the one that noise leaves.

    Parameters
    ----------
    values, errors : array, shape (values,) or (values, groups, parts)
        Estimates of values that need not be of the population, and their standard errors.  With
        parts a value is their mean square: see `mean_square`.
    drawn, drawn_errors : array, shape (members,) or (members, groups, parts)

    Returns
    -------
    share, low, high : arrays, shape (values,)
        From 0 to 1; nan with fewer than 20 members, or where a value is nan.

    References
    ----------
    Laird, Nonparametric maximum likelihood estimation of a mixing distribution, JASA 1978; Rubin,
    The Bayesian bootstrap, Annals of Statistics 1981.
    """
    own, own_errors, y, s = (
        np.atleast_1d(np.asarray(one, np.float64)) for one in (values, errors, drawn, drawn_errors)
    )
    has_parts = y.ndim > 1
    y, s = (one.reshape(len(one), -1) if has_parts else one for one in (y, s))
    known = np.isfinite(y + s).all(axis=-1) if has_parts else np.isfinite(y + s)
    y, s = y[known], s[known]
    if len(y) < FEWEST or not y.size:
        unknown = np.full(len(own), np.nan)
        return unknown, unknown, unknown
    rng = np.random.default_rng(SEED)
    weights = rng.dirichlet(np.ones(len(y) + 1), DRAWS)
    unseen, weights = weights[:, -1], weights[:, :-1] / weights[:, :-1].sum(axis=1, keepdims=True)
    population = _squares(y, s, weights) if has_parts else _population(y, s, weights)
    is_below = rng.random(DRAWS) < 0.5
    scores, own, own_errors = (
        rng.standard_normal((len(own), DRAWS)),
        own[:, None],
        own_errors[:, None],
    )
    truth = mean_square(own, own_errors, scores) if has_parts else own + own_errors * scores
    shares = np.array(
        [np.interp(at, points, below, 0.0, 1.0)
         for at, (points, below) in zip(truth.T, population, strict=True)]
    ).T  # fmt: skip
    shares = np.minimum(shares * (1 - unseen) + unseen * is_below, 1.0)  # rounding
    low, high = np.quantile(shares, [(1 - LEVEL) / 2, (1 + LEVEL) / 2], axis=1)
    return shares.mean(axis=1), low, high


def _population(y: Floats, s: Floats, weights: Floats) -> Iterator[tuple[Floats, Floats]]:
    """Yield for each draw the edges of the grid's cells, and the share below each edge."""
    width = max(float(np.ptp(y)), float(s.max()), 1e-12) / (CELLS - 1)
    grid = float(y.mean() if np.ptp(y) == 0 else y.min()) + width * np.arange(CELLS)
    likelihood = np.exp(-0.5 * ((y[:, None] - grid) / np.maximum(s, width)[:, None]) ** 2)
    shares = np.full((len(weights), CELLS), 1 / CELLS)
    for _ in range(STEPS):
        shares *= (weights / np.maximum(shares @ likelihood.T, 1e-300)) @ likelihood
    edges = np.concatenate([grid, [grid[-1] + width]]) - width / 2
    for one in shares:
        yield edges, np.concatenate([[0.0], one.cumsum()])


def _squares(y: Floats, s: Floats, weights: Floats) -> Iterator[tuple[Floats, Floats]]:
    """Yield for each draw the mean squares of all members in order, and the share below each."""
    for one in weights:
        mean = one @ y
        seen = (one @ (y - mean) ** 2).sum() / (1 - one @ one)
        kept = np.sqrt(max(1 - (one @ s**2).sum() / seen, 0.0)) if seen > 0 else 0.0
        squares = ((mean + kept * (y - mean)) ** 2).mean(axis=1)
        order = squares.argsort()
        yield squares[order], one[order].cumsum() - one[order] / 2
