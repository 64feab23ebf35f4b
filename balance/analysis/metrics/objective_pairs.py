"""Pairs of objectives: which one ranks above the other when two seats of a game keep them."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.special import expit, stdtr, stdtrit

from balance.analysis.metrics import objectives
from balance.analysis.metrics.metric import ended_only, is_scored
from balance.scenario.match import Match
from balance.stats.intervals import LEVEL, Floats, wilson
from balance.stats.jackknife import FEW_FOLDS, Replicates, estimate, replicates
from balance.stats.multiple_testing import false_discovery
from balance.stats.ratings import SCALE, PairRatings, rate_pairs
from balance.store.sums import Sums

FOLDS = 64  # fewer than elsewhere, as there are many pairs: deal d is of fold d % 64
MOST_KINDS = 10_000  # pairs by both objectives and both bots: beyond it sums grow too large
FEW_GAMES = 100  # games of a pair that an estimate needs
_ABOVE = 1 << 40  # points for a win, to rank by wins first and points second


@dataclass(frozen=True)
class ObjectivePairSums(Sums):
    """Pairs of seats of a game that ended, by fold.

    The first of a pair sits earlier.  The seat with the larger share of the win ranks above the
    other, then the one with more points, if the game was decided by points.
    """

    deals: NDArray[np.int64]  # shape (64,), with a game that ended
    meetings: NDArray[np.int64]  # shape (64, entries, entries, objectives, objectives)
    halves: NDArray[np.int64]  # the same: 2 for each in which the first ranks above, 1 for a tie


def applies(match: Match) -> bool:
    """Return whether seats with objectives play each other, and the sums are not too large."""
    kinds = (len(match.game_table.objectives) * len(match.lineup.entries)) ** 2
    return (
        objectives.applies(match)
        and match.game_table.num_seats > 1
        and not match.game_table.rival
        and kinds <= MOST_KINDS
    )


def tally(records: NDArray[Any], match: Match) -> ObjectivePairSums:
    """Return the sums of a batch.

    Parameters
    ----------
    records : array of game.record, shape (games,)
        Whole deals.
    """
    seats, rotations = match.game_table.num_seats, match.lineup.rotations
    bots, pieces = len(match.lineup.entries), len(match.game_table.objectives)
    folds = records["number"] // rotations % FOLDS
    records, ended = ended_only(records)
    is_told = ended.reshape(-1, rotations).any(axis=1)
    deals = np.bincount(folds[::rotations][is_told], minlength=FOLDS)
    scores = records["scores"][:, :seats] * is_scored(records, match)[:, None]
    # Seats first: numpy compares long rows faster than many short ones.
    standing = (records["wins"][:, :seats].astype(np.int64) * _ABOVE + scores).T.copy()
    kept = records["kept"][:, :seats].T.astype(np.int64)
    lineup = records["lineup"][:, :seats].T.astype(np.int64)
    shape = (FOLDS, bots, bots, pieces, pieces)
    meetings, halves = np.zeros((2, FOLDS * bots * bots * pieces * pieces), np.int64)
    for first in range(seats):
        for second in range(first + 1, seats):
            there = (kept[first] >= 0) & (kept[second] >= 0)
            places = ((folds * bots + lineup[first]) * bots + lineup[second]) * pieces
            places = ((places + kept[first]) * pieces + kept[second])[there]
            points = 1 + np.sign(standing[first] - standing[second])[there]
            meetings += np.bincount(places, minlength=len(meetings))
            halves += np.bincount(places, points, minlength=len(halves)).astype(np.int64)
    return ObjectivePairSums(deals, meetings.reshape(shape), halves.reshape(shape))


def ratings(sums: ObjectivePairSums) -> PairRatings:
    """Rate objectives by the pairs of seats of each game; see `stats.ratings.rate_pairs`."""
    return rate_pairs(sums.meetings, sums.halves / 2, sums.deals)


def objective_pair_table(sums: ObjectivePairSums, match: Match) -> pd.DataFrame:
    """Return a row for each pair of objectives with 100 games or more.

    Returns
    -------
    table : DataFrame
        first, second (places of the two), one, two (their names), games; how often the first ranks
        above the second, a tie being half, as value, low, high, and q for no difference;
        the same less what their ratings predict, after the prefix ``beyond_``, and ``beyond_q``.
        Both q-values are over all pairs. The earlier seat is random, as objectives are dealt to
        seats.
    """
    pieces = match.game_table.objectives
    first, second = np.triu_indices(len(pieces), 1)
    pairs, halves = sums.meetings.sum(axis=(1, 2)), sums.halves.sum(axis=(1, 2))
    games = pairs[:, first, second] + pairs[:, second, first]
    lost = 2 * pairs[:, second, first] - halves[:, second, first]
    shares = replicates((halves[:, first, second] + lost) / 2, games, sums.deals)
    beyond = shares - _foreseen(ratings(sums).objectives, first, second)
    met = games.sum(axis=0)
    rows = pd.DataFrame(
        {
            "first": first,
            "second": second,
            "one": [pieces[place].name for place in first],
            "two": [pieces[place].name for place in second],
            "games": met,
        }
        | _share(shares, met)
        | columns_of(beyond, "beyond_")
    )
    is_told = (met >= FEW_GAMES) & (shares.folds >= FEW_FOLDS)
    rows["q"] = _surprise(shares.value - 0.5, shares.errors(), is_told)
    rows["beyond_q"] = _surprise(beyond.value, beyond.errors(), is_told)
    return rows[is_told].reset_index(drop=True)


def square(rows: pd.DataFrame, order: list[int]) -> pd.DataFrame:
    """Return how often the row's objective ranks above the column's; nan with too few games.

    Parameters
    ----------
    rows : DataFrame
        Of `objective_pair_table`.
    order : list of int
        The places of all objectives in `rows`, in the order of rows and columns.
    """
    size = max(order, default=-1) + 1
    shares = np.full((size, size), np.nan)
    first, second = rows["first"].to_numpy(), rows["second"].to_numpy()
    shares[first, second] = rows["value"]
    shares[second, first] = 1 - rows["value"]
    return pd.DataFrame(shares[np.ix_(order, order)], index=order, columns=order)


def _foreseen(
    rated: Replicates, first: NDArray[np.integer], second: NDArray[np.integer]
) -> Replicates:
    """Return how often ratings predict that the first ranks above the second."""
    apart = rated.take(first) - rated.take(second)
    return Replicates(expit(apart.value / SCALE), expit(apart.leave_one_out / SCALE), apart.folds)


def columns_of(some: Replicates, prefix: str = "") -> dict[str, Floats]:
    """Return value, low, high as columns after the prefix; nan with too few deals."""
    values = estimate(some)
    is_told = ~np.isnan(values.low)
    return {
        f"{prefix}value": np.where(is_told, values.value, np.nan),
        f"{prefix}low": values.low,
        f"{prefix}high": values.high,
    }


def _share(shares: Replicates, games: NDArray[np.int64]) -> dict[str, Floats]:
    """Return shares with Wilson's intervals, for the effective number of games."""
    value, errors = shares.value, shares.errors()
    with np.errstate(divide="ignore", invalid="ignore"):
        effective = value * (1 - value) / errors**2
    effective = np.where((value <= 0) | (value >= 1), games, effective)
    low, high = wilson(value, effective, stdtrit(FOLDS - 1, 1 - (1 - LEVEL) / 2))
    return {"value": value, "low": low, "high": high, "effective": effective}


def _surprise(apart: Floats, errors: Floats, is_told: NDArray[np.bool_]) -> Floats:
    """Return q-values for no difference, over the pairs in the table."""
    with np.errstate(divide="ignore", invalid="ignore"):
        p = 2 * stdtr(FOLDS - 1.0, -np.abs(apart) / errors)
    return false_discovery(np.where(is_told, p, np.nan))
