"""A page to print: the set-ups of a booklet, with what to lay out for each."""

from collections.abc import Sequence
from pathlib import Path

from balance.portable import write_text
from balance.report.page import page_templates
from balance.report.studies.booklet import Leaf
from balance.store.disk import check_inside

PAGE = "booklet.html"


def write_booklet(game: str, leaves: Sequence[Leaf], folder: Path) -> Path:
    """Write the page into a folder; return its path.

    Parameters
    ----------
    game : str
        Its title.

    Raises
    ------
    OSError
        If the folder cannot be written.
    StoreError
        If a link in it leads elsewhere.
    """
    check_inside(folder)
    page = folder / PAGE
    template = page_templates().get_template("booklet.html")
    write_text(page, template.render(game=game, leaves=leaves))
    return page
