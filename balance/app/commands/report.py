"""From a run to its report: the metrics that are counted, and where the report goes."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from balance.analysis.experiments import arm_sums
from balance.analysis.metrics.metric import sources_digest, sources_of
from balance.app.activity import doing
from balance.app.designs import stored_arms
from balance.app.output import NO_OPTIONS, Output
from balance.app.report_files import NO_FILES, ReportFiles
from balance.app.samples import stored_replays, stored_takings, stored_trajectories
from balance.portable import command_line
from balance.report.answer import Answer
from balance.report.definitions import metrics_in, own_sources, sections_in
from balance.report.report_data import CellResult, ReportData, place_axes
from balance.report.section import Finding, Section
from balance.runner.cell_games import MetricSet
from balance.runner.cell_player import RecordTable
from balance.runner.run import Run, StoredCell
from balance.scenario.cells import TIER, check_cell_name, tier_label
from balance.scenario.match import Match
from balance.scenario.model import FAIR_WITHIN
from balance.scenario.prepare import PreparedScenario
from balance.scenario.section_files import is_of_package, section_name

TIERS = "tiers"  # the section
MOST_LISTED = 2  # variants of as many games that have a line each


def metrics_for(prepared: PreparedScenario, match: Match) -> MetricSet:
    """Return the metrics that are counted of the games of a match: all that apply to them."""
    known = metrics_in(prepared.section_files)
    metrics = {name: metric for name, metric in known.items() if metric.applies(match)}
    digests = [_digest_of_tallies(frozenset(one.tally.__module__ for one in known.values()))]
    if not all(map(is_of_package, prepared.section_files.values())):
        digests.append(sources_digest(own_sources(prepared.section_files)))
    return MetricSet(
        {name: metric.tally for name, metric in metrics.items()},
        {name: metric.sums for name, metric in metrics.items()},
        "+".join(digests),
    )


def record_tables(
    ready: PreparedScenario, folders: Sequence[str]
) -> tuple[Callable[[Match], Sequence[RecordTable]], list[str]]:
    """Return the records of these folders that a match has, and sentences on those that some lack.

    Each reason is said once.
    """
    if not folders:
        return lambda match: (), []
    from balance.analysis.event_records import RECORD_TABLES, why_none

    lacking = {
        f"No {folder} are stored of {cell.match.game.title}: {why}.": None
        for folder in folders
        for cell in ready.all_cells
        if (why := why_none(folder, cell.match))
    }
    return (
        lambda match: [RECORD_TABLES[name] for name in folders if not why_none(name, match)],
        list(lacking),
    )


def write_page(run: Run, files: ReportFiles = NO_FILES) -> Path:
    """Write the report of a run into its folder, and return the path of its page.

    Raises
    ------
    StoreError
        If it cannot be written.
    """
    from balance.report.exports import FullReport
    from balance.report.page import sections_of, write_report

    data = report_data(run)
    report = FullReport(data, sections_of(data))
    with run.store.writing():
        page = write_report(report, run.folder)
        files.write(page, report)
    return page


def report_on(run: Run, output: Output = NO_OPTIONS) -> None:
    """Write the report of a run into its folder, and print its findings, and its tables if wanted.

    Raises
    ------
    StoreError
        If it cannot be written.
    """
    from balance.report.exports import FullReport
    from balance.report.page import sections_of, write_report

    with doing("Reading what is stored"):
        data = report_data(run)
    with doing("Writing the report"):
        report = FullReport(data, sections_of(data, doing))
        with run.store.writing():
            page = write_report(report, run.folder, doing)
            files = output.files.write(page, report)
    answer = _answer(
        data,
        tuple(
            replace(one.finding, action=one.action, certainty=one.certainty)
            for one in report.headlines
        ),
        tuple(one for one in report.sections if one.name != TIERS or data.has_tiers),
    )
    output.show(replace(answer, report=page, files=files, is_long=True))


def report_nothing(run: Run, output: Output = NO_OPTIONS) -> None:
    """Print how many games are stored, without a report; records get their schema.

    Raises
    ------
    StoreError
        If that cannot be written.
    """
    from balance.report.exports import write_schema

    data, again = report_data(run), command_line(["balance", "report", str(run.folder)])
    with run.store.writing():
        write_schema(data, None, run.folder)
    answer = _answer(data)
    output.show(
        replace(answer, lines=(*answer.lines, f"Stored in {run.folder}. For a report: {again}"))
    )


def _answer(
    data: ReportData, findings: tuple[Finding, ...] = (), sections: tuple[Section, ...] = ()
) -> Answer:
    """Return what is printed of a run."""
    played = (*data.variants, *data.check_cells)
    cells = [{"name": cell.name, "games": cell.games, "deals": cell.deals} for cell in played]
    return Answer(
        f"{data.title}: {data.baseline.match.game.title}, {data.players}",
        findings,
        sections,
        {
            "scenario": data.title, "question": data.question, "run": data.command,
            "game": data.baseline.match.game.name, "seed": data.seed, "cells": cells,
            "versions": data.versions,
        },
        (*_games(data.variants, "variants"), *_games(data.check_cells, "checks by other bots")),
    )  # fmt: skip


def _games(cells: Sequence[CellResult], what: str) -> Iterator[str]:
    """Yield how many games were played: of many that have as many, in one line."""
    numbers = Counter((cell.games, cell.deals) for cell in cells)
    for (games, deals), times in numbers.items():
        some = f"{games:,} games in {deals:,} deals"
        if times > MOST_LISTED:
            yield f"{times} {what}: {some} each."
        else:
            alike = (cell.name for cell in cells if (cell.games, cell.deals) == (games, deals))
            yield from (f"{name}: {some}." for name in alike)


def report_data(run: Run) -> ReportData:
    """Return what the report of a run rests on."""
    scenario = run.prepared.scenario
    return ReportData(
        title=scenario.name,
        question=scenario.question,
        command=run.manifest["command"],
        seed=scenario.seed,
        versions=run.manifest["versions"],
        seconds=run.manifest["seconds"] or 0.0,
        variants=tuple(
            CellResult(
                cell.cell.name,
                cell.cell.match,
                cell.games,
                cell.deals,
                cell.totals,
                cell.cell.axes,
                stored_arms(run, cell),
                stored_trajectories(run, cell),
                stored_replays(run, cell),
                stored_takings(run, cell),
            )
            for cell in run.cells
        ),
        check_cells=tuple(_check_result(run, cell) for cell in run.check_cells),
        check_tiers=tuple(map(tier_label, scenario.check_tiers)),
        fair_within=(scenario.fair_within or FAIR_WITHIN) / 100,
        sections=scenario.sections and tuple(map(section_name, scenario.sections)),
        definitions=sections_in(run.prepared.section_files),
        asks_fairness=scenario.fair_within is not None,
        until=scenario.until,
        rounds=scenario.rounds,
        seconds_a_decision=scenario.seconds_a_decision,
        manifest=run.manifest,
    )


def _check_result(run: Run, stored: StoredCell) -> CellResult:
    """Return the results of a cell in which bots of another strength check findings."""
    cell, tier = stored.cell, stored.cell.cell.checked_by
    checked = cell.name.removeprefix(check_cell_name(tier, ""))
    axes = {TIER: tier, **place_axes(checked, cell.axes, len(run.cells))}
    return CellResult(
        cell.name, cell.match, stored.games, stored.deals, stored.totals, axes,
        stored_arms(run, stored),
    )  # fmt: skip


@cache
def _digest_of_tallies(modules: Collection[str]) -> str:
    """Return what changes with the sources that make sums, and not with those of tables."""
    return sources_digest(sources_of([*modules, arm_sums.tally.__module__]).values())
