"""The own figures of what differs between two cells: of each changed card and objective.

Where none is changed they are the win rates of seats, which any other change shows in first.
"""

from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd

from balance.analysis.cell_result import CellResult
from balance.analysis.measures import (
    CARD_COPIES,
    CARD_TAKEN,
    CHOSEN,
    DEALT,
    KEPT,
    NUMBER,
    OBJECTIVE,
    PLAYER,
    SEAT,
    SHARE,
    Measure,
)
from balance.analysis.metrics.fold_sums import FoldSums, folds_of
from balance.analysis.objectives.ways import games_by_way
from balance.scenario.change_words import changed_pieces
from balance.scenario.match import Match
from balance.stats.intervals import mean_count, proportion
from balance.stats.jackknife import paired

TAKEN, COPIES_TAKEN, FORCED, IS_DEALT, KEEPS, KEPT_BY, WINS = (
    "taken", "copies", "forced", "dealt", "kept", "keep", "wins",
)  # fmt: skip
_OF_CARDS = ((TAKEN, CARD_TAKEN), (COPIES_TAKEN, CARD_COPIES))
_OF_OBJECTIVES = (
    (IS_DEALT, OBJECTIVE[DEALT]), (KEEPS, OBJECTIVE[KEPT]), (KEPT_BY, CHOSEN)
)  # fmt: skip
COLUMNS = (
    "id", "name", "figure", "unit",
    *(f"{prefix}{part}" for prefix in ("was_", "now_", "") for part in ("value", "low", "high")),
    "steps", "is_same",
)  # fmt: skip


def own_figures(was: CellResult, now: CellResult, cells: Sequence[CellResult]) -> pd.DataFrame:
    """Return the own figures of what differs between two cells, before and after.

    Parameters
    ----------
    cells : sequence of CellResult
        All of the run: those that assign objectives at random show what a changed one is worth.

    Returns
    -------
    table : DataFrame
        A row for each changed thing and figure: first, second (names of the cells), id, name,
        figure (of a card TAKEN and COPIES_TAKEN; of an objective FORCED, where nobody chooses,
        IS_DEALT, KEEPS and KEPT_BY; else WINS of a seat), unit; ``was_`` and ``now_``, and the
        second less the first, paired by deal, each as value, low, high; steps (the difference in
        standard errors) and is_same (whether all games were the same in it).
    """
    rows = [*_pieces(was, now, cells)]
    if not rows and was.match.game_table.num_seats == now.match.game_table.num_seats:
        sides = [(folds_of(cell.sums), cell.match) for cell in (was, now)]
        for measure in (PLAYER, SEAT):
            places = range(len(measure.items(was.match)))
            rows += [_row("", WINS, measure, (place, place), sides) for place in places]
    return pd.DataFrame(rows, columns=COLUMNS).assign(first=was.name, second=now.name)


def _pieces(
    was: CellResult, now: CellResult, cells: Sequence[CellResult]
) -> Iterator[dict[str, object]]:
    changed = changed_pieces(was.match.game_table, now.match.game_table)
    own = [(folds_of(cell.sums), cell.match) for cell in (was, now)]
    forced = [games_by_way(cell, cells)[1] for cell in (was, now)]
    for piece in changed:
        for kind, measures in (("cards", _OF_CARDS), ("objectives", _OF_OBJECTIVES)):
            places = tuple(_place(match, kind, piece) for _, match in own)
            if min(places) < 0:
                continue
            if kind == "objectives" and all(forced):
                sides = [(one.folds, one.match) for one in forced if one]
                yield _row(piece, FORCED, OBJECTIVE[KEPT], places, sides)
            for figure, measure in measures:
                yield _row(piece, figure, measure, places, own)


def _place(match: Match, kind: str, piece: str) -> int:
    """Return the row of a card or objective of a table, or -1."""
    ids = [one.id for one in getattr(match.game_table, kind)]
    return ids.index(piece) if piece in ids else -1


def _row(
    piece: str, figure: str, measure: Measure, places: Sequence[int],
    sides: Sequence[tuple[FoldSums, Match]],
) -> dict[str, object]:  # fmt: skip
    both = list(zip(places, sides, strict=True))
    found = {
        prefix: (proportion if measure.is_share else mean_count)(measure.sums(*side).take(place))
        for prefix, (place, side) in zip(("was_", "now_"), both, strict=True)
    }
    one, two = (measure.rates(*side).take([place]) for place, side in both)
    apart = paired(one, two)
    numbers = {f"{prefix}{part}": float(getattr(each, part))
               for prefix, each in {**found, "": apart.difference.take(0)}.items()
               for part in ("value", "low", "high")}  # fmt: skip
    is_same = np.array_equal(one.rows, two.rows, equal_nan=True)
    return {
        "id": piece, "name": measure.items(sides[1][1])[places[1]].label, "figure": figure,
        "unit": SHARE if measure.is_share else NUMBER, **numbers,
        "steps": float(apart.z[0]), "is_same": is_same,
    }  # fmt: skip
