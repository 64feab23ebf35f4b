"""What the presence of a thing does, where each case has some of many things drawn by lot."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtr, stdtrit

from balance.stats.intervals import LEVEL, Floats

ENOUGH = 3.0  # cases for each thing, from which on all are fitted together
FEWEST = 5  # cases with a thing, and without it, of which something is said


@dataclass(frozen=True)
class Effects:
    """What each thing does, shape (things,): nan where nothing can be said.

    Attributes
    ----------
    value, low, high : float64 array
        How much larger the values of cases are with the thing than with others in its place.
    p : float64 array
        Two-sided, for no difference.
    """

    value: Floats
    low: Floats
    high: Floats
    p: Floats


def presence(values: Floats, present: NDArray[np.bool_]) -> Effects:
    """Estimate what each thing does to a value of the cases that have it.

    With enough cases all things are fitted together (least squares), so that what the others of a
    case do is no noise: a thing's effect is its own less the mean of all others, as one of these
    would be there in its place.  The errors hold whatever the spread of the values (HC3).  With
    fewer cases it is the mean with the thing less the mean without.

    Parameters
    ----------
    values : float64 array, shape (cases,)
    present : bool array, shape (cases, things)

    References
    ----------
    MacKinnon and White, Some heteroskedasticity-consistent covariance matrix estimators, Journal
    of Econometrics 1985 (HC3); Welch, The generalization of Student's problem, Biometrika 1947.
    """
    cases, things = present.shape
    seen = present.sum(axis=0)
    known = np.flatnonzero(np.minimum(seen, cases - seen) >= FEWEST)
    value, error, freedom = (np.full(things, np.nan) for _ in range(3))
    if len(known) > 1 and cases >= ENOUGH * len(known):
        value[known], error[known], freedom[known] = _together(values, present[:, known])
    else:
        for thing in known:
            value[thing], error[thing], freedom[thing] = _alone(values, present[:, thing])
    half = stdtrit(freedom, (1 + LEVEL) / 2) * error
    with np.errstate(divide="ignore", invalid="ignore"):
        p = 2 * stdtr(freedom, -np.abs(value) / error)
    p = np.where((value == 0) & (error == 0), 1.0, p)
    return Effects(value, value - half, value + half, p)


def _together(values: Floats, present: NDArray[np.bool_]) -> tuple[Floats, Floats, float]:
    """Return effects, errors and degrees of freedom of all things at once."""
    cases, things = present.shape
    design = present - present.mean(axis=0)
    solve = np.linalg.pinv(design)
    # Own less the mean of the others; where each case has as many, only this can be known.
    contrast = np.eye(things) * things / (things - 1) - 1 / (things - 1)
    weights = contrast @ solve
    fitted = design @ solve
    left = (values - values.mean()) - fitted @ (values - values.mean())
    leverage = np.clip(np.diag(fitted) + 1 / cases, 0.0, 0.99)
    error = np.sqrt((weights**2) @ (left / (1 - leverage)) ** 2)
    return weights @ values, error, cases - np.linalg.matrix_rank(design) - 1.0


def _alone(values: Floats, is_there: NDArray[np.bool_]) -> tuple[float, float, float]:
    """Return the difference of means with and without one thing, its error and its freedom."""
    groups = values[is_there], values[~is_there]
    parts = [float(group.var(ddof=1)) / len(group) for group in groups]
    total = sum(parts)
    value = float(groups[0].mean() - groups[1].mean())
    if total == 0:
        return value, 0.0, float(len(values) - 2)
    sizes = [len(group) - 1 for group in groups]
    freedom = total**2 / sum(part**2 / size for part, size in zip(parts, sizes, strict=True))
    return value, float(np.sqrt(total)), freedom
