"""One line-up at one set-up: its results, and the distance of win rates from equal shares."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.analysis.measures import CATALOGUE, PACE, SEATS, About, Measure
from balance.analysis.metrics.fold_sums import game_by_game
from balance.engine.layout import WIN
from balance.runner.random_setups import SetupMatch
from balance.scenario.match import Match
from balance.stats.intervals import FEW_DEALS, DealSums, Floats, ratio

VARIED = "cards"  # the measure of variety
UNBOUGHT = "unbought"  # of the cards in reach that nobody takes
_PARTS = (slice(None), slice(0, None, 2), slice(1, None, 2))  # all games, and every other one


@dataclass(frozen=True)
class SetupMeasures:
    """The sums of one line-up at one set-up.

    Attributes
    ----------
    means, errors : float64 array, shape (measures,)
        Of a bot against copies of itself; else nan.
    """

    bots: tuple[int, ...]
    means: Floats
    errors: Floats
    halves: Floats  # shape (2, measures): of every other game
    lineups: NDArray[np.int64]  # shape (rotations, seats): the bot in each seat
    rates: Floats  # shape (rotations, seats): win rates
    rate_errors: Floats  # their standard errors
    # Variance between the win rates of those who keep each objective, and its error; nan without.
    objectives: tuple[float, float] = (math.nan, math.nan)


def measures_of(match: Match) -> dict[str, bool]:
    """Return the measures of games of a bot against copies of itself, and which are shares.

    They are the main ones of the catalogue, by their labels.
    """
    known = {item.label: measure.is_share for measure, _, item in _main(match)}
    return known | (
        {UNBOUGHT: True, VARIED: False} if "taken" in (match.game.record.names or ()) else {}
    )


def _main(match: Match) -> Iterator[tuple[Measure, int, About]]:
    """Yield the main measures with the place of each number among those of its kind."""
    for measure in CATALOGUE:
        if measure.is_main and measure.topic in (SEATS, PACE):
            items = measure.items(match)
            is_constant = len(items) == 1 and measure.num == "endings"
            for place, item in enumerate(items):
                if item.is_compared and not is_constant:
                    yield measure, place, item


def tally(records: NDArray[Any], contest: SetupMatch) -> SetupMeasures:
    """Return the sums of whole deals of a line-up."""
    match = contest.match
    seats, rotations = match.game_table.num_seats, match.lineup.rotations
    wins = records["wins"][:, :seats] / WIN
    wins[records["stopped"] != 0] = 1 / seats
    wins = wins.reshape(-1, rotations, seats)
    deals = len(wins)
    # With two more deals, one won and one lost, so that no rate has an error of 0.
    sure = np.concatenate([wins, np.zeros((1, rotations, seats)), np.ones((1, rotations, seats))])
    means = np.full((3, len(measures_of(match))), np.nan)
    errors = means[0]
    if len(contest.bots) == 1:
        counts = _counts(records, match)
        found = [ratio(DealSums.of(*(one[part] for one in counts))) for part in _PARTS]
        means, errors = np.stack([value for value, _ in found]), found[0][1]
    seated = np.array([match.lineup.seated(k) for k in range(rotations)])
    return SetupMeasures(
        contest.bots,
        means[0],
        errors,
        means[1:],
        np.array(contest.bots)[seated],
        wins.mean(axis=0),
        sure.std(axis=0, ddof=1) / np.sqrt(deals),
        between_objectives(records, match) if len(contest.bots) == 1 else (math.nan, math.nan),
    )


def _counts(records: NDArray[Any], match: Match) -> tuple[Floats, Floats]:
    """Return what is divided by what, each of shape (games, measures); see `measures_of`."""
    folds, columns = game_by_game(records, match), []
    for measure, place, _ in _main(match):
        num, den = measure.counts(folds, match)
        num, den = num[:, place] / measure.whole, den[:, place if den.shape[1] > 1 else 0]
        columns.append((num - den * measure.fair(folds, match), den))
    if VARIED in measures_of(match):
        cards = np.flatnonzero(match.is_card)
        taken = records["taken"][:, : match.game_table.num_seats].sum(axis=1)[:, cards]
        there = (records["available"][:, cards] > 0) | (taken > 0)
        columns.append(((there & (taken == 0)).sum(axis=1), there.sum(axis=1)))
        different = variety(taken)
        columns.append((different * folds.games, folds.games))
    num, den = (np.stack(parts, axis=1).astype(np.float64) for parts in zip(*columns, strict=True))
    return num, den


def between_objectives(records: NDArray[Any], match: Match) -> tuple[float, float]:
    """Return the variance between the win rates with each objective kept, unbiased; its error.

    Objectives that fewer than 30 seats kept are left out; both are nan of fewer than three.
    """
    unknown = (math.nan, math.nan)
    if not match.game_table.objectives or "kept" not in (match.game.record.names or ()):
        return unknown
    seats, number = match.game_table.num_seats, len(match.game_table.objectives)
    is_kept = records["kept"][:, :seats, None] == np.arange(number)
    is_kept = is_kept[:, :, is_kept.sum(axis=(0, 1)) >= FEW_DEALS]
    known = is_kept.shape[2]
    if known < 3:
        return unknown
    won = records["wins"][:, :seats, None] / WIN * is_kept
    shape = (-1, match.lineup.rotations, seats, known)
    wins, seen = (np.float64(each).reshape(shape).sum(axis=(1, 2)) for each in (won, is_kept))
    rates = wins.sum(axis=0) / seen.sum(axis=0)
    off = rates - rates.mean()
    # The rates of a deal depend on each other: one who wins takes the win from others.
    noise = (wins - rates * seen) / seen.sum(axis=0)
    noise -= noise.mean(axis=1, keepdims=True)
    covariance = noise.T @ noise * len(noise) / (len(noise) - 1)
    twice = 2 * (covariance**2).sum()
    error = np.sqrt(max(4 * off @ covariance @ off - twice, twice))  # as in `unevenness`
    return float(off @ off - covariance.trace()) / (known - 1), float(error) / (known - 1)


def variety(taken: NDArray[np.integer]) -> Floats:
    """Return the effective number of different cards, shape (games,); 0 where none was taken.

    Parameters
    ----------
    taken : int array, shape (games, cards)

    References
    ----------
    Hill, Diversity and evenness: a unifying notation, Ecology 1973 (of order 1).
    """
    total = taken.sum(axis=1, keepdims=True)
    share = taken / np.maximum(total, 1)
    entropy = -(share * np.log(np.where(share > 0, share, 1))).sum(axis=1)
    return np.where(total[:, 0] > 0, np.exp(entropy), 0.0)


def unevenness(setups: Sequence[SetupMeasures]) -> tuple[float, float]:
    """Return the mean squared distance of win rates from equal shares, unbiased, and its error.

    Line-ups have equal weights. The seats of one are a single number, as what one wins others lose.
    """
    squares, variances, least = [], [], []
    for setup in setups:
        off, s2 = setup.rates - 1 / setup.rates.shape[1], setup.rate_errors**2
        squares.append((off**2 - s2).mean(axis=1))
        # The square of a normal number m + e has variance 4 m2 s2 + 2 s4, and off2 is m2 + s2.
        variances.append((4 * off**2 * s2 - 2 * s2**2).mean(axis=1))
        least.append((2 * s2**2).mean(axis=1))
    lineups = sum(map(len, squares))
    variance = max(float(np.concatenate(each).sum()) for each in (variances, least))
    return float(np.concatenate(squares).mean()), float(np.sqrt(variance)) / lineups


def mutual_strengths(setups: Sequence[SetupMeasures], bots: int) -> Floats:
    """Return each bot's win rate above an equal share against each other, shape (bots, bots)."""
    excess = np.zeros((bots, bots))
    for combination, two in combinations(range(bots), 2):
        met = [setup for setup in setups if setup.bots == (combination, two)]
        rates = [
            np.concatenate([_alone(setup, bot) for setup in met]).mean()
            for bot in (combination, two)
        ]
        excess[combination, two] = (rates[0] - rates[1]) / 2
        excess[two, combination] = -excess[combination, two]
    return excess


def _alone(setup: SetupMeasures, bot: int) -> Floats:
    """Return the win rates of a bot in the line-ups in which it has one seat."""
    is_mine = setup.lineups == bot
    return np.asarray((setup.rates * is_mine)[is_mine.sum(axis=1) == 1].sum(axis=1))
