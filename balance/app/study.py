"""Studies: questions about one table or some bots, with a folder and a page of their own."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeAlias

from rich.console import Console

import balance
from balance.analysis.cell_result import CellResult
from balance.analysis.metrics import fold_sums
from balance.analysis.metrics.fold_sums import FoldSums
from balance.analysis.metrics.metric import sources_digest, sources_of
from balance.analysis.sensitivity import FEWEST_DEALS
from balance.app.activity import doing
from balance.app.folders import alone_in
from balance.app.notices import announce_start, print_notes, stderr_console
from balance.app.output import NO_OPTIONS, Output
from balance.app.progress import show_progress
from balance.app.refusals import check_games
from balance.engine.game import Game
from balance.errors import StoreError
from balance.report.answer import answer_of
from balance.report.exports import FullReport
from balance.report.page import write_report
from balance.report.report_data import Played, ReportData
from balance.report.section import Section
from balance.runner.bot_speed import warm_up
from balance.runner.run import new_manifest, versions
from balance.runner.stop_signal import StopSignal
from balance.runner.worker_pool import available_cores
from balance.scenario.files import read_scenario
from balance.scenario.match import Entry, Lineup, Match
from balance.scenario.model import FAIR_WITHIN, Scenario
from balance.scenario.overrides import Overrides, first_cell, second_cell
from balance.scenario.prepare import PreparedCell, PreparedScenario
from balance.store.run_folder import RunFolder
from balance.tuning.trials import FOLDED, Trials

Answered: TypeAlias = tuple[Section, Trials, FoldSums]  # its section, and the game as it is


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
    second: PreparedCell | None = None  # the same cell with a second bot

    @classmethod
    def of(cls, name: str, kind: str, overrides: Overrides, options: StudyOptions) -> Study:
        """Return a study of a scenario, and print a note if it has other cells.

        Raises
        ------
        BalanceError
            If the scenario cannot be played.
        """
        console, given = stderr_console(), read_scenario(name)
        ready = one_cell(given, overrides, console)
        return cls(ready, kind, options, console, second_cell(given, overrides, ready))

    @property
    def cell(self) -> PreparedCell:
        """The cell that is asked about."""
        return self.ready.cells[0]

    def load(self) -> None:
        """Say what is played, and load the compiled game: after all that can be refused at once."""
        announce_start(self.ready, self.console)
        warm_up(self.cell.match)

    @property
    def bot(self) -> str:
        """The name of the bot that plays, or plays first."""
        return self.cell.match.lineup.entries[0].label

    @contextmanager
    def trials(
        self, settings: Mapping[str, Any], is_loaded: bool = False, about: str = ""
    ) -> Iterator[Trials]:
        """Load the game, open the folder, yield its trials, and complete its manifest.

        Parameters
        ----------
        settings : mapping
            What else than the games the results depend on; choices of another search are not
            reused.
        is_loaded : bool
            Whether `load` was called, for games that had to be played first.
        about : str
            What is asked about, for the name of the folder where each has one of its own.

        Raises
        ------
        StoreError
            If the folder contains something else.
        """
        if not is_loaded:
            self.load()
        ready, options = self.ready, self.options
        settings = {"games": options.games, **settings}
        kind = f"{self.kind}-{about}" if about else self.kind
        folder = options.out or usual_folder(ready, kind)
        with alone_in(folder) as store:
            digest = sources_digest(sources_of([fold_sums.__name__]).values())
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
            if not stop.is_set():
                manifest["finished"] = _now()
            save()

    def report(
        self, section: Section, trials: Trials, bases: Sequence[FoldSums],
        checked_by: Sequence[str] = (),
    ) -> None:  # fmt: skip
        """Write a page with a section into the folder, and print the section.

        Parameters
        ----------
        bases : sequence of FoldSums
            Of the game as it is, in the cell that is asked about, or in each.
        checked_by : sequence of str
            Other bots that played the answer.

        Raises
        ------
        StoreError
            If it cannot be written.
        """
        ready, store = self.ready, trials.store
        manifest = store.read_manifest() or {}
        several = len(bases) > 1
        as_it_is = tuple(
            CellResult(
                cell.name if several else "as it is", cell.match,
                int(base.games.sum() + base.stopped.sum()), int(base.deals.sum()), {FOLDED: base},
            )
            for cell, base in zip(ready.cells, bases, strict=False)
        )  # fmt: skip
        games = sum(one.games for one in as_it_is)
        data = ReportData(
            title=f"{ready.scenario.name}: {self.kind}",
            question=ready.scenario.question,
            command=self.options.command,
            seed=ready.scenario.seed,
            versions=manifest["versions"],
            seconds=0.0,
            variants=as_it_is,
            fair_within=FAIR_WITHIN / 100,
            played=tuple(Played(what, tuple(each)) for what, each in trials.games.items()),
            check_tiers=(self.bot, *checked_by) if checked_by else (),
        )
        made = {
            "scenario": ready.scenario.name, "game": ready.game.name, "seed": ready.scenario.seed,
            "games of each change": self.options.games, "games as it is": games,
            "versions": manifest["versions"],
        }  # fmt: skip
        show_study(section, data, store, self.options.output, made)


def study(question: Callable[..., Answered]) -> Callable[..., None]:
    """Make a command of a question: it is asked of a scenario, and its answer is reported.

    Parameters
    ----------
    question : function (study, arguments of its own) -> section, trials, baseline
        The name of the command is its name.

    Returns
    -------
    command : function (scenario, overrides, options, arguments of its own)
        Where the question answers though it was stopped, `Interrupted` follows the answer.
    """

    def command(
        name: str, overrides: Overrides, options: StudyOptions, *own: Any, **named: Any
    ) -> None:
        kind = question.__name__.replace("_", "-")
        asked = Study.of(name, kind, overrides, options)
        section, trials, base = question(asked, *own, **named)
        asked.report(section, trials, [base])
        trials.check_stopped()

    command.__doc__, command.question = question.__doc__, question  # type: ignore[attr-defined]
    return command


@dataclass(frozen=True)
class BotStudy:
    """A study of bots: its folder, which has no games, its manifest, and its page.

    Attributes
    ----------
    kind : str
        The command.
    command : str
        As it was typed.
    """

    kind: str
    game: Game
    folder: Path
    command: str
    seed: int
    output: Output

    def check_folder(self, what: str) -> None:
        """Raise a `StoreError` if the folder holds other files than earlier results of this kind.

        Parameters
        ----------
        what : str
            The kind in words, for the error.
        """
        folder = self.folder
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            manifest = RunFolder(folder).read_manifest() or {}
            if manifest.get("kind") != self.kind:
                raise StoreError(
                    f"{folder} holds something other than {what}: choose another folder with "
                    "--out DIR."
                )

    def report(
        self, section: Section, match: Match, bots: Sequence[Entry],
        played: Mapping[str, Sequence[int]], made: Mapping[str, Any],
        lines: tuple[str, ...] = (), title: str = "", **more: Any,
    ) -> None:  # fmt: skip
        """Write the manifest and a page with a section into the folder, and print the section.

        Parameters
        ----------
        match : Match
            One of those that were played.
        bots : sequence of Entry
            All that played.
        played : mapping of str to sequence of int
            The games of each part of the study, by what they were played for.
        made : mapping
            What else the results depend on: with the command it is done again.
        lines : tuple of str
            What the terminal says below the answer.
        more
            Other fields of `ReportData`.

        Raises
        ------
        StoreError
            If it cannot be written.
        """
        made = {
            "kind": self.kind, "game": self.game.name, "rules": self.game.rules_digest,
            "players": match.game_table.num_seats, "seed": self.seed, **made,
        }  # fmt: skip
        store, again = RunFolder(self.folder), {"command": self.command}
        with store.writing():
            store.write_manifest(
                {**again, "balance": balance.__version__, **made, "finished": _now()}
            )
        title = title or section.title
        games = sum(map(sum, played.values()))
        match = replace(match, lineup=Lineup(tuple(bots), match.lineup.seats))
        cell = CellResult(title, match, games, games // len(match.lineup.seats), {})
        data = ReportData(
            title=title, question="", command=self.command, seed=self.seed, versions=versions(),
            seconds=0.0, variants=(cell,), fair_within=FAIR_WITHIN / 100,
            played=tuple(Played(what, tuple(each)) for what, each in played.items() if each),
            is_of_bots=True, **more,
        )  # fmt: skip
        show_study(section, data, store, self.output, made, lines)


def usual_folder(ready: PreparedScenario, kind: str) -> Path:
    """Return the folder of a study of a scenario where none is given."""
    return Path("reports", ready.game.name, f"{ready.scenario.name}-{kind}")


def show_study(
    section: Section,
    data: ReportData,
    store: RunFolder,
    output: Output,
    made: Mapping[str, Any],
    lines: tuple[str, ...] = (),
) -> None:
    """Write the page of a study, with the files that are wanted, and print its answer.

    Parameters
    ----------
    data : ReportData
        What was played; its cell needs no sums.
    made : mapping
        How the answer was made, for programs.
    lines : tuple of str
        What the terminal says below the answer.

    Raises
    ------
    StoreError
        If it cannot be written.
    """
    with doing("Writing the report"), store.writing():
        report = FullReport(data, (section,))
        page = write_report(report, store.folder, doing)
        files = output.files.write(page, report)
    output.show(answer_of(section, made=made, lines=lines, report=page, files=files))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def one_cell(scenario: Scenario, overrides: Overrides, console: Console) -> PreparedScenario:
    """Return a scenario with its first cell only, and print a note if it has others."""
    ready, note = first_cell(scenario, overrides)
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
