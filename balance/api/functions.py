"""The functions of the Python interface; each does what the command of the same name does."""

import os
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any, Unpack

import pandas as pd

from balance.api.results import CheckResult, DiffResult, Narration, RunResult, TryResult
from balance.app.arguments import (
    Changed,
    CheckArguments,
    CompareArguments,
    PathOrName,
    PlanArguments,
    PlayArguments,
    RunArguments,
    TryArguments,
    folder_of,
    overrides_of,
    run_options,
)
from balance.app.commands.check import check_requirements
from balance.app.commands.compare import compare_scenarios
from balance.app.commands.diff import run_differences
from balance.app.commands.list import Listing, read_lists
from balance.app.commands.plan import PILOT
from balance.app.commands.plan import plan as make_plan
from balance.app.commands.play import narrate
from balance.app.commands.report import metrics_for
from balance.app.commands.run import RunOptions, run_scenario
from balance.app.commands.try_change import Limits
from balance.app.commands.try_change import try_change as answers_to
from balance.app.runs import StoredRun, stored_runs
from balance.compiling import trusted_code
from balance.errors import Interrupted
from balance.games import GAMES
from balance.runner.run import read_run
from balance.runner.stop_signal import StopSignal
from balance.runner.worker_pool import worker_pool
from balance.scenario.files import this_file
from balance.scenario.overrides import Overrides
from balance.scenario.python_arguments import takes_numpy
from balance.scenario.replay_command import run_command
from balance.scenario.shipped import shipped_scenarios


@takes_numpy
def run(scenario: PathOrName, *, progress: bool = True, **given: Unpack[RunArguments]) -> RunResult:
    """Play a scenario and return its results.

    What is left out is as the scenario has it.  Without `out` the folder of the run is a temporary
    one, which is deleted when Python ends; the same call with the same folder continues, or adds
    games.

    Parameters
    ----------
    scenario : str or path
        A scenario file, or the name of a ready scenario; see `scenarios`.
    progress : bool
        Whether to show progress.

    Raises
    ------
    BalanceError
        One sentence that says what is wrong and what is expected.
    """
    name, overrides = _typed(scenario), overrides_of(given)
    options = _options("run", [name], overrides, given, progress)
    return RunResult(run_scenario(name, overrides, options))


@takes_numpy
def compare(
    *scenarios: PathOrName, progress: bool = True, **given: Unpack[CompareArguments]
) -> RunResult:
    """Play scenarios on the same deals and return their results, with what differs.

    The first scenario is the baseline.  With `set`, each is compared with itself unchanged.

    Parameters
    ----------
    *scenarios : str or path
        Of one game.
    progress : bool
        Whether to show progress.

    Raises
    ------
    BalanceError
    """
    names, overrides = [_typed(scenario) for scenario in scenarios], overrides_of(given)
    options = _options("compare", names, overrides, given, progress)
    return RunResult(compare_scenarios(names, overrides, options))


@takes_numpy
def check(
    scenario: PathOrName,
    *,
    strict: bool = False,
    progress: bool = True,
    **given: Unpack[CheckArguments],
) -> CheckResult:
    """Check the balance requirements that a scenario states.

    Parameters
    ----------
    scenario : str or path
    strict : bool
        Whether a requirement that is undecided counts as a failure.
    progress : bool
        Whether to show progress.

    Raises
    ------
    BalanceError
    """
    name, overrides = _typed(scenario), overrides_of(given)
    options = _options("run", [name], overrides, given, progress)
    return CheckResult(check_requirements(name, overrides, options)[0], strict)


@takes_numpy
def plan(
    scenario: PathOrName,
    *,
    detect: float = 0.01,
    pilot: int = PILOT,
    progress: bool = True,
    **given: Unpack[PlanArguments],
) -> pd.DataFrame:
    """Say how many games, and how much time, each question needs; from a few games that are played.

    Parameters
    ----------
    scenario : str or path
    detect : float
        An effect on a win rate that is to be found, such as 0.01, one percentage point.
    pilot : int
        Number of games that are played, of each cell.
    progress : bool
        Whether to show progress.

    Returns
    -------
    table : DataFrame
        A row for each cell and question; see `balance.analysis.planning.planned_games`.  Also
        width_seconds and detect_seconds, on this machine.

    Raises
    ------
    BalanceError
    """
    name, overrides = _typed(scenario), overrides_of(given)
    pool, command = worker_pool(given.get("workers")), run_command("plan", [name], overrides)
    return make_plan(name, overrides, detect, pilot, pool, command, progress)[0]


@takes_numpy
def try_change(
    scenario: PathOrName,
    set: Changed,
    *,
    seconds: float | None = None,
    games: int | None = None,
    **given: Unpack[TryArguments],
) -> TryResult:
    """Show in seconds what a change does; nothing is stored.

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

    Raises
    ------
    BalanceError
    """
    limits, answer = Limits(seconds, games, given.get("workers")), None
    with (stop := StopSignal()).on_interrupt():
        for answer in answers_to(_typed(scenario), set, overrides_of(given), limits, stop):  # noqa: B007
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
def runs(folder: PathOrName = "reports") -> pd.DataFrame:
    """Return the runs and studies in a folder and the folders below it.

    Returns
    -------
    runs : DataFrame
        A row for each: folder, kind ("run", "grid", "comparison", or that of a study), name (of the
        scenario), game, question, answer (the title of its report), games (0 of a study),
        finished.

    Raises
    ------
    StoreError
        If it is no folder.
    """
    names = [field.name for field in fields(StoredRun)]
    return pd.DataFrame(map(vars, stored_runs(Path(folder))), columns=names)


@takes_numpy
def diff(one: PathOrName, two: PathOrName) -> DiffResult:
    """Say what differs between the runs stored in two folders by more than chance.

    Raises
    ------
    StoreError
        If one contains no run that can be read, or they have no game or cell in common.
    """
    return DiffResult(run_differences(Path(one), Path(two))[0])


@takes_numpy
def play(
    scenario: PathOrName, *, game: int = 0, variant: str | None = None,
    **given: Unpack[PlayArguments],
) -> Narration:  # fmt: skip
    """Play one game and return it move by move, in sentences.

    Parameters
    ----------
    scenario : str or path
        A scenario file, the name of a ready scenario, or a game for its usual table.
    game : int
        The number of the game.
    variant : str, optional
        A variant of the scenario; the default is the first.

    Raises
    ------
    BalanceError
    """
    return Narration(narrate(_typed(scenario), game, variant, overrides_of(given)))


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
    trusted_code.trust(Path(path))


def _typed(scenario: PathOrName) -> str:
    """Return a scenario as it is typed in a terminal; a path is never the name of a ready one."""
    name = os.fspath(scenario)
    is_path = not isinstance(scenario, str) and os.path.isfile(name)
    return this_file(name) if is_path and name in {*shipped_scenarios(), *GAMES} else name


def _options(
    command: str, names: Sequence[str], overrides: Overrides, given: Mapping[str, Any],
    progress: bool,
) -> RunOptions:  # fmt: skip
    """Return how scenarios are run; without a folder in one that is the same for the same call."""
    out = folder_of(given) or _temporary_folder(f"{command} {names} {overrides}")
    return run_options(run_command(command, names, overrides), {**given, "out": out}, progress)


def _frame(listing: Listing) -> pd.DataFrame:
    frame = pd.DataFrame([*listing.rows], columns=[*listing.columns])
    if listing.game:
        frame.insert(0, "game", listing.game)
    return frame


@cache
def _temporary_folder(question: str) -> Path:
    return Path(_all_temporary().name, f"{len(os.listdir(_all_temporary().name)) + 1}")


@cache
def _all_temporary() -> "tempfile.TemporaryDirectory[str]":
    return tempfile.TemporaryDirectory(prefix="balance-")  # deleted when Python ends
