"""Numbers as readers see them: percent with one decimal or more, intervals in brackets."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd

from balance.analysis.comparison.differences import EXCESS, NUMBER, SHARE, SPREAD
from balance.report.section import ESTIMATES, Column, Style

NOTHING = "–"  # noqa: RUF001  an en dash: where there is nothing to say, no 0 stands


@dataclass(frozen=True)
class Cell:
    """A cell: its text, its interval if it has one, what it is sorted by, and how sure it is."""

    text: str
    interval: str = ""
    order: str = ""
    is_sure: bool | None = None


def percent(share: float, digits: int = 1) -> str:
    """Return 27.3% for 0.2731."""
    return NOTHING if math.isnan(share) else f"{100 * share:.{digits}f}%"


def signed_points(share: float, digits: int = 1) -> str:
    """Return +1.2 for a difference of shares of 0.0123, in percentage points."""
    return signed(100 * share, digits)


def count(number: float) -> str:
    """Return 12,345."""
    return NOTHING if math.isnan(number) else f"{int(number):,}"


def number(value: float, digits: int = 1) -> str:
    """Return a number with so many decimals: 1,234.5."""
    if math.isnan(value):
        return NOTHING
    return f"{_without_minus_zero(value, digits):,.{digits}f}"


def signed(value: float, digits: int = 1) -> str:
    """Return a difference of numbers: +1.25."""
    return NOTHING if math.isnan(value) else f"{_without_minus_zero(value, digits):+,.{digits}f}"


def points(share: float, digits: int = 1) -> str:
    """Return 1.2 for a share of 0.0123, in percentage points."""
    return number(100 * share, digits)


def times(factor: float) -> str:
    """Return a factor: 3.2 x; more than a hundred is no number to go by."""
    if math.isnan(factor):
        return NOTHING
    return "> 100 ×" if factor > 100 else f"{factor:.1f} ×"  # noqa: RUF001


def surprise(q: float) -> str:
    """Return a q-value: 0.031, or < 0.001."""
    if math.isnan(q):
        return NOTHING
    return "< 0.001" if q < 0.001 else f"{q:.3f}"


def decimals(low: float, high: float) -> int:
    """Return how many decimals of a mean say something: the first digit of its uncertainty."""
    half = (high - low) / 2
    if math.isnan(half) or half <= 0:
        return 1
    return min(max(-math.floor(math.log10(half) + 1e-9), 0), 3)


def interval(low: float, high: float, style: Style) -> str:
    """Return [26.9, 27.7]: of percents without their sign; nothing if there is none."""
    if math.isnan(low) or math.isnan(high):
        return ""
    write = _writer(style, _digits(style, low, high))
    return f"[{write(low)}, {write(high)}]".replace("%", "")


def with_interval(row: Mapping[str, Any] | pd.Series, name: str, style: Style) -> str:
    """Return an estimate in one piece: 27.3% [26.9, 27.7]."""
    cell = cell_of(row, Column("", name, style))
    return f"{cell.text} {cell.interval}".rstrip()


def cell_of(row: Mapping[str, Any] | pd.Series, column: Column) -> Cell:
    """Return what stands in a column of a row."""
    style, name = column.style, column.name
    if style == Style.TEXT:
        return Cell(str(row[name]), order=str(row[name]))
    is_estimate = style in ESTIMATES
    value = float(row[f"{name}value" if is_estimate else name])
    order = "" if math.isnan(value) else f"{value:.9g}"
    if not is_estimate:
        digits = 1
        if style == Style.VALUE:  # as exact as the difference that stands beside it
            style = _OF_VALUES[row["unit"]]
            digits = _digits(style, float(row["low"]), float(row["high"]))
        return Cell(_writer(style, digits)(value), order=order)
    if style == Style.SHIFT:
        style = Style.CHANGE if row["unit"] == NUMBER else Style.POINTS
    if style == Style.AMOUNT:
        style = _OF_AMOUNTS[row["unit"]]
    low, high = float(row[f"{name}low"]), float(row[f"{name}high"])
    text = _writer(style, _digits(style, low, high))(value)
    is_sure = bool(row[column.sure]) if column.sure and order else None
    return Cell(text, interval(low, high, style), order, is_sure)


_OF_VALUES: Mapping[str, Style] = {
    SHARE: Style.PERCENT,
    EXCESS: Style.POINTS,
    SPREAD: Style.SPREAD,
    NUMBER: Style.NUMBER,
}
_OF_AMOUNTS: Mapping[str, Style] = {**_OF_VALUES, NUMBER: Style.MEAN}


def _digits(style: Style, low: float, high: float) -> int:
    """Return how many decimals an estimate bears; percentage points have one or two.

    A percentage has one, and more only where its interval, of millions of games, is too narrow to
    be seen with one.
    """
    if style == Style.PERCENT:
        is_seen = not 100 * (high - low) < 0.1  # half of it is a rounded digit
        return 1 if is_seen else decimals(100 * low, 100 * high)
    if style in (Style.POINTS, Style.SPREAD):
        return min(max(decimals(100 * low, 100 * high), 1), 2)
    return decimals(low, high)


def _writer(style: Style, digits: int) -> Callable[[float], str]:
    exact: dict[Style, Callable[[float, int], str]] = {
        Style.POINTS: signed_points,
        Style.SPREAD: points,
        Style.CHANGE: signed,
        Style.MEAN: number,
        Style.NUMBER: number,
        Style.PERCENT: percent,
    }
    if style in exact:
        return lambda value: exact[style](value, digits)
    rounded: dict[Style, Callable[[float], str]] = {
        Style.FAIR: percent,
        Style.COUNT: count,
        Style.SURPRISE: surprise,
        Style.TIMES: times,
        Style.RATIO: lambda value: number(value, 2),
    }
    return rounded[style]


def joined(words: list[str]) -> str:
    """Return a, b and c."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def _without_minus_zero(value: float, digits: int) -> float:
    return round(value, digits) + 0.0
