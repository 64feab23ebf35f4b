"""A question of its own about one table: its folder, what is played for it, and its page."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rich.console import Console

from balance.analysis.cell_result import CellResult
from balance.analysis.metrics import fold_sums
from balance.analysis.metrics.fold_sums import FoldSums
from balance.analysis.metrics.metric import digest_of, sources_of
from balance.analysis.sensitivity import FEWEST_DEALS
from balance.app.folders import alone_in
from balance.app.notices import announce_start, print_notes, stderr_console
from balance.app.output import NO_OPTIONS, Output
from balance.app.progress import show_progress
from balance.app.refusals import check_games
from balance.app.study_page import show_study
from balance.report.report_data import Played, ReportData
from balance.report.section import Section
from balance.runner.bot_speed import warm_up
from balance.runner.run import new_manifest
from balance.runner.stop_signal import StopSignal
from balance.runner.worker_pool import available_cores
from balance.scenario.files import read_scenario
from balance.scenario.match import Match
from balance.scenario.model import FAIR_WITHIN
from balance.scenario.overrides import Overrides, first_cell
from balance.scenario.prepare import PreparedCell, PreparedScenario
from balance.tuning.trials import FOLDED, Trials


@dataclass(frozen=True)
class StudyOptions:
    """How the games of a study are played."""

    command: str  # as it was typed
    games: int  # of each change, price or subset, or in all: the command says which
    workers: int | None = None  # threads; None is one per core
    out: Path | None = None  # the folder; None is ``reports/<game>/<scenario>-<kind>``
    replace: bool = False  # whether another run in the folder is deleted
    output: Output = NO_OPTIONS  # how the answer is printed


@dataclass(frozen=True)
class Study:
    """A question about the first cell of a scenario.

    Attributes
    ----------
    kind : str
        The command; the folder's name ends with it.
    """

    ready: PreparedScenario
    kind: str
    options: StudyOptions
    console: Console

    @classmethod
    def of(cls, name: str, kind: str, overrides: Overrides, options: StudyOptions) -> Study:
        """Return a study of a scenario, and print a note if it has other cells.

        Raises
        ------
        BalanceError
            If the scenario cannot be played.
        """
        console = stderr_console()
        return cls(one_cell(name, overrides, console), kind, options, console)

    @property
    def cell(self) -> PreparedCell:
        """The cell that is asked about."""
        return self.ready.cells[0]

    def load(self) -> None:
        """Say what is played, and load the compiled game: after all that can be refused at once."""
        announce_start(self.ready, self.console)
        warm_up(self.cell.match)

    @contextmanager
    def trials(self, settings: Mapping[str, Any]) -> Iterator[Trials]:
        """Open the folder, yield its trials with progress, and complete its manifest.

        Parameters
        ----------
        settings : mapping
            What else the results depend on; choices of another search are not reused.

        Raises
        ------
        StoreError
            If the folder contains something else.
        """
        ready, options = self.ready, self.options
        folder = options.out or Path(
            "reports", ready.game.name, f"{ready.scenario.name}-{self.kind}"
        )
        with alone_in(folder) as store:
            digest = digest_of(sources_of([fold_sums.__name__]).values())
            manifest: dict[str, Any] = {"kind": self.kind, "search": settings}
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

            with stop.on_interrupt(), show_progress(self.console) as progress:
                yield Trials(
                    self.cell.match, store, options.workers or available_cores(), stop,
                    progress.begin, progress.add, chosen, save,
                )  # fmt: skip
            print_notes(store.notices, self.console)
            manifest["finished"] = datetime.now(UTC).isoformat(timespec="seconds")
            save()

    def report(self, section: Section, trials: Trials, base: FoldSums) -> None:
        """Write a page with a section into the folder, and print the section.

        Parameters
        ----------
        base : FoldSums
            Of the game as it is.

        Raises
        ------
        StoreError
            If it cannot be written.
        """
        ready, store = self.ready, trials.store
        manifest = store.read_manifest() or {}
        games = int(base.games.sum() + base.stopped.sum())
        data = ReportData(
            title=f"{ready.scenario.name}: {self.kind}",
            question=ready.scenario.question,
            command=self.options.command,
            seed=ready.scenario.seed,
            versions=manifest["versions"],
            seconds=0.0,
            variants=(
                CellResult(
                    "as it is", self.cell.match, games, int(base.deals.sum()), {FOLDED: base}
                ),
            ),
            fair_within=FAIR_WITHIN / 100,
            played=tuple(Played(what, tuple(each)) for what, each in trials.games.items()),
        )
        made = {
            "scenario": ready.scenario.name, "game": ready.game.name, "seed": ready.scenario.seed,
            "games of each change": self.options.games, "games as it is": games,
            "versions": manifest["versions"],
        }  # fmt: skip
        show_study(section, data, store, self.options.output, made)


def one_cell(name: str, overrides: Overrides, console: Console) -> PreparedScenario:
    """Return a scenario with its first cell only, and print a note if it has others."""
    ready, note = first_cell(read_scenario(name), overrides)
    print_notes(filter(None, [note]), console)
    return ready


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
