"""Ratings: a number for the strength of each bot, from who won against whom in which seat.

The chance that a seat wins is in proportion to exp(strength of its bot + advantage of the seat):
Bradley and Terry's model with two players, with more the first choice of Plackett and Luce's.
Objectives that seats hold are rated by who ranks above whom.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import null_space
from scipy.special import expit, log_expit, log_softmax, softmax

from balance.stats.intervals import Floats
from balance.stats.jackknife import Replicates

SCALE = 400 / np.log(10)  # Elo points of one unit: 400 points are odds of 10 to 1
VIRTUAL = 0.5  # drawn games that are added to each line-up
MOST = 4000.0  # Elo points: odds of 10 billion to 1
VIRTUAL_PAIRS = 1.0  # drawn pairs that are added for each objective, shared among all others
STEPS = 3  # of Newton's from the fit of all folds to that of all but one: far more than it takes


@dataclass(frozen=True)
class Ratings:
    """Strengths in Elo points; the advantages of all seats add up to 0.

    Those of all bots do too, unless one of them is an anchor.
    """

    bots: Floats  # shape (bots,)
    bot_errors: Floats  # their standard errors, clustered by deal
    seats: Floats  # shape (seats,)
    seat_errors: Floats  # the same of seats
    covariance: Floats  # shape (bots + seats, bots + seats): of bots and seats in this order
    deals: int

    def difference(self, one: int, two: int) -> tuple[float, float]:
        """Return by how much one bot is stronger than another, and the standard error."""
        variance = (
            self.covariance[one, one] + self.covariance[two, two] - 2 * self.covariance[one, two]
        )
        return float(self.bots[one] - self.bots[two]), float(np.sqrt(max(variance, 0.0)))

    def anchored(self, bot: int, at: float = 0.0) -> "Ratings":
        """Return the same strengths on a scale on which a bot has a given rating, without error.

        The errors are then those of the differences from this bot.
        """
        bots = len(self.bots)
        less = np.eye(len(self.covariance))
        less[:bots, bot] -= 1
        covariance = less @ self.covariance @ less.T
        errors = np.sqrt(np.maximum(np.diag(covariance)[:bots], 0.0))
        errors[bot] = 0.0
        values = self.bots - self.bots[bot] + at
        return replace(self, bots=values, bot_errors=errors, covariance=covariance)


def rate(
    lineups: NDArray[np.integer], wins: NDArray[np.floating], virtual: float = VIRTUAL
) -> Ratings:
    """Fit the strengths of bots by maximum likelihood.

    A tie of k is 1/k of a win for each.  The strength of a bot that always won would be infinite:
    half a drawn game is added to each line-up, and all these count as one deal more.  Assumes that
    deals are independent; what the games of a deal share is in the errors (sandwich), and so is
    what the model leaves out, such as bots of which each beats the next in a cycle.

    Parameters
    ----------
    lineups : int array, shape (line-ups, seats)
        The bot in each seat, 0, 1, ...; pairings must link all bots.
    wins : float array, shape (deals, line-ups, seats)
        Each seat's part of the win in the game of each deal with each line-up; all 0 where that
        game was not played.
    virtual : float
        Drawn games that are added to each line-up.

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

    def hessian(parameters: Floats) -> Floats:
        chances = softmax(design @ parameters, axis=1)
        centred = design - np.einsum("ls,lsp->lp", chances, design)[:, None, :]
        return np.einsum("lsp,ls,lsq->pq", centred, games * chances, centred)

    start = np.zeros(design.shape[2])
    fitted = _fitted(loss, start, hessian)
    chances = softmax(design @ fitted, axis=1)
    of_deals = np.einsum("lsp,dls->dp", design, wins - played * chances)
    of_virtual = np.einsum("lsp,ls->p", design, shared - virtual * chances)
    slopes = np.vstack([of_deals, of_virtual])
    bread = np.linalg.inv(hessian(fitted))
    meat = slopes.T @ slopes * ((deals + 1) / deals)
    covariance = to_all @ (bread @ meat @ bread) @ to_all.T * SCALE**2
    values = to_all @ fitted * SCALE
    errors = np.sqrt(np.maximum(np.diag(covariance), 0.0))
    return Ratings(
        values[:num_bots], errors[:num_bots], values[num_bots:], errors[num_bots:],
        covariance, deals,
    )  # fmt: skip


@dataclass(frozen=True)
class PairRatings:
    """Strengths in Elo points, with and without each fold; of either kind they add up to 0."""

    objectives: Replicates  # nan for an objective that never met another
    bots: Replicates
    earlier: Replicates  # one number: the worth of the earlier of two seats


def rate_pairs(
    pairs: NDArray[np.integer], points: NDArray[np.floating], deals: NDArray[np.integer]
) -> PairRatings:
    """Fit the strengths of objectives that seats hold, by who ranks above whom in one game.

    The chance that the earlier of two seats ranks above the later is 1 / (1 + exp(-x)), x being the
    strength of its objective less that of the other's, the same of their bots, and the advantage
    of the earlier seat.  With two players this is Bradley and Terry's model.  With more,
    all pairs of a game count: where rankings follow Plackett and Luce's model each pair follows
    Bradley and Terry's with the same strengths, so that these are estimated without bias, though
    not with the least error.  That the pairs of a game, and the games of a deal, are not
    independent is in the errors: they come from leaving out folds of deals (jackknife).  The later
    seats count as alike, which matters little where objectives are dealt to seats by chance.

    The strength of an objective that ranked above all others would be infinite: each has one drawn
    pair more, shared among all others.

    Parameters
    ----------
    pairs : int array, shape (folds, bots, bots, objectives, objectives)
        By bot of the earlier and of the later seat, and by the objectives that they hold.
    points : float array, the same shape
        Of the earlier seat: 1 where it ranks above, 1/2 for a tie.
    deals : int array, shape (folds,)

    References
    ----------
    Bradley and Terry, Rank analysis of incomplete block designs, Biometrika 1952; Plackett, The
    analysis of permutations, Applied Statistics 1975; Varin, Reid and Firth, An overview of
    composite likelihood methods, Statistica Sinica 2011 (pairs in place of rankings).
    """
    folds, bots, _, objectives, _ = pairs.shape
    met = _met(pairs)
    known = np.flatnonzero(met.sum(axis=0))
    if len(known) < 2:
        return PairRatings(*(Replicates.unknown(folds, size) for size in (objectives, bots, 1)))
    played = pairs[:, :, :, known[:, None], known].reshape(folds, -1).astype(np.float64)
    won = points[:, :, :, known[:, None], known].reshape(folds, -1)
    to_all = _pair_contrasts(len(known), bots)
    design = _pair_design(len(known), bots) @ to_all
    shared = _drawn_pairs(len(known), len(played[0]) // len(known) ** 2)
    total, won_in_all = played.sum(axis=0) + shared, won.sum(axis=0) + shared / 2

    def loss(parameters: Floats) -> tuple[float, Floats]:
        x = design @ parameters
        likelihood = won_in_all * log_expit(x) + (total - won_in_all) * log_expit(-x)
        return -float(likelihood.sum()), -design.T @ (won_in_all - total * expit(x))

    def hessian(parameters: Floats, counted: Floats = total) -> Floats:
        chances = expit(design @ parameters)
        return np.asarray(design.T @ (design * (counted * chances * (1 - chances))[:, None]))

    start = np.zeros(design.shape[1])
    fitted = _fitted(loss, start, hessian)
    left_out = np.tile(fitted, (folds, 1))
    for fold in np.flatnonzero(played.any(axis=1)):
        left, left_won = total - played[fold], won_in_all - won[fold]
        for _ in range(STEPS):
            slope = design.T @ (left_won - left * expit(design @ left_out[fold]))
            left_out[fold] += np.linalg.solve(hessian(left_out[fold], left), slope)
    value, left_out = to_all @ fitted * SCALE, left_out @ to_all.T * SCALE
    first_bot, seat = len(known), len(known) + bots
    counted = np.where(bool((deals > 0).all()), np.count_nonzero(met, axis=0), 0)
    most = np.full(bots, int(counted.max()))
    rated = Replicates.unknown(folds, objectives)
    rated.value[known], rated.leave_one_out[:, known] = value[:first_bot], left_out[:, :first_bot]
    return PairRatings(
        Replicates(rated.value, rated.leave_one_out, counted),
        Replicates(value[first_bot:seat], left_out[:, first_bot:seat], most),
        Replicates(value[seat:], left_out[:, seat:], most[:1]),
    )


def excess_of(rating: float, players: int) -> float:
    """Return the expected excess of a bot over another that is so many Elo points weaker.

    It is half of what the bot wins above an equal share when it sits alone among copies of the
    other, plus half of what the other lacks when it sits alone: with two players, and with one,
    the share of points less 0.5.
    """
    others = max(players - 1, 1)
    alone, other = (expit(sign * rating / SCALE - np.log(others)) for sign in (1, -1))
    return float(alone - other) / 2


def rating_of(excess: float, players: int) -> float:
    """Return how many Elo points a bot with an excess is ahead; clipped to plus or minus `MOST`."""
    most = excess_of(MOST, players)
    if abs(excess) >= most:
        return float(np.copysign(MOST, excess))
    # With t = exp(rating / SCALE) the difference of `excess_of` is t / (t + m) - 1 / (1 + m t).
    m, gap = max(players - 1, 1), 2 * excess
    square, linear = m * (1 - gap), gap * (1 + m**2)
    root = np.sqrt(linear**2 + 4 * square * m * (1 + gap))
    return float(SCALE * np.log((linear + root) / (2 * square)))


def _fitted(
    loss: Callable[[Floats], tuple[float, Floats]],
    start: Floats,
    hessian: Callable[[Floats], Floats],
) -> Floats:
    """Return the parameters of least loss; `loss` also returns its slope."""
    from scipy.optimize import minimize  # noqa: PLC0415, as it is slow: a duel fits nothing

    fitted = minimize(loss, start, jac=True, hess=hessian, method="trust-exact", tol=1e-9)
    return np.asarray(fitted.x)


def _contrasts(bots: int, seats: int) -> Floats:
    """Return the matrix from free parameters to strengths and advantages, each adding up to 0."""
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


def _met(pairs: NDArray[np.integer]) -> NDArray[np.integer]:
    """Return how often each objective met another one, shape (folds, objectives)."""
    ordered = pairs.sum(axis=(1, 2))
    both = ordered + ordered.swapaxes(1, 2)
    return np.asarray(both.sum(axis=2) - np.einsum("fii->fi", both))


def _pair_contrasts(objectives: int, bots: int) -> Floats:
    """Return the matrix from free parameters to strengths (each kind adds up to 0) and a seat."""
    every = np.zeros((objectives + bots + 1, objectives + bots - 1))
    every[:objectives, : objectives - 1] = null_space(np.ones((1, objectives)))
    every[objectives:-1, objectives - 1 : -1] = null_space(np.ones((1, bots)))
    every[-1, -1] = 1
    return every


def _pair_design(objectives: int, bots: int) -> Floats:
    """Return how each strength counts for the earlier seat, a row for each kind of pair."""
    first, second, one, two = np.indices((bots, bots, objectives, objectives)).reshape(4, -1)
    each, kind = np.eye(objectives), np.eye(bots)
    return np.hstack([each[one] - each[two], kind[first] - kind[second], np.ones((len(one), 1))])


def _drawn_pairs(objectives: int, kinds: int) -> Floats:
    """Return the virtual pairs of each kind, the same for all seats and bots."""
    differ = 1 - np.eye(objectives)
    return np.tile((differ * VIRTUAL_PAIRS / differ.sum(axis=1) / 2 / kinds).ravel(), kinds)
