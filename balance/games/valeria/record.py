"""The record of a game."""

from balance.compiling.jit import compiled
from balance.engine.layout import NOBODY, ONLY_THERE, Record, State, Table, wide
from balance.engine.record import share_win
from balance.games.valeria.layout import (
    DARK_LORD,
    FIRST_CITIZENS,
    FIRST_DOMAINS,
    NO_CARD,
    NUM_STACKS,
)
from balance.games.valeria.rules.events import event_at
from balance.games.valeria.rules.reach import is_in_reach, was_in_reach
from balance.games.valeria.rules.scoring import (
    fewest_cards,
    score_seat,
    score_solo,
    share_majorities,
)
from balance.games.valeria.rules.stacks import top_card


@compiled
def write_record(state: State, table: Table, record: Record) -> None:
    """Score the game and write its record."""
    record.rounds = state.rounds
    record.turns = state.turns
    record.ending = state.ending
    for seat in range(len(record.kept)):
        record.kept[seat] = NOBODY
        record.dealt[seat, 0] = NOBODY
        record.dealt[seat, 1] = NOBODY
    for seat in range(table.num_seats):
        score_seat(state, table, record, seat)
        record_cards(state, table, record, seat)
        player = state.seats[seat]
        record.dealt[seat, 0] = player.dealt[0] - 1
        record.dealt[seat, 1] = player.dealt[1] - 1
        if not table.no_dukes:
            record.kept[seat] = player.duke - 1
    record_stacks(state, table, record)
    if table.solo:
        for card in range(table.num_cards):
            if state.seats[DARK_LORD].owned[card] > 0:
                note_left(record, wide(card), False)
        record.kept[DARK_LORD] = state.seats[DARK_LORD].duke - 1
        score_solo(state, table, record)
        return
    if table.no_dukes:
        share_majorities(state, table, record)
    share_win(state, table, record, fewest_cards)  # V10.4


@compiled
def record_cards(state: State, table: Table, record: Record, seat: int) -> None:
    """Write which cards the seat took in which rounds; these were available."""
    player = state.seats[seat]
    for card in range(table.num_cards):
        record.taken[seat, card] = player.taken[card]
        record.rounds_taken[seat, card] = player.rounds_taken[card]
    for card in range(table.num_cards):  # a loop of its own, as plain copying is faster
        record.available[card] |= int(player.taken[card] > 0)


@compiled
def record_stacks(state: State, table: Table, record: Record) -> None:
    """Write which of the cards left in the grid lay in reach, and which were only there."""
    for place in range(state.exhausted_cards if table.num_events else 0):
        note_left(record, wide(state.exhausted_stack[place]) - 1, False)
    for stack in range(NUM_STACKS):
        on_top = top_card(state, stack)
        for place in range(state.heights[stack]):
            row = wide(state.stacks[stack, place])
            if row == 0:
                row = face_down_at(state, stack, place)
            note_left(record, row - 1, row - 1 == on_top and is_in_reach(state, stack))
        note_left(record, event_at(state, stack), is_in_reach(state, stack))
    for card in range(table.num_cards if state.was_in_reach.any() else 0):
        if was_in_reach(state, card):
            note_left(record, card, True)


@compiled
def note_left(record: Record, card: int, in_reach: bool) -> None:
    """Write that a card, if there is one, lay in reach in this game, or only was in it."""
    if card != NO_CARD and record.available[card] <= 0:
        record.available[card] = 1 if in_reach else ONLY_THERE


@compiled
def face_down_at(state: State, stack: int, place: int) -> int:
    """Return the card, row + 1, that lies face down there."""
    if stack < FIRST_DOMAINS:
        return wide(state.face_down_citizens[stack - FIRST_CITIZENS, place])
    return wide(state.face_down[stack - FIRST_DOMAINS, place])
