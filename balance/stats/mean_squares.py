"""How far numbers are from zero together: their mean square, without the noise of their errors."""

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import chdtr, chndtrinc, ndtr

from balance.stats.intervals import Floats


def mean_square(parts: Floats, errors: Floats, score: ArrayLike = 0.0) -> Floats:
    """Return what the mean square of true parts may be: the median, or another normal score.

    What is measured, squared, is noncentral chi-square.  This is inverted, so intervals hold also
    near 0, where a square and two of its own standard errors do not.

    Parameters
    ----------
    parts, errors : float64 array, shape (..., groups, parts)
        Estimates and their standard errors, all about as large.  Those of a group add up to 0.
    score : float or array, shape (...)
        0 is the median, and -1.96 and 1.96 are the ends of the 95% interval.

    References
    ----------
    Patnaik, The non-central chi-square and F distributions and their applications, Biometrika 1949.
    """
    groups, each = parts.shape[-2:]
    free, both = groups * (each - 1), (-2, -1)
    noise, square = ((one**2).sum(axis=both) for one in (errors, parts))
    noise = noise / free
    with np.errstate(divide="ignore", invalid="ignore"):
        seen, below = square / noise, ndtr(-np.asarray(score))
        true = chndtrinc(seen, free, below)
    true = np.where(chdtr(free, seen) <= below, 0.0, true)  # no true value is below 0
    return np.where(noise > 0, noise * true, square) / (groups * each)
