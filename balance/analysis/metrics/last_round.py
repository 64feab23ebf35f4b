"""Whether the last round changes who leads, in games that record the scores before it."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from balance.analysis.metrics.fold_sums import FoldSums, by_fold, prefixed
from balance.analysis.metrics.metric import ended_only, is_scored, leads_before
from balance.engine.layout import WIN
from balance.scenario.match import Match
from balance.stats.intervals import mean, proportion
from balance.store.sums import Sums

LOST, UPSET = "does not win", "upset"
OUTCOMES = ("wins", "shares the win")


@dataclass(frozen=True)
class LastRoundSums(Sums):
    """Leaders as the last round began, and points of that round, by fold.

    Of games decided by points; `FoldSums` has how many one player led, and who did not win then.
    """

    alone: NDArray[np.int64]  # shape (256,): games in which a player led alone, and won alone
    upset: NDArray[np.int64]  # games in which no leader won, alone or tied
    gained: NDArray[np.int64]  # shape (256, seats): points of the last round
    winners_gained: NDArray[np.int64]  # shape (256, 1): the same of all seats, times 60ths of wins


def tally(records: NDArray[Any], match: Match) -> LastRoundSums:
    """Return the sums of a batch."""
    seats = match.game_table.num_seats
    records, _ = ended_only(records)
    scored = is_scored(records, match)
    wins = records["wins"][:, :seats].astype(np.int64) * scored[:, None]
    before = records["before_last"][:, :seats].astype(np.int64)
    gained = (records["scores"][:, :seats] - before) * scored[:, None]
    leads = leads_before(records, seats).T
    is_alone = np.count_nonzero(leads, axis=1) == 1
    won = (wins * leads).sum(axis=1)  # by those who led
    counts = (
        (won == WIN) & is_alone, (won == 0) & scored, gained,
        (wins * gained).sum(axis=1, keepdims=True),
    )  # fmt: skip
    return LastRoundSums(*(by_fold(one, records, match) for one in counts))


def leaders(sums: LastRoundSums, folds: FoldSums) -> pd.DataFrame:
    """Return a row for each outcome of leaders, by key: alone, OUTCOMES, LOST, UPSET.

    Columns: outcome; games; its share as value, low, high, deals: a share of all games in the first
    row (one player alone leads) and the last (no leader wins), else of the games in which one
    player alone led.
    """
    shares = folds.led - folds.overtaken - sums.alone
    rows = {
        "alone": ("one player alone leads", folds.ratio("led", "scored")),
        OUTCOMES[0]: (f"that player {OUTCOMES[0]}", folds.ratio(sums.alone, "led")),
        OUTCOMES[1]: (f"that player {OUTCOMES[1]}", folds.ratio(shares, "led")),
        LOST: (f"that player {LOST}", folds.ratio("overtaken", "led")),
        UPSET: ("nobody who led wins", folds.ratio(sums.upset, "scored")),
    }
    return pd.DataFrame(
        [
            {"outcome": name, "games": int(ratio.num), **proportion(ratio).row()}
            for name, ratio in rows.values()
        ],
        index=list(rows),
    )


def gains(sums: LastRoundSums, folds: FoldSums) -> pd.DataFrame:
    """Return one row, the points of the last round.

    Columns: the mean of all seats, of winners and of the others, and the difference of these two,
    each as value, low, high, deals after the prefixes ``all_``, ``winners_``, ``others_`` and
    ``difference_``.
    """
    gained = sums.gained.sum(axis=1, keepdims=True)
    return pd.DataFrame(prefixed(folds.beside_winners(gained, sums.winners_gained)))


def by_seat(sums: LastRoundSums, folds: FoldSums) -> pd.DataFrame:
    """Return a row for each seat: seat, and its points of the last round as value, low, high."""
    columns = mean(folds.ratio(sums.gained, "scored")).columns()
    return pd.DataFrame({"seat": np.arange(1, len(columns["value"]) + 1)} | columns)
