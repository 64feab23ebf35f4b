"""The strength of secret objectives: dealt, kept and forced upon a seat.

These are three different estimates. *Dealt*: the win rate of seats that are dealt the objective,
kept or not. The deal is random, so it has no bias, but a choice of two dilutes it. *Kept*: the win
rate of seats that chose it, which depends on who chooses it when. *Forced*: the win rate where
nobody chooses, so that seats differ in the objective only.
"""

from typing import Any

import pandas as pd

from balance.analysis.metrics.fold_sums import FoldSums, prefixed
from balance.analysis.metrics.metric import named_pieces
from balance.engine.layout import WIN
from balance.scenario.match import Match
from balance.stats.intervals import mean, proportion


def applies(match: Match) -> bool:
    """Return whether the game has objectives, with which a seat wins more often than others."""
    has_any = bool(match.game_table.objectives) and not match.game_table.is_common
    return has_any and "kept" in (match.game.record.names or ())


def fair(folds: FoldSums, match: Match) -> float:
    """Return the win rate of an average objective: for one player alone, the win rate overall."""
    if not match.game_table.rival:
        return 1 / match.game_table.num_seats
    seats = float(folds.dealt.sum())
    return float(folds.dealt_wins.sum()) / (WIN * seats) if seats else float("nan")


def table(folds: FoldSums, match: Match, forced: FoldSums | None = None) -> pd.DataFrame:
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
    columns: dict[str, Any] = {
        **named_pieces(match.game_table.objectives, "objective", "note"),
        "fair": fair(folds, match),
        "seats_dealt": folds.dealt.sum(axis=0),
        "seats_kept": folds.kept.sum(axis=0),
    }
    estimates = {
        "keep_": proportion(folds.ratio("kept", "dealt")),
        "dealt_": proportion(folds.ratio("dealt_wins", "dealt", WIN)),
        "kept_": proportion(folds.ratio("kept_wins", "kept", WIN)),
        **({"forced_": proportion(forced.ratio("kept_wins", "kept", WIN))} if forced else {}),
        "points_": mean(folds.ratio("kept_points", "kept")),
        "score_": mean(folds.ratio("kept_scores", "kept")),
    }
    rows = pd.DataFrame(columns | prefixed(estimates))
    return rows[rows["seats_dealt"] > 0].reset_index(drop=True)
