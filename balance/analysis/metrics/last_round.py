"""Whether the last round changes who leads, in games that record the scores before it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from balance.analysis.metrics.deal_sums import CrossProductSums, RatioSums, by_deal
from balance.analysis.metrics.fold_sums import FoldSums
from balance.analysis.metrics.metric import ended_only, is_scored, leads_before
from balance.engine.layout import WIN
from balance.scenario.match import Match
from balance.stats.intervals import difference, proportion
from balance.store.sums import Sums

LOST, UPSET = "does not win", "upset"
OUTCOMES = ("wins", "shares the win")


@dataclass(frozen=True)
class LastRoundSums(Sums):
    """Leaders as the last round began, and points of that round, in games decided by points."""

    outcomes: RatioSums  # shape (2,), of games in which one player alone led: if that player won
    upset: RatioSums  # games in which no leader won, alone or tied, of all
    gain: RatioSums  # points of the last round, per seat
    by_seat: RatioSums  # shape (seats,), the same per game
    winner_gain: RatioSums  # per win
    other_gain: RatioSums  # per seat that did not win
    both: CrossProductSums  # of these two

    def contradictions(self, deals: int) -> Iterator[tuple[str, Any]]:
        """Yield what sums of so many deals cannot be; see `Sums.contradictions`."""
        yield "outcomes are more than the games led", self.outcomes.num.sum() > self.outcomes.den
        yield "points of seats do not add up", self.by_seat.num.sum() != self.gain.num
        gains = self.winner_gain.num + self.other_gain.num
        yield "points of winners and others do not add up", gains != WIN * self.gain.num


def tally(records: NDArray[Any], match: Match) -> LastRoundSums:
    """Return the sums of a batch."""
    seats, rotations = match.game_table.num_seats, match.lineup.rotations
    records, _ = ended_only(records)
    scored = is_scored(records, match)
    wins = records["wins"][:, :seats].astype(np.int64) * scored[:, None]
    before = records["before_last"][:, :seats].astype(np.int64)
    gained = (records["scores"][:, :seats] - before) * scored[:, None]
    leads = leads_before(records, seats).T & scored[:, None]
    led = np.count_nonzero(leads, axis=1) == 1
    won = (wins * leads).sum(axis=1)  # by those who led
    outcome = np.stack([won == WIN, (won > 0) & (won < WIN)], axis=1) & led[:, None]

    def deals(values: NDArray[Any]) -> NDArray[Any]:
        return by_deal(values, rotations)

    games, ahead, all_wins = deals(scored), deals(led), deals(wins.sum(axis=1))
    all_gains, won_gains = deals(gained.sum(axis=1)), deals((wins * gained).sum(axis=1))
    lost, lost_gains = WIN * seats * games - all_wins, WIN * all_gains - won_gains
    return LastRoundSums(
        outcomes=RatioSums.of(deals(outcome), np.repeat(ahead[:, None], len(OUTCOMES), axis=1)),
        upset=RatioSums.of(deals((won == 0) & scored), games),
        gain=RatioSums.of(all_gains, seats * games),
        by_seat=RatioSums.of(deals(gained), np.repeat(games[:, None], seats, axis=1)),
        winner_gain=RatioSums.of(won_gains, all_wins),
        other_gain=RatioSums.of(lost_gains, lost),
        both=CrossProductSums.of(won_gains, all_wins, lost_gains, lost),
    )


def leaders(sums: LastRoundSums, folds: FoldSums) -> pd.DataFrame:
    """Return a row for each outcome of leaders, by key: alone, OUTCOMES, LOST, UPSET.

    Columns: outcome; games; its share as value, low, high, deals: a share of all games in the first
    row (one player alone leads) and the last (no leader wins), else of the games in which one
    player alone led.
    """
    of_leader = sums.outcomes.sums()
    rows = {
        "alone": ("one player alone leads", folds.ratio("led", "scored")),
        **{
            name: (f"that player {name}", of_leader.take(place))
            for place, name in enumerate(OUTCOMES)
        },
        LOST: (f"that player {LOST}", folds.ratio("overtaken", "led")),
        UPSET: ("nobody who led wins", sums.upset.sums()),
    }
    return pd.DataFrame(
        [
            {"outcome": name, "games": int(ratio.num), **proportion(ratio).row()}
            for name, ratio in rows.values()
        ],
        index=list(rows),
    )


def gains(sums: LastRoundSums) -> pd.DataFrame:
    """Return one row, the points of the last round.

    Columns: the mean of all seats, of winners and of the others, and the difference of these two,
    each as value, low, high, deals after the prefixes ``all_``, ``winners_``, ``others_`` and
    ``difference_``.
    """
    lead, _ = difference(sums.winner_gain.sums(), sums.other_gain.sums(), sums.both.sums())
    row = (
        sums.gain.mean().row("all_")
        | sums.winner_gain.mean().row("winners_")
        | sums.other_gain.mean().row("others_")
        | lead.row("difference_")
    )
    return pd.DataFrame([row])


def by_seat(sums: LastRoundSums) -> pd.DataFrame:
    """Return a row for each seat: seat, and its points of the last round as value, low, high."""
    columns = sums.by_seat.mean().columns()
    return pd.DataFrame({"seat": np.arange(1, len(columns["value"]) + 1)} | columns)
