"""The measures of one cell: ``cell.measures["rounds"]``, and those that tables compare."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import pandas as pd

from balance.analysis.measures import CATALOGUE, SPREAD, About, Measure
from balance.analysis.metrics.fold_sums import FoldSums, folds_of
from balance.error_messages import did_you_mean
from balance.scenario.match import Match
from balance.stats.intervals import DealSums, Estimate, Floats, mean, proportion
from balance.stats.jackknife import Replicates, concatenate, deviation
from balance.stats.verdict import verdict_critical_value, verdict_ratio
from balance.store.sums import Sums


@dataclass(frozen=True)
class CellMeasures:
    """The measures of one cell that are compared.

    Attributes
    ----------
    about : DataFrame
        A row a measure: key (the same in all cells that have it), topic, measure (its name), id
        (of an objective or card), kind (of a card), unit.
    """

    about: pd.DataFrame
    values: Replicates  # the values, in the same order; of a spread, its variance

    @cached_property
    def places(self) -> dict[str, int]:
        """The row of each key."""
        return {key: place for place, key in enumerate(self.about["key"])}


@dataclass(frozen=True)
class Reading:
    """A measure in one cell."""

    measure: Measure
    item: About
    place: int  # of the item
    match: Match
    folds: FoldSums

    def __repr__(self) -> str:
        """Return the number in words and figures."""
        return f"{self.item.name}: {self.value:.4g} ({self.low:.4g} to {self.high:.4g})"

    @property
    def unit(self) -> str:
        """SHARE, EXCESS, NUMBER or SPREAD."""
        return self.measure.unit

    @property
    def value(self) -> float:
        """Its value; for a win rate, its excess over a fair one."""
        return float(self.estimate.value)

    @property
    def low(self) -> float:
        """The lower end of its 95% interval."""
        return float(self.estimate.low)

    @property
    def high(self) -> float:
        """The upper end of its 95% interval."""
        return float(self.estimate.high)

    @cached_property
    def estimate(self) -> Estimate:
        """Its value with its 95% interval, as reports show it."""
        if self.unit == SPREAD:
            return self._of_spread(self.by_fold.estimate())
        if self.measure.is_share:
            found = proportion(self.of_deals)
        else:
            found = mean(self.of_deals, self.measure.least)
        return _changed(found, lambda end: end - self.measure.fair(self.folds, self.match))

    @cached_property
    def at_every_look(self) -> Estimate:
        """The same with an interval for verdicts; but a win rate as it is, not over a fair one."""
        if self.unit != SPREAD:
            return verdict_ratio(self.of_deals, is_share=self.measure.is_share)
        values = self.measure.values(self.folds, self.match, step=0.0).take([self.place])
        return self._of_spread(values.estimate(verdict_critical_value(self.folds.deals.sum())))

    @cached_property
    def by_fold(self) -> Replicates:
        """Its value with and without each fold, for differences; of a spread, its variance."""
        return self.measure.values(self.folds, self.match).take([self.place])

    @cached_property
    def of_deals(self) -> DealSums:
        """Its sums over deals, for intervals; not of a spread."""
        return self.measure.sums(self.folds, self.match).take(self.place)

    def _of_spread(self, variance: Estimate) -> Estimate:
        deals = np.asarray(self.folds.deals.sum())
        found = replace(variance.take(0), deals=deals, effective=deals.astype(np.float64))
        return _changed(found, deviation)


class Readings(Mapping[str, Reading]):
    """The measures of a cell by key: ``first``, ``rounds``, ``taken knight`` ..."""

    def __init__(self, match: Match, sums: Mapping[str, Sums]) -> None:
        self._match, self._folds = match, folds_of(sums)
        self._found = [(measure, measure.items_of(match, self._folds)) for measure in CATALOGUE]

    @cached_property
    def _readings(self) -> dict[str, Reading]:
        return {
            item.key: Reading(measure, item, place, self._match, self._folds)
            for measure, items in self._found
            for place, item in enumerate(items)
        }

    def __getitem__(self, key: str) -> Reading:
        """Return the measure with a key.

        Raises
        ------
        KeyError
            If games have no such number.
        """
        if key not in self._readings:
            raise KeyError(f"measure {key!r}: {did_you_mean(key, tuple(self._readings))}")
        return self._readings[key]

    def __iter__(self) -> Iterator[str]:
        """Iterate over the keys."""
        return iter(self._readings)

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._readings)

    @cached_property
    def compared(self) -> CellMeasures:
        """Those that tables of differences have."""
        return self.compared_but()

    def compared_but(self, *topics: str) -> CellMeasures:
        """Return the same without some topics."""
        rows, values = [], []
        for measure, items in self._found:
            places = [place for place, item in enumerate(items) if item.is_compared]
            if not places or measure.topic in topics:
                continue
            rows += [_row(measure, items[place]) for place in places]
            values.append(measure.values(self._folds, self._match).take(places))
        return CellMeasures(pd.DataFrame(rows), concatenate(values))


def _row(measure: Measure, item: About) -> dict[str, str]:
    return {
        "id": item.id, "kind": item.kind, "key": item.key, "topic": measure.topic,
        "measure": item.name, "unit": measure.unit,
    }  # fmt: skip


def _changed(estimate: Estimate, change: Callable[[Floats], Floats]) -> Estimate:
    value, low, high = map(change, (estimate.value, estimate.low, estimate.high))
    return replace(estimate, value=value, low=low, high=high)
