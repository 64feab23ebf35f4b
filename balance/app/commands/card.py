"""``balance card``: all that a run's report knows of one card or objective."""

from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from balance.app.activity import doing
from balance.app.commands.report import metrics_for, report_data
from balance.app.output import NO_OPTIONS, Output
from balance.errors import StoreError
from balance.report.answer import answer_of, simple_table
from balance.report.card_page import CardPage
from balance.report.card_pages import card_pages, page_of
from balance.report.page import sections_of
from balance.report.report_data import ReportData
from balance.report.section import Finding, Section
from balance.runner.run import read_run
from balance.scenario.files import read_scenario
from balance.scenario.piece_names import card_named
from balance.scenario.prepare import game_of
from balance.store.run_folder import RunFolder


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
    folder = _folder(name)
    with doing("Reading what is stored"):
        data = report_data(read_run(folder, metrics_for))
    with doing("Computing"):
        page = card_of(data, card_pages(data, sections_of(data)), card)
    report = folder / "index.html"
    made = {"run": str(folder), "id": page.id, "game": data.baseline.match.game.name}
    output.show(
        answer_of(
            _section(page),
            made=made,
            lines=tuple(filter(None, (page.text, page.command, page.watch))),
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
    tables = [cell.match.game_table for cell in data.variants]
    known = {piece.id: piece for table in tables for piece in (*table.cards, *table.objectives)}
    page = page_of(pages, card_named(tuple(known.values()), name, "card or objective").id)
    assert page is not None  # each has one
    return page


def _folder(name: str) -> Path:
    """Return the folder of a run, or that in which a scenario is run without ``--out``."""
    folder = Path(name)
    if not folder.is_dir():
        scenario = read_scenario(name)
        folder = Path("reports", game_of(scenario).name, scenario.name)
        if not folder.is_dir():
            raise StoreError(
                f"{name}: was not run here (there is no folder {folder}): balance run {name}"
            )
    RunFolder(folder).refuse_study()
    RunFolder(folder).require_manifest()
    return folder


def _section(page: CardPage) -> Section:
    facts = pd.DataFrame(
        [(fact.label, fact.value, fact.basis) for fact in page.facts],
        columns=["what", "value", "basis"],
    )
    heads = {"what": "what", "value": "is", "basis": "found"}
    return Section(
        "card",
        ", ".join(filter(None, (page.name, page.kind, page.price))),
        (Finding("card", page.verdict),) if page.verdict else (),
        (simple_table("card", "What is known", heads, facts),),
    )
