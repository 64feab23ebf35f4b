"""What a player has besides points after each round: expected income, and resources."""

import numpy as np
from numpy.typing import NDArray

from balance.compiling.jit import compiled
from balance.engine.layout import NOBODY, State, Table, wide
from balance.engine.services import Acts, RoundStatus
from balance.games.valeria.bots.greedy_values import varied_income
from balance.games.valeria.layout import (
    FIRST_CITIZENS,
    FIRST_DOMAINS,
    FIRST_STACK_CHOICE,
    NUM_RESOURCES,
    Decision,
    Good,
    Kind,
)

_EQUAL_VALUES = (1.0, 1.0, 1.0, 1.0)  # of a unit of each good


@compiled
def measure(state: State, table: Table, seat: int, row: NDArray[np.float64]) -> None:
    """Write the goods that cards are expected to bring in a round (V5.10), and the resources."""
    player = state.seats[seat]
    income = 0.0
    for card in range(wide(table.num_cards)):
        owned = wide(player.owned[card])
        face = table.cards[card]
        if owned > 0 and (face.kind == Kind.CITIZEN or face.kind == Kind.STARTER):
            each = (
                face.plain[Good.GOLD]
                + face.plain[Good.STRENGTH]
                + face.plain[Good.MAGIC]
                + face.plain[Good.VP]
            )
            if face.varied:
                each += varied_income(state, table, seat, _EQUAL_VALUES, card)
            income += owned * each
    held = 0
    for good in range(NUM_RESOURCES):
        held += wide(player.goods[good])
    row[0] = income
    row[1] = float(held)


@compiled
def write_acts(state: State, table: Table, acts: NDArray[np.int64]) -> None:
    """Write which action each choice is (V6.3 to V6.6)."""
    for index in range(state.num_choices):
        acts[index] = NOBODY
        if state.decision == Decision.ACTION:
            stack = wide(state.choices[index]) - FIRST_STACK_CHOICE
            if stack < 0:
                acts[index] = 0
            elif stack < FIRST_CITIZENS:
                acts[index] = 1
            else:
                acts[index] = 2 if stack < FIRST_DOMAINS else 3


@compiled
def write_cards(state: State, table: Table, cards: NDArray[np.int64]) -> None:
    """Write the card that each choice slays, recruits or builds: the top one of its stack."""
    for index in range(state.num_choices):
        stack = wide(state.choices[index]) - FIRST_STACK_CHOICE
        cards[index] = NOBODY
        if state.decision == Decision.ACTION and stack >= 0:
            cards[index] = wide(state.stacks[stack, state.heights[stack] - 1]) - 1


ACTIONS = ("take a resource", "slay a Monster", "recruit a Citizen", "build a Domain")
HOLDINGS = {
    "gold": "goods[0]",
    "strength": "goods[1]",
    "magic": "goods[2]",
    "victory_points": "goods[3]",
    "cards_owned": "starters + citizens + monsters + domains",
}
ROUND_STATUS = RoundStatus(
    ("expected goods per round", "resources in hand"),
    measure,
    holdings=HOLDINGS,
    acts=Acts(lambda game_table: ACTIONS, write_acts),
    write_cards=write_cards,
)
