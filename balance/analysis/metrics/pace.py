"""Length, scores, margins and endings of games."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from balance.analysis.metrics.deal_sums import CrossProductSums, Histogram, RatioSums, by_deal
from balance.analysis.metrics.fold_sums import FoldSums
from balance.analysis.metrics.metric import ended_only, is_scored
from balance.engine.layout import WIN
from balance.scenario.match import Match
from balance.stats.intervals import DealSums, Estimate, difference, mean, proportion
from balance.store.sums import Sums


@dataclass(frozen=True)
class PaceSums(Sums):
    """How often each length, score and margin occurs, and what scores are made of.

    Scores of winners are weighted with their share of the win; scores, parts and margins are those
    of games that were decided by points.  Means, endings and ties are counted in `FoldSums`.
    """

    games_by_rounds: Histogram
    games_by_turns: Histogram
    games_by_decisions: Histogram
    seats_by_score: Histogram
    wins_by_score: Histogram  # 60ths of wins
    games_by_margin: Histogram
    parts: RatioSums  # shape (parts,), per seat
    winner_parts: RatioSums  # per win
    other_parts: RatioSums  # per seat that did not win
    both_parts: CrossProductSums  # of winner_parts and other_parts
    winner_shares: RatioSums  # of the winner's score, shape (parts,)
    other_shares: RatioSums  # of the scores of those that did not win

    def contradictions(self, deals: int) -> Iterator[tuple[str, Any]]:
        """Yield what sums of so many deals cannot be; see `Sums.contradictions`."""
        games = self.games_by_rounds.frequencies.sum()
        for histogram, count in (
            (self.games_by_turns, games),
            (self.games_by_decisions, games),
            (self.seats_by_score, self.parts.den),
            (self.wins_by_score, self.winner_parts.den),
        ):
            yield "games by number do not add up", histogram.frequencies.sum() != count
        parts = self.winner_parts.num + self.other_parts.num
        yield "parts of winners and others do not add up", parts != WIN * self.parts.num

    def counted_by_others(self) -> Mapping[str, Any]:
        """Return totals that other metrics count too."""
        lengths = {
            "rounds": self.games_by_rounds.total,
            "turns": self.games_by_turns.total,
            "decisions": self.games_by_decisions.total,
        }
        return {what: total for what, total in lengths.items() if total is not None} | {
            "games": self.games_by_rounds.frequencies.sum(),
            "scored games": self.games_by_margin.frequencies.sum(),
            "scores": self.parts.num.sum(),
            "scores of winners": self.winner_parts.num.sum(),
        }


def tally(records: NDArray[Any], match: Match) -> PaceSums:
    """Return the sums of a batch."""
    seats, rotations = match.game_table.num_seats, match.lineup.rotations
    records, ended = ended_only(records)
    wins = records["wins"][:, :seats].astype(np.int64)
    scores = records["scores"][:, :seats].astype(np.int64)
    parts = records["parts"][:, :seats].astype(np.int64)
    ranked = np.sort(scores, axis=1)
    margin = ranked[:, -1] - ranked[:, -2] if seats > 1 else np.zeros(len(records), np.int64)
    scored = is_scored(records, match)
    if not scored.all():
        scores[~scored], parts[~scored], margin[~scored] = 0, 0, 0
    seat_parts = by_deal(np.einsum("gsp->gp", parts), rotations)
    won_parts = by_deal(np.einsum("gs,gsp->gp", wins, parts), rotations)
    won = by_deal(wins.sum(axis=1) * scored, rotations)
    won_score = by_deal((wins * scores).sum(axis=1), rotations)
    counted = by_deal(scored, rotations)
    of_each = np.ones(parts.shape[2], np.int64)
    sat = counted[:, None] * seats * of_each
    all_won = won[:, None] * of_each
    lost, lost_parts = WIN * sat - won[:, None], WIN * seat_parts - won_parts
    seat_score = by_deal(scores.sum(axis=1), rotations)
    return PaceSums(
        games_by_rounds=Histogram.of(records["rounds"][ended]),
        games_by_turns=Histogram.of(records["turns"][ended]),
        games_by_decisions=Histogram.of(records["decisions"][ended]),
        seats_by_score=Histogram.of(scores[scored]),
        wins_by_score=Histogram.of(scores[scored], wins[scored]),
        games_by_margin=Histogram.of(margin[scored]),
        parts=RatioSums.of(seat_parts, sat),
        winner_parts=RatioSums.of(won_parts, all_won),
        other_parts=RatioSums.of(lost_parts, lost),
        both_parts=CrossProductSums.of(won_parts, all_won, lost_parts, lost),
        winner_shares=_share_sums(won_parts, won_score),
        other_shares=_share_sums(lost_parts, WIN * seat_score - won_score),
    )


def _share_sums(parts: NDArray[Any], score: NDArray[Any]) -> RatioSums:
    """Return the sums for the shares of parts in a score; deals below 0 are left out.

    Parameters
    ----------
    parts : array, shape (deals, parts)
    score : array, shape (deals,)
    """
    kept = np.maximum(score, 0)[:, None]
    return RatioSums.of(np.where(kept > 0, parts, 0), np.broadcast_to(kept, parts.shape))


def lengths(sums: PaceSums, folds: FoldSums) -> pd.DataFrame:
    """Return a row each for rounds, decisions and, where there are any, turns of a game.

    Columns: measure; its mean as value, low, high, deals; sd; p5, median, p95.
    """
    rows = [
        ("rounds", folds.ratio("rounds", "games"), sums.games_by_rounds),
        ("turns", folds.ratio("turns", "games"), sums.games_by_turns),
        ("decisions", folds.ratio("decisions", "games"), sums.games_by_decisions),
    ]
    known = [row for row in rows if row[0] != "turns" or row[2].total != 0]
    return _measures(known, least=0.0)


def scores(sums: PaceSums, folds: FoldSums, match: Match) -> pd.DataFrame:
    """Return a row each for a player's score, the winner's, and, of several, the winning margin.

    Columns as in `lengths`; the margin is the best score less the second.
    """
    seats = match.game_table.num_seats
    is_alone = seats == 1
    rows = [
        (
            "score of the player" if is_alone else "score of a player",
            folds.ratio("scores", folds.scored * seats, per_game=seats),
            sums.seats_by_score,
        ),
        (
            "score when winning" if is_alone else "score of the winner",
            folds.ratio("winner_scores", "won", per_game=WIN),
            sums.wins_by_score,
        ),
    ]
    if not is_alone:
        margin = folds.ratio("margins", "scored")
        rows.append(("margin of the best to the second", margin, sums.games_by_margin))
    return _measures(rows)


def parts(sums: PaceSums, match: Match) -> pd.DataFrame:
    """Return a row for each part of a score that any seat ever scored.

    Columns: part; the mean of all seats, of winners and of the others, and the difference of these
    two, each as value, low, high, deals after the prefixes ``all_``, ``winners_``, ``others_`` and
    ``difference_``; and its share of the whole score, after the prefixes ``winners_share_`` and
    ``others_share_`` (nan where a score was below 0).
    """
    lead, _ = difference(sums.winner_parts.sums(), sums.other_parts.sums(), sums.both_parts.sums())
    is_share = not sums.seats_by_score.below.any()
    rows = pd.DataFrame(
        {"part": list(match.game.parts)}
        | sums.parts.mean().columns("all_")
        | sums.winner_parts.mean().columns("winners_")
        | sums.other_parts.mean().columns("others_")
        | lead.columns("difference_")
        | _shares(sums.winner_shares, is_share).columns("winners_share_")
        | _shares(sums.other_shares, is_share).columns("others_share_")
    )
    is_scored_ever = (sums.parts.num2 > 0) | (sums.winner_parts.num2 > 0)  # sums can cancel
    return rows[is_scored_ever].reset_index(drop=True)


def _shares(sums: RatioSums, is_share: bool) -> Estimate:
    estimate = sums.mean()
    if is_share:
        return estimate
    unknown = np.full_like(estimate.value, np.nan)
    return Estimate(unknown, unknown, unknown, estimate.deals, estimate.effective)


def endings(folds: FoldSums, match: Match) -> pd.DataFrame:
    """Return a row for each ending, also one that never occurred.

    Columns: ending, games, and its share as value, low, high, deals.
    """
    return pd.DataFrame(
        {"ending": list(match.game.endings), "games": folds.endings.sum(axis=0)}
        | proportion(folds.ratio("endings", "games")).columns()
    )


def outcomes(folds: FoldSums) -> pd.DataFrame:
    """Return how often the win is shared or decided by a tie-break, or the game is cut off.

    Columns: outcome, games, and its share as value, low, high, deals: of the games that ended, but
    of all games of those cut off.
    """
    rows = [
        ("the win is shared", folds.ratio("shared", "games")),
        ("a tie-break decides", folds.ratio("broken", "games")),
        ("cut off at the limit of decisions", folds.ratio("stopped", folds.games + folds.stopped)),
    ]
    return pd.DataFrame(
        [
            {"outcome": name, "games": int(ratio.num)} | proportion(ratio).row()
            for name, ratio in rows
        ]
    )


def histogram(counts: Histogram) -> pd.DataFrame:
    """Return a row for each number from the lowest to the highest: number, count, share."""
    filled = np.flatnonzero(counts.frequencies)
    span = slice(filled[0], filled[-1] + 1) if len(filled) else slice(0, 0)
    count = counts.frequencies[span]
    return pd.DataFrame(
        {"number": counts.values[span], "count": count, "share": count / max(count.sum(), 1)}
    )


def _measures(rows: list[tuple[str, DealSums, Histogram]], least: float = -np.inf) -> pd.DataFrame:
    return pd.DataFrame(
        [
            {"measure": name}
            | mean(ratio, least).row()
            | {
                "sd": counts.standard_deviation(),
                "p5": counts.quantile(0.05),
                "median": counts.quantile(0.5),
                "p95": counts.quantile(0.95),
            }
            for name, ratio, counts in rows
        ]
    )
