"""The sums of an asymmetric arm: the results of the entry under the handicap, by fold."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.analysis.metrics.fold_sums import by_fold
from balance.analysis.metrics.metric import ended_only, is_scored
from balance.engine.layout import WIN
from balance.runner.arms import ArmResult
from balance.scenario.experiments import HANDICAPPED
from balance.scenario.match import Match
from balance.stats.jackknife import Replicates, replicates
from balance.store.sums import Sums

ARM = "arm"  # the metric of asymmetric arms


@dataclass(frozen=True)
class ArmSums(Sums):
    """The results of the entry under the handicap; wins are in 60ths.

    The entry has one seat a game.  Deal d is of fold d % 256, as in `FoldSums`.
    """

    deals: NDArray[np.int64]  # by fold, as all counts below
    scored: NDArray[np.int64]  # games decided by points
    leads: NDArray[np.int64]  # own score times the others, less the scores of the others
    sat: NDArray[np.int64]  # by fold and seat: games in which the entry had it
    seat_wins: NDArray[np.int64]  # of these

    @property
    def games(self) -> NDArray[np.int64]:
        """Games that ended, by fold."""
        return np.asarray(self.sat.sum(axis=1))

    @property
    def wins(self) -> NDArray[np.int64]:
        """Wins of these, by fold."""
        return np.asarray(self.seat_wins.sum(axis=1))

    def contradictions(self, deals: int) -> Iterator[tuple[str, Any]]:
        """Yield what sums of so many deals cannot be; see `Sums.contradictions`."""
        yield f"deals are {self.deals.sum():,}, not {deals:,}", self.deals.sum() != deals
        yield "wins are negative", self.seat_wins < 0
        yield "wins are more than games", self.seat_wins > WIN * self.sat
        yield "scored games are more than games", self.scored > self.games

    def win_rate(self) -> Replicates:
        """Return the win rate, with and without each fold."""
        return replicates(self.wins[:, None] / WIN, self.games[:, None], self.deals, 1.0)

    def win_rate_by_seat(self) -> Replicates:
        """Return the win rate in each seat, with and without each fold."""
        return replicates(self.seat_wins / WIN, self.sat, self.deals, 1.0)

    def lead(self, num_seats: int) -> Replicates:
        """Return the lead over the mean score of the others, with and without each fold."""
        ahead = self.leads[:, None] / max(1, num_seats - 1)
        return replicates(ahead, self.scored[:, None], self.deals, 1.0)


def entry_sums(arm: ArmResult) -> ArmSums:
    """Return the results of the entry under the handicap, of an asymmetric arm."""
    sums = arm.totals[ARM]
    assert isinstance(sums, ArmSums)
    return sums


def tally(records: NDArray[Any], match: Match) -> ArmSums:
    """Return the sums of a batch.

    Parameters
    ----------
    records : array of game.record, shape (games,)
        Whole deals, one after another.
    match : Match
        Of an asymmetric arm.
    """
    seats = match.game_table.num_seats
    deals = np.arange(len(records)) % match.lineup.rotations == 0
    records, _ = ended_only(records)
    scored = is_scored(records, match)
    is_own = records["lineup"][:, :seats] == HANDICAPPED
    scores = records["scores"][:, :seats].astype(np.int64) * scored[:, None]
    leads = (scores * is_own).sum(axis=1) * seats - scores.sum(axis=1)
    wins = records["wins"][:, :seats] * is_own
    counts = deals, scored, leads, is_own, wins
    return ArmSums(*(by_fold(each, records, match) for each in counts))
