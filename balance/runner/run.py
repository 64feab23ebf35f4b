"""A whole run: all cells of a scenario played into one folder, and read from it."""

import platform
import shutil
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import balance
from balance.error_messages import checked
from balance.errors import BalanceError, BotError, Interrupted, StoreError
from balance.portable import relative_path
from balance.runner.cell_games import CellGames, MetricSet
from balance.runner.cell_player import RecordTable
from balance.runner.play import play_games
from balance.runner.stop_signal import StopSignal
from balance.runner.stopping import PrecisionStatus, StoppingPlan, play_until_precise
from balance.runner.worker_pool import WorkerPool
from balance.scenario.files import this_file
from balance.scenario.match import Match
from balance.scenario.model import Scenario
from balance.scenario.prepare import PreparedCell, PreparedScenario, prepare
from balance.scenario.replay_command import with_games
from balance.scenario.shipped import shipped_scenarios
from balance.store.manifest import CELLS, MANIFEST, cell_identity
from balance.store.run_folder import LOCK, RunFolder
from balance.store.sums import Totals


@dataclass(frozen=True)
class StoredCell:
    """A cell and the sums of its stored games."""

    cell: PreparedCell
    games: int  # as stored, which may be more or fewer than the scenario wants
    deals: int  # as stored too
    totals: Totals


@dataclass(frozen=True)
class Run:
    """The contents of a run folder."""

    store: RunFolder
    manifest: Mapping[str, Any]  # see `new_manifest`
    prepared: PreparedScenario
    cells: tuple[StoredCell, ...]  # the baseline first
    check_cells: tuple[StoredCell, ...] = ()  # see `PreparedScenario.check_cells`

    @property
    def all_cells(self) -> tuple[StoredCell, ...]:
        """All cells that were played."""
        return (*self.cells, *self.check_cells)

    @property
    def folder(self) -> Path:
        """The path of the folder."""
        return self.store.folder


@dataclass(frozen=True)
class RunEvents:
    """Functions that a run calls while it plays.

    Attributes
    ----------
    on_cell : function (cell, games)
        A cell begins, of which about so many games are still to be played.
    on_checks : function (cells)
        These were played, and cells that check them begin.
    on_progress : function (games)
        More games were played.
    on_precision : function (status, games)
        A round has ended; about so many games are still to be played.
    on_cut_off : function (match, number)
        The game with that number was cut off.
    """

    on_cell: Callable[[PreparedCell, int], None] = lambda cell, games: None
    on_checks: Callable[[Sequence[StoredCell]], None] = lambda cells: None
    on_progress: Callable[[int], None] = lambda games: None
    on_precision: Callable[[PrecisionStatus, int], None] = lambda status, games: None
    on_cut_off: Callable[[Match, int], None] = lambda match, number: None


def play_run(
    prepared: PreparedScenario,
    metrics_for: Callable[[PreparedScenario, Match], MetricSet],
    store: RunFolder,
    command: str,
    pool: WorkerPool | int,
    tables_for: Callable[[Match], Sequence[RecordTable]] = lambda match: (),
    replace: bool = False,
    stopping_plan: Callable[[PreparedCell], StoppingPlan] | None = None,
    events: RunEvents = RunEvents(),
    stop: StopSignal | None = None,
) -> Run:
    """Play the games that the folder does not contain yet.

    Parameters
    ----------
    metrics_for : function (prepared, match) -> MetricSet
    store : RunFolder
        Locked by the caller; see `RunFolder.locked`.
    command : str
        Runs it again.
    pool : WorkerPool or int
        A number is so many threads.
    tables_for : function (match) -> sequence of RecordTable
        The records that are written too.
    replace : bool
        Whether to delete another run in the folder.
    stopping_plan : function (cell) -> StoppingPlan, optional
        Decides after each round whether a cell has enough games; without it all games are played.
    events : RunEvents
        Called in the calling thread.
    stop : StopSignal, optional
        Lets another thread stop the run.

    Raises
    ------
    StoreError, BotError, LimitError, WorkerError
    Interrupted
        After Ctrl-C or `stop`, once everything is stored.
    """
    digest = metrics_for(prepared, prepared.cells[0].match).digest
    manifest = new_manifest(prepared, digest, store.folder, command)
    known = {} if replace else store.usable_manifest() or {}
    manifest |= {key: known[key] for key in ("started", "seconds") if key in known}
    is_finished = known.get("finished") is not None
    # Cells that the scenario no longer has stay stored, in case they return.
    others = known.get("identity", {}).get(CELLS, {})
    manifest["identity"][CELLS] = {**others, **manifest["identity"][CELLS]}
    begun, seconds_before = time.perf_counter(), manifest["seconds"]
    manifest["seconds"] = None  # remains if this process is killed, when the time is unknown
    (store.replace if replace else store.open)(manifest)
    all_games = [
        CellGames(
            cell.name, cell.match, metrics_for(prepared, cell.match), store,
            tables_for(cell.match), events.on_cut_off,
        )
        for cell in prepared.all_cells
    ]  # fmt: skip
    stop = stop or StopSignal()
    with stop.on_interrupt():
        for place, (cell, games) in enumerate(zip(prepared.all_cells, all_games, strict=True)):
            if place == len(prepared.cells):
                events.on_checks(tuple(map(_stored, prepared.cells, all_games)))
            # A check has few games, and its precision is nobody's target.
            plan = stopping_plan(cell) if stopping_plan and not cell.cell.checked_by else None
            try:
                _play_cell(cell, games, plan, is_finished, pool, stop, events)
            except BotError as error:
                name = f"{cell.name}: " if len(all_games) > 1 else ""
                raise BotError(f"{name}{error}") from error
            if stop.is_set():
                break
            games.merge()
    cells = tuple(map(_stored, prepared.all_cells, all_games))
    if seconds_before is not None:
        manifest["seconds"] = round(seconds_before + time.perf_counter() - begun, 3)
    manifest["finished"] = None if stop.is_set() else _now()
    manifest["games"] = {stored.cell.name: stored.games for stored in cells}
    manifest["deals"] = {stored.cell.name: stored.deals for stored in cells}
    first = cells[0]
    if stopping_plan is None and first.deals > first.cell.deals:  # more than were asked for now
        manifest["command"] = with_games(command, first.games)
    store.write_manifest(manifest)
    if stop.is_set():
        games_stored = sum(stored.games for stored in cells)
        raise Interrupted(
            f"Stopped. {games_stored:,} games are stored in {store.folder}; run the same command "
            "again to continue."
        )
    count = len(prepared.cells)
    return Run(store, manifest, prepared, cells[:count], cells[count:])


def _play_cell(
    cell: PreparedCell,
    games: CellGames,
    plan: StoppingPlan | None,
    is_finished: bool,
    pool: WorkerPool | int,
    stop: StopSignal,
    events: RunEvents,
) -> None:
    def on_begin(count: int) -> None:
        events.on_cell(cell, count)

    if plan is None:
        missing = sum(deals.deals for deals in games.missing(cell.deals))
        on_begin(missing * cell.match.lineup.rotations)
        play_games([games], [cell.deals], pool, stop, events.on_progress)
    else:
        play_until_precise(
            games, cell.deals, is_finished, plan, pool, stop,
            on_begin, events.on_precision, events.on_progress,
        )  # fmt: skip


def read_run(folder: Path, metrics_for: Callable[[PreparedScenario, Match], MetricSet]) -> Run:
    """Return the contents of a run folder.

    Parameters
    ----------
    metrics_for : function (prepared, match) -> MetricSet

    Raises
    ------
    StoreError
        If it contains no run, or one that this version of the program cannot read.
    """
    store = RunFolder(folder)
    store.refuse_study()
    manifest = store.require_manifest()
    prepared = _prepare_again(folder, manifest)
    identity = manifest["identity"]
    if identity["tallies"] != metrics_for(prepared, prepared.cells[0].match).digest:
        raise StoreError(f"{folder}: its sums were written by another version of the program.")
    for cell in prepared.all_cells:
        if identity[CELLS][cell.name]["table"] != cell.match.game_table.digest:
            raise StoreError(
                f"{folder}: the sheets or numbers of {cell.name!r} have changed since it was "
                "played: run the scenario again."
            )
    all_games = [
        CellGames(cell.name, cell.match, metrics_for(prepared, cell.match), store)
        for cell in prepared.all_cells
    ]
    cells = tuple(map(_stored, prepared.all_cells, all_games))
    if store.notices:
        raise StoreError(f"{' '.join(store.notices)} Run it again: {manifest['command']}")
    store.check_complete(manifest)
    if not any(stored.deals for stored in cells):
        raise StoreError(f"{folder} contains no games yet: play them with: {manifest['command']}")
    count = len(prepared.cells)
    return Run(store, manifest, prepared, cells[:count], cells[count:])


@contextmanager
def copied(run: Run, folder: Path) -> Iterator[Run]:
    """Copy a run into another folder, which is locked meanwhile.

    Raises
    ------
    StoreError
        If the folder contains something else or another run, or cannot be written.
    """
    store = RunFolder(folder)
    path = _portable_path(run.prepared.scenario, folder)
    manifest = {**run.manifest, "scenario file": path}
    with store.locked():
        store.open(manifest)
        with store.writing():
            others = shutil.ignore_patterns(LOCK, MANIFEST)
            shutil.copytree(run.folder, folder, dirs_exist_ok=True, ignore=others)
        yield replace(run, store=store, manifest=manifest)


def new_manifest(
    prepared: PreparedScenario, digest: str, folder: Path, command: str
) -> dict[str, Any]:
    """Return the manifest of a new run.

    Parameters
    ----------
    digest : str
        Of the sources that count games.
    command : str
        Runs it again.
    """
    scenario, game = prepared.scenario, prepared.game
    return {
        "identity": {
            "game": game.name,
            "rules": game.rules_digest,
            "tallies": digest,
            "seed": scenario.seed,
            CELLS: {cell.name: cell_identity(cell.match) for cell in prepared.all_cells},
        },
        "scenario": scenario.model_dump(mode="json"),
        "scenario file": _portable_path(scenario, folder),
        "settings": {cell.name: dict(cell.settings) for cell in prepared.all_cells},
        "command": command,
        "versions": versions(),
        "started": _now(),
        "finished": None,
        "seconds": 0.0,
        "games": {},
        "deals": {},
    }


def versions() -> dict[str, str]:
    """Return the versions of the program, of Python, and of the libraries that numbers rest on."""
    return {
        "balance": balance.__version__,
        "python": platform.python_version(),
        **{name: version(name) for name in ("numpy", "numba")},
    }


def _stored(cell: PreparedCell, games: CellGames) -> StoredCell:
    deals = games.deals
    return StoredCell(cell, deals * cell.match.lineup.rotations, deals, games.totals)


def _prepare_again(folder: Path, manifest: Mapping[str, Any]) -> PreparedScenario:
    name = manifest["scenario file"]
    path = shipped_scenarios().get(name, folder / name)
    values = {key: value for key, value in manifest["scenario"].items() if value is not None}
    scenario = checked(Scenario, values, str(folder / MANIFEST))
    scenario = scenario.at(path, f"the scenario {scenario.name!r}")
    try:
        return prepare(scenario.from_a_file())  # a folder may come from a stranger too
    except BalanceError as error:
        raise error.within(str(folder / MANIFEST)) from None


def _portable_path(scenario: Scenario, folder: Path) -> str:
    """Return a scenario's file so that the run can be moved with it to another machine."""
    shipped = shipped_scenarios()
    for name, path in shipped.items():
        if path.resolve() == scenario.file:
            return name
    seen = relative_path(scenario.file, folder.resolve())
    return this_file(seen) if seen in shipped else seen


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
