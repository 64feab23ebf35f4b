"""One line-up at one set-up: its results, and the distance of win rates from equal shares."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.analysis.metrics.metric import leads_before
from balance.engine.layout import WIN
from balance.runner.random_setups import SetupMatch
from balance.scenario.match import Match
from balance.stats.intervals import Floats

VARIED = "cards"  # the measure of variety


@dataclass(frozen=True)
class SetupMeasures:
    """The sums of one line-up at one set-up.

    Attributes
    ----------
    means, errors : float64 array, shape (measures,)
        Over the games that ended, of a bot against copies of itself; else nan.
    """

    bots: tuple[int, ...]
    means: Floats
    errors: Floats
    halves: Floats  # shape (2, measures): of every other game
    lineups: NDArray[np.int64]  # shape (rotations, seats): the bot in each seat
    rates: Floats  # shape (rotations, seats): win rates
    rate_errors: Floats  # their standard errors


def measures_of(match: Match) -> list[str]:
    """Return the measures of games of a bot against copies of itself."""
    names = set(match.game.record.names or ())
    return [
        "first seat",
        "lead",
        "shared",
        *(["overtaken"] if "before_last" in names else []),
        "rounds",
        *([VARIED] if "taken" in names else []),
        *(match.game.endings if len(match.game.endings) > 1 else ()),
    ]


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
        values = _measured(records, match)
        halves = [values[half::2] for half in (0, 1)]
        if all(map(len, halves)):
            means = np.stack([part.mean(axis=0) for part in (values, *halves)])
            errors = values.std(axis=0, ddof=1) / np.sqrt(len(values))
    seated = np.array([match.lineup.seated(k) for k in range(rotations)])
    return SetupMeasures(
        contest.bots,
        means[0],
        errors,
        means[1:],
        np.array(contest.bots)[seated],
        wins.mean(axis=0),
        sure.std(axis=0, ddof=1) / np.sqrt(deals),
    )


def _measured(records: NDArray[Any], match: Match) -> Floats:
    """Return the measures of games that ended, shape (games, measures); see `measures_of`."""
    seats = match.game_table.num_seats
    records = records[records["stopped"] == 0]
    wins, scores = records["wins"][:, :seats], np.sort(records["scores"][:, :seats], axis=1)
    columns = {
        "first seat": wins[:, 0] / WIN - 1 / seats,
        "lead": scores[:, -1] - scores[:, -2],
        "shared": (wins > 0).sum(axis=1) > 1,
        "rounds": records["rounds"],
    }
    if "before_last" in (records.dtype.names or ()):
        leads = leads_before(records, seats).T
        columns["overtaken"] = (leads.sum(axis=1) == 1) & ((wins * leads).sum(axis=1) == 0)
    if "taken" in (records.dtype.names or ()):
        is_card = np.flatnonzero(match.is_card)
        columns[VARIED] = variety(records["taken"][:, :seats].sum(axis=1)[:, is_card])
    for ending, name in enumerate(match.game.endings):
        columns[name] = records["ending"] == ending
    return np.stack([np.asarray(columns[name], np.float64) for name in measures_of(match)], axis=1)


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


def strengths(setups: Sequence[SetupMeasures], bots: int) -> Floats:
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
