"""``balance run`` and ``balance report``: play, keep, and write what it means."""

import os
from dataclasses import dataclass
from pathlib import Path

from balance.commands.progress import telling
from balance.commands.reporting import keeping_of, report_on, writer
from balance.commands.waiting import console, say_what_takes_long
from balance.scenario.model import read_scenario
from balance.scenario.set_up import Overrides, override, set_up
from balance.simulate.run import warm_up
from balance.simulate.runs import play_run, read_run


@dataclass(frozen=True)
class RunOptions:
    """How a scenario is run.

    Attributes
    ----------
    command : str
        As it was typed.
    workers : int or None
        Threads; None is one a core.
    out : Path or None
        The folder; None is ``reports/<game>/<scenario>``.
    records : bool
        Whether every game is kept.
    replace : bool
        Whether another run in the folder is forgotten.
    """

    command: str
    workers: int | None = None
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
    scenario, settings = override(read_scenario(name), overrides)
    ready = set_up(scenario, settings)
    folder = options.out or Path("reports", ready.game.name, scenario.name)
    notes = console()
    say_what_takes_long(ready, notes)
    warm_up(ready.variants[0].match)
    with telling(notes) as progress:
        run = play_run(
            ready,
            keeping_of(ready),
            folder,
            options.command,
            options.workers or available_cores(),
            writer() if options.records else None,
            options.replace,
            lambda variant, games: progress.begin(variant.name, games),
            progress.add,
        )
    report_on(run)


def report_again(folder: Path) -> None:
    """Write the report of a run again from what is kept.

    Raises
    ------
    StoreError
        If the folder holds no run that can be read.
    """
    report_on(read_run(folder, keeping_of))


def available_cores() -> int:
    """Return on how many cores this process may run."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
