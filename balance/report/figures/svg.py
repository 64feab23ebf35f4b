"""Charts as SVG: as a file, or to stand in a page with the colours of the page."""

import math
from collections.abc import Callable
from html import escape

from balance.report.figures.chart import Chart
from balance.report.figures.shapes import (
    BLUE,
    FAINT,
    GREEN,
    GREY,
    INK,
    ORANGE,
    PAPER,
    PURPLE,
    YELLOW,
    Area,
    Coordinates,
    Line,
    Marker,
    Shape,
    Text,
)

# What a page calls the colours: it has others at night.
_NAMES = {
    INK: "ink", FAINT: "line", PAPER: "paper", BLUE: "blue", ORANGE: "orange", GREEN: "green",
    GREY: "grey", PURPLE: "purple", YELLOW: "yellow",
}  # fmt: skip
_TYPEFACE = "system-ui, 'DejaVu Sans', sans-serif"
# Corners of markers, in halves of their size, from the top on; a circle has none.
OUTLINES: dict[str, tuple[tuple[float, float], ...]] = {
    "square": ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
    "diamond": ((0.0, -1.3), (1.1, 0.0), (0.0, 1.3), (-1.1, 0.0)),
    "up": ((0.0, -1.2), (1.1, 0.9), (-1.1, 0.9)),
    "down": ((0.0, 1.2), (1.1, -0.9), (-1.1, -0.9)),
    "plus": (
        (-0.4, -1.2), (0.4, -1.2), (0.4, -0.4), (1.2, -0.4), (1.2, 0.4), (0.4, 0.4), (0.4, 1.2),
        (-0.4, 1.2), (-0.4, 0.4), (-1.2, 0.4), (-1.2, -0.4), (-0.4, -0.4),
    ),
}  # fmt: skip

Colour = Callable[[str], str]


def as_svg(chart: Chart) -> str:
    """Return a chart as an SVG file without a background, its text being text."""
    size = f'width="{_number(chart.width)}pt" height="{_number(chart.height)}pt"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {_view(chart)} {_style()}>'
    return f'<?xml version="1.0" encoding="utf-8"?>\n{head}{_body(chart, str)}</svg>\n'


def inline(chart: Chart, description: str) -> str:
    """Return a chart as SVG to stand inside a page: no size, and the colours of the page by name.

    Parameters
    ----------
    description : str
        Read out in place of the picture.
    """
    label = f'role="img" aria-label="{escape(description)}"'
    return f"<svg {label} {_view(chart)}>{_body(chart, _named)}</svg>"


def _view(chart: Chart) -> str:
    return f'viewBox="0 0 {_number(chart.width)} {_number(chart.height)}"'


def _style() -> str:
    return f'font-family="{_TYPEFACE}" stroke-linejoin="round"'


def _named(colour: str) -> str:
    name = _NAMES.get(colour)
    return f"var(--{name})" if name else colour


def _body(chart: Chart, colour: Colour) -> str:
    return "\n".join(filter(None, (_written(shape, colour) for shape in chart.laid_out())))


def _written(shape: Shape, colour: Colour) -> str:
    match shape:
        case Line():
            return _line(shape, colour)
        case Area():
            return _area(shape, colour)
        case Marker():
            return _marker(shape, colour)
        case Text():
            return _text(shape, colour)


def _area(shape: Area, colour: Colour) -> str:
    paint = {"fill": colour(shape.colour)} | ({"stroke": colour(shape.edge)} if shape.edge else {})
    opacity = f' opacity="{shape.opacity:.3g}"' if shape.opacity < 1 else ""
    return f'<path d="{_path(shape.x, shape.y)}z"{_paint(**paint)}{opacity}/>'


def _line(shape: Line, colour: Colour) -> str:
    path = _path(shape.x, shape.y)
    if not path:
        return ""
    dash = f' stroke-dasharray="{" ".join(map(_number, shape.dash))}"' if shape.dash else ""
    width = f' stroke-width="{_number(shape.width)}"' if shape.width != 1 else ""
    return f'<path d="{path}"{_paint(fill="none", stroke=colour(shape.colour))}{width}{dash}/>'


def _marker(shape: Marker, colour: Colour) -> str:
    x, y, half = float(shape.x[0]), float(shape.y[0]), shape.size / 2
    if math.isnan(x + y):
        return ""
    paint = f'{_paint(fill=colour(shape.colour), stroke=colour(PAPER))} stroke-width="0.6"'
    if shape.kind not in OUTLINES:
        return f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{_number(half)}"{paint}/>'
    corners = " ".join(
        f"{_number(x + half * right)},{_number(y + half * down)}"
        for right, down in OUTLINES[shape.kind]
    )
    return f'<polygon points="{corners}"{paint}/>'


def _text(shape: Text, colour: Colour) -> str:
    x, y = float(shape.x[0]) + shape.dx, float(shape.y[0]) + shape.dy
    drop = 0.35 * shape.size  # from the middle of the letters to the line below them
    place = f'x="{_number(x)}" y="{_number(y + drop)}"'
    if shape.turned:
        place = f'transform="translate({_number(x)} {_number(y)}) rotate({-shape.turned:g})"'
        place += f' y="{_number(drop)}"'
    anchor = f' text-anchor="{shape.anchor}"' if shape.anchor != "start" else ""
    size = f' font-size="{_number(shape.size)}"'
    return f"<text {place}{size}{anchor}{_paint(fill=colour(INK))}>{escape(shape.text)}</text>"


def _paint(**colours: str) -> str:
    """Return attributes with colours; those of a page are variables, which need a style."""
    if any(value.startswith("var(") for value in colours.values()):
        return f' style="{";".join(f"{name}:{value}" for name, value in colours.items())}"'
    return "".join(f' {name}="{value}"' for name, value in colours.items())


def _path(x: Coordinates, y: Coordinates) -> str:
    """Return a path through points; where one is unknown there is a gap."""
    words, letter = [], "M"
    for across, down in zip(x.tolist(), y.tolist(), strict=True):
        if math.isnan(across + down):
            letter = "M"
            continue
        words.append(f"{letter}{_number(across)} {_number(down)}")
        letter = "L"
    return "".join(words)


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
