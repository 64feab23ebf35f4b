"""Whether the verdicts that a designer acts on hold: prices, differences, answers of `check`.

Each is given many times where the truth is known, as it is given to a user: with the games that it
asks for, looked at as often as it invites to look.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.analysis.cell_result import CellResult
from balance.analysis.comparison.differences import differences
from balance.analysis.experiments.fair_price import PriceCurve, fair_price, next_price
from balance.analysis.metrics.fold_sums import FOLDS
from balance.analysis.metrics.fold_sums import tally as tally_folds
from balance.engine.game import Piece
from balance.scenario.prepare import PreparedCell
from balance.scenario.repriced import repriced
from balance.selftest.check import Check, at_least_check, at_most_check
from balance.selftest.toy_studies import arm_sums, sums_of, toy, truth_of
from balance.stats.anytime_intervals import FEWEST, anytime_ratio
from balance.stats.intervals import DealSums
from balance.stats.jackknife import Replicates, average, concatenate, replicates
from balance.stats.sequential_test import anytime, deals_to_tell_apart, settle
from balance.stats.shrinkage import shrink
from balance.stats.verdict import Verdict, shares_within

ERROR = 0.05  # how often a verdict may be wrong
HOLDS = 0.93  # how often the interval of a fair price must hold at least
CHEAP_CARD = "charm"
PRICES = range(7)  # of which the search chooses
PRICE_DEALS = 8 * FOLDS  # of each
LOOKS = 10  # after each, as many games are played as the answer calls for
SHARES = (0.01, 0.02, 0.05, 0.2, 0.5)  # of the intervals that hold at every look
MOST_DEALS = 3_000
RARE = (1 / 4_000, 1 / 1_000, 1 / 100)  # how many deals a ban changes
BAN_DEALS = 8 * FOLDS
TEST = (-0.01, 0.01)  # of a duel
DUEL_DEALS = 20_000
CARDS = 20  # of which estimates share their luck
SHARED = 0.9  # the correlation of their errors


def verdict_checks(seed: int, repeats: int) -> Iterator[Check]:
    """Yield the checks of all verdicts."""
    yield any_difference(seed, max(repeats // 10, 2))
    yield fair_prices(seed + 1, max(repeats // 10, 2))
    rng = np.random.default_rng(seed + 2)
    yield advice_followed(rng, max(repeats // 5, 1))
    yield from rare_shares(rng, max(repeats // 10, 1))
    yield from rare_bans(rng, repeats)
    yield from tests_of_duels(rng, max(repeats // 20, 1))
    yield shared_luck(rng, max(repeats // 20, 1))


def any_difference(seed: int, repeats: int) -> Check:
    """Check how often two runs of the same game, with different deals, differ clearly at all."""
    found = 0
    cells = [toy(4, seed + run) for run in (0, 1)]
    sums = [sums_of(cell.match, FOLDS, repeats, tally_folds) for cell in cells]
    for pair in zip(*sums, strict=True):
        both = [
            CellResult(f"run {run}", cell.match, 4 * FOLDS, FOLDS, {"folds": one})
            for run, (cell, one) in enumerate(zip(cells, pair, strict=True))
        ]
        table = differences(both)
        found += bool((table["verdict"] == "established").any())
    return at_most_check("toy: any clear difference of a game from itself", found, repeats, ERROR)


def fair_prices(seed: int, repeats: int) -> Check:
    """Check the fair price of a card: found by search in each study, on the same prices."""
    cell = toy(2, seed)
    cards = cell.match.game_table.cards
    (card,) = (one for one in cards if one.id == CHEAP_CARD)
    others = [one for one in cards if one.id != CHEAP_CARD]
    values = {price: _option_values(cell, card, price, repeats) for price in PRICES}
    rest = [_option_values(cell, one, one.price, repeats) for one in others]
    truth = _true_price(cell, card, others)
    held = 0
    for study in range(repeats):
        usual = average([some.take([study]) for some in rest])
        played = {card.price: values[card.price].take([study])}
        while True:
            by_price = dict(sorted(played.items()))
            curve = PriceCurve(
                card, tuple(by_price), concatenate(list(by_price.values())), usual,
                np.ones(len(by_price)),
            )  # fmt: skip
            price = next_price(curve)
            if price is None or price not in values:
                break
            played[price] = values[price].take([study])
        found = fair_price(curve)
        held += bool(
            (found.is_below or found.low <= truth) and (found.is_above or truth <= found.high)
        )
    return at_least_check("toy: 95% interval of a fair price", held, repeats, HOLDS)


def _option_values(cell: PreparedCell, card: Piece, price: int, repeats: int) -> Replicates:
    match = repriced(cell, card, price).match
    rates = concatenate([one.win_rate() for one in arm_sums(match, PRICE_DEALS, repeats)])
    return rates.minus(1 / match.game_table.num_seats).times(-1.0)


def _true_price(cell: PreparedCell, card: Piece, others: list[Piece]) -> float:
    """Return where the true option value crosses that of the other cards, between whole prices."""

    def value(one: Piece, price: int) -> float:
        return 1 / 2 - truth_of(repriced(cell, one, price).match).of_first_entry()

    over = [value(card, price) for price in PRICES]
    usual = float(np.mean([value(one, one.price) for one in others]))
    return float(np.interp(-usual, -np.array(over), np.array(PRICES, np.float64)))


def advice_followed(rng: np.random.Generator, repeats: int) -> Check:
    """Check an answer that is looked at ten times, with as many games as each look calls for.

    The truth lies on the bound, so any answer but "undecided" is wrong.
    """
    wrong = 0
    for _ in range(repeats):
        wins = deals = 0
        called_for = 500.0
        for _ in range(LOOKS):
            more = int(np.clip(called_for, 1.1 * deals + 1, 10 * deals + 1_000)) - deals
            wins, deals = wins + int(rng.binomial(more, 0.52)), deals + more
            found = shares_within(_sums_of_wins(np.array([wins]), np.array([deals])), 0.5, 0.02)
            if found.verdict != Verdict.UNDECIDED:
                wrong += 1
                break
            called_for = found.deals if np.isfinite(found.deals) else 2.0 * deals
    name = f"check: wrong answer within {LOOKS} looks, with as many games as it asks for"
    return at_most_check(name, wrong, repeats, ERROR)


def rare_shares(rng: np.random.Generator, repeats: int) -> Iterator[Check]:
    """Yield the checks of intervals that hold at every look, for shares from 1 % to one half."""
    deals = np.arange(FEWEST, MOST_DEALS + 1)
    for share in SHARES:
        missed = 0
        for _ in range(repeats):
            wins = np.cumsum(rng.random(MOST_DEALS) < share)[FEWEST - 1 :]
            estimates = anytime_ratio(_sums_of_wins(wins, deals), 1_000, is_share=True)
            missed += bool(((share < estimates.low) | (share > estimates.high)).any())
        name = f"interval valid however often one looks, of a share of {100 * share:g}%: ever wrong"
        yield at_most_check(name, missed, repeats, ERROR)


def rare_bans(rng: np.random.Generator, repeats: int) -> Iterator[Check]:
    """Yield the checks of the option value of cards that matter in few deals, or in hardly any."""
    games = np.full((FOLDS, repeats), 2.0 * BAN_DEALS / FOLDS)
    for often in RARE:
        lost = rng.binomial(BAN_DEALS // FOLDS, often, games.shape)
        rates = replicates(games / 2 - lost, games, np.ones(FOLDS), 1.0)
        found = rates.minus(0.5).times(-1.0).estimate()
        held = int(((found.low <= often / 2) & (often / 2 <= found.high)).sum())
        name = f"95% interval of a ban that changes one deal in {1 / often:,.0f}"
        yield at_least_check(name, held, repeats, HOLDS)


def tests_of_duels(rng: np.random.Generator, repeats: int) -> Iterator[Check]:
    """Yield the checks of a sequential test: how often it errs, and the interval at its end."""
    wrong = missed = 0
    low, high = TEST
    for _ in range(repeats):
        points = rng.choice((-0.5, 0.0, 0.5), DUEL_DEALS, p=_chances(low))
        settled = settle(points, low, high)
        wrong += settled.verdict == Verdict.YES
        interval = anytime(points[: settled.deals], deals_to_tell_apart(low, high))
        missed += not interval.low <= low <= interval.high
    yield at_most_check("duel --sprt: wrong verdict", wrong, repeats, ERROR)
    yield at_most_check("duel --sprt: interval at the end is wrong", missed, repeats, ERROR)


def _chances(mean: float) -> tuple[float, float, float]:
    """Return the chances of losing both, one or none of the games of a deal."""
    return 0.25 - mean, 0.5, 0.25 + mean


def shared_luck(rng: np.random.Generator, repeats: int) -> Check:
    """Check the shrunken values of cards whose estimates share most of their luck."""
    held = 0.0
    for _ in range(repeats):
        truth, errors = 0.5 * rng.normal(size=CARDS), rng.uniform(0.5, 1.5, CARDS)
        luck = np.sqrt(SHARED) * rng.normal() + np.sqrt(1 - SHARED) * rng.normal(size=CARDS)
        found = shrink(truth + errors * luck, errors, SHARED)
        held += float(((found.low <= truth) & (truth <= found.high)).mean())
    name = f"95% intervals of {CARDS} cards with correlated errors (studies)"
    return at_least_check(name, round(held), repeats, HOLDS)


def _sums_of_wins(wins: NDArray[Any], deals: NDArray[Any]) -> DealSums:
    """Return the sums of deals of one game that is won or lost."""
    won, played = wins.astype(np.float64), deals.astype(np.float64)
    return DealSums(won, played, won, won, played, deals.astype(np.int64))
