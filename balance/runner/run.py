"""A whole run: every variant of a scenario played into one folder, and read from it again."""

import os
import platform
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import balance
from balance.engine.jit import rules_digest
from balance.errors import BalanceError, BotError, Interrupted, StoreError
from balance.runner.play import Job, StopSignal, Tally, Writer, simulate, stored_totals
from balance.runner.stopping import StoppingPlan, play_until_enough
from balance.runner.worker_pool import WorkerPool
from balance.scenario.error_messages import checked
from balance.scenario.load import find_scenario, shipped_scenarios
from balance.scenario.match import Match
from balance.scenario.model import Scenario
from balance.scenario.prepare import PreparedCell, PreparedScenario, prepare
from balance.store.manifest import check_manifest
from balance.store.run_folder import MANIFEST, RunFolder, identity_of
from balance.store.sums import Sums, Totals


@dataclass(frozen=True)
class MetricSet:
    """What is kept of the games of a match.

    Attributes
    ----------
    tallies : mapping of question to function (records, match) -> Sums
    kinds : mapping of question to the type of its sums
    digest : str
        Of the sources that tally: other ones make other sums.
    on_cut_off : function (match, number) or None
        Told the number of a game that was cut off, of each shard with any.
    """

    tallies: Mapping[str, Tally]
    kinds: Mapping[str, type[Sums]]
    digest: str = ""
    on_cut_off: Callable[[Match, int], None] | None = None


@dataclass(frozen=True)
class Played:
    """A variant with what was kept of its games.

    Attributes
    ----------
    variant : VariantMatch
    games, deals : int
        As stored, which may be more or fewer than the scenario asks for.
    totals : mapping of question to Sums
    """

    variant: PreparedCell
    games: int
    deals: int
    totals: Totals


@dataclass(frozen=True)
class Run:
    """What a folder holds.

    Attributes
    ----------
    store : Store
        Of the folder.
    manifest : mapping
        See `describe`.
    prepare : SetUp
    variants : tuple of Played
        The baseline first.
    """

    store: RunFolder
    manifest: Mapping[str, Any]
    prepare: PreparedScenario
    variants: tuple[Played, ...]

    @property
    def folder(self) -> Path:
        """Where it is kept."""
        return self.store.folder


def describe(ready: PreparedScenario, digest: str, folder: Path, command: str) -> dict[str, Any]:
    """Return the manifest of a run that begins.

    Its ``question`` decides the records: two runs play the same games of the variants that they
    share if they agree in it.

    Parameters
    ----------
    ready : SetUp
    digest : str
        Of the sources that tally.
    folder : Path
    command : str
    """
    scenario, game = ready.scenario, ready.game
    return {
        "question": {
            "game": game.name,
            "rules": rules_digest(game.home),
            "tallies": digest,
            "seed": scenario.seed,
            "variants": {variant.name: identity_of(variant.match) for variant in ready.variants},
        },
        "scenario": scenario.model_dump(mode="json"),
        "scenario file": _kept_path(scenario, folder),
        "settings": {variant.name: dict(variant.settings) for variant in ready.variants},
        "command": command,
        "versions": {
            "balance": balance.__version__,
            "python": platform.python_version(),
            **{name: version(name) for name in ("numpy", "numba")},
        },
        "started": _now(),
        "finished": None,
        "seconds": 0.0,
        "games": {},
        "deals": {},
    }


def play_run(
    ready: PreparedScenario,
    metrics_for: Callable[[Match], MetricSet],
    store: RunFolder,
    command: str,
    pool: WorkerPool | int,
    write_records: Writer | None = None,
    replace: bool = False,
    on_variant: Callable[[PreparedCell, int], None] = lambda variant, games: None,
    on_progress: Callable[[int], None] = lambda games: None,
    stopping_plan: Callable[[PreparedCell], StoppingPlan] | None = None,
) -> Run:
    """Play what the folder does not hold yet.

    Parameters
    ----------
    ready : SetUp
    metrics_for : function (match) -> Keeping
    store : Store
        Nobody else plays there meanwhile: see `RunFolder.alone`.
    command : str
        That runs it again.
    pool : Crew or int
        A number is so many threads.
    write_records : function (records, match, path), optional
        Keeps every record too.
    replace : bool
        Whether another run in the folder is forgotten.
    on_variant : function (variant, games)
        Told when a variant begins, and how many of its games are still to be played.
    on_progress : function (games)
    stopping_plan : function (variant) -> Rounds, optional
        Says after each round whether enough was played of a variant; without, all is.

    Raises
    ------
    StoreError, BotError, WorkerError
    Interrupted
        After Ctrl-C, once everything is stored.
    """
    digest = metrics_for(ready.variants[0].match).digest
    manifest = describe(ready, digest, store.folder, command)
    known = {} if replace else store.readable_manifest() or {}
    manifest |= {key: known[key] for key in ("started", "seconds") if key in known}
    is_whole = known.get("finished") is not None
    # What was played of other variants stays there, and is of use should they be asked for again.
    others = known.get("question", {}).get("variants", {})
    manifest["question"]["variants"] = {**others, **manifest["question"]["variants"]}
    begun, before = time.perf_counter(), manifest["seconds"]
    manifest["seconds"] = None  # and so it stays if this process is killed: nobody knows then
    if replace:
        store.replace(manifest)
    else:
        store.open(manifest)
    stop = StopSignal()
    with stop.on_interrupt():
        for variant in ready.variants:
            metric_set = metrics_for(variant.match)
            job = Job(
                variant.name, variant.match, variant.deals, metric_set.tallies, store,
                write_records, metric_set.on_cut_off,
            )  # fmt: skip
            try:
                if stopping_plan is None:
                    missing = sum(gap.deals for gap in job.gaps())
                    on_variant(variant, missing * variant.match.lineup.rotations)
                    simulate(job, pool, stop, on_progress)
                else:
                    play_until_enough(
                        job, metric_set.kinds, is_whole, stopping_plan(variant), pool, stop
                    )
            except BotError as error:
                place = f"{variant.name}: " if len(ready.variants) > 1 else ""
                raise BotError(f"{place}{error}") from error
            if stop.is_set():
                break
            job.put_together()
    played = _collect(ready, store, metrics_for)
    if before is not None:
        manifest["seconds"] = round(before + time.perf_counter() - begun, 3)
    manifest["finished"] = None if stop.is_set() else _now()
    manifest["games"] = {one.variant.name: one.games for one in played}
    manifest["deals"] = {one.variant.name: one.deals for one in played}
    store.write_manifest(manifest)
    if stop.is_set():
        games = sum(one.games for one in played)
        raise Interrupted(
            f"Stopped; {games:,} games are kept in {store.folder}: the same command goes on."
        )
    return Run(store, manifest, ready, played)


def read_run(folder: Path, metrics_for: Callable[[Match], MetricSet]) -> Run:
    """Return what a folder holds.

    Parameters
    ----------
    folder : Path
    metrics_for : function (match) -> Keeping

    Raises
    ------
    StoreError
        If it holds no run, or one that today's program cannot read.
    """
    store = RunFolder(folder)
    manifest = store.require_manifest()
    check_manifest(manifest, folder / MANIFEST)
    ready = _set_up_again(folder, manifest)
    question = manifest["question"]
    if question["tallies"] != metrics_for(ready.variants[0].match).digest:
        raise StoreError(f"{folder}: its sums were kept by another version of the program.")
    for variant in ready.variants:
        if question["variants"][variant.name]["table"] != variant.match.game_table.digest:
            raise StoreError(
                f"{folder}: the sheets or numbers of {variant.name!r} have changed since it was "
                "played: run the scenario again."
            )
    played = _collect(ready, store, metrics_for)
    if store.told:
        raise StoreError(f"{' '.join(store.told)} Give its command again: {manifest['command']}")
    return Run(store, manifest, ready, played)


def _collect(
    ready: PreparedScenario, store: RunFolder, metrics_for: Callable[[Match], MetricSet]
) -> tuple[Played, ...]:
    played = []
    for variant in ready.variants:
        metric_set = metrics_for(variant.match)
        job = Job(variant.name, variant.match, variant.deals, metric_set.tallies, store)
        totals, deals = stored_totals(job, metric_set.kinds)
        played.append(Played(variant, deals * variant.match.lineup.rotations, deals, totals))
    return tuple(played)


def _set_up_again(folder: Path, manifest: Mapping[str, Any]) -> PreparedScenario:
    name, stands = manifest.get("scenario file"), manifest.get("scenario")
    if not isinstance(name, str) or not isinstance(stands, dict):
        raise StoreError(f"{folder / MANIFEST}: tells of no scenario.")
    path = find_scenario(name) if name in shipped_scenarios() else folder / name
    values = {key: value for key, value in stands.items() if value is not None}
    scenario = checked(Scenario, values, str(folder / MANIFEST)).at(path)
    try:
        return prepare(scenario.from_a_file())  # a folder, too, may come from a stranger
    except BalanceError as error:
        raise type(error)(f"{folder / MANIFEST}: {error}") from None


def _kept_path(scenario: Scenario, folder: Path) -> str:
    """Return a scenario's file so that the run can be moved with it to another machine."""
    for name, path in shipped_scenarios().items():
        if path.resolve() == scenario.file:
            return name
    return os.path.relpath(scenario.file, folder.resolve())


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
