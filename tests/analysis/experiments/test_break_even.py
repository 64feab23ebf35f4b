"""The curve of goods and the fair-price line: by hand, and against numpy."""

import numpy as np
import pytest

from balance.analysis.experiments.break_even import curves_of, from_the_line, worth
from balance.analysis.metrics.fold_sums import FOLDS
from balance.scenario.experiments import GOODS
from balance.stats.jackknife import Replicates
from tests.analysis.made_up_arms import cards_match, cell


def exact(values: list[float]) -> Replicates:
    """Return numbers of which each fold says the same."""
    given = np.array(values)
    folds = np.where(np.isnan(given), 0, FOLDS)
    return Replicates(given, np.tile(given, (FOLDS, 1)), folds)


def test_a_curve_begins_at_the_equal_share_and_never_falls() -> None:
    bumpy = {1: 0.04, 2: 0.03, 4: 0.1, 6: 0.1, 8: 0.2, 11: 0.3, 14: 0.25}
    match = cards_match((1, 2), seats=4)
    one = cell(match, gifts={"a": 0.05}, curve=lambda amount: bumpy[int(amount)])
    curve = curves_of(one.arms_of(GOODS))["gold"]
    assert curve.at.tolist() == [0, 1, 2, 4, 6, 8, 11, 14]
    assert curve.rates.value[0] == 0.25
    assert (np.diff(curve.rates.value) >= 0).all()
    assert curve.rates.value[1] == pytest.approx(0.285, abs=0.01)  # of 1 and 2 together
    assert curve.rates.errors()[0] == 0
    assert curve.most == 14
    assert curve.seen.value[1] == pytest.approx(0.28, abs=0.01)


def test_a_worth_is_read_off_the_curve() -> None:
    one = cell(cards_match((1, 2)), gifts={"a": 0.05})
    curve = curves_of(one.arms_of(GOODS))["gold"]
    at_three = float(np.interp(3, curve.at, curve.rates.value))
    found = worth(curve, exact([at_three, np.nan, 0.99]))
    assert found.values.value[0] == pytest.approx(3)
    assert np.isnan(found.values.value[1:]).all()
    assert found.bounds == ["", "", "more than 14.0"]


def test_each_card_is_set_against_the_line_of_the_others() -> None:
    prices, worths = (1, 2, 3, 5, 5), [3.0, 5.0, 4.0, 9.0, 7.0]
    match = cards_match(prices)
    distance, lines = from_the_line(match.game_table.cards, exact(worths))
    for card in range(5):
        rest = [other for other in range(5) if other != card]
        line = np.polyfit([prices[place] for place in rest], [worths[place] for place in rest], 1)
        assert distance.value[card] == pytest.approx(worths[card] - np.polyval(line, prices[card]))
    slope, level = np.polyfit(prices, worths, 1)
    row = lines.iloc[0]
    assert row["slope_value"] == pytest.approx(slope)
    assert row["level_value"] == pytest.approx(level + slope * row["price"])


def test_a_card_that_alone_decides_the_line_lies_nowhere() -> None:
    distance, _ = from_the_line(
        cards_match((2, 2, 2, 9)).game_table.cards, exact([1.0, 2.0, 3.0, 9.0])
    )
    assert np.isnan(distance.value[3])
    assert distance.folds[3] == 0
    assert distance.value[0] == pytest.approx(-1.5)


def test_cards_of_one_price_are_set_against_their_mean() -> None:
    distance, lines = from_the_line(
        cards_match((2, 2, 2, 2)).game_table.cards, exact([1.0, 2, 3, 4])
    )
    assert distance.value.tolist() == pytest.approx([-2, -2 / 3, 2 / 3, 2])
    assert np.isnan(lines["slope_value"].iloc[0])


def test_three_cards_make_no_line() -> None:
    known = exact([1.0, 2.0, 3.0, np.nan])
    distance, lines = from_the_line(cards_match((1, 2, 3, 4)).game_table.cards, known)
    assert np.isnan(distance.value).all()
    assert lines.empty
