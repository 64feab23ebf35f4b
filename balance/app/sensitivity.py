"""``balance sensitivity``: what changing each number by one does to the balance of a game."""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
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
from balance.app.notices import console, say_what_takes_long
from balance.app.progress import show_progress
from balance.app.report import results_console
from balance.app.run import alone_in
from balance.errors import ScenarioError
from balance.report.page import write_report
from balance.report.report_data import ReportData
from balance.report.section import Section
from balance.report.sensitivity.section import sensitivity_section
from balance.report.terminal import as_text
from balance.runner.batches import warm_up
from balance.runner.play import StopSignal
from balance.runner.run import new_manifest
from balance.runner.worker_pool import available_cores
from balance.scenario.experiments import Arm
from balance.scenario.files import read_scenario
from balance.scenario.model import FAIR_WITHIN, Scenario
from balance.scenario.number_changes import Change, arms_of_changes, numbers_of, steps_of
from balance.scenario.overrides import Overrides, prepare_with_overrides
from balance.scenario.prepare import PreparedCell, PreparedScenario, prepare
from balance.tuning.targets import Targets, read_targets
from balance.tuning.trials import FOLDED, Trials, most_deals

USUAL_GAMES = 20_000
KIND = "sensitivity"  # of a folder, in its manifest
_LONG = 60.0  # seconds from which on minutes are said


@dataclass(frozen=True)
class AdviceOptions:
    """How numbers are tried.

    Attributes
    ----------
    command : str
        As it was typed.
    games : int
        Of a change, at most.
    workers : int or None
        Threads; None is one a core.
    out : Path or None
        The folder; None is ``reports/<game>/<scenario>-<kind>``.
    replace : bool
        Whether another run in the folder is forgotten.
    only : tuple of str
        Patterns of the numbers to change; empty is all.
    step : int
        By how much each is changed.
    target : Path or None
        A file that says what is aimed at; None is as even as can be, and as long as it is.
    """

    command: str
    games: int = USUAL_GAMES
    workers: int | None = None
    out: Path | None = None
    replace: bool = False
    only: tuple[str, ...] = ()
    step: int = 1
    target: Path | None = None


def sensitivity(name: str, overrides: Overrides, options: AdviceOptions) -> None:
    """Change each number of a scenario's game, rank the changes, and write what they do.

    Parameters
    ----------
    name : str
        A scenario.
    overrides : Overrides
    options : AdviceOptions

    Raises
    ------
    BalanceError
    Interrupted
    """
    notes = console()
    targets = read_targets(options.target) if options.target else None
    ready = one_cell(read_scenario(name), overrides, notes)
    (variant,) = ready.cells
    numbers = numbers_wanted(variant, options, targets)
    deals = deals_of(variant, options.games)
    say_what_takes_long(ready, notes)
    warm_up(variant.match)
    asked = {
        "games": options.games,
        "numbers": list(numbers),
        "step": options.step,
        "targets": targets.model_dump(mode="json") if targets else None,
    }
    with bench(ready, KIND, asked, options, notes) as trials:
        base = trials.base(deals)
        aims = targets.aims(base, variant.match) if targets else usual_aims(base, variant.match)
        changes = steps_of(numbers, options.step)
        arms, refused = game_table(variant, changes, notes)
        say_how_long(trials, len(arms), deals, notes)
        judge = Judge(aims)
        found = trials.play(singles(arms), deals, "changes", judge)
    table = changes_table(found, judge)
    section = sensitivity_section(
        balance_table(base, variant.match, aims), table, refused, ready.game.objective
    )
    report((section,), ready, trials, base, options.command)


def one_cell(scenario: Scenario, overrides: Overrides, notes: Console) -> PreparedScenario:
    """Return a scenario with its first cell alone, as that is where numbers are changed."""
    asked = prepare_with_overrides(scenario, overrides)
    first = asked.cells[0]
    if len(asked.cells) > 1:
        notes.print(
            f"Note: of {len(asked.cells)} cells the first one, {first.name!r}, is looked at; "
            "--set, --players and --bots choose another."
        )
    cell = first.cell
    alone = asked.scenario.changed(
        tiers=[], variants=[], grid={}, baseline="baseline", sections=None, designs=[],
        players=cell.players, bots=[bot.model_dump() for bot in cell.bots],
        table=cell.table, set=cell.settings, games=cell.games,
    )  # fmt: skip
    return replace(prepare(alone), notices=asked.notices)


def numbers_wanted(
    variant: PreparedCell, options: AdviceOptions, targets: Targets | None
) -> dict[str, int]:
    """Return the numbers to change: those that the command line names, or the targets, or all.

    Raises
    ------
    ScenarioError
        If a pattern fits none.
    """
    if options.only or targets is None:
        return numbers_of(variant, options.only)
    try:
        for pattern in targets.ranges:
            numbers_of(variant, (pattern,))
        return numbers_of(variant, targets.only)
    except ScenarioError as error:
        raise ScenarioError(f"{options.target}: {error}") from None


def deals_of(variant: PreparedCell, games: int) -> int:
    """Return in how many deals so many games are.

    Raises
    ------
    ScenarioError
        If they are too few for anything to be said.
    """
    rotations = variant.match.lineup.rotations
    deals = -(-games // rotations)
    if deals < FEWEST_DEALS:
        raise ScenarioError(
            f"--games {games}: too few to say anything of differences; expected at least "
            f"{FEWEST_DEALS * rotations:,}."
        )
    return deals


@contextmanager
def bench(
    ready: PreparedScenario,
    kind: str,
    asked: Mapping[str, Any],
    options: AdviceOptions,
    notes: Console,
) -> Iterator[Trials]:
    """Open the folder, play into it with progress, and note in its manifest what was done.

    Raises
    ------
    StoreError
        If the folder holds something else.
    """
    folder = options.out or Path("reports", ready.game.name, f"{ready.scenario.name}-{kind}")
    with alone_in(folder) as store:
        digest = digest_of(sources_of([fold_sums.__name__]).values())
        manifest: dict[str, Any] = {"kind": kind, "asked": asked}
        manifest |= new_manifest(ready, digest, folder, options.command)
        known = {} if options.replace else store.usable_manifest() or {}
        manifest |= {key: known[key] for key in ("started", "seconds") if key in known}
        if (
            known.get("asked") == asked
        ):  # else what was played is of use, and what was chosen is not
            manifest["chosen"] = known.get("chosen", {})
        if options.replace:
            store.replace(manifest)
        else:
            store.open(manifest)
        stop, begun, before = StopSignal(), time.perf_counter(), manifest["seconds"]
        chosen: dict[str, list[str]] = manifest.setdefault("chosen", {})

        def keep() -> None:
            manifest["seconds"] = round(before + time.perf_counter() - begun, 3)
            store.write_manifest(manifest)

        with stop.on_interrupt(), show_progress(notes) as progress:
            workers = options.workers or available_cores()
            match = ready.cells[0].match
            yield Trials(match, store, workers, stop, progress.begin, progress.add, chosen, keep)
        for sentence in store.notices:
            notes.print(f"Note: {sentence}")
        manifest["finished"] = datetime.now(UTC).isoformat(timespec="seconds")
        keep()


def game_table(
    variant: PreparedCell, changes: Sequence[Change], notes: Console
) -> tuple[dict[Change, Arm], list[str]]:
    """Lay the tables of changes; return those that can be, and the texts of the others.

    Raises
    ------
    ScenarioError
        If none can be.
    """
    notes.print(f"Laying {len(changes)} changed tables ...")
    arms, refused = arms_of_changes(variant, changes)
    if not arms:
        raise ScenarioError(
            f"none of these numbers can be changed so: {next(iter(refused.values()))}"
        )
    return arms, [change.text for change in refused]


def singles(arms: Mapping[Change, Arm]) -> dict[tuple[Change, ...], Arm]:
    """Return changes as sets of one."""
    return {(change,): arm for change, arm in arms.items()}


def say_how_long(trials: Trials, changes: int, deals: int, notes: Console) -> None:
    """Say how long changes take at most, where something was played that tells the speed."""
    if trials.seconds_a_deal:
        needed = changes * most_deals(deals) * trials.seconds_a_deal
        text = f"{needed:,.0f} s" if needed < _LONG else f"{needed / _LONG:,.0f} min"
        notes.print(f"{changes} changes: about {text} at most.")


def report(
    sections: Sequence[Section],
    ready: PreparedScenario,
    trials: Trials,
    base: FoldSums,
    command: str,
) -> Path:
    """Write a page with these sections into the folder, and print them.

    Raises
    ------
    StoreError
        If it cannot be written.
    """
    (variant,) = ready.cells
    store = trials.store
    manifest = store.read_manifest() or {}
    games = int(base.games.sum() + base.stopped.sum())
    data = ReportData(
        title=f"{ready.scenario.name}: {manifest['kind']}",
        question=ready.scenario.question,
        command=command,
        seed=ready.scenario.seed,
        versions=manifest["versions"],
        seconds=0.0,
        variants=(
            CellResult("as it is", variant.match, games, int(base.deals.sum()), {FOLDED: base}),
        ),
        fair_within=FAIR_WITHIN / 100,
    )
    with store.writing():
        page = write_report(data, sections, store.folder)
    out = results_console()
    for section in sections:
        out.print(as_text(section))
    out.print(f"The report is {page}", soft_wrap=True)
    return page
