"""What figures are made of: lines, areas, markers and texts, in the house colours.

A shape of a chart has its place in the units of the data.  The chart lays it out, in points (1/72
inch) from the left and from the top of the picture; then it can be written as SVG or drawn as PNG.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

# Okabe and Ito's colours, which all kinds of eyes tell apart.
BLUE, ORANGE, GREEN, GREY = "#0072b2", "#d55e00", "#009e73", "#8a929c"
PURPLE, YELLOW = "#cc79a7", "#e69f00"
INK, FAINT, PAPER = "#2b303a", "#d9dde3", "#ffffff"
COLOURS = (BLUE, ORANGE, GREEN, PURPLE, YELLOW, GREY)  # of the cells of a comparison
MARKERS = ("circle", "square", "diamond", "up", "down", "plus")
DASHED = (4.0, 3.0)
LETTERS, SMALL = 9.5, 8.5  # sizes of texts, in points

# Widths of letters in parts of the size, a little wider than those of usual typefaces.
_WIDTHS = dict.fromkeys("ijlI.,:;'|!()[] ", 0.36) | dict.fromkeys("mwMWQO@%", 0.92)
_CAPITAL, _OTHER = 0.7, 0.59

Coordinates = NDArray[np.float64]


@dataclass(frozen=True)
class Line:
    """A line through points; beyond the edge of a chart it runs along the edge."""

    x: Coordinates
    y: Coordinates
    colour: str = INK
    width: float = 1.0
    dash: Sequence[float] = ()


@dataclass(frozen=True)
class Area:
    """What is within a closed line."""

    x: Coordinates
    y: Coordinates
    colour: str = BLUE
    opacity: float = 1.0
    edge: str = ""  # its colour; empty for none


@dataclass(frozen=True)
class Marker:
    """A small sign at one point, with a thin edge in the colour of the paper."""

    x: Coordinates
    y: Coordinates
    colour: str = BLUE
    kind: str = "circle"  # one of MARKERS
    size: float = 5.0


@dataclass(frozen=True)
class Text:
    """A text beside a point.

    Attributes
    ----------
    anchor : str
        Which of its ends is at the point: start, middle or end.
    dx, dy : float
        How far its point and the middle of its height are moved, in points, to the right and down.
    turned : float
        Degrees by which it is turned against the clock, around its anchor.
    """

    x: Coordinates
    y: Coordinates
    text: str
    anchor: str = "start"
    dx: float = 0.0
    dy: float = 0.0
    size: float = LETTERS
    turned: float = 0.0


Shape = Line | Area | Marker | Text


def line(x: ArrayLike, y: ArrayLike, **style: Any) -> Line:
    """Return a line; -inf and inf are the edges of the chart."""
    return Line(_coordinates(x), _coordinates(y), **style)


def band(x: ArrayLike, low: ArrayLike, high: ArrayLike, **style: Any) -> Area:
    """Return the area between two lines."""
    along = _coordinates(x)
    edges = np.concatenate([_coordinates(low), _coordinates(high)[::-1]])
    return Area(np.concatenate([along, along[::-1]]), edges, **style)


def box(left: float, right: float, low: float, high: float, **style: Any) -> Area:
    """Return a rectangle."""
    x, y = np.array([left, right, right, left]), np.array([low, low, high, high])
    return Area(x, y, **style)


def marker(x: float, y: float, **style: Any) -> Marker:
    """Return a marker at a point."""
    return Marker(_coordinates(x), _coordinates(y), **style)


def text(x: float, y: float, words: str, **style: Any) -> Text:
    """Return a text at a point."""
    return Text(_coordinates(x), _coordinates(y), words, **style)


def text_width(words: str, size: float = LETTERS) -> float:
    """Return about how wide a text is, in points: the typeface is the reader's."""
    return size * sum(
        _WIDTHS.get(letter, _CAPITAL if letter.isupper() else _OTHER) for letter in words
    )


def _coordinates(values: ArrayLike) -> Coordinates:
    return np.atleast_1d(np.asarray(values, np.float64))
