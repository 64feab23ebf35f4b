"""What the tables and the records of a run mean, column by column, for programs that read them."""

import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pandas as pd
from pandas.api.types import is_bool_dtype, is_integer_dtype, is_numeric_dtype

from balance.analysis.event_records import described_columns, why_none
from balance.report.json_values import whole_table
from balance.report.report_data import ReportData
from balance.report.section import ESTIMATES, Section, Table
from balance.store.run_folder import RunFolder
from balance.store.shards import EVENTS, RECORDS, STANDINGS, VARIANT, folder_name

VERSION = 1  # grows when a name changes its meaning or goes; the changelog says which
_DATA = Path(__file__).parents[1] / "data"
_USUAL = _DATA / "columns.toml"  # their meanings, by name
_ESTIMATES = _DATA / "estimates.toml"  # how estimates are found, by prefix and table
# Records by their folder: the name of the table, and what a row is.
RECORDS_OF = {
    RECORDS: ("games", "a seat of a game"),
    EVENTS: ("events", "what a choice or a task of the rules changed for a seat"),
    STANDINGS: ("standings", "a seat after a round"),
}
PARTS = {
    "value": "the estimate",
    "low": "lower end of its 95% interval",
    "high": "upper end of its 95% interval",
    "error": "its standard error",
    "deals": "deals that it rests on",
    "effective": "independent games that would tell as much",
}


def schema_of(data: ReportData, sections: Sequence[Section], folder: Path) -> dict[str, Any]:
    """Return variants, records and tables of a run as values of JSON.

    Parameters
    ----------
    sections : sequence of Section
        All of the report.
    folder : Path
        Of the run, which may hold records.
    """
    cells, stored = (*data.variants, *data.check_cells), RunFolder(folder).record_folders()
    return {
        "schema": VERSION,
        "versions": dict(data.versions),
        "variants": [
            {
                "name": one.name, "folder": f"{VARIANT}{folder_name(one.name)}",
                "players": one.match.game_table.num_seats, "games": one.games, "deals": one.deals,
                "axes": dict(one.axes),
            }
            for one in cells
        ],
        "estimators": _read(_ESTIMATES)["estimators"],
        "records": {
            name: _records(data, kind, row)
            for kind, (name, row) in RECORDS_OF.items()
            if kind in stored
        },
        "tables": {
            table.name: {
                "section": section.name, "title": table.title, "note": table.note,
                "correlational": table.is_correlational, "columns": _columns(table),
                "estimates": _estimates(table),
            }
            for section in sections
            for table in section.tables
        },
    }  # fmt: skip


def _records(data: ReportData, kind: str, row: str) -> dict[str, Any]:
    columns: dict[str, dict[str, str]] = {}
    for cell in (*data.variants, *data.check_cells):
        if not why_none(kind, cell.match):
            columns |= {each["name"]: each for each in described_columns(kind, cell.match)}
    return {
        "files": f"{kind}/{VARIANT}*/*.parquet",
        "row": row,
        "columns": list(columns.values()),
    }


def _columns(table: Table) -> list[dict[str, str]]:
    frame = whole_table(table)
    meanings: dict[str, str] = {}
    for column in table.columns:
        said = ": ".join(filter(None, (column.head, column.tooltip.rstrip("."))))
        if column.style in ESTIMATES:
            meanings |= {f"{column.name}{part}": f"{said}, {what}" for part, what in PARTS.items()}
        else:
            meanings[column.name] = said
    return [
        {
            "name": name,
            "type": _type_of(frame[name]),
            "meaning": meanings.get(name) or _usual_meaning(name),
        }
        for name in map(str, frame.columns)
    ]


def _estimates(table: Table) -> dict[str, dict[str, str]]:
    """Return of each estimate, by the prefix of its columns, its estimator and what it is per.

    Those of sections from outside the package, of which nothing is known, are left out.
    """
    known = _read(_ESTIMATES)
    here: dict[str, Any] = dict(known["estimates"])
    for name, own in known["in"].items():
        if table.name == name or (name.endswith("_") and table.name.startswith(name)):
            here |= own
    columns = list(map(str, whole_table(table).columns))
    prefixes = [name.removesuffix("value") for name in columns if name.endswith("value")]
    return {
        prefix: {"estimator": here[prefix][0], "per": here[prefix][1]}
        for prefix in prefixes
        if prefix in here and f"{prefix}low" in columns
    }


def _usual_meaning(name: str) -> str:
    """Return what a column of this name means in any table; empty if that is not known."""
    known = _read(_USUAL)["columns"]
    if name in known:
        return str(known[name])
    for part, what in PARTS.items():
        start = name.removesuffix(part)
        if start != name and start in known:
            return f"{known[start]}, {what}"
    return ""


@cache
def _read(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8"))


def _type_of(values: "pd.Series[Any]") -> str:
    known = values.dropna()
    if is_bool_dtype(known):
        return "boolean"
    if is_numeric_dtype(known):
        is_whole = is_integer_dtype(known) or (len(known) > 0 and (known % 1 == 0).all())
        return "integer" if is_whole else "number"
    return "text"
