"""Curves that can only rise, such as the win rate over the gold at the start; and the way back."""

import numpy as np
from numpy.typing import ArrayLike

from balance.stats.intervals import Floats


def rising(values: ArrayLike, weights: ArrayLike, floor: float) -> Floats:
    """Return the values of a curve that never falls and starts at a floor: isotonic regression.

    The least weighted squares are those of the max-min formula, max over a <= i of min over
    b >= i of the weighted mean of values a to b; that no value lies below the floor is then kept by
    raising those that do.

    Parameters
    ----------
    values : float array, shape (..., points)
        In the order of the curve; each row is a curve.
    weights : float array, shape (points,)
    floor : float

    References
    ----------
    Robertson, Wright and Dykstra, Order Restricted Statistical Inference, 1988, theorem 1.4.4 and
    section 1.4 on bounds; the same as ``scipy.optimize.isotonic_regression`` without a floor.
    """
    y, w = np.asarray(values, np.float64), np.asarray(weights, np.float64)
    points = y.shape[-1]
    means = np.full((*y.shape, points), np.nan)  # [..., a, b]
    for first in range(points):
        total = np.cumsum((y * w)[..., first:], axis=-1) / np.cumsum(w[first:])
        means[..., first, first:] = total
    found = np.empty_like(y)
    for place in range(points):
        found[..., place] = means[..., : place + 1, place:].min(axis=-1).max(axis=-1)
    return np.maximum(found, floor)


def read(at: Floats, curves: Floats, places: Floats) -> Floats:
    """Return the heights of curves at places, on straight lines between their points.

    Before and beyond its points, the line of the first and the last two is continued.

    Parameters
    ----------
    at : float array, shape (points,)
    curves : float array, shape (curves, points)
    places : float array, shape (places,)

    Returns
    -------
    heights : float array, shape (curves, places)
    """
    right = np.clip(np.searchsorted(at, places), 1, len(at) - 1)
    share = (places - at[right - 1]) / (at[right] - at[right - 1])
    return np.asarray(curves[:, right - 1] * (1 - share) + curves[:, right] * share)


def inverse(at: Floats, curves: Floats, heights: Floats) -> Floats:
    """Return where rising curves reach heights, on straight lines between their points.

    Where a curve is flat at a height, the middle of the flat part.  Below its start, the line of
    its first rise is continued; above its end there is nothing: inf.

    Parameters
    ----------
    at : float array, shape (points,)
    curves : float array, shape (curves, points)
    heights : float array, shape (curves, heights)
        Those of each curve.
    """
    below = (curves[:, None, :] < heights[:, :, None]).sum(axis=2)  # points below the height
    upto = (curves[:, None, :] <= heights[:, :, None]).sum(axis=2)
    row, last = np.arange(len(curves))[:, None], curves.shape[1] - 1
    left = np.clip(below - 1, 0, last - 1)
    rise = np.argmax(curves > curves[:, :1], axis=1)  # the first point above the start
    with np.errstate(divide="ignore", invalid="ignore"):
        low, high = curves[row, left], curves[row, left + 1]
        between = at[left] + (heights - low) / (high - low) * (at[left + 1] - at[left])
        slope = (curves[row[:, 0], rise] - curves[:, 0]) / (at[rise] - at[0])
        before = at[0] + (heights - curves[:, :1]) / slope[:, None]
    just_at = (at[np.clip(below, 0, last)] + at[np.clip(upto - 1, 0, last)]) / 2
    found = np.where(upto > below, just_at, between)
    found = np.where(heights < curves[:, :1], before, found)
    return np.where(heights > curves[:, -1:], np.inf, found)
