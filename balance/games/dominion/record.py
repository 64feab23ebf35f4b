"""The record of a game: scores (D8.3), who won (D8.4), and which cards were taken."""

from balance.compiling.jit import compiled
from balance.engine.layout import NOBODY, WIN, Record, State, Table, wide
from balance.engine.record import share_win
from balance.games.dominion.layout import CURSE, DUCHY, ENDINGS, ESTATE, PARTS, PROVINCE
from balance.games.dominion.scoring import fairgrounds_points, gardens_points

_PROVINCES, _DUCHIES, _ESTATES, _CURSES, _GARDENS, _FAIRGROUNDS, _OTHERS = range(len(PARTS))
_REACHED = 1 + ENDINGS.index("the wanted Provinces are owned")


@compiled
def write_record(state: State, table: Table, record: Record) -> None:
    """Write scores, winners, and the cards gained or bought with their rounds."""
    record.rounds = state.rounds
    record.turns = state.turns
    record.ending = max(0, wide(state.ending) - 1)
    for seat in range(table.num_seats):
        record.before_last[seat] = state.seats[seat].before_last
        write_score(state, table, record, seat)
        write_style(state, table, record, seat)
    write_cards(state, table, record)
    if table.num_seats > 1:
        share_win(state, table, record, fewest_turns)
    elif state.ending == _REACHED:
        record.wins[0] = WIN  # D15.6


@compiled
def write_score(state: State, table: Table, record: Record, seat: int) -> None:
    """Write the score of a seat and its parts (D8.3)."""
    player = state.seats[seat]
    provinces = wide(player.owned[PROVINCE]) * wide(table.faces[PROVINCE].points)
    duchies = wide(player.owned[DUCHY]) * wide(table.faces[DUCHY].points)
    estates = wide(player.owned[ESTATE]) * wide(table.faces[ESTATE].points)
    curses = wide(player.owned[CURSE]) * wide(table.faces[CURSE].points)
    gardens = gardens_points(player, table) if table.gardens else 0
    fairgrounds = fairgrounds_points(state, table, seat) if table.fairgrounds else 0
    points = wide(player.points)  # of all cards that count for themselves
    record.parts[seat, _PROVINCES] = provinces
    record.parts[seat, _DUCHIES] = duchies
    record.parts[seat, _ESTATES] = estates
    record.parts[seat, _CURSES] = curses
    record.parts[seat, _GARDENS] = gardens
    record.parts[seat, _FAIRGROUNDS] = fairgrounds
    record.parts[seat, _OTHERS] = points - provinces - duchies - estates - curses
    record.scores[seat] = points + gardens + fairgrounds


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


@compiled
def fewest_turns(state: State, table: Table, record: Record, seat: int) -> int:
    """Return the tie-break: minus the number of the seat's turns (D8.4, D8.5)."""
    return -wide(state.seats[seat].turns)
