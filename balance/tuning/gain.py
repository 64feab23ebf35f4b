"""What tuning gained: tuned and former weights on fresh deals, against each opponent."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from balance.bots.weights import Numbers
from balance.runner.play import StopSignal
from balance.stats.intervals import DealSums, Estimate, mean, proportion
from balance.tuning.evaluation import Evaluation, Pairing, Results

BEFORE = "the start"


@dataclass(frozen=True)
class Change:
    """What changed against one opponent.

    Attributes
    ----------
    players : int
    opponent : str
    before, after : Estimate
        Shares of the wins; before, against its own weights, exactly a fair share.
    change : Estimate
        After less before, on the same deals.
    """

    players: int
    opponent: str
    before: Estimate
    after: Estimate
    change: Estimate


@dataclass(frozen=True)
class Gain:
    """What changed against all opponents.

    Attributes
    ----------
    changes : tuple of Change
        Against its weights before first, at each number of players.
    total : Estimate
        The mean of all changes.
    deals, games : int
        Fresh ones, of each pairing; all games of the tuned weights.
    """

    changes: tuple[Change, ...]
    total: Estimate
    deals: int
    games: int

    @property
    def is_sure(self) -> bool:
        """Whether the tuned weights are better: the interval of the total lies above 0."""
        return bool(self.total.low > 0)


def measure(
    course: Evaluation, tuned: Numbers, first: int, deals: int, stop: StopSignal
) -> Gain | None:
    """Play tuned weights and those of the start on deals that no candidate has seen.

    Assumes that deals are independent; all pairings share their deals, so the total is clustered
    by deal over all of them.

    Parameters
    ----------
    course : Course
    tuned : mapping of str to float
    first, deals : int
    stop : Stop
        Once set, nothing is measured, and None is returned.
    """
    own = course.results([tuned], course.itself, {}, first, deals, stop)
    others: Results | None = None
    if course.others:
        others = course.results([tuned, {}], course.others, {}, first, deals, stop)
        if others is None:
            return None
    if own is None:
        return None
    changes, differences = [], []
    for place, pairing in enumerate(course.itself):
        after = own.wins[0, place]
        changes.append(_change(pairing, BEFORE, np.full(deals, 1 / pairing.players), after))
        differences.append(after - 1 / pairing.players)
    for place, pairing in enumerate(course.others):
        assert others is not None
        after, before = others.wins[0, place], others.wins[1, place]
        changes.append(_change(pairing, pairing.label, before, after))
        differences.append(after - before)
    changes.sort(key=lambda change: change.players)
    games = deals * sum(pairing.players for pairing in (*course.itself, *course.others))
    return Gain(tuple(changes), _mean(np.mean(differences, axis=0)), deals, games)


def _change(
    pairing: Pairing, opponent: str, before: NDArray[np.float64], after: NDArray[np.float64]
) -> Change:
    games = pairing.players  # the rotations of a deal
    return Change(
        pairing.players, opponent, _share(before, games), _share(after, games),
        _mean(after - before),
    )  # fmt: skip


def _share(wins: NDArray[np.float64], games: int) -> Estimate:
    """Estimate a share of wins from its mean in each deal of so many games."""
    return proportion(_sums(wins * games, games))


def _mean(values: NDArray[np.float64]) -> Estimate:
    return mean(_sums(values, 1))


def _sums(values: NDArray[np.float64], games: int) -> DealSums:
    deals = len(values)
    return DealSums(
        num=np.asarray(values.sum()),
        den=np.asarray(float(games * deals)),
        num2=np.asarray((values**2).sum()),
        cross=np.asarray(games * values.sum()),
        den2=np.asarray(float(games**2 * deals)),
        deals=np.asarray(deals),
    )
