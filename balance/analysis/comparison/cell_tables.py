"""Tables of several cells side by side, each number with its own interval."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pandas as pd

from balance.analysis.cell_result import CellResult
from balance.analysis.measures import DEALT, KEPT
from balance.analysis.metrics import cards, last_round, objectives, pace, seats
from balance.analysis.metrics.cards import CardSums
from balance.analysis.metrics.fold_sums import folds_of
from balance.analysis.metrics.last_round import LastRoundSums
from balance.analysis.metrics.pace import PaceSums


def headlines(cells: Sequence[CellResult]) -> pd.DataFrame:
    """Return the headline numbers, a row for each cell; nan where a cell has no such number.

    Columns: cell, players, bots, games, deals; and estimates, each as value, low, high after a
    prefix: ``first_``, ``last_`` (wins of the first and of the last seat over a fair share),
    ``player_`` (wins of a single player against the game, a draw being half a win), ``rounds_``,
    ``turns_``, ``decisions_``, ``score_`` (of a player), ``winner_`` (its score), ``margin_`` (best
    score less the second, or less the game's own), ``shared_`` (games with a shared win),
    ``dealt_`` and ``kept_`` (standard deviation between the true win rates of objectives when
    dealt, when kept).
    """
    return pd.DataFrame([_headline(cell) for cell in cells])


def _headline(cell: CellResult) -> dict[str, Any]:
    row: dict[str, Any] = {
        "cell": cell.name,
        "players": cell.match.game_table.num_seats,
        "bots": ", ".join(cell.match.lineup.labels[entry] for entry in cell.match.lineup.seats),
        "games": cell.games,
        "deals": cell.deals,
    }
    for name in _HEADLINES:
        known = cell.measures.get(f"spread {name}" if name in (DEALT, KEPT) else name)
        for part in ("value", "low", "high"):
            row[f"{name}_{part}"] = np.nan if known is None else getattr(known, part)
    return row


_HEADLINES = (
    "first", "last", "player", "rounds", "turns", "decisions", "score", "winner", "margin",
    "shared", DEALT, KEPT,
)  # fmt: skip


def win_rates(cells: Sequence[CellResult]) -> pd.DataFrame:
    """Return a row for each cell and seat of those in which seats play each other.

    Columns: cell and players; else as in `seats.by_seat`.
    """
    return _together(
        cells,
        "seats",
        lambda cell: seats.by_seat(folds_of(cell.sums), cell.match).assign(
            players=cell.match.game_table.num_seats
        ),
    )


def fairness(cells: Sequence[CellResult], band: float) -> pd.DataFrame:
    """Return a row for each cell of several seats: cell, else as in `seats.judged`."""
    several = [cell for cell in cells if cell.match.game_table.num_seats > 1]
    return _together(
        several,
        "seats",
        lambda cell: seats.judged(folds_of(cell.sums), cell.match, band),
    )


def bots(cells: Sequence[CellResult]) -> pd.DataFrame:
    """Return a row for each cell and bot: cell, else as in `seats.by_bot`."""
    return _together(cells, "seats", lambda cell: seats.by_bot(folds_of(cell.sums), cell.match))


def endings(cells: Sequence[CellResult]) -> pd.DataFrame:
    """Return a row for each cell and ending that occurred in any: cell, else as `pace.endings`."""
    rows = _together(cells, "pace", lambda cell: pace.endings(folds_of(cell.sums), cell.match))
    seen = rows.groupby("ending")["games"].transform("sum") > 0
    return rows[seen].reset_index(drop=True)


def parts(cells: Sequence[CellResult]) -> pd.DataFrame:
    """Return a row for each cell and part of a score: cell, else as in `pace.parts`."""

    def table(cell: CellResult) -> pd.DataFrame:
        return pace.parts(cell.sums_of("pace", PaceSums), folds_of(cell.sums), cell.match)

    return _together(cells, "pace", table)


def last_rounds(cells: Sequence[CellResult]) -> pd.DataFrame:
    """Return a row for each cell whose records have the scores before the last round.

    Columns: cell; the share of games whose sole leader before the last round does not win, as
    value, low, high, deals after the prefix ``overtaken_``; else as in `last_round.gains`.
    """

    def table(cell: CellResult) -> pd.DataFrame:
        sums, folds = cell.sums_of("last_round", LastRoundSums), folds_of(cell.sums)
        lost = last_round.leaders(sums, folds).loc[[last_round.LOST]].reset_index(drop=True)
        names = {name: f"overtaken_{name}" for name in ("value", "low", "high", "deals")}
        return pd.concat(
            [lost[[*names]].rename(columns=names), last_round.gains(sums, folds)], axis=1
        )

    return _together(cells, "last_round", table)


def strengths(cells: Sequence[CellResult]) -> pd.DataFrame:
    """Return a row for each cell and objective.

    Columns: cell, else as in `objectives.table`; and the win rates over a fair share, after the
    prefixes ``dealt_over_`` and ``kept_over_``.
    """

    def table(cell: CellResult) -> pd.DataFrame:
        rows = objectives.table(folds_of(cell.sums), cell.match)
        for how in ("dealt", "kept"):
            for part in ("value", "low", "high"):
                rows[f"{how}_over_{part}"] = rows[f"{how}_{part}"] - rows["fair"]
        return rows

    return _together(cells, "objectives", table)


def uses(cells: Sequence[CellResult]) -> pd.DataFrame:
    """Return a row for each cell and card that was available: cell, else as in `cards.table`."""
    return _together(
        cells,
        "cards",
        lambda cell: cards.table(cell.sums_of("cards", CardSums), folds_of(cell.sums), cell.match),
    )


def across(
    rows: pd.DataFrame, cells: Sequence[str], by: Sequence[str], prefix: str
) -> pd.DataFrame:
    """Return a row for each item, with an estimate for each cell.

    Parameters
    ----------
    rows : DataFrame
        A row for each cell and item.
    cells : sequence of str
        Names; the estimates of the first stand after the prefix ``0_``, and so on.
    by : sequence of str
        The columns that identify an item.
    prefix : str
        Of the estimate in `rows`.
    """
    names = {f"{prefix}{part}": part for part in ("value", "low", "high")}
    wide = rows[list(by)].drop_duplicates(ignore_index=True)
    for place, cell in enumerate(cells):
        mine = rows.loc[rows["cell"] == cell, [*by, *names]]
        mine = mine.rename(columns={old: f"{place}_{new}" for old, new in names.items()})
        wide = wide.merge(mine, on=list(by), how="left")
    return wide


def _together(
    cells: Sequence[CellResult], question: str, table: Callable[[CellResult], pd.DataFrame]
) -> pd.DataFrame:
    tables = [
        table(cell).assign(cell=cell.name) for cell in cells if question in cell.sums and cell.ended
    ]
    filled = [rows for rows in tables if len(rows)]
    if not filled:
        return pd.DataFrame({"cell": []})
    together = pd.concat(filled, ignore_index=True)
    return together[["cell", *together.columns.drop("cell")]]
