"""Charts as pictures of matplotlib, and as PNG."""

import io
import textwrap
import warnings
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.patches import Circle, Polygon

from balance.report.figures.chart import INCH, Chart
from balance.report.figures.shapes import INK, PAPER, Area, Line, Marker, Shape, Text
from balance.report.figures.svg import OUTLINES

WIDE = 1920  # pixels of a file: sharp on a slide
DOTS = 160  # an inch, of a figure in a notebook
TITLE, SOURCE, GAP = (
    12,
    7.5,
    5.0,
)  # points: sizes of the texts around a chart, and space beside them
_LETTER = 0.55  # the width of a letter, about, in its size
# In place of what the user's own matplotlibrc says, such as `text.usetex`.
_STYLE: Any = {
    key: value for key, value in mpl.rcParamsDefault.items() if not key.startswith("backend")
} | {
    "font.family": "DejaVu Sans",  # comes with matplotlib: the same on all machines
    "path.simplify": False,
    "text.color": INK,
    "text.parse_math": False,  # a name with two dollars in it is no formula
}


def as_png(chart: Chart, title: str = "", source: str = "") -> bytes:
    """Return a chart as PNG, 1,920 pixels wide, with a title above and its source below."""
    file = io.BytesIO()
    with mpl.rc_context(_STYLE), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing")  # a box stands for it, as anywhere
        # Straight to the canvas: `savefig` would draw everything twice.
        canvas = FigureCanvasAgg(_with_texts(chart, title, source))
        canvas.print_png(file, metadata={"Software": None})  # type: ignore[no-untyped-call]
    return file.getvalue()


@mpl.rc_context(_STYLE)
def as_figure(chart: Chart) -> Figure:
    """Return a chart as a figure of matplotlib; its axes measure points from the top left."""
    return _drawn(chart, 0, 0, DOTS)


def _with_texts(chart: Chart, title: str, source: str) -> Figure:
    texts = [
        (textwrap.wrap(text, int(chart.width / (size * _LETTER))), size)
        for text, size in ((title, TITLE), (source, SOURCE))
    ]
    above, below = (len(lines) * size * 1.3 + 2 * GAP if lines else 0.0 for lines, size in texts)
    figure = _drawn(chart, above, below, WIDE * INCH / chart.width)
    (axes,) = figure.axes
    for (lines, size), y, side in zip(
        texts, (GAP - above, chart.height + below - GAP), ("top", "bottom"), strict=True
    ):
        axes.text(GAP, y, "\n".join(lines), fontsize=size, va=side, linespacing=1.3)
    return figure


def _drawn(chart: Chart, above: float, below: float, dots: float) -> Figure:
    """Return a chart with so much space above and below it, in points."""
    size = (chart.width / INCH, (above + chart.height + below) / INCH)
    figure = Figure(figsize=size, dpi=dots, facecolor="white")
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_xlim(0, chart.width)
    axes.set_ylim(chart.height + below, -above)
    axes.axis("off")
    for shape in chart.laid_out():
        _draw(shape, axes)
    return figure


def _draw(shape: Shape, axes: Axes) -> None:
    match shape:
        case Line():
            dash: Any = (0, tuple(shape.dash)) if shape.dash else "-"
            axes.plot(shape.x, shape.y, color=shape.colour, linewidth=shape.width, linestyle=dash)
        case Area():
            axes.add_patch(
                Polygon(
                    np.column_stack([shape.x, shape.y]), facecolor=shape.colour,
                    alpha=shape.opacity, edgecolor=shape.edge or "none", linewidth=1,
                )
            )  # fmt: skip
        case Marker():
            _draw_marker(shape, axes)
        case Text():
            axes.text(
                float(shape.x[0]) + shape.dx, float(shape.y[0]) + shape.dy, shape.text,
                ha={"start": "left", "middle": "center", "end": "right"}[shape.anchor],
                va="center_baseline", fontsize=shape.size, rotation=shape.turned,
                rotation_mode="anchor",
            )  # fmt: skip


def _draw_marker(shape: Marker, axes: Axes) -> None:
    middle, half = np.concatenate([shape.x, shape.y]), shape.size / 2
    style: Any = {"facecolor": shape.colour, "edgecolor": PAPER, "linewidth": 0.6, "zorder": 2.5}
    if shape.kind in OUTLINES:
        axes.add_patch(Polygon(middle + half * np.array(OUTLINES[shape.kind]), **style))
    else:
        axes.add_patch(Circle((float(middle[0]), float(middle[1])), half, **style))
