"""Findings and tables as values of JSON: for the files of a report, and for ``--format json``."""

import math
from typing import Any

import pandas as pd

from balance.report.number_format import Estimated
from balance.report.section import Column, Finding, KeyFinding, Table


def finding_values(finding: Finding) -> dict[str, Any]:
    """Return a finding: its name, its text, and the facts in it, unrounded.

    A key finding also has what to do, and how sure it is.
    """
    advice = (
        {"action": finding.action, "certainty": finding.certainty}
        if isinstance(finding, KeyFinding)
        else {}
    )
    return {
        "name": finding.name,
        "text": finding.text,
        "facts": {name: _fact(value) for name, value in finding.facts.items()},
        **advice,
    }


def table_values(table: Table) -> dict[str, Any]:
    """Return a table whole: its title, what its columns mean, and its rows."""
    return {
        "name": table.name,
        "title": table.title,
        "note": table.note,
        "correlational": table.is_correlational,
        "columns": [_meta(column) for column in table.columns],
        "rows": _rows(table.frame if table.columns else whole_table(table)),
    }


def whole_table(table: Table) -> pd.DataFrame:
    """Return what a table's files hold."""
    return table.frame if table.file is None else table.file


def plain_value(value: Any) -> Any:
    """Return what JSON can hold: eight digits as in CSV, null for no number, else a text."""
    if hasattr(value, "item"):  # a number of numpy's
        value = value.item()
    if isinstance(value, float):
        return float(f"{value:.8g}") if math.isfinite(value) else None
    return value if value is None or isinstance(value, bool | int) else str(value)


def _fact(value: Any) -> Any:
    """Return a fact as values of JSON: an estimate as value, low and high, a list as a list."""
    if isinstance(value, Estimated):
        return {name: plain_value(each) for name, each in value._asdict().items()}
    if isinstance(value, Finding):
        return finding_values(value)
    if isinstance(value, list | tuple):
        return [_fact(each) for each in value]
    return plain_value(value)


def _meta(column: Column) -> dict[str, str]:
    return {
        "head": column.head, "name": column.name, "style": str(column.style),
        "tooltip": column.tooltip,
    }  # fmt: skip


def _rows(frame: pd.DataFrame) -> list[dict[str, Any]]:
    return [
        {str(name): plain_value(value) for name, value in row.items()}
        for row in frame.to_dict("records")
    ]
