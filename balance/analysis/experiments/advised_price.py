"""A price that was advised, in the game that has it.

The fair price holds the other cards still: it compares the card at other prices with what the
others are worth at the printed prices.  But a card that becomes cheaper may take from others what
they were worth.  So the game with the advised price is played, on fresh deals, with a ban of each
card of the kind.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from balance.analysis.experiments.fair_price import (
    PriceCurve,
    closest_price,
    crossing,
    fair_price,
    option_values,
)
from balance.engine.game import Piece
from balance.runner.arms import ArmResult
from balance.stats.jackknife import Replicates, average
from balance.stats.verdict import sides

MOST_TRIES = 3  # advised prices of a card


@dataclass(frozen=True)
class AdvisedPrice:
    """The option values in the game in which a card has another price.

    Attributes
    ----------
    value, usual : Replicates, of one
        Of the card, and the mean of the others of its kind.
    """

    card: Piece
    price: int
    value: Replicates
    usual: Replicates

    @property
    def over(self) -> Replicates:
        """By how much the card is worth more than the others."""
        return self.value - self.usual

    @property
    def side(self) -> int:
        """1 if the price is clearly too low there, -1 too high, 0 if it cannot be told from fair.

        Like `PriceCurve.sides`.
        """
        return int(sides(self.over.estimate())[0])


def advised_price(card: Piece, price: int, bans: Mapping[str, ArmResult]) -> AdvisedPrice:
    """Return what bans of a card and of the others of its kind show, in the game with a price."""
    rest = option_values([arm for name, arm in bans.items() if name != card.id])
    usual = average([rest.take([place]) for place in range(len(rest.value))])
    return AdvisedPrice(card, price, option_values([bans[card.id]]), usual)


def first_advice(curve: PriceCurve) -> int | None:
    """Return the whole price to play the game with; None if the card needs no other, or has none.

    It needs none if its printed price may be fair or is the closest whole one.  Where no price
    that was played is high enough, or low enough, it is the last of them: with the others as they
    are at the printed prices it is not fair, but its own game decides.
    """
    fair, printed = fair_price(curve), curve.card.price
    if not curve.is_tested or fair.low <= printed <= fair.high:
        return None
    if curve.sides[0] < 0:
        value = float(curve.prices[0])
    elif curve.sides[-1] > 0:
        value = float(curve.prices[-1])
    else:
        value = fair.value
        if np.isnan(value):
            value = np.floor(fair.high) if fair.is_below else np.ceil(fair.low)
    price = closest_price(value)
    return None if price == printed else price


def next_advice(curve: PriceCurve, tried: Sequence[AdvisedPrice]) -> int | None:
    """Return the price to try after those that were; None if it is found, or no other is in sight.

    Where the last one was clearly wrong: between the prices that are too low and too high in the
    games that have them, the whole one closest to where the difference vanishes; where nothing is
    too low, or too high, one step further.
    """
    if not tried:
        return first_advice(curve)
    last = tried[-1]
    low, high = bracket(curve, tried)
    if not last.side or len(tried) == MOST_TRIES:
        return None
    if low is None or high is None:
        price = last.price + last.side
        return price if curve.prices[0] <= price <= curve.prices[-1] else None
    if high - low < 2:
        return None
    over = {one.price: float(one.over.value[0]) for one in tried}
    over.setdefault(curve.card.price, float(curve.over.value[_printed(curve)]))
    value = crossing([low, high], np.array([over[low], over[high]]), np.ones(2))
    return int(np.clip(closest_price(value) or 0, low + 1, high - 1))


def bracket(curve: PriceCurve, tried: Sequence[AdvisedPrice]) -> tuple[int | None, int | None]:
    """Return the highest price that is clearly too low, and the lowest above it too high.

    Each in the game that has it: the printed price, and those that were tried.
    """
    sides = {curve.card.price: curve.sides[_printed(curve)]}
    sides |= {one.price: one.side for one in tried}
    low = max((price for price, side in sides.items() if side > 0), default=None)
    above = -1 if low is None else low
    dear = (price for price, side in sides.items() if side < 0 and price > above)
    return low, min(dear, default=None)


def _printed(curve: PriceCurve) -> int:
    return curve.prices.index(curve.card.price)


def advise(
    curves: Sequence[PriceCurve],
    play: Callable[[Mapping[str, int], int], Mapping[str, AdvisedPrice]],
) -> list[AdvisedPrice]:
    """Play advised prices until each is even, or no other is in sight; return all, in order.

    Parameters
    ----------
    play : function (price by id of card, number of the try from 0) -> what was seen
        On deals that are used for no other try, so what is seen of the last price is not better
        for its being chosen.
    """
    tried: dict[str, list[AdvisedPrice]] = {curve.card.id: [] for curve in curves}
    for number in range(MOST_TRIES):
        prices = {one.card.id: next_advice(one, tried[one.card.id]) for one in curves}
        wanted = {
            card: price for card, price in prices.items()
            if price is not None and len(tried[card]) == number
        }  # fmt: skip
        if not wanted:
            break
        for card, seen in play(wanted, number).items():
            tried[card].append(seen)
    return [one for some in tried.values() for one in some]


def advised_table(advised: Sequence[AdvisedPrice]) -> pd.DataFrame:
    """Return a row for each price that was tried.

    Columns: id, card, price; as value, low, high: the option value after ``value_``, that of the
    others of its kind in the same game after ``usual_``, the difference after ``over_``; side
    (1 clearly too low, -1 clearly too high, else 0).
    """
    ends = ("value", "low", "high")
    rows = [
        {"id": one.card.id, "card": one.card.name, "price": one.price}
        | one.value.estimate().row("value_", 0, ends)
        | one.usual.estimate().row("usual_", 0, ends)
        | one.over.estimate().row("over_", 0, ends)
        | {"side": one.side}
        for one in advised
    ]
    return pd.DataFrame(rows)
