"""Drawing the piles again from all that a seat knows about them (K13.2): counts of tiles.

A tile that is nowhere else is in the piles, in its stage.  A stage of which no tile was seen is
complete; so if only one stage has begun, as always in the printed game, the rest of each is known.
If several have begun, as another `setup_stage` of the hill may cause, a seat does not remember from
which stage a tile came: unseen tiles that may be of either are divided at random.
"""

import numpy as np
from numpy.typing import NDArray

from balance.compiling.jit import compiled
from balance.engine.layout import State, Stream, Table, wide
from balance.engine.rng import below, draw, reseed, shuffle
from balance.games.king_of_the_valley.layout import (
    HILL_ROWS,
    MAX_KINDS,
    NUM_SIDES,
    NUM_STAGES,
    SPACES,
)
from balance.games.king_of_the_valley.services.invariants import count_tiles


@compiled
def determinise(state: State, table: Table, seat: int, stream: Stream) -> None:
    """Draw again in place what the seat cannot know: the order of each stage (K13.2)."""
    reseed(state, draw(stream))
    unseen = np.zeros(MAX_KINDS, np.int64)
    stages = np.zeros((NUM_STAGES, MAX_KINDS), np.int64)  # of each kind, how many each still has
    left = np.zeros(NUM_STAGES, np.int64)
    count_unseen(state, table, unseen, stages)
    count_left(state, table, left)
    share_out(table, unseen, stages, left, stream)
    place = wide(state.drawn)
    for stage in range(NUM_STAGES):
        first = place
        for kind in range(MAX_KINDS):
            for _ in range(stages[stage, kind]):
                state.pile[place] = kind + 1
                place += 1
        shuffle(stream, state.pile[first:place], place - first)


@compiled
def count_unseen(
    state: State, table: Table, unseen: NDArray[np.int64], stages: NDArray[np.int64]
) -> None:
    """Count the unseen tiles of each kind, and those that each stage had at first."""
    seen = np.zeros(MAX_KINDS + 1, np.int32)
    count_tiles(state, seen)  # a view's piles are covered
    for seat in range(table.num_seats):
        seen[state.seats[seat].gift] -= 1  # it was in no stage; 0 is for none
    for stage in range(NUM_STAGES):
        for i in range(table.stage_sizes[stage]):
            kind = wide(table.stages[stage, i])
            stages[stage, kind] += 1
            unseen[kind] += 1
    for kind in range(MAX_KINDS):
        unseen[kind] -= wide(seen[kind + 1])


@compiled
def count_left(state: State, table: Table, left: NDArray[np.int64]) -> None:
    """Count the tiles of each stage left in the piles after the set-up (K3.3 - K3.6) and draws."""
    for stage in range(NUM_STAGES):
        left[stage] = wide(table.stage_sizes[stage])
    left[0] -= SPACES
    for row in range(HILL_ROWS):
        left[table.row_stages[row]] -= NUM_SIDES
    drawn = wide(state.drawn)
    for stage in range(NUM_STAGES):
        gone = min(drawn, left[stage])
        left[stage] -= gone
        drawn -= gone


@compiled
def share_out(
    table: Table,
    unseen: NDArray[np.int64],
    stages: NDArray[np.int64],
    left: NDArray[np.int64],
    stream: Stream,
) -> None:
    """Reduce `stages` to the tiles of each in the piles, which hold all unseen tiles."""
    for stage in range(NUM_STAGES):
        if left[stage] == table.stage_sizes[stage]:
            unseen -= stages[stage]
        elif left[stage] == 0:
            stages[stage] = 0
    for stage in range(NUM_STAGES):
        if 0 < left[stage] < table.stage_sizes[stage]:
            had = stages[stage].copy()
            for kind in range(MAX_KINDS):
                others = wide(0)  # the most that later stages can have
                for later in range(stage + 1, NUM_STAGES):
                    if left[later] < table.stage_sizes[later]:
                        others += stages[later, kind]
                stages[stage, kind] = max(0, unseen[kind] - others)
            draw_rest(unseen, had, stages[stage], left[stage], stream)
            unseen -= stages[stage]


@compiled
def draw_rest(
    unseen: NDArray[np.int64],
    had: NDArray[np.int64],
    has: NDArray[np.int64],
    left: int,
    stream: Stream,
) -> None:
    """Draw unseen tiles that a stage had at first into what it `has`, until `left` are there."""
    missing = left - has.sum()
    may_have = np.minimum(unseen, had) - has
    while missing > 0:
        tile = wide(below(stream, may_have.sum()))
        kind = 0
        while tile >= may_have[kind]:
            tile -= may_have[kind]
            kind += 1
        may_have[kind] -= 1
        has[kind] += 1
        missing -= 1
