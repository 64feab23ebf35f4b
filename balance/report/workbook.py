"""The tables of a report as one workbook: a sheet for each table, and one that describes them."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance.report.json_values import plain_value, whole_table
from balance.report.section import ESTIMATES, Column, Section, Style, Table
from balance.report.words import PAGE

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

LONGEST_NAME = 31  # of a sheet, in Excel
_NOT_IN_NAMES = str.maketrans(dict.fromkeys("[]:*?/\\", "_"))
WIDEST, NARROWEST = 40, 8  # characters of a column
ROUNDED = 7  # digits that a formatted number takes at most
# How a spreadsheet shows numbers of a style; the cell holds the whole number.
FORMATS = {
    **dict.fromkeys((Style.PERCENT, Style.EXACT_PERCENT, Style.PER_100, Style.PP), "0.0%"),
    **dict.fromkeys((Style.POINTS, Style.EXACT_POINTS), "+0.0%;-0.0%;0.0%"),
    **dict.fromkeys((Style.MEAN, Style.NUMBER, Style.RATIO, Style.TIMES), "0.00"),
    Style.CHANGE: "+0.00;-0.00;0.00", Style.Q: "0.0000",
}  # fmt: skip


def write_tables_workbook(sections: Iterable[Section], path: Path) -> None:
    """Write the tables of sections as an Excel workbook, whole and unrounded.

    Raises
    ------
    ImportError
        Without openpyxl, the extra ``xlsx``.
    OSError
        If it cannot be written.
    """
    from openpyxl import Workbook  # noqa: PLC0415, as it is an extra

    book = Workbook()
    about = book.active
    about.title = PAGE.text("workbook.about")
    heads = ("sheet", "section", "title", "note", "column", "meaning")
    _write_row(about, 1, [PAGE.text(f"workbook.{head}") for head in heads])
    used, line = {about.title.casefold()}, 2
    for section in sections:
        for table in section.tables:
            name = _sheet_name(table.name, used)
            sheet = book.create_sheet(name)
            _write_table(sheet, table)
            first = [name, section.title, table.title, table.note]
            for column in table.columns or [None]:
                meaning = [column.head, column.tooltip] if column else ["", ""]
                _write_row(about, line, [*first, *meaning])
                first, line = [name, "", "", ""], line + 1
    _set_widths(about)
    about.freeze_panes = "A2"
    book.save(path)


def _write_table(sheet: "Worksheet", table: Table) -> None:
    frame = whole_table(table)
    _write_row(sheet, 1, [str(name) for name in frame.columns])
    formats = dict(_formats(table.columns))
    for place, row in enumerate(frame.itertuples(index=False, name=None), 2):
        _write_row(sheet, place, [plain_value(value) for value in row])
        for cell, name in zip(sheet[place], frame.columns, strict=True):
            if str(name) in formats and isinstance(cell.value, float):
                cell.number_format = formats[str(name)]
    _set_widths(sheet)
    sheet.freeze_panes = "A2"


def _formats(columns: Iterable[Column]) -> Iterator[tuple[str, str]]:
    """Yield how numbers of each column of a frame are shown, where their style says so."""
    for column in columns:
        if column.style in FORMATS:
            ends = ("value", "low", "high") if column.style in ESTIMATES else ("",)
            yield from ((f"{column.name}{end}", FORMATS[column.style]) for end in ends)


def _write_row(sheet: "Worksheet", row: int, values: Iterable[Any]) -> None:
    """Write a row; a text is a text, also if it looks like a formula."""
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE  # noqa: PLC0415
    from openpyxl.styles import Font  # noqa: PLC0415

    for place, value in enumerate(values, 1):
        cell = sheet.cell(row, place)
        if isinstance(value, str):
            cell.value = ILLEGAL_CHARACTERS_RE.sub("\N{REPLACEMENT CHARACTER}", value)
            cell.data_type = "s"
        else:
            cell.value = value
        if row == 1:
            cell.font = Font(bold=True)


def _sheet_name(name: str, used: set[str]) -> str:
    """Return a name that Excel takes and no other sheet has."""
    base = name.translate(_NOT_IN_NAMES)
    found, number = base[:LONGEST_NAME], 2
    while found.casefold() in used:
        ending = f"_{number}"
        found, number = base[: LONGEST_NAME - len(ending)] + ending, number + 1
    used.add(found.casefold())
    return found


def _width(cell: Any) -> int:
    """Return the characters that a cell takes as it is shown."""
    shown = len(str(cell.value)) if cell.value is not None else 0
    return shown if cell.number_format == "General" else min(shown, ROUNDED)


def _set_widths(sheet: "Worksheet") -> None:
    for column in sheet.columns:
        widest = max(map(_width, column))
        letter = column[0].column_letter
        sheet.column_dimensions[letter].width = min(max(widest + 1, NARROWEST), WIDEST)
