"""Sheets of cards: CSV and TOML to checked rows, with file and line in every error."""

import re
import unicodedata
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from functools import lru_cache
from pathlib import Path
from typing import Any

from balance.cards.csv_file import read_csv, read_plain_text
from balance.cards.headings import SheetColumn, as_name, closest, misnamed, unknown_names
from balance.cards.sheet_line import SheetFile, SheetLine, short
from balance.cards.workbook import read_workbook
from balance.errors import CardError
from balance.limits import MOST_CELL, MOST_ID, MOST_NAME, MOST_ROWS
from balance.sanitize import UnreadableError, is_odd, is_one_line, toml_of
from balance.spelling import as_compared, find_twins

__all__ = [
    "FROM_WHERE",
    "MOST",
    "SheetColumn",
    "SheetRow",
    "as_id",
    "as_whole",
    "as_written",
    "check_names",
    "edit_rows",
    "lines_of",
    "one_of",
    "read_sheet",
    "read_toml",
    "short",
    "unread_notes",
]  # fmt: skip

_ID = re.compile(r"[^\W\d_]\w*")  # letters of any alphabet
_JOINED_ID = re.compile(r"[a-z0-9_]+")
# Spreadsheets may write 3 as 3.0 or 3,0; 1.000 and 1,000 may be one or a thousand.
_NUMBER = re.compile(r"([-\u2212]?[0-9]{1,9})([.,]0{1,2})?")
_THOUSANDS = re.compile(r"-?[0-9]{1,3}(?:[.,' \u00a0\u202f][0-9]{3})+")
_WIDTH = 72  # of a text with a caret below, which a line break would misplace
_ID_COLUMN, _NAME_COLUMN = "id", "name"
_MOST_BEFORE_HEAD = 10  # lines in which a head is looked for, for a hint
FROM_WHERE = "a path starts from the scenario's folder, unless it is absolute"
MOST = 9999  # a larger number on a card is a mistake, and its sums could overflow


@dataclass(frozen=True)
class SheetRow:
    """One line of a sheet, whose methods read and check cells.

    They raise CardError, with the place of the cell, if a cell is not as it should be.
    """

    file: SheetFile
    line: int  # in the file, from 1
    cells: Mapping[str, str]  # by column, without spaces around the text
    blank: frozenset[str] = frozenset()  # columns whose cells may be empty
    edited: frozenset[str] = frozenset()  # columns whose cells were replaced
    origin: str = ""  # where the card comes from, if the game distinguishes that
    key: tuple[str, ...] = (_ID_COLUMN,)  # columns whose cells, joined with ``_``, are the id
    numbers: Mapping[str, int] = field(default_factory=dict)  # by column, its place in the file
    hints: Mapping[str, str] = field(default_factory=dict)  # by column, what may be wrong there
    shifted: str = ""  # what to mend if the line has too many cells, and these are filled
    unread: tuple[str, ...] = ()  # columns of the file that the sheet does not have

    @property
    def id(self) -> str:
        """The id of the card, in lower case."""
        return "_".join(_in_id(cell) for name in self.key if (cell := self.cells[name]))

    def place(self, column: str) -> str:
        """Return the place of a cell for messages: file, line, column and card."""
        of = f" of {self.id}" if (column,) != self.key else ""
        changed = ", as changed" if column in self.edited else ""
        place = self.file.place(self.line, self.numbers.get(column))
        return f"{place}, column {column}{of}{changed}"

    def error(self, column: str, message: str) -> CardError:
        """Return an error with the place and the text of a cell, then the message."""
        if self.shifted and column in self.numbers and column not in self.edited:
            where = self.file.place(self.line)
            has = f"column {column} has {self.cells[column]!r}"
            return CardError(f"{where}: {self.shifted}; as it is, {has}: {message}")
        hint = self.hints.get(column, "")
        return CardError(f"{self.place(column)}: {self.cells[column]!r}: {message}{hint}")

    def error_at(self, column: str, position: int, message: str) -> CardError:
        """Return an error with the place of a cell and a caret below a character."""
        text = self.cells[column]
        at = f"character {position + 1}" if position < len(text) else "at its end"
        reason = f"{message}{self.hints.get(column, '')}"
        return CardError(f"{self.place(column)}, {at}: {reason}", *_with_caret(text, position))

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
        text = self.text(column)
        number = as_whole(text)
        if number is None or not low <= number <= high:
            expected = f"a whole number from {low} to {high}" if low < high else str(low)
            raise self.error(column, f"{why}expected {expected}{_number_hint(text)}")
        return number

    def one_of(self, column: str, known: Iterable[str]) -> str:
        """Return the known word in a cell, which may have it in capitals."""
        cell = self.text(column)
        words = list(known)
        word = next((word for word in words if as_compared(word) == as_compared(cell)), None)
        if word is None:
            raise self.error(column, f"expected {one_of(cell, words)}")
        return word

    def words(self, column: str, separator: str) -> tuple[str, ...]:
        """Return the parts of a cell between separators, which must all be different."""
        cell = self.text(column)
        words = tuple(word.strip() for word in cell.split(separator)) if cell else ()
        if "" in words:
            raise self.error(column, f"there is nothing on one side of a {separator!r}")
        if len(set(words)) < len(words):
            raise self.error(column, "the same word is there twice")
        return words

    def with_cells(self, cells: Mapping[str, str]) -> "SheetRow":
        """Return the row with some cells replaced."""
        hints = {column: hint for column, hint in self.hints.items() if column not in cells}
        edited = self.edited | frozenset(cells)
        return replace(self, cells={**self.cells, **cells}, edited=edited, hints=hints)


def one_of(word: str, known: Sequence[str]) -> str:
    """Return the words that are allowed in place of an unknown one, the closest first."""
    close = closest(word, known)
    listed = f"one of {', '.join(known)}" if known else "nothing, as there is none"
    if close:
        return f"{close!r}, perhaps; {listed}" if len(known) > 1 else f"{close!r}, perhaps"
    return listed


def as_written(value: object) -> str:
    """Return a value as a scenario writes it."""
    return str(value).lower() if isinstance(value, bool) else repr(value)


def read_sheet(
    path: Path | SheetFile,
    columns: Sequence[SheetColumn],
    edits: Mapping[str, Mapping[str, str]] | None = None,
    key: Sequence[str] | None = None,
    most_rows: int = MOST_ROWS,
) -> list[SheetRow]:
    """Read a sheet: a line of column names, among them those of the key, and a line for each card.

    Parameters
    ----------
    path : Path or SheetFile
        A CSV file in UTF-8, or a worksheet.  Empty lines are ignored, and so are columns without a
        name and cells.  Names of columns may have capital letters, and spaces for ``_``.
    columns : sequence of SheetColumn
        All that the sheet may have.  Others are not read: `SheetRow.unread` names them.
    edits : mapping of id to mapping of column to text, optional
        Cells to replace.
    key : sequence of str, optional
        Columns whose cells, in lower case and joined with ``_``, are the id of a row; by default
        the column ``id``, which must have a lower-case word; where it is missing, the id is made
        from the name.
    most_rows : int
        How many rows the sheet may have.

    Raises
    ------
    CardError
        If there is no such file, it is not UTF-8 or not CSV, a column is missing, misnamed or
        there twice, a line has more or fewer cells than the first, an id is empty, not a
        word, or there twice, or an edit is of an unknown id or column.
    """
    file = path if isinstance(path, SheetFile) else SheetFile(path)
    lines = lines_of(file)
    _check_lines(file, lines, most_rows)
    if not lines:
        raise CardError(f"{file.name}: the sheet is empty; expected a line of column names")
    head = Head.read(file, lines, columns, key)
    seen: dict[str, SheetRow] = {}
    for line in lines[1:]:
        row = head.row(line)
        if row.id in seen:
            place = row.place(row.key[0])
            raise CardError(f"{place}: {row.id!r} is already in line {seen[row.id].line}")
        seen[row.id] = row
    return edit_rows(list(seen.values()), edits or {}, file.path.stem)


def lines_of(file: SheetFile) -> tuple[SheetLine, ...]:
    """Return the lines of a sheet that are not empty; raise CardError if it cannot be read."""
    if not file.worksheet:
        return read_csv(file.path).lines
    return read_workbook(file.path).sheets.get(file.worksheet, ())


@dataclass(frozen=True)
class Head:
    """The first line of a sheet: what its columns are."""

    file: SheetFile
    names: tuple[str, ...]  # by place in the file; empty where a column has no name
    columns: tuple[SheetColumn, ...]
    key: tuple[str, ...]
    joined: bool  # whether ids are joined from the cells of the key, in any case
    unread: tuple[str, ...]

    @classmethod
    def read(
        cls,
        file: SheetFile,
        lines: Sequence[SheetLine],
        columns: Sequence[SheetColumn],
        key: Sequence[str] | None,
    ) -> "Head":
        """Return the head of a sheet; raise CardError if a column is missing or misnamed."""
        names = [as_name(text) for text in _without_empty_end(lines[0].texts)]
        needed = list(columns)
        is_named = _NAME_COLUMN in names and key is None
        if is_named:
            needed = [replace(column, optional=column.optional or column.name == _ID_COLUMN)
                      for column in columns]  # fmt: skip
        unread = _check_names(file, lines, names, needed)
        return cls(
            file, tuple(names), tuple(columns), tuple(key or (_ID_COLUMN,)), key is not None, unread
        )

    def row(self, line: SheetLine) -> SheetRow:
        """Return the row of a line, whose id is checked."""
        blank = frozenset(column.name for column in self.columns if column.blank)
        known = [column.name for column in self.columns]
        for place, (name, text) in enumerate(zip(self.names, line.texts, strict=False)):
            if text and not name:
                raise CardError(
                    f"{self.file.place(line.number, place)}: {text!r}: this column has no name in "
                    "the first line; expected one"
                )
        cells = _fitted(line.texts, self.names, (*blank, *self.unread, ""))
        if len(cells) != len(self.names):
            hint = f"; {line.shifted}" if line.shifted else next(iter(line.hints.values()), "")
            hint = hint or "; a text with a comma or semicolon needs quotation marks"
            raise CardError(
                f"{self.file.place(line.number)}: {_cells(len(line.texts))}, but there are "
                f"{len(self.names)} columns{hint}"
            )
        numbers = {name: place for place, name in enumerate(self.names) if name in known}
        for name, place in numbers.items():
            if place in line.wrong:
                where = self.file.place(line.number, place)
                raise CardError(f"{where}, column {name}: {line.wrong[place]}")
        by_name = dict.fromkeys(known, "") | {name: cells[place] for name, place in numbers.items()}
        if _ID_COLUMN in known and _ID_COLUMN not in numbers and not self.joined:
            by_name[_ID_COLUMN] = as_id(by_name[_NAME_COLUMN])
        row = SheetRow(
            file=self.file,
            line=line.number,
            cells=by_name,
            blank=blank,
            key=self.key,
            numbers=numbers,
            hints={
                name: line.hints[place] for name, place in numbers.items() if place in line.hints
            },
            shifted=line.shifted,
            unread=self.unread,
        )
        _check_id(row, self.joined, {column.name for column in self.columns if column.free})
        return row


def edit_rows(
    rows: Sequence[SheetRow], edits: Mapping[str, Mapping[str, str]], sheet: str
) -> list[SheetRow]:
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


def check_names(rows: Iterable[SheetRow], own: Container[str]) -> None:
    """Reject a card whose name another one has, or has as its id.

    Rules and reports would not tell them apart.  `own` are the ids of a designer's cards, one of
    which the error is about, or a card whose name was edited.
    """
    listed = list(rows)
    twins = find_twins([(row.id, row.cells[_NAME_COLUMN]) for row in listed])
    if twins is None:
        return
    named, other = (listed[place] for place in twins)
    is_named = as_compared(named.cells[_NAME_COLUMN]) == as_compared(other.cells[_NAME_COLUMN])
    is_first = named.id in own or _NAME_COLUMN in named.edited
    wrong, right = (named, other) if is_first else (other, named)
    column, has = _NAME_COLUMN, "has this name already"
    if not is_named:
        column = _NAME_COLUMN if is_first else wrong.key[0]
        has = f"has this as its {'id' if is_first else 'name'}"
    raise wrong.error(
        column,
        f"{right.id}, in {right.file.place(right.line)}, {has}; expected names that rules and "
        "reports can tell apart",
    )


def unread_notes(rows: Iterable[SheetRow]) -> tuple[str, ...]:
    """Return a sentence for each file with columns that are not read."""
    unread = {row.file.name: row.unread for row in rows if row.unread}
    return tuple(
        f"Not read, as {name} needs no such column{'s' if len(columns) > 1 else ''}: "
        f"{', '.join(columns)}."
        for name, columns in unread.items()
    )


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
        return deepcopy(_values_of(read_plain_text(path)))
    except UnreadableError as error:
        raise CardError(f"{short(path)}{', ' if error.not_toml else ': '}{error}") from None


@lru_cache(maxsize=64)
def _values_of(text: str) -> dict[str, Any]:
    return toml_of(text)


def _check_lines(file: SheetFile, lines: Sequence[SheetLine], most_rows: int) -> None:
    """Reject lines beyond the most rows, and texts that no cell may have."""
    for before, line in enumerate(lines):
        if before > most_rows:
            raise CardError(
                f"{file.place(line.number)}: expected a sheet of {most_rows:,} rows at most"
            )
        for place, text in enumerate(line.texts):
            wrong = _wrong_with(text)
            if wrong:
                cell = "" if file.worksheet else f", cell {place + 1}"
                raise CardError(f"{file.place(line.number, place)}{cell}: {wrong}")


def _wrong_with(text: str) -> str:
    """Return why a cell cannot have this text; empty if it can."""
    if len(text) > MOST_CELL:
        return f"{len(text):,} characters; expected {MOST_CELL:,} at most"
    if any(map(is_odd, text)):
        return f"{text!r}: expected a text without control characters"
    return ""


def _check_names(
    file: SheetFile,
    lines: Sequence[SheetLine],
    names: Sequence[str],
    columns: Sequence[SheetColumn],
) -> tuple[str, ...]:
    """Reject names of columns that are missing, misnamed or there twice; return those unread."""
    place = file.place(lines[0].number)
    unknown = unknown_names(names, columns)
    required = [column.name for column in columns if not column.optional]
    missing = [name for name in required if name not in names]
    if missing:
        head = _later_head(lines, required)
        if head is not None:
            raise CardError(
                f"{place}: expected the names of the columns, which stand in line {head}: delete "
                "what is above them"
            )
        if missing == required:
            raise CardError(
                f"{place}: expected the names of the columns: {', '.join(required)}; there is "
                f"{', '.join(filter(None, names))}"
            )
    wrong = misnamed(unknown, names, columns)
    if wrong:
        left = missing or [column.name for column in columns if column.name not in names]
        raise CardError(f"{place}: there is no column {wrong!r}; expected {one_of(wrong, left)}")
    for name in names:
        if name and names.count(name) > 1:
            raise CardError(f"{place}: the column {name!r} is there twice")
    if missing:
        verb = "column {} is" if len(missing) == 1 else "columns {} are"
        quoted = ", ".join(map(repr, missing))
        found = f"; there are {', '.join(filter(None, names))}" if unknown else ""
        raise CardError(f"{place}: the {verb.format(quoted)} missing{found}")
    return tuple(unknown)


def _later_head(lines: Sequence[SheetLine], required: Sequence[str]) -> int | None:
    """Return the number of a later line that has the names of most columns, if there is one."""
    for line in lines[1:_MOST_BEFORE_HEAD]:
        if 2 * len({as_name(text) for text in line.texts} & set(required)) > len(required):
            return line.number
    return None


def _check_id(row: SheetRow, joined: bool, free: Container[str]) -> None:
    """Reject an id that is not a word; `joined` ids may have capital letters in the sheet.

    A part of the id in a `free` column is a name of any characters.
    """
    named = [name for name in row.key if name in free]
    for column in named:
        row.name(column)
    if len(row.id) > MOST_ID and not named:
        raise row.error(row.key[0], f"expected an id of {MOST_ID} characters at most")
    first = row.cells[row.key[0]]
    if not joined and (not _ID.fullmatch(first) or first != first.lower()):
        example = as_id(first or row.cells.get(_NAME_COLUMN, ""))
        raise row.error(row.key[0], f"expected a lower-case word such as '{example}'")
    for column in (name for name in row.key if joined and name not in free):
        if not _JOINED_ID.fullmatch(_in_id(row.text(column)) or "_"):
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


def as_id(text: str) -> str:
    """Return an id that is close to a text."""
    ascii_text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    match = _ID.search(re.sub(r"[^a-z0-9]+", "_", ascii_text).strip("_"))
    return match.group() if match else "hill_giant2"


def _with_caret(text: str, position: int) -> tuple[str, str]:
    """Return two lines: the text near the position, and a caret below."""
    line = re.sub(r"\s", " ", text)
    start = max(0, min(position - _WIDTH // 2, len(line) - _WIDTH))
    before = "... " if start > 0 else ""
    after = " ..." if start + _WIDTH < len(line) else ""
    part = f"{before}{line[start : start + _WIDTH]}{after}"
    return f"    {part}", f"    {' ' * (len(before) + position - start)}^"


def _number_hint(text: str) -> str:
    """Return a hint for a text that is no whole number within its bounds."""
    if _THOUSANDS.fullmatch(text):
        return "; write a thousand as 1000"
    if re.fullmatch(r"[0-9]+ *[^\W\d]+", text):
        return "; write the number alone"
    return "; write it in digits" if text.isalpha() and len(text) > 2 else ""


def _in_id(cell: str) -> str:
    """Return a cell as a part of an id: the same however it is typed, so that 1.0 is 1."""
    number = as_whole(cell)
    text = unicodedata.normalize("NFC", " ".join(cell.lower().split()))
    return text if number is None else str(number)


def _cells(number: int) -> str:
    return f"{number} cell{'' if number == 1 else 's'}"


def as_whole(text: str) -> int | None:
    """Return the whole number in a text, as spreadsheets may write it, or None."""
    match = _NUMBER.fullmatch(text)
    return int(match.group(1).replace("\u2212", "-")) if match else None
