"""Numbers as readers see them: an estimate with its interval, to two digits of its half-width."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import pandas as pd

from balance.analysis.measures import EXCESS, NUMBER, SHARE, SPREAD
from balance.report.section import ESTIMATES, Column, Style
from balance.stats.picked import FOLDS, widening

NOTHING = "–"  # noqa: RUF001  an en dash: where there is no number, no 0 stands
MOST_DECIMALS = 3
NO_ENDS = (-math.inf, math.inf)
SHARE_ENDS = (0.0, 1.0)  # of `Estimated.picked_of`, for shares and win rates
AT_LEAST_0 = (0.0, math.inf)  # the same, for lengths, counts and distances


class Estimated(NamedTuple):
    """A number with its 95% interval; the bounds are nan where there is none."""

    value: float
    low: float = math.nan
    high: float = math.nan

    def __neg__(self) -> "Estimated":
        """Return the number with the other sign."""
        return Estimated(-self.value, -self.high, -self.low)

    def __abs__(self) -> "Estimated":
        """Return the size of the number, for a sentence that says which way it goes."""
        return -self if self.value < 0 else self

    def picked_of(
        self, count: int, folds: int = FOLDS, ends: tuple[float, float] = NO_ENDS
    ) -> "Estimated":
        """Return the number with the interval that holds for one picked of so many.

        See `stats.picked`.

        Parameters
        ----------
        folds : int
            Of a number of fewer folds, so many things, such as takings.
        ends : (float, float)
            Within which all such numbers lie: `SHARE_ENDS` of a share.
        """
        by = widening(count, folds)
        low = max(self.value - by * (self.value - self.low), ends[0])
        return Estimated(self.value, low, min(self.value + by * (self.high - self.value), ends[1]))


def estimated(row: Mapping[Any, Any] | pd.Series, prefix: str = "") -> Estimated:
    """Return the estimate in the columns value, low and high after a prefix."""
    return Estimated(*(float(row[f"{prefix}{part}"]) for part in Estimated._fields))


def picked_share(
    rows: pd.DataFrame, row: pd.Series, prefix: str = "", tables: int = 1
) -> Estimated:
    """Return a share with the interval that holds for one picked of all rows.

    `tables`: how many such picks hold together, one of each table.
    """
    return estimated(row, prefix).picked_of(tables * len(rows), ends=SHARE_ENDS)


@dataclass(frozen=True)
class TableCell:
    """A cell: its text, its interval if it has one, its sort key, and whether it is clear.

    Attributes
    ----------
    brief : str
        The text with as many decimals as people need: one, or two of what is all below 1.
    """

    text: str
    interval: str = ""
    order: str = ""
    is_sure: bool | None = None
    brief: str = ""


def percent(share: float, digits: int = 1) -> str:
    """Return 27.3% for 0.2731."""
    return NOTHING if math.isnan(share) else f"{100 * share:.{digits}f}%"


def per_100(share: float) -> str:
    """Return 27 for 0.2731, and 0.4 for 0.0042: of 100 games."""
    is_whole = share == 0 or share >= 0.01
    return NOTHING if math.isnan(share) else f"{100 * share:.{0 if is_whole else 1}f}"


def signed_points(share: float, digits: int = 1) -> str:
    """Return +1.2 for a difference of shares of 0.0123, in percentage points."""
    return signed(100 * share, digits)


def count(number: float) -> str:
    """Return 12,345."""
    return NOTHING if math.isnan(number) else f"{int(number):,}"


def rough_count(number: float) -> str:
    """Return 300,000 for 310,274: one digit is all that an estimated count has."""
    if math.isnan(number) or number <= 0:
        return count(number)
    return count(half_up(number, -math.floor(math.log10(number))))


def number(value: float, digits: int = 1) -> str:
    """Return a number with so many decimals: 1,234.5."""
    if math.isnan(value):
        return NOTHING
    return f"{half_up(value, digits):,.{digits}f}"


def signed(value: float, digits: int = 1) -> str:
    """Return a difference of numbers: +1.25."""
    return NOTHING if math.isnan(value) else f"{half_up(value, digits):+,.{digits}f}"


def points(share: float, digits: int = 1) -> str:
    """Return 1.2 for a share of 0.0123, in percentage points."""
    return number(100 * share, digits)


def exact_percent(share: float) -> str:
    """Return 25% for 0.25 and 33.3% for a third."""
    return NOTHING if math.isnan(share) else f"{trimmed(100 * share)}%"


def trimmed(value: float) -> str:
    """Return a number with one decimal, or none if that is 0."""
    return number(value).removesuffix(".0")


def times(factor: float) -> str:
    """Return a factor: 3.2 x; more than a hundred is only called large."""
    if math.isnan(factor):
        return NOTHING
    return "> 100 ×" if factor > 100 else f"{factor:.1f} ×"  # noqa: RUF001


def q_value(q: float) -> str:
    """Return a q-value or p-value: 0.031, or < 0.001."""
    if math.isnan(q):
        return NOTHING
    return "< 0.001" if q < 0.001 else f"{q:.3f}"


def decimals(low: float, high: float) -> int:
    """Return how many decimals show two significant digits of an interval's half-width.

    References
    ----------
    As the Particle Data Group rounds uncertainties (Review of Particle Physics, 5.3), but always
    to two digits.
    """
    half = (high - low) / 2
    if math.isnan(half) or half <= 0:
        return 1
    return min(max(1 - math.floor(math.log10(half) + 1e-9), 0), MOST_DECIMALS)


def interval(low: float, high: float, style: Style, digits: int | None = None) -> str:
    """Return [26.9, 27.7], of percents without their sign; nothing if there is none.

    `digits`: the decimals; None is as many as it needs.
    """
    if math.isnan(low) or math.isnan(high):
        return ""
    write = _writer(style, _digits(style, low, high) if digits is None else digits)
    return f"[{write(low)}, {write(high)}]".replace("%", "")


def both_ends(estimate: Estimated, style: Style) -> tuple[str, str] | None:
    """Return both ends of an interval: 26.9% and 27.7%; None if there is none."""
    _, low, high = estimate
    if math.isnan(low) or math.isnan(high):
        return None
    write = _writer(style, _digits(style, low, high))
    return write(low), write(high)


def written(value: Estimated | float, style: Style) -> str:
    """Return a number, or an estimate with its interval: 27.31% [26.88, 27.74]."""
    if not isinstance(value, Estimated):
        return _writer(style, 1)(float(value))
    text = _writer(style, _digits(style, value.low, value.high))(value.value)
    return f"{text} {interval(value.low, value.high, style)}".rstrip()


def style_of_unit(unit: str, is_difference: bool = False) -> Style:
    """Return how an estimate in a unit of `analysis.comparison.differences` is written."""
    if is_difference:
        return Style.CHANGE if unit == NUMBER else Style.POINTS
    return _OF_UNITS[unit]


def with_interval(row: Mapping[str, Any] | pd.Series, prefix: str, style: Style) -> str:
    """Return an estimate of a row with its interval: 27.31% [26.88, 27.74]."""
    cell = cell_of(row, Column("", prefix, style))
    return f"{cell.text} {cell.interval}".rstrip()


def written_cells(frame: pd.DataFrame, columns: Iterable[Column]) -> list[list[TableCell]]:
    """Return what each column of a table shows of each row, all with the same decimals.

    These show two digits of the half-width of most intervals.  Rows of different units have their
    own.
    """
    rows = frame.to_dict("records")  # of Python's numbers: ten times as fast as rows of pandas'
    return [_column_of_cells(rows, column) for column in columns]


def _column_of_cells(rows: Sequence[Mapping[Any, Any]], column: Column) -> list[TableCell]:
    style, digits, brief = column.style, None, None
    if style in ESTIMATES and (style not in _IN_UNITS or len({row["unit"] for row in rows}) == 1):
        if style in _IN_UNITS and rows:
            style = style_of_unit(rows[0]["unit"], is_difference=style == Style.SHIFT)
        estimates = [estimated(row, column.name) for row in rows]
        found = sorted(_digits(style, low, high) for _, low, high in estimates if low <= high)
        digits = found[len(found) // 2] if found else None
        values = [abs(value) for value, _, _ in estimates if not math.isnan(value)]
        is_small = style not in _IN_PERCENT and bool(values) and max(values) < 1
        brief = 2 if is_small else 1
    return [cell_of(row, column, digits, brief) for row in rows]


def cell_of(
    row: Mapping[str, Any] | pd.Series,
    column: Column,
    digits: int | None = None,
    brief: int | None = None,
) -> TableCell:
    """Return what a column of a table shows of a row.

    `digits`, `brief`: the decimals of an estimate, and of its brief form; None is as it needs.
    """
    style, name = column.style, column.name
    if style == Style.TEXT:
        return TableCell(str(row[name]), order=str(row[name]))
    is_estimate = style in ESTIMATES
    value = float(row[f"{name}value" if is_estimate else name])
    order = "" if math.isnan(value) else f"{value:.9g}"
    if not is_estimate:
        exact = 1
        if style == Style.VALUE:  # as exact as the difference that stands beside it
            style = _OF_UNITS[row["unit"]]
            style = Style.NUMBER if style == Style.MEAN else style
            exact = _digits(style, float(row["low"]), float(row["high"]))
        text = _writer(style, exact)(value)
        return TableCell(text, order=order, brief=_writer(style, min(exact, 1))(value))
    if style in _IN_UNITS:
        style = style_of_unit(row["unit"], is_difference=style == Style.SHIFT)
    low, high = float(row[f"{name}low"]), float(row[f"{name}high"])
    exact = _digits(style, low, high) if digits is None else digits
    if brief is None:
        brief = 2 if style not in _IN_PERCENT and abs(value) < 1 else 1
    write = _writer(style, exact)
    is_sure = bool(row[column.sure]) if column.sure and order else None
    text = _writer(style, min(brief, exact))(value)
    if not text.strip("+0."):
        text = text.lstrip("+")  # neither more nor less
    return TableCell(write(value), interval(low, high, style, exact), order, is_sure, text)


_OF_UNITS: Mapping[str, Style] = {
    SHARE: Style.PERCENT,
    EXCESS: Style.POINTS,
    SPREAD: Style.PP,
    NUMBER: Style.MEAN,
}
_IN_PERCENT = (Style.PERCENT, Style.POINTS, Style.PP)
_IN_UNITS = (Style.SHIFT, Style.AMOUNT)  # of the row


def _digits(style: Style, low: float, high: float) -> int:
    scale = 100 if style in _IN_PERCENT else 1
    return decimals(scale * low, scale * high)


def _writer(style: Style, digits: int) -> Callable[[float], str]:
    exact: dict[Style, Callable[[float, int], str]] = {
        Style.POINTS: signed_points,
        Style.PP: points,
        Style.CHANGE: signed,
        Style.MEAN: number,
        Style.NUMBER: number,
        Style.PERCENT: percent,
    }
    if style in exact:
        return lambda value: exact[style](value, digits)
    rounded: dict[Style, Callable[[float], str]] = {
        Style.EXACT_PERCENT: exact_percent,
        Style.EXACT_POINTS: lambda share: trimmed(100 * share),
        Style.COUNT: count,
        Style.ROUGH_COUNT: rough_count,
        Style.PER_100: per_100,
        Style.Q: q_value,
        Style.TIMES: times,
        Style.RATIO: lambda value: number(value, 2),
    }
    return rounded[style]


def joined(words: Sequence[str]) -> str:
    """Return a, b and c."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def half_up(value: float, digits: int) -> float:
    """Return a number rounded, a half away from zero whatever its binary form; never -0."""
    return round(value + math.copysign(1e-9, value), digits) + 0.0
