"""One self-contained page of all sections, and its tables and figures as files beside it."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from balance.report.figures import WIDE, as_png, as_svg, inline
from balance.report.format import Cell, cell_of
from balance.report.section import Column, Picture, Section, Style, Table
from balance.report.sections import SECTIONS
from balance.report.story import Story
from balance.report.words import plural

_FIRST = {"tiers": 0, "comparison": 1}  # where cells are compared; then as in SECTIONS


@dataclass(frozen=True)
class _ShownTable:
    """A table ready for its template."""

    name: str
    title: str
    note: str
    columns: tuple[Column, ...]
    rows: list[list[tuple[Cell, str]]]  # cells, with the class of each
    is_folded: bool
    is_lead: bool


@dataclass(frozen=True)
class _ShownPicture:
    """A figure ready for its template."""

    name: str
    title: str
    caption: str
    svg: Markup
    is_wide: bool


def sections_of(story: Story) -> tuple[Section, ...]:
    """Return the sections that the story asks for and has the sums for.

    Where cells are compared the comparison comes first, and the others name the cell they tell of.
    Where there are tiers, what they say comes first, and a comparison only if it is asked for.
    """
    wanted: Collection[str] = SECTIONS if story.sections is None else story.sections
    if story.sections is None and story.has_tiers:
        wanted = [name for name in SECTIONS if name != "comparison"]
    found = [build(story) for name, build in SECTIONS.items() if name in wanted]
    built = [section for section in found if section is not None]
    if not story.is_comparison:
        return tuple(built)
    built.sort(key=lambda section: _FIRST.get(section.name, len(_FIRST)))
    return tuple(_with_cell(section, story) for section in built)


def _with_cell(section: Section, story: Story) -> Section:
    told = None if section.name in _FIRST else story.about(section.name)
    return section if told is None else replace(section, title=f"{section.title}: {told.name}")


def build_report(story: Story, folder: Path) -> Path:
    """Write a report; what an earlier one left of tables and figures is replaced.

    Parameters
    ----------
    story : Story
    folder : Path
        Gets index.html, tables/*.csv, figures/*.png and figures/*.svg.

    Returns
    -------
    page : Path
        Of index.html.

    Raises
    ------
    OSError
        If the folder cannot be written.
    """
    return write_report(story, sections_of(story), folder)


def write_report(story: Story, sections: Iterable[Section], folder: Path) -> Path:
    """Write a report of sections that are built; see `build_report`."""
    tables, figures = folder / "tables", folder / "figures"
    for place, kinds in ((tables, ("csv",)), (figures, ("png", "svg"))):
        place.mkdir(parents=True, exist_ok=True)
        for kind in kinds:
            for old in place.glob(f"*.{kind}"):
                old.unlink()
    shown = []
    for section in sections:
        for table in section.tables:
            frame = table.frame if table.file is None else table.file
            frame.to_csv(
                tables / f"{table.name}.csv", index=False, float_format="%.8g", lineterminator="\n"
            )
        pictures = [_draw(picture, figures) for picture in section.pictures]
        shown_tables = [_show(table) for table in section.tables if table.columns]
        shown.append((section, shown_tables, pictures))
    page = folder / "index.html"
    game = story.baseline.match.game
    text = (
        _templates()
        .get_template("page.html")
        .render(
            story=story,
            sections=shown,
            card=game.card,
            cards=plural(game.card),
        )
    )
    page.write_text(text, encoding="utf-8")
    return page


def _draw(picture: Picture, folder: Path) -> _ShownPicture:
    svg = as_svg(picture.figure)
    picture.figure.set_layout_engine("none")  # all has its place by now, which takes time to find
    (folder / f"{picture.name}.svg").write_text(svg, encoding="utf-8")
    (folder / f"{picture.name}.png").write_bytes(as_png(picture.figure))
    inlined = Markup(inline(svg, f"{picture.title}. {picture.caption}"))
    is_wide = picture.figure.get_figwidth() == WIDE
    return _ShownPicture(picture.name, picture.title, picture.caption, inlined, is_wide)


def _show(table: Table) -> _ShownTable:
    rows = [
        [_with_class(cell_of(row, column), column) for column in table.columns]
        for _, row in table.frame.iterrows()
    ]
    return _ShownTable(
        table.name, table.title, table.note, table.columns, rows, table.is_folded, table.is_lead
    )


def _with_class(cell: Cell, column: Column) -> tuple[Cell, str]:
    kind = "word" if column.style == Style.TEXT else "number"
    return cell, kind if cell.is_sure is None else f"{kind} {'sure' if cell.is_sure else 'unsure'}"


def _templates() -> Environment:
    return Environment(
        loader=PackageLoader("balance.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
