"""Whether results hold where the number of games depends on them: `--until` and `strongest`."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.analysis.experiments.halving import clearly_worse, rounds_of, survivors, winner_place
from balance.analysis.interval_widths import interval_widths
from balance.analysis.metrics.fold_sums import FOLDS, tally
from balance.analysis.metrics.seats import wins_by_seat
from balance.runner.batches import Batches
from balance.runner.stopping import round_ends
from balance.scenario.requirements import read_stopping_rule
from balance.selftest.check import Check, at_least_check
from balance.selftest.toy_studies import toy, truth_of
from balance.stats.intervals import LEVEL, Floats, proportion
from balance.stats.jackknife import Replicates, replicates
from balance.stats.picked import picked_z

UNTIL = "halfwidth<4pp"
MOST_DEALS = 2_000
EDGE = 1  # extra gold of the first seat
HOLDS = 0.93  # of 95 % intervals after a stop
CARDS = (10, 30)
TRUE_SD = 0.02  # of their option values
EVEN_DEALS = 9_604  # of each card in an even split: an interval of 1 point to either side


def stopping(seed: int, repeats: int) -> Iterator[Check]:
    """Yield the checks of estimates whose games were stopped by looking at them."""
    yield until(seed, max(repeats // 10, 2))
    rng = np.random.default_rng(seed + 1)
    for cards in CARDS:
        yield from strongest_checks(rng, cards, max(repeats // 25, 2))


def until(seed: int, repeats: int) -> Check:
    """Check the win rate of a seat in runs that end when their intervals are narrow enough."""
    match = toy(2, seed, first=EDGE).match
    truth, rule = truth_of(match).of_seat(0), read_stopping_rule(UNTIL)
    batches = Batches(match)
    held = 0
    for study in range(repeats):
        sums, deals = None, 0
        for end in round_ends(MOST_DEALS):
            more = tally(batches.play(study * MOST_DEALS + deals, end - deals), match)
            sums, deals = more if sums is None else sums + more, end
            if interval_widths({"folds": sums}, match, rule).is_enough:
                break
        assert sums is not None
        found = proportion(wins_by_seat(sums))
        held += bool(found.low[0] <= truth <= found.high[0])
    name = f"toy: 95% interval of a seat after --until '{UNTIL}'"
    return at_least_check(name, held, repeats, HOLDS)


def strongest_checks(rng: np.random.Generator, cards: int, repeats: int) -> Iterator[Check]:
    """Yield the checks of `strongest`: which card it names, which others, and the interval.

    With as many games an even split says which card is best, and no more.
    """
    found = even = in_set = held = 0
    for _ in range(repeats):
        chances = 1 / 2 - rng.normal(0, TRUE_SD, cards)
        best = int(chances.argmin())
        name, may_be, low, high = _strongest(rng, chances, cards * EVEN_DEALS)
        found += name == best
        in_set += best in may_be
        held += low <= 1 / 2 - chances[name] <= high
        even += rng.binomial(EVEN_DEALS, chances).argmin() == best
    note = f" (even split: {100 * even / repeats:.1f}%)"
    what = f"strongest of {cards} cards"
    yield at_least_check(
        f"{what} named, against as many games split evenly", found, repeats, even / repeats, note
    )
    yield at_least_check(f"{what} is among those that may be", in_set, repeats, LEVEL)
    yield at_least_check(f"{what}: interval of the one named", held, repeats, HOLDS)


def _strongest(
    rng: np.random.Generator, chances: Floats, deals: int
) -> tuple[int, set[int], float, float]:
    """Return which card is named, which may be the strongest, and the interval of its value.

    As `app.strongest` does; an entry without a card wins with `chances[card]`.
    """
    cards, rounds = len(chances), rounds_of(len(chances), deals // 2)
    looks = len(rounds) + 1
    won, played = np.zeros((FOLDS, cards)), np.zeros(cards, np.int64)
    alive, worse = list(range(cards)), set[int]()
    for size, end in rounds:
        values = 1 / 2 - won.sum(axis=0) / np.maximum(played * FOLDS, 1)
        if size < len(alive):
            alive = [alive[place] for place in survivors(values[alive], size)]
        more = -(-end // FOLDS) - played[alive]
        won[:, alive] += rng.binomial(more, chances[alive], (FOLDS, len(alive)))
        played[alive] += more
        is_worse = clearly_worse(_lost(won[:, alive], played[alive]), cards, looks)
        worse |= {card for card, one in zip(alive, is_worse, strict=True) if one}
    left = [card for card in range(cards) if card not in worse]
    each = max(deals // 2 // len(left) // FOLDS, 1)
    fresh = _lost(rng.binomial(each, chances[left], (FOLDS, len(left))), np.full(len(left), each))
    is_worse = clearly_worse(fresh, cards, looks)
    before = 1 / 2 - won[:, left].sum(axis=0) / (played[left] * FOLDS)
    place = winner_place(before, played[left].astype(np.float64), fresh, each, is_worse)
    interval = fresh.estimate(picked_z(len(left))).take(place)
    may_be = {card for card, one in zip(left, is_worse, strict=True) if not one}
    return left[place], may_be, float(interval.low), float(interval.high)


def _lost(won: NDArray[Any], played: NDArray[np.int64]) -> Replicates:
    """Return option values of cards, from the wins by fold and the games of each fold."""
    games = np.broadcast_to(played, won.shape)
    return replicates(won, games, np.ones(FOLDS), 1.0).minus(1 / 2).times(-1.0)
