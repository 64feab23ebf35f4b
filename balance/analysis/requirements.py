"""Whether a game meets a designer's requirements: met, broken, or not yet known.

A requirement is met if the whole interval of its measure lies within the allowed range, and broken
if the whole interval lies outside. This is an equivalence test, so that too few games are not taken
for balance. The intervals hold however often they are looked at (`stats.verdict`): playing more
games after "undecided" misleads in 5 of 100 studies at most.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from balance.analysis.cell_result import CellResult
from balance.analysis.measures import BOT, CARD_TAKEN, DEALT, OBJECTIVE, SEAT, Measure, seat_key
from balance.analysis.metrics.deal_sums import Histogram
from balance.analysis.metrics.fold_sums import folds_of
from balance.analysis.metrics.pace import PaceSums
from balance.scenario.match import Match
from balance.scenario.requirements import (
    SHARE,
    Condition,
    Requirement,
    problem_with,
)
from balance.stats.intervals import DealSums, Estimate, ratio, wilson
from balance.stats.verdict import (
    Verdict,
    deals_to_decide,
    verdict_critical_value,
    verdict_ratio,
    within,
)

NEVER = 0.01  # share of the games with a card: a card taken in fewer counts as never bought
FEWEST = 400  # seats or games behind a number: with fewer no harm is said to be done
MOST_NAMED = 3  # names listed of what a number is about


@dataclass(frozen=True)
class Seen:
    """The estimate of a measure in the games of a cell.

    Attributes
    ----------
    needed : function (low, high) -> float, or None
        Deals in total that would decide on a range; None if the interval shows that.
    """

    value: float  # nan where there is none
    low: float  # of an interval that holds at every look; nan where there is none
    high: float
    deals: int
    about: str = ""  # the seat, bot, objective or cards of the value; may be empty
    needed: Callable[[float, float], float] | None = None
    count: int = 1  # how many intervals hold together


def answers(
    requirements: Sequence[Requirement], cells: Sequence[CellResult], main: Sequence[str]
) -> pd.DataFrame:
    """Return a row for each requirement and each cell that it applies to.

    Parameters
    ----------
    main : sequence of str
        The cells to which a requirement without a variant applies.

    Returns
    -------
    table : DataFrame
        what, why, cell; unit (of `scenario.require`); met (a `Verdict`); the measure as value,
        low, high, deals; about; and needed: about how many deals in all would decide, nan if
        decided or unknown.
    """
    rows = []
    for requirement in requirements:
        condition = requirement.condition
        for cell in cells:
            is_asked = requirement.is_about(cell.name, cell.name in main)
            if is_asked and not problem_with(condition, cell.match):
                rows.append(
                    {
                        "what": requirement.what,
                        "why": requirement.why,
                        "cell": cell.name,
                        "unit": condition.unit,
                    }
                    | _answer(condition, cell)
                )
    return pd.DataFrame(rows)


def real_harm(rows: pd.DataFrame) -> pd.Series:
    """Return which requirements changes clearly make worse, by enough seats or games.

    Parameters
    ----------
    rows : DataFrame
        harm_low, of by how much farther outside its bounds a measure is; seats.
    """
    return (rows["harm_low"] > 0) & (rows["seats"] >= FEWEST)


def not_asked(
    requirements: Sequence[Requirement], cells: Sequence[CellResult], main: Sequence[str]
) -> list[str]:
    """Return a sentence on each requirement and cell that has no such measure.

    ``bot_gap < 5pp is not asked of 2 players: bot_gap needs different bots.``
    """
    return [
        f"{requirement.what} is not asked of {cell.name}: {problem}."
        for requirement in requirements
        for cell in cells
        if requirement.is_about(cell.name, cell.name in main)
        and (problem := problem_with(requirement.condition, cell.match))
    ]


def _answer(condition: Condition, cell: CellResult) -> dict[str, Any]:
    seen = _measured(condition, cell) if cell.ended else _NOTHING
    lowest, highest = condition.low, condition.high
    met = within(seen.low, seen.high, lowest, highest, condition.is_open)
    needed = np.nan
    if met == Verdict.UNDECIDED:
        decide = seen.needed or (lambda low, high: _deals_of(seen, low, high))
        needed = decide(lowest, highest)
        if condition.unit == SHARE and seen.value in (0, 1):  # where intervals shrink faster
            needed = np.sqrt(seen.deals * needed)
        needed = max(needed, seen.deals + 1)
    return {
        "met": met, "value": seen.value, "low": seen.low, "high": seen.high, "deals": seen.deals,
        "about": seen.about, "needed": needed,
    }  # fmt: skip


_NOTHING = Seen(np.nan, np.nan, np.nan, 0)


def _deals_of(seen: Seen, low: float, high: float) -> float:
    value, lower, upper = (np.array([one]) for one in (seen.value, seen.low, seen.high))
    deals = np.array([seen.deals])
    estimate = Estimate(value, lower, upper, deals, deals.astype(float))
    return float(deals_to_decide(estimate, low, high, seen.count)[0])


def _measured(condition: Condition, cell: CellResult) -> Seen:
    """Return the estimate of a measure in the games of a cell."""
    measure, of = condition.measure, condition.of
    if measure in _NOT_ONE:
        return _NOT_ONE[measure](cell, of)
    reading = cell.measures.get(catalogue_key(condition, cell.match))
    if reading is None:
        return Seen(np.nan, np.nan, np.nan, cell.deals)
    found = reading.at_every_look
    return Seen(float(found.value), float(found.low), float(found.high), int(found.deals))


def catalogue_key(condition: Condition, match: Match) -> str:
    """Return the key of a measure of one number in the catalogue; of a median that of the mean."""
    of = condition.of or DEALT
    if condition.measure == "seat_wins":
        of = seat_key(int(of) - 1, match.game_table.num_seats)
    return _KEYS[condition.measure.replace("median", "mean")].format(of)


def _gap(cell: CellResult, measure: Measure) -> Seen:
    """Return the distance of the share that is farthest from a fair one.

    The intervals hold jointly, so the one of the largest distance holds too.
    """
    folds = folds_of(cell.sums)
    sums = measure.sums(folds, cell.match)
    known = np.flatnonzero(sums.deals)
    if not len(known):
        return _NOTHING
    estimate = verdict_ratio(sums.take(known), len(known))
    fair = measure.fair(folds, cell.match)
    apart, low, high = (end - fair for end in (estimate.value, estimate.low, estimate.high))
    far = int(np.nan_to_num(np.abs(apart)).argmax())
    return Seen(
        float(np.abs(apart)[far]),
        float(np.maximum(np.maximum(low, -high), 0.0).max()),
        float(np.maximum(high, -low).max()),
        cell.deals if measure.topic in OBJECTIVE else int(estimate.deals.max()),
        measure.items(cell.match)[known[far]].label,
        count=len(known),
    )


def _never_bought(cell: CellResult, of: str) -> Seen:
    """Return the share of cards that are taken in fewer than 1 of 100 games with them.

    Its bounds count the cards that certainly are, and those that may be, by joint intervals.
    """
    taken = CARD_TAKEN.sums(folds_of(cell.sums), cell.match)
    there = np.flatnonzero((taken.den > 0) & cell.match.is_card)
    if not len(there):
        return _NOTHING
    estimate = verdict_ratio(taken.take(there), len(there))
    is_never, may_be = estimate.high < NEVER, ~(estimate.low >= NEVER)
    seems = estimate.value < NEVER
    pieces = [cell.match.game_table.cards[place] for place in there]
    names = [piece.name for piece, never in zip(pieces, seems, strict=True) if never]
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    # Deals in total: a card that is rarely available needs more.
    needed = deals_to_decide(estimate, -np.inf, NEVER, len(there))
    needed *= cell.deals / np.maximum(estimate.deals, 1)
    unsure = needed[may_be & ~is_never]
    return Seen(
        float(seems.mean()),
        float(is_never.mean()),
        float(may_be.mean()),
        cell.deals,
        ", ".join(names[:MOST_NAMED]) + more,
        lambda low, high: float(unsure.max(initial=0.0)),
    )


def _median(length: str) -> Callable[[CellResult, str], Seen]:
    def seen(cell: CellResult, of: str) -> Seen:
        sums = cell.measures[length].of_deals
        counts = getattr(cell.sums_of("pace", PaceSums), f"games_by_{length}")
        return median(sums, counts, verdict_critical_value(sums.deals))

    return seen


def median(sums: DealSums, counts: Histogram, z: ArrayLike) -> Seen:
    """Return the median of whole numbers, with an interval.

    The bounds are the numbers at which the share of games that are not longer leaves Wilson's
    interval around one half. The design effect is that of the mean.

    Parameters
    ----------
    sums : DealSums
        For the mean of the same numbers.
    z : float
        Half the width of the interval in standard errors.

    References
    ----------
    Woodruff, Confidence intervals for medians and other position measures, JASA 1952.
    """
    games = float(counts.frequencies.sum())
    deals = int(sums.deals)
    if deals < 2:
        return Seen(np.nan, np.nan, np.nan, deals)
    _, error = ratio(sums)
    spread_of_games = counts.standard_deviation() ** 2 / games
    with np.errstate(divide="ignore", invalid="ignore"):
        effective = games * float(np.nan_to_num(spread_of_games / error**2, nan=1.0, posinf=1.0))
    effective = min(max(effective, 1.0), games)
    below, above = wilson(0.5, effective, z)
    shares = np.cumsum(counts.frequencies) / games

    def needed(low: float, high: float) -> float:
        # At most `high` where this share is one half or more; at least `low` where that of one
        # less is below one half.
        known = [end for end in (high, low - 1) if np.isfinite(end)]
        at = np.array([float(shares[counts.values <= end].max(initial=0.0)) for end in known])
        low_share, high_share = wilson(at, effective, z)
        count = np.full(len(at), deals)
        estimate = Estimate(at, low_share, high_share, count, count.astype(float))
        return float(deals_to_decide(estimate, 0.5, np.inf).max(initial=0.0))

    return Seen(
        float(counts.quantile(0.5)),
        float(counts.quantile(float(below))),
        float(counts.quantile(float(above))),
        deals,
        needed=needed,
    )


# Measures of one number, by key in the catalogue; {} is what it is about.
_KEYS: Mapping[str, str] = {
    "objective_spread": "spread {}",
    "seat_wins": "{}",
    "bot_wins": "bot {}",
    "player_wins": "player",
    "unbought": "unbought",
    "card_share": "taken {}",
    "shared_wins": "shared",
    "overtaken": "overtaken",
    "cut_off": "stopped",
    "ending": "ending {}",
    "mean_rounds": "rounds",
    "mean_turns": "turns",
    "mean_score": "score",
    "mean_margin": "margin",
}
_NOT_ONE: Mapping[str, Callable[[CellResult, str], Seen]] = {
    "seat_gap": lambda cell, of: _gap(cell, SEAT),
    "bot_gap": lambda cell, of: _gap(cell, BOT),
    "objective_gap": lambda cell, of: _gap(cell, OBJECTIVE[of or DEALT]),
    "never_bought": _never_bought,
    "median_rounds": _median("rounds"),
    "median_turns": _median("turns"),
}
