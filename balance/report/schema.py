"""What the tables and the records of a run mean, column by column, for programs that read them."""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pandas as pd
from pandas.api.types import is_bool_dtype, is_integer_dtype, is_numeric_dtype

from balance.analysis.event_records import described_columns, why_none
from balance.report.json_values import whole_table
from balance.report.report_data import ReportData
from balance.report.section import Section, Table
from balance.store.run_folder import RunFolder
from balance.store.shards import EVENTS, RECORDS, STANDINGS, VARIANT, folder_name

VERSION = 1  # grows when a name changes its meaning or goes; the changelog says which
FIRST = "0.3.0"  # of the package, with a schema: all that `since` does not list is as old
_DATA = Path(__file__).parents[1] / "data"
_USUAL = _DATA / "columns.toml"  # their meanings, by name
_ESTIMATES = _DATA / "estimates.toml"  # how estimates are found, by prefix and table
# Records by their folder: the name of the table, and what a row is.
RECORDS_OF = {
    RECORDS: ("games", "a seat of a game"),
    EVENTS: ("events", "what a choice or a task of the rules changed for a seat"),
    STANDINGS: ("standings", "a seat after a round"),
}
ESTIMATED = ("value", "low", "high", "error", "effective")  # numbers, even if all are whole
PARTS = {
    "value": "the estimate",
    "low": "lower end of its 95% interval",
    "high": "upper end of its 95% interval",
    "error": "its standard error",
    "deals": "deals that it rests on",
    "effective": "independent games that would tell as much",
    "q": "its q-value: false discovery rate over the rows (Benjamini and Hochberg)",
    "adjusted": "its p-value, adjusted for all comparisons",
    "sure": "whether it is statistically clear",
    "best": "best rank that its interval allows",
    "worst": "worst rank that its interval allows",
    "group": "first rank among those that cannot be told apart from it",
    "games": "games that it rests on",
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
                "since": since(table.name), "correlational": table.is_correlational,
                "columns": _dated(table.name, _columns(table, [one.name for one in cells])),
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
        "since": since(RECORDS_OF[kind][0]),
        "columns": _dated(RECORDS_OF[kind][0], columns.values()),
    }


def since(table: str, column: str = "") -> str:
    """Return the version of the package since which a table, or a column of it, exists."""
    for known, version in _read(_USUAL)["since"].items():
        of_table, _, of_column = known.partition(".")
        if _is_of(table, of_table) and _is_of(column, of_column):
            return str(version)
    return since(table) if column else FIRST


def _is_of(name: str, known: str) -> bool:
    """Whether a name is a known one, or begins with one that ends with an underscore."""
    return name == known or (known.endswith("_") and name.startswith(known))


def _dated(table: str, columns: Iterable[dict[str, str]]) -> list[dict[str, str]]:
    """Return columns with their version, where it is not that of their table."""
    dates = [(each, since(table, each["name"])) for each in columns]
    return [each | ({} if date == since(table) else {"since": date}) for each, date in dates]


def _columns(table: Table, variants: Iterable[str]) -> list[dict[str, str]]:
    frame = whole_table(table)
    heads, usual = {}, dict(_read(_USUAL)["columns"])
    usual |= {name.removeprefix(f"{table.name}."): text for name, text in usual.items()}
    for column in table.columns:
        says_nothing = column.head in {"", column.name, column.name.rstrip("_"), *variants}
        if column.tooltip or not (says_nothing and column.name in usual):
            said = filter(None, (column.head, column.tooltip.rstrip(".")))
            heads[column.name] = ": ".join(said)
    estimates = _estimates(table)
    for prefix in estimates:
        if prefix not in heads | usual:  # named after what a game or a user calls it
            heads[prefix] = prefix.rstrip("_")
    numbers = {f"{prefix}{part}" for prefix in estimates for part in ESTIMATED}
    return [
        {
            "name": name, "type": "number" if name in numbers else _type_of(frame[name]),
            "meaning": _meaning(name, heads, usual),
        }
        for name in map(str, frame.columns)
    ]  # fmt: skip


def _meaning(name: str, heads: Mapping[str, str], usual: Mapping[str, str]) -> str:
    """Return what a column means: by its head on the page, else as in any table; may be empty."""
    for known in (heads, usual):
        if name in known:
            return known[name]
        for part, what in PARTS.items():
            if name.endswith(part) and name.removesuffix(part) in known:
                return f"{known[name.removesuffix(part)]}, {what}"
    return ""


def _estimates(table: Table) -> dict[str, dict[str, str]]:
    """Return estimator and unit of each estimate, by the prefix of its columns, and what it is per.

    Those of sections from outside the package, of which nothing is known, are left out.
    """
    known = _read(_ESTIMATES)
    here: dict[str, Any] = dict(known["estimates"])
    for names, own in known["in"].items():
        if any(_is_of(table.name, name) for name in names.split()):
            here |= own
    columns = list(map(str, whole_table(table).columns))
    prefixes = [name.removesuffix("value") for name in columns if name.endswith("value")]
    found = {one: here.get(one, here.get("*")) for one in prefixes if f"{one}low" in columns}
    return {
        prefix: {"estimator": one[0], "per": one[1], "unit": [*one, known["units"][one[0]]][2]}
        for prefix, one in found.items()
        if one
    }


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
