"""The mix of players that no player beats: Nash averaging."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import softmax

from balance.stats.intervals import LEVEL, Floats

DRAWS = 200  # bootstrap samples
_SHARPEST = 2_000.0  # how strictly the best answer is preferred, relative to the largest advantage
_STAGES = 44
_STEPS = 8  # of Newton's method at each
_LONGEST = 3.0  # of a step; without a bound some games do not converge


@dataclass(frozen=True)
class NashAverage:
    """The mix, and how each player does against it; arrays of shape (players,)."""

    share: Floats  # of each player in the mix
    low: Floats  # of its bootstrap interval
    high: Floats
    against: Floats  # expected advantage of each player against the mix; 0 at most


def nash_mix(advantage: Floats) -> Floats:
    """Return the mix of players that no player beats.

    Parameters
    ----------
    advantage : array (..., players, players)
        Antisymmetric: how much the row wins against the column, above what is fair.

    Returns
    -------
    mix : array (..., players)
        Shares that add up to 1.

    Notes
    -----
    The equilibrium of the game in which two sides each choose a player; of several, the limit of
    logit equilibria x = softmax(t A x), which are unique for antisymmetric A. Copies of a player
    share its part, so they change nothing for the others. t ends at 2,000 over the largest
    advantage, so shares are right to about a thousandth.

    References
    ----------
    Balduzzi, Tuyls, Perolat, Graepel, Re-evaluating evaluation, NeurIPS 2018. McKelvey and Palfrey,
    Quantal response equilibria for normal form games, Games and Economic Behavior 1995.
    """
    beats = np.asarray(advantage, np.float64)
    scale = np.abs(beats).max(axis=(-2, -1), keepdims=True)
    beats = beats / np.where(scale > 0, scale, 1.0)
    players = beats.shape[-1]
    logs = np.zeros(beats.shape[:-1])
    for sharpness in np.geomspace(1.0, _SHARPEST, _STAGES):  # each starts from the one before
        for _ in range(_STEPS):
            mix = softmax(logs, axis=-1)
            excess = logs - sharpness * (beats @ mix[..., None])[..., 0]
            spread = mix[..., None] * np.eye(players) - mix[..., :, None] * mix[..., None, :]
            slope = np.eye(players) - sharpness * beats @ spread
            step = np.linalg.solve(slope, excess[..., None])[..., 0]
            longest = np.abs(step).max(axis=-1, keepdims=True)
            logs = logs - step * _LONGEST / np.maximum(longest, _LONGEST)
    return np.asarray(softmax(logs, axis=-1))


def nash_average(samples: Floats, pairs: Sequence[tuple[int, int]], players: int) -> NashAverage:
    """Return the mix with bootstrap intervals over deals.

    Parameters
    ----------
    samples : array (deals, pairs)
        The advantage of the first player of each pair over the second, on each deal.
    pairs : sequence of (int, int)
        All pairs of players.
    """
    rng = np.random.default_rng(0)  # the same result for the same games
    deals = len(samples)
    weights = rng.multinomial(deals, np.full(deals, 1 / deals), DRAWS) / deals
    means = np.vstack([samples.mean(axis=0), weights @ samples])
    first, second = np.array(pairs).T
    advantage = np.zeros((len(means), players, players))
    advantage[:, first, second], advantage[:, second, first] = means, -means
    mixes = nash_mix(advantage)
    mix = mixes[0]
    low, high = np.quantile(mixes[1:], [(1 - LEVEL) / 2, (1 + LEVEL) / 2], axis=0)
    return NashAverage(mix, np.minimum(low, mix), np.maximum(high, mix), advantage[0] @ mix)
