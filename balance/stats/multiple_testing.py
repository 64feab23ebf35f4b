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
    Benjamini and Hochberg, Controlling the false discovery rate, JRSS B 1995; the same as
    ``scipy.stats.false_discovery_control``, which takes a second to import.
    """
    p = np.asarray(p_values, np.float64)
    known = np.flatnonzero(~np.isnan(p))
    order = known[np.argsort(p[known])]
    stretched = p[order] * (len(order) / np.arange(1, len(order) + 1))
    adjusted = np.full(p.shape, np.nan)
    adjusted[order] = np.minimum(np.minimum.accumulate(stretched[::-1])[::-1], 1.0)
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


def page_wide(
    p_values: ArrayLike, is_headline: NDArray[np.bool_], tables: int = 1
) -> NDArray[np.float64]:
    """Return adjusted p-values for all tests of a page.

    Where nothing differs, any is below 0.05 on 5 % of the pages at most.  Half of the 5 % goes to
    the headline numbers, of which none may be false (`familywise`), and half to all others together
    (`false_discovery`), so that the few that matter most are not lost among the many.

    Parameters
    ----------
    is_headline : bool array
        Which tests are about headline numbers.
    tables : int
        How many tables of the page are adjusted so, each by itself.
    """
    p = np.asarray(p_values, np.float64)
    adjusted = np.full(p.shape, np.nan)
    corrections = [(is_headline, familywise), (~is_headline, false_discovery)]
    families = [(mine, correct) for mine, correct in corrections if np.isfinite(p[mine]).any()]
    for mine, correct in families:
        adjusted[mine] = np.minimum(correct(p[mine]) * len(families) * tables, 1.0)
    return adjusted
