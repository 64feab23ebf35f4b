"""Numbers as readers see them: percent with one decimal, intervals in brackets."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd

from balance.report.section import ESTIMATES, Column, Style

NOTHING = "–"  # noqa: RUF001  an en dash: where there is nothing to say, no 0 stands


@dataclass(frozen=True)
class Cell:
    """A cell: its text, its interval if it has one, and what it is sorted by."""

    text: str
    interval: str = ""
    order: str = ""


def percent(share: float) -> str:
    """Return 27.3% for 0.2731."""
    return NOTHING if math.isnan(share) else f"{100 * share:.1f}%"


def signed_points(share: float) -> str:
    """Return +1.2 for a difference of shares of 0.0123, in percentage points."""
    return NOTHING if math.isnan(share) else f"{_without_minus_zero(100 * share, 1):+.1f}"


def count(number: float) -> str:
    """Return 12,345."""
    return NOTHING if math.isnan(number) else f"{int(number):,}"


def number(value: float, digits: int = 1) -> str:
    """Return a number with so many decimals: 1,234.5."""
    if math.isnan(value):
        return NOTHING
    return f"{_without_minus_zero(value, digits):,.{digits}f}"


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
    return min(max(-math.floor(math.log10(half)), 0), 3)


def interval(low: float, high: float, style: Style) -> str:
    """Return [26.9, 27.7]: of percents without their sign; nothing if there is none."""
    if math.isnan(low) or math.isnan(high):
        return ""
    match style:
        case Style.PERCENT:
            return f"[{100 * low:.1f}, {100 * high:.1f}]"
        case Style.POINTS:
            return f"[{signed_points(low)}, {signed_points(high)}]"
        case _:
            digits = decimals(low, high)
            return f"[{number(low, digits)}, {number(high, digits)}]"


def with_interval(row: Mapping[str, Any] | pd.Series, name: str, style: Style) -> str:
    """Return an estimate in one piece: 27.3% [26.9, 27.7]."""
    cell = cell_of(row, Column("", name, style))
    return f"{cell.text} {cell.interval}".rstrip()


def cell_of(row: Mapping[str, Any] | pd.Series, column: Column) -> Cell:
    """Return what stands in a column of a row."""
    style, name = column.style, column.name
    if style == Style.TEXT:
        return Cell(str(row[name]), order=str(row[name]))
    value = float(row[f"{name}value" if style in ESTIMATES else name])
    order = "" if math.isnan(value) else f"{value:.9g}"
    if style in ESTIMATES:
        low, high = float(row[f"{name}low"]), float(row[f"{name}high"])
        match style:
            case Style.PERCENT:
                text = percent(value)
            case Style.POINTS:
                text = signed_points(value)
            case _:
                text = number(value, decimals(low, high))
        return Cell(text, interval(low, high, style), order)
    write = {
        Style.COUNT: count,
        Style.FAIR: percent,
        Style.NUMBER: number,
        Style.SURPRISE: surprise,
    }[style]
    return Cell(write(value), order=order)


def joined(words: list[str]) -> str:
    """Return a, b and c."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def _without_minus_zero(value: float, digits: int) -> float:
    return round(value, digits) + 0.0
