"""Ratings: one number for the strength of each bot, from who won against whom in which seat.

The chance that a seat wins is in proportion to exp(strength of its bot + advantage of the seat):
Bradley and Terry's model with two players, with more the first choice of Plackett and Luce's.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import null_space
from scipy.optimize import minimize
from scipy.special import log_softmax, softmax

from balance.stats.interval import Floats

SCALE = 400 / np.log(10)  # Elo points of one unit: 400 points are odds of 10 to 1
VIRTUAL = 0.5  # of a game won by nobody, for each line-up


@dataclass(frozen=True)
class Ratings:
    """Strengths in Elo points; those of all bots, and the advantages of all seats, add up to 0.

    Attributes
    ----------
    bots, bot_errors : float64 array, shape (bots,)
        With standard errors clustered by deal.
    seats, seat_errors : float64 array, shape (seats,)
    covariance : float64 array, shape (bots + seats, bots + seats)
        Of bots and seats in this order.
    deals : int
    """

    bots: Floats
    bot_errors: Floats
    seats: Floats
    seat_errors: Floats
    covariance: Floats
    deals: int

    def apart(self, one: int, two: int) -> tuple[float, float]:
        """Return by how much one bot is stronger than another, and the standard error."""
        variance = (
            self.covariance[one, one] + self.covariance[two, two] - 2 * self.covariance[one, two]
        )
        return float(self.bots[one] - self.bots[two]), float(np.sqrt(max(variance, 0.0)))


def rate(
    lineups: NDArray[np.integer], wins: NDArray[np.floating], virtual: float = VIRTUAL
) -> Ratings:
    """Fit the strengths of bots by maximum likelihood.

    A tie of k is 1/k of a win for each.  A bot that always won would be endlessly strong: half a
    game won by nobody is added to each line-up, and all these count as one deal more.  Assumes that
    deals are independent; what the games of a deal share is in the errors (sandwich), and so is
    what the model does not say, such as bots of which each beats the next in a circle.

    Parameters
    ----------
    lineups : int array, shape (line-ups, seats)
        The bot in each seat, 0, 1, ...; pairings must link all bots.
    wins : float array, shape (deals, line-ups, seats)
        Each seat's part of the win in the game of each deal with each line-up; all 0 where that
        game was not played.
    virtual : float
        Of a game won by nobody, added to each line-up.

    References
    ----------
    Bradley and Terry, Rank analysis of incomplete block designs, Biometrika 1952; Luce, Individual
    choice behavior, 1959; Plackett, The analysis of permutations, Applied Statistics 1975; Turner,
    van Etten, Firth and Kosmidis, Modelling rankings in R: the PlackettLuce package, Computational
    Statistics 2020 (ties shared, virtual games); White, Maximum likelihood estimation of
    misspecified models, Econometrica 1982 (sandwich).
    """
    deals, num_lineups, num_seats = wins.shape
    num_bots = int(lineups.max()) + 1
    to_all = _contrasts(num_bots, num_seats)
    design = _design(lineups, num_bots) @ to_all  # (line-ups, seats, parameters)
    played = wins.sum(axis=2, keepdims=True)
    shared = np.full((num_lineups, num_seats), virtual / num_seats)
    total = wins.sum(axis=0) + shared
    games = played.sum(axis=0) + virtual

    def loss(parameters: Floats) -> tuple[float, Floats]:
        strengths = design @ parameters
        slope = np.einsum("lsp,ls->p", design, total - games * softmax(strengths, axis=1))
        return float(-(total * log_softmax(strengths, axis=1)).sum()), -slope

    def bend(parameters: Floats) -> Floats:
        chances = softmax(design @ parameters, axis=1)
        centred = design - np.einsum("ls,lsp->lp", chances, design)[:, None, :]
        return np.einsum("lsp,ls,lsq->pq", centred, games * chances, centred)

    start = np.zeros(design.shape[2])
    found = minimize(loss, start, jac=True, hess=bend, method="trust-exact", tol=1e-9)
    chances = softmax(design @ found.x, axis=1)
    each = np.einsum("lsp,dls->dp", design, wins - played * chances)
    odd_one = np.einsum("lsp,ls->p", design, shared - virtual * chances)
    slopes = np.vstack([each, odd_one])
    bread = np.linalg.inv(bend(found.x))
    meat = slopes.T @ slopes * ((deals + 1) / deals)
    covariance = to_all @ (bread @ meat @ bread) @ to_all.T * SCALE**2
    values = to_all @ found.x * SCALE
    errors = np.sqrt(np.maximum(np.diag(covariance), 0.0))
    return Ratings(
        values[:num_bots], errors[:num_bots], values[num_bots:], errors[num_bots:],
        covariance, deals,
    )  # fmt: skip


def points_of(rating: float) -> float:
    """Return the share of points that a lead of so many Elo points means with two players."""
    return float(1 / (1 + np.exp(-rating / SCALE)))


@dataclass(frozen=True)
class Circles:
    """How far strengths are a ladder, and how far bots beat each other in circles.

    Attributes
    ----------
    cyclic : float
        The part of the squared differences between bots that no ladder explains, 0 to 1.
    by_chance : float
        How large it would be expected where there are no circles, from the errors alone.
    """

    cyclic: float
    by_chance: float


def circles(advantages: NDArray[np.float64], errors: NDArray[np.float64]) -> Circles:
    """Split what each bot does to each other into a ladder and circles.

    The ladder is the strengths whose differences lie nearest to the advantages (least squares);
    what is left is the circles.

    Parameters
    ----------
    advantages : float64 array, shape (bots, bots)
        Of the row's bot over the column's, as log odds; what is below the diagonal is its negative.
    errors : float64 array, shape (bots, bots)
        Standard errors.

    References
    ----------
    Jiang, Lim, Yao and Ye, Statistical ranking and combinatorial Hodge theory, Mathematical
    Programming 2011, on a complete graph.
    """
    bots = len(advantages)
    strengths = advantages.mean(axis=1)
    left = advantages - (strengths[:, None] - strengths[None, :])
    whole = float((advantages**2).sum())
    pairs = bots * (bots - 1) / 2
    kept = (pairs - (bots - 1)) / pairs  # of the noise, what a ladder cannot take up
    noise = float((errors**2).sum()) * kept
    if whole == 0:
        return Circles(0.0, 0.0)
    return Circles(float((left**2).sum()) / whole, min(noise / whole, 1.0))


def _contrasts(bots: int, seats: int) -> Floats:
    """Return what makes strengths and advantages, each adding up to 0, of free parameters."""
    both = np.zeros((bots + seats, bots + seats - 2))
    both[:bots, : bots - 1] = null_space(np.ones((1, bots)))
    both[bots:, bots - 1 :] = null_space(np.ones((1, seats)))
    return both


def _design(lineups: NDArray[np.integer], bots: int) -> Floats:
    """Return 1 for the bot and 1 for the place of each seat, shape (line-ups, seats, both)."""
    num_lineups, num_seats = lineups.shape
    design = np.zeros((num_lineups, num_seats, bots + num_seats))
    for seat in range(num_seats):
        design[np.arange(num_lineups), seat, lineups[:, seat]] = 1
        design[:, seat, bots + seat] = 1
    return design
