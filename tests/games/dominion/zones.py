"""States of Dominion made by hand: cards put into zones, with all that counts them."""

import numpy as np

from balance.games.dominion.layout import NOTHING, RECORD, STATE, TABLE, Card, Special, Type

MONEY = {Card.copper: 1, Card.silver: 2, Card.gold: 3}
POINTS = {Card.estate: 1, Card.duchy: 3, Card.province: 6, Card.curse: -1}
VICTORIES = {Card.estate, Card.duchy, Card.province, Card.gardens, Card.fairgrounds}
PRIZES = range(Card.bag_of_gold, Card.trusty_steed + 1)
START = {Card.copper: 7, Card.estate: 3}


def bits(kinds):
    """A set of kinds as a number."""
    return sum(1 << int(kind) for kind in kinds)


def new_table(players=2, **fields):
    """Return an array of one table with what the cards are, as the box has it."""
    tables = np.zeros(1, TABLE)
    table = tables[0]
    table.num_seats = players
    table.num_kinds = len(Card)
    table.bane = NOTHING
    table.max_rounds = 200
    table.solo_target = 4
    for card in Card:
        face = table.faces[card]
        face.money = face.worth = MONEY.get(card, 0)
        face.points = POINTS.get(card, 0)
        if card in MONEY:
            face.types = Type.TREASURE
        elif card in VICTORIES:
            face.types = Type.VICTORY
        elif card == Card.curse:
            face.types = Type.CURSE
        else:
            face.types = Type.ACTION
        table.rows[card] = card
    table.rows[len(Card) :] = -1
    table.faces[Card.stash].types = table.faces[Card.diadem].types = Type.TREASURE
    table.faces[Card.gardens].special = Special.GARDENS_VP
    table.faces[Card.fairgrounds].special = Special.FAIRGROUNDS_VP
    table.treasures = bits([*MONEY, Card.stash, Card.diadem])
    table.victories = bits(VICTORIES)
    table.gardens = bits([Card.gardens])
    table.fairgrounds = bits([Card.fairgrounds])
    table.stashes = bits([Card.stash])
    table.prizes = bits(PRIZES)
    for name, value in fields.items():
        table[name] = value
    return tables


def new_state(*kingdom, **fields):
    """Return an array of one state with full piles of ten, and of these Kingdom cards."""
    states = np.zeros(1, STATE)
    state = states[0]
    kinds = [*range(7), *sorted(kingdom)]
    state.num_kinds = state.num_supply = len(kinds)
    state.kinds[: len(kinds)] = kinds
    state.piles[kinds] = 10
    state.in_supply = bits(kinds)
    state.bane = state.looked = NOTHING
    for name, value in fields.items():
        state[name] = value
    return states


def own(state, table, seat, cards):
    """Give the seat cards, in no zone."""
    player = state.seats[seat]
    for kind, count in cards.items():
        player.owned[kind] += count
        player.num_owned += count
        player.points += count * table.faces[kind].points
        player.money += count * table.faces[kind].money
        player.num_treasures += count * bool(table.faces[kind].types & Type.TREASURE)
        player.num_victories += count * bool(table.faces[kind].types & Type.VICTORY)


def hold(state, table, seat, cards):
    """Give the seat cards into its hand."""
    own(state, table, seat, cards)
    player = state.seats[seat]
    for kind, count in cards.items():
        player.hand[kind] += count
        player.num_hand += count
        player.hand_kinds |= 1 << int(kind)


def deck(state, table, seat, cards):
    """Give the seat cards into the lower part of its draw pile."""
    own(state, table, seat, cards)
    for kind, count in cards.items():
        state.decks[seat, kind] += count
        state.seats[seat].num_deck += count


def discard(state, table, seat, cards):
    """Give the seat cards into its discard pile."""
    own(state, table, seat, cards)
    for kind, count in cards.items():
        state.discards[seat, kind] += count
        state.seats[seat].num_discard += count


def top(state, table, seat, *kinds):
    """Lay known cards, or ANY, on the draw pile, the topmost last."""
    player = state.seats[seat]
    for kind in kinds:
        if kind >= 0:
            own(state, table, seat, {kind: 1})
        player.top[player.num_top] = kind
        player.num_top += 1


def zone(state, name, seat, table, cards):
    """Give the seat cards into a common zone: `in_play`, `revealed`."""
    own(state, table, seat, cards)
    for kind, count in cards.items():
        state[name][kind] += count
    if name == "revealed":
        state.num_revealed += sum(cards.values())
        state.victim = seat


def new_record():
    """Return an array of one empty record."""
    return np.zeros(1, RECORD)
