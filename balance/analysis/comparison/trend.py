"""What moved from one version of a game to the next, from the runs that were kept of each."""

from collections.abc import Sequence

import pandas as pd

from balance.analysis.cell_result import CellResult
from balance.analysis.comparison.differences import changed_first, differences
from balance.analysis.measures import seat_key

FIRST_SEAT = seat_key(0, seats=2)


def moves(cells: Sequence[CellResult]) -> pd.DataFrame:
    """Return what moved between each version and the one before.

    Parameters
    ----------
    cells : sequence of CellResult
        One of each version, named after it, the oldest first.

    Returns
    -------
    table : DataFrame
        As `differences`, for neighbours, with what was changed first; p-values are adjusted for
        all of the table. Also step, the place of the later version.
    """
    tables = []
    for step in range(1, len(cells)):
        two = cells[step - 1 : step + 1]
        tables.append(changed_first(differences(two), *two).assign(step=step))
    table = pd.concat(tables, ignore_index=True)
    table["adjusted"] = (table["adjusted"] * len(tables)).clip(upper=1.0)
    table["is_clear"] = table["adjusted"] < 0.05
    return table


def first_seat(cells: Sequence[CellResult]) -> pd.DataFrame:
    """Return the first player's wins over an equal share, as a share of games, by version.

    Columns: version, value, low, high; empty for games of one player.
    """
    rows = []
    for cell in cells:
        if FIRST_SEAT in cell.measures:
            known = cell.measures[FIRST_SEAT].by_fold.estimate()
            rows.append(
                {"version": cell.name, **known.row(place=0, names=("value", "low", "high"))}
            )
    return pd.DataFrame(rows)
