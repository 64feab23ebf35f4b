"""Ratings: one number for the strength of each bot, from who won against whom in which seat.

The chance that a seat wins is in proportion to exp(strength of its bot + advantage of the seat):
Bradley and Terry's model with two players, with more the first choice of Plackett and Luce's.
Things that seats hold, such as objectives, are rated by who ranks above whom.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import null_space
from scipy.optimize import minimize
from scipy.special import expit, log_expit, log_softmax, softmax

from balance.stats.intervals import Floats
from balance.stats.paired_differences import Replicates

SCALE = 400 / np.log(10)  # Elo points of one unit: 400 points are odds of 10 to 1
VIRTUAL = 0.5  # of a game won by nobody, for each line-up
VIRTUAL_MEETINGS = 1.0  # won by nobody, for each thing, shared among all others
STEPS = 3  # of Newton's from the fit of all folds to that of all but one: far more than it takes


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


@dataclass(frozen=True)
class PairRatings:
    """Strengths in Elo points, with and without each fold.

    Attributes
    ----------
    things : Replicates, of each thing
        They add up to 0; nan for one that never met another.
    bots : Replicates, of each bot
        They add up to 0.
    earlier : Replicates, of one number
        What it is worth to have the earlier of two seats.
    """

    things: Replicates
    bots: Replicates
    earlier: Replicates


def rate_pairs(
    meetings: NDArray[np.integer], points: NDArray[np.floating], deals: NDArray[np.integer]
) -> PairRatings:
    """Fit the strengths of things that seats hold, by who ranks above whom in one game.

    The chance that the earlier of two seats ranks above the later is 1 / (1 + exp(-x)), x being the
    strength of what it holds less that of what the other holds, the same of their bots, and the
    advantage of the earlier seat.  With two players this is Bradley and Terry's model.  With more,
    all pairs of a game count: where rankings follow Plackett and Luce's model each pair follows
    Bradley and Terry's with the same strengths, so that these are estimated without bias, though
    not with the least error.  That the pairs of a game, and the games of a deal, are not
    independent is in the errors: they come from leaving out folds of deals (jackknife).  The later
    seats count as alike, which matters little where things are dealt to seats by chance.

    A thing that ranked above all others would be endlessly strong: each has one meeting more, of no
    winner, shared among all others.

    Parameters
    ----------
    meetings : int array, shape (folds, bots, bots, things, things)
        By bot of the earlier and of the later seat, and by the things that they hold.
    points : float array, the same shape
        Of the earlier seat: 1 where it ranks above, 1/2 for a tie.
    deals : int array, shape (folds,)

    References
    ----------
    Bradley and Terry, Rank analysis of incomplete block designs, Biometrika 1952; Plackett, The
    analysis of permutations, Applied Statistics 1975; Varin, Reid and Firth, An overview of
    composite likelihood methods, Statistica Sinica 2011 (pairs in place of rankings).
    """
    folds, bots, _, things, _ = meetings.shape
    by_thing = _met(meetings)
    known = np.flatnonzero(by_thing.sum(axis=0))
    if len(known) < 2:
        return PairRatings(*(_unknown(folds, size) for size in (things, bots, 1)))
    played = meetings[:, :, :, known[:, None], known].reshape(folds, -1).astype(np.float64)
    won = points[:, :, :, known[:, None], known].reshape(folds, -1)
    to_all = _pair_contrasts(len(known), bots)
    design = _pair_design(len(known), bots) @ to_all
    shared = _tied_meetings(len(known), len(played[0]) // len(known) ** 2)
    total, won_in_all = played.sum(axis=0) + shared, won.sum(axis=0) + shared / 2

    def loss(parameters: Floats) -> tuple[float, Floats]:
        x = design @ parameters
        likelihood = won_in_all * log_expit(x) + (total - won_in_all) * log_expit(-x)
        return -float(likelihood.sum()), -design.T @ (won_in_all - total * expit(x))

    def bend(parameters: Floats, some: Floats = total) -> Floats:
        chances = expit(design @ parameters)
        return np.asarray(design.T @ (design * (some * chances * (1 - chances))[:, None]))

    found = minimize(
        loss, np.zeros(design.shape[1]), jac=True, hess=bend, method="trust-exact", tol=1e-9
    ).x
    without = np.tile(found, (folds, 1))
    for fold in np.flatnonzero(played.any(axis=1)):
        left, left_won = total - played[fold], won_in_all - won[fold]
        for _ in range(STEPS):
            slope = design.T @ (left_won - left * expit(design @ without[fold]))
            without[fold] += np.linalg.solve(bend(without[fold], left), slope)
    value, without = to_all @ found * SCALE, without @ to_all.T * SCALE
    ends = np.cumsum([len(known), bots])
    is_whole = bool((deals > 0).all())
    seen = np.where(is_whole, np.count_nonzero(by_thing, axis=0), 0)
    in_all = np.full(bots, int(seen.max()))
    rated = _unknown(folds, things)
    rated.value[known], rated.without[:, known] = value[: ends[0]], without[:, : ends[0]]
    return PairRatings(
        Replicates(rated.value, rated.without, seen),
        Replicates(value[ends[0] : ends[1]], without[:, ends[0] : ends[1]], in_all),
        Replicates(value[ends[1] :], without[:, ends[1] :], in_all[:1]),
    )


def points_of(rating: float) -> float:
    """Return the share of points that a lead of so many Elo points means with two players."""
    return float(1 / (1 + np.exp(-rating / SCALE)))


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


def _met(meetings: NDArray[np.integer]) -> NDArray[np.integer]:
    """Return how often each thing met another one, shape (folds, things)."""
    pairs = meetings.sum(axis=(1, 2))
    both = pairs + pairs.swapaxes(1, 2)
    return np.asarray(both.sum(axis=2) - np.einsum("fii->fi", both))


def _unknown(folds: int, size: int) -> Replicates:
    """Return numbers of which nothing is known."""
    return Replicates(
        np.full(size, np.nan), np.full((folds, size), np.nan), np.zeros(size, np.int64)
    )


def _pair_contrasts(things: int, bots: int) -> Floats:
    """Return what makes strengths, each kind adding up to 0, and the seat's of free parameters."""
    every = np.zeros((things + bots + 1, things + bots - 1))
    every[:things, : things - 1] = null_space(np.ones((1, things)))
    every[things:-1, things - 1 : -1] = null_space(np.ones((1, bots)))
    every[-1, -1] = 1
    return every


def _pair_design(things: int, bots: int) -> Floats:
    """Return by how much each strength counts for the earlier seat, a row a kind of meeting."""
    first, second, one, two = np.indices((bots, bots, things, things)).reshape(4, -1)
    each, kind = np.eye(things), np.eye(bots)
    return np.hstack([each[one] - each[two], kind[first] - kind[second], np.ones((len(one), 1))])


def _tied_meetings(things: int, kinds: int) -> Floats:
    """Return the meetings of no winner: of each kind of meeting, spread over seats and bots."""
    apart = 1 - np.eye(things)
    return np.tile((apart * VIRTUAL_MEETINGS / apart.sum(axis=1) / 2 / kinds).ravel(), kinds)
