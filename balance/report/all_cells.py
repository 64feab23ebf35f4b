"""Tables of all cells, where cells are compared, of sections that are about one of them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

import pandas as pd

from balance.report.definitions import sections_in
from balance.report.json_values import whole_table
from balance.report.report_data import ReportData
from balance.report.section import Section, SectionDefinition, Table
from balance.scenario.section_files import built_in_files

CELL = "cell"
_OF_ALL = {CELL, "players"}  # columns of tables that name cells or numbers of players themselves


def with_all_cells(sections: Iterable[Section], data: ReportData) -> Iterator[Section]:
    """Yield sections whose tables, as files, have the rows of all cells that are compared.

    Such a table has the column ``cell`` before its others.  Tables that compare cells or numbers of
    players themselves stay as they are, and so does what a reader sees of a table.
    """
    known = data.definitions or sections_in(built_in_files())
    for section in sections:
        definition = known.get(section.name)
        if not data.is_comparison or definition is None or definition.is_of_all_cells:
            yield section
        else:
            yield replace(section, tables=(*_joined(_by_cell(section, definition, data)),))


def _by_cell(
    section: Section, definition: SectionDefinition, data: ReportData
) -> dict[str, tuple[Table, ...]]:
    """Return the tables of each cell that has the section, that of the section first."""
    about = data.about(section.name)
    found = {about.name: section.tables} if about else {}
    for cell in data.variants:
        if cell.name in found:
            continue
        alone = replace(data, variants=(cell,), check_cells=(), check_tiers=())
        built = definition.build(alone)
        if built is not None:
            # Of a section without sums of its own, the first cell that has it is the one.
            found[cell.name] = built.tables if found else section.tables
    return found or {data.baseline.name: section.tables}


def _joined(by_cell: Mapping[str, tuple[Table, ...]]) -> Iterator[Table]:
    """Yield each table with the rows of all cells; one that the first lacks is a file only."""
    frames: dict[str, dict[str, pd.DataFrame]] = {}
    first: dict[str, Table] = {}
    for place, (cell, tables) in enumerate(by_cell.items()):
        for table in tables:
            first.setdefault(table.name, table if place == 0 else replace(table, columns=()))
            frames.setdefault(table.name, {})[cell] = whole_table(table)
    for name, of_cells in frames.items():
        if any(_OF_ALL.intersection(frame) for frame in of_cells.values()):
            yield first[name]
            continue
        rows = [frame.assign(**{CELL: cell}) for cell, frame in of_cells.items()]
        whole = pd.concat(rows, ignore_index=True)
        yield replace(first[name], file=whole[[CELL, *whole.columns.drop(CELL)]])
