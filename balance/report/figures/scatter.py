"""Figures of two numbers of each thing: points with intervals, lines through them, and names."""

from collections.abc import Sequence
from dataclasses import dataclass

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from balance.report.figures.plots import COLOURS, FAINT, INK, MARKERS, STYLE, WIDE, blank

APART = 0.11  # points that share their place on the axis stand so far beside each other
_MOST_STEPS = 8  # up or down that a name is moved
_GAP = 0.012  # between a point and its name
_LETTER, _LINE = 0.0105, 0.04  # of the width and height of the picture, to keep names apart


@dataclass(frozen=True)
class Line:
    """A straight line: through (x, y) with a slope, from `first` to `last`."""

    x: float
    y: float
    slope: float
    first: float
    last: float


@mpl.rc_context(STYLE)
def scatter(
    frame: pd.DataFrame,
    by: str,
    x: str,
    prefix: str,
    axis_names: tuple[str, str],
    lines: Sequence[Line | None],
    named: str,
) -> Figure:
    """Draw estimates over a whole number, in a colour and with a mark for each kind.

    Parameters
    ----------
    frame : DataFrame
        With value, low and high after the prefix, and the name in ``card``.
    by : str
        The column of the kind.
    x : str
        The column along which they stand.
    lines : sequence of Line or None
        One for each kind, in the order in which kinds come.
    named : str
        The column that tells which points have their names beside them.
    """
    figure, axes = blank(WIDE, 4.6)
    rows = frame.assign(place=_beside(frame, x))
    for index, (kind, line) in enumerate(zip(rows[by].unique(), lines, strict=True)):
        own, colour = rows[rows[by] == kind], COLOURS[index % len(COLOURS)]
        axes.vlines(
            own["place"], own[f"{prefix}low"], own[f"{prefix}high"], color=colour, linewidth=1.6,
            alpha=0.7,
        )  # fmt: skip
        axes.plot(
            own["place"], own[f"{prefix}value"], MARKERS[index % len(MARKERS)], color=colour,
            markersize=6, markeredgecolor="white", markeredgewidth=0.6, label=kind, zorder=3,
        )  # fmt: skip
        if line is not None:
            ends = np.array([line.first, line.last])
            axes.plot(
                ends, line.y + line.slope * (ends - line.x), color=colour, linewidth=1.4,
                linestyle=(0, (5, 3)), zorder=2,
            )  # fmt: skip
    axes.grid(color=FAINT, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel(axis_names[0])
    axes.set_ylabel(axis_names[1])
    axes.margins(x=0.08, y=0.06)
    if rows[by].nunique() > 1:
        axes.legend(loc="lower left", bbox_to_anchor=(0, 1.0), ncols=4, handletextpad=0.1)
    _name(axes, rows[rows[named]], f"{prefix}value")
    return figure


def _beside(frame: pd.DataFrame, x: str) -> pd.Series:
    """Return where points stand: those of one number beside each other, not in a heap."""
    place = frame.groupby(x).cumcount()
    size = frame.groupby(x)[x].transform("size")
    gap = np.minimum(APART, 0.8 / np.maximum(size, 1))
    return frame[x] + gap * (place - (size - 1) / 2)


def _name(axes: Axes, rows: pd.DataFrame, y: str) -> None:
    """Write names beside points, each where it covers no other name."""
    (left, right), (bottom, top) = axes.get_xlim(), axes.get_ylim()
    taken: list[tuple[float, float, float]] = []  # where a name starts, its height, its width
    for _, row in rows.sort_values(y, ascending=False).iterrows():
        across, up = (row["place"] - left) / (right - left), (row[y] - bottom) / (top - bottom)
        width = _LETTER * len(str(row["card"]))
        sides = [side for side in (across + _GAP, across - width - _GAP) if 0 < side < 1 - width]
        places = [
            (side, up + way * step * _LINE)
            for step in range(_MOST_STEPS) for way in (1, -1) for side in sides
        ]  # fmt: skip
        free = [
            (side, height) for side, height in places
            if _LINE < height < 1 - _LINE
            and not any(_covers(each, (side, height, width)) for each in taken)
        ]  # fmt: skip
        start, height = free[0] if free else (across + _GAP, up)
        is_apart = abs(height - up) > _LINE / 2
        taken.append((start, height, width))
        axes.annotate(
            str(row["card"]), (row["place"], row[y]), (start, height), xycoords="data",
            textcoords="axes fraction", fontsize=8, color=INK, va="center",
            arrowprops={"arrowstyle": "-", "color": INK, "linewidth": 0.5} if is_apart else None,
        )  # fmt: skip


def _covers(one: tuple[float, float, float], two: tuple[float, float, float]) -> bool:
    is_beside = one[0] + one[2] < two[0] or two[0] + two[2] < one[0]
    return not is_beside and abs(one[1] - two[1]) < _LINE
