"""One line-up at one set-up: its results, and the distance of win rates from equal shares."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
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
NO_OBJECTIVES: Floats = np.empty((2, 0))
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
    objectives: Floats = field(default_factory=NO_OBJECTIVES.copy)  # see `objectives_apart`


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
        objectives_apart(records, match) if len(contest.bots) == 1 else NO_OBJECTIVES,
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


def objectives_apart(records: NDArray[Any], match: Match) -> Floats:
    """Return the win rate with each objective kept, less the mean, and its error.

    Returns
    -------
    both : float64 array, shape (2, objectives)
        Nan of an objective that fewer than 30 seats kept; of none where the game has no record of
        them.  Both are scaled so that the mean square is the variance between objectives.
    """
    if not match.game_table.objectives or "kept" not in (match.game.record.names or ()):
        return NO_OBJECTIVES
    seats, number = match.game_table.num_seats, len(match.game_table.objectives)
    is_kept = records["kept"][:, :seats, None] == np.arange(number)
    is_known = is_kept.sum(axis=(0, 1)) >= FEW_DEALS
    is_kept, known = is_kept[:, :, is_known], int(is_known.sum())
    both = np.full((2, number), np.nan)
    if known < 2:
        return both
    won = records["wins"][:, :seats, None] / WIN * is_kept
    shape = (-1, match.lineup.rotations, seats, known)
    wins, seen = (np.float64(each).reshape(shape).sum(axis=(1, 2)) for each in (won, is_kept))
    rates = wins.sum(axis=0) / seen.sum(axis=0)
    off = rates - rates.mean()
    # The rates of a deal depend on each other: one who wins takes the win from others.
    noise = (wins - rates * seen) / seen.sum(axis=0)
    noise -= noise.mean(axis=1, keepdims=True)
    both[:, is_known] = np.stack([off, np.sqrt((noise**2).sum(axis=0))])
    return both * np.sqrt(known / (known - 1))


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

    Line-ups have equal weights.  The seats of one are one number fewer, as what one wins others
    lose.
    """
    squares, variances, least = [], [], []
    for setup in setups:
        off, s2 = setup.rates - 1 / setup.rates.shape[1], setup.rate_errors**2
        squares.append((off**2 - s2).mean(axis=1))
        # The square of a normal number m + e has variance 4 m2 s2 + 2 s4, and off2 is m2 + s2.
        free = off.shape[1] - 1
        variances.append((4 * off**2 * s2 - 2 * s2**2).mean(axis=1) / free)
        least.append((2 * s2**2).mean(axis=1) / free)
    lineups = sum(map(len, squares))
    variance = max(float(np.concatenate(each).sum()) for each in (variances, least))
    return float(np.concatenate(squares).mean()), float(np.sqrt(variance)) / lineups


def off_equal(setups: Sequence[SetupMeasures]) -> Floats:
    """Return how far win rates are from equal shares, and errors: shape (2, line-ups, seats)."""
    found = [(setup.rates - 1 / setup.rates.shape[1], setup.rate_errors) for setup in setups]
    return np.concatenate(found, axis=1)


def off_mean(setups: Sequence[SetupMeasures]) -> Floats:
    """Return what `objectives_apart` does of each mirror, shape (2, mirrors, objectives)."""
    return np.stack([setup.objectives for setup in setups if len(setup.bots) == 1], axis=1)


def mirror_means(setups: Sequence[SetupMeasures]) -> Floats:
    """Return the mean of each measure over the mirrors, and its error: shape (2, measures)."""
    mirrors = [setup for setup in setups if len(setup.bots) == 1]
    errors = np.hypot.reduce([setup.errors for setup in mirrors]) / len(mirrors)
    return np.stack([np.mean([setup.means for setup in mirrors], axis=0), errors])


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
