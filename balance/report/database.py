"""A report as a database of SQLite: its tables, the records, and what each column means."""

import json
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow.parquet as pq

from balance.portable import write_text
from balance.report.exports import FullReport, typed
from balance.report.json_values import whole_table
from balance.report.schema import schema_of
from balance.store.shards import VARIANT

ABOUT = "about_tables", "about_columns", "about_variants"  # tables that describe the others


def write_sqlite(report: FullReport, folder: Path) -> Path:
    """Write report.sqlite into the folder of a run, and report.metadata.json for Datasette.

    Raises
    ------
    OSError, sqlite3.Error
        If a file cannot be written.
    """
    path, schema = folder / "report.sqlite", schema_of(report.data, report.with_trust, folder)
    part = path.with_name(f"{path.name}.part")
    _without(part)
    base = sqlite3.connect(part)
    try:
        for name, frame in _tables(report, schema):
            frame.to_sql(name, base, index=False)
        for table, records in schema["records"].items():
            names = [each["name"] for each in records["columns"]]
            for rows in _records(folder, records["files"]):
                # A variant may lack columns of another one.
                rows.reindex(columns=["variant", *names]).to_sql(
                    table, base, index=False, if_exists="append"
                )
        base.commit()
    finally:
        base.close()
    _without(path)
    os.replace(part, path)
    write_text(folder / "report.metadata.json", json.dumps(_for_datasette(schema), indent=1))
    return path


def _without(path: Path) -> None:
    """Delete a database, and what another program or a killed run left of its last changes."""
    for end in ("", "-wal", "-shm", "-journal"):
        path.with_name(f"{path.name}{end}").unlink(missing_ok=True)


def _tables(report: FullReport, schema: dict[str, Any]) -> Iterator[tuple[str, pd.DataFrame]]:
    """Yield the tables of a report by name, and those that describe them."""
    for section in report.with_trust:
        for table in section.tables:
            frame = typed(whole_table(table))
            if len(frame.columns):
                yield table.name, frame
    tables, columns, variants = ABOUT
    described = list(_described(schema))
    yield (
        tables,
        pd.DataFrame([(name, title) for name, title, _ in described], columns=["table", "title"]),
    )
    yield (
        columns,
        pd.DataFrame(
            [
                (name, each["name"], each["type"], each["meaning"])
                for name, _, some in described
                for each in some
            ],
            columns=["table", "column", "type", "meaning"],
        ),
    )
    rows = [
        {**one, **{f"axis {axis}": each for axis, each in one["axes"].items()}}
        for one in schema["variants"]
    ]
    yield variants, pd.DataFrame(rows).drop(columns="axes")


def _described(schema: dict[str, Any]) -> Iterator[tuple[str, str, list[dict[str, str]]]]:
    """Yield name, title and columns of each table, and of the records."""
    for name, table in schema["tables"].items():
        if table["columns"]:
            yield (
                name,
                " ".join(filter(None, (table["title"] + ".", table["note"]))),
                table["columns"],
            )
    for name, records in schema["records"].items():
        yield name, f"A row is {records['row']}.", records["columns"]


def _records(folder: Path, files: str) -> Iterator[pd.DataFrame]:
    """Yield the records, some thousand games at a time, with the folder's name as variant."""
    for path in sorted(folder.glob(files)):
        file = pq.ParquetFile(path)
        for group in range(file.num_row_groups):
            rows = file.read_row_group(group).to_pandas()
            texts = rows.select_dtypes("category").columns
            rows = rows.astype(dict.fromkeys(texts, object))
            yield rows.assign(variant=path.parent.name.removeprefix(VARIANT))


def _for_datasette(schema: dict[str, Any]) -> dict[str, Any]:
    tables = {
        name: {
            "description": title,
            "columns": {each["name"]: each["meaning"] for each in columns if each["meaning"]},
        }
        for name, title, columns in _described(schema)
    }
    return {"databases": {"report": {"tables": tables}}}
