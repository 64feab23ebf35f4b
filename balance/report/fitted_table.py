"""Tables for a terminal: as wide as it is, with nothing cut.

Where a table is too wide its texts are folded first; then intervals are left out, and then columns,
each from the right, and a line names them; in the end estimates stand above their intervals.
"""

import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

GAP = 2  # blanks between columns
FOLDED = 20  # characters to which a text is folded before columns are left out
_BREAK = re.compile(r" (?=\[)")  # where an estimate may be broken: before its interval
_INTERVAL = re.compile(r" \[[^]]*\]")


@dataclass(frozen=True)
class TextColumn:
    """A column of a table of texts."""

    head: str
    cells: tuple[str, ...]
    is_number: bool = False  # right-justified, and broken before an interval only

    def width(self, is_folded: bool = False) -> int:
        """Return the characters that it takes: whole, or as narrow as it should become."""
        cells = [line for cell in self.cells for line in cell.splitlines()]
        if self.is_number:
            lines = [part for cell in cells for part in self._parts(cell, is_folded)]
            return max(map(len, [*lines, *self.head.split(), ""]))
        widest = max(map(len, [*cells, *self.head.split(), ""]))
        words = [word for cell in [*cells, self.head] for word in cell.split()]
        return min(widest, max(FOLDED, *map(len, words))) if is_folded and words else widest

    def without_intervals(self) -> "TextColumn":
        """Return the column with estimates alone; the same where it has no intervals."""
        if not self.is_number:
            return self
        return replace(self, cells=tuple(_INTERVAL.sub("", cell) for cell in self.cells))

    def lines(self, cell: str, width: int) -> list[str]:
        """Return the lines of a cell, none of them wider."""
        lines: list[str] = []
        for line in cell.splitlines():
            parts = self._parts(line, len(line) > width)
            lines += [
                piece for part in parts
                for piece in textwrap.wrap(part, width, break_on_hyphens=False) or [""]
            ]  # fmt: skip
        return lines or [""]

    def _parts(self, cell: str, is_folded: bool) -> list[str]:
        return _BREAK.split(cell) if self.is_number and is_folded else [cell]


@dataclass(frozen=True)
class FittedTable:
    """A table for rich, which takes the width that there is."""

    columns: tuple[TextColumn, ...]
    note: str = ""  # below it, such as how many rows are not shown

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the lines."""
        yield from self.rendered(options.max_width)

    def rendered(self, width: int) -> Iterator[Text]:
        """Yield the lines, at most so wide."""
        shown, widths = fitted_columns(self.columns, width)
        columns = tuple(shown.values())
        left_out = [one.head for place, one in enumerate(self.columns) if place not in shown]
        shortened = [self.columns[place].head for place, one in shown.items()
                     if one != self.columns[place]]  # fmt: skip
        if shortened:
            left_out.append(f"intervals ({', '.join(shortened)})")
        heads = [replace(one, is_number=False).lines(one.head, wide)
                 for one, wide in zip(columns, widths, strict=True)]  # fmt: skip
        for line in _beside(heads, columns, widths):
            yield Text(line, style="bold")
        for row in zip(*(one.cells for one in columns), strict=True):
            cells = [one.lines(cell, wide)
                     for one, cell, wide in zip(columns, row, widths, strict=True)]  # fmt: skip
            for line in _beside(cells, columns, widths):
                yield Text(line)
        for note in [_left_out(left_out), self.note]:
            for line in textwrap.wrap(note, width):
                yield Text(line, style="dim")


def _left_out(what: Sequence[str]) -> str:
    if not what:
        return ""
    from balance.report.words import PAGE  # noqa: PLC0415 - it loads pandas

    return PAGE.text("terminal.left_out", columns=what)


def fitted_columns(
    columns: Sequence[TextColumn], width: int
) -> tuple[dict[int, TextColumn], tuple[int, ...]]:
    """Return the columns that fit, by their places, and the widths: see the head of this module.

    The first column and the first one of numbers are never left out, nor the intervals of that.
    """
    shown = dict(enumerate(columns))

    def room() -> int:
        return width - GAP * (len(shown) - 1)

    if sum(one.width() for one in columns) <= room():
        return shown, tuple(one.width() for one in columns)

    def needed(one: TextColumn) -> int:
        return one.width() if one.is_number else one.width(is_folded=True)

    first = next((place for place, one in shown.items() if one.is_number), 0)
    others = [place for place in reversed(shown) if place not in (0, first)]
    for place in others:
        if sum(map(needed, shown.values())) > room():
            shown[place] = shown[place].without_intervals()
    for place in others:
        if sum(map(needed, shown.values())) > room():
            del shown[place]
    widths = [needed(one) for one in shown.values()]
    if sum(widths) > room():
        widths = [one.width(is_folded=True) for one in shown.values()]
    _narrow(widths, room())
    _widen(widths, [one.width() for one in shown.values()], room())
    return shown, tuple(widths)


def _narrow(widths: list[int], room: int) -> None:
    """Take from the widest columns what there is no room for."""
    while sum(widths) > room and max(widths) > 1:
        widths[widths.index(max(widths))] -= 1


def _widen(widths: list[int], wanted: Sequence[int], room: int) -> None:
    """Give the room that is left to those columns that want it, evenly."""
    while sum(widths) < room:
        short = [place for place, wide in enumerate(widths) if wide < wanted[place]]
        if not short:
            return
        for place in short[: room - sum(widths)]:
            widths[place] += 1


def _beside(
    cells: Sequence[Sequence[str]], columns: Sequence[TextColumn], widths: Sequence[int]
) -> Iterator[str]:
    """Yield the lines of a row of cells."""
    for parts in zip_longest(*cells, fillvalue=""):
        line = [
            part.rjust(wide) if one.is_number else part.ljust(wide)
            for part, one, wide in zip(parts, columns, widths, strict=True)
        ]
        yield (" " * GAP).join(line).rstrip()
