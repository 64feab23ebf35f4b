"""Sections for the terminal: the findings and the tables, readable at 100 columns."""

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from balance.report.number_format import Cell, cell_of
from balance.report.section import Section, Style, Table

MOST_ROWS = 80  # of a table; all are in its CSV file


def as_text(section: Section) -> RenderableType:
    """Return a section to be printed with rich."""
    parts: list[RenderableType] = [
        Text(section.title, style="bold"),
        Padding(Text(section.finding), (0, 0, 1, 0)),
    ]
    if section.warning:
        parts.append(Padding(Text(section.warning, style="yellow"), (0, 0, 1, 0)))
    for table in section.tables:
        if table.is_folded or not any(column.is_brief for column in table.columns):
            continue
        # Not the title of the grid, which would fold to its width.
        parts.append(Text(table.title, style="italic"))
        parts.append(Padding(_grid(table), (0, 0, 1, 0)))
    return Group(*parts)


def _grid(table: Table) -> Grid:
    columns = [column for column in table.columns if column.is_brief]
    grid = Grid(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for column in columns:
        if column.style == Style.TEXT:
            grid.add_column(column.head, overflow="ellipsis", no_wrap=True)
        else:
            grid.add_column(column.head, justify="right", no_wrap=True)
    for _, row in table.frame.head(MOST_ROWS).iterrows():
        cells = [cell_of(row, column) for column in columns]
        grid.add_row(*(Text(_in_one_piece(cell)) for cell in cells))
    return grid


def _in_one_piece(cell: Cell) -> str:
    """Return a cell with its interval, and with a star where it is clear."""
    return f"{cell.text} {cell.interval}{' *' if cell.is_sure else ''}".rstrip()
