"""The tables of a report as one workbook: a sheet for each table, and one that describes them."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance.report.json_values import plain_value, whole_table
from balance.report.section import Section, Table
from balance.report.words import PAGE

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

LONGEST_NAME = 31  # of a sheet, in Excel
_NOT_IN_NAMES = str.maketrans(dict.fromkeys("[]:*?/\\", "_"))
WIDEST, NARROWEST = 40, 8  # characters of a column


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
    for place, row in enumerate(frame.itertuples(index=False, name=None), 2):
        _write_row(sheet, place, [plain_value(value) for value in row])
    _set_widths(sheet)
    sheet.freeze_panes = "A2"


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


def _set_widths(sheet: "Worksheet") -> None:
    for column in sheet.columns:
        widest = max(len(str(cell.value)) for cell in column if cell.value is not None)
        letter = column[0].column_letter
        sheet.column_dimensions[letter].width = min(max(widest + 1, NARROWEST), WIDEST)
