"""How far strengths are a ladder, and how far things beat each other in circles."""

from dataclasses import dataclass
from itertools import combinations, permutations

import numpy as np
from scipy.special import chdtrc, ndtr, ndtri

from balance.stats.intervals import LEVEL, Floats
from balance.stats.multiple_testing import false_discovery

SHARES = 501  # from 0 to 1 that are tried for an interval


@dataclass(frozen=True)
class Loop:
    """Three things of which each seems to beat the next, and the last the first.

    Attributes
    ----------
    things : (int, int, int)
    links : float64 array, shape (3,)
        The log odds of each against the next; none is below 0.
    errors : float64 array, shape (3,)
    p : float
        That one of the three does not beat the next: the largest of the three one-sided p-values,
        which needs no correction for looking at three.
    q : float
        The same with all triples looked at: the share of false finds among all that are at least
        as surprising.
    """

    things: tuple[int, int, int]
    links: Floats
    errors: Floats
    p: float
    q: float

    @property
    def weakest(self) -> int:
        """Which of the links is the weakest."""
        return int(np.argmin(self.links))


@dataclass(frozen=True)
class Intransitivity:
    """A ladder, and what it leaves.

    Attributes
    ----------
    cyclic : float
        The part of the squared differences that no ladder explains, 0 to 1, chance included.
    by_chance : float
        How large it would be expected where there are no circles, from the errors alone.
    value, low, high : float
        The part with chance taken out of both, and its interval.
    p : float
        For no circles at all.
    strengths : float64 array, shape (things,)
        As log odds; they add up to 0.
    left : float64 array, shape (things, things)
        Log odds of the row against the column beyond those of their strengths.
    loops : tuple of Loop
        All that are seen, the one with the strongest weakest link first.
    """

    cyclic: float
    by_chance: float
    value: float
    low: float
    high: float
    p: float
    strengths: Floats
    left: Floats
    loops: tuple[Loop, ...]


def intransitivity(advantages: Floats, covariance: Floats, things: int) -> Intransitivity:
    """Split what each of some things does to each other into a ladder and circles.

    The ladder is the strengths whose differences lie nearest to the advantages (least squares,
    all pairs alike); what is left is the circles, at right angles to it.  Squares of estimates are
    too large by their variance, so this is taken out of the squares of both.  The interval is that
    of a ratio of two quadratic forms of normal estimates: of all shares, those with which the one
    less the share of the other is near 0 (Fieller's way).

    Parameters
    ----------
    advantages : float64 array, shape (pairs,)
        Of the first of each pair over the second, as log odds; pairs in the order of
        ``itertools.combinations``.
    covariance : float64 array, shape (pairs, pairs)
        Of these estimates.
    things : int
        Three or more.

    References
    ----------
    Jiang, Lim, Yao and Ye, Statistical ranking and combinatorial Hodge theory, Mathematical
    Programming 2011, on a complete graph; Berger, Multiparameter hypothesis testing and acceptance
    sampling, Technometrics 1982 (all of several at once: the largest p-value); Fieller, Some
    problems in interval estimation, JRSS B 1954.
    """
    pairs = list(combinations(range(things), 2))
    slopes = np.zeros((len(pairs), things))
    for row, (one, two) in enumerate(pairs):
        slopes[row, one], slopes[row, two] = 1, -1
    to_left = np.eye(len(pairs)) - slopes @ np.linalg.pinv(slopes)
    strengths = np.linalg.pinv(slopes) @ advantages
    left = to_left @ advantages
    whole_squares, left_squares = float(advantages @ advantages), float(left @ left)
    noise_left = float(np.trace(to_left @ covariance))
    value, low, high = _share(advantages, covariance, to_left)
    odds = np.zeros((things, things))
    for row, (one, two) in enumerate(pairs):
        odds[one, two], odds[two, one] = left[row], -left[row]
    return Intransitivity(
        cyclic=left_squares / whole_squares if whole_squares else 0.0,
        by_chance=min(noise_left / whole_squares, 1.0) if whole_squares else 0.0,
        value=value,
        low=low,
        high=high,
        p=_p_of_none(left, to_left @ covariance @ to_left, len(pairs) - things + 1),
        strengths=strengths,
        left=odds,
        loops=_loops(advantages, np.sqrt(np.diag(covariance)), things),
    )


def _share(advantages: Floats, covariance: Floats, to_left: Floats) -> tuple[float, float, float]:
    """Return the share of circles with chance taken out, and its interval.

    The interval holds all shares that the squares do not contradict: with the share s, the squares
    of circles less s times those of all are nothing on average, once their noise is taken out.
    """
    whole = float(advantages @ advantages) - float(np.trace(covariance))
    left = to_left @ advantages
    squares = float(left @ left) - float(np.trace(to_left @ covariance))
    share = min(max(squares / whole, 0.0), 1.0) if whole > 0 else 0.0
    # With the share s, the form P - s takes the place of P, so the variance is a square in s.
    bent, own = to_left @ covariance, covariance @ advantages
    parts = [
        4 * float(left @ covariance @ left) + 2 * float(np.trace(bent @ bent)),
        -8 * float(left @ own) - 4 * float(np.trace(bent @ covariance)),
        4 * float(advantages @ own) + 2 * float(np.trace(covariance @ covariance)),
    ]
    tried = np.linspace(0, 1, SHARES)
    variance = np.maximum(parts[0] + parts[1] * tried + parts[2] * tried**2, 0.0)
    half = float(ndtri((1 + LEVEL) / 2)) * np.sqrt(variance)
    known = tried[np.abs(squares - tried * whole) <= half]
    return share, float(min(known, default=share)), float(max(known, default=share))


def _p_of_none(left: Floats, covariance: Floats, freedom: int) -> float:
    """Return the p-value for nothing left: Wald's test."""
    scale = float(np.trace(covariance))
    if scale == 0:
        return 1.0 if not left.any() else 0.0
    squares = float(left @ np.linalg.pinv(covariance, rcond=1e-9, hermitian=True) @ left)
    return float(chdtrc(freedom, squares))


def _loops(advantages: Floats, errors: Floats, things: int) -> tuple[Loop, ...]:
    """Return the circles of three that are seen; all that could be count as tests."""
    odds, spread = np.zeros((things, things)), np.ones((things, things))
    for place, (one, two) in enumerate(combinations(range(things), 2)):
        odds[one, two], odds[two, one] = advantages[place], -advantages[place]
        spread[one, two] = spread[two, one] = max(float(errors[place]), 1e-12)
    rounds = [
        (one, second, third)
        for one, two, three in combinations(range(things), 3)
        for second, third in permutations((two, three))
    ]
    ways = [np.array([odds[a, b], odds[b, c], odds[c, a]]) for a, b, c in rounds]
    apart = [np.array([spread[a, b], spread[b, c], spread[c, a]]) for a, b, c in rounds]
    p = [float(ndtr(-way / error).max()) for way, error in zip(ways, apart, strict=True)]
    found = [
        Loop(round_, way, error, p_value, float(q))
        for round_, way, error, p_value, q in zip(
            rounds, ways, apart, p, false_discovery(p), strict=True
        )
        if (way >= 0).all() and way.any()
    ]
    return tuple(sorted(found, key=lambda loop: -float(loop.links.min())))
