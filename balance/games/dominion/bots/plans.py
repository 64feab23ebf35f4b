"""Plans: the buy lists of the game that a search simulates, and the policy.

They are one array of numbers: for each plan, four numbers (where its list begins and ends, where
the cards that it needs begin, and how many they are); then those cards, the lists, and last the
length of the array.  All places are counted from the beginning of the array.
"""

from collections.abc import Iterable, Sequence

import numpy as np

from balance.bots.search import Indices
from balance.compiling.jit import compiled, inlined
from balance.engine.layout import State, Table, Weights, wide
from balance.games.dominion.bots.conditions import Slot, is_named
from balance.games.dominion.layout import COPPER, ESTATE

POLICY = 0  # the first plan, which fits any Kingdom: the list of greedy, for which the policy plays
_HEAD = 4  # numbers of a plan before the lists


def plans_of(lists: Iterable[tuple[Sequence[int], Sequence[float]]]) -> tuple[float, ...]:
    """Return the array of some plans, each the kinds that it needs and the numbers of its list."""
    plans = list(lists)
    needs = [float(kind) for kinds, _ in plans for kind in kinds]
    numbers = [number for _, own in plans for number in own]
    heads: list[float] = []
    need = 1 + _HEAD * len(plans)
    start = need + len(needs)
    for kinds, own in plans:
        heads += [start, start + len(own), need, len(kinds)]
        need += len(kinds)
        start += len(own)
    return (float(len(plans)), *map(float, heads), *needs, *numbers, float(start + 1))


@inlined
def plans_in(weights: Weights) -> Weights:
    """Return the array of the plans, with which a bot's weights end."""
    return weights[len(weights) - wide(weights[-1]) :]


@inlined
def list_of(plans: Weights, plan: int) -> Weights:
    """Return the numbers of a plan's buy list."""
    head = 1 + _HEAD * plan
    return plans[wide(plans[head]) : wide(plans[head + 1])]


@compiled
def fitting_plans(view: State, plans: Weights) -> Indices:
    """Return the plans whose cards are all in the supply."""
    found = np.empty(wide(plans[0]), np.int64)
    size = wide(0)
    for plan in range(len(found)):
        head = 1 + _HEAD * plan
        first = wide(plans[head + 2])
        missing = wide(0)
        for place in range(first, first + wide(plans[head + 3])):
            missing += 1 - (wide(view.in_supply) >> wide(plans[place]) & 1)
        if missing == 0:
            found[size] = plan
            size += 1
    return found[:size]


@compiled
def write_guesses(
    view: State, table: Table, plans: Weights, fitting: Indices, followed: Indices
) -> None:
    """Write into `followed`, by seat, the plan that names most of the cards that the seat has got.

    The first one of `fitting` if several do.
    """
    for seat in range(table.num_seats):
        most = -1
        for plan in fitting:
            named = named_cards(view, list_of(plans, wide(plan)), seat)
            if named > most:
                most = named
                followed[seat] = plan


@compiled
def named_cards(view: State, own: Weights, seat: int) -> int:
    """Return how many cards of a seat a list would buy, but for Coppers and Estates."""
    named = wide(0)
    for place in range(view.num_kinds):
        kind = wide(view.kinds[place])
        if kind != COPPER and kind != ESTATE and is_named(own, wide(Slot.BUY), kind):
            named += wide(view.seats[seat].owned[kind])
    return named
