"""Sections for the terminal: the findings and the tables, as wide as it is."""

from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from balance.report.fitted_table import FittedTable, TextColumn
from balance.report.number_format import TableCell, cell_of
from balance.report.section import Section, Style, Table
from balance.report.words import PAGE

MOST_ROWS = 80  # of a table; all are in its CSV file


def as_text(section: Section, most_rows: int = MOST_ROWS) -> RenderableType:
    """Return a section to be printed with rich, with so many rows of each table."""
    parts: list[RenderableType] = [
        Text(section.title, style="bold"),
        Padding(Text(section.finding), (0, 0, 1, 0)),
    ]
    if section.warning:
        parts.append(Padding(Text(section.warning, style="yellow"), (0, 0, 1, 0)))
    return Group(*parts, *tables_as_text(section.tables, most_rows))


def tables_as_text(tables: Iterable[Table], most_rows: int = MOST_ROWS) -> list[RenderableType]:
    """Return tables with their titles; without those that the page folds, or that are files."""
    parts: list[RenderableType] = []
    for table in tables if most_rows else ():
        if not table.is_folded and any(column.is_brief for column in table.columns):
            parts.append(Text(table.title, style="italic"))
            parts.append(Padding(_fitted(table, most_rows), (0, 0, 1, 0)))
    return parts


def _fitted(table: Table, most_rows: int) -> FittedTable:
    columns = [column for column in table.columns if column.is_brief]
    rows = [row for _, row in table.frame.head(most_rows).iterrows()]
    note = ""
    if len(table.frame) > most_rows:
        note = PAGE.text("terminal.rows", shown=most_rows, rows=len(table.frame))
    return FittedTable(
        tuple(
            TextColumn(
                column.head,
                tuple(_in_one_piece(cell_of(row, column)) for row in rows),
                column.style != Style.TEXT,
            )
            for column in columns
        ),
        note,
    )


def _in_one_piece(cell: TableCell) -> str:
    """Return a cell with its interval, and with a star where it is clear."""
    return f"{cell.text} {cell.interval}{' *' if cell.is_sure else ''}".rstrip()
