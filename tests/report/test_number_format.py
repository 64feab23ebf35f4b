"""Numbers as readers see them."""

import math

import pytest

from balance.report.number_format import (
    NOTHING,
    Estimated,
    cell_of,
    count,
    estimated,
    number,
    percent,
    q_value,
    signed_points,
    times,
    with_interval,
    written,
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
    assert q_value(0.00001) == "< 0.001"
    assert q_value(0.0312) == "0.031"


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [
        (58.19, 58.27, "58.230 [58.190, 58.270]"),
        (57.8, 58.66, "58.23 [57.80, 58.66]"),
        (55.1, 61.4, "58.2 [55.1, 61.4]"),
        (40.0, 76.4, "58 [40, 76]"),
        (-60.0, 176.4, "58 [-60, 176]"),
        (58.2291, 58.2309, "58.230 [58.229, 58.231]"),
        (58.23, 58.23, "58.2 [58.2, 58.2]"),
        (math.nan, math.nan, "58.2"),
    ],
)
def test_an_estimate_has_two_digits_of_its_half_width_and_three_decimals_at_most(
    low: float, high: float, text: str
) -> None:
    assert with_interval({"value": 58.23, "low": low, "high": high}, "", Style.MEAN) == text
    assert written(Estimated(58.23, low, high), Style.MEAN) == text


def test_an_estimate_of_a_share_is_in_percent_or_points() -> None:
    row = {"x_value": 0.25, "x_low": 0.2412, "x_high": 0.259}
    assert with_interval(row, "x_", Style.PERCENT) == "25.00% [24.12, 25.90]"
    assert with_interval(row, "x_", Style.POINTS) == "+25.00 [+24.12, +25.90]"
    assert with_interval(row, "x_", Style.PP) == "25.00 [24.12, 25.90]"
    row = {"value": 2.1, "low": 0.5, "high": 3.7}
    assert with_interval(row, "", Style.CHANGE) == "+2.1 [+0.5, +3.7]"


def test_known_shares_have_no_needless_decimal() -> None:
    assert [written(share, Style.EXACT_PERCENT) for share in (0.25, 1 / 3)] == ["25%", "33.3%"]
    assert [written(band, Style.EXACT_POINTS) for band in (0.02, 0.015)] == ["2", "1.5"]


def test_estimates_change_sign_with_their_bounds() -> None:
    fall = Estimated(-2.0, -3.0, -0.5)
    assert -fall == abs(fall) == Estimated(2.0, 0.5, 3.0)
    assert abs(-fall) == -fall
    row = {"x_value": 1, "x_low": 0.5, "x_high": 2, "value": 7}
    assert estimated(row, "x_") == Estimated(1.0, 0.5, 2.0)


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
        ("share", "30.0%", "+4.0 [+2.0, +6.0]"),
        ("excess", "+30.0", "+4.0 [+2.0, +6.0]"),
        ("spread", "30.0", "+4.0 [+2.0, +6.0]"),
        ("number", "0.300", "+0.040 [+0.020, +0.060]"),
    ],
)
def test_a_measure_is_written_in_its_unit(unit: str, was: str, shift: str) -> None:
    row = {"unit": unit, "was": 0.3, "value": 0.04, "low": 0.02, "high": 0.06}
    assert cell_of(row, Column("was", "was", Style.VALUE)).text == was
    cell = cell_of(row, Column("difference", "", Style.SHIFT))
    assert f"{cell.text} {cell.interval}" == shift


@pytest.mark.parametrize(
    ("unit", "text"), [("number", "8.00 [7.50, 8.50]"), ("share", "800% [750, 850]")]
)
def test_an_amount_is_written_in_the_unit_of_its_row(unit: str, text: str) -> None:
    row = {"unit": unit, "value": 8.0, "low": 7.5, "high": 8.5}
    cell = cell_of(row, Column("", "", Style.AMOUNT))
    assert f"{cell.text} {cell.interval}" == text


def test_factors_beyond_a_hundred_are_only_large() -> None:
    assert times(2.04) == "2.0 ×"  # noqa: RUF001
    assert times(math.inf) == "> 100 ×"  # noqa: RUF001
    assert times(math.nan) == NOTHING


def test_a_cell_is_clear_or_not() -> None:
    column = Column("difference", "", Style.POINTS, sure="known")
    row = {"value": 0.02, "low": 0.01, "high": 0.03}
    assert cell_of(row | {"known": True}, column).is_sure is True
    assert cell_of(row | {"known": False}, column).is_sure is False
    assert cell_of(row, Column("", "", Style.POINTS)).is_sure is None
    nothing = {"value": math.nan, "low": math.nan, "high": math.nan, "known": False}
    assert cell_of(nothing, column).is_sure is None
