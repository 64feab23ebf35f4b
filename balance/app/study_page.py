"""The page of a study: a section that answers its question, and what was played for it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from balance.app.activity import doing
from balance.app.output import Output
from balance.report.answer import answer_of
from balance.report.page import write_report
from balance.report.report_data import CellResult, Played, ReportData
from balance.report.section import Section
from balance.runner.run import versions
from balance.scenario.match import Entry, Lineup, Match
from balance.scenario.model import FAIR_WITHIN
from balance.store.run_folder import RunFolder


def study_of_bots(
    title: str,
    match: Match,
    bots: Sequence[Entry],
    played: Mapping[str, Sequence[int]],
    command: str,
    seed: int,
    **more: Any,
) -> ReportData:
    """Return what the page of a study of bots rests on.

    Parameters
    ----------
    match : Match
        One of those that were played.
    bots : sequence of Entry
        All that played.
    played : mapping of str to sequence of int
        The games of each part of the study, by what they were played for.
    more
        Other fields of `ReportData`.
    """
    games = sum(map(sum, played.values()))
    lineup = Lineup(tuple(bots), match.lineup.seats)
    cell = CellResult(title, replace(match, lineup=lineup), games, games // len(lineup.seats), {})
    return ReportData(
        title=title, question="", command=command, seed=seed, versions=versions(), seconds=0.0,
        variants=(cell,), fair_within=FAIR_WITHIN / 100,
        played=tuple(Played(what, tuple(each)) for what, each in played.items() if each),
        is_of_bots=True, **more,
    )  # fmt: skip


def show_study(
    section: Section,
    data: ReportData,
    store: RunFolder,
    output: Output,
    made: Mapping[str, Any],
    lines: tuple[str, ...] = (),
) -> None:
    """Write the page of a study, with the files that are wanted, and print its answer.

    Parameters
    ----------
    data : ReportData
        What was played; its cell needs no sums.
    made : mapping
        How the answer was made, for programs.
    lines : tuple of str
        What the terminal says below the answer.

    Raises
    ------
    StoreError
        If it cannot be written.
    """
    with doing("Writing the report"), store.writing():
        page = write_report(data, (section,), store.folder, doing)
        files = output.files.write(page, data, (section,))
    output.show(answer_of(section, made=made, lines=lines, report=page, files=files))
