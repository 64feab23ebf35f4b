"""Studies that are drawn, not played: answers whose truth is known, as a user gets them.

Each answer is given with the games that it asks for, and looked at as often as it invites to look.
A function draws one study, and returns what the claims of its row in `suite` count.
"""

from collections.abc import Callable

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from balance.analysis.experiments.halving import clearly_worse, rounds_of, survivors, winner_place
from balance.analysis.metrics.fold_sums import FOLDS
from balance.selftest.played import holds, misses, sums_after
from balance.stats.anytime_intervals import FEWEST, anytime_ratio
from balance.stats.intervals import DealSums, Floats
from balance.stats.jackknife import Replicates, replicates
from balance.stats.picked import picked_z
from balance.stats.sequential_test import anytime, deals_to_tell_apart, settle
from balance.stats.shrinkage import shrink
from balance.stats.verdict import Verdict, shares_within

LOOKS = 10  # after each, as many games are played as the answer calls for
MOST_DEALS = 3_000
BAN_DEALS = 8 * FOLDS
TEST, DUEL_DEALS = (-0.01, 0.01), 20_000  # of a duel
CARDS, SHARED = 20, 0.9  # whose estimates share their luck; the correlation of their errors
TRUE_SD = 0.02  # of option values
EVEN_DEALS = 9_604  # of each card in an even split: an interval of 1 point to either side


def advice_followed(rng: Generator) -> bool:
    """Whether an answer is wrong that is looked at ten times, with the games each look calls for.

    The truth lies on the bound, so any answer but "undecided" is wrong.
    """
    won, deals, called_for = 0, 0, 500.0
    for _ in range(LOOKS):
        more = int(np.clip(called_for, 1.1 * deals + 1, 10 * deals + 1_000)) - deals
        won, deals = won + int(rng.binomial(more, 0.52)), deals + more
        wins, played = np.array([won], np.float64), np.array([deals], np.float64)
        sums = DealSums(wins, played, wins, wins, played, np.array([deals]))
        found = shares_within(sums, 0.5, 0.02)
        if found.verdict != Verdict.UNDECIDED:
            return True
        called_for = found.deals if np.isfinite(found.deals) else 2.0 * deals
    return False


def watched_share(share: float) -> Callable[[Generator], bool]:
    """Return the study of whether the interval of a share ever misses it, looked at every deal."""

    def draw(rng: Generator) -> bool:
        wins = (rng.random(MOST_DEALS) < share).astype(np.float64)
        sums = sums_after(wins, np.arange(FEWEST, MOST_DEALS + 1))
        return misses(anytime_ratio(sums, 1_000, is_share=True), share)

    return draw


def rare_ban(often: float) -> Callable[[Generator], bool]:
    """Return the study of the option value of a card that matters in few deals."""

    def draw(rng: Generator) -> bool:
        games = np.full((FOLDS, 1), 2 * BAN_DEALS // FOLDS)
        lost = rng.binomial(BAN_DEALS // FOLDS, often, games.shape)
        return holds(lost_by(games / 2 - lost, games).estimate(), often / 2)

    return draw


def settled_duel(rng: Generator) -> tuple[bool, bool]:
    """Whether a sequential test errs, and whether the interval at its end does."""
    low, high = TEST
    points = rng.choice((-0.5, 0.0, 0.5), DUEL_DEALS, p=(0.25 - low, 0.5, 0.25 + low))
    settled = settle(points, low, high)
    interval = anytime(points[: settled.deals], deals_to_tell_apart(low, high))
    return settled.verdict == Verdict.YES, misses(interval, low)


def shared_luck(rng: Generator) -> float:
    """Return how many of the shrunken values hold, of cards that share most of their luck."""
    truth, errors = 0.5 * rng.normal(size=CARDS), rng.uniform(0.5, 1.5, CARDS)
    luck = np.sqrt(SHARED) * rng.normal() + np.sqrt(1 - SHARED) * rng.normal(size=CARDS)
    found = shrink(truth + errors * luck, errors, SHARED)
    return float(((found.low <= truth) & (truth <= found.high)).mean())


def named_strongest(cards: int) -> Callable[[Generator], list[tuple[float, float]]]:
    """Return the study of `strongest`: which card it names, which others, and the interval.

    With as many games an even split says which card is best, and no more: this stands beside.
    """

    def draw(rng: Generator) -> list[tuple[float, float]]:
        chances = 1 / 2 - rng.normal(0, TRUE_SD, cards)
        best = int(chances.argmin())
        name, may_be, low, high = _named(rng, chances, cards * EVEN_DEALS)
        even = rng.binomial(EVEN_DEALS, chances).argmin() == best
        found = (name == best, best in may_be, low <= 1 / 2 - chances[name] <= high)
        return [(float(one), float(even)) for one in found]

    return draw


def _named(rng: Generator, chances: Floats, deals: int) -> tuple[int, set[int], float, float]:
    """Return which card is named, which may be the strongest, and the interval of its value.

    As `app.commands.strongest` does; an entry without a card wins with `chances[card]`.
    """
    cards, rounds = len(chances), rounds_of(len(chances), deals // 2)
    looks = len(rounds) + 1
    won, played = np.zeros((FOLDS, cards)), np.zeros(cards, np.int64)
    alive, left = np.arange(cards), np.ones(cards, np.bool_)
    for size, end in rounds:
        values = 1 / 2 - won.sum(axis=0) / np.maximum(played * FOLDS, 1)
        if size < len(alive):
            alive = alive[survivors(values[alive], size)]
        more = -(-end // FOLDS) - played[alive]
        won[:, alive] += rng.binomial(more, chances[alive], (FOLDS, len(alive)))
        played[alive] += more
        left[alive] &= ~clearly_worse(lost_by(won[:, alive], played[alive]), cards, looks)
    places = np.flatnonzero(left)
    each = max(deals // 2 // len(places) // FOLDS, 1)
    fresh = lost_by(rng.binomial(each, chances[places], (FOLDS, len(places))), np.array(each))
    is_worse = clearly_worse(fresh, cards, looks)
    before = 1 / 2 - won[:, places].sum(axis=0) / (played[places] * FOLDS)
    place = winner_place(before, played[places].astype(np.float64), fresh, each, is_worse)
    found = fresh.estimate(picked_z(len(places))).take(place)
    return int(places[place]), set(places[~is_worse]), float(found.low), float(found.high)


def lost_by(won: NDArray[np.number], games: NDArray[np.int64]) -> Replicates:
    """Return option values of cards, from the wins by fold and the games of each fold."""
    rates = replicates(won, np.broadcast_to(games, won.shape), np.ones(FOLDS), 1.0)
    return rates.minus(1 / 2).times(-1.0)
