"""How a player stands after each round, besides points: the quality and number of cards."""

import numpy as np
from numpy.typing import NDArray

from balance.compiling.jit import compiled
from balance.engine.layout import NOBODY, State, Table
from balance.engine.services import Acts, RoundStatus
from balance.games.dominion.layout import NOTHING, Decision


@compiled
def measure(state: State, table: Table, seat: int, row: NDArray[np.float64]) -> None:
    """Write the coins that a card brings on average, and the number of cards owned, into `row`."""
    player = state.seats[seat]
    row[0] = float(player.money) / max(1.0, float(player.num_owned))
    row[1] = float(player.num_owned)


@compiled
def write_acts(state: State, table: Table, acts: NDArray[np.int64]) -> None:
    """Write whether each choice plays an Action or buys a card, or neither (D3.3, D3.5)."""
    for index in range(state.num_choices):
        declines = 1 if state.choices[index] == NOTHING else 0
        acts[index] = NOBODY
        if state.decision == Decision.ACTION:
            acts[index] = declines
        elif state.decision == Decision.BUY:
            acts[index] = 2 + declines


@compiled
def write_cards(state: State, table: Table, cards: NDArray[np.int64]) -> None:
    """Write the card that each choice buys (D3.5)."""
    for index in range(state.num_choices):
        cards[index] = NOBODY
        if state.decision == Decision.BUY and state.choices[index] != NOTHING:
            cards[index] = table.rows[state.choices[index]]


ACTS = ("play an Action", "play no Action", "buy a card", "buy no card")
HOLDINGS = {"cards_owned": "num_owned"}
ROUND_STATUS = RoundStatus(
    ("coins per card owned", "cards owned"),
    measure,
    holdings=HOLDINGS,
    acts=Acts(lambda game_table: ACTS, write_acts),
    write_cards=write_cards,
)
