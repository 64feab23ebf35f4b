"""Published results: figures measured in games, compared with figures known from elsewhere.

A measure is a few words: ``points BOT`` (wins, a tie of k counted 1/k each), ``wins BOT`` and
``wins seat 1`` (alone), ``shared`` and ``shared 1+2`` (games with several winners, and with exactly
these seats), ``rounds`` (their mean), ``rounds = 17`` (in how many games), ``score BOT`` (its mean)
and ``ending NAME`` (in how many games).  A game that is cut off counts as a win shared by all.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from balance.analysis.metrics.deal_sums import RatioSums, by_deal
from balance.engine.layout import WIN
from balance.engine.services import Figure, Reference
from balance.errors import ScenarioError
from balance.scenario.match import Match
from balance.stats.intervals import Estimate, proportion, ratio
from balance.stats.verdict import Verdict, within

ALL_TOGETHER = 0.95  # share of runs in which all intervals hold

Ints: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True)
class Measured:
    """The estimate of a figure."""

    figure: Figure
    estimate: Estimate  # in the unit of the figure
    verdict: Verdict


@dataclass(frozen=True)
class FigureMeasure:
    """How a figure is measured."""

    of: Callable[[NDArray[Any], Match], Ints]  # shape (games,)
    unit: int = 1  # the value of a whole in these numbers, such as WIN
    is_share: bool = True  # whether it is between 0 and 1


def figure_sums(values: Ints, counted: Ints) -> RatioSums:
    """Return the sums of deals for each figure; wins are in 60ths, all else in whole numbers.

    Parameters
    ----------
    values : int64 array, shape (deals, figures)
        Added up over the games of each deal.
    counted : int64 array, shape (deals,)
        How many games of each deal count.
    """
    y = np.repeat(counted[:, None], values.shape[1], axis=1)
    return RatioSums.of(values * (y > 0), y)


def tally(reference: Reference, records: NDArray[Any], match: Match) -> RatioSums:
    """Return the sums of the figures of whole deals.

    Raises
    ------
    ScenarioError
        If a measure cannot be read.
    """
    rotations = match.lineup.rotations
    measures = [measure_of(reference, figure, match) for figure in reference.figures]
    values = np.stack([measure.of(records, match) for measure in measures], axis=1).astype(np.int64)
    counted = np.full(len(values) // rotations, rotations, np.int64)
    return figure_sums(by_deal(values, rotations), counted)


def level_of(figures: int) -> float:
    """Return the level of each of several intervals that hold jointly."""
    return 1 - (1 - ALL_TOGETHER) / figures


def measured_figures(
    reference: Reference, sums: RatioSums, match: Match | None, level: float
) -> list[Measured]:
    """Return the estimates of the figures, with verdicts.

    Parameters
    ----------
    match : Match or None
        None if the game samples by itself: a figure is then a share if all its values are 0
        or 1.
    level : float
        Of the intervals.
    """
    estimates = []
    for place, figure in enumerate(reference.figures):
        unit, is_share = 1, bool(sums.num2[place] == sums.num[place])
        if match is not None:
            measure = measure_of(reference, figure, match)
            unit, is_share = measure.unit, measure.is_share
        scale = 100.0 if figure.unit == "%" else 1.0
        estimate = _estimate(sums, place, unit, is_share, scale, level)
        estimates.append(Measured(figure, estimate, figure_verdict(figure, estimate)))
    return estimates


def figure_verdict(figure: Figure, estimate: Estimate) -> Verdict:
    """Return whether a figure is within its tolerance."""
    low, high = figure.expected - figure.within, figure.expected + figure.within
    return within(float(estimate.low), float(estimate.high), low, high)


def measure_of(reference: Reference, figure: Figure, match: Match) -> FigureMeasure:
    """Return how to measure a figure from records.

    Raises
    ------
    ScenarioError
        If its words have no meaning.
    """
    for pattern, made in _MEASURES:
        matched = re.fullmatch(pattern, figure.measure)
        if matched is not None:
            try:
                return made(match, *matched.groups())
            except ValueError:
                break
    raise ScenarioError(
        f"{reference.name}: measure {figure.measure!r}: expected one such as 'points "
        f"{match.lineup.labels[0]}', 'wins seat 1', 'shared 1+2', 'rounds', 'rounds = 17' or "
        f"'ending {match.game.endings[0]}'."
    )


def _estimate(
    sums: RatioSums, place: int, unit: int, is_share: bool, scale: float, level: float
) -> Estimate:
    """Return an estimate of a figure: Wilson's for a share, normal for a mean."""
    one = sums.sums(unit).take(place)
    if is_share:
        estimate = proportion(one, level)
        value, low, high = estimate.value, estimate.low, estimate.high
    else:
        value, error = ratio(one)
        half = float(ndtri((1 + level) / 2)) * error
        low, high = value - half, value + half
    return Estimate(value * scale, low * scale, high * scale, one.deals, one.den)


def _wins(records: NDArray[Any], match: Match) -> Ints:
    """Return the win share of each seat, shape (games, seats)."""
    seats = match.game_table.num_seats
    wins = records["wins"][:, :seats].astype(np.int64)
    wins[records["stopped"] != 0] = WIN // seats
    return wins


def _own(records: NDArray[Any], match: Match, bot: str) -> NDArray[np.bool_]:
    """Return which seats belong to a bot, shape (games, seats)."""
    return np.asarray(
        records["lineup"][:, : match.game_table.num_seats] == match.lineup.labels.index(bot)
    )


def _points(match: Match, bot: str) -> FigureMeasure:
    match.lineup.labels.index(bot)
    seats = match.lineup.seats.count(match.lineup.labels.index(bot))
    return FigureMeasure(
        lambda records, match: (_wins(records, match) * _own(records, match, bot)).sum(axis=1),
        WIN * seats,
    )


def _wins_of(match: Match, bot: str) -> FigureMeasure:
    match.lineup.labels.index(bot)
    return FigureMeasure(
        lambda records, match: ((_wins(records, match) == WIN) & _own(records, match, bot)).any(
            axis=1
        )
    )


def _wins_of_seat(match: Match, seat: str) -> FigureMeasure:
    place = _seat(match, seat)
    return FigureMeasure(lambda records, match: _wins(records, match)[:, place] == WIN)


def _shared(match: Match) -> FigureMeasure:
    return FigureMeasure(lambda records, match: ~(_wins(records, match) == WIN).any(axis=1))


def _shared_by(match: Match, seats: str) -> FigureMeasure:
    own = np.zeros(match.game_table.num_seats, np.bool_)
    own[[_seat(match, seat) for seat in seats.split("+")]] = True
    return FigureMeasure(lambda records, match: ((_wins(records, match) > 0) == own).all(axis=1))


def _rounds(match: Match) -> FigureMeasure:
    return FigureMeasure(lambda records, match: records["rounds"], is_share=False)


def _so_many_rounds(match: Match, rounds: str) -> FigureMeasure:
    return FigureMeasure(lambda records, match: records["rounds"] == int(rounds))


def _score(match: Match, bot: str) -> FigureMeasure:
    seats = match.lineup.seats.count(match.lineup.labels.index(bot))
    return FigureMeasure(
        lambda records, match: (
            records["scores"][:, : match.game_table.num_seats] * _own(records, match, bot)
        ).sum(axis=1),
        seats,
        is_share=False,
    )


def _ending(match: Match, name: str) -> FigureMeasure:
    place = match.game.endings.index(name)
    return FigureMeasure(
        lambda records, match: (records["ending"] == place) & (records["stopped"] == 0)
    )


def _seat(match: Match, seat: str) -> int:
    if not 1 <= int(seat) <= match.game_table.num_seats:
        raise ValueError(seat)
    return int(seat) - 1


_MEASURES: Sequence[tuple[str, Callable[..., FigureMeasure]]] = (
    (r"wins seat (\d+)", _wins_of_seat),
    (r"wins (.+)", _wins_of),
    (r"points (.+)", _points),
    (r"score (.+)", _score),
    (r"shared", _shared),
    (r"shared (\d+(?:\+\d+)+)", _shared_by),
    (r"rounds", _rounds),
    (r"rounds = (\d+)", _so_many_rounds),
    (r"ending (.+)", _ending),
)
