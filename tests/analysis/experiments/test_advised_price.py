"""Advised prices, in games where a price also changes what the other cards are worth."""

from collections.abc import Mapping

import numpy as np
import pytest

from balance.analysis.experiments.advised_price import (
    MOST_TRIES,
    AdvisedPrice,
    advise,
    advised_table,
    first_advice,
)
from balance.analysis.experiments.fair_price import PriceCurve
from balance.engine.game import Piece
from balance.stats.jackknife import Replicates, replicates

PEASANT = Piece("peasant", "Peasant", "Citizen", price=5, paid_in="gold")
PRICES = range(8)
ERROR, FOLDS = 0.001, 64
USUAL = 0.03  # of the others, at the printed prices


def true_value(price: int) -> float:
    """What the card is worth: 0.03, as much as the others as they are, at a price of 1."""
    return 0.03 + 0.008 * (1.2 - price)


def true_usual(price: int) -> float:
    """What the others are worth in the game with this price: less if the card is cheap."""
    return USUAL + 0.006 * (price - 5)


def seen_at(means: list[float], rng: np.random.Generator) -> Replicates:
    rates = rng.normal(means, ERROR * np.sqrt(FOLDS), (FOLDS, len(means)))
    return replicates(rates, np.ones_like(rates), np.ones(FOLDS))


def seen(mean: float, rng: np.random.Generator) -> Replicates:
    return seen_at([mean], rng)


def curve(rng: np.random.Generator, gap: float = 0.0) -> PriceCurve:
    means = [true_value(price) + gap for price in PRICES]
    values = seen_at(means, rng)
    return PriceCurve(PEASANT, tuple(PRICES), values, seen(USUAL, rng), np.ones(len(means)))


def advised(rng: np.random.Generator, gap: float = 0.0) -> list[AdvisedPrice]:
    """What is tried of a card that is worth so much more at each price."""

    def play(prices: Mapping[str, int], number: int) -> Mapping[str, AdvisedPrice]:
        return {
            card: AdvisedPrice(
                PEASANT, price, seen(true_value(price) + gap, rng), seen(true_usual(price), rng)
            ) for card, price in prices.items()
        }  # fmt: skip

    return advise([curve(rng, gap)], play)


def test_what_is_printed_of_an_advised_price_holds_in_the_game_that_has_it() -> None:
    rng, studies = np.random.default_rng(3), 400
    held = still = right = 0
    for _ in range(studies):
        tried = advised(rng)
        last = tried[-1]
        truth = true_value(last.price) - true_usual(last.price)
        found = last.over.estimate()
        held += bool(found.low[0] <= truth <= found.high[0])
        one = curve(rng)
        held_still = one.over.estimate()
        place = one.prices.index(tried[0].price)
        truth = true_value(tried[0].price) - true_usual(tried[0].price)
        still += bool(held_still.low[place] <= truth <= held_still.high[place])
        right += [one.price for one in tried[:2]] == [1, 3]  # both would meet at 2.8
    assert held / studies >= 0.94
    assert right / studies >= 0.95
    assert still / studies < 0.1  # what the curve says of that game, with the others held still


def test_a_price_that_is_clearly_wrong_is_followed_by_another() -> None:
    tried = advised(np.random.default_rng(4))
    assert 2 <= len(tried) <= MOST_TRIES
    assert tried[0].side == 1  # in the game with 1 gold it is worth more than the others
    assert [one.price for one in tried] == [1, 3]
    table = advised_table(tried)
    assert table["price"].tolist() == [one.price for one in tried]
    assert table["over_value"][0] == pytest.approx(0.0256, abs=0.005)


def test_a_card_whose_printed_price_may_be_fair_needs_no_other() -> None:
    rng = np.random.default_rng(5)
    one = curve(rng)
    fair = Piece("peasant", "Peasant", "Citizen", price=1, paid_in="gold")
    assert first_advice(one) == 1
    assert first_advice(PriceCurve(fair, one.prices, one.values, one.usual, one.taken)) is None


@pytest.mark.parametrize(("gap", "price"), [(0.06, 7), (-0.06, 0)])
def test_where_no_price_seems_high_or_low_enough_the_last_one_is_played_in_its_own_game(
    gap: float, price: int
) -> None:
    rng = np.random.default_rng(6)
    held, studies = 0, 200
    for _ in range(studies):
        far = curve(rng, gap)
        assert far.sides[0] == far.sides[-1] != 0
        tried = advised(rng, gap)
        assert tried[0].price == price
        found, last = tried[-1].over.estimate(), tried[-1].price
        truth = true_value(last) + gap - true_usual(last)
        held += bool(found.low[0] <= truth <= found.high[0])
    assert held / studies >= 0.92
