"""How far strengths form a ladder, and how far bots beat each other in cycles."""

from dataclasses import dataclass
from itertools import combinations, permutations

import numpy as np
from scipy.special import chdtrc, ndtr, ndtri

from balance.stats.intervals import LEVEL, Floats
from balance.stats.multiple_testing import false_discovery

SHARES = 501  # from 0 to 1 that are tried for an interval


@dataclass(frozen=True)
class Cycle:
    """Three bots of which each seems to beat the next, and the last the first.

    Attributes
    ----------
    p : float
        That one of the three does not beat the next: the largest of the three one-sided p-values,
        which needs no correction for looking at three.
    """

    bots: tuple[int, int, int]
    links: Floats  # shape (3,): the log odds of each against the next; none is below 0
    errors: Floats  # shape (3,): standard errors of these
    p: float
    q: float  # the share of false finds among all triples that are at least as surprising

    @property
    def weakest(self) -> int:
        """The place of the weakest link."""
        return int(np.argmin(self.links))


@dataclass(frozen=True)
class Intransitivity:
    """A ladder, and what it does not explain.

    Attributes
    ----------
    cyclic : float
        The part of the squared differences that no ladder explains, 0 to 1, chance included.
    residuals : float64 array, shape (bots, bots)
        Log odds of the row against the column less those of their strengths.
    """

    cyclic: float
    by_chance: float  # how large it would be expected without any cycles, from the errors alone
    value: float  # the part with chance taken out of both
    low: float  # of its interval
    high: float
    p: float  # for no cycles at all
    strengths: Floats  # shape (bots,): as log odds; they add up to 0
    residuals: Floats
    cycles: tuple[Cycle, ...]  # all that are seen, the one with the strongest weakest link first


def intransitivity(advantages: Floats, covariance: Floats, bots: int) -> Intransitivity:
    """Split the advantages of bots over each other into a ladder and cycles.

    The ladder is the strengths whose differences lie nearest to the advantages (least squares,
    all pairs alike); the residuals are the cycles, at right angles to it.  Squares of estimates
    are too large by their variance, so this is taken out of the squares of both.  The interval is
    that of a ratio of two quadratic forms of normal estimates: all shares s with which the squares
    of the residuals less s times those of all are near 0 (Fieller's method).

    Parameters
    ----------
    advantages : float64 array, shape (pairs,)
        Of the first of each pair over the second, as log odds; pairs in the order of
        ``itertools.combinations``.
    covariance : float64 array, shape (pairs, pairs)
        Of these estimates.
    bots : int
        Three or more.

    References
    ----------
    Jiang, Lim, Yao and Ye, Statistical ranking and combinatorial Hodge theory, Mathematical
    Programming 2011, on a complete graph; Berger, Multiparameter hypothesis testing and acceptance
    sampling, Technometrics 1982 (all of several at once: the largest p-value); Fieller, Some
    problems in interval estimation, JRSS B 1954.
    """
    pairs = list(combinations(range(bots), 2))
    slopes = np.zeros((len(pairs), bots))
    for row, (pair, two) in enumerate(pairs):
        slopes[row, pair], slopes[row, two] = 1, -1
    to_residuals = np.eye(len(pairs)) - slopes @ np.linalg.pinv(slopes)
    strengths = np.linalg.pinv(slopes) @ advantages
    residuals = to_residuals @ advantages
    all_squares, own_squares = float(advantages @ advantages), float(residuals @ residuals)
    noise = float(np.trace(to_residuals @ covariance))
    value, low, high = _cyclic_share(advantages, covariance, to_residuals)
    degrees = len(pairs) - bots + 1
    return Intransitivity(
        cyclic=own_squares / all_squares if all_squares else 0.0,
        by_chance=min(noise / all_squares, 1.0) if all_squares else 0.0,
        value=value,
        low=low,
        high=high,
        p=_p_of_none(residuals, to_residuals @ covariance @ to_residuals, degrees),
        strengths=strengths,
        residuals=_matrix(residuals, bots),
        cycles=_cycles(advantages, np.sqrt(np.diag(covariance)), bots),
    )


def _matrix(values: Floats, bots: int) -> Floats:
    """Return values of pairs as a matrix, those of the reversed pairs with the sign turned."""
    matrix = np.zeros((bots, bots))
    for value, (one, two) in zip(values, combinations(range(bots), 2), strict=True):
        matrix[one, two], matrix[two, one] = value, -value
    return matrix


def _cyclic_share(
    advantages: Floats, covariance: Floats, to_residuals: Floats
) -> tuple[float, float, float]:
    """Return the share of cycles with chance taken out, and its interval.

    The interval holds all shares that the squares do not contradict: with the share s, the squares
    of residuals less s times those of all are 0 on average, once their noise is taken out.
    """
    whole = float(advantages @ advantages) - float(np.trace(covariance))
    residuals = to_residuals @ advantages
    squares = float(residuals @ residuals) - float(np.trace(to_residuals @ covariance))
    share = min(max(squares / whole, 0.0), 1.0) if whole > 0 else 0.0
    # With the share s, the form P - s takes the place of P, so the variance is a square in s.
    projected, own = to_residuals @ covariance, covariance @ advantages
    parts = [
        4 * float(residuals @ covariance @ residuals) + 2 * float(np.trace(projected @ projected)),
        -8 * float(residuals @ own) - 4 * float(np.trace(projected @ covariance)),
        4 * float(advantages @ own) + 2 * float(np.trace(covariance @ covariance)),
    ]
    tried = np.linspace(0, 1, SHARES)
    variance = np.maximum(parts[0] + parts[1] * tried + parts[2] * tried**2, 0.0)
    half = float(ndtri((1 + LEVEL) / 2)) * np.sqrt(variance)
    possible = tried[np.abs(squares - tried * whole) <= half]
    return share, float(min(possible, default=share)), float(max(possible, default=share))


def _p_of_none(residuals: Floats, covariance: Floats, degrees: int) -> float:
    """Return the p-value for no residuals: Wald's test."""
    scale = float(np.trace(covariance))
    if scale == 0:
        return 1.0 if not residuals.any() else 0.0
    inverse = np.linalg.pinv(covariance, rcond=1e-9, hermitian=True)
    return float(chdtrc(degrees, float(residuals @ inverse @ residuals)))


def _cycles(advantages: Floats, errors: Floats, bots: int) -> tuple[Cycle, ...]:
    """Return the cycles of three that are seen; all that could be count as tests."""
    odds = _matrix(advantages, bots)
    error_of = np.abs(_matrix(np.maximum(errors, 1e-12), bots))
    triples = [
        (one, second, third)
        for one, two, three in combinations(range(bots), 3)
        for second, third in permutations((two, three))
    ]
    links = [np.array([odds[a, b], odds[b, c], odds[c, a]]) for a, b, c in triples]
    error = [np.array([error_of[a, b], error_of[b, c], error_of[c, a]]) for a, b, c in triples]
    p = [float(ndtr(-link / own).max()) for link, own in zip(links, error, strict=True)]
    q = map(float, false_discovery(p))
    cycles = [Cycle(*one) for one in zip(triples, links, error, p, q, strict=True)]
    seen = [one for one in cycles if (one.links >= 0).all() and one.links.any()]
    return tuple(sorted(seen, key=lambda one: -float(one.links.min())))
