"""Lessons for the planner: what its choices led to when greedy played on."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.bots.rollouts import play_rollouts
from balance.engine.jit import compiled
from balance.engine.layout import Weights
from balance.games.valeria.bots import greedy, planner
from balance.games.valeria.bots.position_value import part
from balance.games.valeria.bots.weights import NUM_FEATURES
from balance.games.valeria.record import write_record
from balance.games.valeria.rules.dispatch import advance, take
from balance.games.valeria.rules.setup import begin


@compiled
def rollouts(
    states: Any,
    tables: Any,
    records: Any,
    stream: NDArray[np.uint64],
    seed: int,
    deal: int,
    every: int,
    weights: Weights,
    parts: NDArray[np.float64],
    numbers: NDArray[np.int64],
    worths: NDArray[np.float64],
) -> int:
    """Play a deal and take lessons from it; see `play_rollouts`."""
    facts = np.empty(NUM_FEATURES)
    return play_rollouts(
        states, tables, records, stream, seed, deal, every, weights, parts, numbers, worths,
        begin, advance, take, write_record, planner.go_on, planner.is_over, part, planner.choose,
        greedy.choose, weights[planner.FIRST_SIMPLE :], facts,
    )  # fmt: skip
