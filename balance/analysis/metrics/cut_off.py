"""Games that were cut off at the limit of decisions: nobody won them, so only their number counts.

A game that never ends would otherwise swamp every mean with its rounds.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.engine.layout import NOBODY

_KEPT = ("number", "stopped")  # of a game that was cut off
_NAMED = ("lineup", "dealt", "kept")  # where 0 would be somebody or something


def ended_only(records: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    """Return records in which games that were cut off hold nothing, and which games ended.

    Parameters
    ----------
    records : array of game.record, shape (games,)

    Returns
    -------
    records : array of game.record, shape (games,)
        As they came, if all games ended; of the others, no bot, score, card or objective is left,
        so that they add nothing to any sum.
    ended : bool array, shape (games,)
    """
    ended = records["stopped"] == 0
    if ended.all():
        return records, ended
    records = records.copy()
    for name in set(records.dtype.names or ()).difference(_KEPT):
        records[name][~ended] = NOBODY if name in _NAMED else 0
    return records, ended


def ended_by_deal(ended: NDArray[np.bool_], rotations: int) -> NDArray[np.int64] | int:
    """Return how many games of each deal ended: an array (deals,), or one number for all."""
    if ended.all():
        return rotations
    return ended.reshape(-1, rotations).sum(axis=1)
