"""``balance run`` and ``balance report``: play, keep, and write what it means."""

import os
from dataclasses import dataclass
from pathlib import Path

from balance.commands.cut_off import CutOff
from balance.commands.progress import telling
from balance.commands.reporting import check_sections, keeping_of, report_on, writer
from balance.commands.waiting import (
    console,
    say_how_long_tiers_take,
    say_what_takes_long,
)
from balance.scenario.model import read_scenario
from balance.scenario.overrides import Overrides, set_up_as_asked
from balance.scenario.set_up import SetUp, VariantMatch
from balance.scenario.shown import shown
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
    ready = shown(set_up_as_asked(read_scenario(name), overrides), name, overrides)
    # What tiers say of a scenario is another report than its own.
    folder = f"{ready.scenario.name}-tiers" if overrides.tiers else ready.scenario.name
    play_and_report(ready, Path("reports", ready.game.name, folder), options)


def play_and_report(ready: SetUp, folder: Path, options: RunOptions) -> None:
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
    notes = console()
    say_what_takes_long(ready, notes)
    for variant in ready.variants:
        warm_up(variant.match)
    workers = options.workers or available_cores()
    say_how_long_tiers_take(ready, workers, notes)
    places = {variant.name: place for place, variant in enumerate(ready.variants, 1)}

    def begin(variant: VariantMatch, games: int) -> None:
        place = f"{places[variant.name]} of {len(places)}, " if len(places) > 1 else ""
        progress.begin(f"{place}{variant.name}", games)

    cut_off = CutOff()
    with telling(notes) as progress:
        run = play_run(
            ready,
            cut_off.keeping_of,
            options.out or folder,
            options.command,
            workers,
            writer() if options.records else None,
            options.replace,
            begin,
            progress.add,
        )
    for sentence in cut_off.told():
        notes.print(f"Note: {sentence}")
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
