"""Set-up (K3): the stages are shuffled, valley and hill filled, the kings placed."""

import numpy as np

from balance.compiling.jit import compiled
from balance.engine.agenda import chosen, due, offer, push
from balance.engine.layout import NOBODY, State, Table, wide
from balance.engine.rng import shuffle
from balance.games.king_of_the_valley.layout import (
    HILL_ROWS,
    NUM_SIDES,
    NUM_STAGES,
    SPACES,
    Decision,
    Extra,
    Kind,
    Task,
)
from balance.games.king_of_the_valley.rules.castle import lay_face_up, note
from balance.games.king_of_the_valley.rules.turns import ring_of


@compiled
def begin(state: State, table: Table) -> None:
    """Lay out the tiles, hand out the gold (K3.2) and have the kings placed (K3.7)."""
    lay_tiles(state, table)
    push(state, Task.TURN, 0, 0, 0)
    for seat in range(table.num_seats - 1, -1, -1):
        state.seats[seat].king = NOBODY
        state.seats[seat].gold = table.start_gold[seat]
        start_handicap(state, table, seat)
        push(state, Task.PLACE, seat, 0, 0)


@compiled
def start_handicap(state: State, table: Table, seat: int) -> None:
    """Start the handicap of the seat's entry, for experiments beyond the rules.

    A gift comes from outside of the box into the castle; its owner chooses the column of a jester
    after placing the king.
    """
    player = state.seats[seat]
    handicap = table.handicaps[state.lineup[seat]]
    player.banned = handicap.banned
    player.gift = handicap.gift
    player.gold += handicap.gold
    if handicap.gift == Kind.JESTER + 1:
        push(state, Task.JESTER, seat, 0, 0)
    elif handicap.gift > 0:
        lay_face_up(player, wide(handicap.gift) - 1)


@compiled
def lay_tiles(state: State, table: Table) -> None:
    """Fill the valley from stage I, the hill row by row, and pile up the rest (K3.3 - K3.6)."""
    starts = np.zeros(NUM_STAGES + 1, np.int64)
    for stage in range(NUM_STAGES):
        size = wide(table.stage_sizes[stage])
        first = starts[stage]
        starts[stage + 1] = first + size
        for i in range(size):
            state.pile[first + i] = table.stages[stage, i] + 1
        shuffle(state.streams[stage], state.pile[first : first + size], size)
    total = starts[NUM_STAGES]
    used = starts.copy()
    for space in range(SPACES):
        state.valley[space] = state.pile[used[0]]
        state.entered |= 1 << (wide(state.valley[space]) - 1)
        used[0] += 1
    for row in range(HILL_ROWS):  # A30
        stage = wide(table.row_stages[row])
        for side in range(NUM_SIDES):
            state.hill[side, row] = state.pile[used[stage]]
            used[stage] += 1
    for side in range(NUM_SIDES):
        state.heights[side] = HILL_ROWS
    left = 0
    for stage in range(NUM_STAGES):
        for i in range(used[stage], starts[stage + 1]):
            state.pile[left] = state.pile[i]
            left += 1
    state.num_pile = left
    state.pile[left:total] = 0


@compiled
def offer_places(state: State, table: Table, seat: int) -> None:
    """Ask where the king starts: on any tile without a king (K3.7)."""
    due(state, Decision.PLACE, seat)
    for space in range(SPACES):
        free = True
        for other in range(table.num_seats):
            if state.seats[other].king == space:
                free = False
        if free:
            offer(state, space)


@compiled
def place(state: State, seat: int, index: int) -> None:
    """Put the king on the chosen space (K3.7)."""
    space = chosen(state, index)
    state.seats[seat].king = space
    note(state, seat, Extra.START_CENTRE + ring_of(space))
