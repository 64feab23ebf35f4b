"""Charts of what goes on in the course of games: bands, steps, chances against outcomes."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from balance.report.figures.chart import INCH, NARROW, WIDE, Axis, Chart
from balance.report.figures.plots import axis_percent, estimates
from balance.report.figures.shapes import (
    BLUE,
    DASHED,
    FAINT,
    GREY,
    ORANGE,
    PAPER,
    SMALL,
    band,
    box,
    line,
    marker,
    text,
)

_SMALLEST_NAMED = 0.06  # share of a bar within which its number has room


@dataclass(frozen=True)
class Band:
    """A line with bands around it.

    Attributes
    ----------
    bands : tuple of (str, str)
        The columns of the lower and upper edge of each, the widest first.
    dash : sequence of float
        Of the line: points drawn and left out in turn, so that colour is not all that tells lines
        apart; empty for a whole line.
    """

    line: str  # the column of the line
    bands: tuple[tuple[str, str], ...] = ()
    label: str = ""
    colour: str = BLUE
    dash: Sequence[float] = ()


def bands(
    frame: pd.DataFrame,
    by: str,
    drawn: Sequence[Band],
    axis_names: tuple[str, str],
    is_share: bool = False,
    mark: float | None = None,
    is_wide: bool = False,
) -> Chart:
    """Draw lines with bands along a column.

    Parameters
    ----------
    by : str
        The column along which they go.
    axis_names : tuple of str
        What the two axes are.
    is_share : bool
        Whether both axes are shares, shown as percents from 0 to 100.
    mark : float, optional
        Where a level line stands to compare with.
    """
    along = frame[by].to_numpy(float)
    x, y = _axes(axis_names)
    x.low, x.high = float(along.min(initial=0)), float(along.max(initial=1))
    x.most, x.is_integer = 12, True
    if is_share:
        x.most, x.is_integer, x.as_text = 6, False, axis_percent
        y.low, y.high, y.as_text = 0.0, 1.0, axis_percent
    chart = Chart(
        WIDE if is_wide else NARROW, 3.0 * INCH, x, y,
        legend_columns=2 if len(drawn) > 1 and not is_wide else max(len(drawn), 1),
    )  # fmt: skip
    for one in drawn:
        for low, high in one.bands:
            edges = frame[low].to_numpy(float), frame[high].to_numpy(float)
            known = ~np.isnan(edges[0] + edges[1])
            chart.add(
                band(along[known], edges[0][known], edges[1][known], colour=one.colour,
                     opacity=0.16)
            )  # fmt: skip
    for one in drawn:
        path = line(
            along, frame[one.line].to_numpy(float), colour=one.colour, width=2, dash=one.dash
        )
        chart.add(path)
        if one.label:
            chart.legend.append((path, one.label))
    if mark is not None:
        chart.add(line([-np.inf, np.inf], [mark, mark], dash=DASHED))
    return chart


def steps(
    frame: pd.DataFrame, axis_names: tuple[str, str], target: tuple[int, int] | None = None
) -> Chart:
    """Draw which share of games is over by each number, with the target shaded.

    Parameters
    ----------
    frame : DataFrame
        With number and share, which rises to 1.
    target : (int, int), optional
        The lowest and the highest number that are as wanted.
    """
    x, y = _axes(axis_names)
    x.most, x.is_integer = 12, True
    y.low, y.high, y.as_text = 0.0, 1.02, axis_percent
    chart = Chart(NARROW, 3.0 * INCH, x, y, head=12.0 if target else 0.0)
    if target is not None:
        chart.add(
            box(*target, -np.inf, np.inf, colour=GREY, opacity=0.25),
            text(target[0], np.inf, "target", dx=3, dy=-7, size=SMALL),
        )
    numbers, shares = frame["number"].to_numpy(float), frame["share"].to_numpy(float)
    if len(numbers):
        numbers, shares = np.append(numbers[0] - 1, numbers), np.append(0.0, shares)
    along, reached = np.repeat(numbers, 2)[1:], np.repeat(shares, 2)[:-1]
    chart.add(line(along, reached, colour=BLUE, width=2))
    return chart


def against(frame: pd.DataFrame, axis_names: tuple[str, str]) -> Chart:
    """Draw shares that were expected against those seen, which should lie on the diagonal.

    Parameters
    ----------
    frame : DataFrame
        With expected, and value, low and high of what was seen.
    """
    x, y = _axes(axis_names)
    for axis in (x, y):
        axis.low, axis.high, axis.as_text = 0.0, 1.0, axis_percent
    chart = Chart(NARROW, 3.4 * INCH, x, y)
    chart.add(line([0, 1], [0, 1], dash=DASHED))
    for expected, value, low, high in zip(frame["expected"], *estimates(frame), strict=True):
        chart.add(
            line([expected, expected], [low, high], colour=BLUE, width=2.2),
            marker(expected, value),
        )
    return chart


def stacked(
    frame: pd.DataFrame, by: str, parts: Sequence[tuple[str, str, str]], axis: str
) -> Chart:
    """Draw shares of a whole as parts of bars, a row of the frame each.

    Parameters
    ----------
    by : str
        The column that names the rows.
    parts : sequence of (str, str, str)
        The column of each part, its name and its colour.
    """
    rows = len(frame)
    shares = np.column_stack([frame[name].to_numpy(float) for name, _, _ in parts])
    shares = np.clip(np.nan_to_num(shares), 0, None)
    ends = shares.cumsum(axis=1)
    chart = Chart(
        WIDE, (1.5 + 0.42 * max(rows, 2)) * INCH,
        Axis(axis, 0.0, max(1.0, float(ends.max(initial=1))), as_text=axis_percent, has_line=True),
        Axis("", rows - 0.3, -0.7, [str(name) for name in frame[by]]),
        legend_columns=len(parts),
    )  # fmt: skip
    for index, (_, label, colour) in enumerate(parts):
        for row in range(rows):
            share, end = float(shares[row, index]), float(ends[row, index])
            part = box(
                end - share, end, row - 0.31, row + 0.31, colour=colour, opacity=0.85, edge=PAPER
            )
            chart.add(part)
            if share > _SMALLEST_NAMED:
                number = f"{100 * share:.0f}%"
                chart.add(text(end - share / 2, row, number, anchor="middle", size=SMALL))
        chart.legend.append((box(0, 1, 0, 1, colour=colour, opacity=0.85), label))
    return chart


def scatter(
    frame: pd.DataFrame, x: str, y: str, axis_names: tuple[str, str], times: float = 1.0
) -> Chart:
    """Draw a point for each row, with the intervals of both its estimates.

    Parameters
    ----------
    x, y : str
        Prefixes of the columns value, low and high.
    times : float
        What the upright estimate is multiplied with.
    """
    across, up = _axes(axis_names)
    across.has_grid = True
    chart = Chart(WIDE, 4.6 * INCH, across, up)
    points = list(
        zip(*estimates(frame, x), *(times * one for one in estimates(frame, y)), strict=True)
    )
    for x_value, left, right, y_value, low, high in points:
        chart.add(
            line([x_value, x_value], [low, high], colour=FAINT, width=0.9),
            line([left, right], [y_value, y_value], colour=FAINT, width=0.9),
        )
    chart.add(*(marker(point[0], point[3], size=4.5) for point in points))
    return chart


def named_dots(dots: pd.DataFrame, named: pd.DataFrame, axis_names: tuple[str, str]) -> Chart:
    """Draw a small dot for each of many things, and a larger one with its name for a few.

    Parameters
    ----------
    dots, named : DataFrame
        Two columns, across and up; `named` by name.
    """
    across, up = _axes(axis_names)
    across.has_grid = True
    chart = Chart(WIDE, 4.6 * INCH, across, up)
    chart.add(*(marker(x, y, size=4.0, colour=GREY) for x, y in dots.to_numpy(float)))
    points = named.to_numpy(float)
    every = np.concatenate([dots.to_numpy(float), points])
    low, high = every.min(axis=0), every.max(axis=0)
    scaled = (points - low) / np.maximum(high - low, 1e-12)
    for name, (x, y), (across_share, up_share) in zip(named.index, points, scaled, strict=True):
        # To the side with more room, and below the dot where another stands close above it.
        anchor, dx = ("start", 7) if across_share < 0.5 else ("end", -7)
        over = scaled - (across_share, up_share)
        is_under = ((abs(over[:, 0]) < 0.3) & (over[:, 1] > 0) & (over[:, 1] < 0.1)).any()
        label = text(x, y, str(name), dx=dx, dy=11 if is_under else -7, anchor=anchor)
        chart.add(marker(x, y, size=7.0, colour=ORANGE), label)
    return chart


def _axes(names: tuple[str, str]) -> tuple[Axis, Axis]:
    return Axis(names[0], has_line=True), Axis(names[1], most=6, has_grid=True)
