"""The interval of what was picked, of many, because it is the largest.

The largest of many estimates is large by luck too, and its ordinary interval misses the truth more
often than it says.  Intervals wide enough to hold for all of those it was picked from at once hold
for whichever is picked, and however: the largest, the clearest, the one that a reader likes.  They
assume nothing of how estimates depend on each other, such as by a base that all share, nor of how
true values are spread; so they hold for one far from all others as well.
"""

from scipy.special import ndtr, ndtri, stdtrit

from balance.stats.intervals import LEVEL

FOLDS = 256  # of the jackknife, from which most errors are


def picked_z(count: int) -> float:
    """Return half the width of the interval of one picked of so many, in known standard errors.

    `Replicates.estimate` takes it.

    References
    ----------
    Dunn, Multiple comparisons among means, JASA 1961 (Bonferroni's inequality); Benjamini and
    Yekutieli, False discovery rate-adjusted multiple confidence intervals for selected parameters,
    JASA 2005, for what selection does to ordinary ones.
    """
    return float(-ndtri((1 - LEVEL) / 2 / max(count, 1)))


def widening(count: int, folds: int = FOLDS) -> float:
    """Return the ratio of its width to the ordinary one: 1.3 for the best of five, 1.7 of fifty.

    Parameters
    ----------
    folds : int
        At most so many of the folds count something; with few it is wider.
    """
    degrees = max(min(folds, FOLDS) - 1, 1)
    tails = ndtr([-picked_z(count), -picked_z(1)])
    wide, ordinary = stdtrit(degrees, tails)
    return float(wide / ordinary)
