"""Win rates by seat, by bot, and by both; and whether the seats are even."""

from typing import Any

import numpy as np
import pandas as pd

from balance.analysis.metrics.fold_sums import FoldSums
from balance.engine.layout import WIN
from balance.scenario.match import Match
from balance.stats.intervals import (
    INTERVAL,
    DealSums,
    design_effect,
    mean,
    pair_correlation,
    proportion,
)
from balance.stats.verdict import (
    Verdict,
    deals_to_decide,
    each_within,
    shares_within,
    verdict_ratio,
)


def applies(match: Match) -> bool:
    """Return whether players play each other, not one against the game itself."""
    return not match.game_table.rival


def wins_by_seat(folds: FoldSums) -> DealSums:
    """Return the sums for the win rate of each seat."""
    return folds.ratio("wins", "games", WIN)


def wins_by_bot(folds: FoldSums) -> DealSums:
    """Return the sums for the win rate of each bot, per seat that it had."""
    return folds.ratio(folds.bot_wins.sum(axis=2), folds.sat.sum(axis=2), WIN)


def wins_by_bot_and_seat(folds: FoldSums) -> DealSums:
    """Return the sums for the win rate of each bot in each seat, shape (bots, seats)."""
    games = np.maximum(folds.sat.sum(axis=0), 1) / max(int(folds.games.sum()), 1)
    return folds.ratio("bot_wins", "sat", WIN, per_game=games)


def by_seat(folds: FoldSums, match: Match) -> pd.DataFrame:
    """Return a row for each seat, 1 playing first.

    Columns: seat; fair (share of games); games; design_effect (games over effective games);
    pair_correlation (of two games of a deal, nan where it has one game); the win rate as value,
    low, high, deals, effective; the mean score likewise, after ``score_``.
    """
    seats = match.game_table.num_seats
    return pd.DataFrame(
        {"seat": np.arange(1, seats + 1), "fair": 1 / seats}
        | _rates(wins_by_seat(folds))
        | mean(folds.ratio(folds.totals.sum(axis=1), "games")).columns("score_")
    )


def leads_by_seat(folds: FoldSums) -> pd.DataFrame:
    """Return a row for each seat, 1 playing first, on its mean score.

    Columns: seat; deals; the mean score as value, low, high after ``score_``; by how much it is
    above the mean of all seats likewise, after ``lead_``.
    """
    totals = folds.totals.sum(axis=1)
    seats = totals.shape[1]
    # Whole numbers, so that what one seat gains others lose to the bit.
    leads = folds.ratio(
        seats * totals - totals.sum(axis=1, keepdims=True), seats * folds.games, per_game=seats
    )
    scores = mean(folds.ratio(totals, "games"))
    return pd.DataFrame(
        {"seat": np.arange(1, seats + 1), "deals": scores.deals}
        | scores.columns("score_", INTERVAL)
        | mean(leads).columns("lead_", INTERVAL)
    )


def by_bot(folds: FoldSums, match: Match) -> pd.DataFrame:
    """Return a row for each bot; if it has several seats of a game, each counts as a game.

    Columns: bot; else as in `by_seat`.  A bot that has all seats wins its share, which is exact.
    """
    fair, rates = 1 / match.game_table.num_seats, _rates(wins_by_bot(folds))
    if len(match.lineup.labels) == 1 and folds.games.any():
        rates |= {"low": fair, "high": fair}
    return pd.DataFrame(
        {"bot": list(match.lineup.labels), "fair": fair}
        | rates
        | mean(folds.ratio(folds.totals.sum(axis=2), folds.sat.sum(axis=2))).columns("score_")
    )


def by_bot_and_seat(folds: FoldSums, match: Match) -> pd.DataFrame:
    """Return a row for each bot and seat: bot, seat; else as in `by_seat`, without scores."""
    seats, labels = match.game_table.num_seats, match.lineup.labels
    columns = _rates(wins_by_bot_and_seat(folds))
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
