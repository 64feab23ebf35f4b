"""``balance rerun``: play a stored run again, and compare bit by bit."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from balance.app.diff import are_identical
from balance.app.report import metrics_for, report_on
from balance.app.run import RunOptions, leave, play_scenario
from balance.errors import StoreError
from balance.runner.run import Run, read_run
from balance.runner.worker_pool import WorkerPool
from balance.scenario.prepare import PreparedScenario


def rerun(folder: Path, out: Path | None, command: str, pool: WorkerPool) -> bool:
    """Play a run again as its manifest says; print what differs, and return whether nothing does.

    Parameters
    ----------
    out : Path or None
        Where to, with a report; None is a folder that is deleted.
    command : str
        As typed; stored in the new manifest.

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
    records = any(
        was.store.cell_shards(cell.cell.name, cell.cell.match).record_files() for cell in was.cells
    )
    with _folder(out) as again:
        options = RunOptions(command, pool, again, records)
        play_scenario(prepared, again, options, leave if out is None else report_on)
        return are_identical(folder, again)


def _with_stored_games(run: Run) -> PreparedScenario:
    """Return the scenario of a run with as many games as are stored, which may be more."""
    games = {stored.cell.name: stored.games for stored in run.cells}
    cells = tuple(
        replace(cell, cell=replace(cell.cell, games=games[cell.name]))
        for cell in run.prepared.cells
    )
    return replace(run.prepared, cells=cells)


@contextmanager
def _folder(out: Path | None) -> Iterator[Path]:
    if out is not None:
        yield out
        return
    with tempfile.TemporaryDirectory(prefix="balance-") as folder:
        yield Path(folder) / "run"
