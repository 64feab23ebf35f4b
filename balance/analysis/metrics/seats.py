"""Win rates by seat, by bot, and by both; and whether the seats are even."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from balance.analysis.metrics.deal_sums import RatioSums, by_deal
from balance.analysis.metrics.fold_sums import FoldSums
from balance.analysis.metrics.metric import ended_by_deal, ended_only
from balance.engine.layout import WIN
from balance.scenario.match import Match
from balance.stats.intervals import DealSums, design_effect, pair_correlation, proportion
from balance.stats.verdict import (
    Verdict,
    deals_to_decide,
    each_within,
    shares_within,
    verdict_ratio,
)
from balance.store.sums import Sums


@dataclass(frozen=True)
class SeatSums(Sums):
    """Wins (in 60ths) and scores per game that ended; `FoldSums` has wins by seat, and by bot."""

    win_by_bot_and_seat: RatioSums  # shape (entries, seats)
    score_by_seat: RatioSums  # shape (seats,)
    score_by_bot: RatioSums  # shape (entries,), per seat that the bot had

    def contradictions(self, deals: int) -> Iterator[tuple[str, Any]]:
        """Yield what sums of so many deals cannot be; see `Sums.contradictions`."""
        both, seat, bot = self.win_by_bot_and_seat, self.score_by_seat, self.score_by_bot
        yield "seats did not play the same games", seat.den != seat.den[0]
        won, most = both.num.sum(), WIN * seat.den[0]
        is_solo = seat.den.size == 1  # a single player may also lose
        yield "wins do not add up to the games", won > most or (won < most and not is_solo)
        yield "bots do not have all seats", both.den.sum(axis=0) != seat.den
        yield "bots do not have all seats", both.den.sum(axis=1) != bot.den
        yield "scores of bots and seats are not the same", seat.num.sum() != bot.num.sum()

    def counted_by_others(self) -> Mapping[str, Any]:
        """Return totals that other metrics count too."""
        return {
            "games": self.score_by_seat.den[0],
            "wins by seat": self.win_by_bot_and_seat.num.sum(axis=0),
            "wins by bot": self.win_by_bot_and_seat.num.sum(axis=1),
        }


def applies(match: Match) -> bool:
    """Return whether players play each other, not one against the game itself."""
    return match.game_table.num_seats > 1 or not match.game_table.rival


def tally(records: NDArray[Any], match: Match) -> SeatSums:
    """Return the sums of a batch."""
    seats, rotations = match.game_table.num_seats, match.lineup.rotations
    records, ended = ended_only(records)
    games = ended_by_deal(ended, rotations)
    wins = np.ascontiguousarray(records["wins"][:, :seats])
    scores = np.ascontiguousarray(records["scores"][:, :seats])
    lineup = records["lineup"][:, :seats]
    seat_scores = by_deal(scores, rotations)
    if len(match.lineup.entries) == 1:
        bot_wins = by_deal(wins, rotations)[:, None, :]
        bot_scores = seat_scores.sum(axis=1, keepdims=True)
        seated = by_deal(np.repeat(ended[:, None, None], seats, axis=2), rotations)
    else:
        sits = lineup[:, None, :] == np.arange(len(match.lineup.entries))[:, None]
        seated = by_deal(sits, rotations)
        bot_wins = by_deal(np.where(sits, wins[:, None, :], 0), rotations)
        bot_scores = by_deal(np.where(sits, scores[:, None, :], 0).sum(axis=2), rotations)
    return SeatSums(
        win_by_bot_and_seat=RatioSums.of(bot_wins, seated),
        score_by_seat=RatioSums.per(seat_scores, games),
        score_by_bot=RatioSums.of(bot_scores, seated.sum(axis=2)),
    )


def wins_by_seat(folds: FoldSums) -> DealSums:
    """Return the sums for the win rate of each seat."""
    return folds.ratio("wins", "games", WIN)


def wins_by_bot(folds: FoldSums) -> DealSums:
    """Return the sums for the win rate of each bot, per seat that it had."""
    return folds.ratio("bot_wins", "sat", WIN)


def by_seat(sums: SeatSums, folds: FoldSums, match: Match) -> pd.DataFrame:
    """Return a row for each seat, 1 playing first.

    Columns: seat; fair (share of games); games; design_effect (games over effective games);
    pair_correlation (of two games of a deal, nan where it has one game); the win rate as value,
    low, high, deals, effective; the mean score likewise, after ``score_``.
    """
    seats = match.game_table.num_seats
    return pd.DataFrame(
        {"seat": np.arange(1, seats + 1), "fair": 1 / seats}
        | _rates(wins_by_seat(folds))
        | sums.score_by_seat.mean().columns("score_")
    )


def by_bot(sums: SeatSums, folds: FoldSums, match: Match) -> pd.DataFrame:
    """Return a row for each bot; if it has several seats of a game, each counts as a game.

    Columns: bot; else as in `by_seat`.  A bot that has all seats wins its share, which is exact.
    """
    fair, rates = 1 / match.game_table.num_seats, _rates(wins_by_bot(folds))
    if len(match.lineup.labels) == 1 and folds.games.any():
        rates |= {"low": fair, "high": fair}
    return pd.DataFrame(
        {"bot": list(match.lineup.labels), "fair": fair}
        | rates
        | sums.score_by_bot.mean().columns("score_")
    )


def by_bot_and_seat(sums: SeatSums, match: Match) -> pd.DataFrame:
    """Return a row for each bot and seat: bot, seat; else as in `by_seat`, without scores."""
    seats, labels = match.game_table.num_seats, match.lineup.labels
    columns = _rates(sums.win_by_bot_and_seat.sums(WIN))
    return pd.DataFrame(
        {
            "bot": np.repeat(np.array(labels, dtype=object), seats),
            "seat": np.tile(np.arange(1, seats + 1), len(labels)),
            "fair": 1 / seats,
        }
        | {name: values.ravel() for name, values in columns.items()}
    )


def _rates(wins: DealSums) -> dict[str, Any]:
    """Return the columns of win rates, with the design effect of their games."""
    return {
        "games": wins.den.astype(np.int64),
        "design_effect": design_effect(wins),
        "pair_correlation": pair_correlation(wins),
    } | proportion(wins).columns()


def verdicts(wins: DealSums, fair: float, band: float) -> pd.DataFrame:
    """Return whether each win rate lies within `band` of the fair one.

    Columns: verdict (a `stats.verdict.Verdict`); needed (deals in total that would decide, nan if
    decided or exactly on the edge); in the order of `by_seat`, `by_bot` or `by_bot_and_seat`.  The
    intervals hold jointly, and at every look.
    """
    rates = verdict_ratio(wins, wins.den.size)
    decided = each_within(rates, fair - band, fair + band)
    needed = deals_to_decide(rates, fair - band, fair + band, wins.den.size).ravel()
    is_open = np.array([verdict == Verdict.UNDECIDED for verdict in decided])
    return pd.DataFrame({"verdict": decided, "needed": np.where(is_open, needed, np.nan)})


def judged(folds: FoldSums, match: Match, band: float) -> pd.DataFrame:
    """Return one row: whether all seats win within `band` of an equal share.

    Columns: verdict (a `stats.verdict.Verdict`); needed (deals that would decide, nan if decided);
    shares (how many seats); seat, the farthest from its share; fair; and its win rate less that,
    with the interval of the verdict, as value, low, high, deals.
    """
    fair = 1 / match.game_table.num_seats
    flags = shares_within(wins_by_seat(folds), fair, band)
    share = flags.shares
    seat = int(np.nan_to_num(np.abs(share.value - fair)).argmax())
    return pd.DataFrame(
        {
            "verdict": [flags.verdict],
            "needed": flags.deals,
            "shares": len(share.value),
            "seat": seat + 1,
            "fair": fair,
            "value": share.value[seat] - fair,
            "low": share.low[seat] - fair,
            "high": share.high[seat] - fair,
            "deals": share.deals[seat],
        }
    )
