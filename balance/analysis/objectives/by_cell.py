"""Objectives by cell: which are stronger in one set-up, or with more players, than in others."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from scipy.special import stdtr

from balance.analysis.cell_result import CellResult
from balance.analysis.measures import DEALT, EXCESS, KEPT, NUMBER, OBJECTIVE
from balance.analysis.metrics.objective_pairs import columns_of, ratings
from balance.analysis.objectives.ways import ObjectiveSource, games_by_way
from balance.stats.jackknife import FEW_FOLDS, Replicates
from balance.stats.multiple_testing import false_discovery


def by_cell(cells: Sequence[CellResult]) -> tuple[str, pd.DataFrame]:
    """Return how much stronger each objective is in a cell than in the mean of cells.

    Parameters
    ----------
    cells : sequence of Variant
        The cells to compare; those without objectives are left out.

    Returns
    -------
    how : str
        "forced" if all cells have games in which nobody chooses, else "dealt".
    table : DataFrame
        A row for each cell and objective that is in two cells or more: cell, id, objective, seats
        (that held it), unit; its strength in the cell, as value, low, high after the
        prefix ``over_``; the same less its mean over the cells that have it, as value, low, high;
        and q for no difference, over all rows.  Empty with fewer than two
        cells.  Cells met the same deals, which the intervals allow for.

    Notes
    -----
    Strength is the win rate over that of all objectives of the cell (unit "excess").  A point of it
    means more among four players than among two, so where cells differ in players and nobody
    chooses it is the rating in Elo points (unit "number").
    """
    sources = [(cell, *games_by_way(cell, ())) for cell in cells]
    known = [(cell, free, forced) for cell, free, forced in sources if free or forced]
    is_forced = all(forced is not None for _, _, forced in known)
    held = [(cell, forced if is_forced else free) for cell, free, forced in known]
    reported = [(cell, way) for cell, way in held if way is not None]
    is_rated = is_forced and len({cell.match.game_table.num_seats for cell, _ in reported}) > 1
    is_rated &= all(way.meetings is not None for _, way in reported)
    strengths: dict[str, dict[str, Replicates]] = {}
    rows = []
    for cell, way in reported:
        strength = _rating(way) if is_rated else _over(way, is_forced)
        seats = (way.folds.kept if is_forced else way.folds.dealt).sum(axis=0)
        for place, piece in enumerate(cell.match.game_table.objectives):
            if strength.folds[place] < FEW_FOLDS:
                continue
            one = strength.take([place])
            strengths.setdefault(piece.id, {})[cell.name] = one
            rows.append(
                {"cell": cell.name, "id": piece.id, "objective": piece.name,
                 "seats": int(seats[place]), "unit": NUMBER if is_rated else EXCESS}
                | _row(one, "over_")
            )  # fmt: skip
    apart = []
    for row in rows:
        of_piece = strengths[str(row["id"])]
        if len(of_piece) > 1:
            less = of_piece[str(row["cell"])] - _mean(list(of_piece.values()))
            with np.errstate(divide="ignore", invalid="ignore"):
                steps = np.abs(less.value) / less.errors()
            p = float(2 * stdtr(less.folds - 1.0, -steps)[0])
            apart.append(row | _row(less) | {"p": p})
    table = pd.DataFrame(apart)
    if len(table):
        table["q"] = false_discovery(table.pop("p"))
    return "forced" if is_forced else "dealt", table


def _rating(way: ObjectiveSource) -> Replicates:
    assert way.meetings is not None
    return ratings(way.meetings).objectives


def _over(way: ObjectiveSource, is_forced: bool) -> Replicates:
    """Return win rates less the mean of all objectives."""
    return OBJECTIVE[KEPT if is_forced else DEALT].values(way.folds, way.match, 0.0)


def _mean(some: Sequence[Replicates]) -> Replicates:
    return Replicates(
        np.mean([one.value for one in some], axis=0),
        np.mean([one.leave_one_out for one in some], axis=0),
        np.min([one.folds for one in some], axis=0),
    )


def _row(one: Replicates, prefix: str = "") -> dict[str, float]:
    return {name: float(values[0]) for name, values in columns_of(one, prefix).items()}
