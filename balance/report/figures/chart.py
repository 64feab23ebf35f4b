"""A chart: two axes, the shapes between them and a legend, laid out in points."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from balance.report.figures.shapes import (
    FAINT,
    Coordinates,
    Line,
    Shape,
    line,
    text,
    text_width,
)

INCH = 72.0  # points
WIDE, NARROW = 7.6 * INCH, 5.2 * INCH  # across the page, or two side by side
_EDGE = 4.0  # around everything
_TICK = 3.5
_LINE = 13.0  # of text
_MARGIN = 0.05  # of the range of the data, beyond it, unless limits are given
_SIGN = 16.0  # in a legend, before a name


@dataclass
class Axis:
    """An axis: what is measured, from where to where, and what stands beside it.

    Attributes
    ----------
    low, high : float or None
        Its ends; None is where the data end, and a little more.
    names : sequence of str or None
        Stand at 0, 1, 2 ... in place of numbers; below a chart they may have several lines.
    most : int
        Steps between numbers, at most.
    """

    label: str = ""
    low: float | None = None
    high: float | None = None
    names: Sequence[str] | None = None
    most: int = 7
    is_integer: bool = False
    as_text: Callable[[float], str] = "{:g}".format
    has_line: bool = False  # at its ticks
    has_grid: bool = False


@dataclass
class Chart:
    """A chart.

    Attributes
    ----------
    width, height : float
        Of the whole picture, in points.
    shapes : list of Shape
        In the units of the axes, the lowest first.
    legend : list of (Shape, str)
        Names of shapes, above the chart.
    legend_columns : int
        How many names stand beside each other.
    head : float
        Room between legend and chart, in points, for texts above the chart.
    """

    width: float
    height: float
    x: Axis = field(default_factory=lambda: Axis(has_line=True))
    y: Axis = field(default_factory=Axis)
    shapes: list[Shape] = field(default_factory=list)
    legend: list[tuple[Shape, str]] = field(default_factory=list)
    legend_columns: int = 1
    head: float = 0.0
    beside: Sequence[str] = ()  # at 0, 1, 2 ... to the right of the rows

    @property
    def is_wide(self) -> bool:
        """Whether it goes across the page."""
        return self.width >= WIDE

    def add(self, *shapes: Shape) -> None:
        """Add shapes above those that there are."""
        self.shapes.extend(shapes)

    def laid_out(self) -> list[Shape]:
        """Return all shapes of the picture in points, the lowest first."""
        return list(_Layout(self).shapes())


class _Layout:
    """Where everything of a chart is."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.x_ends = _ends(chart.x, [shape.x for shape in chart.shapes])
        self.y_ends = _ends(chart.y, [shape.y for shape in chart.shapes])
        self.x_ticks = _ticks(chart.x, self.x_ends)
        self.y_ticks = _ticks(chart.y, self.y_ends)
        below = [text_width(name) for _, name in self.x_ticks]
        rows = -(-len(chart.legend) // chart.legend_columns)
        self.top = _EDGE + _LINE * rows + chart.head + (3.0 if rows else 0.0)
        names = _LINE * max((1 + name.count("\n") for _, name in self.x_ticks), default=1)
        foot = (_TICK + names if self.x_ticks else 0.0) + (_LINE if chart.x.label else 0.0)
        self.bottom = chart.height - _EDGE - foot
        beside = max((text_width(name) for _, name in self.y_ticks), default=0.0)
        self.left = _EDGE + beside + 6.0 + (_LINE if chart.y.label else 0.0)
        is_name = chart.x.names is not None
        numbers = max((text_width(one) + 6.0 for one in chart.beside), default=0.0)
        half = 0.0 if is_name or not below else below[-1] / 2
        self.right = chart.width - _EDGE - max(half, numbers)

    def shapes(self) -> Iterator[Shape]:
        chart = self.chart
        if chart.y.has_grid:
            for place, _ in self.y_ticks:
                yield self._placed(line([-np.inf, np.inf], [place] * 2, colour=FAINT, width=0.6))
        if chart.x.has_grid:
            for place, _ in self.x_ticks:
                yield self._placed(line([place] * 2, [-np.inf, np.inf], colour=FAINT, width=0.6))
        for shape in chart.shapes:
            if not np.isnan(shape.x + shape.y).all():
                yield self._placed(shape)
        yield from self._x_axis()
        yield from self._y_axis()
        yield from self._legend()

    def _placed(self, shape: Shape) -> Shape:
        return replace(shape, x=self._across(shape.x), y=self._down(shape.y))

    def _across(self, x: Coordinates) -> Coordinates:
        return self.left + _shares(x, self.x_ends) * (self.right - self.left)

    def _down(self, y: Coordinates) -> Coordinates:
        return self.bottom - _shares(y, self.y_ends) * (self.bottom - self.top)

    def _x_axis(self) -> Iterator[Shape]:
        axis = self.chart.x
        if axis.has_line:
            yield line([self.left, self.right], [self.bottom] * 2, width=0.8)
        for place, name in self.x_ticks:
            x = float(self._across(np.array([place]))[0])
            if axis.has_line:
                yield line([x, x], [self.bottom, self.bottom + _TICK], width=0.8)
            y = self.bottom + _TICK + _LINE / 2
            for number, part in enumerate(name.split("\n")):
                yield text(x, y + number * _LINE, part, anchor="middle")
        if axis.label:
            half = text_width(axis.label) / 2
            room = self.chart.width - _EDGE - half  # a long label begins farther to the left
            middle = max(min((self.left + self.right) / 2, room), half)
            low = self.chart.height - _EDGE - _LINE / 2
            yield text(middle, low, axis.label, anchor="middle")

    def _y_axis(self) -> Iterator[Shape]:
        for place, name in self.y_ticks:
            y = float(self._down(np.array([place]))[0])
            yield text(self.left - 6.0, y, name, anchor="end")
        for place, number in enumerate(self.chart.beside):
            y = float(self._down(np.array([float(place)]))[0])
            yield text(self.chart.width - _EDGE, y, number, anchor="end")
        if self.chart.y.label:
            middle = (self.top + self.bottom) / 2
            yield text(_EDGE + _LINE / 2, middle, self.chart.y.label, anchor="middle", turned=90.0)

    def _legend(self) -> Iterator[Shape]:
        names = self.chart.legend
        columns = self.chart.legend_columns
        widths = [
            max(text_width(name) for _, name in names[column::columns]) + _SIGN + 10.0
            for column in range(min(columns, len(names)))
        ]
        starts = self.chart.width - _EDGE - sum(widths) + np.cumsum([0.0, *widths])
        for index, (shape, name) in enumerate(names):
            row, column = divmod(index, columns)
            x, y = float(starts[column]), _EDGE + _LINE * (row + 0.5)
            yield _sign(shape, x, y)
            yield text(x + _SIGN, y, name)


def _shares(places: Coordinates, ends: tuple[float, float]) -> Coordinates:
    """Return how far along an axis places are, from 0 to 1; -inf is its beginning, inf its end."""
    low, high = ends
    shares = (np.nan_to_num(places, nan=np.nan, posinf=high, neginf=low) - low) / (high - low)
    return np.clip(shares, 0.0, 1.0)


def _sign(shape: Shape, x: float, y: float) -> Shape:
    """Return what stands for a shape in a legend."""
    if isinstance(shape, Line):
        places = np.array([x, x + _SIGN - 4.0]), np.array([y, y])
    elif shape.x.size == 1:
        places = np.array([x + _SIGN / 2]), np.array([y])
    else:
        right, low, high = x + _SIGN - 5.0, y - 4.0, y + 4.0
        places = np.array([x, right, right, x]), np.array([low, low, high, high])
    return replace(shape, x=places[0], y=places[1])


def _ends(axis: Axis, places: Sequence[Coordinates]) -> tuple[float, float]:
    """Return where an axis begins and ends."""
    known = np.concatenate([*places, np.zeros(0)])
    known = known[np.isfinite(known)]
    low, high = (float(known.min()), float(known.max())) if known.size else (0.0, 1.0)
    margin = _MARGIN * (high - low) or (0.5 if axis.low is None or axis.high is None else 0.0)
    low = low - margin if axis.low is None else axis.low
    high = high + margin if axis.high is None else axis.high
    return (low, high) if low != high else (low - 0.5, high + 0.5)


def _ticks(axis: Axis, ends: tuple[float, float]) -> list[tuple[float, str]]:
    """Return where something stands beside an axis, and what."""
    if axis.names is not None:
        return [(float(place), str(name)) for place, name in enumerate(axis.names)]
    return [(place, axis.as_text(place)) for place in ticks(*ends, axis.most, axis.is_integer)]


def ticks(low: float, high: float, most: int, is_integer: bool = False) -> list[float]:
    """Return round numbers from `low` to `high`: 1, 2 or 5 times a power of ten apart.

    There are as many as possible with `most` steps between them at most.
    """
    step = 10.0 ** math.floor(math.log10((high - low) / most))
    if is_integer:
        step = max(step, 1.0)
    factors = (factor * 10.0**power for power in range(3) for factor in (1, 2, 5))
    step *= next(factor for factor in factors if (high - low) / (step * factor) <= most + 1e-9)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [float(f"{number * step:.12g}") for number in range(first, last + 1)]
