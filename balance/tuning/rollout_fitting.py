"""Weights fitted to lessons: those that explain best what choices led to.

Where a bot's value of a position is a sum of parts times weights, weights need not be guessed: the
lead and the wins that followed each choice of a decision, less their mean over the choices, are
explained by the parts of the positions, less their mean, by least squares.  What a lesson does not
touch stays as it was.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from joblib import Parallel, delayed
from numpy.typing import NDArray

from balance.bots.rollouts import rollout_player
from balance.bots.weights import Numbers
from balance.engine.batch import rules_of
from balance.engine.game import Bot, Game
from balance.errors import BotError
from balance.runner.play import StopSignal
from balance.scenario.match import Match
from balance.tuning.evaluation import Evaluation
from balance.tuning.subject import rounded

EVERY = 12  # of so many decisions one is a lesson
WIN_POINTS = 30.0  # a win counts as much as a lead of so many points
ROUNDS = 2  # the second half of the lessons is taken by the bot as it has become
_DEALS = 4  # of a task
_MOST = 4_000  # choices tried in a deal
_PULL = 1e-3  # towards the weights before, as a share of what the lessons say of each


@dataclass(frozen=True)
class _Sums:
    """Normal equations, and over how many choices."""

    squares: NDArray[np.float64]
    products: NDArray[np.float64]
    choices: int

    def __add__(self, other: "_Sums") -> "_Sums":
        return _Sums(
            self.squares + other.squares,
            self.products + other.products,
            self.choices + other.choices,
        )


@dataclass(frozen=True)
class FittedWeights:
    """What lessons came to.

    Attributes
    ----------
    weights : mapping of str to float
        Those that were learnt, rounded.
    games, choices : int
        The games from which lessons were taken, and the choices that were tried in them.
    """

    weights: Numbers
    games: int
    choices: int


def fit_weights(
    course: Evaluation,
    games: int,
    stop: StopSignal,
    tell: Callable[[int], None] = lambda choices: None,
) -> FittedWeights | None:
    """Fit weights to the lessons of so many games; None if it was stopped.

    Parameters
    ----------
    course : Course
    games : int
        Rounded up, so that all tables and numbers of players have as many.
    stop : Stop
    tell : function (choices)
        Called after each round with the choices that were tried so far.

    Raises
    ------
    BotError
        If the bot takes no lessons.
    """
    subject = course.subject
    bot = subject.bot
    if bot.rollouts is None:
        raise BotError(
            f"The bot {subject.name!r} takes no lessons: the value of a position is not a sum of "
            "parts that it shows (leave --lessons out)."
        )
    learnt = [key for key in list(bot.weights)[: bot.rollouts.num_weights] if key in subject.tuned]
    places = [list(bot.weights).index(key) for key in learnt]
    before = np.array([bot.weights[key] for key in learnt])
    matches = [match for pairing in course.itself for match in pairing.bot_match.matches]
    tasks = -(-games // (ROUNDS * len(matches) * _DEALS))
    weights: dict[str, float] = {}
    sums = None
    for part in range(ROUNDS):
        jobs = [
            (match, first * _DEALS)
            for first in range(part * tasks, (part + 1) * tasks)
            for match in matches
        ]
        found = Parallel(n_jobs=course.workers, backend="threading")(
            delayed(_lessons)(match, subject.carrying(weights), places, first, stop)
            for match, first in jobs
        )
        if stop.is_set():
            return None
        for one in found:  # in order, so that they add up alike for any number of workers
            sums = one if sums is None else sums + one
        assert sums is not None
        tell(sums.choices)
        fitted = before + _solved(sums, before)
        weights = {key: rounded(value) for key, value in zip(learnt, fitted, strict=True)}
    assert sums is not None
    return FittedWeights(weights, ROUNDS * tasks * len(matches) * _DEALS, sums.choices)


def _solved(sums: _Sums, before: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return by how much weights change: least squares, pulled towards no change."""
    pull = _PULL * np.diag(sums.squares)
    pull[pull <= 0] = 1.0
    residual = sums.products - sums.squares @ before
    return np.asarray(np.linalg.solve(sums.squares + np.diag(pull), residual))


def _lessons(match: Match, bot: Bot, places: list[int], first: int, stop: StopSignal) -> _Sums:
    """Take the lessons of some deals."""
    game: Game = match.game
    weights = np.array(list(bot.at(match.game_table.num_seats).weights.values()))
    squares, products, choices = np.zeros((len(places),) * 2), np.zeros(len(places)), 0
    states, records = np.zeros(4, game.state), np.zeros(2, game.record)
    rollouts = bot.rollouts
    assert rollouts is not None
    features = np.zeros((_MOST, rollouts.num_weights))
    decisions, outcomes = np.zeros(_MOST, np.int64), np.zeros((_MOST, 2))
    functions = bot.choose, rollouts.is_over, rollouts.write_features, rollouts.fast_bot
    play = rollout_player(game)
    for deal in range(first, first + _DEALS):
        if stop.is_set():
            break
        rows = play(
            states, match.game_table.array, records, rules_of(game), functions, weights,
            rollouts.first_fast_weight, match.seed, deal, EVERY, features, decisions, outcomes,
        )  # fmt: skip
        worth = (outcomes[:rows, 0] + WIN_POINTS * outcomes[:rows, 1]) / 2
        made = _centred(features[:rows, places], decisions[:rows])
        squares += made.T @ made
        products += made.T @ _centred(worth[:, np.newaxis], decisions[:rows])[:, 0]
        choices += int(rows)
    return _Sums(squares, products, choices)


def _centred(values: NDArray[np.float64], rollouts: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return rows less the mean of their lesson."""
    _, which, sizes = np.unique(rollouts, return_inverse=True, return_counts=True)
    sums = np.zeros((len(sizes), values.shape[1]))
    np.add.at(sums, which, values)
    return np.asarray(values - (sums / sizes[:, np.newaxis])[which])
