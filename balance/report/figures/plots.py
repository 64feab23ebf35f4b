"""Tables as pictures, in one house style; the same table gives the same bytes."""

import io
import re
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import FuncFormatter, MaxNLocator

# Okabe and Ito's colours, which all kinds of eyes tell apart.
BLUE, ORANGE, GREEN, GREY = "#0072b2", "#d55e00", "#009e73", "#8a929c"
PURPLE, YELLOW = "#cc79a7", "#e69f00"
INK, FAINT = "#2b303a", "#d9dde3"
# What a page calls these colours: it has others at night.
_NAMES = {
    INK: "ink", FAINT: "line", "#000000": "ink", "#ffffff": "paper", BLUE: "blue",
    ORANGE: "orange", GREEN: "green", GREY: "grey", PURPLE: "purple", YELLOW: "yellow",
}  # fmt: skip
MARKERS = ("o", "s", "D", "^", "v", "P")
COLOURS = (BLUE, ORANGE, GREEN, PURPLE, YELLOW, GREY)  # of the cells of a comparison
WIDE, NARROW = 7.6, 5.2  # inches: across the page, or two side by side
PNG_DOTS = 160  # an inch
MOST_BARS = 60  # of a histogram; wider ranges are gathered
HEAT_ROOM = 78  # letters below a table of numbers; names that need more are turned

STYLE: Any = {
    "axes.edgecolor": INK,
    "axes.facecolor": "none",
    "axes.labelcolor": INK,
    "axes.linewidth": 0.8,
    "axes.spines.left": False,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlesize": 10,
    "axes.labelsize": 9.5,
    "figure.facecolor": "white",
    "font.size": 9.5,
    "font.family": "DejaVu Sans",  # comes with matplotlib: the same on all machines
    "legend.frameon": False,
    "legend.fontsize": 9,
    "path.simplify": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "balance",
    "text.color": INK,
    "text.parse_math": False,  # a name with two dollars in it is no formula
    "xtick.color": INK,
    "ytick.color": INK,
    "ytick.left": False,
}
# In place of what the user's own matplotlibrc says, such as `text.usetex`.
STYLE = {
    key: value for key, value in mpl.rcParamsDefault.items() if not key.startswith("backend")
} | STYLE


@dataclass(frozen=True)
class Series:
    """Estimates drawn together: the prefix of their columns, and their name in the legend."""

    prefix: str
    label: str = ""
    colour: str = BLUE


@mpl.rc_context(STYLE)
def intervals(
    frame: pd.DataFrame,
    by: str,
    series: Sequence[Series],
    axis: str,
    mark: float | None = None,
    is_share: bool = True,
    mark_label: str = "fair",
    is_wide: bool = False,
) -> Figure:
    """Draw estimates as points on lines that are their intervals, a row of the frame each.

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
        Whether values are shares, shown as percents.
    is_wide : bool
        Whether it goes across the page.
    """
    rows = len(frame)
    columns = _legend_columns([line.label for line in series], is_wide)
    lines = -(-len(series) // columns) if len(series) > 1 else 0
    height = 0.95 + max(rows, 2) * (0.16 + 0.13 * len(series)) + 0.25 * lines
    figure, axes = blank(WIDE if is_wide else NARROW, height)
    places = np.arange(rows)[::-1].astype(float)
    for place in places:
        axes.axhline(place, color=FAINT, linewidth=0.6, zorder=0)
    if mark is not None:
        axes.axvline(mark, color=INK, linewidth=1, linestyle=(0, (4, 3)), zorder=1)
        axes.annotate(
            mark_label, (mark, 1), (3, 2), xycoords=("data", "axes fraction"),
            textcoords="offset points", fontsize=8.5, ha="left", va="bottom",
        )  # fmt: skip
    for index, line in enumerate(series):
        offset = ((len(series) - 1) / 2 - index) * min(0.24, 0.72 / len(series))
        value = frame[f"{line.prefix}value"].to_numpy(float)
        low = frame[f"{line.prefix}low"].to_numpy(float)
        high = frame[f"{line.prefix}high"].to_numpy(float)
        known = ~np.isnan(value)
        axes.hlines(
            places[known] + offset,
            low[known],
            high[known],
            color=line.colour,
            linewidth=2.2,
            zorder=2,
        )
        axes.plot(
            value[known], places[known] + offset, MARKERS[index % len(MARKERS)], color=line.colour,
            markersize=5, markeredgecolor="white", markeredgewidth=0.6, label=line.label, zorder=3,
        )  # fmt: skip
    axes.set_yticks(places, [str(name) for name in frame[by]])
    axes.set_ylim(-0.7, rows - 0.3)
    axes.set_xlabel(axis)
    _scale(axes, is_share)
    if any(line.label for line in series):
        axes.legend(
            loc="lower right", bbox_to_anchor=(1, 1.0), ncols=columns,
            borderaxespad=0.2 if mark is None else 1.5,
            handletextpad=0.1, columnspacing=1.2,
        )  # fmt: skip
    return figure


def _legend_columns(labels: Sequence[str], is_wide: bool) -> int:
    """Return how many labels have room beside each other."""
    room = 84 if is_wide else 52  # letters
    return max(min(room // (max(map(len, labels)) + 5), len(labels)), 1)


@mpl.rc_context(STYLE)
def heat(
    frame: pd.DataFrame, texts: pd.DataFrame, axes_names: tuple[str, str], centre: float
) -> Figure:
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
    figure, axes = blank(WIDE, 1.1 + 0.36 * rows)
    values = frame.to_numpy(float)
    reach = float(np.nanmax(np.abs(values - centre), initial=0.0)) or 1.0
    for row in range(rows):
        for column in range(columns):
            value = values[row, column]
            if np.isnan(value):
                continue
            axes.add_patch(
                Rectangle(
                    (column - 0.48, row - 0.46), 0.96, 0.92, linewidth=0,
                    facecolor=BLUE if value >= centre else ORANGE,
                    alpha=0.65 * abs(value - centre) / reach,
                )
            )  # fmt: skip
            axes.text(column, row, str(texts.iat[row, column]), ha="center", va="center")
    axes.set_xlim(-0.5, columns - 0.5)
    axes.set_ylim(rows - 0.5, -0.5)
    names = [str(name) for name in frame.columns]
    is_long = columns * max(map(len, names), default=0) > HEAT_ROOM
    turned: Any = {"rotation": 30, "ha": "right", "rotation_mode": "anchor"} if is_long else {}
    axes.set_xticks(range(columns), names, **turned)
    axes.set_yticks(range(rows), [str(name) for name in frame.index])
    axes.set_xlabel(axes_names[1])
    axes.set_ylabel(axes_names[0])
    axes.tick_params(bottom=False)
    axes.spines["bottom"].set_visible(False)
    return figure


@mpl.rc_context(STYLE)
def bars(frame: pd.DataFrame, by: str, axis: str, colour: str = BLUE) -> Figure:
    """Draw shares as bars from 0, each with its interval and its number."""
    rows = len(frame)
    figure, axes = blank(NARROW, 0.8 + 0.34 * max(rows, 2))
    places = np.arange(rows)[::-1].astype(float)
    value = frame["value"].to_numpy(float)
    low, high = frame["low"].to_numpy(float), frame["high"].to_numpy(float)
    axes.barh(places, np.nan_to_num(value), height=0.62, color=colour, alpha=0.85, linewidth=0)
    axes.hlines(places, low, high, color=INK, linewidth=1.4)
    for place, share, end in zip(places, value, high, strict=True):
        if not np.isnan(share):
            edge = share if np.isnan(end) else max(share, end)
            axes.annotate(
                f"{100 * share:.1f}%",
                (edge, place),
                (5, 0),
                textcoords="offset points",
                va="center",
            )
    axes.set_yticks(places, [str(name) for name in frame[by]])
    axes.set_xlim(0, min(1.12 * float(np.nanmax(np.append(high, 0.01))) + 0.02, 1.1))
    axes.set_xlabel(axis)
    _scale(axes, is_share=True)
    return figure


@mpl.rc_context(STYLE)
def histogram(
    frame: pd.DataFrame, axis: str, mark: float | None = None, mark_label: str = "mean"
) -> Figure:
    """Draw how often each number was seen, from the columns number and share."""
    figure, axes = blank(NARROW, 2.4)
    numbers, shares, width = gathered(frame)
    axes.bar(numbers, shares, width=0.88 * width, color=BLUE, alpha=0.85, linewidth=0)
    if mark is not None and not np.isnan(mark):
        axes.axvline(mark, color=INK, linewidth=1, linestyle=(0, (4, 3)))
        axes.annotate(
            f"{mark_label} {mark:,.1f}", (mark, 1), (4, -1), xycoords=("data", "axes fraction"),
            textcoords="offset points", fontsize=8.5, ha="left", va="top",
        )  # fmt: skip
    axes.set_ylim(0, 1.18 * float(np.max(shares, initial=0.01)))
    axes.set_xlabel(axis if width == 1 else f"{axis} (in steps of {width})")
    axes.xaxis.set_major_locator(MaxNLocator(nbins=12, integer=True))
    axes.yaxis.set_major_locator(MaxNLocator(nbins=4))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda share, _: f"{100 * share:g}%"))
    axes.grid(axis="y", color=FAINT, linewidth=0.6)
    axes.set_axisbelow(True)
    return figure


@mpl.rc_context(STYLE)
def settling(
    frame: pd.DataFrame,
    by: str,
    axis_names: tuple[str, str],
    mark: float | None = None,
    mark_label: str = "fair",
) -> Figure:
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
    figure, axes = blank(NARROW, 2.6)
    counted = frame[by].to_numpy(float)
    value, low, high = (frame[name].to_numpy(float) for name in ("value", "low", "high"))
    axes.fill_between(counted, low, high, color=BLUE, alpha=0.22, linewidth=0)
    axes.plot(counted, value, "o-", color=BLUE, markersize=4, linewidth=1.6)
    if mark is not None:
        axes.axhline(mark, color=INK, linewidth=1, linestyle=(0, (4, 3)))
        axes.annotate(
            mark_label, (1, mark), (-2, 3), xycoords=("axes fraction", "data"),
            textcoords="offset points", fontsize=8.5, ha="right", va="bottom",
        )  # fmt: skip
    axes.set_xlim(0, None)
    axes.set_xlabel(axis_names[0])
    axes.set_ylabel(axis_names[1])
    axes.xaxis.set_major_locator(MaxNLocator(nbins=5))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda number, _: f"{number:,.0f}"))
    axes.yaxis.set_major_locator(MaxNLocator(nbins=5, steps=[1, 2, 5, 10]))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda share, _: f"{100 * share:g}%"))
    axes.grid(axis="y", color=FAINT, linewidth=0.6)
    axes.set_axisbelow(True)
    return figure


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


def as_png(figure: Figure) -> bytes:
    """Return the picture as PNG, 160 dots an inch."""
    file = io.BytesIO()
    dots = figure.dpi
    with mpl.rc_context(STYLE), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing")  # a box stands for it, as anywhere
        figure.dpi = PNG_DOTS
        # Straight to the canvas: `savefig` would draw everything twice.
        FigureCanvasAgg(figure).print_png(file, metadata={"Software": None})  # type: ignore[no-untyped-call]
        figure.dpi = dots
    return file.getvalue()


def as_svg(figure: Figure) -> str:
    """Return the picture as SVG without a background, its text being text."""
    file = io.StringIO()
    paper = figure.get_facecolor()
    with mpl.rc_context(STYLE), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing")
        figure.set_facecolor("none")
        canvas = FigureCanvasSVG(figure)
        canvas.print_svg(file, metadata={"Date": None, "Creator": None})  # type: ignore[no-untyped-call]
        figure.set_facecolor(paper)
    return file.getvalue()


def inline(svg: str, description: str, name: str = "") -> str:
    """Return an SVG picture to stand inside a page: no header, no size, no background.

    Its colours become those of the page, by name, so that they can be others at night.

    Parameters
    ----------
    description : str
        Read out in place of the picture.
    name : str
        Stands before its ids, so that none is twice in a page.
    """
    body = svg[svg.index("<svg") :]
    body = re.sub(r"<(metadata|style)\b.*?</\1>", "", body, flags=re.DOTALL)
    body = re.sub(r'<g id="patch_1">.*?</g>', "", body, count=1, flags=re.DOTALL)
    body = re.sub(r' (width|height)="[\d.]+pt"', "", body, count=2)
    # Clips and markers are what ids are for; groups need none.
    body = re.sub(r'(<(?:g|svg)[^>]*?) id="[\w.]+"', r"\1", body)
    body = re.sub(r'( id="|url\(#|href="#)', rf"\1{name}-" if name else r"\1", body)
    body = re.sub(r"#[0-9a-f]{6}\b", _named, body)
    body = re.sub(r"\d+\.\d{3,}", lambda match: f"{float(match[0]):.2f}", body)  # half the bytes
    label = description.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
    return body.replace("<svg", f'<svg role="img" aria-label="{label}"', 1)


def _named(colour: re.Match[str]) -> str:
    name = _NAMES.get(colour[0])
    return f"var(--{name})" if name else colour[0]


def blank(width: float, height: float) -> tuple[Figure, Axes]:
    """Return an empty figure of that size in inches, and its axes."""
    figure = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    return figure, figure.add_subplot()


def _scale(axes: Axes, is_share: bool) -> None:
    axes.xaxis.set_major_locator(MaxNLocator(nbins=7, steps=[1, 2, 5, 10]))
    if is_share:
        axes.xaxis.set_major_formatter(FuncFormatter(lambda share, _: f"{100 * share:g}%"))
