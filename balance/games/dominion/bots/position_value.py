"""The value of a position to a seat, in points, for bots that look ahead.

It is a sum of features, each with a weight that changes during the game: the points, what a hand
brings on average, how terminals collide, whether the end is near, and each card owned, the first
copy and the others.  Only what the seat may know is used.
"""

from enum import IntEnum, auto
from math import tanh

import numpy as np
from numpy.typing import NDArray

from balance.compiling.jit import compiled, inlined
from balance.engine.layout import State, Table, Weights, wide
from balance.games.dominion.bots.conditions import gains_to_end
from balance.games.dominion.bots.orders import like
from balance.games.dominion.layout import (
    COPPER,
    CURSE,
    ESTATE,
    FIRST_OWN,
    HAND_SIZE,
    PROVINCE,
    Card,
    Special,
    Type,
)
from balance.games.dominion.rules.scoring import score

Features = NDArray[np.float64]

_PROVINCE = 6  # points that the next player may take
_CLEAR = 3.0  # points of a clear lead at the end, and as many for each gain before it
_MIDDLE = 0.5  # `earliness` in the middle of a game
_GOOD, _BEST = 5.0, 8.0  # coins of a hand
_CURSERS = 2.0  # cards that give Curses; more are worth no more
_THIN = 5.0  # least size of a deck, without the cards that draws skip


class Fact(IntEnum):
    """Features of a position besides the cards that the seat owns."""

    POINTS = 0  # of all cards owned
    CARDS = auto()  # owned
    MONEY = auto()  # coins that a hand of five brings on average, draws counted
    MONEY_OVER_5 = auto()  # the part of these above 5, and above 8
    MONEY_OVER_8 = auto()
    COLLISIONS = auto()  # how often terminals without a village are drawn together
    RELIEVED = auto()  # terminals that a village allows to be played
    BUYS = auto()  # extra buys of all cards owned
    CURSES = auto()  # cards that bring Curses, times those left for each other player
    CLEANING = auto()  # cards that trash, times the Coppers, Estates and Curses owned
    LEAD = auto()  # over the best of the others, scaled to -1 to 1
    CLOSING_BEHIND = auto()  # two gains to the end of the game: behind, or not
    CLOSING_AHEAD = auto()
    BRINK_BEHIND = auto()  # one gain to the end: behind, up to 6 points ahead, or more
    BRINK_NEAR = auto()
    BRINK_AHEAD = auto()
    WON = auto()  # the game ends with this turn, and is won, or is not
    LOST = auto()


NUM_CARDS = FIRST_OWN  # cards of the box; others count as the one they are most like
FIRST = len(Fact)  # by card of the box: 1 if one is owned
MORE = FIRST + NUM_CARDS  # by card of the box: how many more
NUM_FEATURES = MORE + NUM_CARDS
# A fact has a weight late in the game, in the middle and early; a card only late and early.
FACT_TIMES, CARD_TIMES = 3, 2
FIRST_CARD = len(Fact) * FACT_TIMES  # where the weights of cards begin
NUM_WEIGHTS = FIRST_CARD + 2 * NUM_CARDS * CARD_TIMES


class Weight(IntEnum):
    """The planner's other weights, after those of the features."""

    PACE = NUM_WEIGHTS  # rounds that a gain to the end takes, times the number of players
    OPENING = auto()  # rounds until points are bought
    HORIZON = auto()  # expected rounds left from which on it is early
    DOUBT = auto()  # points by which a choice must beat greedy's


def names() -> tuple[str, ...]:
    """Return the names of the planner's own weights, in their order."""
    facts = [fact.name.lower() for fact in Fact]
    cards = [*(card.name for card in Card), *(f"more_{card.name}" for card in Card)]
    return (
        *(f"{fact}_{time}" for fact in facts for time in ("late", "middle", "early")),
        *(f"{card}_{time}" for card in cards for time in ("late", "early")),
        *(weight.name.lower() for weight in Weight),
    )


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
    """Write into `row` what each weight of a feature is multiplied by in `value`."""
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
    """Return the first of the two weights of a fact to interpolate, and the share of the second."""
    step = 0 if early < _MIDDLE else 1
    return step, early / _MIDDLE - step


@inlined
def earliness(state: State, table: Table, weights: Weights) -> float:
    """Return how early in the game it is, 1 to 0, from the number of rounds still expected."""
    rounds = gains_to_end(state) * weights[Weight.PACE] / wide(table.num_seats)
    rounds += max(0.0, weights[Weight.OPENING] - wide(state.rounds))
    return min(1.0, rounds / weights[Weight.HORIZON])


@compiled
def measure(state: State, table: Table, seat: int, facts: Features) -> None:
    """Write the features of the position, as `seat` sees it, into `facts`."""
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
    """Write the features about who is ahead and how near the end is."""
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
    """Return whether a special part gives others Curses."""
    return (
        special == Special.WITCH or special == Special.YOUNG_WITCH or special == Special.FOLLOWERS
    )


@inlined
def cleans(special: int) -> bool:
    """Return whether a special part trashes bad cards without replacing them."""
    return special == Special.CHAPEL or special == Special.REMAKE
