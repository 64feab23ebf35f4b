"""Figures of what goes on in the course of games: bands, steps, chances against outcomes."""

from collections.abc import Sequence
from dataclasses import dataclass

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from balance.report.figures.plots import BLUE, FAINT, GREY, INK, NARROW, STYLE, WIDE, blank

_PERCENT = FuncFormatter(lambda share, _: f"{100 * share:g}%")


@dataclass(frozen=True)
class Band:
    """A line with bands around it.

    Attributes
    ----------
    bands : tuple of (str, str)
        The columns of the lower and upper edge of each, the widest first.
    dash : str
        Of the line, as matplotlib writes it, so that colour is not all that tells lines apart.
    """

    line: str  # the column of the line
    bands: tuple[tuple[str, str], ...] = ()
    label: str = ""
    colour: str = BLUE
    dash: str = "-"


@mpl.rc_context(STYLE)
def bands(
    frame: pd.DataFrame,
    by: str,
    drawn: Sequence[Band],
    axis_names: tuple[str, str],
    is_share: bool = False,
    mark: float | None = None,
    is_wide: bool = False,
) -> Figure:
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
    figure, axes = blank(WIDE if is_wide else NARROW, 3.0)
    along = frame[by].to_numpy(float)
    for one in drawn:
        for low, high in one.bands:
            axes.fill_between(
                along, frame[low].to_numpy(float), frame[high].to_numpy(float),
                color=one.colour, alpha=0.16, linewidth=0,
            )  # fmt: skip
    for one in drawn:
        axes.plot(
            along, frame[one.line].to_numpy(float), one.dash, color=one.colour, linewidth=2,
            label=one.label,
        )  # fmt: skip
    if mark is not None:
        axes.axhline(mark, color=INK, linewidth=1, linestyle=(0, (4, 3)))
    axes.set_xlim(along.min(initial=0), along.max(initial=1))
    _finish(axes, axis_names)
    if is_share:
        axes.set_ylim(0, 1)
        axes.xaxis.set_major_formatter(_PERCENT)
        axes.yaxis.set_major_formatter(_PERCENT)
    else:
        axes.xaxis.set_major_locator(MaxNLocator(nbins=12, integer=True))
    if any(one.label for one in drawn):
        axes.legend(loc="upper left")
    return figure


@mpl.rc_context(STYLE)
def steps(
    frame: pd.DataFrame, axis_names: tuple[str, str], target: tuple[int, int] | None = None
) -> Figure:
    """Draw which share of games is over by each number, with the target shaded.

    Parameters
    ----------
    frame : DataFrame
        With number and share, which rises to 1.
    target : (int, int), optional
        The lowest and the highest number that are as wanted.
    """
    figure, axes = blank(NARROW, 3.0)
    numbers, shares = frame["number"].to_numpy(float), frame["share"].to_numpy(float)
    first = [numbers[0] - 1] if len(numbers) else []
    axes.step(
        np.concatenate([first, numbers]), np.concatenate([[0.0] * len(first), shares]),
        where="post", color=BLUE, linewidth=2,
    )  # fmt: skip
    if target is not None:
        axes.axvspan(target[0], target[1], color=GREY, alpha=0.25, linewidth=0)
        axes.annotate(
            "target", (target[0], 1), (3, 2), xycoords=("data", "axes fraction"),
            textcoords="offset points", fontsize=8.5, ha="left", va="bottom",
        )  # fmt: skip
    axes.set_ylim(0, 1.02)
    _finish(axes, axis_names)
    axes.xaxis.set_major_locator(MaxNLocator(nbins=12, integer=True))
    axes.yaxis.set_major_formatter(_PERCENT)
    return figure


@mpl.rc_context(STYLE)
def against(frame: pd.DataFrame, axis_names: tuple[str, str]) -> Figure:
    """Draw shares that were expected against those seen, which should lie on the diagonal.

    Parameters
    ----------
    frame : DataFrame
        With expected, and value, low and high of what was seen.
    """
    figure, axes = blank(NARROW, 3.4)
    axes.plot([0, 1], [0, 1], color=INK, linewidth=1, linestyle=(0, (4, 3)))
    expected = frame["expected"].to_numpy(float)
    axes.vlines(
        expected, frame["low"].to_numpy(float), frame["high"].to_numpy(float), color=BLUE,
        linewidth=2.2,
    )  # fmt: skip
    axes.plot(
        expected, frame["value"].to_numpy(float), "o", color=BLUE, markersize=5,
        markeredgecolor="white", markeredgewidth=0.6,
    )  # fmt: skip
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1)
    _finish(axes, axis_names)
    axes.xaxis.set_major_formatter(_PERCENT)
    axes.yaxis.set_major_formatter(_PERCENT)
    return figure


@mpl.rc_context(STYLE)
def stacked(
    frame: pd.DataFrame, by: str, parts: Sequence[tuple[str, str, str]], axis: str
) -> Figure:
    """Draw shares of a whole as parts of bars, a row of the frame each.

    Parameters
    ----------
    by : str
        The column that names the rows.
    parts : sequence of (str, str, str)
        The column of each part, its name and its colour.
    """
    rows = len(frame)
    figure, axes = blank(WIDE, 1.5 + 0.42 * max(rows, 2))
    places = np.arange(rows)[::-1].astype(float)
    ends = np.zeros(rows)
    for name, label, colour in parts:
        shares = np.clip(np.nan_to_num(frame[name].to_numpy(float)), 0, None)
        axes.barh(
            places, shares, left=ends, height=0.62, color=colour, alpha=0.85, linewidth=1,
            edgecolor="white", label=label,
        )  # fmt: skip
        for place, start, share in zip(places, ends, shares, strict=True):
            if share > 0.06:
                axes.text(
                    start + share / 2, place, f"{100 * share:.0f}%", ha="center", va="center",
                    fontsize=8.5,
                )  # fmt: skip
        ends = ends + shares
    axes.set_yticks(places, [str(name) for name in frame[by]])
    axes.set_xlim(0, max(1.0, float(ends.max(initial=1.0))))
    axes.set_xlabel(axis)
    axes.xaxis.set_major_formatter(_PERCENT)
    axes.legend(
        loc="lower right", bbox_to_anchor=(1, 1.0), ncols=len(parts), columnspacing=1.2,
        handlelength=1.0,
    )  # fmt: skip
    return figure


def _finish(axes: Axes, axis_names: tuple[str, str]) -> None:
    axes.set_xlabel(axis_names[0])
    axes.set_ylabel(axis_names[1])
    axes.yaxis.set_major_locator(MaxNLocator(nbins=6))
    axes.grid(axis="y", color=FAINT, linewidth=0.6)
    axes.set_axisbelow(True)
