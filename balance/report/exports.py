"""The same report for other readers: Markdown, JSON, and each table as CSV and Parquet."""

import json
import math
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pandas as pd
from pandas.api.types import is_numeric_dtype

from balance.portable import write_text
from balance.report.figures.plots import as_png
from balance.report.key_findings import Headline
from balance.report.number_format import Estimated, cell_of
from balance.report.report_data import ReportData
from balance.report.section import Column, Finding, Section, Style, Table
from balance.report.words import PAGE

_FORMULA = ("=", "+", "-", "@", "\t", "\r")  # so begins what a spreadsheet computes
_LEAST = 1e-12  # in CSV, numbers nearer to 0 are 0
MARKDOWN, JSON = "report.md", "report.json"


def write_table(table: Table, folder: Path) -> None:
    """Write a table whole, as CSV and as Parquet."""
    frame = whole(table)
    write_csv(_no_formulas(frame), folder / f"{table.name}.csv")
    _typed(frame).to_parquet(folder / f"{table.name}.parquet", index=False)


def write_section(section: Section, folder: Path) -> None:
    """Write the tables of a section as CSV and its figures as PNG, without a page."""
    folder.mkdir(parents=True, exist_ok=True)
    for table in section.tables:
        write_csv(whole(table), folder / f"{table.name}.csv")
    for picture in section.pictures:
        (folder / f"{picture.name}.png").write_bytes(as_png(picture.figure))


def write_csv(frame: pd.DataFrame, path: Path) -> None:
    """Write a frame as CSV, the same on all machines and with all versions of numpy.

    Sums of floats differ there in their last bits.  So numbers have 8 significant digits, and
    those nearer to 0 than 1e-12 are 0.
    """
    frame.map(_number).to_csv(path, index=False, lineterminator="\n")


def _number(value: Any) -> Any:
    """Return a number as it is written in CSV; anything else, and nan, as it is."""
    if not isinstance(value, float) or math.isnan(value):
        return value
    return f"{value:.8g}" if abs(value) >= _LEAST else "0"


def _no_formulas(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a frame whose texts no spreadsheet takes for formulas: an apostrophe goes before them.

    References
    ----------
    https://owasp.org/www-community/attacks/CSV_Injection
    """

    def as_text(value: Any) -> Any:
        is_formula = isinstance(value, str) and value.startswith(_FORMULA)
        return f"'{value}" if is_formula else value

    plain = frame.rename(columns=as_text)
    texts = [name for name in plain.columns if not is_numeric_dtype(plain[name].dtype)]
    return plain.assign(**{name: plain[name].map(as_text) for name in texts})


def whole(table: Table) -> pd.DataFrame:
    """Return what a table's files hold."""
    return table.frame if table.file is None else table.file


def write_texts(
    data: ReportData, sections: Sequence[Section], headlines: Sequence[Headline], folder: Path
) -> None:
    """Write a report as Markdown and as JSON."""
    text = as_markdown(data, sections, headlines)
    write_text(folder / MARKDOWN, text)
    values = json.dumps(as_json(data, sections, headlines), ensure_ascii=False, indent=1)
    write_text(folder / JSON, f"{values}\n")


def as_markdown(
    data: ReportData, sections: Sequence[Section], headlines: Sequence[Headline]
) -> str:
    """Return a report as Markdown: what the page shows, with tables whole."""
    parts = [
        f"# {_plain(data.title)}",
        _plain(f"{data.baseline.match.game.title} · {data.players}"),
        *([_plain(data.question)] if data.question else []),
        f"## {PAGE.text('page.key_findings')}",
        "\n".join(
            f"- {_plain(headline.text)} "
            f"*({_plain('; '.join(filter(None, (headline.robustness, headline.source))))})*"
            for headline in headlines
        ),
    ]
    for section in sections:
        parts += _section(section)
    command = f"{PAGE.text('page.command')}: {_code(data.command)}" if data.command else ""
    return "\n\n".join(filter(None, [*parts, command])) + "\n"


def _section(section: Section) -> Iterable[str]:
    yield f"## {_plain(section.title)}"
    yield _plain(section.finding)
    if section.warning:
        yield "\n".join(f"> {_plain(line)}" for line in section.warning.splitlines())
    for picture in section.pictures:
        alt = _plain(f"{picture.title}. {picture.caption}").replace("\n", " ")
        yield f"![{alt}](figures/{picture.name}.png)"
    for table in section.tables:
        if table.columns:
            mark = f" ({PAGE.text('page.correlational')})" if table.is_correlational else ""
            yield f"### {_plain(table.title)}{mark}"
            yield _grid(table)
            files = f"[CSV](tables/{table.name}.csv) [Parquet](tables/{table.name}.parquet)"
            yield f"{_plain(table.note)} {files}".strip()


def _grid(table: Table) -> str:
    heads = [_cell(column.head) for column in table.columns]
    rules = [":--" if column.style == Style.TEXT else "--:" for column in table.columns]
    lines = [heads, rules]
    for _, row in table.frame.iterrows():
        cells = [cell_of(row, column) for column in table.columns]
        lines.append([_cell(f"{cell.text} {cell.interval}".rstrip()) for cell in cells])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _plain(text: str) -> str:
    """Return a text that Markdown shows as it is; a bracket of an interval needs no care."""
    return re.sub(r"([\\`*_<>#]|(?<=\])\()", r"\\\1", text)


def _code(text: str) -> str:
    """Return a text as code, in more backticks than stand together in it."""
    fence = "`" * (1 + max(map(len, re.findall("`+", text)), default=0))
    blank = " " if len(fence) > 1 else ""
    return f"{fence}{blank}{text}{blank}{fence}"


def _cell(text: str) -> str:
    return _plain(text).replace("|", "\\|").replace("\n", " ") or " "


def as_json(
    data: ReportData, sections: Sequence[Section], headlines: Sequence[Headline]
) -> dict[str, Any]:
    """Return a report as values of JSON; where there is no number there is null."""
    return {
        "title": data.title,
        "question": data.question,
        "game": data.baseline.match.game.title,
        "players": data.players,
        "seed": data.seed,
        "command": data.command,
        "versions": dict(data.versions),
        "cells": [
            {"name": one.name, "games": one.games, "deals": one.deals, "axes": dict(one.axes)}
            for one in data.variants
        ],
        "key_findings": [
            {
                **_finding(one.finding), "section": one.section, "link": one.link,
                "source": one.source, "robustness": one.robustness and str(one.robustness),
            }
            for one in headlines
        ],
        "sections": [_values_of(section) for section in sections],
        "manifest": dict(data.manifest),
    }  # fmt: skip


def _values_of(section: Section) -> dict[str, Any]:
    return {
        "name": section.name,
        "title": section.title,
        "findings": [_finding(one) for one in section.findings],
        "warning": section.warning,
        "tables": [
            {
                "name": table.name,
                "title": table.title,
                "note": table.note,
                "correlational": table.is_correlational,
                "columns": [_meta(column) for column in table.columns],
                "rows": _rows(table.frame if table.columns else whole(table)),
            }
            for table in section.tables
        ],
        "figures": [
            {"name": one.name, "title": one.title, "caption": one.caption}
            for one in section.pictures
        ],
    }


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "name": finding.name,
        "text": finding.text,
        "facts": {name: _fact(value) for name, value in finding.facts.items()},
    }


def _fact(value: Any) -> Any:
    """Return a fact as values of JSON: an estimate as value, low and high, a list as a list."""
    if isinstance(value, Estimated):
        return {name: _value(each) for name, each in value._asdict().items()}
    if isinstance(value, Finding):
        return _finding(value)
    if isinstance(value, list | tuple):
        return [_fact(each) for each in value]
    return _value(value)


def _meta(column: Column) -> dict[str, str]:
    return {
        "head": column.head, "name": column.name, "style": str(column.style),
        "tooltip": column.tooltip,
    }  # fmt: skip


def _rows(frame: pd.DataFrame) -> list[dict[str, Any]]:
    return [
        {str(name): _value(value) for name, value in row.items()}
        for row in frame.to_dict("records")
    ]


def _value(value: Any) -> Any:
    """Return what JSON can hold: eight digits as in CSV, null for no number, else a text."""
    if hasattr(value, "item"):  # a number of numpy's
        value = value.item()
    if isinstance(value, float):
        return float(f"{value:.8g}") if math.isfinite(value) else None
    return value if value is None or isinstance(value, bool | int) else str(value)


def _typed(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a frame each column of which has one type: what is mixed becomes text."""
    typed = {str(name): _of_one_type(frame[name]) for name in frame.columns}
    return pd.DataFrame(typed, index=frame.index)


def _of_one_type(column: "pd.Series[Any]") -> "pd.Series[Any]":
    if column.dtype != object:
        return column
    known = column.dropna()
    if len(known) and known.map(type).isin([int, float, bool]).all():
        return pd.to_numeric(column)
    return column.where(column.isna(), column.astype(str)).mask(column.isna(), None)
