"""Tables as charts, in one house style; the same table gives the same bytes."""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from balance.report.figures.chart import INCH, NARROW, WIDE, Axis, Chart
from balance.report.figures.shapes import (
    BLUE,
    DASHED,
    FAINT,
    GREY,
    MARKERS,
    ORANGE,
    SMALL,
    Line,
    Marker,
    band,
    box,
    line,
    marker,
    text,
)
from balance.report.number_format import half_up

MOST_BARS = 60  # of a histogram; wider ranges are gathered
MOST_LINES = 5  # of a name below it
HEAT_ROOM = 78  # letters below a table of numbers; names that need more are folded
_HEAD = 12.0  # points above a chart for the name of a mark


@dataclass(frozen=True)
class Series:
    """Estimates drawn together: the prefix of their columns, and their name in the legend."""

    prefix: str
    label: str = ""
    colour: str = BLUE


def axis_percent(share: float) -> str:
    """Return a share as it stands beside an axis."""
    return f"{100 * share:g}%"


def axis_points(share: float) -> str:
    """Return a difference of shares as it stands beside an axis, in points."""
    return f"{100 * share:+g}" if share else "0"


def numbers_beside(values: Any, is_share: bool, is_difference: bool) -> list[str]:
    """Return numbers as they stand beside the rows of a chart; nothing for nan."""
    if is_share:
        form = "{:+.1f}" if is_difference else "{:.1f}%"
        texts = [form.format(half_up(100 * value, 1)) for value in values]
    else:
        most = np.nanmax(np.abs(values), initial=0.0)
        digits = 2 if most < 1 else 1 if most < 100 else 0
        texts = [f"{half_up(value, digits):,.{digits}f}" for value in values]
    return ["" if np.isnan(value) else one for value, one in zip(values, texts, strict=True)]


def intervals(
    frame: pd.DataFrame,
    by: str,
    series: Sequence[Series],
    axis: str,
    mark: float | None = None,
    is_share: bool = True,
    mark_label: str = "fair",
    is_wide: bool = False,
    shaded: tuple[float, float] | None = None,
) -> Chart:
    """Draw estimates as points on lines that are their intervals, a row of the frame each.

    Where there is one series, its numbers stand beside the rows.

    Parameters
    ----------
    frame : DataFrame
        With value, low and high after the prefix of each series.
    by : str
        The column that names the rows.
    axis : str
        What is measured.
    mark : float, optional
        Where a line stands to compare with, such as the fair share.
    is_share : bool
        Whether values are shares, shown as percents; against a mark at 0 as points.
    is_wide : bool
        Whether it goes across the page.
    shaded : (float, float), optional
        From where to where the background is shaded.
    """
    rows = len(frame)
    columns = _legend_columns([one.label for one in series], is_wide)
    lines = -(-len(series) // columns) if len(series) > 1 else 0
    height = 0.95 + max(rows, 2) * (0.16 + 0.13 * len(series)) + 0.25 * lines
    is_difference = is_share and mark == 0
    x = Axis(axis, has_line=True)
    if is_share:
        x.as_text = axis_points if is_difference else axis_percent
    chart = Chart(
        WIDE if is_wide else NARROW, height * INCH, x, _rows(frame[by]), legend_columns=columns,
        head=_HEAD if mark is not None else 0.0,
    )  # fmt: skip
    if len(series) == 1:
        found = frame[f"{series[0].prefix}value"].to_numpy(float)
        chart.beside = numbers_beside(found, is_share, is_difference)
    if shaded is not None:
        chart.add(box(*shaded, -np.inf, np.inf, colour=FAINT, opacity=0.6))
    for place in range(rows):
        chart.add(line([-np.inf, np.inf], [place, place], colour=FAINT, width=0.6))
    if mark is not None:
        chart.add(*_upright(mark, mark_label))
    for index, one in enumerate(series):
        offset = (index - (len(series) - 1) / 2) * min(0.24, 0.72 / len(series))
        kind = MARKERS[index % len(MARKERS)]
        value, low, high = estimates(frame, one.prefix)
        for place in np.flatnonzero(~np.isnan(value)).tolist():
            chart.add(
                *estimate_across(
                    (value[place], low[place], high[place]), place + offset, one.colour, kind
                )
            )
        if one.label:
            chart.legend.append((marker(0, 0, colour=one.colour, kind=kind), one.label))
    return chart


@dataclass(frozen=True)
class Panel:
    """Estimates of one measure in a picture of several: the prefix of their columns, a name."""

    prefix: str
    label: str
    times: float = 1.0  # what they are multiplied with
    lowest: frozenset[int] = frozenset()  # rows that may be the lowest of all
    highest: frozenset[int] = frozenset()


def panels(frame: pd.DataFrame, by: str, columns: Sequence[Panel]) -> Chart:
    """Draw several measures side by side, each in its own scale, a row of the frame each.

    What alone may be the lowest is blue, the highest orange; where it may be either, or neither, it
    is pale.

    Parameters
    ----------
    by : str
        The column that names the rows.
    """
    rows, count = len(frame), len(columns)
    labels = [_folded(one.label, HEAT_ROOM // count) for one in columns]
    lines = max(name.count("\n") for name in labels)
    chart = Chart(
        WIDE, (0.7 + 0.3 * max(rows, 2) + 0.18 * lines) * INCH,
        Axis("", -0.5, count - 0.5, labels), _rows(frame[by]),
    )  # fmt: skip
    for place in range(rows):
        chart.add(line([-np.inf, np.inf], [place, place], colour=FAINT, width=0.6))
    for column, one in enumerate(columns):
        value, low, high = (one.times * each for each in estimates(frame, one.prefix))
        least = np.nanmin(low)
        width = float(np.nanmax(high) - least) or 1.0
        texts = numbers_beside(value, is_share=False, is_difference=False)
        for place in np.flatnonzero(~np.isnan(value)).tolist():
            is_low, is_high = place in one.lowest, place in one.highest
            colour = GREY if is_low == is_high else BLUE if is_low else ORANGE
            across = (column - 0.45 + 0.6 * (each[place] - least) / width
                      for each in (value, low, high))  # fmt: skip
            number = text(column + 0.45, place, texts[place], anchor="end", size=SMALL)
            chart.add(*estimate_across(tuple(across), place, colour), number)
    return chart


def estimates(frame: pd.DataFrame, prefix: str = "") -> tuple[Any, Any, Any]:
    """Return the columns value, low and high after a prefix, as floats."""
    columns = (frame[f"{prefix}{name}"].to_numpy(float) for name in ("value", "low", "high"))
    value, low, high = columns
    return value, low, high


def estimate_across(
    estimate: tuple[float, float, float], y: float, colour: str, kind: str = "circle"
) -> tuple[Line, Marker]:
    """Return an estimate as a marker on its interval, from left to right."""
    value, low, high = estimate
    return (
        line([low, high], [y, y], colour=colour, width=2.2),
        marker(value, y, colour=colour, kind=kind),
    )


def _legend_columns(labels: Sequence[str], is_wide: bool) -> int:
    """Return how many labels have room beside each other."""
    room = 84 if is_wide else 52  # letters
    return max(min(room // (max(map(len, labels)) + 5), len(labels)), 1)


def _rows(names: "pd.Series[Any]") -> Axis:
    """Return an axis with a row for each name, the first at the top."""
    return Axis(low=len(names) - 0.3, high=-0.7, names=[str(name) for name in names])


def _upright(place: float, label: str) -> list[Any]:
    """Return a dashed line from top to bottom, and its name above it."""
    upright = line([place, place], [-np.inf, np.inf], dash=DASHED)
    name = text(place, np.inf, label, dx=3, dy=-7, size=SMALL)
    return [upright, name] if label else [upright]


def heat(
    frame: pd.DataFrame, texts: pd.DataFrame, axes_names: tuple[str, str], centre: float
) -> Chart:
    """Draw a table of numbers, each on a colour that says how far from the centre it is.

    Parameters
    ----------
    frame : DataFrame
        Numbers; nan is left blank.
    texts : DataFrame
        What is written of each.
    axes_names : tuple of str
        What the rows and the columns are.
    centre : float
        Where there is no colour; above it is blue, below it orange.
    """
    rows, columns = frame.shape
    beside = [str(name) for name in frame.index]
    below = [_folded(str(name), HEAT_ROOM // max(columns, 1)) for name in frame.columns]
    if "" in below and not set(map(str, frame.columns)) <= set(beside):  # names are broken
        room = max(HEAT_ROOM // max(columns, 1), 3)
        below = ["\n".join(textwrap.wrap(str(name), room)[:MOST_LINES]) for name in frame.columns]
    elif "" in below:  # a word has no room: numbers, and the names beside the rows
        below = [f"{place}" for place in range(1, columns + 1)]
        known = {str(name): number for name, number in zip(frame.columns, below, strict=True)}
        beside = [f"{name} ({known[name]})" if name in known else name for name in beside]
    lines = max((name.count("\n") for name in below), default=0)
    chart = Chart(
        WIDE, (1.1 + 0.36 * rows + 0.18 * lines) * INCH,
        Axis(axes_names[1], -0.5, columns - 0.5, below),
        Axis(axes_names[0], rows - 0.5, -0.5, beside),
    )  # fmt: skip
    values = frame.to_numpy(float)
    reach = float(np.nanmax(np.abs(values - centre), initial=0.0)) or 1.0
    for row, column in zip(*np.nonzero(~np.isnan(values)), strict=True):
        value = values[row, column]
        chart.add(
            box(
                column - 0.48, column + 0.48, row - 0.46, row + 0.46,
                colour=BLUE if value >= centre else ORANGE,
                opacity=0.65 * abs(value - centre) / reach,
            ),
            text(column, row, str(texts.iat[row, column]), anchor="middle"),
        )  # fmt: skip
    return chart


def _folded(name: str, room: int) -> str:
    """Return a name in lines of at most so many letters; empty if a word of it is longer."""
    lines = [
        part
        for line in name.split("\n")
        for part in textwrap.wrap(line, max(room, 1), break_long_words=False)
    ]
    return "\n".join(lines) if max(map(len, lines), default=0) <= room else ""


def bars(frame: pd.DataFrame, by: str, axis: str, colour: str = BLUE) -> Chart:
    """Draw shares as bars from 0, each with its interval and its number."""
    rows = len(frame)
    value, low, high = estimates(frame)
    most = min(1.12 * float(np.nanmax(np.append(high, 0.01))) + 0.02, 1.1)
    x = Axis(axis, 0.0, most, as_text=axis_percent, has_line=True)
    chart = Chart(NARROW, (0.8 + 0.34 * max(rows, 2)) * INCH, x, _rows(frame[by]))
    for place, share in enumerate(value):
        if np.isnan(share):
            continue
        edge = np.fmax(share, high[place])
        chart.add(
            box(0.0, share, place - 0.31, place + 0.31, colour=colour, opacity=0.85),
            line([low[place], high[place]], [place, place], width=1.4),
            text(edge, place, f"{100 * share:.1f}%", dx=5),
        )
    return chart


def histogram_figure(
    frame: pd.DataFrame, axis: str, mark: float | None = None, mark_label: str = "mean"
) -> Chart:
    """Draw how often each number was seen, from the columns number and share."""
    numbers, shares, width = gathered(frame)
    label = axis if width == 1 else f"{axis} (in steps of {width})"
    chart = Chart(
        NARROW, 2.4 * INCH, Axis(label, most=12, is_integer=True, has_line=True),
        Axis("", 0.0, 1.18 * float(np.max(shares, initial=0.01)), most=4, as_text=axis_percent,
             has_grid=True),
    )  # fmt: skip
    for number, share in zip(numbers, shares, strict=True):
        half = 0.44 * width
        chart.add(box(number - half, number + half, 0.0, share, opacity=0.85))
    if mark is not None and not np.isnan(mark):
        chart.add(
            line([mark, mark], [-np.inf, np.inf], dash=DASHED),
            text(mark, np.inf, f"{mark_label} {mark:,.1f}", dx=4, dy=6, size=SMALL),
        )
    return chart


def settling(
    frame: pd.DataFrame,
    by: str,
    axis_names: tuple[str, str],
    mark: float | None = None,
    mark_label: str = "fair",
) -> Chart:
    """Draw a share with its interval as more and more is counted.

    Parameters
    ----------
    frame : DataFrame
        With value, low and high, in the order of the column `by`.
    by : str
        How much is counted.
    axis_names : tuple of str
        What the two axes are.
    mark : float, optional
        Where a line stands to compare with.
    """
    counted = frame[by].to_numpy(float)
    value, low, high = estimates(frame)
    chart = Chart(
        NARROW, 2.6 * INCH,
        Axis(axis_names[0], 0.0, most=5, as_text="{:,.0f}".format, has_line=True),
        Axis(axis_names[1], most=5, as_text=axis_percent, has_grid=True),
    )  # fmt: skip
    chart.add(band(counted, low, high, opacity=0.22), line(counted, value, colour=BLUE, width=1.6))
    chart.add(*(marker(x, y, size=4) for x, y in zip(counted, value, strict=True)))
    if mark is not None:
        chart.add(
            line([-np.inf, np.inf], [mark, mark], dash=DASHED),
            text(np.inf, mark, mark_label, anchor="end", dx=-2, dy=-7, size=SMALL),
        )
    return chart


def gathered(frame: pd.DataFrame) -> tuple[Any, Any, int]:
    """Return the middles, shares and width of bars, so many numbers in each that they are few."""
    numbers, shares = frame["number"].to_numpy(), frame["share"].to_numpy(float)
    if not len(numbers):
        return numbers, shares, 1
    reach = int(numbers[-1] - numbers[0]) + 1
    width = -(-reach // MOST_BARS)
    if width == 1:
        return numbers, shares, 1
    bins = (numbers - numbers[0]) // width
    return (
        numbers[0] + (np.arange(bins[-1] + 1) + 0.5) * width - 0.5,
        np.bincount(bins, shares),
        width,
    )
