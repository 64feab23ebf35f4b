"""``balance run`` and ``balance report``: play, keep, and write what it means."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TypeAlias

from balance.commands.cut_off import CutOff
from balance.commands.designs import play_designs
from balance.commands.progress import Teller, telling
from balance.commands.reporting import check_sections, keeping_of, report_on, writer
from balance.commands.samples import play_samples
from balance.commands.until import rounds_of, told_of_until
from balance.commands.waiting import (
    console,
    say_how_long_tiers_take,
    say_what_takes_long,
)
from balance.scenario.designs import check_designs
from balance.scenario.overrides import Overrides, set_up_as_asked
from balance.scenario.reading import read_scenario
from balance.scenario.set_up import SetUp, VariantMatch
from balance.scenario.shown import shown
from balance.scenario.until import read_until
from balance.simulate.crew import Crew, crew_of
from balance.simulate.rounds import Rounds
from balance.simulate.run import warm_up
from balance.simulate.runs import Run, play_run, read_run
from balance.simulate.store import Store

Experiment: TypeAlias = Callable[[Run, Crew, Teller], None]


@dataclass(frozen=True)
class RunOptions:
    """How a scenario is run.

    Attributes
    ----------
    command : str
        As it was typed.
    crew : Crew
        Who plays; as many threads as there are cores, if not said.
    out : Path or None
        The folder; None is ``reports/<game>/<scenario>``.
    records : bool
        Whether every game is kept.
    replace : bool
        Whether another run in the folder is forgotten.
    """

    command: str
    crew: Crew = field(default_factory=crew_of)
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
    for variant in ready.variants:
        check_designs(variant, ready.scenario.designs)
    with alone_in(options.out or folder) as store:
        report_on(play_games(ready, store, options, (play_designs, play_samples)))


@contextmanager
def alone_in(folder: Path) -> Iterator[Store]:
    """Have a run's folder for oneself, once another process that plays there has ended.

    Raises
    ------
    StoreError
        If it holds something else than a run, or cannot be written.
    """

    def on_wait() -> None:
        console().print(f"Another process plays in {folder}: this one waits until it has ended.")

    store = Store(folder)
    with store.alone(on_wait):
        yield store


def play_games(
    ready: SetUp, store: Store, options: RunOptions, experiments: Sequence[Experiment] = ()
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
    for variant in ready.variants:
        warm_up(variant.match)
    crew = options.crew
    say_how_long_tiers_take(ready, crew.workers or crew.threads, notes)
    places = {variant.name: place for place, variant in enumerate(ready.variants, 1)}

    def begin(variant: VariantMatch, games: int) -> None:
        place = f"{places[variant.name]} of {len(places)}, " if len(places) > 1 else ""
        progress.begin(f"{place}{variant.name}", games)

    def rounds(variant: VariantMatch) -> Rounds:
        return rounds_of(
            variant, read_until(until), partial(begin, variant), progress.stands, progress.add
        )

    until = ready.scenario.until or ""
    cut_off = CutOff()
    with telling(notes) as progress:
        run = play_run(
            ready,
            cut_off.keeping_of,
            store,
            options.command,
            crew,
            writer() if options.records else None,
            options.replace,
            begin,
            progress.add,
            rounds if until else None,
        )
        for experiment in experiments:
            experiment(run, crew, progress)
    for sentence in (*store.told, *cut_off.told(), *told_of_until(run)):
        notes.print(f"Note: {sentence}")
    return run


def report_again(folder: Path) -> None:
    """Write the report of a run again from what is kept.

    Raises
    ------
    StoreError
        If the folder holds no run that can be read.
    """
    Store(folder).manifest_of_run()  # or it is not the folder of a run, and stays as it is
    with alone_in(folder):
        report_on(read_run(folder, keeping_of))
