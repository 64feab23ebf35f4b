"""The score of a player (V10, V13.11, V13.12, V16)."""

from balance.compiling.jit import compiled
from balance.engine.layout import WIN, Record, State, Table, wide
from balance.errors import LimitError
from balance.games.valeria.layout import (
    DARK_LORD,
    ENDINGS,
    MAX_SCORE,
    NUM_COLUMNS,
    PARTS,
    UNSCORED,
    Good,
    Kind,
)
from balance.games.valeria.rules.effects import amount_of
from balance.games.valeria.rules.tableau import change_tableau

_COLLECTED, _MONSTERS, _DOMAINS, _DUKE, _ICONS, _MAJORITIES = range(len(PARTS))
_NO_MONSTERS, _DESTROYED = (ENDINGS.index(ending) for ending in UNSCORED)


@compiled
def score_seat(state: State, table: Table, record: Record, seat: int) -> None:
    """Write the score and its parts (V10.1, V13.11, V13.12)."""
    player = state.seats[seat]
    monsters = 0
    domains = 0
    for card in range(table.num_cards):
        if player.owned[card] > 0:
            points = wide(player.owned[card]) * wide(table.cards[card].vp)
            if table.cards[card].kind == Kind.MONSTER:
                monsters += points
            else:
                domains += points
    duke = duke_points(state, table, seat)
    if duke > MAX_SCORE:
        raise LimitError(
            "more than 9,999,999 points by a Duke; make numbers in its sheets or options smaller"
        )
    collected = wide(player.goods[Good.VP])
    if table.solo and not table.solo_counts_vp:
        collected = 0  # R13
    record.parts[seat, _COLLECTED] = collected
    record.parts[seat, _MONSTERS] = monsters
    record.parts[seat, _DOMAINS] = domains
    if table.no_dukes:
        record.parts[seat, _ICONS] = duke
    else:
        record.parts[seat, _DUKE] = duke
        record.fulfilled[seat] = duke
    record.scores[seat] = collected + monsters + domains + duke


@compiled
def duke_points(state: State, table: Table, seat: int) -> int:
    """Return the victory points from the player's Duke (V10.1 - V10.3, V16.1)."""
    row = wide(state.seats[seat].duke) - 1
    if row < 0:
        return 0
    points = 0
    for item in range(wide(table.dukes[row].first_item), wide(table.dukes[row].end_item)):
        points += amount_of(state, table, seat, item)
    return points


@compiled
def share_majorities(state: State, table: Table, record: Record) -> None:
    """Give points for the most Citizens, Monsters and Domains (V16.1, V16.2, R22)."""
    for kind in (Kind.CITIZEN, Kind.MONSTER, Kind.DOMAIN):
        most = 0
        tied = 0
        for seat in range(table.num_seats):
            count = count_kind(state, table, seat, kind)
            if count > most:
                most, tied = count, 1
            elif count == most:
                tied += 1
        bonus = wide(table.no_duke_majority) if tied == 1 else wide(table.no_duke_tie)
        for seat in range(table.num_seats):
            if most > 0 and count_kind(state, table, seat, kind) == most:
                record.parts[seat, _MAJORITIES] += bonus
                record.scores[seat] += bonus


@compiled
def count_kind(state: State, table: Table, seat: int, kind: int) -> int:
    """Return how many cards of a type the player has (V16.1, R3)."""
    player = state.seats[seat]
    if kind == Kind.MONSTER:
        return wide(player.monsters)
    if kind == Kind.DOMAIN:
        return wide(player.domains)
    starters = wide(player.starters) if table.starters_are_citizens else 0
    return wide(player.citizens) + starters


@compiled
def fewest_cards(state: State, table: Table, record: Record, seat: int) -> int:
    """Return the tie-break: minus the number of cards that break ties (V10.4, R6)."""
    player = state.seats[seat]
    cards = wide(player.starters) + wide(player.citizens) + wide(player.domains)
    if table.tiebreak_counts_pile:
        cards += wide(player.monsters)
    return -cards


@compiled
def score_solo(state: State, table: Table, record: Record) -> None:
    """Score the Dark Lord and the win (V13.10, V13.12, V13.13); a draw is half a win."""
    count_survivors(state, table, 1)
    score_seat(state, table, record, DARK_LORD)
    count_survivors(state, table, -1)
    score, rival = wide(record.scores[0]), wide(record.scores[DARK_LORD])
    if state.ending == _NO_MONSTERS or (state.ending != _DESTROYED and score > rival):
        record.wins[0] = WIN
    elif state.ending != _DESTROYED and score == rival:
        record.wins[0] = WIN // 2


@compiled
def count_survivors(state: State, table: Table, copies: int) -> None:
    """Give the Dark Lord the Monsters of the grid (`copies` 1), or take them back (-1; V13.12)."""
    for stack in range(NUM_COLUMNS):
        for place in range(state.heights[stack]):
            card = wide(state.stacks[stack, place]) - 1
            change_tableau(state, table, DARK_LORD, card, copies)
