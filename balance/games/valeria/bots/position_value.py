"""The value of a position for a seat, in victory points, for bots that look ahead.

It is a sum of features with weights that change during the game: points and those of the Duke,
resources, expected income (V5.10), lasting powers, cards of the grid within reach, and what is
left there for the next player.
"""

from enum import IntEnum, auto
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from balance.compiling.jit import compiled, inlined
from balance.engine.layout import State, Table, Weights, wide
from balance.games.valeria.bots.dukes import mean_points, resource_points
from balance.games.valeria.bots.greedy_values import varied_income
from balance.games.valeria.layout import (
    FIRST_CITIZENS,
    FIRST_DOMAINS,
    NO_CARD,
    NUM_ROLES,
    NUM_STACKS,
    Good,
    Kind,
    Timing,
)
from balance.games.valeria.rules.ending import end_condition
from balance.games.valeria.rules.paying import building_price, unmarked_price
from balance.games.valeria.rules.stacks import top_card
from balance.games.valeria.rules.tableau import points_in_view

Features = NDArray[np.float64]

_MIDDLE = 5.0  # rounds to come in the middle of a game
_RESOURCE_VALUE = 0.3  # points for a unit of each resource, in the value of activations
_CLEAR = 15.0  # points that are a clear lead


class Feature(IntEnum):
    """Features of a position; each has weights for early, in the middle and late in the game."""

    POINTS = 0  # victory points collected and printed
    DUKE = auto()  # points from the Duke, but for resources
    LEFTOVERS = auto()  # resources, divided by how many the Duke needs for a point
    GOLD = auto()
    STRENGTH = auto()
    MAGIC = auto()
    GOLD_ROOT = auto()  # square roots: a first unit is worth more than a tenth
    STRENGTH_ROOT = auto()
    MAGIC_ROOT = auto()
    GOLD_INCOME = auto()  # expected in a round, by the dice table
    STRENGTH_INCOME = auto()
    MAGIC_INCOME = auto()
    POINT_INCOME = auto()
    VARIED_INCOME = auto()  # in points, of activations that count, exchange or steal
    COVERED = auto()  # chance of activations by a roll, each kind of card once
    POWERS_ROLL = auto()  # lasting powers, by when they work
    POWERS_DOUBLES = auto()
    POWERS_START = auto()
    POWERS_SLAY = auto()
    POWERS_CITIZEN = auto()
    POWERS_END = auto()
    POWERS_ALWAYS = auto()
    MONSTERS = auto()  # cards taken
    CITIZENS = auto()
    DOMAINS = auto()
    MONSTER_NEXT = auto()  # points of the best Monster that can probably be slain next turn
    MONSTERS_NEAR = auto()  # points of all, weighted less the more is lacking
    DOMAIN_NEXT = auto()
    DOMAINS_NEAR = auto()
    ROLES_LACKING = auto()  # for Domains in view
    LEFT_TO_NEXT = auto()  # points of the best card that the next player can take at once
    DUKE_MONSTERS = auto()  # points that the Duke gives for a Monster, Citizen, Domain in the grid
    DUKE_CITIZENS = auto()
    DUKE_DOMAINS = auto()
    DUKE_RESOURCES = auto()  # points that the Duke gives for a resource


NUM_FEATURES = len(Feature)
TIMES = 3  # weights of a feature: late, in the middle and early in the game
NUM_WEIGHTS = NUM_FEATURES * TIMES


class Weight(IntEnum):
    """The weights that follow those of the features."""

    LEAD = NUM_WEIGHTS  # being ahead as the end comes near
    ROUNDS = auto()  # rounds of a game
    BUDGET = auto()  # positions looked at in a decision


@compiled
def value(state: State, table: Table, seat: int, weights: Weights, facts: Features) -> float:
    """Return the value of the position for `seat` at the end of its turn; `facts` is scratch."""
    rounds = rounds_to_come(state, table, weights)
    measure(state, table, seat, facts, rounds)
    step, later = place_in_time(rounds)
    worth = 0.0
    for feature in range(NUM_FEATURES):
        first = feature * TIMES + step
        weight = weights[first] * (1.0 - later) + weights[first + 1] * later
        worth += facts[feature] * weight
    if weights[Weight.LEAD] != 0.0 and table.num_seats > 1:
        lead = facts[Feature.POINTS] + facts[Feature.DUKE] - most_of_others(state, table, seat)
        worth += weights[Weight.LEAD] * min(_CLEAR, max(-_CLEAR, lead)) / (1.0 + rounds)
    return worth


@compiled
def write_features(state: State, table: Table, seat: int, weights: Weights, row: Features) -> None:
    """Write the factor of each weight of a feature in the value of the position."""
    facts = np.empty(NUM_FEATURES)
    rounds = rounds_to_come(state, table, weights)
    measure(state, table, seat, facts, rounds)
    step, later = place_in_time(rounds)
    row[:NUM_WEIGHTS] = 0.0
    for feature in range(NUM_FEATURES):
        first = feature * TIMES + step
        row[first] = facts[feature] * (1.0 - later)
        row[first + 1] = facts[feature] * later


@inlined
def place_in_time(rounds: float) -> tuple[int, float]:
    """Return the step before the position (0 late, 1 middle), and the share of the next step.

    Weights are interpolated between late, middle and early in the game.
    """
    place = min(2.0, rounds / _MIDDLE)
    step = 0 if place < 1.0 else 1
    return step, place - step


@inlined
def rounds_to_come(state: State, table: Table, weights: Weights) -> float:
    """Return how many rounds are expected to come; 0 if an end condition holds (V9)."""
    if end_condition(state, table) > 0:
        return 0.0
    return max(1.0, weights[Weight.ROUNDS] - wide(state.rounds))


@compiled
def measure(state: State, table: Table, seat: int, facts: Features, rounds: float) -> None:
    """Write the features of the position for `seat`."""
    player = state.seats[seat]
    duke = wide(player.duke) - 1
    points, extra = points_in_view(state, seat), 0
    gold, strength, magic, income, varied, covered = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    values = (_RESOURCE_VALUE, _RESOURCE_VALUE, _RESOURCE_VALUE, 1.0)
    for card in range(wide(table.num_cards)):
        owned = wide(player.owned[card])
        if owned == 0:
            continue
        face = table.cards[card]
        if duke >= 0:
            extra += owned * wide(table.dukes[duke].points[card])
        if face.kind == Kind.CITIZEN or face.kind == Kind.STARTER:
            gold += owned * face.plain[Good.GOLD]
            strength += owned * face.plain[Good.STRENGTH]
            magic += owned * face.plain[Good.MAGIC]
            income += owned * face.plain[Good.VP]
            covered += face.chance
            if face.varied:
                varied += owned * varied_income(state, table, seat, values, card)
    facts[Feature.POINTS] = points
    facts[Feature.DUKE] = extra
    facts[Feature.GOLD_INCOME] = gold
    facts[Feature.STRENGTH_INCOME] = strength
    facts[Feature.MAGIC_INCOME] = magic
    facts[Feature.POINT_INCOME] = income
    facts[Feature.VARIED_INCOME] = varied
    facts[Feature.COVERED] = covered
    facts[Feature.MONSTERS] = player.monsters
    facts[Feature.CITIZENS] = player.citizens
    facts[Feature.DOMAINS] = player.domains
    measure_resources(state, table, seat, facts, rounds)
    for timing in range(Timing.ROLL, Timing.ALWAYS + 1):
        facts[Feature.POWERS_ROLL + timing - Timing.ROLL] = 0.0
    for power in range(wide(player.num_powers)):
        timing = wide(table.abilities[player.powers[power]].timing)
        facts[Feature.POWERS_ROLL + timing - Timing.ROLL] += 1.0
    measure_grid(state, table, seat, facts)
    measure_duke(state, table, seat, facts)


@inlined
def measure_resources(
    state: State, table: Table, seat: int, facts: Features, rounds: float
) -> None:
    """Write the resources of the seat; at the end only the Duke's points for them (V10.3)."""
    goods = state.seats[seat].goods
    gold, strength = float(goods[Good.GOLD]), float(goods[Good.STRENGTH])
    magic = float(goods[Good.MAGIC])
    duke = wide(state.seats[seat].duke) - 1
    held = gold + strength + magic
    facts[Feature.LEFTOVERS] = resource_points(table, duke, held)
    if rounds == 0.0:
        if duke >= 0:
            facts[Feature.DUKE] += points_for_resources(table, duke, held)
        facts[Feature.LEFTOVERS] = 0.0
        gold, strength, magic = 0.0, 0.0, 0.0
    facts[Feature.GOLD], facts[Feature.GOLD_ROOT] = gold, sqrt(gold)
    facts[Feature.STRENGTH], facts[Feature.STRENGTH_ROOT] = strength, sqrt(strength)
    facts[Feature.MAGIC], facts[Feature.MAGIC_ROOT] = magic, sqrt(magic)


@inlined
def points_for_resources(table: Table, duke: int, held: float) -> float:
    """Return a Duke's points for resources at the end; each term is rounded down (V10.3)."""
    points = 0.0
    for row in range(wide(table.dukes[duke].first_item), wide(table.dukes[duke].end_item)):
        item = table.items[row]
        if item.divisor > 0:
            points += wide(item.amount) * (held // wide(item.divisor))
    return points


@inlined
def measure_grid(state: State, table: Table, seat: int, facts: Features) -> None:
    """Write the value of the top Monsters and Domains, after a round's expected income."""
    player = state.seats[seat]
    goods = player.goods
    duke = wide(player.duke) - 1
    gold = goods[Good.GOLD] + facts[Feature.GOLD_INCOME]
    strength = goods[Good.STRENGTH] + facts[Feature.STRENGTH_INCOME]
    magic = goods[Good.MAGIC] + facts[Feature.MAGIC_INCOME]
    following = (seat + 1) % wide(table.num_seats)
    rival = state.seats[following]
    best, near, left = 0.0, 0.0, 0
    for stack in range(FIRST_CITIZENS):
        card = top_card(state, stack)
        if card == NO_CARD:
            continue
        worth = float(table.cards[card].vp)
        if duke >= 0:
            worth += table.dukes[duke].points[card]
        need, spell = unmarked_price(state, table, seat, card)
        lacking = max(0.0, max(0.0, need - strength) + spell - magic)
        best = max(best, worth * max(0.0, 1.0 - 0.3 * lacking))
        near += worth / (2.0 + lacking)
        if need <= rival.goods[Good.STRENGTH] and spell <= rival.goods[Good.MAGIC]:
            left = max(left, wide(table.cards[card].vp))
    facts[Feature.MONSTER_NEXT], facts[Feature.MONSTERS_NEAR] = best, near
    best, near, missing = 0.0, 0.0, 0
    for stack in range(FIRST_DOMAINS, NUM_STACKS):
        card = top_card(state, stack)
        if card == NO_CARD:
            continue
        face = table.cards[card]
        promise = float(face.vp)
        if duke >= 0:
            promise += table.dukes[duke].points[card]
        roles, rivals = 0, 0
        for role in range(NUM_ROLES):
            roles += max(0, wide(face.icons[role]) - wide(player.roles[role]))
            rivals += max(0, wide(face.icons[role]) - wide(rival.roles[role]))
        lacking = max(0.0, building_price(state, table, seat, card) - gold)
        missing += roles
        if roles == 0:
            best = max(best, promise * max(0.0, 1.0 - 0.3 * lacking))
        near += promise / (2.0 + lacking + 2.0 * roles)
        if rivals == 0 and face.cost <= rival.goods[Good.GOLD]:
            left = max(left, wide(face.vp))
    facts[Feature.DOMAIN_NEXT], facts[Feature.DOMAINS_NEAR] = best, near
    facts[Feature.ROLES_LACKING], facts[Feature.LEFT_TO_NEXT] = missing, left


@inlined
def measure_duke(state: State, table: Table, seat: int, facts: Features) -> None:
    """Write the mean points of the Duke for the cards in the grid, by type."""
    duke = wide(state.seats[seat].duke) - 1
    facts[Feature.DUKE_RESOURCES] = resource_points(table, duke, 1.0)
    for kind in range(3):
        mean = mean_points(state, table, duke, kind) if duke >= 0 else 0.0
        facts[Feature.DUKE_MONSTERS + kind] = mean


@compiled
def most_of_others(state: State, table: Table, seat: int) -> float:
    """Return the most points that another seat has in view."""
    most = 0
    for other in range(wide(table.num_seats)):
        if other != seat:
            most = max(most, points_in_view(state, other))
    return float(most)
