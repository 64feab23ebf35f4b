"""One self-contained page of all sections, and the same as files beside it."""

import json
import math
import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from balance.report import method
from balance.report.exports import JSON, MARKDOWN, write_table, write_texts
from balance.report.figures.plots import WIDE, as_png, as_svg, inline
from balance.report.key_findings import legend, picture_link, table_link, verdicts_of
from balance.report.nouns import plural
from balance.report.number_format import Cell, cell_of
from balance.report.report_data import ReportData
from balance.report.section import Column, Picture, Section, Style, Table
from balance.report.sections import SECTIONS
from balance.store.disk import check_inside

LONG = 12  # rows beyond which a table has a box to filter it
TALL = 24  # rows beyond which it scrolls by itself, its head staying in sight
MOST_PRINTED = 60  # rows of a folded table; longer ones are left out on paper

_FIRST = {"tiers": 0, "comparison": 1}  # where cells are compared; then as in SECTIONS

# What the head of a column says to whoever points at it, unless the column says more.
_TOLD = {
    Style.FAIR: "What it would be if all were equal.",
    Style.PERCENT: "A share, with its 95% interval.",
    Style.MEAN: "A mean, with its 95% interval.",
    Style.POINTS: "A difference in percentage points, with its 95% interval.",
    Style.SPREAD: "How far true values lie apart, in percentage points, with its 95% interval.",
    Style.CHANGE: "A difference of means, with its 95% interval.",
    Style.SHIFT: "A difference, with its 95% interval.",
    Style.AMOUNT: "An estimate with its 95% interval.",
    Style.SURPRISE: "Below 0.05: hardly chance.",
}


@dataclass(frozen=True)
class _ShownColumn:
    """The head of a column ready for its template."""

    header: str
    kind: str  # word or number
    told: str
    is_explained: bool  # in the list below the table
    width: int  # of its intervals, in digits


@dataclass(frozen=True)
class _ShownTable:
    """A table ready for its template."""

    name: str
    link: str
    title: str
    note: str
    columns: tuple[_ShownColumn, ...]
    rows: list[list[tuple[Cell, str]]]  # cells, with the class of each
    has_row_heads: bool
    is_folded: bool
    is_lead: bool
    is_correlational: bool
    is_long: bool
    is_tall: bool
    is_printed: bool

    @property
    def widths(self) -> str:
        """How wide intervals are, column by column, as properties of CSS."""
        wide = [(place, one.width) for place, one in enumerate(self.columns, 1) if one.width]
        return ";".join(f"--w{place}:{width}ch" for place, width in wide)


@dataclass(frozen=True)
class _ShownPicture:
    """A figure ready for its template."""

    name: str
    link: str
    title: str
    caption: str
    svg: Markup
    is_wide: bool


def sections_of(data: ReportData) -> tuple[Section, ...]:
    """Return the sections that the story asks for and has the sums for.

    Where cells are compared the comparison comes first, and the others name the cell they tell of.
    Where there are tiers, what they say comes first, and a comparison only if it is asked for.
    """
    wanted: Collection[str] = SECTIONS if data.sections is None else data.sections
    if data.sections is None and data.has_tiers:
        wanted = [name for name in SECTIONS if name != "comparison"]
    found = [build(data) for name, build in SECTIONS.items() if name in wanted]
    built = [section for section in found if section is not None]
    if not data.is_comparison:
        return tuple(built)
    built.sort(key=lambda section: _FIRST.get(section.name, len(_FIRST)))
    return tuple(_with_cell(section, data) for section in built)


def _with_cell(section: Section, data: ReportData) -> Section:
    told = None if section.name in _FIRST else data.about(section.name)
    return section if told is None else replace(section, title=f"{section.title}: {told.name}")


def build_report(data: ReportData, folder: Path) -> Path:
    """Write a report; what an earlier one left of tables and figures is replaced.

    Parameters
    ----------
    data : Story
    folder : Path
        Gets index.html, report.md, report.json, tables/*.csv and *.parquet, figures/*.png and
        *.svg.

    Returns
    -------
    page : Path
        Of index.html.

    Raises
    ------
    OSError
        If the folder cannot be written.
    StoreError
        If a link in it leads elsewhere.
    """
    return write_report(data, sections_of(data), folder)


def write_report(data: ReportData, sections: Iterable[Section], folder: Path) -> Path:
    """Write a report of sections that are built, and of how far to trust it; see `build_report`."""
    check_inside(folder)
    told = tuple(sections)
    verdicts = verdicts_of(told, data)
    everything = (*told, method.build(data))
    tables, figures = folder / "tables", folder / "figures"
    for place, kinds in ((tables, ("csv", "parquet")), (figures, ("png", "svg"))):
        place.mkdir(parents=True, exist_ok=True)
        for kind in kinds:
            for old in place.glob(f"*.{kind}"):
                old.unlink()
    shown = []
    for section in everything:
        for table in section.tables:
            write_table(table, tables)
        pictures = [_draw(picture, figures) for picture in section.pictures]
        shown_tables = [_show(table) for table in section.tables if table.columns]
        shown.append((section, shown_tables, pictures))
    write_texts(data, everything, verdicts, folder)
    page = folder / "index.html"
    game = data.baseline.match.game
    text = (
        _templates()
        .get_template("page.html")
        .render(
            data=data,
            verdicts=verdicts,
            legend=legend(verdicts),
            sections=shown,
            card=game.card,
            cards=plural(game.card),
            scenario=_scenario(data),
            digests=_digests(data),
            most_columns=max((len(one.columns) for _, some, _ in shown for one in some), default=0),
            markdown=MARKDOWN,
            json=JSON,
        )
    )
    page.write_text(text, encoding="utf-8")
    return page


def _draw(picture: Picture, folder: Path) -> _ShownPicture:
    svg = as_svg(picture.figure)
    picture.figure.set_layout_engine("none")  # all has its place by now, which takes time to find
    (folder / f"{picture.name}.svg").write_text(svg, encoding="utf-8")
    (folder / f"{picture.name}.png").write_bytes(as_png(picture.figure))
    inlined = Markup(inline(svg, f"{picture.title}. {picture.caption}", picture.name))
    is_wide = picture.figure.get_figwidth() == WIDE
    link = picture_link(picture.name)
    return _ShownPicture(picture.name, link, picture.title, picture.caption, inlined, is_wide)


def _show(table: Table) -> _ShownTable:
    rows = [
        [_with_class(cell_of(row, column), column) for column in table.columns]
        for _, row in table.frame.iterrows()
    ]
    columns = tuple(
        _shown_column(column, [row[place][0] for row in rows])
        for place, column in enumerate(table.columns)
    )
    return _ShownTable(
        table.name, table_link(table.name), table.title, table.note, columns, rows,
        has_row_heads=bool(columns) and columns[0].kind == "word",
        is_folded=table.is_folded,
        is_lead=table.is_lead,
        is_correlational=table.is_correlational,
        is_long=len(rows) > LONG,
        is_tall=len(rows) > TALL,
        is_printed=not table.is_folded or len(rows) <= MOST_PRINTED,
    )  # fmt: skip


def _shown_column(column: Column, cells: Sequence[Cell]) -> _ShownColumn:
    kind = "word" if column.style == Style.TEXT else "number"
    width = max((_width(cell.interval) for cell in cells), default=0)
    told = column.told or _TOLD.get(column.style, "")
    return _ShownColumn(column.header, kind, told, bool(column.told), width)


def _width(interval: str) -> int:
    """Return about how wide it is, in digits: brackets, points and blanks are half as wide."""
    wide = sum(sign.isdecimal() or sign in "+-" for sign in interval)
    return math.ceil(wide + 0.5 * (len(interval) - wide))


def _with_class(cell: Cell, column: Column) -> tuple[Cell, str]:
    kind = "word" if column.style == Style.TEXT else "number"
    return cell, kind if cell.is_sure is None else f"{kind} {'sure' if cell.is_sure else 'unsure'}"


def _scenario(data: ReportData) -> str:
    """Return the scenario whole, as it was understood; empty if it is not known."""
    scenario = data.manifest.get("scenario")
    if scenario is None:
        return ""
    said = {key: value for key, value in scenario.items() if value not in (None, {}, [])}
    return json.dumps(said, indent=2, ensure_ascii=False)


def _digests(data: ReportData) -> dict[str, str]:
    """Return what tells other rules and other cards from these."""
    identity = data.manifest.get("identity", {})
    found = {"rules": identity.get("rules", ""), "tallies": identity.get("tallies", "")}
    for name, variant in identity.get("cells", {}).items():
        found[f"cards and numbers of {name}"] = variant.get("table", "")
    return {name: digest for name, digest in found.items() if digest}


def unbroken(text: str) -> str:
    """Return a text whose intervals, such as [19.0, 20.1], no line ends in the middle of."""
    return re.sub(r"\[[^][]*\]", lambda found: found[0].replace(" ", "\N{NO-BREAK SPACE}"), text)


def _templates() -> Environment:
    found = Environment(
        loader=PackageLoader("balance.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.filters["unbroken"] = unbroken
    return found
