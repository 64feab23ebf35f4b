"""The kingdom bonus (K9): five tiles of five values for gold and a marker.

A choice is 0 for declining, else the five tiles as a number: bit 0 is set; bits 1 to 3 are set
where a jester replaces the queen, duke or countess; bits 4 to 6 are the knight's order, or 4 for a
jester; from bit 7 on 0 is a farmer, 1 a farmwoman, 2 a jester in the farmers' column, 3 one in the
farmwomen's.
"""

import numpy as np

from balance.compiling.jit import compiled, inlined
from balance.engine.agenda import chosen, due, offer, push
from balance.engine.layout import Player, State, Table, wide
from balance.games.king_of_the_valley.layout import (
    FARM_BIT,
    FIRST_JESTER,
    FIRST_ORDER,
    KNIGHT_BIT,
    NUM_ORDERS,
    Column,
    Decision,
    Extra,
    Kind,
    Phase,
    Task,
)
from balance.games.king_of_the_valley.rules.castle import count_face_up, note, turn_down

DECLINE = 0
_KNIGHT = (1 << FARM_BIT - KNIGHT_BIT) - 1
_JESTERS = (FIRST_JESTER + Column.FARMER, FIRST_JESTER + Column.FARMWOMAN)
_FARMS = np.array([Kind.FARMER, Kind.FARMWOMAN, *_JESTERS])


@inlined
def has_all_values(player: Player) -> bool:
    """Return whether each of the five values is face-up (K9.1, K9.2)."""
    for column in range(Column.FARMER):
        if count_face_up(player, column) == 0:
            return False
    farmers = count_face_up(player, Column.FARMER)
    return farmers > 0 or count_face_up(player, Column.FARMWOMAN) > 0


@inlined
def markers_left(state: State, table: Table) -> int:
    """Return the kingdom markers in the supply (K9.4)."""
    left = wide(table.kingdom_markers)
    for seat in range(table.num_seats):
        left -= wide(state.seats[seat].markers)
    return left


@compiled
def may_claim(state: State, table: Table, seat: int) -> bool:
    """Return whether the seat may claim a bonus with its castle as it is (K9.1 - K9.4)."""
    if not has_all_values(state.seats[seat]) or state.bonuses >= table.kingdom_bonus_per_turn:
        return False
    return markers_left(state, table) > 0


@compiled
def offer_bonus(state: State, table: Table, seat: int) -> None:
    """Ask whether to claim a bonus, and with which tiles (K9.1, A26)."""
    state.phase = Phase.CLAIM
    if not may_claim(state, table, seat):
        return
    player = state.seats[seat]
    due(state, Decision.CLAIM, seat)
    offer(state, DECLINE)
    for farm in range(len(_FARMS)):
        if player.up[_FARMS[farm]] == 0:
            continue
        for knight in range(NUM_ORDERS + 1):
            if player.up[knight_slot(knight)] == 0:
                continue
            rest = 1 | knight << KNIGHT_BIT | farm << FARM_BIT
            for queen in range(int(player.up[0] == 0), 1 + has_jester(player, 0)):
                for duke in range(int(player.up[1] == 0), 1 + has_jester(player, 1)):
                    for countess in range(int(player.up[2] == 0), 1 + has_jester(player, 2)):
                        offer(state, rest | queen << 1 | duke << 2 | countess << 3)


@inlined
def has_jester(player: Player, column: int) -> int:
    """Return 1 if a face-up jester lies in the column, else 0."""
    return int(player.up[FIRST_JESTER + column] > 0)


@inlined
def knight_slot(knight: int) -> int:
    """Return the slot of an order, or for `NUM_ORDERS` that of the jesters among the knights."""
    return FIRST_ORDER + knight if knight < NUM_ORDERS else FIRST_JESTER + Column.KNIGHT


@compiled
def claim(state: State, table: Table, seat: int, index: int) -> None:
    """Turn the five chosen tiles face-down for a bonus, or decline (K9.1, A26)."""
    choice = chosen(state, index)
    if choice == DECLINE:
        return
    turn_five(state.seats[seat], table, choice)
    note(state, seat, Extra.BONUS)
    state.bonuses += 1
    push(state, Task.CLAIM, seat, 0, 0)


@compiled
def turn_five(player: Player, table: Table, choice: int) -> None:
    """Turn five tiles face-down, and take gold and a marker (K9.1)."""
    for column in range(Column.KNIGHT):
        turn_down(player, FIRST_JESTER + column if choice >> (column + 1) & 1 else column, 1)
    turn_down(player, knight_slot(choice >> KNIGHT_BIT & _KNIGHT), 1)
    turn_down(player, _FARMS[choice >> FARM_BIT], 1)
    player.gold += table.kingdom_bonus_gold
    player.markers += 1
