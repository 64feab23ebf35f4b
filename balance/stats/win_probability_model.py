"""The chance of each seat to win a position: a conditional logit model, and its calibration.

The utility of a seat is a sum of its features times coefficients that are the same for all seats;
its chance to win is the exponential of it over the sum of those of all seats.  So the chances of a
position add up to one, and what all seats have in common does not matter.

References
----------
McFadden (1974), Conditional logit analysis of qualitative choice behavior.
Brier (1950), Verification of forecasts expressed in terms of probability.
"""

import numpy as np
from numpy.typing import NDArray
from scipy.special import log_softmax, softmax

from balance.stats.intervals import DealSums, Floats

RIDGE = 1.0  # on features of about unit size: a standard deviation of 1 expected of coefficients
MOST_STEPS = 60
CLOSE_ENOUGH = 1e-8


def fit(features: Floats, shares: Floats) -> Floats:
    """Return the coefficients of maximum likelihood with a small ridge penalty.

    Newton's method with halved steps; the penalty, half of RIDGE times their squares, keeps
    coefficients finite where a feature decides every game.

    Parameters
    ----------
    features : float64 array, shape (positions, seats, features)
    shares : float64 array, shape (positions, seats)
        Of the win, adding up to 1 in each position.

    Returns
    -------
    coefficients : float64 array, shape (features,)
    """
    count = features.shape[2]
    coefficients = np.zeros(count)
    loss = _loss(features, shares, coefficients)
    for _ in range(MOST_STEPS):
        chances = probabilities(features, coefficients)
        slope = np.einsum("psf,ps->f", features, chances - shares) + RIDGE * coefficients
        mean = np.einsum("psf,ps->pf", features, chances)
        weighted = (features * chances[:, :, None]).reshape(-1, count)
        hessian = features.reshape(-1, count).T @ weighted - mean.T @ mean + RIDGE * np.eye(count)
        step = np.linalg.solve(hessian, slope)
        length = 1.0
        while (
            _loss(features, shares, coefficients - length * step) > loss and length > CLOSE_ENOUGH
        ):
            length /= 2
        coefficients = coefficients - length * step
        before, loss = loss, _loss(features, shares, coefficients)
        if before - loss < CLOSE_ENOUGH * max(loss, 1.0):
            break
    return coefficients


def probabilities(features: Floats, coefficients: Floats) -> Floats:
    """Return each seat's chance to win, shape (positions, seats)."""
    return np.asarray(softmax(features @ coefficients, axis=1))


def brier(chances: Floats, shares: Floats) -> Floats:
    """Return the Brier score of each position: the mean over seats of the squared error."""
    return np.asarray(((chances - shares) ** 2).mean(axis=1))


def calibration(
    chances: Floats, shares: Floats, deals: NDArray[np.int64], bins: int
) -> tuple[DealSums, Floats]:
    """Return how often seats with about the same chance won.

    Parameters
    ----------
    chances, shares : float64 array, shape (positions, seats)
    deals : int64 array, shape (positions,)
        From 0: positions of one deal are not independent.
    bins : int
        Of equal width, from 0 to 1.

    Returns
    -------
    seen : DealSums
        Of wins per position and seat, by bin.
    expected : float64 array, shape (bins,)
        The mean chance; nan in an empty bin.
    """
    places = np.minimum((chances * bins).astype(np.int64), bins - 1).ravel()
    count = int(deals.max(initial=-1)) + 1
    cells = np.repeat(deals, chances.shape[1]) * bins + places
    size = count * bins
    y = np.bincount(cells, minlength=size).reshape(count, bins).astype(np.float64)
    x = np.bincount(cells, shares.ravel(), size).reshape(count, bins).astype(np.float64)
    total = np.bincount(places, chances.ravel(), bins)
    with np.errstate(invalid="ignore"):
        expected = total / y.sum(axis=0)
    return DealSums.of(x, y), expected


def _loss(features: Floats, shares: Floats, coefficients: Floats) -> float:
    logs = log_softmax(features @ coefficients, axis=1)
    return float(-(shares * logs).sum() + RIDGE / 2 * coefficients @ coefficients)
