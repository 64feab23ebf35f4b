"""Fit weights to rollouts: least squares on the results of choices.

For a bot whose value of a position is a sum of features times weights.  At sampled decisions every
choice is played on to the end of the game.  Its result, less the mean over the choices of the
decision, is regressed on the features of the position it led to, less their mean.  Weights whose
features never differ stay as they were.  How strongly the others are pulled towards what they were
is chosen by the games that are won.
"""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.bots.rollouts import rollout_player
from balance.bots.weights import Numbers
from balance.engine.batch import rules_of
from balance.engine.game import Bot, Game
from balance.engine.watchdog import VARIABLE, Watchdog, patience
from balance.errors import BotError
from balance.runner.play import CollectedGames, play_games
from balance.runner.stop_signal import StopSignal
from balance.scenario.match import Match
from balance.tuning.evaluation import Evaluation
from balance.tuning.tuned_bot import rounded

EVERY = 4  # one decision in so many is sampled
WIN_POINTS = 30.0  # a win counts as much as a lead of so many points
ROUNDS = 2  # the games of the second half are played with the weights fitted to the first
_DEALS = 4  # of a task
_MAX_CHOICES = 4_000  # played on in one deal
_SAME = 1e-9  # the mean square of differences below which a feature never differed
# Pulls towards the weights before, as shares of the diagonal: a strong one helps where features
# explain each other, a weak one where one feature is far from its weight.
_RIDGES = (0.01, 0.1, 1.0)
_LEAST_PULL = 0.01  # of the pull of the median feature
_GAMES = 400  # of the weights fitted with each of them


@dataclass(frozen=True)
class _Sums:
    """Normal equations of least squares, and the number of choices in them."""

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
    """Weights that were fitted."""

    weights: Numbers  # rounded
    games: int  # played
    choices: int  # that were played on


def rollouts_within(evaluation: Evaluation, seconds: float) -> int:
    """Return about how many games of rollouts fit into some time, from the time of a few."""
    (match, *_), bot = evaluation.self_play[0].bot_match.matches, evaluation.subject.bot
    begun = time.perf_counter()
    _rollouts(match, bot, [], 0, StopSignal())
    speed = _DEALS * evaluation.workers / (time.perf_counter() - begun)
    return max(int(speed * seconds), 1)


def fit_weights(
    evaluation: Evaluation,
    games: int,
    stop: StopSignal,
    on_round: Callable[[int], None] = lambda choices: None,
) -> FittedWeights | None:
    """Fit weights to rollouts from so many games; None if it was stopped.

    Parameters
    ----------
    games : int
        Rounded up, so that all test tables and numbers of players have the same number.
    on_round : function (choices)
        Called after each round with the number of choices so far.

    Raises
    ------
    BotError
        If the bot does not value positions by a sum of features.
    """
    subject = evaluation.subject
    bot = subject.bot
    if bot.rollouts is None:
        raise BotError(
            f"The bot {subject.name!r} cannot be fitted to rollouts: it does not value positions "
            "by a sum of features (leave --rollouts out)."
        )
    fitted = [key for key in list(bot.weights)[: bot.rollouts.num_weights] if key in subject.tuned]
    columns = [list(bot.weights).index(key) for key in fitted]
    before = np.array([bot.weights[key] for key in fitted])
    matches = [match for pairing in evaluation.self_play for match in pairing.bot_match.matches]
    tasks = -(-games // (ROUNDS * len(matches) * _DEALS))
    deals = evaluation.deals_for(_GAMES)
    weights: dict[str, float] = {}
    sums = None
    for half in range(ROUNDS):
        bot = subject.with_weights(weights)

        def play(first: int, count: int, bot: Bot = bot) -> list[_Sums]:
            jobs = (divmod(number, len(matches)) for number in range(first, first + count))
            return [
                _rollouts(matches[place], bot, columns, task * _DEALS, stop) for task, place in jobs
            ]

        played = CollectedGames(play, len, first=half * tasks * len(matches))
        play_games([played], [(half + 1) * tasks * len(matches)], evaluation.workers, stop)
        if stop.is_set():
            return None
        for piece in played.results:  # in order: the same sums for any number of workers
            for part in piece:
                sums = part if sums is None else sums + part
        assert sums is not None
        on_round(sums.choices)
        tried = [
            {key: rounded(value) for key, value in zip(fitted, before + change, strict=True)}
            for change in (_solved(sums, before, ridge) for ridge in _RIDGES)
        ]
        results = evaluation.results(tried, evaluation.self_play, {}, 0, deals, stop)
        if results is None:
            return None
        weights = tried[int(results.wins.mean(axis=(1, 2)).argmax())]
    assert sums is not None
    return FittedWeights(weights, ROUNDS * tasks * len(matches) * _DEALS, sums.choices)


def _solved(sums: _Sums, before: NDArray[np.float64], ridge: float) -> NDArray[np.float64]:
    """Return the change of the weights: least squares with a ridge penalty on the change."""
    change = np.zeros(len(before))
    seen = np.diag(sums.squares) > _SAME * sums.choices  # rounding alone is no difference
    squares = sums.squares[np.ix_(seen, seen)]
    residual = (sums.products - sums.squares @ before)[seen]
    pull = np.diag(squares)
    # A feature that hardly ever differs would have nearly none, and could take any weight.
    pull = ridge * np.maximum(pull, _LEAST_PULL * np.median(pull)) if seen.any() else pull
    change[seen] = np.linalg.solve(squares + np.diag(pull), residual)
    return change


def _rollouts(match: Match, bot: Bot, columns: list[int], first: int, stop: StopSignal) -> _Sums:
    """Return the sums over the rollouts of `_DEALS` deals."""
    game: Game = match.game
    weights = bot.at(match.game_table.num_seats).numbers
    squares, products, choices = np.zeros((len(columns),) * 2), np.zeros(len(columns)), 0
    states, records = np.zeros(4, game.state), np.zeros(2, game.record)
    rollouts = bot.rollouts
    assert rollouts is not None
    features = np.zeros((_MAX_CHOICES, rollouts.num_weights))
    decisions, results = np.zeros(_MAX_CHOICES, np.int64), np.zeros((_MAX_CHOICES, 2))
    functions = (
        bot.choose, rollouts.go_on, rollouts.is_over, rollouts.write_features, rollouts.fast_bot
    )  # fmt: skip
    play = rollout_player(game)
    for deal in range(first, first + _DEALS):
        if stop.is_set():
            break
        with _watch(match, states, deal):
            rows = play(
                states, match.game_table.array, records, rules_of(game), functions, weights,
                rollouts.first_fast_weight, match.seed, deal, EVERY, features, decisions, results,
            )  # fmt: skip
        result = (results[:rows, 0] + WIN_POINTS * results[:rows, 1]) / 2
        differences = _centred(features[:rows, columns], decisions[:rows])
        squares += differences.T @ differences
        products += differences.T @ _centred(result[:, np.newaxis], decisions[:rows])[:, 0]
        choices += int(rows)
    return _Sums(squares, products, choices)


def _watch(match: Match, states: NDArray[Any], deal: int) -> AbstractContextManager[object]:
    """Return a watchdog for the rollouts of a deal, if the game is from outside the package."""

    def explain() -> str:
        return (
            f"{match.game.title}: the rollouts of deal {deal} of seed {match.seed} have not gone "
            f"on for {patience():g} seconds, so its rules or its bot are stuck. (Set "
            f"{VARIABLE}=300 before the command to wait longer, {VARIABLE}=0 to wait for ever.)"
        )

    def look() -> bytes | None:
        return states.tobytes() if states["key"][0] else None  # else compiling, before the first

    return Watchdog(look, explain) if match.game.is_external else nullcontext()


def _centred(values: NDArray[np.float64], decisions: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return rows less the mean of their decision."""
    _, which, sizes = np.unique(decisions, return_inverse=True, return_counts=True)
    sums = np.zeros((len(sizes), values.shape[1]))
    np.add.at(sums, which, values)
    return np.asarray(values - (sums / sizes[:, np.newaxis])[which])
