"""Lessons for the planner: what its choices led to when greedy played on."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.bots.lessons import teach
from balance.engine.jit import compiled
from balance.engine.layout import Weights
from balance.games.valeria.bots import greedy, planner
from balance.games.valeria.bots.weights import NUM_FEATURES
from balance.games.valeria.evaluate import part
from balance.games.valeria.record import keep
from balance.games.valeria.rules.dispatch import advance, take
from balance.games.valeria.rules.setup import begin


@compiled
def lessons(
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
    """Play a deal and take lessons from it; see `teach`."""
    facts = np.empty(NUM_FEATURES)
    return teach(
        states, tables, records, stream, seed, deal, every, weights, parts, numbers, worths,
        begin, advance, take, keep, planner.go_on, planner.is_over, part, planner.choose,
        greedy.choose, weights[planner.FIRST_SIMPLE :], facts,
    )  # fmt: skip
