"""What a player of a described game holds after each round: numbers, and cards taken."""

import numpy as np
from numpy.typing import NDArray

from balance.compiling.jit import compiled
from balance.engine.layout import State, Table
from balance.engine.services import RoundStatus
from balance.engine.trajectories import MAX_HOLDINGS
from balance.games.described.language.tree import Description
from balance.games.described.table.flows import sheets_taken

MOST_MEASURED = 3  # numbers in the pictures of a report
CARDS_TAKEN = "cards taken"


def round_status_of(description: Description) -> RoundStatus:
    """Return how players stand after a round, by the first numbers that each of them has."""
    names = tuple(description.each_player)
    shown = names[:MOST_MEASURED]
    return RoundStatus(
        (*shown, CARDS_TAKEN) if sheets_taken(description) else shown,
        measure,
        holdings={name: f"numbers[{place}]" for place, name in enumerate(names[:MAX_HOLDINGS])},
    )


@compiled
def measure(state: State, table: Table, seat: int, row: NDArray[np.float64]) -> None:
    """Write the first numbers of a player, then how many cards the player has taken so far."""
    player = state.seats[seat]
    shown = min(int(table.num_numbers), MOST_MEASURED)
    for number in range(shown):
        row[number] = float(player.numbers[number])
    taken = 0
    for kind in range(table.num_kinds):
        taken += player.taken[kind]
    row[shown] = float(taken)  # 0 where nobody can take any, and there is no such column
