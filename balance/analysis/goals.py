"""Requirements as distances, so that a search can bring a game closer to all of them at once.

`analysis.requirements` says whether a requirement is met, with intervals for that; here each one is
a number for every fold, which says how far its measure is outside its bounds.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from balance.analysis.balance_index import (
    Aim,
    Aims,
    IndexMeasure,
    farthest,
    never_bought,
    root,
    seat_gap,
)
from balance.analysis.measures import BOT, CATALOGUE, DEALT, OBJECTIVE, OBJECTIVE_SPREAD
from balance.analysis.metrics.fold_sums import FoldSums
from balance.analysis.own_numbers import BAND
from balance.analysis.requirements import catalogue_key
from balance.scenario.match import Match
from balance.scenario.requirements import (
    POINTS,
    Condition,
    Requirement,
    problem_with,
    read_condition,
)
from balance.stats.jackknife import Replicates

POINT, TENTH, ONE = 0.01, 0.1, 1.0  # how much of a measure counts as 1
INSIDE = 2.0  # standard errors by which a search tries to be inside of bounds ...
MOST_INSIDE = 0.25  # ... but no more than this share of the way from one bound to the other


def goals_of(requirements: Sequence[Requirement], match: Match) -> Aims:
    """Return requirements as bounds of measures; those that the games do not have are left out.

    A median is brought into its bounds by the mean, which changes with every game.
    """
    asked = {
        one.what: one.condition
        for one in requirements
        if not problem_with(one.condition, match)
    }  # fmt: skip
    return Aims(
        {what: Aim(condition.low, condition.high) for what, condition in asked.items()},
        {
            what: IndexMeasure(
                what, what, condition.unit, _unit(condition), _measure(condition, match)
            )
            for what, condition in asked.items()
        },
    )


def inside(aims: Aims, sums: FoldSums, match: Match, times: float) -> Aims:
    """Return bounds a little narrower, so that a game within them is seen to be so on fresh deals.

    Parameters
    ----------
    sums : FoldSums
        Of the game as it is: how surely a measure is known.
    times : float
        How many times as many fresh deals there are.
    """
    narrowed = {}
    for name, aim in aims.of.items():
        error = float(aims.measure(name).of(sums, match).errors()[0]) / np.sqrt(times)
        margin = INSIDE * float(np.nan_to_num(error))
        if aim.low > -np.inf and aim.high < np.inf:
            margin = min(margin, MOST_INSIDE * (aim.high - aim.low))
        elif aim.high < np.inf:  # from 0, which most of these measures are never below
            margin = min(margin, MOST_INSIDE * abs(aim.high))
        narrowed[name] = replace(aim, low=aim.low + margin, high=aim.high - margin)
    return replace(aims, of=narrowed)


def objectives_within(aims: Aims) -> float:
    """Return how far from a fair share objectives may be: as is asked, else as everywhere."""
    if aims.measures is None:
        return BAND
    asked = ((read_condition(what).measure, aim.high) for what, aim in aims.of.items())
    return max((high for measure, high in asked if measure == "objective_gap"), default=BAND)


def _unit(condition: Condition) -> float:
    wins = ("seat_wins", "bot_wins", "player_wins")
    if condition.unit == POINTS or condition.measure in wins:
        return POINT
    if condition.measure in ("mean_score", "mean_margin"):
        bounds = [abs(end) for end in (condition.low, condition.high) if np.isfinite(end)]
        return max(TENTH * max(bounds), TENTH)
    return ONE if not condition.unit else TENTH


def _measure(condition: Condition, match: Match) -> Callable[[FoldSums, Match], Replicates]:
    how = condition.of or DEALT
    if condition.measure == "seat_gap":
        return seat_gap
    if condition.measure == "never_bought":
        return never_bought
    if condition.measure == "objective_spread":
        return lambda sums, match: root(OBJECTIVE_SPREAD[how].values(sums, match, step=0.0))
    if condition.measure == "objective_gap":
        return lambda sums, match: farthest(OBJECTIVE[how], sums, match)
    if condition.measure == "bot_gap":
        return lambda sums, match: farthest(BOT, sums, match)
    key = catalogue_key(condition, match)
    measure, place = next(
        (measure, place)
        for measure in CATALOGUE
        for place, item in enumerate(measure.items(match))
        if item.key == key
    )
    return lambda sums, match: measure.rates(sums, match, step=0.0).take([place])
