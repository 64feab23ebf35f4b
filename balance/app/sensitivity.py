"""``balance sensitivity``: the effect of each number on the balance of a game."""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rich.console import Console

from balance.analysis.balance_index import usual_aims
from balance.analysis.cell_result import CellResult
from balance.analysis.metrics import fold_sums
from balance.analysis.metrics.fold_sums import FoldSums
from balance.analysis.metrics.metric import digest_of, sources_of
from balance.analysis.sensitivity import FEWEST_DEALS, Judge, balance_table, changes_table
from balance.app.fewest_games import check_games
from balance.app.notices import announce_start, print_notes, stderr_console
from balance.app.output import NO_OPTIONS, Output
from balance.app.progress import show_progress
from balance.app.run import alone_in
from balance.app.study_page import show_study
from balance.errors import ScenarioError
from balance.report.report_data import Played, ReportData
from balance.report.section import Section
from balance.report.sensitivity.section import sensitivity_section
from balance.runner.bot_speed import warm_up
from balance.runner.run import new_manifest
from balance.runner.stop_signal import StopSignal
from balance.runner.worker_pool import available_cores
from balance.scenario.experiments import Arm
from balance.scenario.files import read_scenario
from balance.scenario.match import Match
from balance.scenario.model import FAIR_WITHIN, Scenario
from balance.scenario.number_changes import Change, arms_of_changes, numbers_of, steps_of
from balance.scenario.one_cell import first_cell
from balance.scenario.overrides import Overrides
from balance.scenario.prepare import PreparedCell, PreparedScenario
from balance.tuning.targets import Targets, read_targets
from balance.tuning.trials import FOLDED, Trials, most_deals

USUAL_GAMES = 20_000
KIND = "sensitivity"  # of a folder, in its manifest
_LONG = 60.0  # seconds: longer times are given in minutes


@dataclass(frozen=True)
class AdviceOptions:
    """How changes of numbers are played."""

    command: str  # as it was typed
    games: int = USUAL_GAMES  # of a change, at most
    workers: int | None = None  # threads; None is one per core
    out: Path | None = None  # the folder; None is ``reports/<game>/<scenario>-<kind>``
    replace: bool = False  # whether another run in the folder is deleted
    only: tuple[str, ...] = ()  # patterns of the numbers to change; empty is all
    step: int = 1  # by how much each is changed
    target: Path | None = None  # file of targets; None is as even as possible, as long as now
    output: Output = NO_OPTIONS  # how the answer is printed


def sensitivity(name: str, overrides: Overrides, options: AdviceOptions) -> None:
    """Change each number of a scenario's game, rank the changes, and write a report.

    Raises
    ------
    BalanceError
    Interrupted
    """
    console = stderr_console()
    targets = read_targets(options.target) if options.target else None
    ready = one_cell(read_scenario(name), overrides, console)
    (cell,) = ready.cells
    numbers = numbers_to_change(cell, options, targets)
    deals = deals_for(cell.match, options.games)
    announce_start(ready, console)
    warm_up(cell.match)
    settings = {
        "games": options.games,
        "numbers": list(numbers),
        "step": options.step,
        "targets": targets.model_dump(mode="json") if targets else None,
    }
    with open_trials(ready, KIND, settings, options, console) as trials:
        base = trials.base(deals)
        aims = targets.aims(base, cell.match) if targets else usual_aims(base, cell.match)
        arms, refused = build_arms(cell, steps_of(numbers, options.step), console)
        announce_duration(trials, len(arms), deals, console)
        judge = Judge(aims)
        results = trials.play(singles(arms), deals, "changes", judge)
    section = sensitivity_section(
        balance_table(base, cell.match, aims),
        changes_table(results, judge),
        refused,
        ready.game.objective,
    )
    report(section, ready, trials, base, options)


def one_cell(scenario: Scenario, overrides: Overrides, console: Console) -> PreparedScenario:
    """Return a scenario with its first cell only, and print a note if it has others."""
    ready, note = first_cell(scenario, overrides)
    print_notes(filter(None, [note]), console)
    return ready


def numbers_to_change(
    cell: PreparedCell, options: AdviceOptions, targets: Targets | None
) -> dict[str, int]:
    """Return the numbers to change: those of the command line, of the targets, or all.

    Raises
    ------
    ScenarioError
        If a pattern fits none.
    """
    if options.only or targets is None:
        return numbers_of(cell, options.only)
    try:
        for pattern in targets.ranges:
            numbers_of(cell, (pattern,))
        return numbers_of(cell, targets.only)
    except ScenarioError as error:
        raise ScenarioError(f"{options.target}: {error}") from None


def deals_for(match: Match, games: int) -> int:
    """Return the deals with so many games.

    Raises
    ------
    ScenarioError
        If they are too few for any result.
    """
    rotations = match.lineup.rotations
    check_games(games, FEWEST_DEALS * rotations)
    return -(-games // rotations)


@contextmanager
def open_trials(
    ready: PreparedScenario,
    kind: str,
    settings: Mapping[str, Any],
    options: AdviceOptions,
    console: Console,
) -> Iterator[Trials]:
    """Open the run folder, yield its trials with progress, and complete its manifest.

    Parameters
    ----------
    kind : str
        Of the folder.
    settings : mapping
        What else the results depend on; choices of another search are not reused.

    Raises
    ------
    StoreError
        If the folder contains something else.
    """
    folder = options.out or Path("reports", ready.game.name, f"{ready.scenario.name}-{kind}")
    with alone_in(folder) as store:
        digest = digest_of(sources_of([fold_sums.__name__]).values())
        manifest: dict[str, Any] = {"kind": kind, "search": settings}
        manifest |= new_manifest(ready, digest, folder, options.command)
        known = {} if options.replace else store.usable_manifest() or {}
        manifest |= {key: known[key] for key in ("started", "seconds") if key in known}
        if known.get("search") == settings:
            manifest["chosen"] = known.get("chosen", {})
        if options.replace:
            store.replace(manifest)
        else:
            store.open(manifest)
        stop, begun, before = StopSignal(), time.perf_counter(), manifest["seconds"]
        chosen: dict[str, list[str]] = manifest.setdefault("chosen", {})

        def save() -> None:
            manifest["seconds"] = round(before + time.perf_counter() - begun, 3)
            store.write_manifest(manifest)

        with stop.on_interrupt(), show_progress(console) as progress:
            workers = options.workers or available_cores()
            match = ready.cells[0].match
            yield Trials(match, store, workers, stop, progress.begin, progress.add, chosen, save)
        print_notes(store.notices, console)
        manifest["finished"] = datetime.now(UTC).isoformat(timespec="seconds")
        save()


def build_arms(
    cell: PreparedCell, changes: Sequence[Change], console: Console
) -> tuple[dict[Change, Arm], list[str]]:
    """Build the tables of changes; return those that the game accepts, and the other changes.

    Raises
    ------
    ScenarioError
        If it accepts none.
    """
    console.print(f"Building {len(changes)} changed tables ...")
    arms, refused = arms_of_changes(cell, changes)
    if not arms:
        raise ScenarioError(
            f"none of these numbers can be changed in this way: {next(iter(refused.values()))}"
        )
    return arms, [change.text for change in refused]


def singles(arms: Mapping[Change, Arm]) -> dict[tuple[Change, ...], Arm]:
    """Return changes as sets of one."""
    return {(change,): arm for change, arm in arms.items()}


def announce_duration(trials: Trials, changes: int, deals: int, console: Console) -> None:
    """Print how long changes take at most, if the speed is known from the unchanged table."""
    if trials.seconds_a_deal:
        needed = changes * most_deals(deals) * trials.seconds_a_deal
        text = f"{needed:,.0f} s" if needed < _LONG else f"{needed / _LONG:,.0f} min"
        console.print(f"{changes} changes: about {text} at most.")


def report(
    section: Section, ready: PreparedScenario, trials: Trials, base: FoldSums,
    options: AdviceOptions,
) -> None:  # fmt: skip
    """Write a page with a section into the folder, and print the section.

    Raises
    ------
    StoreError
        If it cannot be written.
    """
    store = trials.store
    manifest = store.read_manifest() or {}
    games = int(base.games.sum() + base.stopped.sum())
    data = ReportData(
        title=f"{ready.scenario.name}: {manifest['kind']}",
        question=ready.scenario.question,
        command=options.command,
        seed=ready.scenario.seed,
        versions=manifest["versions"],
        seconds=0.0,
        variants=(
            CellResult(
                "as it is", ready.cells[0].match, games, int(base.deals.sum()), {FOLDED: base}
            ),
        ),
        fair_within=FAIR_WITHIN / 100,
        played=tuple(Played(what, tuple(each)) for what, each in trials.games.items()),
    )
    made = {
        "scenario": ready.scenario.name, "game": ready.game.name, "seed": ready.scenario.seed,
        "games of each change": options.games, "games as it is": games,
        "versions": manifest["versions"],
    }  # fmt: skip
    show_study(section, data, store, options.output, made)
