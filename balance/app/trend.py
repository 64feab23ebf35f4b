"""``balance trend``: what moved between the versions of a game, from the runs that were kept."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pandas as pd

from balance.app.output import Output
from balance.app.report import metrics_for, report_data
from balance.app.study import show_study
from balance.errors import StoreError
from balance.portable import is_passing
from balance.report.report_data import Played, ReportData
from balance.report.studies.trend import trend_section
from balance.runner.run import Run, read_run
from balance.scenario.model import FAIR_WITHIN
from balance.store.manifest import MANIFEST
from balance.store.run_folder import RunFolder

FEWEST = 2  # runs


def trend(folder: Path, out: Path | None, output: Output) -> None:
    """Compare the runs of a folder, each with the one before it, and write a page.

    Parameters
    ----------
    folder : Path
        With a folder for each run; their order is that in which they were finished.
    out : Path or None
        Where the page goes; None is ``trend`` in the folder.

    Raises
    ------
    StoreError
        If there are fewer than two runs, one cannot be read, or they are of different games.
    """
    runs = _runs(folder)
    names = [run.folder.name for run in runs]
    cells = [
        replace(report_data(run).variants[0], name=name)
        for run, name in zip(runs, names, strict=True)
    ]
    versions = pd.DataFrame(
        {
            "version": names,
            "finished": [str(run.manifest["finished"])[:16].replace("T", " ") for run in runs],
            "games": [cell.games for cell in cells],
            "seed": [str(run.manifest["identity"]["seed"]) for run in runs],
        }
    )
    section = trend_section(cells, versions, _left_out(runs))
    last = runs[-1]
    data = ReportData(
        title=f"{folder.resolve().name}: trend", question="What moved between versions?",
        command=output.command, seed=last.prepared.scenario.seed,
        versions=last.manifest["versions"],
        seconds=0.0, variants=(cells[-1],), fair_within=FAIR_WITHIN / 100,
        played=(Played("runs", tuple(cell.games for cell in cells)),),
    )  # fmt: skip
    store = RunFolder(out or folder / "trend")
    made = {"game": last.prepared.game.name, "runs": [run.folder for run in runs]}
    show_study(section, data, store, output, made)


def _left_out(runs: Sequence[Run]) -> list[str]:
    """Return, for each run with several cells or whose first has another name, what is left out."""
    firsts = [report_data(run).variants[0].name for run in runs]
    notes = []
    for run, first in zip(runs, firsts, strict=True):
        more = len(report_data(run).variants) - 1
        if more or first != firsts[0]:
            rest = f" (without {more} other{'' if more == 1 else 's'})" if more else ""
            notes.append(f"{first} of {run.folder.name}{rest}")
    return notes


def _runs(folder: Path) -> list[Run]:
    """Return the finished runs of a folder, the oldest first."""
    if not folder.is_dir():
        raise StoreError(f"{folder} is no folder: expected one with a folder for each run.")
    RunFolder(folder).refuse_study()
    places = sorted(
        path
        for path in folder.iterdir()
        if (path / MANIFEST).is_file() and not is_passing(path) and not RunFolder(path).is_study
    )
    runs = [read_run(path, metrics_for) for path in places]
    finished = [run for run in runs if run.manifest.get("finished")]
    if len(finished) < FEWEST:
        raise StoreError(
            f"{folder} has {len(finished)} finished runs: expected two or more, each in a folder "
            "of its own."
        )
    games = dict.fromkeys(run.prepared.game.name for run in finished)
    if len(games) > 1:
        raise StoreError(f"{folder} has runs of {' and '.join(games)}: expected one game.")
    return sorted(finished, key=lambda run: (str(run.manifest["finished"]), run.folder.name))
