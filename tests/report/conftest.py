"""Made-up runs for reports, and what tests look at in a section."""

import os
from collections.abc import Callable, Mapping
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

from balance.app.report_files import ReportFiles
from balance.report.exports import FullReport
from balance.report.page import sections_of, write_report
from balance.report.report_data import CellResult, ReportData
from balance.report.section import Finding, Section, Table
from balance.report.terminal import as_text
from balance.scenario.match import Match
from tests.analysis.conftest import make_match, make_records
from tests.sections import METRICS

GOLDEN = Path(__file__).with_name("golden")  # a page for each section
OBJECTIVES = ("sun", "moon", "star", "comet", "void", "night", "dawn", "dusk")


def variant(
    match: Match,
    games: int,
    name: str = "baseline",
    first: float = 0.5,
    is_forced: bool = False,
    cut_off: int = 0,
    more_points: int = 0,
) -> CellResult:
    """Return a variant of two-player games, of which the first seat wins a share."""
    rng = np.random.default_rng(21)
    won = (rng.random(games) < first).astype(int)
    scores = rng.integers(20, 60, (games, 2)) + more_points
    fields: Mapping[str, object] = {}
    if match.game_table.cards:
        taken = rng.poisson(0.5, (games, 2, len(match.game_table.cards)))
        fields = {"taken": taken, "rounds_taken": 3 * taken, "available": np.ones((games, 8))}
    if match.game_table.objectives:
        dealt = rng.permuted(np.tile(np.arange(len(OBJECTIVES)), (games, 1)), axis=1)[:, :4]
        dealt = dealt.reshape(games, 2, 2)
        kept = dealt[:, :, 0].copy()
        if is_forced:
            dealt[:, :, 1] = -1
        fields = {**fields, "dealt": dealt, "kept": kept, "fulfilled": scores // 4}
    if "before_last" in (match.game.record.names or ()):
        fields = {**fields, "before_last": scores - rng.integers(0, 15, (games, 2))}
    records = make_records(
        match, np.stack([won, 1 - won], axis=1), scores=scores, rounds=rng.integers(8, 15, games),
        parts=np.stack([scores - 5, np.full_like(scores, 5)], axis=2),
        ending=rng.integers(0, 2, games), stopped=np.arange(games) < cut_off, **fields,
    )  # fmt: skip
    sums = {
        name: question.tally(records, match)
        for name, question in METRICS.items()
        if question.applies(match)
    }
    return CellResult(name, match, games, games // match.lineup.rotations, sums)


def report_data(*variants: CellResult, question: str = "Is it fair?") -> ReportData:
    return ReportData(
        "first-game", question, "balance run first-game --games 400", 7, {"balance": "0.1.0"}, 2.5,
        variants, 0.02,
    )  # fmt: skip


def build_report(
    data: ReportData, folder: Path, tables: bool = False, figures: bool = False
) -> Path:
    """Write a report, and its files if they are wanted; return its page."""
    report = FullReport(data, sections_of(data))
    page = write_report(report, folder)
    ReportFiles(tables=tables, figures=figures).write(page, report)
    return page


def table_of(section: Section, name: str) -> Table:
    return next(table for table in section.tables if table.name == name)


def heads_of(table: Table) -> list[str]:
    return [column.head for column in table.columns]


def finding_of(section: Section, name: str) -> Finding:
    """Return the only finding with a template."""
    (finding,) = (one for one in section.findings if one.name == name)
    return finding


def names_of(section: Section) -> list[str]:
    """Return the templates of the findings, in order."""
    return [finding.name for finding in section.findings]


@pytest.fixture
def golden() -> Callable[[Section], None]:
    """Compare the texts of a section with its golden page; ``make golden`` writes it."""

    def compare(section: Section) -> None:
        path = GOLDEN / f"{section.name}.txt"
        console = Console(width=100, record=True, file=StringIO(), color_system=None)
        console.print(as_text(section))
        lines = [section.title, section.warning, *console.export_text().splitlines()]
        lines += [f"{one.title}. {one.caption}" for one in section.pictures]
        text = "\n".join(line.rstrip() for line in lines) + "\n"
        if os.environ.get("BALANCE_GOLDEN") == "write":
            path.write_text(text, encoding="utf-8")
        assert path.read_text(encoding="utf-8") == text

    return compare


@pytest.fixture(scope="session")
def full_match() -> Match:
    return make_match(2, cards=("axe", "bow", "cup"), objectives=OBJECTIVES)


@pytest.fixture(scope="session")
def data(full_match: Match) -> ReportData:
    """A run with everything: cards, objectives, and a variant that assigns these."""
    return report_data(
        variant(full_match, 400), variant(full_match, 400, name="forced", is_forced=True)
    )
