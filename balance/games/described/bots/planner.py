"""Planner: considers its whole turn, and makes the choice that leads to the best position then."""

from typing import Any

import numpy as np

from balance.bots.planner import DEPTH, plan
from balance.compiling.jit import compiled
from balance.engine.layout import State, Stream, Table, Weights, wide
from balance.games.described.bots import greedy
from balance.games.described.bots.value import facts_for, is_over, value
from balance.games.described.layout import STATE
from balance.games.described.rules.dispatch import take
from balance.games.described.services.determinise import determinise

AFTER_ROUNDS = 1  # of the weight `budget`, after that of `rounds`


@compiled
def choose(view: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Return the index of the choice that leads to the best position at the end of the turn."""
    levels = np.empty(DEPTH + 3, STATE)
    facts: Any = facts_for(table, weights)
    levels[DEPTH + 2] = view
    determinise(levels[DEPTH + 2], table, seat, stream)
    budget = wide(weights[2 * wide(table.num_features) + AFTER_ROUNDS])
    return plan(
        levels[DEPTH + 2], table, seat, weights, stream, budget, take, greedy.go_on, is_over, value,
        greedy.choose_quickly, weights, levels, facts,
    )  # fmt: skip
