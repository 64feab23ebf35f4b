"""The sums of an asymmetric arm: the results of the entry under the handicap, by fold."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.analysis.metrics.deal_sums import by_deal
from balance.analysis.metrics.fold_sums import FOLDS
from balance.analysis.metrics.metric import ended_only, is_scored
from balance.engine.layout import WIN
from balance.scenario.experiments import HANDICAPPED
from balance.scenario.match import Match
from balance.stats.jackknife import Replicates, replicates
from balance.store.sums import Sums


@dataclass(frozen=True)
class ArmSums(Sums):
    """The results of the entry under the handicap; wins are in 60ths.

    The entry has one seat a game.  Deal d is of fold d % 256, as in `FoldSums`.
    """

    deals: NDArray[np.int64]  # by fold, as all counts below
    games: NDArray[np.int64]
    wins: NDArray[np.int64]
    scored: NDArray[np.int64]  # games decided by points
    leads: NDArray[np.int64]  # own score times the others, less the scores of the others
    seat_games: NDArray[np.int64]  # by fold and seat of the entry
    seat_wins: NDArray[np.int64]  # the same

    def contradictions(self, deals: int) -> Iterator[tuple[str, Any]]:
        """Yield what sums of so many deals cannot be; see `Sums.contradictions`."""
        yield f"deals are {self.deals.sum():,}, not {deals:,}", self.deals.sum() != deals
        yield "wins are more than games", (self.wins < 0) | (self.wins > WIN * self.games)
        yield "scored games are more than games", self.scored > self.games
        yield "games by seat do not add up", self.seat_games.sum(axis=1) != self.games
        yield "wins by seat do not add up", self.seat_wins.sum(axis=1) != self.wins

    def win_rate(self) -> Replicates:
        """Return the win rate, with and without each fold."""
        return replicates(self.wins[:, None] / WIN, self.games[:, None], self.deals, 1.0)

    def win_rate_by_seat(self) -> Replicates:
        """Return the win rate in each seat, with and without each fold."""
        return replicates(self.seat_wins / WIN, self.seat_games, self.deals, 1.0)

    def lead(self, num_seats: int) -> Replicates:
        """Return the lead over the mean score of the others, with and without each fold."""
        ahead = self.leads[:, None] / max(1, num_seats - 1)
        return replicates(ahead, self.scored[:, None], self.deals, 1.0)


def tally(records: NDArray[Any], match: Match) -> ArmSums:
    """Return the sums of a batch.

    Parameters
    ----------
    records : array of game.record, shape (games,)
        Whole deals, one after another.
    match : Match
        Of an asymmetric arm.
    """
    rotations, seats = match.lineup.rotations, match.game_table.num_seats
    numbers = records["number"]
    folds = (numbers[::rotations] // rotations % FOLDS).astype(np.int64)
    records, ended = ended_only(records)
    counts = is_scored(records, match)
    is_own = records["lineup"][:, :seats] == HANDICAPPED
    wins = (records["wins"][:, :seats] * is_own).sum(axis=1)
    scores = records["scores"][:, :seats].astype(np.int64) * counts[:, None]
    own = (scores * is_own).sum(axis=1)
    leads = own * (seats - 1) - (scores.sum(axis=1) - own)
    of_deals = by_deal(np.stack([ended, wins, counts, leads], axis=1).astype(np.float64), rotations)
    deals = np.bincount(folds, minlength=FOLDS)
    games, won, scored, led = (
        np.bincount(folds, of_deals[:, i], FOLDS).astype(np.int64) for i in range(4)
    )
    seat_games, seat_wins = np.zeros((2, FOLDS, seats), np.int64)
    where = np.repeat(folds, rotations), is_own.argmax(axis=1)
    np.add.at(seat_games, where, ended.astype(np.int64))
    np.add.at(seat_wins, where, wins.astype(np.int64))
    return ArmSums(deals, games, won, scored, led, seat_games, seat_wins)
