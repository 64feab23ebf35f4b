"""What the presence of a card does, where each set-up has some of many cards drawn at random."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtr, stdtrit

from balance.stats.intervals import LEVEL, Floats

ENOUGH = 3.0  # set-ups for each card, from which on all are fitted together
FEWEST = 5  # set-ups with a card, and without it, that an effect needs


@dataclass(frozen=True)
class Effects:
    """The effect of each card, shape (cards,): nan where set-ups with or without it are too few."""

    value: Floats  # how much larger values are with the card than with others in its place
    low: Floats
    high: Floats
    p: Floats  # two-sided, for no difference


def presence(values: Floats, present: NDArray[np.bool_], groups: Sequence[str] = ()) -> Effects:
    """Estimate what each card does to a value of the set-ups that have it.

    With enough set-ups all cards are fitted together (least squares), so that the effects of the
    other cards are no noise: a card's effect is its own less the mean of all others, as one of
    these would be there in its place.  The errors allow for unequal variances (HC3).  With fewer
    set-ups it is the mean with the card less the mean without.

    Parameters
    ----------
    values : float64 array, shape (setups,)
    present : bool array, shape (setups, cards)
    groups : sequence of str, shape (cards,)
        What each card is drawn as: only others of its group would be in its place.

    References
    ----------
    MacKinnon and White, Some heteroskedasticity-consistent covariance matrix estimators, Journal
    of Econometrics 1985 (HC3); Welch, The generalization of Student's problem, Biometrika 1947.
    """
    setups, cards = present.shape
    count = present.sum(axis=0)
    known = np.flatnonzero(np.minimum(count, setups - count) >= FEWEST)
    value, error, degrees = (np.full(cards, np.nan) for _ in range(3))
    if len(known) > 1 and setups >= ENOUGH * len(known):
        value[known], error[known], degrees[known] = _fitted_together(
            values, present[:, known], np.array(groups or [""] * cards)[known]
        )
    else:
        for card in known:
            value[card], error[card], degrees[card] = _welch(values, present[:, card])
    half = stdtrit(degrees, (1 + LEVEL) / 2) * error
    with np.errstate(divide="ignore", invalid="ignore"):
        p = 2 * stdtr(degrees, -np.abs(value) / error)
    p = np.where((value == 0) & (error == 0), 1.0, p)
    return Effects(value, value - half, value + half, p)


def _fitted_together(
    values: Floats, present: NDArray[np.bool_], groups: NDArray[np.str_]
) -> tuple[Floats, Floats, float]:
    """Return effects, errors and degrees of freedom of all cards at once."""
    setups = len(present)
    design = present - present.mean(axis=0)
    solve = np.linalg.pinv(design)
    # Own less the mean of the others; where each set-up has as many, only this can be known.
    others = (groups[:, None] == groups) & ~np.eye(len(groups), dtype=bool)
    contrast = np.eye(len(groups)) - others / np.maximum(others.sum(axis=1, keepdims=True), 1)
    weights = contrast @ solve
    fitted = design @ solve
    residuals = (values - values.mean()) - fitted @ (values - values.mean())
    leverage = np.clip(np.diag(fitted) + 1 / setups, 0.0, 0.99)
    error = np.sqrt((weights**2) @ (residuals / (1 - leverage)) ** 2)
    return weights @ values, error, setups - np.linalg.matrix_rank(design) - 1.0


def _welch(values: Floats, is_present: NDArray[np.bool_]) -> tuple[float, float, float]:
    """Return the difference of means with and without a card, its error and degrees of freedom."""
    groups = values[is_present], values[~is_present]
    parts = [float(group.var(ddof=1)) / len(group) for group in groups]
    total = sum(parts)
    value = float(groups[0].mean() - groups[1].mean())
    if total == 0:
        return value, 0.0, float(len(values) - 2)
    sizes = [len(group) - 1 for group in groups]
    degrees = total**2 / sum(part**2 / size for part, size in zip(parts, sizes, strict=True))
    return value, float(np.sqrt(total)), degrees
