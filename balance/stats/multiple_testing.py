"""Corrections for many comparisons at once: the most surprising of sixty cards is so by luck too.

Tests whose p-value is nan stay nan, and do not count as tests.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray


def false_discovery(p_values: ArrayLike) -> NDArray[np.float64]:
    """Return q-values: the share of false finds among all tests that are at least as surprising.

    Assumes independent or positively dependent tests.

    References
    ----------
    Benjamini and Hochberg, Controlling the false discovery rate, JRSS B 1995.
    """
    from scipy.stats import false_discovery_control  # noqa: PLC0415, takes half a second to import

    adjusted = np.array(p_values, np.float64)
    known = ~np.isnan(adjusted)
    adjusted[known] = false_discovery_control(adjusted[known])
    return adjusted


def familywise(p_values: ArrayLike) -> NDArray[np.float64]:
    """Return adjusted p-values: with those below 0.05, the chance of any false find is 5 % at most.

    Assumes nothing of how tests depend on each other.

    References
    ----------
    Holm, A simple sequentially rejective multiple test procedure, Scand. J. Statist. 1979; the same
    as ``statsmodels.stats.multitest.multipletests(method="holm")``.
    """
    p = np.asarray(p_values, np.float64)
    known = np.flatnonzero(~np.isnan(p))
    order = known[np.argsort(p[known])]  # the most surprising first
    left = np.arange(len(order), 0, -1)
    adjusted = np.full(p.shape, np.nan)
    adjusted[order] = np.minimum(np.maximum.accumulate(p[order] * left), 1.0)
    return adjusted
