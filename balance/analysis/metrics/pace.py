"""Length, scores, margins and endings of games."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from balance.analysis.metrics.deal_sums import Histogram
from balance.analysis.metrics.fold_sums import FoldSums, by_fold, prefixed
from balance.analysis.metrics.metric import ended_only, is_scored, margins
from balance.engine.layout import WIN
from balance.scenario.match import Match
from balance.stats.intervals import DealSums, mean, proportion
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
    parts: NDArray[np.int64]  # shape (256, parts), by fold: of all seats
    winner_parts: NDArray[np.int64]  # the same, times 60ths of wins

    def contradictions(self, deals: int) -> Iterator[tuple[str, Any]]:
        """Yield what sums of so many deals cannot be; see `Sums.contradictions`."""
        counts = [vars(self)[name].frequencies.sum() for name in (
            "games_by_rounds", "games_by_turns", "games_by_decisions"
        )]  # fmt: skip
        yield "games by number do not add up", len(set(counts)) > 1
        scored, seats = (
            one.frequencies.sum() for one in (self.games_by_margin, self.seats_by_score)
        )
        yield "scores are not those of whole games", seats % max(scored, 1)

    def counted_by_others(self) -> Mapping[str, Any]:
        """Return totals that other metrics count too."""
        known = {
            "rounds": self.games_by_rounds.total,
            "turns": self.games_by_turns.total,
            "decisions": self.games_by_decisions.total,
            "margins": self.games_by_margin.total,
        }
        return {what: total for what, total in known.items() if total is not None} | {
            "games": self.games_by_rounds.frequencies.sum(),
            "scored games": self.games_by_margin.frequencies.sum(),
            "wins in scored games": self.wins_by_score.frequencies.sum(),
            "scores": self.parts.sum(),
            "scores of winners": self.winner_parts.sum(),
        }


def tally(records: NDArray[Any], match: Match) -> PaceSums:
    """Return the sums of a batch."""
    seats = match.game_table.num_seats
    records, ended = ended_only(records)
    scored = is_scored(records, match)
    wins = records["wins"][:, :seats].astype(np.int64)
    sides = records["scores"][scored, : match.game_table.num_sides].T.astype(np.int64)
    scores = sides[:seats].T
    parts = records["parts"][:, :seats].astype(np.int64) * scored[:, None, None]
    return PaceSums(
        games_by_rounds=Histogram.of(records["rounds"][ended]),
        games_by_turns=Histogram.of(records["turns"][ended]),
        games_by_decisions=Histogram.of(records["decisions"][ended]),
        seats_by_score=Histogram.of(scores),
        wins_by_score=Histogram.of(scores, wins[scored]),
        games_by_margin=Histogram.of(margins(sides, match)),
        parts=by_fold(np.einsum("gsp->gp", parts), records, match),
        winner_parts=by_fold(np.einsum("gs,gsp->gp", wins, parts), records, match),
    )


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


def minutes(sums: PaceSums, folds: FoldSums, seconds: tuple[float, float]) -> dict[str, float]:
    """Return how many minutes games last if players decide one after the other.

    Parameters
    ----------
    seconds : (float, float)
        The least and the most that a player takes for a decision, explaining and moving included.

    Returns
    -------
    row : dict
        decisions (mean of a game); least and most: of nine games in ten, the shortest with the
        least seconds and the longest with the most; usual: of the mean game, with their mean.
    """
    decisions = float(mean(folds.ratio("decisions", "games")).value)
    ends = (sums.games_by_decisions.quantile(share) for share in (0.05, 0.95))
    least, most = (end * each / 60 for end, each in zip(ends, seconds, strict=True))
    usual = decisions * sum(seconds) / 2 / 60
    return {"decisions": decisions, "least": least, "usual": usual, "most": most}


def scores(sums: PaceSums, folds: FoldSums, match: Match) -> pd.DataFrame:
    """Return a row each for a player's score, the winner's, and, of several, the winning margin.

    Columns as in `lengths`; the margin is the best score less the second.
    """
    seats = match.game_table.num_seats
    is_alone = seats == 1 or match.game_table.is_common
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


def parts(sums: PaceSums, folds: FoldSums, match: Match) -> pd.DataFrame:
    """Return a row for each part of a score that any seat ever scored.

    Columns: part; the mean of all seats, of winners and of the others, and the difference of these
    two, each as value, low, high, deals after the prefixes ``all_``, ``winners_``, ``others_`` and
    ``difference_``; and its share of the whole score, after the prefixes ``winners_share_`` and
    ``others_share_`` (nan where a score was below 0).
    """
    lost = WIN * folds.scores - folds.winner_scores
    estimates = folds.beside_winners(sums.parts, sums.winner_parts) | {
        "winners_share_": mean(folds.ratio(sums.winner_parts, "winner_scores")),
        "others_share_": mean(folds.ratio(WIN * sums.parts - sums.winner_parts, lost)),
    }
    rows = pd.DataFrame({"part": list(match.game.parts)} | prefixed(estimates))
    if sums.seats_by_score.below.any():
        rows.loc[:, rows.columns.str.contains("_share_(?:value|low|high)")] = np.nan
    is_scored_ever = ((sums.parts != 0) | (sums.winner_parts != 0)).any(axis=0)  # sums can cancel
    return rows[is_scored_ever].reset_index(drop=True)


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
