"""Set-up: cards and numbers where they start."""

import numpy as np

from balance.compiling.jit import compiled
from balance.engine.agenda import push
from balance.engine.layout import State, Table, wide
from balance.engine.rng import below
from balance.games.described.layout import DICE, NOBODY, WORDS, Task
from balance.games.described.rules.piles import shuffle
from balance.games.described.rules.places import copies_in_play, first_cell, put


@compiled
def begin(state: State, table: Table) -> None:
    """Put cards and numbers where they start; set-up and the first round are next."""
    for number in range(table.num_shared):
        state.shared[number] = table.shared[number].start
    for seat in range(table.num_seats):
        handicap = table.handicaps[max(state.lineup[seat], 0)]
        for word in range(WORDS):
            state.seats[seat].banned[word] = handicap.banned[word]
        state.seats[seat].dealt[:] = NOBODY
        state.seats[seat].dear = handicap.dear
        state.seats[seat].surcharge = handicap.surcharge
        state.seats[seat].by_lot = max(wide(handicap.by_lot), wide(table.objectives.by_lot))
        for number in range(table.num_numbers):
            more = wide(table.extra[seat, number]) + handicap.goods[number]
            of = table.numbers[number]
            start = max(wide(of.start) + more, wide(of.least))
            state.seats[seat].numbers[number] = min(start, wide(of.most))
    for group in range(1, table.num_groups + 1):
        draw_group(state, table, group)
    for zone in range(table.num_zones):
        of = table.zones[zone]
        for kind in range(of.first_start, of.first_start + of.num_start):
            put(state, table, wide(zone), wide(0), wide(kind), copies_in_play(state, table, kind))
        if of.order > 0 and of.num_start > 0:
            shuffle(state, table, wide(zone), wide(0), first_cell(table, wide(zone), wide(0)))
    for seat in range(table.num_seats):
        gift = wide(table.handicaps[max(state.lineup[seat], 0)].gift)
        if gift > 0:
            put(state, table, wide(table.gifts), wide(seat), gift - 1, wide(1))
    push(state, Task.ROUND, 0, 0, 0)
    if table.setup > 0:
        push(state, Task.RUN, 0, table.setup, 0)


@compiled
def draw_group(state: State, table: Table, group: int) -> None:
    """Draw which cards of a group are in play."""
    left, wanted = 0, wide(table.drawn[group])
    for kind in range(table.num_kinds):
        left += table.group[kind] == group
    for kind in range(table.num_kinds):
        if table.group[kind] == group:
            if below(state.streams[DICE], wide(left)) < wanted:
                wanted -= 1
            else:
                state.left_out[kind >> 6] |= np.uint64(1) << np.uint64(kind & 63)
            left -= 1
