"""The record of a game: scores (D8.3), who won (D8.4), and which cards were taken."""

from balance.compiling.jit import compiled
from balance.engine.layout import NOBODY, WIN, Record, State, Table, wide
from balance.engine.record import share_win
from balance.games.dominion.layout import ENDINGS
from balance.games.dominion.rules.scoring import fewest_turns, score_seat

_REACHED = 1 + ENDINGS.index("the wanted Provinces are owned")


@compiled
def write_record(state: State, table: Table, record: Record) -> None:
    """Write scores, winners, and the cards gained or bought with their rounds."""
    record.rounds = state.rounds
    record.turns = state.turns
    record.ending = max(0, wide(state.ending) - 1)
    for seat in range(table.num_seats):
        record.before_last[seat] = state.seats[seat].before_last
        score_seat(state, table, record, seat)
        write_style(state, table, record, seat)
    write_cards(state, table, record)
    if table.num_seats > 1:
        share_win(state, table, record, fewest_turns)
    elif state.ending == _REACHED:
        record.wins[0] = WIN  # D15.6


@compiled
def write_style(state: State, table: Table, record: Record, seat: int) -> None:
    """Write what the seat bought first, and how much it played."""
    player = state.seats[seat]
    for turn in range(len(player.opening)):
        kind = wide(player.opening[turn]) - 1
        record.opening[seat, turn] = wide(table.rows[kind]) if kind >= 0 else NOBODY
    record.plays[seat] = player.plays
    record.stuck[seat] = player.stuck


@compiled
def write_cards(state: State, table: Table, record: Record) -> None:
    """Write which cards there were, and how many of each a seat took in which rounds."""
    for i in range(state.num_kinds):
        kind = state.kinds[i]
        row = table.rows[kind]
        if row != NOBODY:
            record.available[row] = 1
            for seat in range(table.num_seats):
                player = state.seats[seat]
                record.taken[seat, row] = player.taken[kind]
                record.rounds_taken[seat, row] = player.rounds_taken[kind]
