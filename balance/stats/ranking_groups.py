"""Groups of a ranking that cannot be told apart."""

import numpy as np
from numpy.typing import NDArray

from balance.stats.intervals import LEVEL, Floats


def groups(draws: Floats) -> NDArray[np.int64]:
    """Return in which group each thing is, 1 being that of the largest values.

    From the top down, a thing begins a new group where it is smaller than the first of the group
    in 97.5 % of the draws.  So of two neighbours in different groups it need not be known which is
    larger; what is known is that each group's first is larger than the next group's first.

    Parameters
    ----------
    draws : float64 array, shape (draws, things)
        Of the true values, together; see `stats.shrink`.  Columns of nan are things without any.

    Returns
    -------
    groups : int64 array, shape (things,)
        0 for things without draws.
    """
    found = np.zeros(draws.shape[1], np.int64)
    known = np.flatnonzero(~np.isnan(draws).any(axis=0))
    order = known[np.argsort(-draws[:, known].mean(axis=0), kind="stable")]
    number, first = 0, -1
    for thing in order:
        is_below = first < 0 or (draws[:, thing] < draws[:, first]).mean() > (1 + LEVEL) / 2
        if is_below:
            number, first = number + 1, thing
        found[thing] = number
    return found
