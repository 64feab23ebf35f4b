"""Scoring and winning (V10), and what is kept of a game."""

from balance.engine.jit import compiled
from balance.engine.layout import WIN, Record, State, Table, wide
from balance.games.valeria.effects import amount_of
from balance.games.valeria.layout import (
    FIRST_DOMAINS,
    NO_CARD,
    NUM_COLUMNS,
    Good,
    Kind,
)

_COLLECTED, _MONSTERS, _DOMAINS, _DUKE = range(4)  # places in PARTS


@compiled
def duke_points(state: State, table: Table, seat: int) -> int:
    """Return the victory points from the player's Duke (V10.1 - V10.3)."""
    row = wide(state.seats[seat].duke) - 1
    if row < 0:
        return 0
    points = 0
    for item in range(wide(table.dukes[row].first_item), wide(table.dukes[row].end_item)):
        points += amount_of(state, table, seat, item)
    return points


@compiled
def num_cards(state: State, table: Table, seat: int) -> int:
    """Return the cards that count for a tie (V10.4, R6)."""
    player = state.seats[seat]
    cards = wide(player.starters) + wide(player.citizens) + wide(player.domains)
    if table.tiebreak_counts_pile:
        cards += wide(player.monsters)
    return cards


@compiled
def keep(state: State, table: Table, record: Record) -> None:
    """Score the game and write its record."""
    record.rounds = state.rounds
    record.turns = state.turns
    record.ending = state.ending
    for seat in range(len(record.kept)):
        record.kept[seat] = NO_CARD
        record.dealt[seat, 0] = NO_CARD
        record.dealt[seat, 1] = NO_CARD
    for seat in range(table.num_seats):
        keep_score(state, table, record, seat)
        player = state.seats[seat]
        record.kept[seat] = player.duke - 1
        record.dealt[seat, 0] = player.dealt[0] - 1
        record.dealt[seat, 1] = player.dealt[1] - 1
        for card in range(table.num_cards):
            record.taken[seat, card] = player.taken[card]
            record.rounds_taken[seat, card] = player.rounds_taken[card]
    share_win(state, table, record)
    for card in range(table.num_cards):
        if table.homes[card] >= 0:
            record.available[card] = 1
    keep_domains(state, table, record)


@compiled
def keep_score(state: State, table: Table, record: Record, seat: int) -> None:
    """Add up the score in its parts (V10.1)."""
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
    record.parts[seat, _COLLECTED] = player.goods[Good.VP]
    record.parts[seat, _MONSTERS] = monsters
    record.parts[seat, _DOMAINS] = domains
    record.parts[seat, _DUKE] = duke
    record.fulfilled[seat] = duke
    record.scores[seat] = wide(player.goods[Good.VP]) + monsters + domains + duke


@compiled
def share_win(state: State, table: Table, record: Record) -> None:
    """Give the win to the highest score, of these to the fewest cards, or share it (V10.4)."""
    best = -1
    fewest = 0
    winners = 0
    for seat in range(table.num_seats):
        score = wide(record.scores[seat])
        cards = num_cards(state, table, seat)
        if score > best or (score == best and cards < fewest):
            best, fewest, winners = score, cards, 1
        elif score == best and cards == fewest:
            winners += 1
    for seat in range(table.num_seats):
        if record.scores[seat] == best and num_cards(state, table, seat) == fewest:
            record.wins[seat] = WIN // winners


@compiled
def keep_domains(state: State, table: Table, record: Record) -> None:
    """Note which Domains were dealt: they are with a player, or still in their stack (V2.6)."""
    for card in range(table.num_cards):
        if table.cards[card].kind == Kind.DOMAIN:
            for seat in range(table.num_seats):
                if state.seats[seat].owned[card] > 0:
                    record.available[card] = 1
    for column in range(NUM_COLUMNS):
        stack = FIRST_DOMAINS + column
        for place in range(state.heights[stack]):
            row = wide(state.stacks[stack, place]) + wide(state.face_down[column, place])
            record.available[row - 1] = 1
