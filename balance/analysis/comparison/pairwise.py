"""The pairwise comparison of two bots: what each won, by how much, and in which seats.

A bot's *excess* is what it wins above an equal share. With two players it is its share of points
less a half. With more players it is the mean of two numbers: how far it wins above an equal share
when it sits alone among copies of the other bot, and how far the other bot wins below an equal
share when alone. Two equally strong bots have an excess of 0, and the two excesses add up to 0.
With one player each bot plays the deals by itself, and has the point of a deal that it alone wins;
of one that both win or both lose each has a half.

Of bots that play until a test is decided all intervals are those that hold at every look; `planned`
is then the number of deals at which they are narrowest.
"""

from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from balance.engine.layout import WIN
from balance.runner.pairings import PairingResult
from balance.scenario.match import has_share_of_points
from balance.stats.anytime_intervals import anytime_ratio
from balance.stats.intervals import DealSums, Estimate, Floats, mean, proportion
from balance.stats.sequential_test import anytime


@dataclass(frozen=True)
class PairingOutcome:
    """The results of a pairing, deal by deal.

    Attributes
    ----------
    lineups : int array, shape (line-ups, seats)
        Which of the two bots had which seat: a game of each deal for each.  With one player a deal
        counts as a contest of two seats.
    """

    bots: tuple[str, str]  # their labels
    players: int
    excess: Floats  # shape (deals,): of the first bot, as a share of a win
    alone: Floats  # shape (deals, 2): the win rate of each bot where it sits alone among the others
    margin: Floats  # shape (deals,): the mean score of the first bot less that of the second
    seats: Floats  # shape (deals, seats): the win rate of each seat, whoever sat there
    lineups: NDArray[np.int32]
    wins: Floats  # shape (deals, line-ups, seats): each seat's part of the win
    cut_off: int  # games that were cut off, and counted as shared by all
    seconds: float  # of processor time

    @property
    def deals(self) -> int:
        """How many deals were played."""
        return len(self.excess)

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.deals * len(self.lineups)

    @property
    def speed(self) -> float:
        """Games per second and core."""
        return self.games / self.seconds if self.seconds else np.nan


def pairing_outcome(encounter: PairingResult) -> PairingOutcome:
    """Return the results of a pairing."""
    played = encounter.results
    lineups = np.concatenate([result.lineup for result in played])
    wins = np.concatenate([result.wins for result in played], axis=1) / WIN
    scores = np.concatenate([result.scores for result in played], axis=1)
    players = lineups.shape[1]
    rates = np.stack([_share_of(lineups, wins, bot) for bot in (0, 1)], axis=1)
    seats = wins.mean(axis=1)
    ahead = _mean_score(lineups, scores, 0) - _mean_score(lineups, scores, 1)
    excess = (rates[:, 0] - rates[:, 1]) / 2
    if players == 1:
        lineups, wins = _contest(excess)
    return PairingOutcome(
        bots=(encounter.pairing.bots[0].label, encounter.pairing.bots[1].label),
        players=players,
        excess=excess,
        alone=rates,
        margin=ahead,
        seats=seats,
        lineups=lineups,
        wins=wins,
        cut_off=sum(int(result.cut_off.sum()) for result in played),
        seconds=encounter.seconds,
    )


def share_of_points(outcome: PairingOutcome, planned: int | None = None) -> Estimate:
    """Estimate the first bot's share of points, or its excess with more than two players."""
    if planned is not None:
        return anytime_points(outcome.excess, outcome.players, planned)
    return estimate_points(outcome.excess, outcome.players, len(outcome.lineups))


def estimate_points(excess: Floats, players: int, games: int) -> Estimate:
    """Estimate a share of points with one or two players, an excess with more.

    Parameters
    ----------
    excess : float64 array, shape (deals,)
    games : int
        That each deal's number rests on.
    """
    # As a share for more players too: the mean of results that are all alike has no interval.
    share = proportion(DealSums.even((0.5 + excess) * games, games))
    if has_share_of_points(players):
        return share
    return Estimate(
        share.value - 0.5, share.low - 0.5, share.high - 0.5, share.deals, share.effective
    )


def anytime_points(excess: Floats, players: int, planned: int) -> Estimate:
    """Estimate points with an interval that is valid at every look; see `anytime`."""
    estimate = anytime(excess, planned)
    if not has_share_of_points(players):
        return estimate
    value, low, high = (
        np.clip(0.5 + x, 0.0, 1.0) for x in (estimate.value, estimate.low, estimate.high)
    )
    return Estimate(value, low, high, estimate.deals, estimate.effective)


def alone(outcome: PairingOutcome, bot: int, planned: int | None = None) -> Estimate:
    """Estimate the win rate of one of the bots where it sits alone among the others."""
    return _share(DealSums.even(outcome.alone[:, bot] * outcome.players, outcome.players), planned)


def margin(outcome: PairingOutcome, planned: int | None = None) -> Estimate:
    """Estimate the mean lead of the first bot in points of score."""
    sums = DealSums.even(outcome.margin, 1)
    return mean(sums) if planned is None else anytime_ratio(sums, planned, is_share=False)


def seat_rates(seats: Floats, games: int, planned: int | None = None) -> list[Estimate]:
    """Estimate the win rate of each seat.

    Parameters
    ----------
    seats : float64 array, shape (deals, seats)
    games : int
        That each deal's numbers rest on.
    """
    return [_share(DealSums.even(column * games, games), planned) for column in seats.T]


def _share(sums: DealSums, planned: int | None) -> Estimate:
    return proportion(sums) if planned is None else anytime_ratio(sums, planned, is_share=True)


def pairs(outcome: PairingOutcome) -> dict[float, int]:
    """Return the number of deals by games won by the first bot: 0, 0.5, 1, 1.5 or 2 of two.

    Empty with more than two players.
    """
    if outcome.players != 2:
        return {}
    counts = Counter((2 * (outcome.excess + 0.5)).round(3).tolist())
    return {won: counts.pop(won, 0) for won in (2.0, 1.5, 1.0, 0.5, 0.0)}


def _contest(excess: Floats) -> tuple[NDArray[np.int32], Floats]:
    """Return deals that each bot played by itself as games of two: line-ups, and points as wins.

    Each is counted in both orders, so that no seat has an advantage.
    """
    first = 0.5 + np.stack([excess, -excess], axis=1)
    return np.array([[0, 1], [1, 0]], np.int32), np.stack([first, first[:, ::-1]], axis=1)


def _share_of(lineups: NDArray[np.int32], wins: Floats, bot: int) -> Floats:
    """Return the win rate of a bot by deal, in the games in which it sits alone."""
    is_mine = lineups == bot
    is_alone = is_mine.sum(axis=1) == 1
    return (wins * is_mine)[:, is_alone].sum(axis=2).mean(axis=1)


def _mean_score(lineups: NDArray[np.int32], scores: Floats, bot: int) -> Floats:
    """Return the mean score of a bot by deal, over the line-ups in which it sits."""
    is_mine = lineups == bot
    sits = is_mine.any(axis=1)
    by_lineup = (scores * is_mine).sum(axis=2)[:, sits] / is_mine.sum(axis=1)[sits]
    return np.asarray(by_lineup.mean(axis=1))
