"""Convergence: the effective number of games of a run, and how an estimate changed with games."""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter

import numpy as np
import pandas as pd

from balance.analysis.cell_result import CellResult
from balance.analysis.measures import PLAYER, SEAT
from balance.analysis.metrics.fold_sums import FOLDS, folds_of
from balance.analysis.metrics.seats import wins_by_seat
from balance.stats.intervals import design_effect
from balance.stats.jackknife import FEW_FOLDS

STEPS = 8  # at which an estimate is looked at


@dataclass(frozen=True)
class Running:
    """A win rate as more and more folds of deals are counted."""

    seat: int  # the seat, 0 playing first
    table: pd.DataFrame  # columns: deals, so many of them counted; the win rate as value, low, high


def worth(cells: Sequence[CellResult]) -> pd.DataFrame:
    """Return the effective number of games of each cell, a row per cell.

    Returns
    -------
    table : DataFrame
        cell; deals; rotations (games of a deal); games; cut_off (games that did not end);
        design_effect (games for each game of independent worth), correlation (between the wins
        of one seat in two games of a deal) and effective (games of independent worth), of the seat
        with the largest design effect; nan where players do not play each other.

    Notes
    -----
    With m games a deal the design effect is 1 + (m - 1) * correlation (Kish, Survey Sampling,
    1965, section 5.4); with one game per deal there is no correlation.
    """
    rows = []
    for cell in cells:
        rotations = cell.match.lineup.rotations
        effect = np.nan
        if "seats" in cell.sums and cell.ended and rotations == 1:
            effect = 1.0  # games of different deals are independent
        elif "seats" in cell.sums and cell.ended:
            wins = wins_by_seat(folds_of(cell.sums))
            effect = float(np.nanmax(np.append(design_effect(wins), -np.inf)))
        effect = effect if np.isfinite(effect) and effect > 0 else np.nan
        rows.append(
            {
                "cell": cell.name, "deals": cell.deals, "rotations": rotations,
                "games": cell.games, "cut_off": cell.games - cell.ended, "design_effect": effect,
                "correlation": (effect - 1) / (rotations - 1) if rotations > 1 else np.nan,
                "effective": cell.ended / effect,
            }
        )  # fmt: skip
    return pd.DataFrame(rows)


def arms_played(cells: Sequence[CellResult]) -> pd.DataFrame:
    """Return how much was played of each kind of experiment, a row per kind and cell.

    Columns: cell; kind; arms (that were played); games; fewest and most (deals of an arm).
    """
    rows = []
    for cell in cells:
        for kind in dict.fromkeys(one.arm.kind for one in cell.arms):
            mine = cell.arms_of(kind)
            if not mine:
                continue
            deals = [one.deals for one in mine]
            rows.append(
                {
                    "cell": cell.name, "kind": kind, "arms": len(mine),
                    "games": sum(one.games for one in mine), "fewest": min(deals),
                    "most": max(deals),
                }
            )  # fmt: skip
    return pd.DataFrame(rows, columns=["cell", "kind", "arms", "games", "fewest", "most"])


def running(cell: CellResult) -> Running | None:
    """Return how the win rate farthest from an equal share changed; None with too few deals.

    Of players who win together it is theirs, as that of the first seat.

    Each step adds the next eighth of the folds, which is as good as adding the next deals.
    Intervals come from the grouped jackknife, and each holds for its own step only.
    """
    sums = folds_of(cell.sums)
    if not sums.deals.all() or not sums.games.any():
        return None
    rate = PLAYER if cell.match.game_table.is_common else SEAT
    apart = np.abs(rate.values(sums, cell.match).value)
    seat = int(np.isclose(apart, apart.max()).argmax())  # the first of several equal ones
    rows = []
    for last in np.linspace(FOLDS / STEPS, FOLDS, STEPS).astype(int):
        if last < FEW_FOLDS:
            continue
        some = sums.mapped(itemgetter(slice(last)))
        result = rate.rates(some, cell.match, step=0.0).estimate().take(seat)
        rows.append({**result.row(), "deals": int(some.deals.sum())})
    return Running(seat, pd.DataFrame(rows))
