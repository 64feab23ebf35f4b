"""The recommended set-ups among those that players draw: on each axis, how many have less."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from balance.analysis.random_setups import UNEVEN
from balance.analysis.setup_matches import (
    UNBOUGHT,
    VARIED,
    SetupMeasures,
    mirror_means,
    off_equal,
    off_mean,
)
from balance.runner.random_setups import SetupResult
from balance.stats.intervals import Floats, critical_value
from balance.stats.mean_squares import mean_square
from balance.stats.percentiles import percentiles
from balance.stats.shrinkage import shrink

OBJECTIVES = "objectives"
# What a designer asks of a set-up.
AXES = ("seat 1", UNEVEN, "rounds", "margin", OBJECTIVES, UNBOUGHT, "overtaken", VARIED)
# Axes that are roots of mean squares, with what is squared.
SQUARES = {UNEVEN: off_equal, OBJECTIVES: off_mean}
FEWEST = 3  # objectives


def among_drawn(
    names: Sequence[str],
    first: Sequence[SetupResult[SetupMeasures]],
    fresh: Sequence[SetupResult[SetupMeasures]],
    drawn: Sequence[SetupResult[SetupMeasures]],
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
    measures : sequence of str
        See `measures_of`.

    Returns
    -------
    places : DataFrame
        A row for each set-up and axis: name, axis, its value, low, high in the fresh games, and
        the share of all drawable set-ups with less, as ``share_`` value, low, high; ``seen``, that
        share in the first games.  Axes that the game does not have are left out.
    """
    half, tables = float(critical_value(np.inf)), []
    played = [*fresh, *first, *drawn]
    for axis in (axis for axis in AXES if axis in (*measures, *SQUARES)):
        value, error = _measured(axis, played, measures)
        if axis in SQUARES and value.shape[-1] < FEWEST - (axis == UNEVEN):
            continue
        own, others = slice(len(names)), slice(2 * len(names), None)
        if axis in SQUARES:
            roots = (mean_square(value[own], error[own], score) for score in (0.0, -half, half))
            ends = [np.sqrt(one) for one in roots]
        else:
            ends = [value[own] + score * error[own] for score in (0.0, -half, half)]
        known = slice(2 * len(names))
        found = percentiles(value[known], error[known], value[others], error[others])
        (share, seen), (low, _), (high, _) = (np.split(each, 2) for each in found)
        tables.append(pd.DataFrame({
            "name": names, "axis": axis, "value": ends[0], "low": ends[1], "high": ends[2],
            "share_value": share, "share_low": low, "share_high": high, "seen": seen,
        }))  # fmt: skip
    return pd.concat(tables, ignore_index=True)


def uneven_of(setups: Sequence[SetupMeasures]) -> tuple[float, float, float]:
    """Return how uneven a set-up is, with its interval."""
    half, (off, errors) = float(critical_value(np.inf)), off_equal(setups)
    value, low, high = (
        float(np.sqrt(mean_square(off, errors, score))) for score in (0.0, -half, half)
    )
    return value, low, high


def dots_of(setups: pd.DataFrame) -> pd.DataFrame:
    """Return where drawn set-ups lie on the axes, drawn towards the mean as far as noise explains.

    Parameters
    ----------
    setups : DataFrame
        `SetupStudy.setups`.
    """
    known = [axis for axis in AXES if axis != UNEVEN and f"{axis}_value" in setups]
    values = {
        axis: shrink(setups[f"{axis}_value"], setups[f"{axis}_error"]).value for axis in known
    }
    return pd.DataFrame({UNEVEN: setups["even_value"].to_numpy(), **values})


def _measured(
    axis: str, played: Sequence[SetupResult[SetupMeasures]], measures: Sequence[str]
) -> tuple[Floats, Floats]:
    """Return what each set-up has on an axis and its error; of squares what is squared."""
    if axis not in SQUARES:
        place = measures.index(axis)
        both = np.stack([mirror_means(one.results)[:, place] for one in played], axis=1)
    else:
        both = np.stack([SQUARES[axis](one.results) for one in played], axis=1)
        both = both[..., np.isfinite(both).all(axis=(0, 1, 2))]
    return both[0], both[1]
