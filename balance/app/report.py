"""From a run to its report: the metrics that are counted, and where the report goes."""

from functools import cache
from pathlib import Path

from rich.console import Console

from balance.analysis.experiments import arm_sums
from balance.analysis.metrics import METRICS
from balance.analysis.metrics.metric import digest_of, sources_of
from balance.app.experiments import stored_arms
from balance.app.samples import (
    SHAPE,
    SKILL,
    stored_replays,
    stored_takings,
    stored_trajectories,
)
from balance.errors import ScenarioError
from balance.report.own_sections import own_metrics, own_sections, own_sources
from balance.report.report_data import CellResult, ReportData
from balance.runner.cell_games import MetricSet
from balance.runner.cell_player import Writer
from balance.runner.replays import why_no_replays
from balance.runner.run import Run
from balance.runner.trajectories import why_no_trajectories
from balance.scenario.cells import TIER
from balance.scenario.match import Match
from balance.scenario.model import FAIR_WITHIN
from balance.scenario.prepare import PreparedScenario
from balance.scenario.section_files import section_name

TIERS = "tiers"  # the section
OF_DESIGNS = ("value", "prices", "takings")  # sections
FILE_COLUMNS = 110  # where tables do not go to a terminal


def metrics_for(prepared: PreparedScenario, match: Match) -> MetricSet:
    """Return the metrics that are counted of the games of a match: all that apply to them."""
    files = prepared.section_files
    metrics = {
        name: metric
        for name, metric in {**METRICS, **own_metrics(files)}.items()
        if metric.applies(match)
    }
    return MetricSet(
        {name: metric.tally for name, metric in metrics.items()},
        {name: metric.sums for name, metric in metrics.items()},
        "+".join([_digest_of_tallies(), *([digest_of(own_sources(files))] if files else [])]),
    )


def check_sections(ready: PreparedScenario) -> None:
    """Refuse sections of a scenario that none of its cells can have.

    Raises
    ------
    ScenarioError
        Says what the first of them needs.
    """
    scenario = ready.scenario
    matches = [cell.match for cell in ready.cells]
    own = own_sections(ready.section_files)
    for section in map(section_name, scenario.sections or ()):
        if section in METRICS or section in own:
            metrics = [*own[section].metrics.values()] if section in own else [METRICS[section]]
            if metrics and not any(
                metric.applies(match) for metric in metrics for match in matches
            ):
                needs = metrics[0].needs or f"these games have nothing for {section!r}"
                raise ScenarioError(f"{scenario.file}: sections: {needs}.")
        elif section in (SHAPE, SKILL):
            why = why_no_trajectories if section == SHAPE else why_no_replays
            reasons = [why(match) for match in matches]
            if all(reasons):
                raise ScenarioError(f"{scenario.file}: sections: {section!r}: {reasons[0]}.")
        elif section in OF_DESIGNS:
            if not scenario.designs:
                raise ScenarioError(
                    f"{scenario.file}: sections: {section!r} needs experiments: `designs` in the "
                    "scenario, or --designs DESIGN,..."
                )
        elif section == TIERS and not any(TIER in variant.axes for variant in ready.cells):
            raise ScenarioError(
                f"{scenario.file}: sections: {section!r} needs tiers: `tiers` in the scenario, or "
                "--tiers BOT,BOT,..."
            )
        elif len(matches) < 2:
            raise ScenarioError(
                f"{scenario.file}: sections: {section!r} needs two cells or more: a grid, or "
                "variants."
            )


def writer() -> Writer:
    """Return the function that writes records to a file."""
    from balance.analysis.records import write_records

    return write_records


def write_page(run: Run) -> Path:
    """Write the report of a run into its folder, and return the path of its page.

    Raises
    ------
    StoreError
        If it cannot be written.
    """
    from balance.report.page import build_report

    with run.store.writing():
        return build_report(report_data(run), run.folder)


def report_on(run: Run) -> None:
    """Write the report of a run into its folder, and print its tables briefly.

    Raises
    ------
    StoreError
        If it cannot be written.
    """
    from balance.report.page import sections_of, write_report
    from balance.report.terminal import as_text

    data = report_data(run)
    sections = sections_of(data)
    with run.store.writing():
        page = write_report(data, sections, run.folder)
    out = results_console()
    for section in sections:
        out.print(as_text(section))
    for variant in data.variants:
        out.print(f"{variant.name}: {variant.games:,} games in {variant.deals:,} deals.")
    out.print(f"The report is {page}", soft_wrap=True)


def results_console() -> Console:
    """Return where results are printed: as wide as the terminal, else 110 columns."""
    out = Console(highlight=False, markup=False)
    if out.is_terminal:
        return out
    return Console(highlight=False, markup=False, width=FILE_COLUMNS)


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
        fair_within=(scenario.fair_within or FAIR_WITHIN) / 100,
        sections=scenario.sections and tuple(map(section_name, scenario.sections)),
        own_sections=own_sections(run.prepared.section_files),
        asks_fairness=scenario.fair_within is not None,
        until=scenario.until,
        rounds=scenario.rounds,
        manifest=run.manifest,
    )


@cache
def _digest_of_tallies() -> str:
    """Return what changes with the sources that make sums, and not with those of tables."""
    tallies = (*(one.tally for one in METRICS.values()), arm_sums.tally)
    return digest_of(sources_of(tally.__module__ for tally in tallies).values())
