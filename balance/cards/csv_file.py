"""CSV files as spreadsheets export them: any usual separator and line ends, with hints."""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from balance.cards.sheet_line import SheetLine, short
from balance.errors import CardError
from balance.sanitize import NotUtf8Error, UnreadableError, read_text
from balance.spelling import one_form

_SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "vertical bar"}
# A first line for Excel, which may come back in quotes or with empty cells.
_NAMED_SEPARATOR = re.compile(
    r"""\s*"?sep[ ]*=[ ]*([^\s"]|\t)"?[\s,;|"]*?(?:\r\n|\r|\n|\Z)""", re.IGNORECASE
)
_OPEN_TEXT = "unexpected end of data"  # the module csv on a quotation mark that is not closed
# What programs other than spreadsheets' text exports write at the start of a file.
_ZIP, _OLD_WORKBOOK = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"


@dataclass(frozen=True)
class CsvFile:
    """A CSV file that was read."""

    lines: tuple[SheetLine, ...]
    text: str
    separator: str


def read_csv(path: Path) -> CsvFile:
    """Read a CSV file in UTF-8, with or without a byte order mark.

    The separator is the most frequent of comma, semicolon, tab and vertical bar in the first line,
    unless a line above it names one: ``sep=;``.

    Raises
    ------
    CardError
        If there is no such file, or it is not UTF-8 or not CSV.
    """
    text = read_plain_text(path)
    body = one_form(text)
    named = _NAMED_SEPARATOR.match(body)
    above = len(named.group().splitlines()) if named else 0
    body = body[named.end() :] if named else body
    head = body.lstrip().partition("\n")[0]
    separator = max(_SEPARATORS, key=head.count)
    if named and (named.group(1) in head or separator not in head):
        separator = named.group(1)
    lines = [
        (number, cells)
        for number, cells in _records(path, body, separator, above)
        if any(cell.strip() for cell in cells)
    ]
    columns = len(lines[0][1]) if lines else 0
    return CsvFile(
        tuple(_line(number, cells, columns, separator) for number, cells in lines),
        text,
        separator,
    )


def read_plain_text(path: Path) -> str:
    """Return the text of a file; raise CardError if it is missing, or not text in UTF-8."""
    try:
        text = read_text(path)
    except FileNotFoundError:
        raise CardError(f"{path}: there is no such file") from None
    except NotUtf8Error as error:
        raise CardError(
            _other_format(path)
            or f"{short(path)}, line {error.line}: this is not UTF-8; save the file with that "
            "encoding (Excel: 'CSV UTF-8')"
        ) from None
    except UnreadableError as error:
        raise CardError(f"{path}: {error}") from None
    if "\0" in text:
        raise CardError(
            _other_format(path) or f"{short(path)}: this is not text; expected a file of plain text"
        )
    return text


def _other_format(path: Path) -> str:
    """Return what a file that is not text is, where that is known; else an empty text."""
    with path.open("rb") as file:
        start = file.read(4)
    if start == _ZIP:
        return f"{short(path)}: this is a workbook, not text; name it {path.stem}.xlsx"
    if start == _OLD_WORKBOOK:
        return (
            f"{short(path)}: this is an old workbook (.xls), not text; save it as .xlsx, or each "
            "sheet as 'CSV UTF-8'"
        )
    return ""


def _records(path: Path, text: str, separator: str, before: int) -> Iterator[tuple[int, list[str]]]:
    """Yield the number of the first line of each record, and its cells."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    first = 1 + before
    try:
        for cells in reader:
            yield first, cells
            first = reader.line_num + 1 + before
    except csv.Error as error:
        why = (
            "a quotation mark opens a text and none closes it"
            if str(error) == _OPEN_TEXT
            else f"{error}; a quotation mark within a text is written twice, and the text needs "
            "quotation marks around it"
        )
        raise CardError(f"{short(path)}, line {first}: this is not CSV: {why}") from None


def _line(number: int, cells: Sequence[str], columns: int, separator: str) -> SheetLine:
    """Return a line with hints on a text that has a separator in it, which shifts later cells."""
    texts = tuple(cell.strip() for cell in cells)
    name = _SEPARATORS.get(separator, "separator")
    split = [
        place for place, cell in enumerate(cells) if place and cell[:1] == " " and texts[place]
    ]
    quotes, hints = f"put quotation marks around a text that has a {name}", {}
    if len(split) == 1 and texts[split[0] - 1]:
        (place,) = split
        parts = f"{texts[place - 1]}{separator}{cells[place].rstrip()}"
        quotes = f"put quotation marks around {parts!r}, if its {name} belongs to a text"
        hints = dict.fromkeys(range(place, len(cells)), f"; {quotes}")
    if len(cells) > columns:
        return SheetLine(number, texts, shifted=quotes)
    others = [name for sign, name in _SEPARATORS.items() if sign != separator and sign in cells[0]]
    if columns > 1 and others and not any(texts[1:]):
        hint = f"; the line has {others[0]}s between its cells, but the first line has {name}s"
        return SheetLine(number, texts, {0: hint})
    return SheetLine(number, texts, hints)
