"""Rankings of the same things: how alike two are, and which neighbours cannot be told apart."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtr

from balance.stats.intervals import LEVEL, Floats


@dataclass(frozen=True)
class Agreement:
    """Kendall's tau of two rankings: 1 is the same order, -1 the reverse, 0 none."""

    tau: float  # tau-b, which allows for ties; nan below two things
    things: int  # that both rank
    p: float  # two-sided, for orders that have nothing to do with each other


def agreement(one: ArrayLike, two: ArrayLike) -> Agreement:
    """Return how alike two numbers rank the same things; things without a number are left out.

    Numbers that are estimates make the rankings less alike than the true ones are.  The p-value
    is the normal one for rankings without ties, good from ten things on.

    Notes
    -----
    The tau of ``scipy.stats.kendalltau``, whose p-value is another one where numbers are tied.

    References
    ----------
    Kendall, The treatment of ties in ranking problems, Biometrika 1945.
    """
    first, second = np.asarray(one, np.float64), np.asarray(two, np.float64)
    known = np.isfinite(first) & np.isfinite(second)
    n = int(known.sum())
    if n < 2:
        return Agreement(float("nan"), n, float("nan"))
    ordered, other = (np.sign(values[known][:, None] - values[known]) for values in (first, second))
    total = float((ordered * other).sum()) / 2
    pairs = float(np.sqrt((ordered**2).sum() * (other**2).sum())) / 2
    tau = total / pairs if pairs else float("nan")
    z = 3 * total / np.sqrt(n * (n - 1) * (2 * n + 5) / 2)
    return Agreement(tau, n, float(2 * ndtr(-abs(z))))


def tie_groups(draws: Floats) -> NDArray[np.int64]:
    """Return the group of each thing in a ranking, 1 being that of the largest values.

    From the top down, a thing begins a new group where it is smaller than the first of the group
    in 97.5 % of the draws.  So of two neighbours in different groups it need not be known which is
    larger; what is known is that each group's first is larger than the next group's first.

    Parameters
    ----------
    draws : float64 array, shape (draws, things)
        Of the true values, together; see `shrinkage.shrink`.  Columns of nan are things without
        any; their group is 0.
    """
    group_of = np.zeros(draws.shape[1], np.int64)
    known = np.flatnonzero(~np.isnan(draws).any(axis=0))
    order = known[np.argsort(-draws[:, known].mean(axis=0), kind="stable")]
    number, first = 0, -1
    for thing in order:
        is_below = first < 0 or (draws[:, thing] < draws[:, first]).mean() > (1 + LEVEL) / 2
        if is_below:
            number, first = number + 1, thing
        group_of[thing] = number
    return group_of
