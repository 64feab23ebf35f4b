"""The functions of the Python interface; each does what the command of the same name does."""

import os
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pandas as pd

from balance.api.results import CheckResult, Narration, RunResult, TryResult
from balance.app.check import check_requirements
from balance.app.compare import compare_scenarios
from balance.app.list import Listing, read_lists
from balance.app.plan import PILOT
from balance.app.plan import plan as make_plan
from balance.app.play import narrate
from balance.app.report import metrics_for
from balance.app.run import RunOptions, run_scenario
from balance.app.what_if import Limits
from balance.app.what_if import try_change as answers_to
from balance.errors import Interrupted
from balance.games import GAMES
from balance.runner.run import read_run
from balance.runner.stop_signal import StopSignal
from balance.runner.worker_pool import worker_pool
from balance.scenario import trust as trusted
from balance.scenario.files import this_file
from balance.scenario.overrides import Overrides
from balance.scenario.python_arguments import takes_numpy
from balance.scenario.replay_command import run_command
from balance.scenario.shipped import shipped_scenarios

PathOrName = str | os.PathLike[str]
Names = str | Sequence[str]
Settings = Mapping[str, Any]  # {"citizens.knight.cost": 3}


@takes_numpy
def run(
    scenario: PathOrName,
    *,
    games: int | None = None,
    players: int | None = None,
    bots: Names = (),
    set: Settings | None = None,
    seed: int | None = None,
    tiers: Names = (),
    noise: Sequence[float] = (),
    until: str | None = None,
    designs: Names = (),
    halfwidth: float | None = None,
    records: bool = False,
    out: PathOrName | None = None,
    replace: bool = False,
    workers: int | None = None,
    backend: str | None = None,
    scheduler: str | None = None,
    progress: bool = True,
) -> RunResult:
    """Play a scenario and return its results.

    What is left out is as the scenario has it.

    Parameters
    ----------
    scenario : str or path
        A scenario file, or the name of a ready scenario; see `scenarios`.
    games : int, optional
        Number of games.
    players : int, optional
    bots : str or sequence of str
        One bot for all seats, or one for each; your own as ``"file.py:function"``.
    set : mapping, optional
        Changes of options of the table and of cells of card sheets, such as
        ``{"citizens.knight.cost": 3}``.
    seed : int, optional
    tiers : sequence of str
        Bots from the weakest to the strongest; each plays everything.
    noise : sequence of float
        Chances of a random choice, such as ``[0, 0.1, 0.2]``: the bot of all seats plays everything
        with each.
    until : str, optional
        Stop when the intervals are narrow enough, such as ``"halfwidth<0.5pp"``.
    designs : str or sequence of str
        Experiments to add: ``"ban"``, ``"gift"``, ``"price"``, ``"surcharge"``, ``"taking"``,
        ``"supply"``, ``"objectives"``, ``"compensation"``, or ``"all"``.
    halfwidth : float, optional
        Precision of the experiments: half the width of a 95% interval, in percentage points.
    records : bool
        Whether every game is stored, for `RunResult.records`.
    out : str or path, optional
        The folder of the run.  The default is a temporary one, which is deleted when Python ends.
        The same call with the same folder continues, or adds games.
    replace : bool
        Whether another run in that folder is deleted.
    workers : int, optional
        Number of threads or processes; the default is all cores.
    backend : str, optional
        ``"threads"`` (the default), ``"processes"``, ``"dask"`` or ``"ray"``.
    scheduler : str, optional
        Address of a cluster.
    progress : bool
        Whether to show progress.

    Raises
    ------
    BalanceError
        One sentence that says what is wrong and what is expected.
    """
    overrides = Overrides(
        games, seed, players, _names(bots), set or {}, _names(tiers), _chances(noise), until,
        _names(designs), halfwidth,
    )  # fmt: skip
    name = _typed(scenario)
    options = RunOptions(
        run_command("run", [name], overrides), worker_pool(workers, backend, scheduler),
        _folder(out, f"run {name} {overrides}"), records, replace, progress,
    )  # fmt: skip
    return RunResult(run_scenario(name, overrides, options))


@takes_numpy
def compare(
    *scenarios: PathOrName,
    games: int | None = None,
    players: int | None = None,
    bots: Names = (),
    set: Settings | None = None,
    seed: int | None = None,
    tiers: Names = (),
    noise: Sequence[float] = (),
    until: str | None = None,
    records: bool = False,
    out: PathOrName | None = None,
    replace: bool = False,
    workers: int | None = None,
    backend: str | None = None,
    scheduler: str | None = None,
    progress: bool = True,
) -> RunResult:
    """Play scenarios on the same deals and return their results, with what differs.

    The first scenario is the baseline.  With `set`, each is compared with itself unchanged.

    Parameters
    ----------
    *scenarios : str or path
        Of one game.
    games, players, bots, set, seed, tiers, noise, until, records, out, replace, workers, backend, \
scheduler, progress
        See `run`.

    Raises
    ------
    BalanceError
    """
    overrides = Overrides(
        games, seed, players, _names(bots), set or {}, _names(tiers), _chances(noise), until
    )  # fmt: skip
    names = [_typed(scenario) for scenario in scenarios]
    options = RunOptions(
        run_command("compare", names, overrides), worker_pool(workers, backend, scheduler),
        _folder(out, f"compare {names} {overrides}"), records, replace, progress,
    )  # fmt: skip
    return RunResult(compare_scenarios(names, overrides, options))


@takes_numpy
def check(
    scenario: PathOrName,
    *,
    strict: bool = False,
    games: int | None = None,
    players: int | None = None,
    bots: Names = (),
    set: Settings | None = None,
    seed: int | None = None,
    until: str | None = None,
    out: PathOrName | None = None,
    replace: bool = False,
    workers: int | None = None,
    backend: str | None = None,
    scheduler: str | None = None,
    progress: bool = True,
) -> CheckResult:
    """Check the balance requirements that a scenario states.

    Parameters
    ----------
    scenario : str or path
    strict : bool
        Whether a requirement that is undecided counts as a failure.
    games, players, bots, set, seed, until, out, replace, workers, backend, scheduler, progress
        See `run`.

    Raises
    ------
    BalanceError
    """
    overrides = Overrides(games, seed, players, _names(bots), set or {}, until=until)
    name = _typed(scenario)
    options = RunOptions(
        run_command("run", [name], overrides), worker_pool(workers, backend, scheduler),
        _folder(out, f"run {name} {overrides}"), False, replace, progress,
    )  # fmt: skip
    return CheckResult(check_requirements(name, overrides, options)[0], strict)


@takes_numpy
def plan(
    scenario: PathOrName,
    *,
    detect: float = 0.01,
    pilot: int = PILOT,
    players: int | None = None,
    bots: Names = (),
    set: Settings | None = None,
    seed: int | None = None,
    tiers: Names = (),
    noise: Sequence[float] = (),
    designs: Names = (),
    workers: int | None = None,
    progress: bool = True,
) -> pd.DataFrame:
    """Say how many games, and how much time, each question needs; from a few games that are played.

    Parameters
    ----------
    scenario : str or path
    detect : float
        An effect on a win rate that is to be found, such as 0.01, one percentage point.
    pilot : int
        Number of games that are played, of each cell.
    players, bots, set, seed, tiers, noise, designs, workers, progress
        See `run`.

    Returns
    -------
    table : DataFrame
        A row for each cell and question; see `balance.analysis.planning.planned_games`.  Also
        width_seconds and detect_seconds, on this machine.

    Raises
    ------
    BalanceError
    """
    overrides = Overrides(
        None,
        seed,
        players,
        _names(bots),
        set or {},
        _names(tiers),
        _chances(noise),
        designs=_names(designs),
    )
    name, pool = _typed(scenario), worker_pool(workers, None, None)
    command = run_command("plan", [name], overrides)
    return make_plan(name, overrides, detect, pilot, pool, command, progress)[0]


@takes_numpy
def try_change(
    scenario: PathOrName,
    set: Settings,
    *,
    seconds: float | None = None,
    games: int | None = None,
    players: int | None = None,
    bots: Names = (),
    seed: int | None = None,
    workers: int | None = None,
) -> TryResult:
    """Say in seconds what a change changes; nothing is stored.

    The scenario is played as it is and with the change, on the same deals and dice.

    Parameters
    ----------
    scenario : str or path
    set : mapping
        The change, such as ``{"citizens.butcher.cost": 4}``.
    seconds : float, optional
        Seconds of play.  The default, without `games` too, is until the answer is clear.
    games : int, optional
        Of each of the two.
    players, bots, seed, workers
        See `run`.

    Raises
    ------
    BalanceError
    """
    overrides = Overrides(None, seed, players, _names(bots))
    limits, answer = Limits(seconds, games, workers), None
    with (stop := StopSignal()).on_interrupt():
        for answer in answers_to(_typed(scenario), set, overrides, limits, stop):  # noqa: B007
            pass
    if answer is None:
        raise Interrupted("Stopped.")
    return TryResult(answer)


@takes_numpy
def load(folder: PathOrName) -> RunResult:
    """Return the run that is stored in a folder.

    Raises
    ------
    StoreError
        If there is none, or another version of the program wrote it.
    """
    return RunResult(read_run(Path(folder), metrics_for))


@takes_numpy
def play(
    scenario: PathOrName,
    *,
    game: int = 0,
    variant: str | None = None,
    seed: int | None = None,
    players: int | None = None,
    bots: Names = (),
    tiers: Names = (),
    noise: Sequence[float] = (),
    set: Settings | None = None,
) -> Narration:
    """Play one game and return it move by move, in sentences.

    Parameters
    ----------
    scenario : str or path
        A scenario file, the name of a ready scenario, or a game for its usual table.
    game : int
        The number of the game.
    variant : str, optional
        A variant or cell of the scenario; the default is the first.
    seed, players, bots, tiers, noise, set
        See `run`.

    Raises
    ------
    BalanceError
    """
    overrides = Overrides(
        None, seed, players, _names(bots), set or {}, _names(tiers), _chances(noise)
    )
    return Narration(narrate(_typed(scenario), game, variant, overrides))


@takes_numpy
def list(what: str, game: str | None = None) -> pd.DataFrame:
    """Return the games, set-ups, bots, cards or scenarios that there are.

    Parameters
    ----------
    what : str
        ``"games"``, ``"setups"``, ``"bots"``, ``"cards"`` or ``"scenarios"``.
    game : str, optional
        The name or folder of a game; the default is all games.

    Raises
    ------
    ScenarioError
        If there is no such list or game.
    """
    return pd.concat(map(_frame, read_lists(what, game)), ignore_index=True)


def games() -> pd.DataFrame:
    """Return the games: name, title and numbers of players."""
    return list("games")


@takes_numpy
def scenarios(game: str | None = None) -> pd.DataFrame:
    """Return the ready scenarios, of one game or all: name, game and question."""
    return list("scenarios", game)


@takes_numpy
def trust(path: PathOrName) -> None:
    """Let scenario files run the Python code in a file or folder.

    A scenario file may come from a stranger, and a bot or game of its own is a program.  It is
    run only if it lies in a place that you name here.
    """
    trusted.trust(Path(path))


def _typed(scenario: PathOrName) -> str:
    """Return a scenario as it is typed in a terminal; a path is never the name of a ready one."""
    name = os.fspath(scenario)
    is_path = not isinstance(scenario, str) and os.path.isfile(name)
    return this_file(name) if is_path and name in {*shipped_scenarios(), *GAMES} else name


def _names(names: Names) -> tuple[str, ...]:
    return (names,) if isinstance(names, str) else tuple(names)


def _chances(noise: Sequence[float]) -> tuple[str, ...]:
    return tuple(map(str, noise))


def _frame(listing: Listing) -> pd.DataFrame:
    frame = pd.DataFrame([*listing.rows], columns=[*listing.columns])
    if listing.game:
        frame.insert(0, "game", listing.game)
    return frame


def _folder(out: PathOrName | None, question: str) -> Path:
    """Return the folder of a run; for the same question in the same process the same one."""
    return _temporary_folder(question) if out is None else Path(out)


@cache
def _temporary_folder(question: str) -> Path:
    return Path(_all_temporary().name, f"{len(os.listdir(_all_temporary().name)) + 1}")


@cache
def _all_temporary() -> "tempfile.TemporaryDirectory[str]":
    return tempfile.TemporaryDirectory(prefix="balance-")  # deleted when Python ends
