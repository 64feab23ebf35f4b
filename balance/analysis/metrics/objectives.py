"""The strength of secret objectives: dealt, kept and forced upon a seat.

These are three different estimates. *Dealt*: the win rate of seats that are dealt the objective,
kept or not. The deal is random, so it has no bias, but a choice of two dilutes it. *Kept*: the win
rate of seats that chose it, which depends on who chooses it when. *Forced*: the win rate where
nobody chooses, so that seats differ in the objective only.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from balance.analysis.metrics.deal_sums import RatioSums, by_deal
from balance.analysis.metrics.fold_sums import FOLDS
from balance.analysis.metrics.metric import ended_by_deal, ended_only
from balance.engine.layout import WIN
from balance.scenario.match import Match
from balance.store.sums import Sums


@dataclass(frozen=True)
class ObjectiveSums(Sums):
    """By objective, shape (objectives,), in the games that ended; wins are in 60ths.

    Deal d is of fold d % 256, as in `FoldSums`, which counts the seats that kept each by fold.
    """

    dealt: RatioSums  # seats dealt it, of all seats
    kept: RatioSums  # seats that kept it, of those dealt it
    win_dealt: RatioSums  # wins, of seats dealt it
    win_kept: RatioSums  # wins, of seats that kept it
    points: RatioSums  # points that it scored, per seat that kept it
    score: RatioSums  # whole score, per seat that kept it
    fold_points: NDArray[np.int64]  # shape (256, objectives): that it scored where it was kept
    fold_scores: NDArray[np.int64]  # shape (256, objectives): whole scores of who kept it

    def contradictions(self, deals: int) -> Iterator[tuple[str, Any]]:
        """Yield what sums of so many deals cannot be; see `Sums.contradictions`."""
        for name in ("kept", "win_dealt"):
            other = getattr(self, name).den
            yield "seats dealt an objective are not the same", other != self.dealt.num
        for name in ("win_kept", "points", "score"):
            other = getattr(self, name).den
            yield "seats that kept an objective are not the same", other != self.kept.num
        yield "kept are more than dealt", self.kept.num > self.dealt.num
        yield "wins are more than seats", self.win_dealt.num > WIN * self.dealt.num
        yield "wins are more than seats", self.win_kept.num > self.win_dealt.num
        yield "points do not add up", self.fold_points.sum(axis=0) != self.points.num
        yield "scores do not add up", self.fold_scores.sum(axis=0) != self.score.num

    def counted_by_others(self) -> Mapping[str, Any]:
        """Return totals that other metrics count too."""
        return {
            "objectives dealt": self.dealt.num,
            "objectives kept": self.kept.num,
            "wins with an objective dealt": self.win_dealt.num,
            "wins with an objective kept": self.win_kept.num,
        }

    @property
    def overall(self) -> float:
        """The win rate of all seats: the fair share where these play each other."""
        seats = float(self.dealt.num.sum())
        return float(self.win_dealt.num.sum()) / (WIN * seats) if seats else float("nan")

    @property
    def is_assigned(self) -> bool:
        """Whether no seat had a choice: every objective dealt was kept."""
        return bool((self.dealt.num == self.kept.num).all() and self.dealt.num.any())


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
    seats, rotations = match.game_table.num_seats, match.lineup.rotations
    folds = records["number"] // rotations % FOLDS
    records, ended = ended_only(records)
    wins = records["wins"][:, :seats]
    dealt = records["dealt"][:, :seats]
    kept = records["kept"][:, :seats]
    points = records["fulfilled"][:, :seats]
    scores = records["scores"][:, :seats]
    shape = (len(records), len(match.game_table.objectives))
    dealt_places = _places(dealt, shape)
    kept_places = _places(kept, shape)
    held = by_deal(_count(dealt_places, shape), rotations)
    chosen = by_deal(_count(kept_places, shape), rotations)

    def among_kept(values: NDArray[Any]) -> NDArray[Any]:
        return by_deal(_count(kept_places, shape, values), rotations)

    def by_fold(values: NDArray[Any]) -> NDArray[np.int64]:
        there = kept_places[1]
        places = (folds[:, None] * shape[1] + kept)[there]
        total = np.bincount(places, values[there], minlength=FOLDS * shape[1])
        return total.astype(np.int64).reshape(FOLDS, shape[1])

    everywhere = np.broadcast_to(wins[:, :, None], dealt.shape)
    return ObjectiveSums(
        dealt=RatioSums.per(held, seats * ended_by_deal(ended, rotations)),
        kept=RatioSums.of(chosen, held),
        win_dealt=RatioSums.of(by_deal(_count(dealt_places, shape, everywhere), rotations), held),
        win_kept=RatioSums.of(among_kept(wins), chosen),
        points=RatioSums.of(among_kept(points), chosen),
        score=RatioSums.of(among_kept(scores), chosen),
        fold_points=by_fold(points),
        fold_scores=by_fold(scores),
    )


def fair(sums: ObjectiveSums, match: Match) -> float:
    """Return the win rate of an average objective: for one player alone, the win rate overall."""
    return sums.overall if match.game_table.rival else 1 / match.game_table.num_seats


def table(sums: ObjectiveSums, match: Match, forced: ObjectiveSums | None = None) -> pd.DataFrame:
    """Return a row for each objective that was dealt.

    Parameters
    ----------
    forced : ObjectiveSums, optional
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
        "fair": fair(sums, match),
        "seats_dealt": sums.dealt.num,
        "seats_kept": sums.kept.num,
    }
    columns |= sums.kept.proportion().columns("keep_")
    columns |= sums.win_dealt.proportion(WIN).columns("dealt_")
    columns |= sums.win_kept.proportion(WIN).columns("kept_")
    if forced is not None:
        columns |= forced.win_kept.proportion(WIN).columns("forced_")
    columns |= sums.points.mean().columns("points_")
    columns |= sums.score.mean().columns("score_")
    rows = pd.DataFrame(columns)
    return rows[rows["seats_dealt"] > 0].reset_index(drop=True)


def _places(rows: NDArray[Any], shape: tuple[int, int]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the places of rows of objectives in a (games, objectives) array, and which exist."""
    games = np.arange(shape[0], dtype=np.int64).reshape(-1, *([1] * (rows.ndim - 1)))
    there = rows >= 0
    return (games * shape[1] + rows)[there], there


def _count(
    places: tuple[NDArray[Any], NDArray[Any]],
    shape: tuple[int, int],
    values: NDArray[Any] | None = None,
) -> NDArray[np.float64]:
    """Add up values (or ones) by game and objective: whole numbers, exact in float64."""
    weights = None if values is None else values[places[1]]
    counted = np.bincount(places[0], weights, minlength=shape[0] * shape[1])
    return counted.reshape(shape).astype(np.float64, copy=False)
