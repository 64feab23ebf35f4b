"""By how much the pace of a row has changed, and how sure that is."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from balance.bench.game_speed import Speed

NOTEWORTHY = 0.05  # a smaller change is none: compiled anew, the same code differs by so much
_RESAMPLES = 4000
_INTERVAL = (2.5, 97.5)


@dataclass(frozen=True)
class Change:
    """A row then and now.

    Attributes
    ----------
    then, now : Speed
    ratio, low, high : float
        The median pace now by that of then, with its 95% interval.
    resamples : float64 array
        The same ratio of samples drawn from the repeats of both.
    """

    then: Speed
    now: Speed
    ratio: float
    low: float
    high: float
    resamples: NDArray[np.float64]

    @property
    def plays_other_games(self) -> bool:
        """Whether rules or bots changed, as the same games then took other decisions."""
        return self.then.games == self.now.games and self.then.decisions != self.now.decisions

    @property
    def is_noteworthy(self) -> bool:
        """Whether it is more than a difference that nothing caused, and surely so."""
        return abs(self.ratio - 1) > NOTEWORTHY and not self.low <= 1 <= self.high

    def sureness(self, limit: float) -> float:
        """Return how sure it is, from 0 to 1, that the ratio is below a limit."""
        return float(np.mean(self.resamples < limit))


def change(then: Speed, now: Speed) -> Change:
    """Return the change of a row.

    The interval is of the repeats alone (percentile bootstrap of the ratio of medians): what
    differs between two processes that run the same code is not in it.

    References
    ----------
    Efron and Tibshirani (1993), "An Introduction to the Bootstrap", chapter 13.
    """
    luck = np.random.default_rng(0)
    resamples = _medians(now.paces, luck) / _medians(then.paces, luck)
    low, high = np.percentile(resamples, _INTERVAL)
    return Change(then, now, now.pace / then.pace, float(low), float(high), resamples)


def _medians(paces: Sequence[float], luck: np.random.Generator) -> NDArray[np.float64]:
    """Return the medians of samples drawn with replacement."""
    picks = luck.integers(len(paces), size=(_RESAMPLES, len(paces)))
    return np.median(np.asarray(paces)[picks], axis=1)
