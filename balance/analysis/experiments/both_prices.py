"""Which price of a card suits two bots: of those from what one advises to what the other does."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import hypot

import pandas as pd

from balance.analysis.experiments.fair_price import PriceCurve, closest_price, fair_price
from balance.engine.game import Piece
from balance.stats.intervals import INTERVAL, Estimate


@dataclass(frozen=True)
class BothPrices:
    """The price curves of a card as two bots play it, at the whole prices that may suit both."""

    own: PriceCurve
    second: PriceCurve

    @property
    def card(self) -> Piece:
        """The card."""
        return self.own.card

    @cached_property
    def prices(self) -> tuple[int, ...]:
        """The whole prices from what one bot finds fair to what the other does.

        Of those that both played; all of these if none lies there.
        """
        low, high = sorted(map(fair_whole, (self.own, self.second)))
        both = sorted(set(self.own.prices) & set(self.second.prices))
        return tuple(price for price in both if low <= price <= high) or tuple(both)

    @property
    def best(self) -> int:
        """The price at which the bot that finds it less fair is nearest to fair."""
        return min(self.prices, key=lambda price: self._worst(price)[0])

    @property
    def near(self) -> tuple[int, ...]:
        """Other prices that are not clearly farther from fair than the best, for the worse bot."""
        found = []
        miss, half = self._worst(self.best)
        for price in self.prices:
            other, other_half = self._worst(price)
            if price != self.best and other - miss < hypot(half, other_half):
                found.append(price)
        return tuple(found)

    def _worst(self, price: int) -> tuple[float, float]:
        """Return how far a price is from fair for the bot that finds it less fair; half a 95%."""
        return max((abs(row["value"]), (row["high"] - row["low"]) / 2) for row in self.over(price))

    def over(self, price: int) -> tuple[dict[str, float], dict[str, float]]:
        """Return by how much the card is worth more than the others: value, low, high, by bot."""
        (own, of_own), (second, of_second) = self._estimates
        return (
            of_own.row("", own.index(price), INTERVAL),
            of_second.row("", second.index(price), INTERVAL),
        )

    @cached_property
    def _estimates(self) -> list[tuple[Sequence[int], Estimate]]:
        return [(one.prices, one.over.estimate()) for one in (self.own, self.second)]


def fair_whole(curve: PriceCurve) -> int:
    """Return the whole price that is nearest to fair; an end of what was played if none is."""
    found = closest_price(fair_price(curve).value)
    if found is not None:
        return found
    return curve.prices[0] if curve.sides[0] < 0 else curve.prices[-1]


def to_be_played(own: PriceCurve, second: PriceCurve) -> tuple[list[int], list[int]]:
    """Return the prices that each bot still has to play, so that both played all between."""
    low, high = sorted(map(fair_whole, (own, second)))
    between = range(low, high + 1)
    missing = [[one for one in between if one not in curve.prices] for curve in (own, second)]
    return missing[0], missing[1]


def both_table(both: Sequence[BothPrices]) -> pd.DataFrame:
    """Return a row for each card and price.

    Columns: id, card, price; the difference from the others of its kind as value, low, high after
    ``own_`` and ``second_``, by bot; is_best.
    """
    rows = []
    for one in both:
        for price in one.prices:
            row: Mapping[str, object] = {"id": one.card.id, "card": one.card.name, "price": price}
            for name, over in zip(("own_", "second_"), one.over(price), strict=True):
                row = {**row, **{f"{name}{part}": number for part, number in over.items()}}
            rows.append({**row, "is_best": price == one.best})
    return pd.DataFrame(rows)
