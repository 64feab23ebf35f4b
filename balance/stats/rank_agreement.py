"""How alike two rankings of the same things are."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtr


@dataclass(frozen=True)
class Agreement:
    """Kendall's tau of two rankings: 1 is the same order, -1 the reverse, 0 none.

    Attributes
    ----------
    tau : float
        Tau-b, which allows for ties; nan below two things.
    things : int
        That both rank.
    p : float
        Two-sided, for orders that have nothing to do with each other.
    """

    tau: float
    things: int
    p: float


def agreement(one: ArrayLike, two: ArrayLike) -> Agreement:
    """Return how alike two numbers rank the same things; those without a number are left out.

    Numbers that are estimates make the rankings less alike than the true ones are.  The p-value
    is the normal one for rankings without ties, good from ten things on.

    References
    ----------
    Kendall, The treatment of ties in ranking problems, Biometrika 1945; the same tau as
    ``scipy.stats.kendalltau``.
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
