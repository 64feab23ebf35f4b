"""Length, scores, margins and endings of games."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from balance.analysis.metrics.deal_sums import CrossProductSums, Histogram, RatioSums, by_deal
from balance.analysis.metrics.metric import ended_by_deal, ended_only, is_scored
from balance.engine.layout import WIN
from balance.scenario.match import Match
from balance.stats.intervals import Estimate, difference
from balance.store.sums import Sums


@dataclass(frozen=True)
class PaceSums(Sums):
    """Lengths, scores and endings; scores of winners are weighted with their share of the win.

    Games that were cut off are counted and left out of all else; scores, parts and margins are
    those of games that were decided by points.
    """

    rounds: RatioSums
    turns: RatioSums
    decisions: RatioSums
    games_by_rounds: Histogram
    games_by_turns: Histogram
    games_by_decisions: Histogram
    score: RatioSums  # per seat
    winner: RatioSums  # score of the winner, per win
    margin: RatioSums  # best score less the second
    seats_by_score: Histogram
    wins_by_score: Histogram  # 60ths of wins
    games_by_margin: Histogram
    parts: RatioSums  # shape (parts,), per seat
    winner_parts: RatioSums  # per win
    other_parts: RatioSums  # per seat that did not win
    both_parts: CrossProductSums  # of winner_parts and other_parts
    winner_shares: RatioSums  # of the winner's score, shape (parts,)
    other_shares: RatioSums  # of the scores of those that did not win
    endings: RatioSums  # shape (endings,), games that ended so
    stopped: RatioSums  # games cut off, of all
    shared: RatioSums  # games with more than one winner
    broken: RatioSums  # games with one winner though two had the best score

    def contradictions(self, deals: int) -> Iterator[tuple[str, Any]]:
        """Yield what sums of so many deals cannot be; see `Sums.contradictions`."""
        for histogram, ratio in (
            (self.games_by_rounds, self.rounds),
            (self.games_by_turns, self.turns),
            (self.games_by_decisions, self.decisions),
            (self.seats_by_score, self.score),
            (self.wins_by_score, self.winner),
            (self.games_by_margin, self.margin),
        ):
            yield "games by number do not add up", histogram.frequencies.sum() != ratio.den
        yield "parts do not add up to scores", self.parts.num.sum() != self.score.num
        yield "parts do not add up to scores", self.winner_parts.num.sum() != self.winner.num
        parts = self.winner_parts.num + self.other_parts.num
        yield "parts of winners and others do not add up", parts != WIN * self.parts.num
        games = self.rounds.den
        yield "endings do not add up to the games", self.endings.num.sum() != games
        all_games = games + self.stopped.num
        yield "games that ended and others do not add up", self.stopped.den != all_games
        yield "shared games are more than games", self.shared.num > games
        yield "games that a tie-break decided are more than games", self.broken.num > games

    def counted_by_others(self) -> Mapping[str, Any]:
        """Return totals that other metrics count too."""
        return {
            "games": self.rounds.den,
            "rounds": self.rounds.num,
            "turns": self.turns.num,
            "decisions": self.decisions.num,
            "scores": self.score.num,
            "scores of winners": self.winner.num,
            "endings": self.endings.num,
        }


def tally(records: NDArray[Any], match: Match) -> PaceSums:
    """Return the sums of a batch."""
    seats, rotations = match.game_table.num_seats, match.lineup.rotations
    records, ended = ended_only(records)
    games = ended_by_deal(ended, rotations)
    wins = records["wins"][:, :seats].astype(np.int64)
    scores = records["scores"][:, :seats].astype(np.int64)
    parts = records["parts"][:, :seats].astype(np.int64)
    ranked = np.sort(scores, axis=1)
    margin = ranked[:, -1] - ranked[:, -2] if seats > 1 else np.zeros(len(records), np.int64)
    scored = is_scored(records, match)
    if not scored.all():
        scores[~scored], parts[~scored], margin[~scored] = 0, 0, 0
    winners = np.count_nonzero(wins, axis=1)
    endings = np.arange(len(match.game.endings))
    ending = (records["ending"][:, None] == endings) & ended[:, None]

    def per_game(values: NDArray[Any]) -> RatioSums:
        return RatioSums.per(by_deal(values, rotations), games)

    seat_parts = by_deal(parts.sum(axis=1), rotations)
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
        rounds=per_game(records["rounds"]),
        turns=per_game(records["turns"]),
        decisions=per_game(records["decisions"]),
        games_by_rounds=Histogram.of(records["rounds"][ended]),
        games_by_turns=Histogram.of(records["turns"][ended]),
        games_by_decisions=Histogram.of(records["decisions"][ended]),
        score=RatioSums.of(seat_score, counted * seats),
        winner=RatioSums.of(won_score, won),
        margin=RatioSums.of(by_deal(margin, rotations), counted),
        seats_by_score=Histogram.of(scores[scored]),
        wins_by_score=Histogram.of(scores[scored], wins[scored]),
        games_by_margin=Histogram.of(margin[scored]),
        parts=RatioSums.of(seat_parts, sat),
        winner_parts=RatioSums.of(won_parts, all_won),
        other_parts=RatioSums.of(lost_parts, lost),
        both_parts=CrossProductSums.of(won_parts, all_won, lost_parts, lost),
        winner_shares=_share_sums(won_parts, won_score),
        other_shares=_share_sums(lost_parts, WIN * seat_score - won_score),
        endings=per_game(ending),
        stopped=RatioSums.per(by_deal(~ended, rotations), rotations),
        shared=per_game(winners > 1),
        broken=per_game((winners == 1) & (margin == 0) & (seats > 1) & scored),
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


def lengths(sums: PaceSums) -> pd.DataFrame:
    """Return a row each for rounds, turns and decisions of a game.

    Columns: measure; its mean as value, low, high, deals; sd; p5, median, p95.
    """
    rows = [
        ("rounds", sums.rounds, sums.games_by_rounds),
        ("turns", sums.turns, sums.games_by_turns),
        ("decisions", sums.decisions, sums.games_by_decisions),
    ]
    return _measures(rows)


def scores(sums: PaceSums, match: Match) -> pd.DataFrame:
    """Return a row each for a player's score, the winner's, and, of several, the winning margin.

    Columns as in `lengths`; the margin is the best score less the second.
    """
    is_alone = match.game_table.num_seats == 1
    rows = [
        (
            "score of the player" if is_alone else "score of a player",
            sums.score,
            sums.seats_by_score,
        ),
        (
            "score when winning" if is_alone else "score of the winner",
            sums.winner,
            sums.wins_by_score,
        ),
    ]
    if not is_alone:
        rows.append(("margin of the best to the second", sums.margin, sums.games_by_margin))
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


def endings(sums: PaceSums, match: Match) -> pd.DataFrame:
    """Return a row for each ending, also one that never occurred.

    Columns: ending, games, and its share as value, low, high, deals.
    """
    return pd.DataFrame(
        {"ending": list(match.game.endings), "games": sums.endings.num}
        | sums.endings.proportion().columns()
    )


def outcomes(sums: PaceSums) -> pd.DataFrame:
    """Return how often the win is shared or decided by a tie-break, or the game is cut off.

    Columns: outcome, games, and its share as value, low, high, deals: of the games that ended, but
    of all games of those cut off.
    """
    rows = [
        ("the win is shared", sums.shared),
        ("a tie-break decides", sums.broken),
        ("cut off at the limit of decisions", sums.stopped),
    ]
    return pd.DataFrame(
        [
            {"outcome": name, "games": int(ratios.num)} | ratios.proportion().row()
            for name, ratios in rows
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


def _measures(rows: list[tuple[str, RatioSums, Histogram]]) -> pd.DataFrame:
    return pd.DataFrame(
        [
            {"measure": name}
            | ratios.mean().row()
            | {
                "sd": counts.standard_deviation(),
                "p5": counts.quantile(0.05),
                "median": counts.quantile(0.5),
                "p95": counts.quantile(0.95),
            }
            for name, ratios, counts in rows
        ]
    )
