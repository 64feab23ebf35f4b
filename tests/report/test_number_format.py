"""Numbers as readers see them."""

import math

import pytest

from balance.report.number_format import (
    NOTHING,
    cell_of,
    count,
    number,
    percent,
    signed_points,
    surprise,
    times,
    with_interval,
)
from balance.report.section import Column, Style


def test_a_share_is_a_percent_with_one_decimal() -> None:
    assert percent(0.27314) == "27.3%"
    assert percent(0) == "0.0%"
    assert percent(math.nan) == NOTHING


def test_differences_have_signs_and_zero_has_none_of_its_own() -> None:
    assert signed_points(0.0123) == "+1.2"
    assert signed_points(-0.0123) == "-1.2"
    assert signed_points(-0.0001) == "+0.0"


def test_counts_have_thousands() -> None:
    assert count(1234567) == "1,234,567"


def test_numbers_have_the_decimals_asked_for() -> None:
    assert number(1234.56) == "1,234.6"
    assert number(-0.01) == "0.0"


def test_a_tiny_q_value_is_not_zero() -> None:
    assert surprise(0.00001) == "< 0.001"
    assert surprise(0.0312) == "0.031"


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [
        (58.19, 58.27, "58.23 [58.19, 58.27]"),
        (57.8, 58.66, "58.2 [57.8, 58.7]"),
        (40.0, 76.4, "58 [40, 76]"),
        (58.2291, 58.2309, "58.230 [58.229, 58.231]"),
        (58.23, 58.23, "58.2 [58.2, 58.2]"),
        (math.nan, math.nan, "58.2"),
    ],
)
def test_a_mean_has_the_decimals_that_its_interval_bears(
    low: float, high: float, text: str
) -> None:
    assert with_interval({"value": 58.23, "low": low, "high": high}, "", Style.MEAN) == text


def test_an_estimate_of_a_share_stands_with_its_interval() -> None:
    row = {"x_value": 0.25, "x_low": 0.241, "x_high": 0.259}
    assert with_interval(row, "x_", Style.PERCENT) == "25.0% [24.1, 25.9]"
    assert with_interval(row, "x_", Style.POINTS) == "+25.0 [+24.1, +25.9]"


@pytest.mark.parametrize(
    ("half", "text", "interval"),
    [
        (0.0005, "27.3%", "[27.3, 27.4]"),
        (0.0001, "27.31%", "[27.30, 27.32]"),
        (0.00001, "27.312%", "[27.311, 27.313]"),
        (0.0, "27.3%", "[27.3, 27.3]"),
    ],
)
def test_a_share_of_millions_of_games_has_the_decimals_to_see_its_interval(
    half: float, text: str, interval: str
) -> None:
    row = {"value": 0.27312, "low": 0.27312 - half, "high": 0.27312 + half}
    cell = cell_of(row, Column("", "", Style.PERCENT))
    assert (cell.text, cell.interval) == (text, interval)


def test_what_was_not_seen_is_a_dash_and_not_zero() -> None:
    row = {"value": math.nan, "low": math.nan, "high": math.nan}
    cell = cell_of(row, Column("win rate", "", Style.PERCENT))
    assert (cell.text, cell.interval, cell.order) == (NOTHING, "", "")


def test_cells_sort_by_number_and_not_by_text() -> None:
    cells = [cell_of({"n": n}, Column("n", "n", Style.COUNT)) for n in (900, 12_000)]
    assert [cell.text for cell in cells] == ["900", "12,000"]
    assert [float(cell.order) for cell in cells] == [900, 12_000]


@pytest.mark.parametrize(
    ("unit", "was", "shift"),
    [
        ("share", "30.00%", "+4.00 [+3.98, +4.02]"),
        ("excess", "+30.00", "+4.00 [+3.98, +4.02]"),
        ("spread", "30.00", "+4.00 [+3.98, +4.02]"),
        ("number", "0.300", "+0.040 [+0.040, +0.040]"),
    ],
)
def test_a_measure_is_written_in_its_unit(unit: str, was: str, shift: str) -> None:
    row = {"unit": unit, "was": 0.3, "value": 0.04, "low": 0.0398, "high": 0.0402}
    assert cell_of(row, Column("was", "was", Style.VALUE)).text == was
    cell = cell_of(row, Column("difference", "", Style.SHIFT))
    assert f"{cell.text} {cell.interval}" == shift


def test_a_spread_has_no_sign_and_a_change_has_one() -> None:
    row = {"x_value": 0.021, "x_low": 0.016, "x_high": 0.026}
    assert with_interval(row, "x_", Style.SPREAD) == "2.1 [1.6, 2.6]"
    row = {"value": 2.1, "low": 1.5, "high": 2.7}
    assert with_interval(row, "", Style.CHANGE) == "+2.1 [+1.5, +2.7]"


def test_factors_beyond_a_hundred_are_only_large() -> None:
    assert times(2.04) == "2.0 ×"  # noqa: RUF001
    assert times(math.inf) == "> 100 ×"  # noqa: RUF001
    assert times(math.nan) == NOTHING


def test_a_cell_knows_whether_it_is_established() -> None:
    column = Column("difference", "", Style.POINTS, sure="known")
    row = {"value": 0.02, "low": 0.01, "high": 0.03}
    assert cell_of(row | {"known": True}, column).is_sure is True
    assert cell_of(row | {"known": False}, column).is_sure is False
    assert cell_of(row, Column("", "", Style.POINTS)).is_sure is None
    nothing = {"value": math.nan, "low": math.nan, "high": math.nan, "known": False}
    assert cell_of(nothing, column).is_sure is None
