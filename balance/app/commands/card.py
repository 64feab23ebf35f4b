"""``balance card``: all that a run's report knows of one card or objective."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pandas as pd

from balance.app.activity import doing
from balance.app.commands.report import metrics_for, report_data
from balance.app.folders import folder_of_run
from balance.app.output import NO_OPTIONS, Output
from balance.report.answer import answer_of, simple_table
from balance.report.card_facts import CardPage
from balance.report.card_pages import card_pages, page_of
from balance.report.number_format import NOTHING
from balance.report.page import sections_of
from balance.report.report_data import ReportData
from balance.report.section import Finding, Section
from balance.report.sections.comparison_changes import compared_cells
from balance.runner.run import read_run
from balance.scenario.change_words import changed_pieces
from balance.scenario.piece_names import card_named

MOST_CELLS = 4  # side by side
SECTIONS = (  # that say something of one card or objective
    "tiers", "objectives", "prices", "value", "takings", "interactions", "cards", "choices",
    "comparison",
)  # fmt: skip


def print_card(name: str, card: str, output: Output = NO_OPTIONS) -> None:
    """Print what is known of a card or an objective.

    Parameters
    ----------
    name : str
        The folder of a run, or a scenario that was run into its usual folder.
    card : str
        Its id or name.

    Raises
    ------
    ScenarioError
        If the run has no such card.
    StoreError
        If there is no such run, or it cannot be read.
    """
    folder = folder_of_run(name)
    with doing("Reading what is stored"):
        data = report_data(read_run(folder, metrics_for))
    with doing("Computing"):
        pages = pages_by_cell(data, card)
        page = next(iter(pages.values()))
    report = folder / "index.html"
    texts = [one.text for one in pages.values()]
    made = {"run": str(folder), "id": page.id, "game": data.baseline.match.game.name}
    output.show(
        answer_of(
            _section(pages),
            made=made,
            lines=tuple(dict.fromkeys(filter(None, (*texts, page.command, page.watch)))),
            report=report if report.is_file() else None,
        )
    )


def card_of(data: ReportData, pages: Sequence[CardPage], name: str) -> CardPage:
    """Return the page of a card or objective with an id or a name.

    Raises
    ------
    ScenarioError
        If the run has none of this name.
    """
    page = page_of(pages, _id_of(data, name))
    assert page is not None  # each has one
    return page


def _id_of(data: ReportData, name: str) -> str:
    tables = [cell.match.game_table for cell in data.variants]
    known = {piece.id: piece for table in tables for piece in (*table.cards, *table.objectives)}
    return card_named(tuple(known.values()), name, "card or objective").id


def pages_by_cell(data: ReportData, name: str) -> dict[str, CardPage]:
    """Return the page of a card or objective in each cell in which it may be another.

    These are the cells that are compared, `MOST_CELLS` at most; beside a baseline, those of them
    that change the card.  Of one cell alone the name is empty.

    Raises
    ------
    ScenarioError
        If the run has no card of this name.
    """
    piece = _id_of(data, name)
    first, *others = (one.name for one in compared_cells(data))
    if not data.is_comparison:
        others = [
            one.name for one in data.variants
            if piece in changed_pieces(data.baseline.match.game_table, one.match.game_table)
        ]  # fmt: skip
    pages = {}
    for cell in [first, *others][:MOST_CELLS] if others else []:
        page = page_of(_pages(data.of_cell(cell)), piece)
        if page is not None:
            pages[cell] = page
    return pages or {"": card_of(data, _pages(data), name)}


def _pages(data: ReportData) -> tuple[CardPage, ...]:
    wanted = (
        SECTIONS if data.sections is None else [one for one in SECTIONS if one in data.sections]
    )
    return card_pages(data, sections_of(replace(data, sections=tuple(wanted))))


def _section(pages: Mapping[str, CardPage]) -> Section:
    page = next(iter(pages.values()))
    facts = [fact for one in pages.values() for fact in one.facts]
    rows = pd.DataFrame({"what": list(dict.fromkeys(fact.label for fact in facts))})
    heads = {"what": "what"}
    for place, (cell, one) in enumerate(pages.items()):
        values = {fact.label: fact.value for fact in one.facts}
        rows[f"value_{place}" if cell else "value"] = rows["what"].map(values).fillna(NOTHING)
        heads[f"value_{place}" if cell else "value"] = cell or "is"
    heads["basis"] = "found"
    rows["basis"] = rows["what"].map({fact.label: fact.basis for fact in facts})
    verdicts = [
        Finding("card", f"{cell}: {one.verdict}" if cell else one.verdict)
        for cell, one in pages.items() if one.verdict
    ]  # fmt: skip
    return Section(
        "card",
        ", ".join(filter(None, (page.name, page.kind, page.price))),
        tuple(verdicts),
        (simple_table("card", "What is known", heads, rows),),
    )
