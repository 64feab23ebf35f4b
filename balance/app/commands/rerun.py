"""``balance rerun``: play a stored run again, and compare bit by bit."""

from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

from balance.app.commands.diff import are_identical
from balance.app.commands.report import metrics_for, report_on, write_page
from balance.app.commands.run import RunOptions, leave, play_scenario
from balance.app.folders import passing_folder
from balance.app.output import Output
from balance.errors import StoreError
from balance.runner.run import Run, read_run
from balance.runner.worker_pool import WorkerPool
from balance.scenario.prepare import PreparedScenario


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
