"""Where values lie in a population of which some members were drawn, all measured with error."""

import numpy as np
from numpy.typing import ArrayLike

from balance.stats.intervals import LEVEL, Floats

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

    Parameters
    ----------
    values, errors : array, shape (values,)
        Estimates of values that need not be of the population, and their standard errors.
    drawn, drawn_errors : array, shape (members,)

    Returns
    -------
    share, low, high : arrays, shape (values,)
        From 0 to 1; nan with fewer than 20 members, or where a value is nan.

    References
    ----------
    Laird, Nonparametric maximum likelihood estimation of a mixing distribution, JASA 1978; Rubin,
    The Bayesian bootstrap, Annals of Statistics 1981.
    """
    y, s = (np.asarray(one, np.float64) for one in (drawn, drawn_errors))
    own, own_errors = (np.atleast_1d(np.asarray(one, np.float64)) for one in (values, errors))
    known = np.isfinite(y) & np.isfinite(s)
    y, s = y[known], s[known]
    if len(y) < FEWEST:
        unknown = np.full(own.shape, np.nan)
        return unknown, unknown, unknown
    rng = np.random.default_rng(SEED)
    weights = rng.dirichlet(np.ones(len(y) + 1), DRAWS)
    unseen, weights = weights[:, -1], weights[:, :-1] / weights[:, :-1].sum(axis=1, keepdims=True)
    edges, below = _population(y, s, weights)
    is_below = rng.random(DRAWS) < 0.5
    truth = own[:, None] + own_errors[:, None] * rng.standard_normal((len(own), DRAWS))
    shares = np.array(
        [[np.interp(at, edges, one) for at, one in zip(of, below, strict=True)] for of in truth]
    )
    shares = np.minimum(shares * (1 - unseen) + unseen * is_below, 1.0)  # rounding
    low, high = np.quantile(shares, [(1 - LEVEL) / 2, (1 + LEVEL) / 2], axis=1)
    return shares.mean(axis=1), low, high


def _population(y: Floats, s: Floats, weights: Floats) -> tuple[Floats, Floats]:
    """Return the edges of the grid's cells, and for each draw the share below each edge."""
    width = max(float(np.ptp(y)), float(s.max()), 1e-12) / (CELLS - 1)
    grid = float(y.mean() if np.ptp(y) == 0 else y.min()) + width * np.arange(CELLS)
    likelihood = np.exp(-0.5 * ((y[:, None] - grid) / np.maximum(s, width)[:, None]) ** 2)
    shares = np.full((len(weights), CELLS), 1 / CELLS)
    for _ in range(STEPS):
        shares *= (weights / np.maximum(shares @ likelihood.T, 1e-300)) @ likelihood
    below = np.concatenate([np.zeros((len(weights), 1)), shares.cumsum(axis=1)], axis=1)
    return np.concatenate([grid, [grid[-1] + width]]) - width / 2, below
