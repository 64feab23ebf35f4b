"""What a change changes, from the sums of two matches that were played on the same deals.

The intervals hold at every look, so that the answer may be read at any time, and games may go on
until it is clear.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.analysis.measures import (
    BOT,
    CARD_TAKEN,
    CATALOGUE,
    DEALT,
    NUMBER,
    OBJECTIVE,
    PLAYER,
    SEAT,
    SHARE,
    About,
    Measure,
)
from balance.analysis.metrics.fold_sums import FOLDS, FoldSums
from balance.analysis.metrics.metric import ended_only
from balance.engine.layout import WIN
from balance.scenario.match import Match
from balance.stats.anytime_intervals import ALPHA, anytime_critical_value
from balance.stats.jackknife import Replicates, replicates
from balance.store.sums import Sums

FEWEST_DEALS = 2 * FOLDS  # with fewer there is no interval
PLANNED = 20_000.0  # deals at which the intervals are narrowest, against ordinary ones
SEATS, CARD, OBJECTIVES, LENGTH, SCORES, OTHERS = (
    "seats", "card", "objectives", "length", "scores", "other cards",
)  # fmt: skip
HEADLINES = (SEATS, CARD, LENGTH, SCORES)
_LENGTH, _SCORES = ("rounds",), ("score", "winner", "margin")


@dataclass(frozen=True)
class Difference:
    """One number in both matches.

    Attributes
    ----------
    topic : str
        SEATS, CARD (what was changed), OBJECTIVES, LENGTH, SCORES or OTHERS.
    measure : str
        Of a seat "wins"; of a card "copies", "taken" or "wins with it"; of an objective "dealt".
    name : str
        The seat, the card or the objective; empty for length and scores.
    unit : str
        SHARE or NUMBER.
    low, high : float
        Of `value`, with 95%, at all looks together; nan where deals are too few.
    widest_low, widest_high : float
        Likewise, for all numbers of the comparison together.
    """

    key: str
    topic: str
    measure: str
    name: str
    unit: str
    was: float
    now: float
    value: float  # now less was
    low: float
    high: float
    widest_low: float
    widest_high: float

    @property
    def is_clear(self) -> bool:
        """Whether it is significant, corrected for how many numbers were looked at."""
        return self.widest_low > 0 or self.widest_high < 0

    @property
    def bound(self) -> float:
        """The most that the number may have changed, up or down."""
        return max(abs(self.low), abs(self.high))


@dataclass(frozen=True)
class OwnerSums(Sums):
    """Sums by fold and card, arrays of shape (256, cards); wins are in 60ths."""

    owners: NDArray[np.int64]  # seats that took the card
    wins: NDArray[np.int64]  # of these

    @classmethod
    def tally_of(cls, cards: Sequence[int]) -> "Callable[[NDArray[Any], Match], OwnerSums]":
        """Return a function (records, match) -> OwnerSums for some rows of a table's cards."""
        return partial(_owners, cards=tuple(cards))


def _owners(records: NDArray[Any], match: Match, cards: tuple[int, ...]) -> OwnerSums:
    if "taken" not in (match.game.record.names or ()):
        return OwnerSums(*np.zeros((2, FOLDS, len(cards)), np.int64))
    records, _ = ended_only(records)
    folds = records["number"] // match.lineup.rotations % FOLDS
    wins = records["wins"][:, : match.game_table.num_seats]
    owners, won = np.zeros((2, FOLDS, len(cards)), np.int64)
    for place, card in enumerate(cards):
        has = records["taken"][:, : match.game_table.num_seats, card] > 0
        owners[:, place] = np.bincount(folds, has.sum(axis=1), FOLDS)
        won[:, place] = np.bincount(folds, (wins * has).sum(axis=1), FOLDS)
    return OwnerSums(owners, won)


@dataclass(frozen=True)
class MatchSums:
    """A match and the sums of its games."""

    match: Match
    folds: FoldSums
    owners: OwnerSums = OwnerSums(*np.zeros((2, FOLDS, 0), np.int64))  # of the changed cards
    changed: tuple[int, ...] = ()  # the rows of these cards


def number_differences(one: MatchSums, two: MatchSums) -> tuple[Difference, ...]:
    """Return each number that both matches have, the second less the first.

    Intervals hold after every number of deals at once (`stats.anytime_intervals`).  The widest ones
    share the error of 5%: half of it among the numbers of HEADLINES, half among the others
    (Bonferroni).

    Returns
    -------
    differences : tuple of Difference
        Without the numbers that are 0 in both, and those of too few games for an interval; empty
        with fewer than FEWEST_DEALS.
    """
    deals = int(one.folds.deals.sum())
    if deals < FEWEST_DEALS:
        return ()
    first, second = dict(_measures(one)), dict(_measures(two))
    shared = [row for row in first if row in second]
    pairs = [(first[row], second[row]) for row in shared]
    is_used = [float(was.value[0]) != 0 or float(now.value[0]) != 0 for was, now in pairs]
    rows = [
        (row, *pair)
        for row, pair, used in zip(shared, pairs, is_used, strict=True)
        if used and np.isfinite((pair[1] - pair[0]).errors()).all()
    ]
    counts = {True: 0, False: 0}
    for row, _, _ in rows:
        counts[row.topic in HEADLINES] += 1
    return tuple(
        _difference(row, was, now, deals, counts[row.topic in HEADLINES]) for row, was, now in rows
    )


def is_settled(found: Sequence[Difference], share: float, part: float) -> bool:
    """Return whether every headline number is clear, or hardly changes.

    Parameters
    ----------
    share : float
        The change of a share that is too small to matter, such as 0.005.
    part : float
        Likewise of another number, as a part of it.
    """
    return bool(found) and all(
        one.is_clear or one.bound < (share if one.unit == SHARE else part * abs(one.was))
        for one in found
        if one.topic in HEADLINES
    )


@dataclass(frozen=True)
class _Row:
    key: str
    topic: str
    measure: str
    name: str
    unit: str


def _difference(row: _Row, was: Replicates, now: Replicates, deals: int, count: int) -> Difference:
    apart = now - was
    z = anytime_critical_value(deals, PLANNED)
    z_widest = anytime_critical_value(deals, PLANNED, ALPHA / 2 / count)
    usual, widest = apart.estimate(z), apart.estimate(z_widest)
    if row.unit == SHARE:  # the share that it changes to is one, too
        usual, widest = (
            one.bounded(-some.high, 1 - some.low)
            for one, some in ((usual, was.estimate(z).bounded()),
                              (widest, was.estimate(z_widest).bounded()))
        )  # fmt: skip
    return Difference(
        row.key, row.topic, row.measure, row.name, row.unit, float(was.value[0]),
        float(now.value[0]), float(apart.value[0]), float(usual.low[0]), float(usual.high[0]),
        float(widest.low[0]), float(widest.high[0]),
    )  # fmt: skip


def _measures(sums: MatchSums) -> Iterator[tuple[_Row, Replicates]]:
    for measure in (PLAYER, SEAT, BOT):
        for item, values in _rates(sums, measure):
            yield _Row(item.key, SEATS, "wins", item.label, SHARE), values
    yield from _of_changed_cards(sums)
    for measure in CATALOGUE:
        for item, values in _rates(sums, measure):
            for topic, keys in ((LENGTH, _LENGTH), (SCORES, _SCORES)):
                if item.key in keys:
                    yield _Row(item.key, topic, item.name, "", NUMBER), values
    for item, values in _rates(sums, OBJECTIVE[DEALT]):
        yield _Row(item.key, OBJECTIVES, "dealt", item.label, SHARE), values
    changed = {sums.match.game_table.cards[row].id for row in sums.changed}
    for item, values in _rates(sums, CARD_TAKEN):
        if item.id not in changed:
            yield _Row(item.key, OTHERS, "taken", item.label, SHARE), values


def _rates(sums: MatchSums, measure: Measure) -> Iterator[tuple[About, Replicates]]:
    """Yield what there is a number for, and the number."""
    rates = measure.rates(sums.folds, sums.match)
    for place, item in enumerate(measure.items_of(sums.match, sums.folds)):
        yield item, rates.take([place])


def _of_changed_cards(sums: MatchSums) -> Iterator[tuple[_Row, Replicates]]:
    folds, owners = sums.folds, sums.owners
    for place, row in enumerate(sums.changed):
        piece, available = sums.match.game_table.cards[row], folds.available[:, row]
        for key, measure, unit, num, den in (
            ("copies", "copies", NUMBER, folds.copies[:, row], available),
            ("taken", "taken", SHARE, folds.taken[:, row], available),
            ("owners", "wins with it", SHARE, owners.wins[:, place] / WIN, owners.owners[:, place]),
        ):
            yield _Row(f"{key} {piece.id}", CARD, measure, piece.name, unit), _rate(num, den, folds)


def _rate(num: NDArray[Any], den: NDArray[Any], folds: FoldSums) -> Replicates:
    return replicates(num[:, None], den[:, None], folds.deals, 1.0)
