"""The strength of secret objectives: dealt, kept and forced upon a seat.

These are three different estimates. *Dealt*: the win rate of seats that are dealt the objective,
kept or not. The deal is random, so it has no bias, but a choice of two dilutes it. *Kept*: the win
rate of seats that chose it, which depends on who chooses it when. *Forced*: the win rate where
nobody chooses, so that seats differ in the objective only.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from balance.analysis.metrics.fold_sums import FOLDS, FoldSums
from balance.analysis.metrics.metric import ended_only
from balance.engine.layout import WIN
from balance.scenario.match import Match
from balance.stats.intervals import mean, proportion
from balance.store.sums import Sums


@dataclass(frozen=True)
class ObjectiveSums(Sums):
    """Of seats that kept each objective, shape (256, objectives), in the games that ended.

    Deal d is of fold d % 256, as in `FoldSums`, which counts these seats and their wins.
    """

    points: NDArray[np.int64]  # that it scored
    scores: NDArray[np.int64]  # whole scores


def applies(match: Match) -> bool:
    """Return whether the game has objectives."""
    return bool(match.game_table.objectives) and "kept" in (match.game.record.names or ())


def tally(records: NDArray[Any], match: Match) -> ObjectiveSums:
    """Return the sums of a batch.

    Parameters
    ----------
    records : array of game.record, shape (games,)
        Whole deals.
    """
    seats, objectives = match.game_table.num_seats, len(match.game_table.objectives)
    folds = records["number"] // match.lineup.rotations % FOLDS
    records, _ = ended_only(records)
    kept = records["kept"][:, :seats]
    there = kept >= 0
    places = (folds[:, None] * objectives + kept)[there]

    def by_fold(values: NDArray[Any]) -> NDArray[np.int64]:
        total = np.bincount(places, values[:, :seats][there], minlength=FOLDS * objectives)
        return total.astype(np.int64).reshape(FOLDS, objectives)

    return ObjectiveSums(by_fold(records["fulfilled"]), by_fold(records["scores"]))


def fair(folds: FoldSums, match: Match) -> float:
    """Return the win rate of an average objective: for one player alone, the win rate overall."""
    if not match.game_table.rival:
        return 1 / match.game_table.num_seats
    seats = float(folds.dealt.sum())
    return float(folds.dealt_wins.sum()) / (WIN * seats) if seats else float("nan")


def table(
    sums: ObjectiveSums, folds: FoldSums, match: Match, forced: FoldSums | None = None
) -> pd.DataFrame:
    """Return a row for each objective that was dealt.

    Parameters
    ----------
    forced : FoldSums, optional
        Of a variant that assigns objectives, so that nobody chooses.

    Returns
    -------
    table : DataFrame
        id, objective, note, fair; the seats that were dealt it and kept it (counts); and
        estimates, each as value, low, high, deals after a prefix: ``keep_`` (share of the seats
        dealt it that kept it), ``dealt_``, ``kept_`` and, if given, ``forced_`` (win rates),
        ``points_`` (that it scored when kept), ``score_`` (of a seat that kept it).
    """
    pieces = match.game_table.objectives
    columns: dict[str, Any] = {
        "id": [piece.id for piece in pieces],
        "objective": [piece.name for piece in pieces],
        "note": [piece.note for piece in pieces],
        "fair": fair(folds, match),
        "seats_dealt": folds.dealt.sum(axis=0),
        "seats_kept": folds.kept.sum(axis=0),
    }
    columns |= proportion(folds.ratio("kept", "dealt")).columns("keep_")
    columns |= proportion(folds.ratio("dealt_wins", "dealt", WIN)).columns("dealt_")
    columns |= proportion(folds.ratio("kept_wins", "kept", WIN)).columns("kept_")
    if forced is not None:
        columns |= proportion(forced.ratio("kept_wins", "kept", WIN)).columns("forced_")
    columns |= mean(folds.ratio(sums.points, "kept")).columns("points_")
    columns |= mean(folds.ratio(sums.scores, "kept")).columns("score_")
    rows = pd.DataFrame(columns)
    return rows[rows["seats_dealt"] > 0].reset_index(drop=True)
