"""Where the sheets of a game are: in a folder, a workbook or a CSV file."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from balance.cards.headings import as_name
from balance.cards.sheet import FROM_WHERE, one_of
from balance.cards.sheet_line import SheetFile, short
from balance.cards.workbook import OTHER_SUFFIXES, SUFFIXES, read_workbook
from balance.errors import CardError
from balance.portable import files_in
from balance.spelling import as_on_disk

_CSV_SUFFIXES = (".csv", ".tsv")
SHEET_SUFFIXES = (*_CSV_SUFFIXES, *SUFFIXES, *OTHER_SUFFIXES)
_FORMATS = "a CSV file or an .xlsx workbook"
_NOT_READ = "#"  # worksheets whose names begin so are notes
# What spreadsheet programs call a worksheet until somebody names it.
_UNNAMED = re.compile(r"(sheet|tabelle|feuille?|hoja|foglio|blad|planilha|arkusz)_?\d*")


def find_sheets(
    path: Path, known: Sequence[str], others: Sequence[str] = ()
) -> dict[str, SheetFile]:
    """Return where each sheet of a game is.

    Parameters
    ----------
    path : Path
        A folder with a file for each sheet, ``citizens.csv`` or ``citizens.xlsx``, or with
        workbooks that have a worksheet for each; or one such file.
    known : sequence of str
        The sheets of the game.  A file of its only sheet may have any name.
    others : sequence of str
        Names of other files that a folder may have in place of a sheet.

    Raises
    ------
    CardError
        If there is no such file or folder, a sheet is missing, unknown or duplicated, or a file can
        be read by other programs only.
    """
    path = as_on_disk(path)
    if path.is_dir():
        sheets = _without_doubles(
            found for file in files_in(path) if file.suffix.lower() in SHEET_SUFFIXES
            for found in _sheets_of(file, known)
        )  # fmt: skip
        if not sheets and not any((path / name).is_file() for name in others):
            names = ", ".join([*(f"{sheet}.csv" for sheet in known), *others])
            raise CardError(
                f"{path}: there is no sheet in it; expected text files, one of {names}, or an "
                ".xlsx workbook with such sheets"
            )
        return sheets
    if not path.is_file():
        what = "no such file" if path.suffix.lower() in SHEET_SUFFIXES else "no such folder"
        raise CardError(f"{path}: there is {what} with card sheets; {FROM_WHERE}")
    if path.suffix.lower() not in SHEET_SUFFIXES:
        raise CardError(f"{path}: expected a folder with card sheets, {_FORMATS}; {FROM_WHERE}")
    if len(known) == 1:
        return {known[0]: sheet_of(path, known[0])}
    return _without_doubles(_sheets_of(path, known))


def names_of_sheets(path: Path) -> frozenset[str]:
    """Return the names that a folder, workbook or CSV file gives to sheets, of whatever game.

    Raises CardError for a workbook that cannot be read.
    """
    path = as_on_disk(path)
    if path.is_dir():
        return frozenset[str]().union(
            *(
                names_of_sheets(file)
                for file in files_in(path)
                if file.suffix.lower() in SHEET_SUFFIXES
            )
        )
    own = _own_name(path)
    if path.suffix.lower() not in SUFFIXES:
        return frozenset({own})
    names = frozenset(map(as_name, read_workbook(path).sheets))
    return frozenset({own}) if all(_UNNAMED.fullmatch(name) for name in names) else names


def sheet_of(path: Path, sheet: str) -> SheetFile:
    """Return where one sheet is: in a CSV file of any name, or in a workbook.

    The worksheet has the name of the sheet, or is the only one.  Raises CardError if there is no
    such file or worksheet.
    """
    path = as_on_disk(path)
    if path.suffix.lower() not in SHEET_SUFFIXES:
        raise CardError(f"{path}: expected {_FORMATS}; {FROM_WHERE}")
    if not path.exists():
        raise CardError(f"{path}: there is no such file; {FROM_WHERE}")
    if not _is_workbook(path):
        return SheetFile(path)
    names = _worksheets(path)
    named = [name for name in names if as_name(name) == sheet]
    if not named and len(names) != 1:
        raise CardError(
            f"{short(path)}: there is no sheet {sheet!r}; expected it, or only one sheet, but "
            f"there are {', '.join(names)}"
        )
    return SheetFile(path, (named or names)[0])


def _sheets_of(file: Path, known: Sequence[str]) -> Iterator[tuple[str, SheetFile]]:
    """Yield the sheets of a file: one if it is named after a sheet, or one for each worksheet."""
    own = _own_name(file)
    if own in known:
        yield own, sheet_of(file, own)
        return
    if not _is_workbook(file):
        names = [f"{sheet}.csv" for sheet in known]
        raise CardError(
            f"{file.parent}: no sheet is called {file.name!r}; expected {one_of(file.name, names)}"
        )
    for name in _worksheets(file):
        if as_name(name) not in known:
            raise CardError(
                f"{short(file)}: no sheet is called {name!r}; expected {one_of(name, known)}; the "
                f"name of one with notes begins with {_NOT_READ}"
            )
        yield as_name(name), SheetFile(file, name)


def _own_name(file: Path) -> str:
    """Return the sheet that a file is named after: "citizens", "My cards - citizens" (Google)."""
    return as_name(file.stem.rpartition(" - ")[2])


def _worksheets(file: Path) -> list[str]:
    """Return the names of the worksheets that may be read; there is one at least."""
    names = [name for name in read_workbook(file).sheets if not name.startswith(_NOT_READ)]
    if not names:
        raise CardError(f"{short(file)}: the workbook is empty; expected a sheet of cards")
    return names


def _is_workbook(file: Path) -> bool:
    suffix = file.suffix.lower()
    if suffix in OTHER_SUFFIXES:
        raise CardError(
            f"{short(file)}: {suffix} files are not read; save it as .xlsx, or each sheet as "
            "'CSV UTF-8', and remove it from the folder"
        )
    return suffix in SUFFIXES


def _without_doubles(found: Iterator[tuple[str, SheetFile]]) -> dict[str, SheetFile]:
    sheets: dict[str, SheetFile] = {}
    for sheet, file in found:
        if sheet in sheets:
            raise CardError(
                f"{file.name}: the sheet {sheet!r} is in {sheets[sheet].name}, too; expected one"
            )
        sheets[sheet] = file
    return sheets
