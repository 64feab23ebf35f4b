"""What the policy sees of purchases to come: the best card that can be bought with given goods.

Most cards are out of reach of all choices of a decision.  So prices are written first, and only
cards within reach are valued: those are listed with the best one first.
"""

from typing import Any

import numpy as np

from balance.compiling.jit import inlined
from balance.engine.layout import State, Table, Weights, float64, int64, struct, wide
from balance.games.valeria.bots.greedy_values import (
    STRENGTH,
    as_tuple,
    citizen_value,
    domain_value,
    monster_value,
    roles_lacking,
    rounds_left,
)
from balance.games.valeria.layout import (
    FIRST_CITIZENS,
    FIRST_DOMAINS,
    NO_CARD,
    NUM_ROLES,
    NUM_STACKS,
)
from balance.games.valeria.rules.actions import card_at
from balance.games.valeria.rules.paying import building_price, recruiting_price, slaying_price

PURCHASES = struct(
    # By stack; what the player cannot have costs infinite magic.
    ("slain", int64, (NUM_STACKS,)),  # 1 for what is paid with strength, else 0
    ("need", float64, (NUM_STACKS,)),  # gold or strength
    ("magic", float64, (NUM_STACKS,)),
    ("gain", float64, (NUM_STACKS,)),  # greedy's value less the price, of cards within reach
    ("order", int64, (NUM_STACKS,)),  # stacks within reach with a gain, the best first
    ("listed", int64),  # how many these are
)


@inlined
def is_slain(view: State, table: Table, stack: int) -> bool:
    """Return whether what can be gained from the stack is slain: a Monster or an event (V14.10)."""
    return (stack < FIRST_CITIZENS) | ((table.num_events > 0) & (view.events[stack] > 0))


@inlined
def write_prices(view: State, table: Table, seat: int, purchases: Any) -> None:
    """Write the price of each card that the player may get (V6.4 - V6.7)."""
    have = view.seats[seat].roles
    for stack in range(NUM_STACKS):
        card = card_at(view, table, stack)
        need, magic = wide(0), wide(0)
        is_open = card != NO_CARD
        is_monster = is_slain(view, table, stack)
        if is_open:
            if is_monster:
                need, magic = slaying_price(view, table, seat, stack, card)
            elif stack < FIRST_DOMAINS:
                need = recruiting_price(view, table, seat, card)
            else:
                icons = table.cards[card].icons
                for role in range(NUM_ROLES):
                    is_open &= icons[role] <= have[role]
                need = building_price(view, table, seat, card)
        purchases.slain[stack] = is_monster
        purchases.need[stack] = need
        purchases.magic[stack] = magic if is_open else np.inf


@inlined
def write_purchases(
    view: State,
    table: Table,
    seat: int,
    weights: Weights,
    purchases: Any,
    gold: float,
    strength: float,
    magic: float,
) -> None:
    """Value the cards that can be bought with at most so much; their prices are written."""
    values = as_tuple(weights)
    unit = weights[STRENGTH]
    rounds = rounds_left(view, table, weights)
    lacking = roles_lacking(view, table, seat)
    size = 0
    for stack in range(NUM_STACKS):
        if not can_buy(purchases, stack, gold, strength, magic):
            continue
        card = card_at(view, table, stack)
        if purchases.slain[stack]:
            worth = monster_value(view, table, seat, values, card)
        elif stack < FIRST_DOMAINS:
            worth = citizen_value(view, table, seat, values, card, rounds, lacking)
        else:
            worth = domain_value(view, table, seat, values, card, rounds)
        gain = worth - unit * (purchases.need[stack] + purchases.magic[stack])
        purchases.gain[stack] = gain
        if gain > 0.0:
            place = size
            while place > 0 and purchases.gain[purchases.order[place - 1]] < gain:
                purchases.order[place] = purchases.order[place - 1]
                place -= 1
            purchases.order[place] = stack
            size += 1
    purchases.listed = size


@inlined
def can_buy(purchases: Any, stack: int, gold: float, strength: float, magic: float) -> bool:
    """Return whether the card there can be paid with so much (V7.1)."""
    held = strength if purchases.slain[stack] else gold
    need = purchases.need[stack]
    spare = magic - purchases.magic[stack]
    return (spare >= 0.0) & ((need <= 0.0) | ((held >= 1.0) & (need <= held + spare)))


@inlined
def best_purchase(
    purchases: Any, without: int, gold: float, strength: float, magic: float
) -> float:
    """Return the value of the best card that can be bought with so much, less its price.

    It is at least 0. `without` is a stack to leave out.
    """
    best = 0.0
    for place in range(purchases.listed):
        stack = wide(purchases.order[place])
        if stack != without and can_buy(purchases, stack, gold, strength, magic):
            best = purchases.gain[stack]
            break
    return best
