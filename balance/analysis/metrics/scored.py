"""Which games were decided by points: some endings decide without a count."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.scenario.match import Match


def is_scored(records: NDArray[Any], match: Match) -> NDArray[np.bool_]:
    """Tell which games ended, and by points, shape (games,)."""
    unscored = [match.game.endings.index(name) for name in match.game.unscored]
    return ~np.isin(records["ending"], unscored) & (records["stopped"] == 0)
