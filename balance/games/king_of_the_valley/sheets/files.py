"""The sheets of King of the Valley: their columns, files and edits."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from balance.cards.find_sheets import SHEET_SUFFIXES, sheet_of
from balance.cards.sheet import (
    SheetColumn,
    SheetRow,
    as_written,
    edit_rows,
    one_of,
    read_sheet,
)
from balance.cards.sheet_line import SheetFile
from balance.errors import CardError, ScenarioError
from balance.games.king_of_the_valley.table.options import BASE, Options

_DATA = Path(__file__).parents[1] / "data"
_TOTALS = "totals"
_BASIS = SheetColumn("basis", blank=True, optional=True)  # for readers of the sheet
_STATUS = SheetColumn("status", blank=True, optional=True)
_KEYS = {**Options.sheet_keys, _TOTALS: ("item",)}
_COLUMNS = {
    "tiles": (
        *(
            SheetColumn("type"),
            SheetColumn("influence"),
            SheetColumn("order", blank=True),
            SheetColumn("stage"),
        ),
        *(SheetColumn("count"), SheetColumn("kind", blank=True, optional=True), _STATUS, _BASIS),
    ),
    "tax_collectors": (
        *(SheetColumn("id"), SheetColumn("stage"), SheetColumn("requirement"), SheetColumn("gold")),
        *(_STATUS, _BASIS),
    ),
    "hill": (
        *(SheetColumn("row"), SheetColumn("price"), SheetColumn("setup_stage")),
        _STATUS,
        _BASIS,
    ),
    "params": (
        *(SheetColumn("name"), SheetColumn("value"), _STATUS),
        SheetColumn("meaning", blank=True, optional=True),
    ),
    _TOTALS: (SheetColumn("item"), SheetColumn("count"), _STATUS),
}
SHEETS = tuple(sheet for sheet in _KEYS if sheet != _TOTALS)  # those that may be chosen and edited
_EXAMPLES = {
    "tiles": "tiles.knight_a_i.count",
    "tax_collectors": "tax_collectors.t4.gold",
    "hill": "hill.6.price",
    "params": "params.start_gold.value",
}
_TEXTS = ("status", "basis", "kind", "meaning")  # columns that do not affect games


@dataclass(frozen=True)
class Change:
    """A number changed by a scenario or the command line; `status` is how certain it was."""

    sheet: str
    id: str
    column: str
    was: str
    now: str
    status: str


@dataclass(frozen=True)
class Sheets:
    """The rows of every sheet after edits, the names of their files in errors, and the changes."""

    tiles: tuple[SheetRow, ...]
    tax_collectors: tuple[SheetRow, ...]
    hill: tuple[SheetRow, ...]
    params: tuple[SheetRow, ...]
    totals: tuple[SheetRow, ...]
    files: Mapping[str, str]
    changes: tuple[Change, ...]


def read_sheets(options: Options, edits: Mapping[str, object], folder: Path) -> Sheets:
    """Return the rows of every sheet, with cells changed by `edits`: ``{"hill.6.price": 12}``.

    Relative paths in the options start from `folder`.  Raises ScenarioError for a sheet that is not
    shipped, CardError for a mistake in a sheet or an edit.
    """
    by_sheet = _edits_by_sheet(edits)
    rows: dict[str, tuple[SheetRow, ...]] = {}
    files = {sheet: _file(sheet, options.file_of(sheet), folder) for sheet in SHEETS}
    changes: list[Change] = []
    for sheet in SHEETS:
        read = _read(sheet, files[sheet])
        edited = edit_rows(read, by_sheet.get(sheet, {}), sheet)
        changes += [
            Change(sheet, row.id, column, old.cells[column], row.cells[column], row.cells["status"])
            for old, row in zip(read, edited, strict=True)
            for column in sorted(row.edited.difference(_TEXTS))
            if row.cells[column] != old.cells[column]
        ]
        rows[sheet] = tuple(edited)
    totals = tuple(_read(_TOTALS, SheetFile(_DATA / f"{_TOTALS}.csv")))
    names = {sheet: file.name for sheet, file in files.items()}
    return Sheets(**rows, totals=totals, files=names, changes=tuple(changes))


def _read(sheet: str, file: SheetFile) -> list[SheetRow]:
    rows = read_sheet(file, _COLUMNS[sheet], key=_KEYS[sheet])
    if sheet == "tiles" and not rows:
        raise CardError(f"{file.name}: there are no tiles; expected a line for each kind")
    return rows


def _file(sheet: str, name: str, folder: Path) -> SheetFile:
    """Return the file of a sheet: a shipped one by its name, or another by its path."""
    if name.lower().endswith(SHEET_SUFFIXES):
        return sheet_of(folder / name, sheet)
    variants = sorted((_DATA / "variants").glob(f"{sheet}_*.csv"))
    shipped = {BASE: _DATA / f"{sheet}.csv"} | {
        path.stem.removeprefix(f"{sheet}_"): path for path in variants
    }
    if name not in shipped:
        raise ScenarioError(
            f"[table] {sheet} = {name!r}: there is no such data; expected "
            f"{one_of(name, list(shipped))}, or the path of a file that ends in .csv or .xlsx"
        )
    return SheetFile(shipped[name])


def _edits_by_sheet(edits: Mapping[str, object]) -> dict[str, dict[str, dict[str, str]]]:
    """Sort edits such as ``{"hill.6.price": 12}`` by sheet and id."""
    by_sheet: dict[str, dict[str, dict[str, str]]] = {}
    for key, value in edits.items():
        parts = key.split(".")
        if len(parts) != 3:
            example = _EXAMPLES.get(parts[0], _EXAMPLES["hill"])
            raise CardError(f"{key}: expected sheet.id.column, such as {example}")
        sheet, name, column = parts
        if sheet not in SHEETS:
            raise CardError(f"{key}: there is no sheet {sheet!r}; expected {one_of(sheet, SHEETS)}")
        if isinstance(value, bool) or not isinstance(value, str | int):
            raise CardError(f"{key} = {as_written(value)}: expected a whole number or a text")
        by_sheet.setdefault(sheet, {}).setdefault(name, {})[column] = str(value).strip()
    return by_sheet
