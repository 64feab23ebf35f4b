"""The types of the loop that steps games from outside, see `balance.agents.stepping`."""

from typing import Any

import numba
import numpy as np
from numba import types

from balance.engine.batch import LoopTypes
from balance.engine.game import Game


def stepper_types(game: Game, seeded: np.dtype[Any]) -> Any:
    """Return the types of the loop's arguments; `seeded` is the type of a game in progress."""
    of = LoopTypes(game)
    layout, observations = types.uint64[:, ::1], types.int32[:, ::1]
    return (
        of.states, of.tables, of.rules, of.bots, of.lineups, of.hidden, of.batches, of.records,
        types.Tuple((layout, layout)), types.int64[::1], numba.from_dtype(seeded)[::1],
        observations, types.int8[:, ::1], observations,
    )  # fmt: skip
