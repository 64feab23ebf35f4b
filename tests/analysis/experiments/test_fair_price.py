"""Fair prices, from curves of which the truth is known."""

import numpy as np
import pytest

from balance.analysis.experiments.fair_price import (
    MOST_ABOVE,
    PriceCurve,
    fair_price,
    fair_prices_table,
    next_price,
    prices_table,
)
from balance.analysis.metrics.fold_sums import FOLDS
from balance.engine.game import Piece
from balance.report.sections.prices import WIDE
from balance.stats.jackknife import Replicates, replicates

AXE = Piece("axe", "Axe", "Tool", price=3, paid_in="gold")


def values(means: list[float], error: float = 0.001, seed: int = 1) -> Replicates:
    """Option values with this standard error."""
    rng = np.random.default_rng(seed)
    seen = rng.normal(means, error * np.sqrt(FOLDS), (FOLDS, len(means)))
    return replicates(seen, np.ones_like(seen), np.ones(FOLDS))


def curve(
    by_price: dict[int, float], usual: float = 0.01, error: float = 0.001, seed: int = 1
) -> PriceCurve:
    """The curve of a card with these option values."""
    means = list(by_price.values())
    return PriceCurve(
        AXE,
        tuple(by_price),
        values(means, error, seed),
        values([usual], seed=2),
        np.ones(len(means)),
    )


def test_the_fair_price_is_where_the_curve_meets_the_others() -> None:
    found = fair_price(curve({3: 0.03, 4: 0.02, 5: 0.0}))
    assert found.value == pytest.approx(4.5, abs=0.1)
    assert found.low < 4.5 < found.high
    assert not found.is_below
    assert not found.is_above
    assert found.is_known


def test_its_interval_holds_in_95_of_100_studies_also_at_a_bend() -> None:
    held = 0
    for seed in range(400):
        one = curve({3: 0.03, 4: 0.011, 5: 0.0, 6: 0.0}, error=0.002, seed=3 + seed)
        found = fair_price(one)
        held += (found.low <= 4 + 1 / 11 <= found.high) or found.is_above
    assert held / 400 >= 0.93


SHAPES = {  # of true option values over the usual one, by price
    "steep": lambda price: 0.02 * (4.3 - price),
    "flat": lambda price: 0.0012 * (7.4 - price),
    "stepped": lambda price: np.where(price < 5.5, 0.012, -0.012) + 0.0004 * (5.5 - price),
    "level": lambda price: np.where(price < 6, 0.006, 0.0003) * (6 - price),
    "bent": lambda price: np.where(price < 6, 0.02, 0.0012) * (6 - price),
}
STUDIES = 200


def searched(shape: str, rng: np.random.Generator) -> PriceCurve:
    """The curve of a study: the prices that the search asks for, with errors that they share."""
    most, error, folds = 3 + MOST_ABOVE, 0.003, 64
    shared = rng.normal(0, 0.6, (folds, 1)) + rng.normal(0, 0.8, (folds, most + 1))
    seen = SHAPES[shape](np.arange(most + 1)) + error * np.sqrt(folds) * shared
    others = rng.normal(0, 0.4 * error * np.sqrt(folds), (folds, 1))
    by_price, usual = (replicates(one, np.ones_like(one), np.ones(folds)) for one in (seen, others))
    played = [3]
    while True:
        one = PriceCurve(AXE, tuple(played), by_price.take(played), usual, np.ones(len(played)))
        price = next_price(one)
        if price is None:
            return one
        played = sorted([*played, price])


@pytest.mark.parametrize(("shape", "truth"), [("level", 6.0), ("bent", 6.0)])
def test_where_the_curve_levels_off_the_interval_holds_and_a_value_is_named_if_it_is_near(
    shape: str, truth: float
) -> None:
    rng = np.random.default_rng(5)
    held, named = 0, []
    for _ in range(STUDIES):
        found = fair_price(searched(shape, rng))
        held += found.low <= truth and (found.is_above or truth <= found.high)
        if found.is_known and found.high - found.low <= WIDE:
            named.append(found.value - truth)
    assert held / STUDIES >= 0.92  # 95 % and two errors
    assert np.mean(np.abs(named)) < 1  # of all studies: up to 2.3 gold


@pytest.mark.parametrize(("shape", "truth"), [("steep", 4.3), ("flat", 7.4), ("stepped", 5.5)])
def test_the_fair_price_holds_for_steep_flat_and_stepped_curves(shape: str, truth: float) -> None:
    rng = np.random.default_rng(5)
    held, errors = 0, []
    for _ in range(STUDIES):
        one = searched(shape, rng)
        found = fair_price(one)
        held += (found.is_below or found.low <= truth) and (found.is_above or truth <= found.high)
        errors.append(found.value - truth)
        if not np.isnan(found.value):
            (row,) = fair_prices_table([one]).to_dict("records")
            assert abs(row["closest"] - found.value) <= 0.5
            assert row["closest"] in one.prices
    assert held / STUDIES >= 0.94
    assert abs(np.nanmean(errors)) < 0.3  # the first crossing of the flat one: -0.75


def test_a_card_that_is_too_weak_at_any_price_has_none() -> None:
    one = curve({0: 0.002, 3: 0.001})
    assert one.sides == (-1, -1)
    assert np.isnan(fair_price(one).value)
    assert fair_price(one).is_below
    assert next_price(one) is None


def test_a_card_that_is_worth_more_than_any_price_played_has_an_open_interval() -> None:
    found = fair_price(curve({3: 0.03, 4: 0.03}))
    assert np.isnan(found.value)
    assert found.is_above
    assert not found.is_known


def test_the_search_goes_up_until_a_price_is_too_high_then_plays_all_between() -> None:
    def next_of(*prices: int) -> int | None:
        # Worth 0.05 at 3 and 0.005 less for each unit more: fair at 11.
        return next_price(curve({price: 0.05 - 0.005 * (price - 3) for price in prices}))

    assert next_of(3) == 4
    assert next_of(3, 4) == 5
    assert next_of(3, 4, 5) == 7
    assert next_of(3, 4, 5, 7) == 11
    assert next_of(3, 4, 5, 7, 11) == 19  # 11 is fair: not yet clearly too high
    assert next_of(3, 4, 5, 7, 11, 19) in range(8, 19)
    assert next_of(*range(3, 20)) is None


def test_the_search_goes_down_to_the_lowest_price_and_no_further() -> None:
    low = {3: 0.001}
    assert next_price(curve(low)) == 2
    assert next_price(curve({2: 0.001, **low})) == 1
    assert next_price(curve({2: 0.001, **low}), lowest=2) is None
    assert next_price(curve({0: 0.001, 1: 0.001, 2: 0.001, **low})) is None


def test_the_search_ends_far_above_the_printed_price() -> None:
    prices = {3: 0.05, 3 + MOST_ABOVE: 0.05}
    assert next_price(curve(prices)) is None


def test_a_row_a_card_and_a_row_a_price() -> None:
    curves = [curve({3: 0.03, 4: 0.02, 5: 0.0})]
    (row,) = fair_prices_table(curves).to_dict("records")
    assert (row["id"], row["printed"], row["closest"], row["tested"]) == ("axe", 3, 4, True)
    assert row["usual_value"] == pytest.approx(0.01, abs=0.003)
    table = prices_table(curves)
    assert table["price"].tolist() == [3, 4, 5]
    assert table["side"].tolist() == [1, 1, -1]
    assert table["has_value"].tolist() == [True, True, False]


def test_a_card_that_nobody_takes_is_not_tested() -> None:
    one = curve({3: 0.0, 4: 0.0})
    untaken = PriceCurve(AXE, one.prices, one.values, one.usual, np.array([0.004, 0.0]))
    assert not fair_prices_table([untaken])["tested"][0]


def test_where_no_price_is_too_high_those_between_are_not_played() -> None:
    # Worth 0.05 at 3, and from 4 on as much as the others: it can be had in another way.
    def of(values: dict[int, float]) -> PriceCurve:
        return curve(dict(sorted(values.items())), error=0.004, seed=4)

    played = {3: 0.05}
    while (price := next_price(of(played))) is not None:
        played[price] = 0.011
    assert sorted(played) == [3, 4, 5, 7, 11, 19]
    assert fair_price(of(played)).is_above


def test_an_interval_on_a_cliff_has_a_width() -> None:
    found = fair_price(curve({2: 0.5, 3: -0.4}, error=0.0001))
    assert 2 < found.low < found.value < found.high < 3
