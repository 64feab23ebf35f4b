"""Search for better weights: CMA-ES on common deals, against the best weights so far."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from cma.evolution_strategy import CMAEvolutionStrategy
from numpy.typing import NDArray

from balance.bots.weights import Numbers
from balance.errors import BotError
from balance.runner.stop_signal import StopSignal
from balance.tuning.evaluation import Evaluation
from balance.tuning.tuned_bot import Space

STEP = 0.2  # the first candidates differ from the start by about a fifth of each weight
EVERY = 5  # generations between challenges of the champion
CHALLENGE = 4  # deals of a challenge, as a multiple of those of a generation


@dataclass(frozen=True)
class Effort:
    """Limits of the search.

    Attributes
    ----------
    seconds : float or None
        After this time no generation is started; the first of the two limits counts.
    population : int or None
        Candidates of a generation; None is CMA-ES's default for so many weights.
    """

    games: int  # games of a candidate in a generation
    generations: int | None = None
    seconds: float | None = None
    population: int | None = None


@dataclass(frozen=True)
class Step:
    """Progress of the search after a generation.

    Attributes
    ----------
    mean, best : float
        Value of the mean of the candidates' weights, and of the best candidate; see
        `Evaluation.value`.
    against_start : float or None
        Win rate of the champion against the starting weights, above a fair one; None if it was
        not challenged in this generation.
    """

    generation: int
    mean: float
    best: float
    step_size: float  # of CMA-ES, as a share of the weights
    candidates: int  # tried so far
    seconds: float  # since the search started
    against_start: float | None = None


@dataclass(frozen=True)
class Reached:
    """Result of the search.

    Attributes
    ----------
    weights : mapping of str to float
        Weights of the champion, rounded; the starting ones if no better ones were found.
    """

    weights: Numbers
    is_new: bool  # whether they differ from the start
    generations: int
    population: int
    next_deal: int  # the first deal that was not played


def without_effect(evaluation: Evaluation, space: Space, deals: int) -> list[str]:
    """Return the weights without effect, such as those for other numbers of players.

    Each is set to 0, and doubled if that changes no game of the first `deals` deals.

    Raises
    ------
    BotError
        If no weight has an effect.
    """
    left = list(space.names)
    for sign in (-1.0, 1.0):
        changed = [{key: space.start[key] + sign * space.scale[key]} for key in left]
        results = evaluation.results([{}, *changed], evaluation.pairings, {}, 0, deals)
        assert results is not None
        same = (results.values[1:] == results.values[0]).all(axis=(1, 2))
        left = [key for key, is_same in zip(left, same, strict=True) if is_same]
        if not left:
            return []
    if len(left) == len(space.names):
        raise BotError(
            f"The weights of the bot {evaluation.subject.name!r} have no effect: none of "
            f"{', '.join(left)} changed a game."
        )
    return left


def evolve(
    evaluation: Evaluation,
    space: Space,
    effort: Effort,
    seed: int,
    stop: StopSignal,
    on_step: Callable[[Step], None] = lambda step: None,
) -> Reached:
    """Search for better weights.

    All candidates of a generation play the same deals, each generation new ones.  Every `EVERY`
    generations, and at the end, the mean of the candidates' weights, which is less noisy than the
    best candidate, challenges the champion on new deals.  If it is better by a standard error it
    becomes the champion, and the opponent where the bot plays against itself.

    The result does not depend on the number of workers.  A search that the clock or `stop` ends
    has the same result as one of so many generations.

    Parameters
    ----------
    seed : int
        Random seed of the candidates.
    stop : StopSignal
        Once set, the current generation is dropped.
    on_step : function (Step)
        Called after each generation.

    References
    ----------
    Hansen, The CMA Evolution Strategy: A Tutorial, 2016 (arXiv:1604.00772); the package `cma` is
    by its author.
    """
    strategy = strategy_of(space, effort.population, seed)
    deals = evaluation.deals_for(effort.games)
    champion: Numbers = {}
    next_deal, tried, generation = 0, 0, 0
    begun = time.monotonic()

    def challenge() -> Numbers:
        """Return the weights of the winner of challenger and champion."""
        nonlocal next_deal
        challenger = space.weights(strategy.mean)
        results = evaluation.results(
            [challenger, champion], evaluation.pairings, champion, next_deal, CHALLENGE * deals
        )
        assert results is not None
        next_deal += CHALLENGE * deals
        gains = (results.values[0] - results.values[1]).mean(axis=0)
        error = gains.std(ddof=1) / math.sqrt(len(gains))
        return challenger if gains.mean() > error else champion

    is_last = is_challenged = False
    while not is_last:
        population = strategy.ask()
        candidates = [space.weights(steps) for steps in (*population, strategy.mean)]
        results = evaluation.results(
            candidates, evaluation.pairings, champion, next_deal, deals, stop
        )
        if results is None:
            break
        generation += 1
        next_deal += deals
        tried += len(population)
        values = results.values.mean(axis=(1, 2))
        strategy.tell(population, list(-values[:-1]))
        seconds = time.monotonic() - begun
        is_late = effort.seconds is not None and seconds >= effort.seconds
        is_last = generation == effort.generations or is_late
        is_challenged = is_last or generation % EVERY == 0
        against_start = None
        if is_challenged:
            champion = challenge()
            against_start = _against_start(evaluation, champion, next_deal, CHALLENGE * deals)
        on_step(
            Step(
                generation, float(values[-1]), float(values[:-1].max()), float(strategy.sigma),
                tried, time.monotonic() - begun, against_start,
            )
        )  # fmt: skip
    if generation and not is_challenged:
        champion = challenge()
    return Reached(
        {**space.start, **champion}, bool(champion), generation, strategy.popsize, next_deal
    )


def strategy_of(space: Space, population: int | None, seed: int) -> CMAEvolutionStrategy:
    """Return a search of CMA-ES; `population` None is its default for so many weights."""
    draws = np.random.default_rng(seed)

    def normal(*shape: int) -> NDArray[np.float64]:
        return draws.standard_normal(shape)

    # cma needs two dimensions: a second one without meaning does no harm.
    size = max(len(space.names), 2)
    options = {
        "popsize": population or 4 + int(3 * math.log(size)),
        "randn": normal,  # a generator of its own, not the global one of numpy
        "seed": math.nan,
        "verbose": -10,
        "verb_log": 0,
    }
    return CMAEvolutionStrategy(np.zeros(size), STEP, options)


def _against_start(evaluation: Evaluation, champion: Numbers, first: int, deals: int) -> float:
    """Return the champion's win rate against the starting weights, above a fair one."""
    if not champion:
        return 0.0
    results = evaluation.results([champion], evaluation.self_play, {}, first, deals)
    assert results is not None
    fair = np.array([1 / pairing.players for pairing in evaluation.self_play])
    return float((results.wins[0].mean(axis=1) - fair).mean())
