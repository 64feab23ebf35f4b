"""The same report for other programs: Markdown, JSON, tables and figures as files."""

import csv
import io
import json
import math
import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pandas as pd
from pandas.api.types import is_numeric_dtype

from balance.portable import write_text
from balance.report.all_cells import with_all_cells
from balance.report.figures.svg import as_svg
from balance.report.json_values import finding_values, table_values, whole_table
from balance.report.key_findings import Headline, badge_label, headlines_of
from balance.report.number_format import written_cells
from balance.report.players import who_played
from balance.report.report_data import ReportData
from balance.report.schema import schema_of
from balance.report.section import Picture, Section, Style, Table
from balance.report.trust import with_trust
from balance.report.words import PAGE
from balance.store.disk import check_inside
from balance.store.shards import RECORD_FOLDERS

_FORMULA = ("=", "+", "-", "@", "\t", "\r")  # so begins what a spreadsheet computes
_LEAST = 1e-12  # in CSV, numbers nearer to 0 are 0
MARKDOWN, JSON, SCHEMA = "report.md", "report.json", "schema.json"
TABLES, FIGURES = "tables", "figures"  # folders
KINDS = {TABLES: ("csv", "parquet"), FIGURES: ("svg", "png")}  # of files in them


@dataclass(frozen=True)
class FullReport:
    """A report that is built, of which page, files and terminal show the same parts."""

    data: ReportData
    sections: tuple[Section, ...]

    @cached_property
    def headlines(self) -> tuple[Headline, ...]:
        """What its head says."""
        return headlines_of(self.sections, self.data)

    @cached_property
    def on_page(self) -> tuple[Section, ...]:
        """The sections, and after them how far they can be trusted."""
        return with_trust(self.sections, self.data)

    @cached_property
    def with_trust(self) -> tuple[Section, ...]:
        """The same, whose tables as files tell all cells that are compared, which takes seconds."""
        return tuple(with_all_cells(self.on_page, self.data))


def write_schema(
    data: ReportData, report: FullReport | None, folder: Path, is_wanted: bool = False
) -> None:
    """Write schema.json of a run that has records or had it before, or if it is wanted.

    Without a report, tables that it tells of stay.
    """
    path = folder / SCHEMA
    if not (is_wanted or any((folder / kind).is_dir() for kind in RECORD_FOLDERS) or path.exists()):
        return
    values = schema_of(data, report.with_trust if report else (), folder)
    if report is None and path.exists():
        values["tables"] = json.loads(path.read_text(encoding="utf-8"))["tables"]
    write_text(path, f"{json.dumps(values, ensure_ascii=False, indent=1)}\n")


def write_exports(
    report: FullReport,
    folder: Path,
    tables: bool = False,
    figures: bool = False,
) -> None:
    """Write a report as files beside its page.

    What an earlier report left of them is written again: no file is older than the page.

    Parameters
    ----------
    folder : Path
        Of the page.
    tables : bool
        Whether it gets tables/*.csv and *.parquet, report.md and report.json, and schema.json,
        which it also gets where there are records.
    figures : bool
        Whether it gets figures/*.svg and *.png, which takes seconds.

    Raises
    ------
    OSError
        If the folder cannot be written.
    StoreError
        If a link in it leads elsewhere.
    """
    check_inside(folder)
    wanted = {TABLES: tables, FIGURES: figures}
    write_schema(report.data, report, folder, tables)
    kinds = set()
    for place, all_kinds in KINDS.items():
        for kind in all_kinds:
            old = list((folder / place).glob(f"*.{kind}"))
            for file in old:
                file.unlink()
            if old or wanted[place]:
                kinds.add(kind)
                (folder / place).mkdir(parents=True, exist_ok=True)
    has_texts = tables or (folder / JSON).exists()
    if not kinds and not has_texts:
        return
    source = PAGE.text(
        "page.figure_source", title=report.data.title, players=report.data.players,
        game=report.data.baseline.match.game.title, version=report.data.versions["balance"],
    )  # fmt: skip
    for section in report.with_trust:
        for table in section.tables:
            _write_table(table, folder / TABLES, kinds)
        for picture in section.pictures:
            _write_figure(picture, folder / FIGURES, kinds, source)
    if has_texts:
        parts = (report.data, report.with_trust, report.headlines)
        write_text(folder / MARKDOWN, as_markdown(*parts, "svg" in kinds))
        values = as_json(*parts)
        write_text(folder / JSON, f"{json.dumps(values, ensure_ascii=False, indent=1)}\n")


def _write_table(table: Table, folder: Path, kinds: Collection[str]) -> None:
    if "csv" in kinds:
        write_text(folder / f"{table.name}.csv", table_csv(table))
    if "parquet" in kinds:
        typed(whole_table(table)).to_parquet(folder / f"{table.name}.parquet", index=False)


def _write_figure(picture: Picture, folder: Path, kinds: Collection[str], source: str) -> None:
    if "svg" in kinds:
        write_text(folder / f"{picture.name}.svg", as_svg(picture.figure))
    if "png" in kinds:
        from balance.report.figures.png import as_png  # noqa: PLC0415, as matplotlib is slow

        (folder / f"{picture.name}.png").write_bytes(as_png(picture.figure, picture.title, source))


def table_csv(table: Table) -> str:
    """Return a table whole, as the text of a CSV file."""
    return as_csv(_no_formulas(whole_table(table)))


def as_csv(frame: pd.DataFrame) -> str:
    """Return a frame as CSV, the same on all machines and with all versions of numpy.

    Sums of floats differ there in their last bits.  So numbers have 8 significant digits, and
    those nearer to 0 than 1e-12 are 0.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(frame.columns)
    columns = [map(_in_csv, frame.iloc[:, place].tolist()) for place in range(frame.shape[1])]
    writer.writerows(zip(*columns, strict=True))
    return text.getvalue()


def _in_csv(value: Any) -> Any:
    """Return a value as it is written in CSV: nothing where there is no number."""
    if isinstance(value, float):
        if math.isnan(value):
            return None
        return f"{value:.8g}" if abs(value) >= _LEAST else "0"
    return None if value is pd.NA or value is pd.NaT else value


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


def _badge(headline: Headline, data: ReportData) -> str:
    badge = headline.robustness
    return badge_label(badge, data.noise_levels, data.check_tiers) if badge else ""


def _basis(headline: Headline, data: ReportData) -> str:
    """Return how sure a finding is, and where it comes from."""
    return "; ".join(filter(None, (headline.certainty or _badge(headline, data), headline.source)))


def as_markdown(
    data: ReportData,
    sections: Sequence[Section],
    headlines: Sequence[Headline],
    has_figures: bool = True,
) -> str:
    """Return a report as Markdown: what the page shows, with tables whole.

    `has_figures`: whether figures are written as SVG, too.
    """
    parts = [
        f"# {_plain(data.title)}",
        _plain(f"{data.baseline.match.game.title} · {data.players}"),
        *([_plain(data.question)] if data.question else []),
        _plain(who_played(data)),
        f"## {PAGE.text('page.key_findings')}",
        "\n".join(
            f"- {_plain(' '.join(filter(None, (headline.text, headline.action))))} "
            f"*({_plain(_basis(headline, data))})*"
            for headline in headlines
        ),
    ]
    for section in sections:
        parts += _section(section, has_figures)
    command = f"{PAGE.text('page.command')}: {_code(data.command)}" if data.command else ""
    return "\n\n".join(filter(None, [*parts, command])) + "\n"


def _section(section: Section, has_figures: bool) -> Iterable[str]:
    yield f"## {_plain(section.title)}"
    yield _plain(section.finding)
    if section.warning:
        yield "\n".join(f"> {_plain(line)}" for line in section.warning.splitlines())
    for picture in section.pictures if has_figures else ():
        alt = _plain(f"{picture.title}. {picture.caption}").replace("\n", " ")
        yield f"![{alt}]({FIGURES}/{picture.name}.svg)"
    for table in section.tables:
        if table.columns:
            mark = f" ({PAGE.text('page.correlational')})" if table.is_correlational else ""
            yield f"### {_plain(table.title)}{mark}"
            yield _grid(table)
            kinds = (("CSV", "csv"), ("Parquet", "parquet"))
            files = " ".join(f"[{one}]({TABLES}/{table.name}.{kind})" for one, kind in kinds)
            yield f"{_plain(table.note)} {files}".strip()


def _grid(table: Table) -> str:
    heads = [_cell(column.head) for column in table.columns]
    rules = [":--" if column.style == Style.TEXT else "--:" for column in table.columns]
    lines = [heads, rules]
    for cells in zip(*written_cells(table.frame, table.columns), strict=True):
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
        "played_by": who_played(data),
        "seed": data.seed,
        "command": data.command,
        "versions": dict(data.versions),
        "cells": [
            {"name": one.name, "games": one.games, "deals": one.deals, "axes": dict(one.axes)}
            for one in (*data.variants, *data.check_cells)
        ],
        "key_findings": [
            {
                **finding_values(one.finding), "section": one.section, "link": one.link,
                "source": one.source, "robustness": one.robustness and str(one.robustness),
                "badge": _badge(one, data), "action": one.action, "command": one.command,
                "certainty": one.certainty, "weight": round(one.weight, 1),
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
        "findings": [finding_values(one) for one in section.findings],
        "warning": section.warning,
        "tables": [table_values(table) for table in section.tables],
        "figures": [
            {"name": one.name, "title": one.title, "caption": one.caption}
            for one in section.pictures
        ],
    }


def typed(frame: pd.DataFrame) -> pd.DataFrame:
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
