"""Whether results hold where the number of games depends on them: `--until` and `strongest`."""

from collections.abc import Iterator

import numpy as np

from balance.analysis.experiments.halving import rounds_of, survivors
from balance.analysis.interval_widths import interval_widths
from balance.analysis.metrics.seats import tally as tally_seats
from balance.engine.layout import WIN
from balance.runner.batches import Batches
from balance.runner.stopping import round_ends
from balance.scenario.requirements import read_stopping_rule
from balance.selftest.check import Check, at_least_check
from balance.selftest.toy_studies import toy, truth_of

UNTIL = "halfwidth<4pp"
MOST_DEALS = 2_000
EDGE = 1  # extra gold of the first seat
HOLDS = 0.93  # of 95 % intervals after a stop
CARDS = 30
TRUE_SD = 0.02  # of their option values
EVEN_DEALS = 9_604  # of each card in an even split: an interval of 1 point to either side


def stopping(seed: int, repeats: int) -> Iterator[Check]:
    """Yield the checks of estimates whose games were stopped by looking at them."""
    yield until(seed, max(repeats // 10, 2))
    yield halving(np.random.default_rng(seed + 1), max(repeats // 5, 2))


def until(seed: int, repeats: int) -> Check:
    """Check the win rate of a seat in runs that end when their intervals are narrow enough."""
    match = toy(2, seed, first=EDGE).match
    truth, rule = truth_of(match).of_seat(0), read_stopping_rule(UNTIL)
    batches = Batches(match)
    held = 0
    for study in range(repeats):
        sums, deals = None, 0
        for end in round_ends(MOST_DEALS):
            more = tally_seats(batches.play(study * MOST_DEALS + deals, end - deals), match)
            sums, deals = more if sums is None else sums + more, end
            if interval_widths({"seats": sums}, deals, match, rule).is_enough:
                break
        assert sums is not None
        found = sums.win_by_seat.proportion(WIN)
        held += bool(found.low[0] <= truth <= found.high[0])
    name = f"toy: 95% interval of a seat after --until '{UNTIL}'"
    return at_least_check(name, held, repeats, HOLDS)


def halving(rng: np.random.Generator, repeats: int) -> Check:
    """Check that sequential halving finds the best card with half of the games of an even split."""
    found = even = 0
    for _ in range(repeats):
        chances = 1 / 2 + rng.normal(0, TRUE_SD, CARDS)
        deals = CARDS * EVEN_DEALS
        won, played = np.zeros(CARDS), np.zeros(CARDS)
        alive = list(range(CARDS))
        for size, end in rounds_of(CARDS, deals // 2):
            if size < len(alive):
                alive = [alive[place] for place in survivors((won / played)[alive], size)]
            more = end - played[alive]
            won[alive] += rng.binomial(more.astype(np.int64), chances[alive])
            played[alive] = end
        best = alive[int(np.argmax((won / played)[alive]))]
        found += best == chances.argmax()
        even += rng.binomial(EVEN_DEALS, chances).argmax() == chances.argmax()
    name = f"strongest of {CARDS} cards found with half the games of an even split"
    note = f" (even split: {100 * even / repeats:.1f}%)"
    return at_least_check(name, found, repeats, even / repeats, note)
