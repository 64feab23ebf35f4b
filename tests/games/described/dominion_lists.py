"""Buy lists of Dominion for `examples/games/dominion_base`, as far as they play one Action at most.

They are written anew from the lists' texts and share no code with those of the native game.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from balance.compiling.jit import compiled
from balance.engine.game import Bot
from balance.engine.layout import State, Stream, Table, Weights, wide
from balance.games.dominion.layout import COPPER, CURSE, DUCHY, ESTATE, GOLD, PROVINCE, SILVER
from tests.games.described.dominion_pair import cards

KINDS = cards()  # the basic ones have the numbers of the native game
# Zones and numbers in the order of `game.toml`.
SUPPLY, DECK, _HAND, DISCARD, PLAY = range(5)
TURNS_TAKEN = 3
GUARD, ENTRIES = 0, 1  # in the weights: whether not to end a game that it loses, then rows
CARD, MONEY_OVER, PROVINCES_UP_TO, GOLDS_OVER, OWN_BELOW, PER_TREASURE, SIZE = range(7)


@compiled
def choose(view: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Play an Action if there is one; buy the first card of the list whose conditions hold."""
    if table.code[view.asked].a != SUPPLY:
        return 0
    kinds = wide(table.num_kinds)
    owned = np.zeros(kinds, np.int64)
    count_owned(view, table, seat, owned)
    money = owned[COPPER] + 2 * owned[SILVER] + 3 * owned[GOLD]
    treasures = owned[COPPER] + owned[SILVER] + owned[GOLD]
    supply = view.cards[wide(table.zones[SUPPLY].cell) :]
    for first in range(ENTRIES, len(weights), SIZE):
        entry = weights[first : first + SIZE]
        kind = wide(entry[CARD])
        own = owned[kind]
        if (
            money > entry[MONEY_OVER]
            and supply[PROVINCE] <= entry[PROVINCES_UP_TO]
            and owned[GOLD] > entry[GOLDS_OVER]
            and own < entry[OWN_BELOW]
            and own * entry[PER_TREASURE] < treasures
            and not (weights[GUARD] != 0 and ends_in_defeat(view, table, seat, kind))
        ):
            for index in range(view.num_choices):
                if view.choices[index] == kind:
                    return wide(index)
    return wide(view.num_choices) - 1


@compiled
def count_owned(view: State, table: Table, seat: int, owned: Any) -> None:
    """Count what a seat has: how draw pile and hand are mixed is hidden, not what is in both."""
    kinds = len(owned)
    both = wide(table.common[table.zones[DECK].place + seat])
    owned += view.cards[both : both + kinds]
    for zone in (DISCARD, PLAY):
        first = wide(table.zones[zone].cell) + seat * kinds
        owned += view.cards[first : first + kinds]


@compiled
def ends_in_defeat(view: State, table: Table, seat: int, kind: int) -> bool:
    """Return whether the card would be the last of a pile and so end a game that is lost."""
    kinds = wide(table.num_kinds)
    supply = view.cards[wide(table.zones[SUPPLY].cell) :]
    if supply[kind] != 1:
        return False
    empty = 0
    for other in range(kinds):
        empty += table.copies[other] > 0 and supply[other] == 0
    if kind != PROVINCE and empty < 2:
        return False
    owned = np.zeros(kinds, np.int64)
    owned[kind] = 1
    count_owned(view, table, seat, owned)
    own, turns = points(owned), wide(view.seats[seat].numbers[TURNS_TAKEN])
    for other in range(table.num_seats):
        if other != seat:
            owned[:] = 0
            count_owned(view, table, wide(other), owned)
            theirs = points(owned)
            fewer = view.seats[other].numbers[TURNS_TAKEN] < turns
            if theirs > own or (theirs == own and fewer):
                return True
    return False


@compiled
def points(owned: Any) -> int:
    """Return the points of cards."""
    return wide(owned[ESTATE] + 3 * owned[DUCHY] + 6 * owned[PROVINCE] - owned[CURSE])


def buy(
    card: str,
    money_over: int = -1,
    provinces_up_to: int = 99,
    golds_over: int = -1,
    own_below: int = 99,
    per_treasure: int = 0,
) -> tuple[float, ...]:
    """Return a row of a list: the card, and under which conditions it is bought."""
    return (
        KINDS.index(card), money_over, provinces_up_to, golds_over, own_below, per_treasure,
    )  # fmt: skip


def _late(duchies: int) -> tuple[tuple[float, ...], ...]:
    return buy("duchy", provinces_up_to=duchies), buy("estate", provinces_up_to=2)


_GOLD, _SILVER = buy("gold"), buy("silver")
_LISTS: Mapping[str, tuple[tuple[float, ...], ...]] = {
    "naive_big_money": (buy("province"), _GOLD, _SILVER),
    "basic_big_money": (buy("province"), _GOLD, _SILVER),
    "big_money_ultimate": (
        buy("province", money_over=18), *_late(4), _GOLD, buy("duchy", provinces_up_to=6), _SILVER,
    ),
    "smithy_bm": (
        buy("province", money_over=15), *_late(4), _GOLD, buy("duchy", provinces_up_to=6),
        buy("smithy", per_treasure=11), _SILVER,
    ),
    "laboratory_bm": (buy("province", golds_over=0), *_late(4), _GOLD, buy("laboratory"), _SILVER),
    "witch_bm": (
        buy("province", golds_over=0), *_late(5), buy("witch", own_below=1), _GOLD,
        buy("witch", own_below=2), _SILVER,
    ),
}  # fmt: skip


def _bot(name: str) -> Bot:
    numbers = [float(name != "naive_big_money")]
    for row in _LISTS[name]:
        numbers += row
    return Bot(name, choose, {f"number_{place}": each for place, each in enumerate(numbers)})


BOTS = {name: _bot(name) for name in _LISTS}
