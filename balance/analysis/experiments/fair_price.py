"""The fair price of a card, found by playing the game at several prices.

The *option value* of a card is what a player loses who may not take it.  A card has a *fair price*
where its option value, with the price charged to everybody, is that of the other cards of its kind
at their printed prices (their mean).  It is not extrapolated: games are played at whole prices
until one is clearly too low and one clearly too high, and at all whole prices between.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
import pandas as pd
from scipy.optimize import isotonic_regression

from balance.analysis.experiments.arm_sums import entry_sums
from balance.analysis.metrics.fold_sums import FoldSums
from balance.engine.game import Piece
from balance.runner.arms import ArmResult
from balance.stats.intervals import Floats
from balance.stats.jackknife import Replicates, average, concatenate
from balance.stats.picked import picked_z
from balance.stats.verdict import sides

MOST_ABOVE = 16  # how far above the printed price is tried
NEVER = 0.01  # share of the games: a card taken in fewer is not tested by the player
_GRID = 100  # places between two whole prices at which the fair price is looked for
FOLDS_OF_CARD = "folds"


@dataclass(frozen=True)
class PriceCurve:
    """The option value of a card at several prices that everybody pays.

    Attributes
    ----------
    values : Replicates, of each price
        As shares of a win.
    usual : Replicates, of one
        The option value that a fairly priced card has.
    taken : float64 array, shape (prices,)
        The share of games in which anyone takes the card.
    moved : tuple of int
        The prices at which it lies under other cards than at the printed one.
    """

    card: Piece
    prices: tuple[int, ...]  # from the lowest to the highest
    values: Replicates
    usual: Replicates
    taken: Floats
    moved: tuple[int, ...] = ()

    @property
    def over(self) -> Replicates:
        """By how much the option value at each price is above the usual one."""
        return self.values - self.usual.take(np.zeros(len(self.prices), np.int64))

    @property
    def sides(self) -> tuple[int, ...]:
        """1 for each price that is clearly too low, -1 clearly too high, 0 for the others."""
        return tuple(sides(self.over.estimate()).tolist())

    @property
    def is_tested(self) -> bool:
        """Whether the player takes the card at the lowest price that was played."""
        return bool(self.taken[0] >= NEVER)


@dataclass(frozen=True)
class FairPrice:
    """The fair price of a card with an interval of 95 %; nan if there is none.

    Attributes
    ----------
    is_below, is_above : bool
        Whether the interval may go on below the lowest price played, or above the highest.
    """

    value: float
    low: float
    high: float
    is_below: bool
    is_above: bool

    @property
    def is_known(self) -> bool:
        """Whether the whole interval lies within the prices that were played."""
        return not (np.isnan(self.value) or self.is_below or self.is_above)


def option_values(arms: Iterable[ArmResult]) -> Replicates:
    """Return what the banned entry of each arm loses, in the order of the arms."""
    return concatenate([
        entry_sums(arm).win_rate().minus(1 / arm.arm.match.game_table.num_seats).times(-1.0)
        for arm in arms
    ])  # fmt: skip


def price_curves(
    cards: Iterable[Piece],
    bans: Mapping[str, ArmResult],
    repriced: Iterable[ArmResult],
    taken: Mapping[str, float] = MappingProxyType({}),
) -> list[PriceCurve]:
    """Return the option values of cards at the prices that were played.

    Parameters
    ----------
    cards : iterable of Piece
        Those without a ban, or without another card of their kind that has one, are left out.
    bans : mapping of str to ArmResult
        By the id of the card: it is banned for one entry, at its printed price.
    repriced : iterable of ArmResult
        Cards banned for one entry, at other prices that everybody pays.
    taken : mapping of str to float
        The share of games in which anyone takes a card at its printed price, by its id, for bans
        that do not count it.
    """
    others = {
        card: {
            name: arm for name, arm in bans.items() if name != card.id and _is_alike(card, arm)
        } for card in cards
    }  # fmt: skip
    repriced = list(repriced)
    return [
        _price_curve(
            card,
            {card.price: bans[card.id]}
            | {one.arm.amount: one for one in repriced if one.arm.subject == card.id},
            rest,
            taken.get(card.id, np.nan),
        )
        for card, rest in others.items()
        if rest and card.id in bans
    ]


def _is_alike(card: Piece, arm: ArmResult) -> bool:
    """Return whether the card of an arm is of the same kind as another one, and paid alike."""
    table = arm.arm.match.game_table
    other = table.cards[table.row_of(arm.arm.subject)]
    return (other.kind, other.paid_in) == (card.kind, card.paid_in)


def _price_curve(
    card: Piece, arms: Mapping[int, ArmResult], others: Mapping[str, ArmResult], taken: float
) -> PriceCurve:
    by_price = dict(sorted(arms.items()))
    rest = option_values(others.values())
    usual = average([rest.take([place]) for place in range(len(others))])
    shares = _taken(card, by_price, taken)
    tables = {price: arm.arm.match.game_table for price, arm in by_price.items()}
    above = {price: one.cards[one.row_of(card.id)].above for price, one in tables.items()}
    moved = tuple(price for price, ids in above.items() if set(ids) != set(card.above))
    return PriceCurve(card, tuple(by_price), option_values(by_price.values()), usual, shares, moved)


def _taken(card: Piece, arms: Mapping[int, ArmResult], unknown: float) -> Floats:
    shares = []
    for arm in arms.values():
        folds = arm.totals.get(FOLDS_OF_CARD)
        if folds is None:
            shares.append(unknown)
            continue
        assert isinstance(folds, FoldSums)
        row = arm.arm.match.game_table.row_of(card.id)
        there = int(folds.available[:, row].sum())
        shares.append(int(folds.taken[:, row].sum()) / there if there else np.nan)
    return np.array(shares)


def next_price(curve: PriceCurve, lowest: int = 0) -> int | None:
    """Return the price to be played next; None if the curve is complete.

    Parameters
    ----------
    lowest : int
        The lowest price that the card can have.
    """
    prices, sides = curve.prices, curve.sides
    printed = curve.card.price
    too_low = [price for price, side in zip(prices, sides, strict=True) if side > 0]
    too_high = [price for price, side in zip(prices, sides, strict=True) if side < 0]
    if not too_high and prices[-1] < printed + MOST_ABOVE:
        return min(prices[-1] + max(prices[-1] - printed, 1), printed + MOST_ABOVE)
    if not too_low and prices[0] > lowest:
        return max(prices[0] - max(printed - prices[0], 1), lowest)
    if sides[0] < 0 or sides[-1] > 0:  # all prices are too high, or too low
        return None
    # Where one side has no end, prices far from the other one would say nothing more.
    first = (
        max(too_low)
        if too_low
        else max(
            (price for price in prices if price < min(too_high, default=prices[0])),
            default=prices[0],
        )
    )
    last = min(
        (price for price in too_high if price > first),
        default=min((price for price in prices if price > first), default=first),
    )
    missing = [price for price in range(first + 1, last) if price not in prices]
    if not missing:  # the fair price lies between two whole ones, which are played, too
        value = fair_value(curve)
        beside = [] if np.isnan(value) else [int(np.floor(value)), int(np.ceil(value))]
        missing = [price for price in beside if price not in prices]
    return missing[len(missing) // 2] if missing else None


def fair_value(curve: PriceCurve) -> float:
    """Return where the option value falls to the usual one; nan if not within the prices played.

    See `crossing`; prices are weighted by the errors of their values.
    """
    errors = curve.values.errors()
    is_weighted = bool(np.isfinite(errors).all() and (errors > 0).all())
    weights = 1 / errors**2 if is_weighted else np.ones(len(errors))
    return crossing(curve.prices, curve.over.value, weights)


def crossing(prices: Sequence[int], over: Floats, weights: Floats) -> float:
    """Return where values that can only fall with the price meet 0; nan if they do not.

    A falling step function is fitted (isotonic regression), which uses all prices, and joined by
    straight lines.  The first price at which the values as they are fall below 0 would be too
    low, where they are flat: it is the first of many that luck may pull down.

    References
    ----------
    Barlow et al., Statistical Inference under Order Restrictions, 1972, chapter 1.
    """
    if not np.isfinite(over).all():
        return np.nan
    fit = isotonic_regression(over, weights=weights, increasing=False).x
    if not fit[0] > 0 > fit[-1]:
        return np.nan
    left, right = int(np.flatnonzero(fit > 0)[-1]), int(np.flatnonzero(fit < 0)[0])
    share = fit[left] / (fit[left] - fit[right])
    return float(prices[left] + share * (prices[right] - prices[left]))


def closest_price(value: float) -> int | None:
    """Return a fair price as a whole one; None if there is none."""
    return None if np.isnan(value) else int(np.floor(value + 0.5))


def fair_price(curve: PriceCurve, picked_of: int = 1) -> FairPrice:
    """Return the fair price; see `fair_value`.

    The interval is made of all prices, on straight lines between those that were played, at which
    the difference from the usual option value is not significant (a test inverted), so it holds
    also where the curve is flat.

    Parameters
    ----------
    picked_of : int
        From how many cards this one is picked; see `stats.picked`.
    """
    over, prices = curve.over, np.array(curve.prices, np.float64)
    if len(prices) < 2:
        places, left, share = prices, np.zeros(1, np.int64), np.zeros(1)
        right = left
    else:
        places = np.linspace(prices[0], prices[-1], int(prices[-1] - prices[0]) * _GRID + 1)
        right = np.clip(np.searchsorted(prices, places), 1, len(prices) - 1)
        left = right - 1
        share = (places - prices[left]) / (prices[right] - prices[left])

    def join(values: Floats) -> Floats:
        return np.asarray(values[..., left] * (1 - share) + values[..., right] * share)

    between = Replicates(
        join(over.value), join(over.leave_one_out), np.full(len(places), over.folds.min()),
        join(np.broadcast_to(over.unseen, len(prices))),
    ).estimate(picked_z(picked_of))  # fmt: skip
    is_even = (between.low <= 0) & (between.high >= 0)
    is_below = bool(between.high[0] < 0 or is_even[0])
    is_above = bool(between.low[-1] > 0 or is_even[-1])
    value = fair_value(curve)
    if not is_even.any():  # between two places, if there is a value
        return FairPrice(value, value - 1 / _GRID, value + 1 / _GRID, is_below, is_above)
    found = places[is_even]
    low, high = np.fmin(found[0], value), np.fmax(found[-1], value)
    return FairPrice(value, float(low), float(high), is_below, is_above)


def prices_table(curves: list[PriceCurve]) -> pd.DataFrame:
    """Return a row for each card and price that was played.

    Columns: id, card, kind, paid_in, printed (its price), price; the option value as value, low,
    high; the same over the usual one, after ``over_``; usual; side (1 clearly too low, -1 clearly
    too high, else 0); has_value (whether its whole interval lies above 0); taken (share of games).
    """
    tables = []
    for curve in curves:
        values, over = curve.values.estimate(), curve.over.estimate()
        tables.append(
            pd.DataFrame(
                {
                    "id": curve.card.id, "card": curve.card.name, "kind": curve.card.kind,
                    "paid_in": curve.card.paid_in, "printed": curve.card.price,
                    "price": curve.prices,
                }
                | values.columns(names=("value", "low", "high"))
                | over.columns("over_", ("value", "low", "high"))
                | {
                    "usual": curve.usual.value[0], "side": curve.sides,
                    "has_value": values.low > 0, "taken": curve.taken,
                }
            )
        )  # fmt: skip
    return pd.concat(tables, ignore_index=True)


def fair_prices_table(curves: list[PriceCurve], picked_of: int = 1) -> pd.DataFrame:
    """Return a row for each card; `picked_of`: see `fair_price`.

    Columns: id, card, kind, paid_in, printed; the fair price as value, low, high; is_below and
    is_above (whether the interval may go on beyond the prices played); closest (the fair price
    as a whole one; missing if there is none); usual (option value of the others of its kind)
    as value, low, high after ``usual_``; tested (whether the player takes the card).
    """
    rows = []
    for curve in curves:
        fair, usual = fair_price(curve, picked_of), curve.usual.estimate()
        rows.append(
            {
                "id": curve.card.id, "card": curve.card.name, "kind": curve.card.kind,
                "paid_in": curve.card.paid_in, "printed": curve.card.price,
                "value": fair.value, "low": fair.low, "high": fair.high,
                "is_below": fair.is_below, "is_above": fair.is_above,
                "closest": closest_price(fair.value), "tested": curve.is_tested,
            }
            | usual.row("usual_", 0, ("value", "low", "high"))
        )  # fmt: skip
    return pd.DataFrame(rows).astype({"closest": "Int64"})
