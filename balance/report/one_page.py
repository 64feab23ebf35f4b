"""A report on one side of paper, for a publisher: what was found, how sure, and what was played."""

from pathlib import Path

from markupsafe import Markup

from balance.portable import write_text
from balance.report.exports import FullReport
from balance.report.figures.svg import inline
from balance.report.overview import overview
from balance.report.page import page_templates, title_in_words
from balance.report.page_markup import PageMarkup
from balance.report.players import who_played
from balance.report.section import Picture
from balance.store.disk import check_inside

ONE_PAGE = "one-page.html"
MOST_NOTES = 3  # sentences on the set-up


def write_one_page(report: FullReport, folder: Path) -> Path:
    """Write the one page of a report beside the whole; return its path.

    Its figure is that of the first finding where a question was asked, else how far seats,
    objectives and cards are from fair.

    Raises
    ------
    OSError
        If the folder cannot be written.
    StoreError
        If a link in it leads elsewhere.
    """
    check_inside(folder)
    data, table = report.data, report.data.baseline.match.game_table
    figure = _figure(report)
    cells = (*data.variants, *data.check_cells)
    games = sum(one.total for one in data.played) or sum(cell.games for cell in cells)
    text = page_templates().get_template("one_page.html").render(
        data=data,
        title=title_in_words(report),
        headlines=report.headlines,
        figure=figure,
        drawn=Markup(inline(figure.figure, figure.title)) if figure else "",
        picture=() if figure else overview(data, report.sections),
        players=who_played(data, is_rated=False),
        notes=([data.tables_text] if data.tables_text else table.notes)[:MOST_NOTES],
        games=games,
        variants=len(data.variants),
        rich=PageMarkup().rich,
        with_command=PageMarkup().with_command,
    )  # fmt: skip
    page = folder / ONE_PAGE
    write_text(page, text)
    return page


def _figure(report: FullReport) -> Picture | None:
    first = next(iter(report.headlines), None)
    if first is None or not first.finding.is_asked:
        return None
    pictures = {one.name: one.pictures for one in report.sections}.get(first.section, ())
    return next(iter(pictures), None)
