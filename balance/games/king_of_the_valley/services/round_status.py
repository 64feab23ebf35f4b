"""How players stand after each round besides their fame: gold, and the potential of the castle."""

import numpy as np
from numpy.typing import NDArray

from balance.compiling.jit import compiled
from balance.engine.layout import NOBODY, State, Table
from balance.engine.services import Acts, RoundStatus
from balance.games.king_of_the_valley.bots.features import (
    ALL_COLUMNS,
    collectors_left,
    couple_potential,
    kingdom_potential,
    order_potential,
    tax_potential,
)
from balance.games.king_of_the_valley.layout import Decision
from balance.games.king_of_the_valley.rules.hill import RECRUIT_NOBODY


@compiled
def measure(state: State, table: Table, seat: int, row: NDArray[np.float64]) -> None:
    """Write the gold in hand, and the sum of the potentials of orders, couples, bonuses, taxes."""
    player = state.seats[seat]
    row[0] = float(player.gold)
    row[1] = (
        order_potential(state, table, seat)
        + couple_potential(state, table, seat)
        + kingdom_potential(player)
        + tax_potential(player, ALL_COLUMNS, collectors_left(state, table))
    )


@compiled
def write_acts(state: State, table: Table, acts: NDArray[np.int64]) -> None:
    """Write whether each choice recruits a subject or nobody (K5)."""
    for index in range(state.num_choices):
        acts[index] = NOBODY
        if state.decision == Decision.RECRUIT:
            acts[index] = 1 if state.choices[index] == RECRUIT_NOBODY else 0


ACTS = ("recruit a subject", "recruit nobody")
HOLDINGS = {"gold": "gold", "kingdom_markers": "markers", "tiles_owned": "up + down"}
ROUND_STATUS = RoundStatus(
    ("gold in hand", "potential of the castle, in points"),
    measure,
    holdings=HOLDINGS,
    acts=Acts(lambda game_table: ACTS, write_acts),
)
