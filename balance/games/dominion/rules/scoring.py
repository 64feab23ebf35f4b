"""The points of a player's cards (D8.3), at any time of the game."""

from balance.compiling.jit import compiled
from balance.engine.layout import Player, Record, State, Table, wide
from balance.games.dominion.layout import CURSE, DUCHY, ESTATE, PARTS, PROVINCE

_PROVINCES, _DUCHIES, _ESTATES, _CURSES, _GARDENS, _FAIRGROUNDS, _OTHERS = range(len(PARTS))

CARDS_A_POINT = 10  # for each Gardens
NAMES_A_STEP = 5  # for each Fairgrounds
STEP = 2  # points


@compiled
def score(state: State, table: Table, seat: int) -> int:
    """Return the points of all cards that the seat owns, in any zone (D2.2, D8.3)."""
    player = state.seats[seat]
    points = wide(player.points)
    if table.gardens:
        points += gardens_points(player, table)
    if table.fairgrounds:
        points += fairgrounds_points(state, table, seat)
    return points


@compiled
def gardens_points(player: Player, table: Table) -> int:
    """Return the points of the Gardens: for each, 1 point per 10 cards owned."""
    return count_owned(player, wide(table.gardens)) * (wide(player.num_owned) // CARDS_A_POINT)


@compiled
def fairgrounds_points(state: State, table: Table, seat: int) -> int:
    """Return the points of the Fairgrounds: for each, 2 points per 5 different names owned."""
    player = state.seats[seat]
    count = count_owned(player, wide(table.fairgrounds))
    if count == 0:
        return 0
    return count * STEP * (count_names(state, seat) // NAMES_A_STEP)


@compiled
def count_names(state: State, seat: int) -> int:
    """Return how many differently named cards the seat owns (D2.8)."""
    owned = state.seats[seat].owned
    names = 0
    for i in range(state.num_kinds):
        names += int(owned[state.kinds[i]] > 0)
    return names


@compiled
def count_owned(player: Player, kinds: int) -> int:
    """Return how many cards of `kinds`, a set, the player owns."""
    count = kind = 0
    while kinds > 0:
        if kinds & 1:
            count += wide(player.owned[kind])
        kinds >>= 1
        kind += 1
    return count


@compiled
def score_seat(state: State, table: Table, record: Record, seat: int) -> None:
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
def fewest_turns(state: State, table: Table, record: Record, seat: int) -> int:
    """Return the tie-break: minus the number of the seat's turns (D8.4, D8.5)."""
    return -wide(state.seats[seat].turns)
