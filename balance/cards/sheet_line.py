"""A line of a sheet as it stands in a file, and the file that it is in."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class SheetFile:
    """Where a sheet is: a CSV file, or a worksheet of a workbook."""

    path: Path
    worksheet: str = ""  # empty for a CSV file

    @property
    def name(self) -> str:
        """The last two parts of the path, and the worksheet, for messages."""
        return f"{short(self.path)}, sheet {self.worksheet}" if self.worksheet else short(self.path)

    def place(self, line: int, cell: int | None = None) -> str:
        """Return the place of a line, or of one of its cells (counted from 0), for messages."""
        if not self.worksheet:
            return f"{self.name}, line {line}"
        where = f"row {line}" if cell is None else f"cell {letters_of(cell)}{line}"
        return f"{self.name}, {where}"


@dataclass(frozen=True)
class SheetLine:
    """A line that is not empty; cells are counted from 0."""

    number: int  # in the file, from 1
    texts: tuple[str, ...]  # of its cells, without spaces around them
    hints: Mapping[int, str] = field(default_factory=dict)  # by cell: what may be wrong with it
    shifted: str = ""  # what to mend, if it has more cells than the first line
    wrong: Mapping[int, str] = field(default_factory=dict)  # by cell: why it has no text


def short(path: Path) -> str:
    """Return the last two parts of a path, for messages."""
    return "/".join(path.parts[-2:])


def letters_of(cell: int) -> str:
    """Return the letters of a spreadsheet's column, counted from 0: A, B, ..., Z, AA."""
    letters = ""
    cell += 1
    while cell:
        cell, rest = divmod(cell - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters
