"""Many comparisons at once: how surprising is the most surprising of sixty cards."""

import numpy as np
from numpy.typing import ArrayLike, NDArray


def false_discovery(p_values: ArrayLike) -> NDArray[np.float64]:
    """Return q-values: the share of false finds among all that are at least as surprising.

    Assumes independent or positively dependent tests.  Those that are nan stay so, and do not
    count as tests.

    Parameters
    ----------
    p_values : array of float, shape (tests,)

    References
    ----------
    Benjamini and Hochberg, Controlling the false discovery rate, JRSS B 1995; the same as
    ``scipy.stats.false_discovery_control``.
    """
    p = np.asarray(p_values, np.float64)
    known = np.flatnonzero(~np.isnan(p))
    order = known[np.argsort(p[known])[::-1]]  # the least surprising first
    ranks = np.arange(len(order), 0, -1)
    adjusted = np.full(p.shape, np.nan)
    adjusted[order] = np.minimum(np.minimum.accumulate(p[order] * len(order) / ranks), 1.0)
    return adjusted


def familywise(p_values: ArrayLike) -> NDArray[np.float64]:
    """Return adjusted p-values: below 0.05, one chance in twenty at most that any is a false find.

    Assumes nothing of how tests depend on each other.  Those that are nan stay so, and do not
    count as tests.

    Parameters
    ----------
    p_values : array of float, shape (tests,)

    References
    ----------
    Holm, A simple sequentially rejective multiple test procedure, Scand. J. Statist. 1979.
    """
    p = np.asarray(p_values, np.float64)
    known = np.flatnonzero(~np.isnan(p))
    order = known[np.argsort(p[known])]  # the most surprising first
    left = np.arange(len(order), 0, -1)
    adjusted = np.full(p.shape, np.nan)
    adjusted[order] = np.minimum(np.maximum.accumulate(p[order] * left), 1.0)
    return adjusted
