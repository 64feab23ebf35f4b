"""Workbooks (.xlsx): their worksheets as lines of text, and new workbooks.

Needs openpyxl, which the extra ``xlsx`` installs, with defusedxml against harmful XML.
"""

import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any
from zipfile import BadZipFile, ZipFile

from balance.cards.sheet_line import SheetLine, letters_of, short
from balance.errors import CardError
from balance.limits import MOST_BYTES, MOST_WORKBOOK_BYTES, MOST_WORKBOOK_CELLS
from balance.spelling import one_form

SUFFIXES = (".xlsx", ".xlsm")
# What other spreadsheet programs save; they can all save .xlsx too.
OTHER_SUFFIXES = (".xls", ".xlsb", ".ods", ".numbers", ".gsheet")
_INSTALL = "pip install 'tabletop-balance[xlsx]'"
_WHOLE = re.compile(r"-?\d{1,9}")
_TEXT_FORMAT = "@"
_MERGED = re.compile(
    rb"""mergeCell\s[^>]*?ref\s*=\s*["']([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})["']"""
)
_DATE = "; the spreadsheet made a date of it: format the column as text and type it again"


@dataclass(frozen=True)
class Workbook:
    """The worksheets of a workbook, by name, without those that are empty."""

    sheets: Mapping[str, tuple[SheetLine, ...]]


def read_workbook(path: Path) -> Workbook:
    """Read the worksheets of a workbook.

    Numbers become text as on the cards: 3.0 is 3. Of a formula the stored result is read.

    Raises
    ------
    CardError
        If there is no such file, openpyxl is missing, or it is damaged or too large.
    """
    try:
        status = path.stat()
    except FileNotFoundError:
        raise CardError(f"{path}: there is no such file") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise CardError(f"{path}: cannot be read: {reason}") from None
    return _read(path, status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=4)
def _read(path: Path, _changed: int, size: int) -> Workbook:
    """Read a workbook once, as each table is built from it anew."""
    has_formulas = _check(path, size)
    book = open_workbook(path, values=True)
    formulas = open_workbook(path, values=False) if has_formulas else None
    sheets = {}
    for sheet in book.worksheets:
        lines = tuple(_lines(path, sheet, formulas[sheet.title] if formulas else None))
        if lines:
            sheets[str(sheet.title)] = lines
    return Workbook(MappingProxyType(sheets))


def open_workbook(path: Path, values: bool) -> Any:
    """Return a workbook of openpyxl: with stored values in place of formulas, or with formulas."""
    openpyxl = _openpyxl(f"{short(path)}: reading a workbook")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of what it does not keep, such as pictures
            return openpyxl.load_workbook(path, data_only=values, keep_links=False)
    except MemoryError:
        raise
    except Exception as error:
        raise CardError(
            f"{short(path)}: cannot be read as a workbook ({type(error).__name__}); open it in a "
            "spreadsheet program and save it as .xlsx again"
        ) from None


def write_workbook(path: Path, sheets: Mapping[str, Sequence[Sequence[str]]]) -> None:
    """Write a workbook: a worksheet for each sheet, whose first line is the head.

    Raises
    ------
    CardError
        If openpyxl is missing.
    OSError
    """
    openpyxl = _openpyxl("Writing a workbook")
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, lines in sheets.items():
        sheet = book.create_sheet(name)
        sheet.freeze_panes = "A2"
        for number, texts in enumerate(lines, 1):
            for column, text in enumerate(texts, 1):
                cell = sheet.cell(number, column)
                if number == 1:
                    cell.font = openpyxl.styles.Font(bold=True)
                write_text_cell(cell, text)
        for column, texts in enumerate(zip(*lines, strict=True)):
            width = min(max(map(len, texts)), 50) + 2
            sheet.column_dimensions[letters_of(column)].width = width
    book.save(path)


def write_text_cell(cell: Any, text: str) -> None:
    """Write a text into a cell of openpyxl: a whole number as one, all else as plain text."""
    if _WHOLE.fullmatch(text):
        cell.value = int(text)
        return
    cell.value = text or None
    if text:
        cell.data_type = "s"  # a text that begins with = is no formula
        cell.number_format = _TEXT_FORMAT  # typed over, 3/7 stays 3/7


def require_openpyxl(what: str) -> None:
    """Raise CardError if openpyxl is missing; `what` needs it."""
    _openpyxl(what)


def _openpyxl(what: str) -> Any:
    try:
        import defusedxml  # noqa: F401, PLC0415 - optional; openpyxl uses it where it is installed
        import openpyxl  # noqa: PLC0415 - optional
    except ImportError:
        raise CardError(
            f"{what} needs openpyxl: {_INSTALL}, or save each sheet as 'CSV UTF-8'"
        ) from None
    return openpyxl


def _check(path: Path, size: int) -> bool:
    """Reject what is no workbook or too large; return whether there are formulas."""
    _openpyxl(f"{short(path)}: reading a workbook")
    if size > MOST_BYTES:
        raise CardError(
            f"{short(path)}: it is larger than {MOST_BYTES // 10**6} MB, the most that is read"
        )
    try:
        with ZipFile(path) as archive:
            parts = [
                part for part in archive.infolist() if part.filename.endswith((".xml", ".rels"))
            ]
            if sum(part.file_size for part in parts) > MOST_WORKBOOK_BYTES:
                raise CardError(
                    f"{short(path)}: its sheets are larger than {MOST_WORKBOOK_BYTES // 10**6} MB, "
                    "the most that is read"
                )
            sheets = [
                archive.read(part) for part in parts if part.filename.startswith("xl/worksheets/")
            ]
        if sum(map(_merged_cells, sheets)) > MOST_WORKBOOK_CELLS:
            raise CardError(
                f"{short(path)}: more than {MOST_WORKBOOK_CELLS:,} cells are merged; undo that"
            )
        return any(b"<f" in sheet for sheet in sheets)
    except CardError:
        raise
    except (BadZipFile, OSError, ValueError, NotImplementedError, RuntimeError, EOFError):
        pass
    except Exception:
        pass
    raise CardError(
        f"{short(path)}: this is not an .xlsx workbook, or it has a password; save it as .xlsx "
        "without one, or each sheet as 'CSV UTF-8'"
    )


def _merged_cells(sheet: bytes) -> int:
    """Return how many cells of a worksheet are merged: openpyxl visits each of them."""
    return sum(
        (int(bottom) - int(top) + 1) * (_column(right) - _column(left) + 1)
        for left, top, right, bottom in _MERGED.findall(sheet)
    )


def _column(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = 26 * number + letter - ord("A") + 1
    return number


def _lines(path: Path, sheet: Any, formulas: Any) -> Iterator[SheetLine]:
    """Yield the lines of a worksheet that are not empty."""
    if not hasattr(sheet, "iter_rows"):  # a sheet that is one chart
        return
    if sheet.max_row * sheet.max_column > MOST_WORKBOOK_CELLS:
        last = f"{letters_of(sheet.max_column - 1)}{sheet.max_row}"
        raise CardError(
            f"{short(path)}, sheet {sheet.title}: it reaches to cell {last}; expected "
            f"{MOST_WORKBOOK_CELLS:,} cells at most: delete the rows and columns that are empty"
        )
    merged = {
        (row, column): f"it is merged with cell {letters_of(area.min_col - 1)}{area.min_row}: "
        "undo that, and fill in each cell"
        for area in sheet.merged_cells.ranges
        for row in range(area.min_row, min(area.max_row, sheet.max_row) + 1)
        for column in range(area.min_col, min(area.max_col, sheet.max_column) + 1)
        if (row, column) != (area.min_row, area.min_col)
    }
    for row in sheet.iter_rows():
        texts = tuple(_text(cell.value) for cell in row)
        if not any(texts):
            continue
        wrong, hints = {}, {}
        for place, cell in enumerate(row):
            if (cell.row, cell.column) in merged:
                wrong[place] = merged[cell.row, cell.column]
            elif cell.data_type == "e":
                wrong[place] = f"its formula failed: {cell.value}"
            elif cell.value is None and formulas and formulas[cell.coordinate].data_type == "f":
                wrong[place] = (
                    "its formula has no stored result: open the workbook in a spreadsheet "
                    "program and save it"
                )
            elif isinstance(cell.value, date | time):
                hints[place] = _DATE
        yield SheetLine(row[0].row, texts, hints, wrong=wrong)


def _text(value: Any) -> str:
    """Return the text of a cell as it would stand on a card."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, timedelta):
        return str(value)
    return one_form(str(value)).strip()
