"""One self-contained page of all sections, and the same as files beside it."""

import json
import math
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from balance.portable import write_text
from balance.report.exports import JSON, MARKDOWN, write_table, write_texts
from balance.report.figures.plots import WIDE, as_png, as_svg, inline
from balance.report.key_findings import headlines_of, legend, picture_link, table_link
from balance.report.nouns import nouns
from balance.report.number_format import Cell, cell_of
from balance.report.report_data import ReportData
from balance.report.section import Column, Picture, Section, Style, Table
from balance.report.sections import SECTIONS
from balance.report.trust.section import build as build_trust
from balance.report.words import PAGE
from balance.store.disk import check_inside

LONG = 12  # rows beyond which a table has a box to filter it
TALL = 24  # rows beyond which it scrolls by itself, its head staying in sight
MOST_PRINTED = 60  # rows of a folded table; longer ones are left out on paper

_FIRST = {"tiers": 0, "comparison": 1}  # where cells are compared; then as in SECTIONS


@dataclass(frozen=True)
class PageColumn:
    """The head of a column, as its template needs it."""

    head: str
    kind: str  # word or number
    tooltip: str
    is_explained: bool  # in the list below the table
    width: int  # of its intervals, in digits


@dataclass(frozen=True)
class PageTable:
    """A table, as its template needs it."""

    table: Table
    columns: tuple[PageColumn, ...]
    rows: list[list[tuple[Cell, str]]]  # cells, with the class of each

    @property
    def link(self) -> str:
        """Its anchor."""
        return table_link(self.table.name)

    @property
    def has_row_heads(self) -> bool:
        """Whether its first column names the rows."""
        return bool(self.columns) and self.columns[0].kind == "word"

    @property
    def is_long(self) -> bool:
        """Whether it has a box to filter it."""
        return len(self.rows) > LONG

    @property
    def is_tall(self) -> bool:
        """Whether it scrolls by itself."""
        return len(self.rows) > TALL

    @property
    def is_printed(self) -> bool:
        """Whether it stands on paper too."""
        return not self.table.is_folded or len(self.rows) <= MOST_PRINTED

    @property
    def widths(self) -> str:
        """How wide intervals are, column by column, as properties of CSS."""
        wide = [
            (place, column.width) for place, column in enumerate(self.columns, 1) if column.width
        ]
        return ";".join(f"--w{place}:{width}ch" for place, width in wide)


@dataclass(frozen=True)
class PagePicture:
    """A figure, as its template needs it."""

    picture: Picture
    svg: Markup

    @property
    def link(self) -> str:
        """Its anchor."""
        return picture_link(self.picture.name)

    @property
    def is_wide(self) -> bool:
        """Whether it goes across the page."""
        return bool(self.picture.figure.get_figwidth() == WIDE)


def sections_of(data: ReportData) -> tuple[Section, ...]:
    """Return the sections that a run asks for and has the sums for.

    Where cells are compared the comparison comes first, and the others name the cell that they are
    about.  Where there are tiers, these come first, and a comparison only if it is asked for.
    """
    builders = {**SECTIONS, **{name: own.build for name, own in data.own_sections.items()}}
    wanted: Collection[str] = builders if data.sections is None else data.sections
    if data.sections is None and data.has_tiers:
        wanted = [name for name in builders if name != "comparison"]
    built = []
    for name, build in builders.items():
        section = build(data) if name in wanted else None
        if section is not None:
            built.append(replace(section, name=name))
    if not data.is_comparison:
        return tuple(built)
    built.sort(key=lambda section: _FIRST.get(section.name, len(_FIRST)))
    return tuple(_with_cell(section, data) for section in built)


def _with_cell(section: Section, data: ReportData) -> Section:
    about = None if section.name in _FIRST else data.about(section.name)
    return section if about is None else replace(section, title=f"{section.title}: {about.name}")


def build_report(data: ReportData, folder: Path) -> Path:
    """Write a report; what an earlier one left of tables and figures is replaced.

    Parameters
    ----------
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
    sections = tuple(sections)
    headlines = headlines_of(sections, data)
    everything = (*sections, build_trust(data))
    tables, figures = folder / "tables", folder / "figures"
    for place, kinds in ((tables, ("csv", "parquet")), (figures, ("png", "svg"))):
        place.mkdir(parents=True, exist_ok=True)
        for kind in kinds:
            for old in place.glob(f"*.{kind}"):
                old.unlink()
    on_page = []
    for section in everything:
        for table in section.tables:
            write_table(table, tables)
        pictures = [_drawn(picture, figures) for picture in section.pictures]
        page_tables = [_of_table(table) for table in section.tables if table.columns]
        on_page.append((section, page_tables, pictures))
    write_texts(data, everything, headlines, folder)
    page = folder / "index.html"
    template = _templates().get_template("page.html")
    text = template.render(
        data=data,
        headlines=headlines,
        legend=legend(headlines),
        sections=on_page,
        scenario=_scenario(data),
        digests=_digests(data),
        most_columns=max((len(one.columns) for _, some, _ in on_page for one in some), default=0),
        markdown=MARKDOWN,
        json=JSON,
        **nouns(data.baseline.match.game),
    )
    write_text(page, text)
    return page


def _drawn(picture: Picture, folder: Path) -> PagePicture:
    svg = as_svg(picture.figure)
    picture.figure.set_layout_engine("none")  # all has its place by now, which takes time to find
    write_text(folder / f"{picture.name}.svg", svg)
    (folder / f"{picture.name}.png").write_bytes(as_png(picture.figure))
    return PagePicture(
        picture, Markup(inline(svg, f"{picture.title}. {picture.caption}", picture.name))
    )


def _of_table(table: Table) -> PageTable:
    rows = [
        [_with_class(cell_of(row, column), column) for column in table.columns]
        for _, row in table.frame.iterrows()
    ]
    columns = [
        _of_column(column, [row[place][0] for row in rows])
        for place, column in enumerate(table.columns)
    ]
    return PageTable(table, tuple(columns), rows)


def _of_column(column: Column, cells: Iterable[Cell]) -> PageColumn:
    width = max((_width(cell.interval) for cell in cells), default=0)
    tooltip = column.tooltip or _tooltips().get(column.style, "")
    return PageColumn(column.head, _kind(column), tooltip, bool(column.tooltip), width)


def _tooltips() -> Mapping[str, str]:
    """Return what the head of a column says by its style, unless the column says more."""
    styles = ("exact_percent", "percent", "mean", "points", "pp", "change", "shift", "amount", "q")
    return {style: PAGE.text(f"tooltips.{style}") for style in styles}


def _width(interval: str) -> int:
    """Return about how wide it is, in digits: brackets, points and blanks are half as wide."""
    wide = sum(sign.isdecimal() or sign in "+-" for sign in interval)
    return math.ceil(wide + 0.5 * (len(interval) - wide))


def _kind(column: Column) -> str:
    return "word" if column.style == Style.TEXT else "number"


def _with_class(cell: Cell, column: Column) -> tuple[Cell, str]:
    if cell.is_sure is None:
        return cell, _kind(column)
    return cell, f"{_kind(column)} {'sure' if cell.is_sure else 'unsure'}"


def _scenario(data: ReportData) -> str:
    """Return the scenario whole, as it was understood; empty if it is not known."""
    scenario = data.manifest.get("scenario")
    if scenario is None:
        return ""
    given = {key: value for key, value in scenario.items() if value not in (None, {}, [])}
    return json.dumps(given, indent=2, ensure_ascii=False)


def _digests(data: ReportData) -> dict[str, str]:
    """Return the digests that differ where rules, metrics or cards differ."""
    identity = data.manifest.get("identity", {})
    digests = {"rules": identity.get("rules", ""), "metrics": identity.get("tallies", "")}
    for name, cell in identity.get("cells", {}).items():
        digests[f"cards and numbers of {name}"] = cell.get("table", "")
    return {name: digest for name, digest in digests.items() if digest}


def unbroken(text: str) -> str:
    """Return a text whose intervals, such as [19.0, 20.1], are not broken across lines."""
    return re.sub(r"\[[^][]*\]", lambda match: match[0].replace(" ", "\N{NO-BREAK SPACE}"), text)


def _templates() -> Environment:
    environment = Environment(
        loader=PackageLoader("balance.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["unbroken"] = unbroken
    environment.globals["words"] = PAGE.text
    return environment
