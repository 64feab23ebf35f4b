"""Curves that can only rise, such as the win rate over the gold at the start; and the way back."""

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import isotonic_regression

from balance.stats.intervals import Floats


def rising(values: ArrayLike, weights: Floats, floor: float) -> Floats:
    """Return the values of curves that never fall and start at a floor: isotonic regression.

    Values below the floor are raised to it.

    Parameters
    ----------
    values : float array, shape (curves, points) or (points,)
    weights : float array, shape (points,)

    References
    ----------
    Robertson, Wright and Dykstra, Order Restricted Statistical Inference, 1988, section 1.4 (on
    bounds).
    """
    curves = np.asarray(values, np.float64)
    fitted = [isotonic_regression(curve, weights=weights).x for curve in np.atleast_2d(curves)]
    return np.maximum(np.reshape(fitted, curves.shape), floor)


def heights_at(at: Floats, curves: Floats, places: Floats) -> Floats:
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


def places_of(at: Floats, curves: Floats, heights: Floats) -> Floats:
    """Return where rising curves reach heights, on straight lines between their points.

    Where a curve is flat at a height, the middle of the flat part.  Below its start, the line of
    its first rise is continued; above its end there is no such place: inf.

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
    flat_middle = (at[np.clip(below, 0, last)] + at[np.clip(upto - 1, 0, last)]) / 2
    by_place = np.where(upto > below, flat_middle, between)
    by_place = np.where(heights < curves[:, :1], before, by_place)
    return np.where(heights > curves[:, -1:], np.inf, by_place)
