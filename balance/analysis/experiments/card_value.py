"""The value of each card, from designed experiments, each of which estimates a different value.

- *Option value* (ban): what an entry loses if it may not take the card, all else being equal: the
  value of having the choice, given the alternatives.
- *Possession* (gift): what an entry wins if it starts with the card.
- *Slope* (surcharge): the change of an entry's win rate per unit more that it alone pays for the
  card.  What a fair price would be does not follow from it; see `fair_price`.

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
from balance.analysis.experiments.arm_sums import entry_sums
from balance.analysis.experiments.card_findings import card_findings, decisive, goes_both_ways
from balance.analysis.experiments.fair_price import NEVER
from balance.analysis.metrics.fold_sums import FOLDS, FoldSums
from balance.analysis.metrics.metric import named_pieces
from balance.engine.game import Piece
from balance.runner.arms import ArmResult
from balance.scenario.experiments import BAN, GIFT, SURCHARGE, SURCHARGES, basic_cards
from balance.stats.intervals import Floats
from balance.stats.jackknife import Replicates, concatenate, estimate, surprise
from balance.stats.multiple_testing import false_discovery
from balance.stats.ranking import tie_groups
from balance.stats.shrinkage import BetweenSd, shrink

SURE = 0.05  # q below this

# Prefixes of the columns whose p-values are adjusted over all cards.
OPTION, POSSESSION, SLOPE = "option_", "possession_", "slope_"
JUDGED = (OPTION, POSSESSION, SLOPE)
STEPS: Mapping[int, str] = {by: f"{'minus' if by < 0 else 'plus'}_{abs(by)}_" for by in SURCHARGES}


@dataclass(frozen=True)
class CardValues:
    """The values of all cards of a cell.

    Attributes
    ----------
    spreads : mapping of str to BetweenSd
        The true spread between cards of each number of JUDGED that was measured, as shares.
    basic : set of str
        The ids of the cards that are not compared with the market: `basic_cards`.
    """

    table: pd.DataFrame  # see `card_values`
    spreads: Mapping[str, BetweenSd]
    basic: frozenset[str]


@dataclass(frozen=True)
class _Number:
    """A number for each card, and the deals it rests on."""

    values: Replicates
    deals: NDArray[np.int64]

    def plus(self, more: Floats) -> "_Number":
        return _Number(self.values.minus(-more), self.deals)


_ArmOf = Mapping[str, ArmResult]  # by the id of the card


def has_values(cell: CellResult) -> bool:
    """Return whether experiments on cards were played on a cell."""
    return any(cell.arms_of(kind) for kind in (BAN, GIFT, SURCHARGE))


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
        taken (the share of the games in which anyone takes it, nan if unknown) and tested (whether
        that is 1 % or more, or unknown); and estimates, each as value, low, high, deals after a
        prefix: ``option_`` and ``possession_`` (of a win rate, over the equal share),
        ``option_lead_`` and ``possession_lead_`` (the same in points ahead of the mean of the
        others); ``slope_`` (of the win rate, per unit of price more) and ``minus_2_``,
        ``minus_1_``, ``plus_1_``, ``plus_2_`` (of the win rate at such a surcharge, over the equal
        share).  Of ban and gift, games after the prefix, and effective is games of equal worth.
        Of each number of JUDGED, after its prefix: q (Benjamini-Hochberg over cards), sure (q below
        0.05), shrunk_value, shrunk_low, shrunk_high, best and worst (rank; of slopes the steepest
        fall is first), group; the option value of a card that is not tested has none of these.  At
        last those of `card_findings`: differs, matters, finding.
    """
    arms = {kind: {one.arm.subject: one for one in cell.arms_of(kind)} for kind in (BAN, GIFT)}
    prices = {by: _at(cell.arms_of(SURCHARGE), by) for by in SURCHARGES}
    met = set().union(*arms.values(), *prices.values())
    cards = [piece for piece in cell.match.game_table.cards if piece.id in met]
    seats = cell.match.game_table.num_seats
    taken = taken_shares(cell, cards)
    is_tested = ~(taken < NEVER)
    numbers = _of_bans(cards, arms[BAN], seats) | _of_gifts(cards, arms[GIFT], seats)
    numbers |= _of_prices(cards, prices, seats)
    columns: dict[str, Any] = {
        **named_pieces(cards, "card", "kind", "note"),
        "price": [float(card.price) if card.paid_in else np.nan for card in cards],
        "paid_in": [card.paid_in for card in cards],
        "taken": taken,
        "tested": is_tested,
    }
    spreads = {}
    for prefix, number in numbers.items():
        columns |= estimate(number.values).columns(prefix)
        columns |= {f"{prefix}deals": number.deals, f"{prefix}effective": number.deals}
        if prefix in JUDGED:
            values = number.values.where(is_tested) if prefix == OPTION else number.values
            judged, spread = _judged(values, prefix)
            columns |= judged
            if spread.things:
                spreads[prefix] = spread
    for prefix, kind in ((OPTION, BAN), (POSSESSION, GIFT)):
        columns |= _grounds(numbers[prefix].values, cards, arms[kind], seats, prefix)
    table = pd.DataFrame(columns)
    table["differs"] = goes_both_ways(table)
    table["matters"] = decisive(table, "value").abs() > matters
    table["finding"] = card_findings(table)
    return CardValues(table, spreads, basic_cards(cell.match))


def taken_shares(cell: CellResult, cards: Sequence[Piece]) -> Floats:
    """Return the share of the games with each card in which anyone takes it; nan if unknown."""
    folds = cell.sums.get("folds")
    if not isinstance(folds, FoldSums):
        return np.full(len(cards), np.nan)
    rows = [cell.match.game_table.row_of(card.id) for card in cards]
    there, taken = folds.available.sum(axis=0)[rows], folds.taken.sum(axis=0)[rows]
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(taken / there)


def _at(arms: Sequence[ArmResult], surcharge: int) -> dict[str, ArmResult]:
    return {arm.arm.subject: arm for arm in arms if arm.arm.amount == surcharge}


def _of_bans(cards: Sequence[Piece], arms: _ArmOf, seats: int) -> dict[str, _Number]:
    won, ahead = _fares(cards, arms, seats)
    return {
        OPTION: _Number(won.values.times(-1.0), won.deals).plus(np.array(1 / seats)),
        "option_lead_": _Number(ahead.values.times(-1.0), ahead.deals),
    }


def _of_gifts(cards: Sequence[Piece], arms: _ArmOf, seats: int) -> dict[str, _Number]:
    won, ahead = _fares(cards, arms, seats)
    return {POSSESSION: won.plus(np.array(-1 / seats)), "possession_lead_": ahead}


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


def _fares(cards: Sequence[Piece], arms: _ArmOf, seats: int) -> tuple[_Number, _Number]:
    """Return the win rate and the lead in points of the entry under each card's handicap."""
    deals = np.array([arms[card.id].deals if card.id in arms else 0 for card in cards], np.int64)

    def number(of: Callable[[ArmResult], Replicates]) -> _Number:
        known = {card.id: of(arms[card.id]) for card in cards if card.id in arms}
        empty = np.full((FOLDS, 1), np.nan)
        nothing = Replicates(np.full(1, np.nan), empty, np.zeros(1, np.int64))
        return _Number(concatenate([known.get(card.id, nothing) for card in cards]), deals)

    return (
        number(lambda arm: entry_sums(arm).win_rate()),
        number(lambda arm: entry_sums(arm).lead(seats)),
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
