"""``balance run`` plays a scenario, stores it and reports; ``balance rerun`` plays it as it was.

`rerun` compares bit by bit.  Which runs a folder holds is in `app.runs`.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeAlias

from balance.analysis.cell_result import CellResult
from balance.analysis.interval_widths import IntervalWidths, interval_widths, plan_of
from balance.analysis.measures import SEAT
from balance.app.activity import doing
from balance.app.commands.diff import are_identical
from balance.app.commands.report import metrics_for, record_tables, report_on, write_page
from balance.app.designs import play_designs
from balance.app.folders import alone_in, folder_of_run, passing_folder
from balance.app.learning import learn_first
from balance.app.notices import (
    CutOffGames,
    announce_start,
    announce_tier_times,
    print_notes,
    stderr_console,
)
from balance.app.output import NO_OPTIONS, Output
from balance.app.progress import Progress, show_progress
from balance.app.refusals import check_sections
from balance.app.samples import play_samples
from balance.app.time_notices import time_notices
from balance.compiling.jit import has_compiled_code
from balance.errors import StoreError
from balance.report.number_format import joined, number, per_100, points
from balance.runner.bot_speed import warm_up
from balance.runner.reproducibility import reproducibility_note
from balance.runner.run import Run, RunEvents, StoredCell, play_run, read_run
from balance.runner.stopping import PrecisionStatus, StoppingPlan
from balance.runner.worker_pool import WorkerPool, worker_pool
from balance.scenario.experiments import check_designs
from balance.scenario.files import read_scenario
from balance.scenario.match import Match
from balance.scenario.overrides import Overrides, names_bots, prepare_with_overrides
from balance.scenario.prepare import PreparedCell, PreparedScenario
from balance.scenario.replay_command import add_replay_commands
from balance.scenario.requirements import StoppingRule, read_stopping_rule
from balance.store.run_folder import RunFolder
from balance.store.sums import Totals

MOST_ANSWERS = 6  # cells whose first answer is printed

Experiment: TypeAlias = Callable[[Run, WorkerPool, Progress], None]


def leave(run: Run) -> None:
    """Do nothing with a run that was played."""


@dataclass(frozen=True)
class RunOptions:
    """How a scenario is run."""

    command: str  # runs it again, in a terminal
    pool: WorkerPool = field(default_factory=worker_pool)
    out: Path | None = None  # the folder; None is ``reports/<game>/<scenario>``
    records: tuple[str, ...] = ()  # of all games, which are stored: see `store.shards`
    replace: bool = False  # whether another run in the folder is deleted
    progress: bool = True  # whether progress is shown
    learn: float | None = None  # minutes in which a game as text is learnt first


def run_scenario(
    name: str,
    overrides: Overrides,
    options: RunOptions,
    then: Callable[[Run], None] = leave,
) -> Run:
    """Play a scenario into its folder.

    Parameters
    ----------
    name : str
        A file, or the name of a shipped scenario.
    then : function (run)
        Called before another process may use the folder, such as `app.report.report_on`.

    Raises
    ------
    BalanceError
    Interrupted
    """
    scenario = read_scenario(name)
    prepared = prepare_with_overrides(scenario, overrides)
    # A run of tiers or of noise has a folder of its own, as its report is another one.
    kind = "-tiers" if overrides.tiers else "-noise" if overrides.noise else ""
    folder = Path("reports", prepared.game.name, f"{prepared.scenario.name}{kind}")
    RunFolder(options.out or folder).check_is_run()  # refused before anything is learnt
    if not names_bots(scenario, overrides) and _has_learnt(prepared, options):
        prepared = prepare_with_overrides(scenario, overrides)
    return play_scenario(add_replay_commands(prepared, name, overrides), folder, options, then)


def _has_learnt(prepared: PreparedScenario, options: RunOptions) -> bool:
    """Let the game's bot learn it, if it does not know it yet; return whether it learnt."""
    workers = options.pool.workers or options.pool.threads
    players = {cell.match.game_table.num_seats for cell in prepared.cells}
    return learn_first(
        prepared.game, sorted(players), options.learn, workers, stderr_console(not options.progress)
    )


def play_scenario(
    ready: PreparedScenario,
    folder: Path,
    options: RunOptions,
    then: Callable[[Run], None] = leave,
) -> Run:
    """Play a scenario that is prepared, with its experiments; see `run_scenario`.

    Parameters
    ----------
    folder : Path
        Used if the options name none.
    """
    check_prepared(ready)
    with alone_in(options.out or folder) as store:
        run = play_scenario_games(ready, store, options, (play_designs, play_samples))
        then(run)
    return run


def check_prepared(ready: PreparedScenario) -> None:
    """Refuse sections that no cell can fill, and experiments that a cell does not have.

    Raises
    ------
    ScenarioError
    """
    check_sections(ready)
    for cell in ready.cells:
        check_designs(cell, ready.scenario.designs)


def play_scenario_games(
    ready: PreparedScenario,
    store: RunFolder,
    options: RunOptions,
    experiments: Sequence[Experiment] = (),
) -> Run:
    """Play the games of a scenario, and experiments on them.

    Parameters
    ----------
    store : RunFolder
        See `alone_in`.
    experiments : sequence of function (run, pool, progress)

    Raises
    ------
    BalanceError
    Interrupted
    """
    console = stderr_console(not options.progress)
    is_first = not has_compiled_code(ready.game.home)
    announce_start(ready, console)
    pool = options.pool
    workers, until = pool.workers or pool.threads, ready.scenario.until or ""
    # At first use the bots that check wait until the answer that they check is there.
    at_once = ready.without_checks() if is_first else ready
    with doing("Loading the game, compiling what is new in it"):
        for variant in at_once.all_cells:
            warm_up(variant.match)
    if not console.quiet:
        with doing("Measuring how fast the bots are"):
            notices = time_notices(_to_play(at_once, store, options), workers, bool(until))
        print_notes(notices, console)
    doubts = dict.fromkeys(reproducibility_note(cell.match) for cell in ready.all_cells)
    print_notes(filter(None, doubts), console)
    announce_tier_times(ready, workers, console)
    places = {variant.name: place for place, variant in enumerate(ready.all_cells, 1)}

    def begin(variant: PreparedCell, games: int) -> None:
        place = f"{places[variant.name]} of {len(places)}, " if len(places) > 1 else ""
        progress.begin(f"{place}{variant.name}", games)

    def plan(cell: PreparedCell) -> StoppingPlan:
        return stopping_plan(cell, read_stopping_rule(until))

    def precision(status: PrecisionStatus, games: int) -> None:
        progress.show_precision(status.text, games)

    def check(cells: Sequence[StoredCell]) -> None:
        if is_first:
            for sentence in first_answers(cells):
                console.print(sentence)
            labels = ready.check_cells[0].match.lineup.labels
            console.print(f"Compiling {joined(labels)}, which checks this ...")
            for variant in ready.check_cells:
                warm_up(variant.match)

    cut_off = CutOffGames()
    tables_for, none = record_tables(ready, _records_in(store, options))
    print_notes(none, console)
    with show_progress(console) as progress:
        run = play_run(
            ready,
            metrics_for,
            store,
            options.command,
            pool,
            tables_for,
            options.replace,
            plan if until else None,
            RunEvents(begin, check, progress.add, precision, cut_off.add),
        )
        for experiment in experiments:
            experiment(run, pool, progress)
    run = replace(run, manifest={**run.manifest, "files": store.data_files()})
    store.write_manifest(run.manifest)
    print_notes((*store.notices, *cut_off.notices(), *stopping_notes(run)), console)
    return run


def first_answers(cells: Sequence[StoredCell]) -> Iterator[str]:
    """Yield how often each seat wins and how long games are, of a few cells, before any check."""
    for stored in cells[:MOST_ANSWERS]:
        cell, name = stored.cell, f"{stored.cell.name}, " if len(cells) > 1 else ""
        known = CellResult(cell.name, cell.match, stored.games, stored.deals, stored.totals)
        seats = SEAT.items(cell.match)
        wins = [known.measures[seat.key].value + 1 / len(seats) for seat in seats]
        who = f"seats 1 to {len(seats)} win {joined(list(map(per_100, wins)))} of 100 games; "
        yield (
            f"First answer, {name}{stored.games:,} games: {who * (len(seats) > 1)}a game takes "
            f"{number(known.measures['rounds'].value)} rounds."
        )


def _records_in(store: RunFolder, options: RunOptions) -> tuple[str, ...]:
    """Return which records are stored: with those asked for those that were stored before.

    Else games that are played again for one kind would be lost in another.
    """
    known = () if options.replace or not options.records else store.record_folders()
    return tuple(dict.fromkeys((*options.records, *known)))


def _to_play(
    ready: PreparedScenario, store: RunFolder, options: RunOptions
) -> list[tuple[Match, int]]:
    """Return each cell's match, and about how many games of it are still to be played."""
    stored = {} if options.replace else (store.usable_manifest() or {}).get("games", {})
    return [(cell.match, max(cell.games - stored.get(cell.name, 0), 0)) for cell in ready.all_cells]


def report_again(name: str | Path, output: Output = NO_OPTIONS) -> None:
    """Write the report of a run again from its stored results.

    Parameters
    ----------
    name : str or Path
        Its folder, or a scenario that was run into its usual one.

    Raises
    ------
    StoreError
        If there is no run that can be read.
    """
    folder = folder_of_run(name)  # which has a run: else it stays as it is
    with alone_in(folder):
        with doing("Reading what is stored"):
            run = read_run(folder, metrics_for)
        report_on(run, output)


def stopping_plan(cell: PreparedCell, rule: StoppingRule) -> StoppingPlan:
    """Return when a cell has enough games."""

    def check(deals: int, totals: Totals) -> PrecisionStatus:
        widths = interval_widths(totals, cell.match, rule)
        return PrecisionStatus(widths.is_enough, widths.deals, _precision(widths))

    return StoppingPlan(plan_of(cell.match, rule), check)


def stopping_notes(run: Run) -> list[str]:
    """Return a sentence for each cell: its precision, and whether the target was reached."""
    until = run.prepared.scenario.until
    if until is None:
        return []
    rule = read_stopping_rule(until)
    sentences = []
    for played in run.cells:
        widths = interval_widths(played.totals, played.cell.match, rule)
        if not len(widths.rows):
            continue
        cell = f"{played.cell.name}: " if len(run.cells) > 1 else ""
        end = "reached" if widths.is_enough else "not reached with the maximum of games"
        sentences.append(
            f"{cell}{_precision(widths)} after {played.games:,} games: target precision {end}."
        )
    return sentences


def _precision(widths: IntervalWidths) -> str:
    write = points if widths.is_share else number
    unit = " pp" if widths.is_share else ""
    wanted = write(widths.halfwidth, 2)
    if widths.widest != widths.widest:
        return f"half-width not yet known ({wanted}{unit} wanted)"
    return f"half-width {write(widths.widest, 2)} ({wanted}{unit} wanted)"


def rerun(folder: Path, out: Path | None, output: Output, pool: WorkerPool) -> bool:
    """Play a run again as its manifest says; print what differs, and return whether nothing does.

    Parameters
    ----------
    out : Path or None
        Where to, with a report; None is a folder that is deleted.
    output : Output
        Its command is stored in the new manifest.

    Raises
    ------
    StoreError
        If the folder contains no run that can be read, or the other folder is the same.
    BalanceError
    Interrupted
    """
    was = read_run(folder, metrics_for)
    if out is not None and out.resolve() == folder.resolve():
        raise StoreError(f"{out} is the folder of the run itself: choose another with --out.")
    prepared = _with_stored_games(was)
    with passing_folder() if out is None else nullcontext(out) as again:
        options = RunOptions(output.command, pool, again, tuple(was.store.record_folders()))

        def report(run: Run) -> None:
            if output.is_json:
                write_page(run)
            else:
                report_on(run, output)

        play_scenario(prepared, again, options, leave if out is None else report)
        return are_identical(folder, again, output)


def _with_stored_games(run: Run) -> PreparedScenario:
    """Return the scenario of a run with as many games as are stored, which may be more."""
    games = {stored.cell.name: stored.games for stored in run.all_cells}
    cells, checks = (
        tuple(replace(cell, cell=replace(cell.cell, games=games[cell.name])) for cell in some)
        for some in (run.prepared.cells, run.prepared.check_cells)
    )
    return replace(run.prepared, cells=cells, check_cells=checks)
