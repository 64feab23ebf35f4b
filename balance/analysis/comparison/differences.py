"""Differences between cells, paired by their common deals."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd

from balance.analysis.cell_result import CellResult
from balance.analysis.measures import NUMBER, SHARE, SPREAD
from balance.analysis.readings import CellMeasures
from balance.scenario.change_words import changed_pieces
from balance.stats.jackknife import (
    FEW_FOLDS,
    Replicates,
    average,
    concatenate,
    deviation,
    deviation_difference,
    paired,
    variance_between,
)
from balance.stats.multiple_testing import page_wide

FEW_CELLS = 6  # cells: with more, each is compared with the first only
ESTABLISHED = 0.05  # adjusted p below this
HEADLINES = ("seats", "pace", "spread")  # topics of the numbers that matter most


def pairs_of(cells: Sequence[CellResult]) -> list[tuple[int, int]]:
    """Return the pairs of cells to compare.

    With few cells these are all pairs, else each cell with the first.
    """
    if len(cells) <= FEW_CELLS:
        return list(combinations(range(len(cells)), 2))
    return [(0, other) for other in range(1, len(cells))]


def differences(cells: Sequence[CellResult]) -> pd.DataFrame:
    """Return a row for each pair of compared cells and each measure that both have.

    Returns
    -------
    table : DataFrame
        first, second (names of the cells), key, topic, measure, id, kind, unit; was, now (the
        values); the difference, second less first, as value, low, high; steps (the difference in
        standard errors, by which the table is sorted, the clearest first); p; correlation (of the
        errors) and worth (how many times as many games it would have taken on independent deals);
        adjusted (p, for all comparisons of the page: see `page_wide`) and verdict. Measures that
        never vary in either cell are left out.
    """
    tables = []
    for one, two in pairs_of(cells):
        rows = apart(cells[one].measures.compared, cells[two].measures.compared)
        rows.insert(0, "first", cells[one].name)
        rows.insert(1, "second", cells[two].name)
        tables.append(rows)
    return _judged(pd.concat(tables, ignore_index=True), cells)


def changed_first(rows: pd.DataFrame, was: CellResult, now: CellResult) -> pd.DataFrame:
    """Return rows of two cells, those about changed cards and objectives first: is_changed."""
    changed = changed_pieces(was.match.game_table, now.match.game_table)
    rows = rows.assign(is_changed=rows["id"].isin(changed))
    return rows.sort_values("is_changed", ascending=False, kind="stable")


def along_axes(cells: Sequence[CellResult]) -> pd.DataFrame:
    """Return the effect of each axis of a grid, all else being equal.

    Each value of an axis is compared with its first one: the mean over all pairs of cells that
    differ in this axis alone.

    Returns
    -------
    table : DataFrame
        axis, first, second (values of the axis), pairs (of cells), place (of the second value in
        the order of axes and their values); then as in `differences`.  Empty without a grid.
    """
    tables: list[pd.DataFrame] = []
    measures = [cell.measures.compared for cell in cells]
    for axis in dict.fromkeys(axis for cell in cells for axis in cell.axes):
        values = list(dict.fromkeys(cell.axes[axis] for cell in cells if axis in cell.axes))
        for value in values[1:]:
            pairs = _alike_but_for(cells, axis, values[0], value)
            if not pairs:
                continue
            rows = apart(*(_mean([measures[pair[side]] for pair in pairs]) for side in (0, 1)))
            tables.append(
                rows.assign(
                    axis=axis, first=values[0], second=value, pairs=len(pairs), place=len(tables)
                )
            )
    return _judged(pd.concat(tables, ignore_index=True), cells) if tables else pd.DataFrame()


def _alike_but_for(
    cells: Sequence[CellResult], axis: str, one: str, two: str
) -> list[tuple[int, int]]:
    """Return the pairs of cells with these values on an axis that differ in nothing else."""
    places = {tuple(sorted(cell.axes.items())): place for place, cell in enumerate(cells)}
    pairs = []
    for place, cell in enumerate(cells):
        if cell.axes.get(axis) == one:
            other = places.get(tuple(sorted({**cell.axes, axis: two}.items())))
            if other is not None:
                pairs.append((place, other))
    return pairs


def _mean(measures: Sequence[CellMeasures]) -> CellMeasures:
    """Return the means over cells of the measures that all of them have."""
    keys = [key for key in measures[0].about["key"] if all(key in one.places for one in measures)]
    taken = [one.values.take([one.places[key] for key in keys]) for one in measures]
    return CellMeasures(
        measures[0].about.iloc[[measures[0].places[key] for key in keys]].reset_index(drop=True),
        average(taken),
    )


def _judged(rows: pd.DataFrame, cells: Sequence[CellResult]) -> pd.DataFrame:
    """Return differences with adjusted p-values and verdicts, the clearest first."""
    is_grid = any(cell.axes for cell in cells)  # which has a table of axes too
    is_headline = rows["topic"].isin(HEADLINES).to_numpy()
    adjusted = page_wide(rows["p"], is_headline, 2 if is_grid else 1)
    rows["adjusted"] = adjusted
    rows["verdict"] = np.select(
        [np.isnan(adjusted), adjusted < ESTABLISHED], ["too few deals", "established"],
        "not established",
    )  # fmt: skip
    return rows.sort_values("steps", ascending=False, kind="stable", ignore_index=True)


COMPARED, SAME = "compared", "the same"  # what came of a number
ONLY_FIRST, ONLY_SECOND, UNKNOWN = "only first", "only second", "unknown"


def what_came_of(one: CellMeasures, two: CellMeasures, rows: pd.DataFrame) -> pd.DataFrame:
    """Return each number that either of two cells has, and what came of it.

    Parameters
    ----------
    rows : DataFrame
        Of `apart`.

    Returns
    -------
    table : DataFrame
        key, topic, measure, id, kind, unit; state: compared; the same (0 or all in both cells);
        only in the first or second; or unknown, as one of the two has no estimate.
    """
    more = [place for key, place in two.places.items() if key not in one.places]
    table = pd.concat([one.about, two.about.iloc[more]], ignore_index=True)
    compared = set(rows["key"])

    def state(key: str) -> str:
        if key not in two.places or key not in one.places:
            return ONLY_FIRST if key in one.places else ONLY_SECOND
        if key in compared:
            return COMPARED
        values = (one.values.value[one.places[key]], two.values.value[two.places[key]])
        return UNKNOWN if np.isnan(values).any() else SAME

    return table.assign(state=[state(key) for key in table["key"]])


def apart(one: CellMeasures, two: CellMeasures) -> pd.DataFrame:
    """Return the differences between two cells, without adjusting; see `differences`."""
    shared = [place for key, place in one.places.items() if key in two.places]
    rows = one.about.iloc[shared].reset_index(drop=True)
    first = one.values.take(shared)
    second = two.values.take([two.places[key] for key in rows["key"]])
    is_spread = (rows["unit"] == SPREAD).to_numpy()
    for place in np.flatnonzero(is_spread):
        pair = _spreads_of_the_same(one, two, str(rows["key"][place]).removeprefix("spread "))
        if pair is not None:
            first, second = (
                _put(of, int(place), new) for of, new in zip((first, second), pair, strict=True)
            )
    plain, wide = paired(first, second), deviation_difference(first, second)
    rows["was"] = np.where(is_spread, deviation(first.value), first.value)
    rows["now"] = np.where(is_spread, deviation(second.value), second.value)
    for name, pick in _COLUMNS:
        rows[name] = np.where(is_spread, pick(wide), pick(plain))
    is_same = rows["unit"].isin([SHARE, NUMBER]) & (first.value == 0) & (second.value == 0)
    is_same |= (rows["unit"] == SHARE) & (first.value == 1) & (second.value == 1)
    return rows[~is_same & ~np.isnan(first.value) & ~np.isnan(second.value)]


def _spreads_of_the_same(
    one: CellMeasures, two: CellMeasures, how: str
) -> tuple[Replicates, Replicates] | None:
    """Return both spreads between the objectives known in both cells; None if these are all.

    An objective that is kept in 30 folds here and in 29 there would be in one of them only, and
    the spreads would differ for that.
    """
    places = []
    for key, place in one.places.items():
        if one.about["topic"].iloc[place] == how and key in two.places:
            places.append((place, two.places[key]))
    sides = [of.values.take([pair[side] for pair in places]) for side, of in enumerate((one, two))]
    known = [side.folds >= FEW_FOLDS for side in sides]
    if not places or (known[0] == known[1]).all():
        return None
    both = np.flatnonzero(known[0] & known[1])
    return variance_between(sides[0].take(both)), variance_between(sides[1].take(both))


def _put(values: Replicates, place: int, new: Replicates) -> Replicates:
    """Return the values with another one at a place."""
    rest = np.arange(place + 1, len(values.value))
    return concatenate([values.take(np.arange(place)), new, values.take(rest)])


_COLUMNS: Any = (
    ("value", lambda pair: pair.difference.value),
    ("low", lambda pair: pair.difference.low),
    ("high", lambda pair: pair.difference.high),
    ("steps", lambda pair: pair.z),
    ("p", lambda pair: pair.p),
    ("correlation", lambda pair: pair.correlation),
    ("worth", lambda pair: pair.worth),
)
