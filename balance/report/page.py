"""One self-contained page of all sections."""

import base64
import gzip
import hashlib
import json
import math
import shlex
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from balance.analysis.metrics.fold_sums import folds_of
from balance.portable import write_text
from balance.report.card_pages import card_pages
from balance.report.definitions import sections_in
from balance.report.exports import FullReport, table_csv
from balance.report.figures.svg import inline
from balance.report.key_findings import not_said_twice, picture_link, table_link, title_of
from balance.report.nouns import nouns
from balance.report.number_format import TableCell, written_cells
from balance.report.overview import overview
from balance.report.page_markup import PageMarkup, unbroken
from balance.report.players import who_played
from balance.report.report_data import ReportData
from balance.report.section import (
    Column,
    Finding,
    Picture,
    Section,
    Style,
    Table,
)
from balance.report.words import PAGE
from balance.scenario.section_files import built_in_files
from balance.scenario.set_up_comparison import comparison_of_setups
from balance.store.disk import check_inside

LONG = 12  # rows beyond which a table has a box to filter it
TALL = 24  # rows beyond which it scrolls by itself, its head staying in sight
MOST_PICTURES = 1  # of a section that stand in sight
MOST_FINDINGS = 3  # likewise
OWN_NUMBERS = "comparison_own"  # the table with all numbers of each variant
MOST_PRINTED = 60  # rows of a folded table; longer ones are left out on paper


@dataclass(frozen=True)
class PageColumn:
    """The head of a column, as its template needs it."""

    head: str
    kind: str  # word or number
    tooltip: str
    is_explained: bool  # in the list below the table
    width: int  # of its intervals, in digits
    is_more: bool  # shown on demand only, so that the others have room


@dataclass(frozen=True)
class PageTable:
    """A table, as its template needs it."""

    table: Table
    columns: tuple[PageColumn, ...]
    rows: list[list[tuple[TableCell, str]]]  # cells, with the class of each
    csv: str  # its file, compressed with gzip, as base64

    @property
    def link(self) -> str:
        """Its anchor."""
        return table_link(self.table.name)

    @cached_property
    def anchors(self) -> dict[str, str]:
        """Where the rows of each name begin, if this table has all numbers of some."""
        if self.table.name != OWN_NUMBERS:
            return {}
        names = dict.fromkeys(self.table.frame["cell"])
        return {name: f"{self.link}-{place}" for place, name in enumerate(names, 1)}

    def anchor(self, place: int) -> str:
        """Return the anchor of a row; empty if it does not begin the rows of a name."""
        if not self.anchors:
            return ""
        before, name = ("" if one < 0 else self.rows[one][0][0].text for one in (place - 1, place))
        return "" if name == before else self.anchors[name]

    @property
    def has_row_heads(self) -> bool:
        """Whether its first column names the rows."""
        return bool(self.columns) and self.columns[0].kind == "word"

    @property
    def has_more(self) -> bool:
        """Whether it has columns or intervals that are shown on demand only."""
        return any(column.is_more or column.width for column in self.columns)

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
        return self.picture.figure.is_wide


@dataclass(frozen=True)
class PageSection:
    """A section, as its template needs it."""

    section: Section
    tables: list[PageTable]
    pictures: list[PagePicture]
    is_background: bool  # whether it only backs other sections: then little of it is in sight

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings that stand in sight."""
        return self.section.findings[: 1 if self.is_background else MOST_FINDINGS]

    @property
    def other_findings(self) -> tuple[Finding, ...]:
        """The findings that are shown on demand."""
        return self.section.findings[len(self.findings) :]

    @property
    def shown(self) -> list[PageTable]:
        """The tables that stand in sight: those that lead, else the first, if it is not folded.

        A long one is folded where a figure shows the same.
        """
        if self.is_background:
            return []
        leading = [one for one in self.tables if one.table.is_lead]
        if leading:
            return leading[:1]
        return [one for one in self.tables[:1]
                if not one.table.is_folded and not (one.is_long and self.pictures)]  # fmt: skip

    @property
    def shown_pictures(self) -> list[PagePicture]:
        """The figures that stand in sight."""
        return [] if self.is_background else self.pictures[:MOST_PICTURES]

    @property
    def other_pictures(self) -> list[PagePicture]:
        """The figures that are shown on demand."""
        return self.pictures[len(self.shown_pictures) :]

    @property
    def files(self) -> list[Table]:
        """The tables that can only be saved."""
        return [one for one in self.section.tables if not one.columns]

    @property
    def more(self) -> str:
        """What is shown on demand, in words; empty if that is nothing."""
        counts = {"findings": len(self.other_findings), "figures": len(self.other_pictures),
                  "tables": len(self.rest) + len(self.files)}  # fmt: skip
        parts = [PAGE.text(f"more.{name}", count=count) for name, count in counts.items() if count]
        return PAGE.text("more.all", parts=parts) if parts else ""

    @property
    def rest(self) -> list[PageTable]:
        """The tables that are shown on demand."""
        shown = self.shown
        return [one for one in self.tables if one not in shown]


Doing: TypeAlias = Callable[[str], AbstractContextManager[None]]


def quietly(name: str) -> AbstractContextManager[None]:
    """Say nothing of a piece of work."""
    return nullcontext()


def sections_of(data: ReportData, doing: Doing = quietly) -> tuple[Section, ...]:
    """Return the sections that a run asks for and has the sums for.

    Where cells are compared the sections on all of them come first, and the others name the cell
    that they are about.  Where there are tiers, these come first, and a comparison only if it is
    asked for.
    """
    known = data.definitions or sections_in(built_in_files())
    wanted: Collection[str] = known if data.sections is None else data.sections
    if data.sections is None and data.has_tiers:
        wanted = [name for name in known if name != "comparison"]
    built = []
    for name, definition in known.items():
        section = None
        if name in wanted:
            with doing(PAGE.text("terminal.section", section=name)):
                section = definition.build(data)
        if section is not None:
            built.append(replace(section, name=name))
    if not data.is_comparison:
        return tuple(built)
    of_all = [section for section in built if known[section.name].is_of_all_cells]
    others = [_with_cell(section, data) for section in built if section not in of_all]
    return (*reversed(of_all), *others)


def _with_cell(section: Section, data: ReportData) -> Section:
    about = data.about(section.name)
    return section if about is None else replace(section, title=f"{section.title}: {about.name}")


def write_report(report: FullReport, folder: Path, doing: Doing = quietly) -> Path:
    """Write the page of a report, and of how far to trust it.

    Parameters
    ----------
    folder : Path
        Gets index.html; see `exports.write_exports` for what may stand beside it.

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
    check_inside(folder)
    folder.mkdir(parents=True, exist_ok=True)
    data, sections, headlines = report.data, report.sections, report.headlines
    shown = report.on_page
    if len(sections) == 1:
        shown = (not_said_twice(shown[0], headlines), *shown[1:])
    on_page = []
    words = nouns(data.baseline.match.game)
    for section in shown:
        with doing(PAGE.text("terminal.figures", section=section.title)):
            pictures = [_drawn(picture) for picture in section.pictures]
            page_tables = [_of_table(table) for table in section.tables if table.columns]
        on_page.append(
            PageSection(section, page_tables, pictures, is_background(section.name, data))
        )
    page = folder / "index.html"
    templates = page_templates()
    template = templates.get_template("page.html")
    script = templates.get_template("page.js").render()  # no other one is run
    cards = () if data.is_of_bots else card_pages(data, sections)
    if not any(fact.table for card in cards for fact in card.facts):  # no section tells of any
        cards = ()
    own = [table.anchors for one in on_page for table in one.tables if table.anchors]
    markup = PageMarkup({card.name: card.link for card in cards}, own[0] if own else {})
    text = template.render(
        data=data,
        headlines=headlines,
        title=title_in_words(report),
        picture=overview(data, sections),
        cards=cards,
        cards_noun=words["cards"],
        tables={table.table.name for one in on_page for table in one.tables},
        rich=markup.rich,
        link=markup.link,
        estimate=markup.estimate,
        with_command=markup.with_command,
        packed=_packed,
        only_bots=_only_bots(data),
        other_setups=_other_setups(data, folder),
        changed=_changed(data),
        sections=on_page,
        players=who_played(data),
        scenario=_scenario(data),
        digests=_digests(data),
        most_columns=max((len(one.columns) for some in on_page for one in some.tables), default=0),
        script=Markup(script),
        script_hash=_source_hash(script),
        has_objectives=any(one.match.game_table.objectives for one in data.variants),
        **{key: text for key, text in words.items() if key != "cards"},
    )
    write_text(page, text)
    return page


def title_in_words(report: FullReport) -> str:
    """Return the title of a page: the answer, else what it is about."""
    data, sections = report.data, report.sections
    bots = () if data.has_tiers else data.baseline.match.lineup.labels
    return title_of(report.headlines, bots) or (
        sections[0].title if len(sections) == 1 else data.title
    )


def _drawn(picture: Picture) -> PagePicture:
    return PagePicture(
        picture, Markup(inline(picture.figure, f"{picture.title}. {picture.caption}"))
    )


def is_background(name: str, data: ReportData) -> bool:
    """Whether a section only backs what others say, so that an analyst alone needs it whole.

    These are the trust in the numbers, the check of findings by other bots, and the comparison
    with variants that are there to assign objectives at random.
    """
    if name == "comparison" and not data.is_comparison:
        sums = [one.sums for one in data.variants[1:]]
        return all("objectives" in one and folds_of(one).is_assigned for one in sums)
    return name == "trust" or (name == "tiers" and not data.has_tiers)


def _changed(data: ReportData) -> str:
    """Return which numbers a run changed, and how to see what that does; empty if none."""
    words = shlex.split(data.command)
    changes = [after for word, after in pairwise(words) if word == "--set"]
    if not changes or data.is_comparison:
        return ""
    options = " ".join(f"--set {shlex.quote(one)}" for one in changes)
    return PAGE.text(
        "page.changed", changes=changes, command=data.command_for("compare", options)
    )  # fmt: skip


def _only_bots(data: ReportData) -> str:
    """Return a note that other bots may find otherwise; empty where several strengths played."""
    if data.tier_cells or data.check_tiers or data.is_of_bots:
        return ""
    bots = list(dict.fromkeys(data.baseline.match.lineup.labels))
    command = data.command_for("run", "--tiers BOT,BOT,...") if len(bots) == 1 else ""
    name = "page.one_bot" if command and not data.is_comparison else "page.one_bot_plain"
    return PAGE.text(name, bots=bots, command=command)


def _other_setups(data: ReportData, folder: Path) -> str:
    """Return which command compares the set-ups of the game, and its page if that lies beside.

    Empty for a study and a comparison, and where no ready scenario compares set-ups.  The page is
    no link, as a report may be sent alone.
    """
    match = data.baseline.match
    found = comparison_of_setups(match.game.name, {one.id for one in match.game.setups.named()})
    if found is None or data.is_comparison or not data.command_for("run"):
        return ""
    name, players = found
    here = match.game_table.num_seats
    if here != players:
        return PAGE.text("page.other_setups", command=f"balance run {name} --players {here}")
    is_there = (folder.parent / name / "index.html").is_file()
    text = PAGE.text("page.other_setups", command=f"balance run {name}")
    return PAGE.text("page.other_setups_there", page=f"{name}/index.html") if is_there else text


def _of_table(table: Table) -> PageTable:
    cells = written_cells(table.frame, table.columns)
    columns = [_of_column(*both) for both in zip(table.columns, cells, strict=True)]
    rows = [
        [_with_class(*both) for both in zip(row, table.columns, strict=True)]
        for row in zip(*cells, strict=True)
    ]
    return PageTable(table, tuple(columns), rows, _packed(table))


def _packed(table: Table) -> str:
    """Return the CSV file of a table as it is kept in a page."""
    packed = gzip.compress(table_csv(table).encode("utf-8", "backslashreplace"), mtime=0)
    return base64.b64encode(packed).decode("ascii")


def _of_column(column: Column, cells: Iterable[TableCell]) -> PageColumn:
    width = max((_width(cell.interval) for cell in cells), default=0)
    tooltip = column.tooltip or _tooltips().get(column.style, "")
    return PageColumn(
        column.head, _kind(column), tooltip, bool(column.tooltip), width, _is_more(column)
    )  # fmt: skip


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


def _is_more(column: Column) -> bool:
    """Whether a column is for those who want to know more than what decides."""
    return not column.is_brief or column.style == Style.Q


def _with_class(cell: TableCell, column: Column) -> tuple[TableCell, str]:
    names = [_kind(column), "more" if _is_more(column) else ""]
    if cell.is_sure is not None:
        names.append("sure" if cell.is_sure else "unsure")
    return cell, " ".join(filter(None, names))


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


def _source_hash(script: str) -> str:
    """Return how a content security policy names a script that may run."""
    return f"sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}"


def page_templates() -> Environment:
    """Return the templates of pages."""
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
