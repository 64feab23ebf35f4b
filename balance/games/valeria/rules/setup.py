"""Set-up (V2): the grid, the Dukes, the first turn."""

import numpy as np

from balance.compiling.jit import compiled
from balance.engine.agenda import chosen, due, offer, push
from balance.engine.layout import State, Table, wide
from balance.engine.rng import below, restart_stream, shuffle
from balance.games.valeria.layout import (
    BAN_WORDS,
    DARK_LORD,
    FIRST_CITIZENS,
    FIRST_DOMAINS,
    MAX_AREAS,
    MAX_CARDS,
    MAX_EVENTS,
    NO_CARD,
    NUM_COLUMNS,
    NUM_GOODS,
    NUM_SLOTS,
    NUM_STACKS,
    Chance,
    Decision,
    Kind,
    Task,
    Timing,
)
from balance.games.valeria.rules.stacks import show_top, turn_up, turn_up_citizen
from balance.games.valeria.rules.tableau import change_tableau, get_powers, wake_powers
from balance.games.valeria.rules.triggers import trigger_card

# Places of Chance.START: each is drawn the same way, whatever else the set-up draws.
_DOMAINS, _DUKES, _AREAS, _CITIZENS, _EVENTS = range(5)


@compiled
def begin(state: State, table: Table) -> None:
    """Set up the grid (V2.1 - V2.7) and what each player starts with (V2.8, V2.9)."""
    deal_monsters(state, table)
    deal_citizens(state, table)
    for stack in range(NUM_STACKS):
        show_top(state, stack)
    deal_domains(state, table)
    state.exhausted_cards = table.exhausted_cards
    if table.num_events:
        deal_events(state, table)
    for seat in range(table.num_seats):
        player = state.seats[seat]
        for good in range(NUM_GOODS):
            player.goods[good] = table.starts[good] + table.extra[seat, good]
        for i in range(table.num_starters):
            player.owned[table.starters[i]] += 1
            player.points += table.cards[table.starters[i]].vp
        player.starters = table.num_starters
    for i in range(table.num_starters):
        state.stealing |= table.cards[table.starters[i]].steals
    push(state, Task.TURN, 0, 0, 0)
    if table.has_handicaps:
        for seat in range(table.num_seats - 1, -1, -1):
            apply_handicap(state, table, seat)
    if table.no_dukes:
        for seat in range(table.num_seats):
            state.seats[seat].duke = 1  # what all score by (V16.1)
        return
    deal_dukes(state, table)
    for seat in range(table.num_seats - 1, -1, -1):
        push(state, Task.KEEP_DUKE, seat, 0, 0)


@compiled
def apply_handicap(state: State, table: Table, seat: int) -> None:
    """Apply the handicap of the seat's entry: for experiments, not in the rules.

    A gift comes from outside of the supply; its immediate effects follow before the first turn.
    """
    player = state.seats[seat]
    handicap = table.handicaps[state.lineup[seat]]
    player.dearer = handicap.card
    player.surcharge = handicap.surcharge
    for word in range(BAN_WORDS):
        player.banned[word] = handicap.banned[word]
    player.random_objective = handicap.random_objective
    for good in range(NUM_GOODS):
        player.goods[good] += handicap.goods[good]
    if handicap.gift == NO_CARD:
        return
    card = wide(handicap.gift)
    change_tableau(state, table, seat, card, 1)
    kind = table.cards[card].kind
    if kind == Kind.CITIZEN:
        state.stealing |= table.cards[card].steals
        return
    if kind == Kind.DOMAIN:
        get_powers(state, table, seat, card)
        wake_powers(state, table, seat)
    trigger_card(state, table, seat, card, Timing.PLAIN if kind == Kind.MONSTER else Timing.NOW)


@compiled
def deal_monsters(state: State, table: Table) -> None:
    """Set up the Monster stacks (V2.2 - V2.4); draw five of them if there are more (V2.1)."""
    wanted = np.ones(MAX_AREAS, np.int8)
    if table.num_areas > NUM_COLUMNS:
        deck = np.arange(MAX_AREAS).astype(np.int16)
        restart_stream(state, Chance.START, _AREAS)
        shuffle(state.streams[Chance.START], deck, table.num_areas)
        wanted[deck[NUM_COLUMNS : table.num_areas]] = 0
    column = 0
    for area in range(table.num_areas):  # they are in the order of V2.4
        if wanted[area]:
            face = table.areas[area]
            state.areas[column] = area
            state.heights[column] = face.height
            for place in range(face.height):
                state.stacks[column, place] = face.stack[place]
            column += 1


@compiled
def deal_citizens(state: State, table: Table) -> None:
    """Set up the Citizen stacks (V2.5); draw one of several for a number."""
    if table.mixed:
        mix_citizens(state, table)
        return
    drawing = False
    for place in range(NUM_SLOTS):
        slot = table.slots[place]
        pick = 0
        if slot.num_cards > 1:
            if not drawing:
                restart_stream(state, Chance.START, _CITIZENS)
                drawing = True
            pick = wide(below(state.streams[Chance.START], wide(slot.num_cards)))
        stack = FIRST_CITIZENS + place
        state.heights[stack] = slot.copies[pick]
        state.stealing |= table.cards[slot.cards[pick]].steals
        for height in range(slot.copies[pick]):
            state.stacks[stack, height] = slot.cards[pick] + 1


@compiled
def mix_citizens(state: State, table: Table) -> None:
    """Shuffle each number's Citizens into a stack, the top one face up (V15.1)."""
    deck = np.empty(MAX_CARDS, np.int16)
    restart_stream(state, Chance.START, _CITIZENS)
    for place in range(NUM_SLOTS):
        slot = table.slots[place]
        size = 0
        for i in range(slot.num_cards):
            state.stealing |= table.cards[slot.cards[i]].steals
            for _ in range(slot.copies[i]):
                deck[size] = slot.cards[i]
                size += 1
        shuffle(state.streams[Chance.START], deck, size)
        stack = FIRST_CITIZENS + place
        state.heights[stack] = min(size, wide(table.citizen_height))
        for height in range(state.heights[stack]):
            state.face_down_citizens[place, height] = deck[height] + 1
        turn_up_citizen(state, stack)


@compiled
def deal_domains(state: State, table: Table) -> None:
    """Shuffle the Domains and deal each column its stack, the top one face up (V2.6)."""
    deck = np.empty(MAX_CARDS, np.int16)
    deck[: table.num_domains] = table.domains[: table.num_domains]
    restart_stream(state, Chance.START, _DOMAINS)
    stream = state.streams[Chance.START]
    if table.num_forced > 0:  # draw the others, then shuffle them all
        forced = table.num_forced
        shuffle(stream, deck[forced:], table.num_domains - forced)
        shuffle(stream, deck, NUM_COLUMNS * table.domain_height)
    else:
        shuffle(stream, deck, table.num_domains)
    dealt = 0
    for column in range(NUM_COLUMNS):
        stack = FIRST_DOMAINS + column
        state.heights[stack] = table.domain_height
        for place in range(table.domain_height):
            state.face_down[column, place] = deck[dealt] + 1
            dealt += 1
        turn_up(state, stack)


@compiled
def deal_events(state: State, table: Table) -> None:
    """Put an event for each player face down on top of the Exhausted cards (V14.2)."""
    deck = np.empty(MAX_EVENTS, np.int16)
    deck[: table.num_event_cards] = table.events[: table.num_event_cards]
    restart_stream(state, Chance.START, _EVENTS)
    shuffle(state.streams[Chance.START], deck, table.num_event_cards)
    for i in range(table.num_events):
        state.exhausted_stack[state.exhausted_cards] = deck[i] + 1
        state.exhausted_cards += 1


@compiled
def deal_dukes(state: State, table: Table) -> None:
    """Deal two Dukes to each player (V2.9), in a solo game one to the Dark Lord (V13.1)."""
    deck = np.empty(MAX_CARDS, np.int16)
    for duke in range(table.num_dukes):
        deck[duke] = duke
    restart_stream(state, Chance.START, _DUKES)
    shuffle(state.streams[Chance.START], deck, table.num_dukes)
    for seat in range(table.num_seats):
        player = state.seats[seat]
        player.dealt[0] = deck[2 * seat] + 1
        player.dealt[1] = deck[2 * seat + 1] + 1
    if table.solo:
        state.seats[DARK_LORD].duke = deck[2] + 1  # R19


@compiled
def offer_dukes(state: State, table: Table, seat: int) -> None:
    """Ask which of the two Dukes to keep (V2.9), unless the options assign one at random."""
    player = state.seats[seat]
    if table.dukes_assigned or player.random_objective:
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
