"""Set-up (V2): the Domains are dealt, the Dukes chosen, the first turn begins."""

import numpy as np

from balance.engine.agenda import push
from balance.engine.choice import chosen, due, offer
from balance.engine.jit import compiled
from balance.engine.layout import State, Table
from balance.engine.rng import below, seek, shuffle
from balance.games.valeria.layout import (
    FIRST_DOMAINS,
    MAX_CARDS,
    NUM_COLUMNS,
    NUM_GOODS,
    NUM_STACKS,
    Chance,
    Decision,
    Task,
)
from balance.games.valeria.rules.stacks import show_top

_DOMAINS, _DUKES = 0, 1  # places of Chance.START


@compiled
def begin(state: State, table: Table) -> None:
    """Lay out the grid (V2.2 - V2.7), hand out what each player starts with (V2.8, V2.9)."""
    for stack in range(NUM_STACKS):
        state.heights[stack] = table.heights[stack]
        for place in range(table.heights[stack]):
            state.stacks[stack, place] = table.stacks[stack, place]
        show_top(state, stack)
    state.exhausted_cards = table.exhausted_cards
    deal_domains(state, table)
    for seat in range(table.num_seats):
        player = state.seats[seat]
        for good in range(NUM_GOODS):
            player.goods[good] = table.starts[good]
        for i in range(table.num_starters):
            player.owned[table.starters[i]] += 1
        player.starters = table.num_starters
    deal_dukes(state, table)
    push(state, Task.TURN, 0, 0, 0)
    for seat in range(table.num_seats - 1, -1, -1):
        push(state, Task.KEEP_DUKE, seat, 0, 0)


@compiled
def deal_domains(state: State, table: Table) -> None:
    """Shuffle the Domains and deal each column its stack, the top one face up (V2.6)."""
    deck = np.empty(MAX_CARDS, np.int16)
    deck[: table.num_domains] = table.domains[: table.num_domains]
    seek(state, Chance.START, _DOMAINS)
    shuffle(state.streams[Chance.START], deck, table.num_domains)
    dealt = 0
    for column in range(NUM_COLUMNS):
        stack = FIRST_DOMAINS + column
        for place in range(table.heights[stack]):
            state.face_down[column, place] = deck[dealt] + 1
            dealt += 1
        turn_up(state, stack)


@compiled
def turn_up(state: State, stack: int) -> None:
    """Turn up the next Domain of the stack, if there is one (V6.7)."""
    top = state.heights[stack] - 1
    column = stack - FIRST_DOMAINS
    if top >= 0 and state.stacks[stack, top] == 0:
        state.stacks[stack, top] = state.face_down[column, top]
        state.face_down[column, top] = 0
        show_top(state, stack)


@compiled
def deal_dukes(state: State, table: Table) -> None:
    """Shuffle the Dukes and deal two to each player (V2.9)."""
    deck = np.empty(MAX_CARDS, np.int16)
    for duke in range(table.num_dukes):
        deck[duke] = duke
    seek(state, Chance.START, _DUKES)
    shuffle(state.streams[Chance.START], deck, table.num_dukes)
    for seat in range(table.num_seats):
        player = state.seats[seat]
        player.dealt[0] = deck[2 * seat] + 1
        player.dealt[1] = deck[2 * seat + 1] + 1


@compiled
def offer_dukes(state: State, table: Table, seat: int) -> None:
    """Ask which of the two Dukes to keep (V2.9), unless the scenario assigns one by lot."""
    player = state.seats[seat]
    if table.dukes_assigned:
        player.duke = player.dealt[below(state.streams[Chance.START], 2)]
        player.dealt[0] = player.duke  # as if no other had been dealt
        player.dealt[1] = 0
        return
    due(state, Decision.KEEP_DUKE, seat)
    offer(state, player.dealt[0] - 1)
    offer(state, player.dealt[1] - 1)


@compiled
def keep_duke(state: State, table: Table, seat: int, index: int) -> None:
    """Keep that Duke (V2.9)."""
    state.seats[seat].duke = chosen(state, index) + 1
