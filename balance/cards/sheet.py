"""Sheets of cards: CSV and TOML to checked rows, with file and line in every error."""

import csv
import io
import re
import unicodedata
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from balance.errors import CardError
from balance.limits import MOST_CELL, MOST_ID, MOST_NAME, MOST_ROWS
from balance.sanitize import NotUtf8Error, UnreadableError, is_odd, is_one_line, read_text, toml_of

_ID = re.compile(r"[a-z][a-z0-9_]*")
_JOINED_ID = re.compile(r"[a-z0-9_]+")
_NUMBER = re.compile(r"(-?[0-9]{1,9})(\.0*)?")  # spreadsheets may write 3 as 3.0
_SEPARATORS = ",;\t"  # spreadsheets use that of the computer's language
_WIDTH = 72  # of a text with a caret below, which a line break would misplace
_ID_COLUMN = "id"
FROM_WHERE = "a path starts from the scenario's folder, unless it is absolute"
_LINE = re.compile(r" \(at line (\d+), column \d+\)$")
MOST = 9999  # a larger number on a card is a mistake, and its sums could overflow


@dataclass(frozen=True)
class Column:
    """A column of a sheet."""

    name: str
    blank: bool = False  # whether its cells may be empty
    optional: bool = False  # whether it may be missing; its cells are then empty


@dataclass(frozen=True)
class Row:
    """One line of a sheet, whose methods read and check cells.

    They raise CardError, with the place of the cell, if a cell is not as it should be.
    """

    path: Path
    line: int  # in the file, from 1
    cells: Mapping[str, str]  # by column, without spaces around the text
    blank: frozenset[str] = frozenset()  # columns whose cells may be empty
    edited: frozenset[str] = frozenset()  # columns whose cells were replaced
    origin: str = ""  # where the card comes from, if the game distinguishes that
    key: tuple[str, ...] = (_ID_COLUMN,)  # columns whose cells, joined with ``_``, are the id

    @property
    def id(self) -> str:
        """The id of the card, in lower case."""
        return "_".join(cell.lower() for name in self.key if (cell := self.cells[name]))

    def place(self, column: str) -> str:
        """Return the place of a cell for messages: file, line, column and card."""
        of = f" of {self.id}" if (column,) != self.key else ""
        changed = ", as changed" if column in self.edited else ""
        return f"{short(self.path)}, line {self.line}, column {column}{of}{changed}"

    def error(self, column: str, message: str) -> CardError:
        """Return an error with the place and the text of a cell, then the message."""
        return CardError(f"{self.place(column)}: {self.cells[column]!r}: {message}")

    def error_at(self, column: str, position: int, message: str) -> CardError:
        """Return an error with the place of a cell and a caret below a character."""
        text = self.cells[column]
        at = f"character {position + 1}" if position < len(text) else "at its end"
        return CardError(f"{self.place(column)}, {at}: {message}\n{_with_caret(text, position)}")

    def text(self, column: str) -> str:
        """Return the text of a cell, which must not be empty unless the column allows it."""
        cell = self.cells[column]
        if not cell and column not in self.blank:
            raise self.error(column, "the cell must not be empty")
        return cell

    def name(self, column: str = "name") -> str:
        """Return the name in a cell: one line of at most MOST_NAME characters."""
        name = self.text(column)
        if len(name) > MOST_NAME or not is_one_line(name):
            raise self.error(column, f"expected a line of {MOST_NAME} characters at most")
        return name

    def number(self, column: str, low: int = 0, high: int = MOST, why: str = "") -> int:
        """Return the whole number in a cell, from `low` to `high`; errors begin with `why`."""
        number = _whole(self.text(column))
        if number is None or not low <= number <= high:
            expected = f"a whole number from {low} to {high}" if low < high else str(low)
            raise self.error(column, f"{why}expected {expected}")
        return number

    def one_of(self, column: str, known: Iterable[str]) -> str:
        """Return the text of a cell, which must be one of the `known` words."""
        cell = self.text(column)
        words = list(known)
        if cell not in words:
            raise self.error(column, f"expected {one_of(cell, words)}")
        return cell

    def words(self, column: str, separator: str) -> tuple[str, ...]:
        """Return the parts of a cell between separators, which must all be different."""
        cell = self.text(column)
        words = tuple(word.strip() for word in cell.split(separator)) if cell else ()
        if "" in words:
            raise self.error(column, f"there is nothing on one side of a {separator!r}")
        if len(set(words)) < len(words):
            raise self.error(column, "the same word is there twice")
        return words

    def with_cells(self, cells: Mapping[str, str]) -> "Row":
        """Return the row with some cells replaced."""
        return replace(self, cells={**self.cells, **cells}, edited=self.edited | frozenset(cells))


def one_of(word: str, known: Sequence[str]) -> str:
    """Return the words that are allowed in place of an unknown one, the closest first."""
    close = get_close_matches(word, known, 1)
    listed = f"one of {', '.join(known)}" if known else "nothing, as there is none"
    return f"{close[0]!r}, perhaps; {listed}" if close else listed


def as_written(value: object) -> str:
    """Return a value as a scenario writes it."""
    return str(value).lower() if isinstance(value, bool) else repr(value)


def short(path: Path) -> str:
    """Return the last two parts of a path, for messages."""
    return "/".join(path.parts[-2:])


def read_sheet(
    path: Path,
    columns: Sequence[Column],
    edits: Mapping[str, Mapping[str, str]] | None = None,
    key: Sequence[str] | None = None,
    most_rows: int = MOST_ROWS,
) -> list[Row]:
    """Read a sheet: a CSV file with a line of column names, among them those of the key.

    Parameters
    ----------
    path : Path
        UTF-8; empty lines are ignored, and so are columns without a name and cells.  The separator
        is the most frequent of comma, semicolon and tab in the first line.
    columns : sequence of Column
        All that the sheet may have.
    edits : mapping of id to mapping of column to text, optional
        Cells to replace.
    key : sequence of str, optional
        Columns whose cells, in lower case and joined with ``_``, are the id of a row; by default
        the column ``id``, which must have a lower-case word.
    most_rows : int
        How many rows the sheet may have.

    Raises
    ------
    CardError
        If there is no such file, it is not UTF-8 or not CSV, a column is missing, unknown or
        there twice, a line has more or fewer cells than the first, an id is empty, not a
        word, or there twice, or an edit is of an unknown id or column.
    """
    rows: list[Row] = []
    lines = _read_lines(path, most_rows)
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
        by_name = dict(zip(names, cells, strict=True)) | missing
        row = Row(path, line, by_name, blank, key=tuple(key or (_ID_COLUMN,)))
        _check_id(row, joined=key is not None)
        if row.id in seen:
            place = row.place(row.key[0])
            raise CardError(f"{place}: {row.id!r} is already in line {seen[row.id]}")
        seen[row.id] = line
        rows.append(row)
    return edit_rows(rows, edits or {}, path.stem)


def edit_rows(rows: Sequence[Row], edits: Mapping[str, Mapping[str, str]], sheet: str) -> list[Row]:
    """Return the rows with cells replaced.

    `edits` maps ids, in upper or lower case, to columns and their new text; ``queen_*`` means all
    ids that begin so, and ``farmer+farmwoman`` both. `sheet` is the name of the sheet in errors.
    Raises CardError for an unknown id or column, or a column of the key.
    """
    known = {row.id: row for row in rows}
    each = [(name, cells) for written, cells in edits.items()
            for name in _ids_of(written, list(known), sheet)]  # fmt: skip
    for name, cells in each:
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


def _ids_of(written: str, known: Sequence[str], sheet: str) -> Iterator[str]:
    """Yield the ids that are meant: one, several with ``+`` between, or all that fit a ``*``."""
    for name in written.lower().split("+"):  # as all ids are, though the sheet may have T4
        meant = [one for one in known if fnmatchcase(one, name)] if "*" in name else [name]
        if not meant or meant[0] not in known:
            raise CardError(
                f"{sheet}.{written}: there is no id {written!r} in {sheet}; "
                f"expected {one_of(name, known)}"
            )
        yield from meant


def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file; raise CardError if it is missing, not UTF-8, or not TOML."""
    try:
        return toml_of(_read_text(path))
    except UnreadableError as error:
        if not error.is_toml:
            raise CardError(f"{short(path)}: {error}") from None
        match = _LINE.search(str(error))
        line = f", line {match.group(1)}" if match else ", at its end"
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


def _read_lines(path: Path, most_rows: int) -> list[tuple[int, list[str]]]:
    """Return the lines that are not empty, each with its number in the file."""
    text = _read_text(path)
    head = text.lstrip().partition("\n")[0]
    separator = max(_SEPARATORS, key=head.count)  # the comma if there is none
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    lines: list[tuple[int, list[str]]] = []
    first = 1
    try:
        for cells in reader:
            texts = [cell.strip() for cell in cells]
            if any(texts):
                _check_line(path, first, texts, len(lines), most_rows)
                lines.append((first, texts))
            first = reader.line_num + 1
    except csv.Error as error:
        raise CardError(f"{short(path)}, line {first}: this is not CSV: {error}") from None
    return lines


def _check_line(path: Path, line: int, texts: Sequence[str], before: int, most_rows: int) -> None:
    """Reject a line beyond the most rows, or with a text that no cell may have."""
    if before > most_rows:
        raise CardError(
            f"{short(path)}, line {line}: expected a sheet of {most_rows:,} rows at most"
        )
    for place, text in enumerate(texts, 1):
        wrong = _wrong_with(text)
        if wrong:
            raise CardError(f"{short(path)}, line {line}, cell {place}: {wrong}")


def _wrong_with(text: str) -> str:
    """Return why a cell cannot have this text; empty if it can."""
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
    required = [column.name for column in columns if not column.optional]
    missing = [repr(name) for name in required if name not in names]
    if missing:
        verb = "column {} is" if len(missing) == 1 else "columns {} are"
        raise CardError(f"{short(path)}, line 1: the {verb.format(', '.join(missing))} missing")


def _check_id(row: Row, joined: bool) -> None:
    """Reject an id that is not a word; `joined` ids may have capital letters in the sheet."""
    if len(row.id) > MOST_ID:
        raise row.error(row.key[0], f"expected an id of {MOST_ID} characters at most")
    first = row.cells[row.key[0]]
    if not joined and not _ID.fullmatch(first):
        raise row.error(row.key[0], f"expected a lower-case word such as '{_as_id(first)}'")
    for column in row.key if joined else ():
        if not _JOINED_ID.fullmatch(row.text(column).lower() or "_"):
            raise row.error(column, "expected a word of letters, digits and underscores")


def _without_empty_end(texts: Sequence[str]) -> list[str]:
    """Return texts without the empty ones at the end, which spreadsheets may add."""
    end = max((place for place, text in enumerate(texts, start=1) if text), default=0)
    return list(texts[:end])


def _fitted(texts: Sequence[str], names: Sequence[str], blank: Container[str]) -> list[str]:
    """Return a cell for each column, if all that is missing or too much may be empty."""
    if not all(name in blank for name in names[len(texts) :]):
        return list(texts)
    cells = _without_empty_end(texts)
    return cells + [""] * (len(names) - len(cells))


def _as_id(text: str) -> str:
    """Return an id that is close to a text."""
    ascii_text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    match = _ID.search(re.sub(r"[^a-z0-9]+", "_", ascii_text).strip("_"))
    return match.group() if match else "hill_giant2"


def _with_caret(text: str, position: int) -> str:
    """Return two lines: the text near the position, and a caret below."""
    line = re.sub(r"\s", " ", text)
    start = max(0, min(position - _WIDTH // 2, len(line) - _WIDTH))
    before = "... " if start > 0 else ""
    after = " ..." if start + _WIDTH < len(line) else ""
    part = f"{before}{line[start : start + _WIDTH]}{after}"
    return f"    {part}\n    {' ' * (len(before) + position - start)}^"


def _whole(text: str) -> int | None:
    """Return the whole number in a text, or None."""
    match = _NUMBER.fullmatch(text)
    return int(match.group(1)) if match else None
