"""What a position is worth to a seat, in points: for bots that look ahead.

A sum of features, each with a weight that changes in the course of the game: the points, what a
hand brings on average, how terminals get into each other's way, whether the end is near, and each
card owned, the first of its kind and the others.  Only what the seat may know is looked at.
"""

from math import tanh

import numpy as np
from numpy.typing import NDArray

from balance.engine.jit import compiled, inlined
from balance.engine.layout import State, Table, Weights, wide
from balance.games.dominion.bots.conditions import gains_to_end
from balance.games.dominion.bots.orders import like
from balance.games.dominion.bots.weights import (
    CARD_TIMES,
    FACT_TIMES,
    FIRST,
    FIRST_CARD,
    MORE,
    NUM_FEATURES,
    NUM_WEIGHTS,
    Fact,
    Weight,
)
from balance.games.dominion.layout import (
    COPPER,
    CURSE,
    ESTATE,
    HAND_SIZE,
    PROVINCE,
    Special,
    Type,
)
from balance.games.dominion.scoring import score

Features = NDArray[np.float64]

_PROVINCE = 6  # points that the next player may take
_CLEAR = 3.0  # points that are a clear lead on the brink, and more for each gain before it
_MIDDLE = 0.5  # how early it is in the middle of a game
_GOOD, _BEST = 5.0, 8.0  # coins of a hand
_CURSERS = 2.0  # more of them do not bring more
_THIN = 5.0  # cards that a deck has at least, once draws are taken off


@compiled
def value(state: State, table: Table, seat: int, weights: Weights, facts: Features) -> float:
    """Return what the position is worth to `seat` at the end of its turn; `facts` is scratch."""
    measure(state, table, seat, facts)
    early = earliness(state, table, weights)
    step, on = place_in_time(early)
    worth = 0.0
    for fact in range(FIRST):
        place = fact * FACT_TIMES + step
        worth += facts[fact] * (weights[place] * (1.0 - on) + weights[place + 1] * on)
    for card in range(FIRST, NUM_FEATURES):
        if facts[card] != 0.0:
            place = FIRST_CARD + (card - FIRST) * CARD_TIMES
            worth += facts[card] * (weights[place] * (1.0 - early) + weights[place + 1] * early)
    return worth


@compiled
def write_features(state: State, table: Table, seat: int, weights: Weights, row: Features) -> None:
    """Write by what each weight of a feature is multiplied in the position's value."""
    facts = np.empty(NUM_FEATURES)
    measure(state, table, seat, facts)
    early = earliness(state, table, weights)
    step, on = place_in_time(early)
    row[:NUM_WEIGHTS] = 0.0
    for fact in range(FIRST):
        place = fact * FACT_TIMES + step
        row[place] = facts[fact] * (1.0 - on)
        row[place + 1] = facts[fact] * on
    for card in range(FIRST, NUM_FEATURES):
        place = FIRST_CARD + (card - FIRST) * CARD_TIMES
        row[place] = facts[card] * (1.0 - early)
        row[place + 1] = facts[card] * early


@inlined
def place_in_time(early: float) -> tuple[int, float]:
    """Return between which of the times of a fact's weights it is: the sooner, and how far on."""
    step = 0 if early < _MIDDLE else 1
    return step, early / _MIDDLE - step


@inlined
def earliness(state: State, table: Table, weights: Weights) -> float:
    """Return how early in the game it is, from 1 down to 0, by the rounds still expected."""
    rounds = gains_to_end(state) * weights[Weight.PACE] / wide(table.num_seats)
    rounds += max(0.0, weights[Weight.OPENING] - wide(state.rounds))
    return min(1.0, rounds / weights[Weight.HORIZON])


@compiled
def measure(state: State, table: Table, seat: int, facts: Features) -> None:
    """Write what the position is made of, as `seat` sees it."""
    facts[:] = 0.0
    player = state.seats[seat]
    cards = float(player.num_owned)
    draws, far_draws, terminals, relief, cursers, cleaners = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for place in range(state.num_kinds):
        kind = wide(state.kinds[place])
        owned = float(player.owned[kind])
        if owned == 0.0:
            continue
        box = like(table, kind)
        facts[MORE + box] += owned - 1.0 + facts[FIRST + box]
        facts[FIRST + box] = 1.0
        face = table.faces[kind]
        facts[Fact.BUYS] += owned * face.buys
        if face.types & Type.ACTION:
            if face.actions == 0:
                terminals += owned
                far_draws += owned * face.cards
            else:
                draws += owned * face.cards
                relief += owned * (face.actions - 1)
            if brings_curses(wide(face.special)):
                cursers += owned
            if cleans(wide(face.special)):
                cleaners += owned
    facts[Fact.POINTS] = score(state, table, seat)
    facts[Fact.CARDS] = cards
    played = min(1.0, (cards / HAND_SIZE + relief) / max(1.0, terminals))
    money = HAND_SIZE * float(player.money) / max(_THIN, cards - draws - played * far_draws)
    facts[Fact.MONEY] = money
    facts[Fact.MONEY_OVER_5] = max(0.0, money - _GOOD)
    facts[Fact.MONEY_OVER_8] = max(0.0, money - _BEST)
    facts[Fact.RELIEVED] = min(relief, terminals)
    lonely = terminals - facts[Fact.RELIEVED]
    facts[Fact.COLLISIONS] = lonely * max(0.0, lonely - 1.0) / max(_THIN, cards)
    others = float(max(1, wide(table.num_seats) - 1))
    facts[Fact.CURSES] = min(_CURSERS, cursers) * float(state.piles[CURSE]) / others
    junk = float(player.owned[COPPER]) + float(player.owned[ESTATE]) + float(player.owned[CURSE])
    facts[Fact.CLEANING] = min(1.0, cleaners) * junk
    measure_race(state, table, seat, facts)


@inlined
def measure_race(state: State, table: Table, seat: int, facts: Features) -> None:
    """Write who is ahead and how near the end is."""
    own, most, is_tie_won = wide(facts[Fact.POINTS]), wide(-(1 << 20)), True
    for other in range(table.num_seats):
        if other == seat:
            continue
        points = score(state, table, other)
        if points > most:
            most = points
            is_tie_won = True
        if points == most and state.seats[other].turns < state.seats[seat].turns:
            is_tie_won = False  # D8.4
    if table.num_seats == 1:
        most = own
    lead = float(own - most)
    left = gains_to_end(state)
    facts[Fact.LEAD] = tanh(lead / (_CLEAR * (1.0 + left)))
    if state.piles[PROVINCE] == 0 or state.num_empty >= 3:
        is_won = own > most or (own == most and is_tie_won)
        facts[Fact.WON if is_won else Fact.LOST] = 1.0
    elif left == 2:
        facts[Fact.CLOSING_BEHIND if lead < 0.0 else Fact.CLOSING_AHEAD] = 1.0
    elif left == 1:
        if lead < 0.0:
            facts[Fact.BRINK_BEHIND] = 1.0
        elif lead <= _PROVINCE:
            facts[Fact.BRINK_NEAR] = 1.0
        else:
            facts[Fact.BRINK_AHEAD] = 1.0


@inlined
def brings_curses(special: int) -> bool:
    """Tell whether a special part gives others Curses."""
    return (
        special == Special.WITCH or special == Special.YOUNG_WITCH or special == Special.FOLLOWERS
    )


@inlined
def cleans(special: int) -> bool:
    """Tell whether a special part trashes bad cards for good."""
    return special == Special.CHAPEL or special == Special.REMAKE
