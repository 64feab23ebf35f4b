"""The sheets of the box: their columns, folders with own cards that add to them, and edits."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from pathlib import Path

from balance.cards.find_sheets import find_sheets
from balance.cards.sheet import (
    SheetColumn,
    SheetRow,
    as_written,
    check_names,
    edit_rows,
    one_of,
    read_sheet,
)
from balance.cards.sheet_line import SheetFile
from balance.errors import CardError

_DATA = Path(__file__).parents[1] / "data"
_SETUPS = "setups.toml"

_NAMES = (SheetColumn("id"), SheetColumn("name"))
# `note` is for the authors of cards; nothing reads it.
_NOTES = tuple(
    SheetColumn(name, blank=True, optional=True) for name in ("name_de", "name_fr", "note")
)
_SHEETS = {
    "citizens": ("activation", "cost", "role", "effect_active", "effect_inactive", "count"),
    "monsters": (
        *("area", "type", "strength", "magic", "vp", "reward", "count"),
        *("extra_first_edition", "extra_second_edition"),
    ),
    "domains": ("cost", "worker", "soldier", "shadow", "holy", "vp", "ability", "count"),
    "dukes": ("scoring", "count"),
    "starters": (
        *("activation", "counts_as_name", "effect_active", "effect_inactive"),
        *("editions", "count"),
    ),
    "events": (
        *("activation", "instruction", "type", "strength", "magic", "vp", "reward"),
        *("editions", "count"),
    ),
}
# An empty cell of these is an effect that does nothing (V18.2).
MAY_BE_BLANK = ("effect_active", "effect_inactive", "reward", "ability")
_EXTRA = {"monsters": (SheetColumn("composition_basis", blank=True, optional=True),)}


class Origin(StrEnum):
    """Where a card comes from."""

    PRINTED = ""
    REPLACED = "replaced"  # an own card with the id of a printed one
    OWN = "own"
    CHANGED = "changed"  # a printed card with cells changed by a scenario or the command line


def read_sheets(folders: Sequence[Path], edits: Mapping[str, object]) -> dict[str, list[SheetRow]]:
    """Return the rows of every sheet, from the package and from folders with own cards.

    A card with a known id replaces that card in its place; others are added at the end.

    Raises
    ------
    CardError
        If a folder, a sheet or an edit is wrong, or two cards have the same id.
    """
    found = [find_sheets(folder, list(_SHEETS), (_SETUPS,)) for folder in folders]
    changes = _edits_by_sheet(edits)
    rows = {
        sheet: edit_rows(_merged(sheet, found), changes.get(sheet, {}), sheet) for sheet in _SHEETS
    }
    _check_ids(rows)
    cards = [row for sheet in rows.values() for row in sheet]
    check_names(cards, [row.id for row in cards if row.origin])
    return rows


def setup_files(folders: Iterable[Path]) -> list[Path]:
    """Return the file of set-ups of the package, and those of folders that have one."""
    return [_DATA / _SETUPS, *(path for f in folders if (path := f / _SETUPS).is_file())]


def _merged(sheet: str, folders: Iterable[Mapping[str, SheetFile]]) -> list[SheetRow]:
    """Return the rows of a sheet from all folders; of rows with the same id the last counts."""
    names = (SheetColumn(name, blank=name in MAY_BE_BLANK) for name in _SHEETS[sheet])
    columns = (*_NAMES, *_NOTES, *names, *_EXTRA.get(sheet, ()))
    printed = {row.id: row for row in read_sheet(_DATA / f"{sheet}.csv", columns)}
    merged = dict(printed)
    for folder in folders:
        if sheet in folder:
            for row in read_sheet(folder[sheet], columns):
                origin = Origin.REPLACED if row.id in printed else Origin.OWN
                merged[row.id] = replace(row, origin=origin)
    return list(merged.values())


def _edits_by_sheet(edits: Mapping[str, object]) -> dict[str, dict[str, dict[str, str]]]:
    """Sort edits such as ``{"citizens.knight.cost": 3}`` by sheet and id."""
    by_sheet: dict[str, dict[str, dict[str, str]]] = {}
    for key, value in edits.items():
        parts = key.split(".")
        if len(parts) != 3:
            raise CardError(f"{key}: expected sheet.id.column, such as citizens.knight.cost")
        sheet, name, column = parts
        if sheet not in _SHEETS:
            raise CardError(
                f"{key}: there is no sheet {sheet!r}; expected {one_of(sheet, list(_SHEETS))}"
            )
        if isinstance(value, bool) or not isinstance(value, str | int):
            raise CardError(f"{key} = {as_written(value)}: expected a whole number or a text")
        by_sheet.setdefault(sheet, {}).setdefault(name, {})[column] = str(value).strip()
    return by_sheet


def _check_ids(rows: Mapping[str, Sequence[SheetRow]]) -> None:
    """Reject an id that two sheets use: records and reports identify a card by it alone."""
    seen: dict[str, str] = {}
    for sheet in _SHEETS:
        for row in rows[sheet]:
            if row.id in seen:
                raise row.error("id", f"a card of {seen[row.id]} has this id already")
            seen[row.id] = sheet
