"""How a player stands after each round, besides points: the quality and number of cards."""

import numpy as np
from numpy.typing import NDArray

from balance.compiling.jit import compiled
from balance.engine.layout import State, Table
from balance.engine.services import RoundStatus


@compiled
def measure(state: State, table: Table, seat: int, row: NDArray[np.float64]) -> None:
    """Write the coins that a card brings on average, and the number of cards owned, into `row`."""
    player = state.seats[seat]
    row[0] = float(player.money) / max(1.0, float(player.num_owned))
    row[1] = float(player.num_owned)


HOLDINGS = {"cards_owned": "num_owned"}
ROUND_STATUS = RoundStatus(("coins per card owned", "cards owned"), measure, holdings=HOLDINGS)
