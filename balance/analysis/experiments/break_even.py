"""What a card is worth in starting goods, and which cards of its price are worth.

The win rate of an entry that starts with k more of a good rises from an equal share at k = 0. A
card in the starting set is worth the k that gives the same win rate. This is its value from the
first turn on; a card bought later is worth less. So whether a card is underpriced shows not in its
value less its price, but in how far it lies from the other cards of its kind at the same price.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from balance.analysis.experiments.arm_metrics import ARM
from balance.analysis.experiments.arm_sums import ArmSums
from balance.engine.game import Piece
from balance.runner.arms import ArmResult
from balance.stats.intervals import Floats
from balance.stats.isotonic import heights_at, places_of, rising
from balance.stats.jackknife import FEW_FOLDS, Replicates, concatenate, estimate

FEW_CARDS = 4  # cards of a kind that a line needs
LEAST = -2.0  # of a good: values below this are given as a bound
SHIELD = 1e-9  # leverage: a card that decides its line alone lies on it


@dataclass(frozen=True)
class Curve:
    """The win rate as a function of extra starting goods."""

    good: str
    at: Floats  # shape (points,): from 0 on
    rates: Replicates  # rising from the equal share, which is exact
    seen: Replicates  # as counted

    @property
    def most(self) -> float:
        """The largest amount that was tried."""
        return float(self.at[-1])


@dataclass(frozen=True)
class Worth:
    """The values of cards in a good.

    Attributes
    ----------
    bounds : list of str
        Of a card whose interval ends beyond the curve "more than 9.6" or "less than -1.2", with
        97.5 % confidence; else empty.
    """

    values: Replicates  # nan where the curve does not reach
    bounds: list[str]


def sums_of(arm: ArmResult) -> ArmSums:
    """Return the sums of an asymmetric arm."""
    sums = arm.totals[ARM]
    assert isinstance(sums, ArmSums)
    return sums


def curves_of(arms: Sequence[ArmResult]) -> dict[str, Curve]:
    """Return the curve of each good, from the arms of kind GOODS."""
    curves = {}
    for good in dict.fromkeys(one.arm.subject for one in arms):
        own = sorted((one for one in arms if one.arm.subject == good), key=_amount)
        fair = 1 / own[0].arm.match.game_table.num_seats
        at = np.array([0.0, *map(_amount, own)])
        seen = concatenate([sums_of(one).win_rate() for one in own])
        games = np.array([one.games for one in own], np.float64)
        rates = Replicates(
            np.append(fair, rising(seen.value, games, fair)),
            np.insert(rising(seen.leave_one_out, games, fair), 0, fair, axis=1),
            np.append(seen.folds.min(), seen.folds),
        )
        curves[good] = Curve(good, at, rates, seen)
    return curves


def _amount(arm: ArmResult) -> int:
    return arm.arm.amount


def worth(curve: Curve, gifts: Replicates) -> Worth:
    """Return the values of cards, from the win rates of entries that start with them.

    Curve and gifts share their deals, so folds are left out of both together (jackknife).
    """
    at = curve.at
    value = places_of(at, curve.rates.value[None], gifts.value[None])[0]
    without = places_of(at, curve.rates.leave_one_out, gifts.leave_one_out)
    folds = np.minimum(gifts.folds, curve.rates.folds.min())
    reaches = np.isfinite(value) & np.isfinite(without).all(axis=0)
    values = Replicates(
        np.where(reaches, value, np.nan), np.where(reaches, without, np.nan),
        np.where(reaches, folds, 0),
    )  # fmt: skip
    apart = estimate(values)
    is_open = ~reaches | (apart.low < LEAST) | (apart.high > curve.most)
    is_open &= gifts.folds >= FEW_FOLDS
    bounds = [
        _bound(curve, gifts.take([place])) if is_open[place] else "" for place in range(len(value))
    ]
    return Worth(values, bounds)


def _bound(curve: Curve, gift: Replicates) -> str:
    """Return the bound of a card's value whose interval ends beyond the curve.

    An amount is excluded if its win rate differs significantly.
    """
    amounts = np.arange(LEAST, curve.most + 0.05, 0.1)
    rates = at_amounts(curve, amounts)
    gifts = Replicates(
        np.repeat(gift.value, len(amounts)), np.repeat(gift.leave_one_out, len(amounts), axis=1),
        np.repeat(gift.folds, len(amounts)),
    )  # fmt: skip
    apart = estimate(gifts - rates)
    too_little = amounts[apart.low > 0]
    too_much = amounts[apart.high < 0]
    if len(too_little) and len(too_much):  # both ends lie on the curve after all
        return ""
    if len(too_little):
        return f"more than {min(too_little.max(), curve.most):.1f}"
    return f"less than {too_much.min():.1f}".replace("-0.0", "0.0") if len(too_much) else "unknown"


def at_amounts(curve: Curve, amounts: Floats) -> Replicates:
    """Return the win rates at some amounts; below 0 the line of the first step is extended."""
    rates = curve.rates
    heights = heights_at(curve.at, np.vstack([rates.value, rates.leave_one_out]), amounts)
    return Replicates(heights[0], heights[1:], np.full(len(amounts), rates.folds.min()))


def from_the_line(cards: Sequence[Piece], worths: Replicates) -> tuple[Replicates, pd.DataFrame]:
    """Return the distance of each card's value from the line of the other cards of its kind.

    The line is fitted by least squares to value and printed price, over the cards of a kind that
    are paid in one good. Each card is compared with the line through all others, so that it does
    not attract its own line.

    Returns
    -------
    distance : Replicates, of each card
        Without folds where there are fewer than four cards of its kind.
    lines : DataFrame
        A row for each kind: kind, good, cards, price (their mean); worth at this price and slope
        (worth per unit of price), each as value, low, high, deals after ``level_`` and ``slope_``;
        spread (standard deviation about the line).
    """
    value = np.full(len(cards), np.nan)
    without = np.full(worths.leave_one_out.shape, np.nan)
    folds = np.zeros(len(cards), np.int64)
    lines = []
    for kind, good in dict.fromkeys((card.kind, card.paid_in) for card in cards if card.paid_in):
        members = np.array([
            place for place, card in enumerate(cards)
            if (card.kind, card.paid_in) == (kind, good) and worths.folds[place] >= FEW_FOLDS
        ], np.int64)  # fmt: skip
        if len(members) < FEW_CARDS:
            continue
        own = worths.take(members)
        prices = np.array([cards[place].price for place in members], np.float64)
        centred = prices - prices.mean()
        squares = float((centred**2).sum())
        slope = centred / squares if squares else np.zeros(len(members))
        hat = np.outer(centred, slope) + 1 / len(members)
        leverage = np.diag(hat)
        is_free = leverage < 1 - SHIELD
        rest = (np.eye(len(members)) - hat) / np.where(is_free, 1 - leverage, np.nan)[:, None]
        distance = _linear(own, rest)
        value[members], without[:, members] = distance.value, distance.leave_one_out
        folds[members] = np.where(is_free, distance.folds, 0)
        level = estimate(_linear(own, np.full((1, len(members)), 1 / len(members))))
        steep = estimate(_linear(own, slope[None])).columns("slope_")
        lines.append(
            {"kind": kind, "good": good, "cards": len(members), "price": prices.mean()}
            | {name: one.item() for name, one in level.columns("level_").items()}
            | {name: one.item() if squares else np.nan for name, one in steep.items()}
            | {"spread": float(np.sqrt(((np.eye(len(members)) - hat) @ own.value).var()))}
        )
    return Replicates(value, without, folds), pd.DataFrame(lines)


def _linear(some: Replicates, weights: Floats) -> Replicates:
    """Return weighted sums of statistics, shape (sums, statistics)."""
    folds: NDArray[np.int64] = np.full(len(weights), some.folds.min())
    return Replicates(weights @ some.value, some.leave_one_out @ weights.T, folds)
