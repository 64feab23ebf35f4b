"""The record of a game."""

from balance.compiling.jit import compiled
from balance.engine.layout import ONLY_THERE, Record, State, Table, wide
from balance.engine.record import share_win
from balance.games.king_of_the_valley.layout import (
    FIRST_ORDER,
    HILL_ROWS,
    MAX_PIECES,
    MAX_TAKEN,
    NUM_COLUMNS,
    NUM_ORDERS,
    NUM_RINGS,
    Extra,
    Kind,
)
from balance.games.king_of_the_valley.rules.castle import piece_of
from balance.games.king_of_the_valley.rules.scoring import influence_of, score_seat


@compiled
def write_record(state: State, table: Table, record: Record) -> None:
    """Write the scores (K12), the wins, and what was taken in which rounds."""
    record.rounds = state.rounds
    record.turns = state.turns
    record.ending = int(state.triggered != table.num_seats)
    write_available(table, record)
    for kind in range(table.num_kinds):
        if record.available[piece_of(kind)] and state.was_in_reach >> kind & 1 == 0:
            record.available[piece_of(kind)] = ONLY_THERE
    for seat in range(table.num_seats):
        player = state.seats[seat]
        record.before_last[seat] = player.before_last
        score_seat(state, table, record, seat)
        for row in range(HILL_ROWS):
            record.bought[seat, row] = player.bought[row]
        for ring in range(NUM_RINGS):
            record.rings[seat, ring] = player.rings[ring]
        for piece in range(MAX_PIECES):
            record.taken[seat, piece] = player.taken[piece]
            record.rounds_taken[seat, piece] = player.rounds_taken[piece]
    record.left = wide(state.heights[0]) + wide(state.heights[1])
    share_win(state, table, record, influence_of)


@compiled
def write_available(table: Table, record: Record) -> None:
    """Write which tiles the table has, in reach or not, and which deeds it allows."""
    for kind in range(table.num_kinds):
        record.available[piece_of(kind)] = int(table.kinds[kind].count > 0)
    for row in range(HILL_ROWS):
        record.available[Extra.HILL_1 + row] = int(table.max_recruits_per_turn > 0)
    for column in range(NUM_COLUMNS):
        jesters = table.kinds[Kind.JESTER].count
        record.available[Extra.JESTER_QUEEN + column] = int(jesters > 0)
    bonuses = min(table.kingdom_bonus_per_turn, table.kingdom_markers)
    record.available[Extra.BONUS] = int(bonuses > 0)
    most = 0
    for order in range(NUM_ORDERS):
        most = max(most, wide(table.kinds[FIRST_ORDER + order].count))
    for knights in range(3, 6):
        record.available[Extra.ORDER_3 + knights - 3] = int(knights <= most)
    for tiles in range(2, MAX_TAKEN + 1):
        fits = table.same_name_min <= tiles <= table.same_name_max
        record.available[Extra.TWO_TILES + tiles - 2] = int(fits)
    for start in range(Extra.START_CENTRE, Extra.START_CORNER + 1):
        record.available[start] = 1
