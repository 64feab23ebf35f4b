"""The recommended set-ups among those that players draw: on each axis, how many have less."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from balance.analysis.random_setups import UNEVEN, as_measured
from balance.analysis.setup_matches import VARIED, SetupMeasures
from balance.runner.random_setups import SetupResult
from balance.stats.intervals import critical_value
from balance.stats.percentiles import percentiles

OBJECTIVES = "objectives"
# What a designer asks of a set-up, with the column that it is measured by.
AXES = {
    "seat 1": "seat 1_value", UNEVEN: "square", "rounds": "rounds_value", "margin": "margin_value",
    OBJECTIVES: OBJECTIVES, "unbought": "unbought_value", "overtaken": "overtaken_value",
    VARIED: f"{VARIED}_value",
}  # fmt: skip
SQUARES = (UNEVEN, OBJECTIVES)  # measured by squares, and shown by their roots


def places_of(
    names: Sequence[str],
    first: Sequence[SetupResult[SetupMeasures]],
    fresh: Sequence[SetupResult[SetupMeasures]],
    drawn: Sequence[SetupResult[SetupMeasures]],
    labels: Sequence[str],
    measures: Sequence[str],
) -> pd.DataFrame:
    """Return where recommended set-ups lie among drawn ones.

    Parameters
    ----------
    names : sequence of str
        Of the recommended set-ups.
    first, fresh : sequence of SetupResult
        Of these: games with which a reader's attention is drawn to some, and later deals.
    drawn : sequence of SetupResult
    labels, measures
        As in `balance.analysis.random_setups.found`.

    Returns
    -------
    places : DataFrame
        A row for each set-up and axis: name, axis, its value, low, high in the fresh games, and
        the share of all drawable set-ups with less, as ``share_`` value, low, high; ``seen``, that
        share in the first games.  Axes that the game does not have are left out.
    """
    population, one, two = (as_measured(each, labels, measures) for each in (drawn, first, fresh))
    half, tables = float(critical_value(np.inf)), []
    for axis, column in AXES.items():
        if column not in population:
            continue
        error = f"{column.removesuffix('_value')}_error"
        errors = population[error].to_numpy()
        if axis in SQUARES:  # a small square seems surer than it is, and would count for more
            errors = np.full(len(errors), np.sqrt(np.nanmean(errors**2)))
        value, width = two[column].to_numpy(), half * two[error].to_numpy()
        ends = [value, value - width, value + width]
        if axis in SQUARES:
            ends = [np.sqrt(np.maximum(end, 0.0)) for end in ends]
        both = (np.concatenate([each[name] for each in (two, one)]) for name in (column, error))
        found = percentiles(*both, population[column].to_numpy(), errors)
        (share, seen), (low, _), (high, _) = (np.split(each, 2) for each in found)
        tables.append(pd.DataFrame({
            "name": names, "axis": axis, "value": ends[0], "low": ends[1], "high": ends[2],
            "share_value": share, "share_low": low, "share_high": high, "seen": seen,
        }))  # fmt: skip
    return pd.concat(tables, ignore_index=True)
