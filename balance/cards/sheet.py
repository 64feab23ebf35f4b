"""Sheets of cards: CSV and TOML to checked rows, with file and line in every error."""

import csv
import io
import re
import unicodedata
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from balance.errors import CardError
from balance.limits import MOST_CELL, MOST_ID, MOST_NAME, MOST_ROWS
from balance.sanitize import NotUtf8Error, UnreadableError, is_odd, is_one_line, read_text, toml_of

_ID = re.compile(r"[a-z][a-z0-9_]*")
_JOINED_ID = re.compile(r"[a-z0-9_]+")
_NUMBER = re.compile(r"(-?[0-9]{1,9})(\.0*)?")  # table programs may write 3 as 3.0
_SEPARATORS = ",;\t"  # table programs write what the language of the computer has
_WIDTH = 72  # of a text that is shown with a mark below: a line that breaks would misplace it
_ID_COLUMN = "id"
FROM_WHERE = "a path starts from the scenario's folder, unless it is given whole"
_LINE = re.compile(r" \(at line (\d+), column \d+\)$")
MOST = 9999  # a larger number on a card is a slip, and could overflow where it is added up


@dataclass(frozen=True)
class Column:
    """A column of a sheet.

    Attributes
    ----------
    name : str
    blank : bool
        Whether its cells may be empty.
    optional : bool
        Whether the sheet may lack it; its cells are then empty.
    """

    name: str
    blank: bool = False
    optional: bool = False


@dataclass(frozen=True)
class Row:
    """One line of a sheet, whose cells are read, and checked, one by one.

    Attributes
    ----------
    path : Path
    line : int
        Number of the line in the file, from 1.
    cells : mapping of str to str
        The text in each column, without spaces around it.
    blank : frozenset of str
        Columns whose cells may be empty.
    edited : frozenset of str
        Columns whose cells were replaced after reading.
    origin : str
        Where the card comes from, if the game distinguishes that.
    key : tuple of str
        Columns whose cells, in lower case and joined with ``_``, are the id; empty ones do not
        count.
    """

    path: Path
    line: int
    cells: Mapping[str, str]
    blank: frozenset[str] = frozenset()
    edited: frozenset[str] = frozenset()
    origin: str = ""
    key: tuple[str, ...] = (_ID_COLUMN,)

    @property
    def id(self) -> str:
        """The word by which the card is known."""
        return "_".join(cell.lower() for name in self.key if (cell := self.cells[name]))

    def place(self, column: str) -> str:
        """Return where a cell stands: file, line, column and card."""
        of = f" of {self.id}" if (column,) != self.key else ""
        changed = ", as changed" if column in self.edited else ""
        return f"{short(self.path)}, line {self.line}, column {column}{of}{changed}"

    def error(self, column: str, message: str) -> CardError:
        """Return an error that names file, line, column and what stands there, then the message."""
        return CardError(f"{self.place(column)}: {self.cells[column]!r}: {message}")

    def error_at(self, column: str, position: int, message: str) -> CardError:
        """Return an error that names file, line, column and character, and marks that.

        Parameters
        ----------
        column : str
        position : int
            Index of the character in the cell; the length of its text for the end.
        message : str
        """
        text = self.cells[column]
        at = f"character {position + 1}" if position < len(text) else "at its end"
        return CardError(f"{self.place(column)}, {at}: {message}\n{_marked(text, position)}")

    def text(self, column: str) -> str:
        """Return the text of a cell.

        Raises
        ------
        CardError
            If it is empty, but for columns whose cells may be.
        """
        cell = self.cells[column]
        if not cell and column not in self.blank:
            raise self.error(column, "the cell must not be empty")
        return cell

    def name(self, column: str = "name") -> str:
        """Return the name in a cell, which is to be read in tables and figures.

        Raises
        ------
        CardError
            If it is empty, longer than MOST_NAME, or of more than one line.
        """
        name = self.text(column)
        if len(name) > MOST_NAME or not is_one_line(name):
            raise self.error(column, f"expected a line of {MOST_NAME} characters at most")
        return name

    def number(self, column: str, low: int = 0, high: int = MOST, why: str = "") -> int:
        """Return the whole number in a cell.

        Parameters
        ----------
        column : str
        low, high : int
        why : str
            Why it is bounded so, if that is not plain; the error says it first.

        Raises
        ------
        CardError
            If there is none, or it is not from `low` to `high`.
        """
        number = _whole(self.text(column))
        if number is None or not low <= number <= high:
            expected = f"a whole number from {low} to {high}" if low < high else str(low)
            raise self.error(column, f"{why}expected {expected}")
        return number

    def one_of(self, column: str, known: Iterable[str]) -> str:
        """Return the text of a cell, which must be one of the words known."""
        cell = self.text(column)
        words = list(known)
        if cell not in words:
            raise self.error(column, f"expected {one_of(cell, words)}")
        return cell

    def words(self, column: str, separator: str) -> tuple[str, ...]:
        """Return the parts of a cell between separators; none of an empty cell.

        Raises
        ------
        CardError
            If a part is empty or stands there twice, or an empty cell may not be.
        """
        cell = self.text(column)
        words = tuple(word.strip() for word in cell.split(separator)) if cell else ()
        if "" in words:
            raise self.error(column, f"there is nothing on one side of a {separator!r}")
        if len(set(words)) < len(words):
            raise self.error(column, "the same stands there twice")
        return words

    def with_cells(self, cells: Mapping[str, str]) -> "Row":
        """Return the row with some cells replaced."""
        return replace(self, cells={**self.cells, **cells}, edited=self.edited | frozenset(cells))


def one_of(word: str, known: Sequence[str]) -> str:
    """Say what may stand in place of a word that is not known, the closest first."""
    close = get_close_matches(word, known, 1)
    listed = f"one of {', '.join(known)}" if known else "nothing, as there is none"
    return f"{close[0]!r}, perhaps; {listed}" if close else listed


def as_written(value: object) -> str:
    """Return a value as a scenario writes it."""
    return str(value).lower() if isinstance(value, bool) else repr(value)


def short(path: Path) -> str:
    """Return the last two parts of a path: enough to find a sheet, short enough to read."""
    return "/".join(path.parts[-2:])


def read_sheet(
    path: Path,
    columns: Sequence[Column],
    edits: Mapping[str, Mapping[str, str]] | None = None,
    key: Sequence[str] | None = None,
) -> list[Row]:
    """Read a sheet: a CSV file with a line of column names, among them those of the key.

    Parameters
    ----------
    path : Path
        UTF-8; empty lines do not count, nor do columns without a name and cells. Cells are
        separated by commas, semicolons or tabs, of which the first line has the most.
    columns : sequence of Column
        All that the sheet may have.
    edits : mapping of id to mapping of column to text, optional
        Cells to replace.
    key : sequence of str, optional
        Columns whose cells, in lower case and joined with ``_``, are the id of a row; without,
        the column ``id``, in which a lower-case word must stand.

    Raises
    ------
    CardError
        If there is no such file, it is not UTF-8 or not CSV, a column is missing, unknown or
        there twice, a line has more or fewer cells than the first, an id is empty, not a
        word, or there twice, or an edit names an id or a column that is not there.
    """
    rows: list[Row] = []
    lines = _read_lines(path)
    if not lines:
        raise CardError(f"{short(path)}: the sheet is empty; expected a line of column names")
    names = [name.lower() for name in _without_empty_end(lines[0][1])]
    _check_columns(path, names, columns)
    blank = frozenset(column.name for column in columns if column.blank)
    missing = {column.name: "" for column in columns if column.name not in names}
    seen: dict[str, int] = {}
    for line, texts in lines[1:]:
        cells = _fitted(texts, names, blank)
        if len(cells) != len(names):
            raise CardError(
                f"{short(path)}, line {line}: {len(texts)} cells, but there are {len(names)} "
                "columns; a text with a comma or semicolon needs quotation marks"
            )
        row = Row(
            path,
            line,
            dict(zip(names, cells, strict=True)) | missing,
            blank,
            key=tuple(key or (_ID_COLUMN,)),
        )
        _check_id(row, joined=key is not None)
        if row.id in seen:
            place = row.place(row.key[0])
            raise CardError(f"{place}: {row.id!r} stands in line {seen[row.id]} already")
        seen[row.id] = line
        rows.append(row)
    return edit_rows(rows, edits or {}, path.stem)


def edit_rows(rows: Sequence[Row], edits: Mapping[str, Mapping[str, str]], sheet: str) -> list[Row]:
    """Return the rows with cells replaced.

    Parameters
    ----------
    rows : sequence of Row
    edits : mapping of id to mapping of column to text
        Capital letters in an id do not count.
    sheet : str
        What the sheet is called in errors.

    Raises
    ------
    CardError
        If an edit names an id or a column that is not there, or would change an id.
    """
    known = {row.id: row for row in rows}
    for written, cells in edits.items():
        name = written.lower()  # as all ids are, though a sheet may show T4 for t4
        if name not in known:
            raise CardError(
                f"{sheet}.{written}: there is no id {written!r} in {sheet}; "
                f"expected {one_of(name, list(known))}"
            )
        columns = [column for column in known[name].cells if column not in known[name].key]
        for column, text in cells.items():
            wrong = _wrong_with(text)
            if wrong:
                raise CardError(f"{sheet}.{name}.{column}: {wrong}")
            if column not in columns:
                raise CardError(
                    f"{sheet}.{name}.{column}: there is no column {column!r} to change in "
                    f"{sheet}; expected {one_of(column, columns)}"
                )
        known[name] = known[name].with_cells(cells)
    return list(known.values())


def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file.

    Raises
    ------
    CardError
        If there is no such file, it is not UTF-8, or not TOML; then with the line.
    """
    try:
        return toml_of(_read_text(path))
    except UnreadableError as error:
        if not error.is_toml:
            raise CardError(f"{short(path)}: {error}") from None
        found = _LINE.search(str(error))
        line = f", line {found.group(1)}" if found else ", at its end"
        message = _LINE.sub("", str(error)).removesuffix(" (at end of document)")
        raise CardError(f"{short(path)}{line}: this is not TOML: {message}") from None


def _read_text(path: Path) -> str:
    try:
        text = read_text(path)
    except FileNotFoundError:
        raise CardError(f"{path}: there is no such file") from None
    except NotUtf8Error as error:
        raise CardError(
            f"{short(path)}, line {error.line}: this is not UTF-8; save the file with that "
            "encoding (Excel: 'CSV UTF-8')"
        ) from None
    except UnreadableError as error:
        raise CardError(f"{path}: {error}") from None
    if "\0" in text:
        raise CardError(f"{short(path)}: this is not text; expected a file of plain text")
    return text


def _read_lines(path: Path) -> list[tuple[int, list[str]]]:
    """Return the lines that hold something, each with the number of its first line."""
    text = _read_text(path)
    head = text.lstrip().partition("\n")[0]
    separator = max(_SEPARATORS, key=head.count)  # the first of equals: the comma
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    lines: list[tuple[int, list[str]]] = []
    first = 1
    try:
        for cells in reader:
            texts = [cell.strip() for cell in cells]
            if any(texts):
                _check_line(path, first, texts, len(lines))
                lines.append((first, texts))
            first = reader.line_num + 1
    except csv.Error as error:
        raise CardError(f"{short(path)}, line {first}: this is not CSV: {error}") from None
    return lines


def _check_line(path: Path, line: int, texts: Sequence[str], before: int) -> None:
    """Reject a line that is more than a sheet needs, or holds what no card is made of."""
    if before > MOST_ROWS:
        raise CardError(
            f"{short(path)}, line {line}: expected a sheet of {MOST_ROWS:,} rows at most"
        )
    for place, text in enumerate(texts, 1):
        wrong = _wrong_with(text)
        if wrong:
            raise CardError(f"{short(path)}, line {line}, cell {place}: {wrong}")


def _wrong_with(text: str) -> str:
    """Say why a text cannot stand in a cell; nothing if it can."""
    if len(text) > MOST_CELL:
        return f"{len(text):,} characters; expected {MOST_CELL:,} at most"
    if any(map(is_odd, text)):
        return f"{text!r}: expected a text without control characters"
    return ""


def _check_columns(path: Path, names: Sequence[str], columns: Sequence[Column]) -> None:
    known = [column.name for column in columns]
    for name in names:
        if name not in known:
            raise CardError(
                f"{short(path)}, line 1: there is no column {name!r}; "
                f"expected {one_of(name, known)}"
            )
        if names.count(name) > 1:
            raise CardError(f"{short(path)}, line 1: the column {name!r} is there twice")
    missing = [
        repr(column.name) for column in columns if not column.optional and column.name not in names
    ]
    if missing:
        what = (
            f"column {missing[0]} is" if len(missing) == 1 else f"columns {', '.join(missing)} are"
        )
        raise CardError(f"{short(path)}, line 1: the {what} missing")


def _check_id(row: Row, joined: bool) -> None:
    """Reject an id that is no word; `joined` ones are made lower-case, so none is wrong by that."""
    if len(row.id) > MOST_ID:
        raise row.error(row.key[0], f"expected an id of {MOST_ID} characters at most")
    first = row.cells[row.key[0]]
    if not joined and not _ID.fullmatch(first):
        raise row.error(row.key[0], f"expected a lower-case word such as '{_as_id(first)}'")
    for column in row.key if joined else ():
        if not _JOINED_ID.fullmatch(row.text(column).lower() or "_"):
            raise row.error(column, "expected a word of letters, digits and underscores")


def _without_empty_end(texts: Sequence[str]) -> list[str]:
    """Return texts without the empty ones at the end, which table programs may add."""
    end = max((place for place, text in enumerate(texts, start=1) if text), default=0)
    return list(texts[:end])


def _fitted(texts: Sequence[str], names: Sequence[str], blank: Container[str]) -> list[str]:
    """Return a cell for each column, if what is missing or too much is empty."""
    if not all(name in blank for name in names[len(texts) :]):
        return list(texts)
    cells = _without_empty_end(texts)
    return cells + [""] * (len(names) - len(cells))


def _as_id(text: str) -> str:
    """Return an id that is close to a text."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    found = _ID.search(re.sub(r"[^a-z0-9]+", "_", plain).strip("_"))
    return found.group() if found else "hill_giant2"


def _marked(text: str, position: int) -> str:
    """Return two lines: the text, or what of it is near the position, and a caret below."""
    shown = re.sub(r"\s", " ", text)
    start = max(0, min(position - _WIDTH // 2, len(shown) - _WIDTH))
    before = "... " if start > 0 else ""
    after = " ..." if start + _WIDTH < len(shown) else ""
    line = f"{before}{shown[start : start + _WIDTH]}{after}"
    return f"    {line}\n    {' ' * (len(before) + position - start)}^"


def _whole(text: str) -> int | None:
    """Return the whole number that a text is, or nothing if it is none."""
    found = _NUMBER.fullmatch(text)
    return int(found.group(1)) if found else None
