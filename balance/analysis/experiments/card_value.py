"""The value of each card, from designed experiments, each of which estimates a different value.

- *Option value* (ban): what an entry loses if it may not take the card, all else being equal: the
  value of having the choice, given the alternatives.
- *Possession* (gift): what an entry wins if it starts with the card.
- *Worth* (gift against goods): the amount of its good at the start that wins as much, and how far
  that is above other cards of its price; see `break_even`.
- *Slope* (price): the change of an entry's win rate per unit of surcharge that it alone pays for
  the card; with the option value, by how much dearer the card would be no better to have than
  others of its kind.

Against copies of itself an entry without a handicap wins exactly its equal share, so each
experiment is its own comparison; and all of them meet the same deals.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from balance.analysis.cell_result import CellResult
from balance.analysis.experiments.break_even import (
    Curve,
    Worth,
    curves_of,
    from_the_line,
    sums_of,
    worth,
)
from balance.analysis.experiments.card_findings import decisive, findings, goes_both_ways
from balance.analysis.metrics.fold_sums import FOLDS
from balance.engine.game import Piece
from balance.runner.arms import ArmResult
from balance.scenario.experiments import BAN, GIFT, GOODS, PRICE, SURCHARGES
from balance.stats.intervals import Floats
from balance.stats.jackknife import Replicates, concatenate, estimate, surprise
from balance.stats.multiple_testing import false_discovery
from balance.stats.ranking import tie_groups
from balance.stats.shrinkage import BetweenSd, shrink

SURE = 0.05  # q below this

# Prefixes of the columns whose p-values are adjusted over all cards.
OPTION, POSSESSION, EXCESS, SLOPE = "option_", "possession_", "excess_", "slope_"
EVEN = "even_"
JUDGED = (OPTION, POSSESSION, EXCESS, SLOPE)
STEPS: Mapping[int, str] = {by: f"{'minus' if by < 0 else 'plus'}_{abs(by)}_" for by in SURCHARGES}


@dataclass(frozen=True)
class CardValues:
    """The values of all cards of a cell.

    Attributes
    ----------
    spreads : mapping of str to BetweenSd
        The true spread between cards of each number of JUDGED that was measured: of EXCESS in
        goods, else as shares.
    """

    table: pd.DataFrame  # see `card_values`
    spreads: Mapping[str, BetweenSd]
    lines: pd.DataFrame  # the fair-price lines; see `break_even.from_the_line`
    curves: Mapping[str, Curve]  # the win rate over each good at the start


@dataclass(frozen=True)
class _Number:
    """A number for each card, and the deals it rests on."""

    values: Replicates
    deals: NDArray[np.int64]

    def plus(self, more: Floats) -> "_Number":
        return _Number(self.values.minus(-more), self.deals)

    def where(self, is_known: NDArray[np.bool_]) -> "_Number":
        return _Number(self.values.where(is_known), self.deals)


_ArmOf = Mapping[str, ArmResult]  # by the id of the card


def has_values(cell: CellResult) -> bool:
    """Return whether experiments on cards were played on a cell."""
    return any(cell.arms_of(kind) for kind in (BAN, GIFT, PRICE))


def card_values(cell: CellResult, matters: float) -> CardValues:
    """Return the values of the cards of a cell.

    Parameters
    ----------
    matters : float
        From which change of a win rate on a card matters to the designer, such as 0.02.

    Returns
    -------
    values : CardValues
        Its table has a row for each card of an experiment: id, card, kind, note, price, paid_in;
        and estimates, each as value, low, high, deals after a prefix: ``option_`` and
        ``possession_`` (of a win rate, over the equal share), ``option_lead_`` and
        ``possession_lead_`` (the same in points ahead of the mean of the others); in the good of
        the price ``worth_``, ``over_`` (worth less price) and ``excess_`` (worth over that of other
        cards of the price); ``slope_`` (of the win rate, per unit of price more) and ``minus_2_``,
        ``minus_1_``, ``plus_1_``, ``plus_2_`` (of the win rate at such a surcharge, over the equal
        share); ``even_`` (how much dearer it would have the mean option value of its kind).  Of ban
        and gift, games after the prefix, and effective is games of equal worth; bound (within what
        the worth lies, where the curve of goods does not reach its interval).  Of each number of
        JUDGED, after its prefix: q (Benjamini-Hochberg over cards), sure (q below 0.05),
        shrunk_value, shrunk_low, shrunk_high, best and worst (rank; of slopes the steepest fall is
        first), group.  At last those of
        `card_findings`: differs, matters, finding.
    """
    arms = {kind: {one.arm.subject: one for one in cell.arms_of(kind)} for kind in (BAN, GIFT)}
    prices = {by: _at(cell.arms_of(PRICE), by) for by in SURCHARGES}
    met = set().union(*arms.values(), *prices.values())
    cards = [piece for piece in cell.match.game_table.cards if piece.id in met]
    seats = cell.match.game_table.num_seats
    curves = curves_of(cell.arms_of(GOODS))
    numbers, worths, lines = _of_gifts(cards, arms[GIFT], curves, seats)
    numbers = _of_bans(cards, arms[BAN], seats) | numbers | _of_prices(cards, prices, seats)
    numbers[EVEN] = _even(cards, numbers[OPTION], numbers[SLOPE])
    columns: dict[str, Any] = {
        "id": [card.id for card in cards],
        "card": [card.name for card in cards],
        "kind": [card.kind for card in cards],
        "note": [card.note for card in cards],
        "price": [float(card.price) if card.paid_in else np.nan for card in cards],
        "paid_in": [card.paid_in for card in cards],
        "bound": worths,
    }
    spreads = {}
    for prefix, number in numbers.items():
        columns |= estimate(number.values).columns(prefix)
        columns |= {f"{prefix}deals": number.deals, f"{prefix}effective": number.deals}
        if prefix in JUDGED:
            judged, spread = _judged(number.values, prefix)
            columns |= judged
            if spread.things:
                spreads[prefix] = spread
    for prefix, kind in ((OPTION, BAN), (POSSESSION, GIFT)):
        columns |= _grounds(numbers[prefix].values, cards, arms[kind], seats, prefix)
    table = pd.DataFrame(columns)
    table["differs"] = goes_both_ways(table)
    table["matters"] = decisive(table, "value").abs() > matters
    table["finding"] = findings(table)
    return CardValues(table, spreads, lines, curves)


def _at(arms: Sequence[ArmResult], surcharge: int) -> dict[str, ArmResult]:
    return {arm.arm.subject: arm for arm in arms if arm.arm.amount == surcharge}


def _of_bans(cards: Sequence[Piece], arms: _ArmOf, seats: int) -> dict[str, _Number]:
    won, ahead = _fares(cards, arms, seats)
    return {
        OPTION: _Number(won.values.times(-1.0), won.deals).plus(np.array(1 / seats)),
        "option_lead_": _Number(ahead.values.times(-1.0), ahead.deals),
    }


def _of_gifts(
    cards: Sequence[Piece], arms: _ArmOf, curves: Mapping[str, Curve], seats: int
) -> tuple[dict[str, _Number], list[str], pd.DataFrame]:
    """Return the numbers from gifts, the bounds of values, and the fair-price lines."""
    won, ahead = _fares(cards, arms, seats)
    values = _worths(cards, won.values, curves)
    is_known = np.array([not bound for bound in values.bounds], np.bool_)
    distance, lines = from_the_line(cards, values.values)
    worths = _Number(values.values, won.deals).where(is_known)
    prices = np.array([card.price for card in cards], np.float64)
    numbers = {
        POSSESSION: won.plus(np.array(-1 / seats)),
        "possession_lead_": ahead,
        "worth_": worths,
        "over_": worths.plus(-prices),
        EXCESS: _Number(distance, won.deals).where(is_known),
    }
    bounds = [
        f"{bound} {card.paid_in}" if bound else ""
        for bound, card in zip(values.bounds, cards, strict=True)
    ]
    return numbers, bounds, lines


def _worths(cards: Sequence[Piece], gifts: Replicates, curves: Mapping[str, Curve]) -> Worth:
    """Return the value of each card in the good of its price."""
    value, without = np.full(len(cards), np.nan), np.full(gifts.leave_one_out.shape, np.nan)
    folds, bounds = np.zeros(len(cards), np.int64), [""] * len(cards)
    for good, curve in curves.items():
        members = np.array(
            [
                place for place, card in enumerate(cards)
                if card.paid_in == good and gifts.folds[place]
            ],
            np.int64,
        )  # fmt: skip
        own = worth(curve, gifts.take(members))
        value[members], without[:, members] = own.values.value, own.values.leave_one_out
        folds[members] = own.values.folds
        for place, bound in zip(members, own.bounds, strict=True):
            bounds[place] = bound
    return Worth(Replicates(value, without, folds), bounds)


def _of_prices(
    cards: Sequence[Piece], arms: Mapping[int, _ArmOf], seats: int
) -> dict[str, _Number]:
    """Return the win rates at each surcharge, and the slope of the line through the origin.

    The line is fitted by least squares to the changes at the surcharges, weighted by games; without
    a surcharge there is no change.
    """
    rates = {
        by: _fares(cards, own, seats)[0].plus(np.array(-1 / seats)) for by, own in arms.items()
    }
    up = np.zeros((1 + len(next(iter(rates.values())).values.leave_one_out), len(cards)))
    down, deals = np.zeros(len(cards)), np.zeros(len(cards), np.int64)
    folds = np.full(len(cards), np.iinfo(np.int64).max)
    for by, number in rates.items():
        some, weight = number.values, np.where(number.values.folds > 0, number.deals, 0)
        seen = np.vstack([some.value, some.leave_one_out])
        up += np.where(weight > 0, weight * by * seen, 0.0)
        down += weight * by**2
        deals += weight
        folds = np.where(weight > 0, np.minimum(folds, some.folds), folds)
    with np.errstate(divide="ignore", invalid="ignore"):
        slopes = up / down
    slope = Replicates(slopes[0], slopes[1:], np.where(down > 0, folds, 0))
    steps = {STEPS[by]: number for by, number in rates.items()}
    return {SLOPE: _Number(slope, deals), **steps}


def _even(cards: Sequence[Piece], option: _Number, slope: _Number) -> _Number:
    """Return the surcharge at which each card would have its kind's mean option value.

    The line is extrapolated beyond the surcharges that were tried. Known only if a higher price
    significantly costs wins: else no price does it.
    """
    kinds = np.array([card.kind for card in cards])
    some, steep = option.values, slope.values
    hurts = (false_discovery(surprise(steep)) < SURE) & (steep.value < 0)
    more = np.full((1 + FOLDS, len(cards)), np.nan)
    for kind in dict.fromkeys(kinds):
        members = np.flatnonzero((kinds == kind) & (some.folds > 0))
        if len(members) > 1:
            own = np.vstack([some.value, some.leave_one_out])[:, members]
            more[:, members] = (own - own.mean(axis=1)[:, None]) * len(members) / (len(members) - 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        surcharges = -more / np.vstack([steep.value, steep.leave_one_out])
    folds = np.minimum(some.folds, steep.folds)
    even = _Number(
        Replicates(surcharges[0], surcharges[1:], folds), np.minimum(option.deals, slope.deals)
    )
    return even.where(hurts & np.isfinite(surcharges).all(axis=0))


def _fares(cards: Sequence[Piece], arms: _ArmOf, seats: int) -> tuple[_Number, _Number]:
    """Return the win rate and the lead in points of the entry under each card's handicap."""
    deals = np.array([arms[card.id].deals if card.id in arms else 0 for card in cards], np.int64)

    def number(of: Callable[[ArmResult], Replicates]) -> _Number:
        known = {card.id: of(arms[card.id]) for card in cards if card.id in arms}
        empty = np.full((FOLDS, 1), np.nan)
        nothing = Replicates(np.full(1, np.nan), empty, np.zeros(1, np.int64))
        return _Number(concatenate([known.get(card.id, nothing) for card in cards]), deals)

    return (
        number(lambda arm: sums_of(arm).win_rate()),
        number(lambda arm: sums_of(arm).lead(seats)),
    )


def _grounds(
    some: Replicates, cards: Sequence[Piece], arms: _ArmOf, seats: int, prefix: str
) -> dict[str, Any]:
    """Return the games and the effective games of a win rate."""
    games = [float(arms[card.id].games) if card.id in arms else np.nan for card in cards]
    rate = 1 / seats + np.abs(some.value)
    with np.errstate(divide="ignore", invalid="ignore"):
        effective = rate * (1 - rate) / some.errors() ** 2
    return {
        f"{prefix}games": games,
        f"{prefix}effective": np.where(np.isfinite(effective), effective, np.nan),
    }


def _judged(some: Replicates, prefix: str) -> tuple[dict[str, Any], BetweenSd]:
    """Return the verdicts on each card, adjusted over all cards."""
    way = -1.0 if prefix == SLOPE else 1.0  # the steepest fall belongs to the strongest card
    q = false_discovery(surprise(some))
    shrunk = shrink(way * some.value, some.errors(), some.mean_correlation())
    number = tie_groups(shrunk.draws)
    low, high = (shrunk.low, shrunk.high) if way > 0 else (-shrunk.high, -shrunk.low)
    columns = {
        "q": q,
        "sure": q < SURE,
        "shrunk_value": way * shrunk.value,
        "shrunk_low": low,
        "shrunk_high": high,
        "best": shrunk.best,
        "worst": shrunk.worst,
        "group": np.where(number > 0, number.astype(np.float64), np.nan),
    }
    spread = replace(shrunk.between, mean=way * shrunk.between.mean)
    return {prefix + name: column for name, column in columns.items()}, spread
