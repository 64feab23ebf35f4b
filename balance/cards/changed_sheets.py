"""Copies of a designer's sheets with some cells changed, each in the format of its file."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from balance.cards.csv_file import read_csv
from balance.cards.find_sheets import SHEET_SUFFIXES, find_sheets, names_of_sheets
from balance.cards.headings import as_name
from balance.cards.sheet import as_id, lines_of
from balance.cards.sheet_line import SheetFile, SheetLine
from balance.cards.workbook import open_workbook, write_text_cell

SETUPS = "setups.toml"  # a folder may have it in place of a sheet


@dataclass
class ChangedFile:
    """A file of sheets, and what is to be changed in it."""

    path: Path
    cells: dict[tuple[str, int, int], str] = field(default_factory=dict)  # worksheet, line, cell


def own_sheets(
    options: Mapping[str, Any], folder: Path, sheets: Iterable[str]
) -> dict[str, list[SheetFile]]:
    """Return the files in which a designer has some sheets, by sheet; later ones override others.

    `options` are those of a table: one that is a path, or a list of paths, names sheets.  It is the
    name of a sheet itself, or the path has several.
    """
    found: dict[str, list[SheetFile]] = {sheet: [] for sheet in sheets}
    for option, value in options.items():
        for text in value if isinstance(value, list | tuple) else [value]:
            path = folder / text if isinstance(text, str) else None
            if path is None or not (path.is_dir() or path.suffix.lower() in SHEET_SUFFIXES):
                continue
            known = [option] if option in found else sorted(names_of_sheets(path))
            for sheet, file in find_sheets(path, known, (SETUPS,)).items():
                if sheet in found:
                    found[sheet].append(file)
    return found


def changed_files(
    files: Mapping[str, Sequence[SheetFile]],
    edits: Mapping[str, object],
    keys: Mapping[str, Sequence[str]],
) -> list[ChangedFile]:
    """Return the files in which cells change.

    Parameters
    ----------
    files : mapping of str to sequence of SheetFile
        See `own_sheets`.
    edits : mapping
        By ``sheet.id.column``, as in ``[set]`` of a scenario.  Those of cards that are in no file
        are left out.
    keys : mapping of str to sequence of str
        By sheet, the columns whose cells are the id; the column ``id`` if it is not there.
    """
    changed: dict[Path, ChangedFile] = {}
    for key, value in edits.items():
        sheet, name, column = key.split(".")
        for file in reversed(files.get(sheet, [])):
            head, *lines = lines_of(file)
            names = [as_name(text) for text in head.texts]
            ids = {_id(names, line, keys.get(sheet, ("id",))): line.number for line in lines}
            if name in ids and column in names:
                one = changed.setdefault(file.path, ChangedFile(file.path))
                one.cells[file.worksheet, ids[name], names.index(column)] = str(value)
                break
    return list(changed.values())


def _id(names: Sequence[str], line: SheetLine, key: Sequence[str]) -> str:
    """Return the id of a line, as `Row.id` does."""
    cells = dict(zip(names, line.texts, strict=False))
    if key == ("id",) and "id" not in cells:
        return as_id(cells.get("name", ""))
    return "_".join(cell.lower() for name in key if (cell := cells.get(name, "")))


def changed_lines(file: ChangedFile, path: Path) -> list[str]:
    """Return the lines that change, as they are in the file itself or its copy; none of a workbook.

    Raises OSError.
    """
    if any(worksheet for worksheet, _, _ in file.cells):
        return []
    lines = list(io.StringIO(path.read_bytes().decode("utf-8"), newline=""))
    return [lines[line - 1].strip() for line in sorted({line for _, line, _ in file.cells})]


def write_changed(file: ChangedFile, target: Path) -> None:
    """Write a copy of a file with its cells changed; all else stays as it is.

    Of a workbook, pictures and charts are lost.  Raises CardError or OSError.
    """
    part = target.with_name(f"{target.name}.part")  # the target may be the file itself
    if any(worksheet for worksheet, _, _ in file.cells):
        book = open_workbook(file.path, values=False)
        for (worksheet, line, cell), text in file.cells.items():
            write_text_cell(book[worksheet].cell(line, cell + 1), text)
        book.save(part)
    else:
        text = _with_cells(file, file.path.read_bytes().decode("utf-8"))
        part.write_bytes(text.encode("utf-8"))
    part.replace(target)


def _with_cells(file: ChangedFile, text: str) -> str:
    """Return the text of a CSV file with its cells changed; other lines stay to the byte."""
    lines = list(io.StringIO(text, newline=""))
    separator = read_csv(file.path).separator
    for first in sorted({line for _, line, _ in file.cells}, reverse=True):
        end = first
        record: list[str] = []
        while end <= len(lines):  # a text may have line breaks
            try:
                (record,) = csv.reader(
                    io.StringIO("".join(lines[first - 1 : end]), newline=""),
                    delimiter=separator,
                    strict=True,
                )
                break
            except (csv.Error, ValueError):
                end += 1
        before = record.copy()
        for (_, line, cell), changed in file.cells.items():
            if line == first:
                record[cell] = changed
        if record == before:
            continue
        ending = lines[end - 1][len(lines[end - 1].rstrip("\r\n")) :]
        written = io.StringIO()
        csv.writer(written, delimiter=separator, lineterminator=ending).writerow(record)
        lines[first - 1 : end] = [written.getvalue()]
    return "".join(lines)
