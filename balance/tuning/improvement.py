"""Measure how much better tuned weights are: both versions on fresh deals, by opponent."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from balance.bots.weights import Numbers
from balance.runner.stop_signal import StopSignal
from balance.stats.intervals import DealSums, Estimate, mean, proportion
from balance.tuning.evaluation import Evaluation, OpponentMatch

BEFORE = "the start"


@dataclass(frozen=True)
class RateChange:
    """The change of the win rate against one opponent."""

    players: int
    opponent: str
    before: Estimate  # win rate; against the starting weights exactly a fair share
    after: Estimate  # win rate
    change: Estimate  # after less before, on the same deals


@dataclass(frozen=True)
class Gain:
    """The improvement against all opponents."""

    changes: tuple[RateChange, ...]  # at each number of players; against the starting weights first
    total: Estimate  # the mean of all changes
    deals: int  # of each pairing
    games: int  # all games of the tuned weights

    @property
    def is_sure(self) -> bool:
        """Whether the tuned weights are better in all: the interval of the total lies above 0."""
        return bool(self.total.low > 0)

    @property
    def losses(self) -> tuple[RateChange, ...]:
        """The opponents against which the tuned weights are clearly worse."""
        return tuple(one for one in self.changes if one.change.high < 0)


def measure(
    evaluation: Evaluation, tuned: Numbers, first: int, deals: int, stop: StopSignal
) -> Gain | None:
    """Compare tuned weights with the starting ones on deals that no candidate has played.

    Assumes that deals are independent; all pairings share their deals, so the total is clustered
    by deal over all of them.

    Parameters
    ----------
    stop : StopSignal
        Once set, nothing is measured, and None is returned.
    """
    own = evaluation.results([tuned], evaluation.self_play, {}, first, deals, stop)
    others = evaluation.results([tuned, {}], evaluation.others, {}, first, deals, stop)
    if own is None or others is None:
        return None
    rows: list[tuple[OpponentMatch, str, NDArray[np.float64], NDArray[np.float64]]] = [
        (pairing, BEFORE, np.full(deals, 1 / pairing.players), wins)
        for pairing, wins in zip(evaluation.self_play, own.wins[0], strict=True)
    ]
    rows += [
        (pairing, pairing.label, before, after)
        for pairing, after, before in zip(evaluation.others, *others.wins, strict=True)
    ]
    changes = [
        RateChange(
            pairing.players, opponent,
            win_rate(before, pairing.players), win_rate(after, pairing.players),
            _mean(after - before),
        )
        for pairing, opponent, before, after in rows
    ]  # fmt: skip
    total = _mean(np.mean([after - before for _, _, before, after in rows], axis=0))
    games = deals * sum(change.players for change in changes)
    return Gain(tuple(sorted(changes, key=lambda change: change.players)), total, deals, games)


def win_rate(wins: NDArray[np.float64], games: int) -> Estimate:
    """Estimate a win rate from its mean in each deal of so many games."""
    return proportion(DealSums.even(wins * games, games))


def _mean(values: NDArray[np.float64]) -> Estimate:
    return mean(DealSums.even(values, 1))
