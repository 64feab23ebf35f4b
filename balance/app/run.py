"""``balance run`` and ``balance report``: play, keep, and write what it means."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from balance.app.cut_off import CutOff
from balance.app.experiments import play_designs
from balance.app.notices import (
    console,
    say_how_long_tiers_take,
    say_what_takes_long,
)
from balance.app.progress import Progress, show_progress
from balance.app.report import check_sections, metrics_for, report_on, writer
from balance.app.sampled_games import play_samples
from balance.app.stopping import stopping_notes, stopping_plan
from balance.runner.batches import warm_up
from balance.runner.run import Run, RunEvents, play_run, read_run
from balance.runner.stopping import PrecisionStatus, StoppingPlan
from balance.runner.worker_pool import WorkerPool, worker_pool
from balance.scenario.experiments import check_designs
from balance.scenario.files import read_scenario
from balance.scenario.overrides import Overrides, prepare_with_overrides
from balance.scenario.prepare import PreparedCell, PreparedScenario
from balance.scenario.replay_command import add_replay_commands
from balance.scenario.requirements import read_stopping_rule
from balance.store.run_folder import RunFolder

Experiment: TypeAlias = Callable[[Run, WorkerPool, Progress], None]


@dataclass(frozen=True)
class RunOptions:
    """How a scenario is run.

    Attributes
    ----------
    command : str
        As it was typed.
    pool : Crew
        Who plays; as many threads as there are cores, if not said.
    out : Path or None
        The folder; None is ``reports/<game>/<scenario>``.
    records : bool
        Whether every game is kept.
    replace : bool
        Whether another run in the folder is forgotten.
    """

    command: str
    pool: WorkerPool = field(default_factory=worker_pool)
    out: Path | None = None
    records: bool = False
    replace: bool = False


def run_scenario(name: str, overrides: Overrides, options: RunOptions) -> None:
    """Play a scenario and write its report.

    Raises
    ------
    BalanceError
        Whatever the user can mend.
    Interrupted
    """
    prepared = prepare_with_overrides(read_scenario(name), overrides)
    ready = add_replay_commands(prepared, name, overrides)
    # What tiers say of a scenario is another report than its own.
    folder = f"{ready.scenario.name}-tiers" if overrides.tiers else ready.scenario.name
    play_and_report(ready, Path("reports", ready.game.name, folder), options)


def play_and_report(ready: PreparedScenario, folder: Path, options: RunOptions) -> None:
    """Play what a scenario asks for and write its report.

    Parameters
    ----------
    ready : SetUp
    folder : Path
        Where the options name none.
    options : RunOptions

    Raises
    ------
    BalanceError
    Interrupted
    """
    check_sections(ready)
    for variant in ready.cells:
        check_designs(variant, ready.scenario.designs)
    with alone_in(options.out or folder) as store:
        report_on(play_games(ready, store, options, (play_designs, play_samples)))


@contextmanager
def alone_in(folder: Path) -> Iterator[RunFolder]:
    """Have a run's folder for oneself, once another process that plays there has ended.

    Raises
    ------
    StoreError
        If it holds something else than a run, or cannot be written.
    """

    def on_wait() -> None:
        console().print(f"Another process plays in {folder}: waiting until it has ended.")

    store = RunFolder(folder)
    with store.locked(on_wait):
        yield store


def play_games(
    ready: PreparedScenario,
    store: RunFolder,
    options: RunOptions,
    experiments: Sequence[Experiment] = (),
) -> Run:
    """Play the games that a scenario asks for, and experiments on them.

    Parameters
    ----------
    ready : SetUp
    store : Store
        See `alone_in`.
    options : RunOptions
    experiments : sequence of function (run, crew, progress)

    Raises
    ------
    BalanceError
    Interrupted
    """
    notes = console()
    say_what_takes_long(ready, notes)
    for variant in ready.cells:
        warm_up(variant.match)
    pool = options.pool
    say_how_long_tiers_take(ready, pool.workers or pool.threads, notes)
    places = {variant.name: place for place, variant in enumerate(ready.cells, 1)}

    def begin(variant: PreparedCell, games: int) -> None:
        place = f"{places[variant.name]} of {len(places)}, " if len(places) > 1 else ""
        progress.begin(f"{place}{variant.name}", games)

    def plan(cell: PreparedCell) -> StoppingPlan:
        return stopping_plan(cell, read_stopping_rule(until))

    def precision(status: PrecisionStatus, games: int) -> None:
        progress.stands(status.text, games)

    until = ready.scenario.until or ""
    cut_off = CutOff()
    with show_progress(notes) as progress:
        run = play_run(
            ready,
            metrics_for,
            store,
            options.command,
            pool,
            writer() if options.records else None,
            options.replace,
            plan if until else None,
            RunEvents(begin, progress.add, precision, cut_off.note),
        )
        for experiment in experiments:
            experiment(run, pool, progress)
    for sentence in (*store.notices, *cut_off.notices(), *stopping_notes(run)):
        notes.print(f"Note: {sentence}")
    return run


def report_again(folder: Path) -> None:
    """Write the report of a run again from what is kept.

    Raises
    ------
    StoreError
        If the folder holds no run that can be read.
    """
    RunFolder(folder).require_manifest()  # or it is not the folder of a run, and stays as it is
    with alone_in(folder):
        report_on(read_run(folder, metrics_for))
