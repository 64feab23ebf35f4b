"""What a player of a described game holds after each round: numbers, and cards taken."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.compiling.jit import compiled
from balance.engine.layout import NOBODY, State, Table, wide
from balance.engine.services import MOST_ACTS, Acts, RoundStatus
from balance.engine.trajectories import MAX_HOLDINGS
from balance.games.described.language.tree import Description
from balance.games.described.layout import ANSWERS, DECLINE, Decision
from balance.games.described.table.decisions import decisions_of
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
        acts=Acts(options_of, write_options),
        write_cards=write_cards,
    )


def options_of(game_table: Any) -> tuple[str, ...]:
    """Return the options that lines of the game at a table name."""
    return tuple(decisions_of(game_table.description).options.values())


@compiled
def write_options(state: State, table: Table, acts: NDArray[np.int64]) -> None:
    """Write which option each choice is."""
    for index in range(state.num_choices):
        acts[index] = NOBODY
        if state.decision == Decision.OPTION:
            option = wide(table.policy.slots[state.asked + 1 + state.choices[index] % ANSWERS])
            if option < MOST_ACTS:
                acts[index] = option


@compiled
def write_cards(state: State, table: Table, cards: NDArray[np.int64]) -> None:
    """Write the card that each choice takes, so that it counts as taken."""
    is_taking = state.decision == Decision.CARD and table.code[state.asked].then
    for index in range(state.num_choices):
        kind = wide(state.choices[index])
        cards[index] = NOBODY
        if is_taking and kind != DECLINE:
            cards[index] = kind


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
