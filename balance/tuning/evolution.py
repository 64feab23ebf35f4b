"""The search for better weights: CMA-ES on common luck, against a champion that grows with it."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from cma.evolution_strategy import CMAEvolutionStrategy
from numpy.typing import NDArray

from balance.bots.weights import Numbers
from balance.errors import BotError
from balance.runner.play import StopSignal
from balance.tuning.evaluation import Evaluation
from balance.tuning.subject import Space

STEP = 0.2  # the first candidates differ from the start by about a fifth of each weight
EVERY = 5  # generations from one challenge of the champion to the next
CHALLENGE = 4  # times the deals of a generation: a challenge is between two alone


@dataclass(frozen=True)
class Effort:
    """How long the search may take.

    Attributes
    ----------
    games : int
        Of a candidate in a generation.
    generations : int or None
    seconds : float or None
        After which no generation is begun; whichever comes first.
    population : int or None
        Candidates of a generation; None is what CMA-ES takes for so many weights.
    """

    games: int
    generations: int | None = None
    seconds: float | None = None
    population: int | None = None


@dataclass(frozen=True)
class Step:
    """How far the search has come after a generation.

    Attributes
    ----------
    generation : int
    mean, best : float
        What the middle of the candidates reached, and the best of them; see `Evaluation.value`.
    spread : float
        How far candidates are from the middle, as a share of the weights.
    candidates : int
        Tried so far.
    seconds : float
        Since the search began.
    against_start : float or None
        Share of wins of the champion against the weights at the start, above a fair one; None if
        it was not challenged in this generation.
    """

    generation: int
    mean: float
    best: float
    spread: float
    candidates: int
    seconds: float
    against_start: float | None = None


@dataclass(frozen=True)
class Reached:
    """What a search came to.

    Attributes
    ----------
    weights : mapping of str to float
        Of the champion, rounded; those of the start if none was found that plays better.
    is_new : bool
        Whether they are others than at the start.
    generations, population : int
    next_deal : int
        The first deal that was not played yet.
    """

    weights: Numbers
    is_new: bool
    generations: int
    population: int
    next_deal: int


def without_effect(course: Evaluation, space: Space, deals: int) -> list[str]:
    """Return the weights that change no game, such as those for other numbers of players.

    Each is set to 0, and if that changes nothing doubled, in the first `deals` deals.

    Raises
    ------
    BotError
        If none changes a game.
    """
    left = list(space.names)
    for sign in (-1.0, 1.0):
        changed = [{key: space.start[key] + sign * space.scale[key]} for key in left]
        found = course.results([{}, *changed], course.pairings, {}, 0, deals)
        assert found is not None
        same = (found.values[1:] == found.values[0]).all(axis=(1, 2))
        left = [key for key, is_same in zip(left, same, strict=True) if is_same]
        if not left:
            return []
    if len(left) == len(space.names):
        raise BotError(
            f"The bot {course.subject.name!r} plays alike whatever its weights: none of "
            f"{', '.join(left)} changed a game."
        )
    return left


def evolve(
    course: Evaluation,
    space: Space,
    effort: Effort,
    seed: int,
    stop: StopSignal,
    tell: Callable[[Step], None] = lambda step: None,
) -> Reached:
    """Search for better weights.

    All candidates of a generation play the same deals, the next generation fresh ones.  Every
    `EVERY` generations, and at the end, the middle of the candidates, which is less noisy than
    the best of them, challenges the champion on fresh deals; it takes its place, also as an
    opponent, if it is better by a standard error.

    The result is the same for any number of workers, if no clock ends the search; ended by the
    clock or stopped, it is that of a search of so many generations.

    Parameters
    ----------
    course : Course
    space : Space
    effort : Effort
    seed : int
        Of the candidates.
    stop : Stop
        Once set, the generation in work is dropped.
    tell : function (Step)

    References
    ----------
    Hansen, The CMA Evolution Strategy: A Tutorial, 2016 (arXiv:1604.00772); the package `cma` is
    by its author.
    """
    strategy = _strategy(space, effort, seed)
    deals = course.deals_for(effort.games)
    champion: Numbers = {}
    next_deal, tried, generation = 0, 0, 0
    begun = time.monotonic()

    def challenge() -> Numbers:
        """Return the weights of the better one of champion and challenger."""
        nonlocal next_deal
        challenger = space.weights(strategy.mean)
        found = course.results(
            [challenger, champion], course.pairings, champion, next_deal, CHALLENGE * deals
        )
        assert found is not None
        next_deal += CHALLENGE * deals
        gains = (found.values[0] - found.values[1]).mean(axis=0)
        return challenger if gains.mean() > _error(gains) else champion

    is_last = is_challenged = False
    while not is_last:
        asked = strategy.ask()
        candidates = [space.weights(steps) for steps in (*asked, strategy.mean)]
        found = course.results(candidates, course.pairings, champion, next_deal, deals, stop)
        if found is None:
            break
        generation += 1
        next_deal += deals
        tried += len(asked)
        values = found.values.mean(axis=(1, 2))
        strategy.tell(asked, list(-values[:-1]))
        seconds = time.monotonic() - begun
        is_late = effort.seconds is not None and seconds >= effort.seconds
        is_last = generation == effort.generations or is_late
        is_challenged = is_last or generation % EVERY == 0
        against_start = None
        if is_challenged:
            champion = challenge()
            against_start = _against_start(course, champion, next_deal, CHALLENGE * deals)
        tell(
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


def _strategy(space: Space, effort: Effort, seed: int) -> CMAEvolutionStrategy:
    draws = np.random.default_rng(seed)

    def normal(*shape: int) -> NDArray[np.float64]:
        return draws.standard_normal(shape)

    # The package does not search in one dimension: a second one that means nothing does no harm.
    size = max(len(space.names), 2)
    options = {
        "popsize": effort.population or 4 + int(3 * math.log(size)),
        "randn": normal,  # a generator of its own: the one of numpy is everybody's
        "seed": math.nan,
        "verbose": -10,
        "verb_log": 0,
    }
    return CMAEvolutionStrategy(np.zeros(size), STEP, options)


def _against_start(course: Evaluation, champion: Numbers, first: int, deals: int) -> float:
    """Return the champion's share of wins against the start, above a fair one."""
    if not champion:
        return 0.0
    found = course.results([champion], course.itself, {}, first, deals)
    assert found is not None
    fair = np.array([1 / pairing.players for pairing in course.itself])
    return float((found.wins[0].mean(axis=1) - fair).mean())


def _error(gains: NDArray[np.float64]) -> float:
    """Return the standard error of a mean over deals."""
    return float(gains.std(ddof=1) / math.sqrt(len(gains)))
