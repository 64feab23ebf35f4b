"""``balance plan``: how many games, and how much time, each question needs."""

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd

from balance.analysis.cell_result import CellResult
from balance.analysis.metrics.fold_sums import FOLDS
from balance.analysis.planning import POWER, TOPICS, planned_games
from balance.app.commands.report import metrics_for, report_data
from balance.app.commands.run import RunOptions, check_prepared, play_scenario_games
from balance.app.designs import play_designs
from balance.app.folders import alone_in, passing_folder
from balance.app.output import Output
from balance.app.progress import Progress
from balance.app.refusals import check_games
from balance.errors import ScenarioError
from balance.report.answer import answer_of
from balance.report.nouns import plural
from balance.report.section import Column, Finding, Section, Style, Table
from balance.runner.run import Run, read_run
from balance.runner.worker_pool import WorkerPool
from balance.scenario.files import read_scenario
from balance.scenario.overrides import Overrides, prepare_with_overrides
from balance.scenario.prepare import PreparedScenario
from balance.scenario.replay_command import add_replay_commands

PILOT = 10_000  # games
_WIDE = 49.0  # points: experiments of the pilot stop after their first round


def plan(
    name: str, overrides: Overrides, detect: float, pilot: int, pool: WorkerPool, command: str,
    progress: bool = True,
) -> tuple[pd.DataFrame, Run]:  # fmt: skip
    """Play a few games and return how many each question needs.

    Parameters
    ----------
    detect : float
        An effect on a win rate, such as 0.01.
    pilot : int
        Games of the pilot, of each cell.

    Returns
    -------
    table : DataFrame
        As of `analysis.planning.planned_games`, for all cells; and width_seconds, detect_seconds:
        on this machine, at the pilot's speed.

    Raises
    ------
    BalanceError
    Interrupted
    """
    few = replace(overrides, games=pilot, halfwidth=_WIDE)
    with passing_folder() as store:
        options = RunOptions(command, pool, store, progress=progress)
        ready = prepare_with_overrides(read_scenario(name), few).without_checks()
        rotations = max(cell.match.lineup.rotations for cell in ready.cells)
        check_games(pilot, FOLDS * rotations, "--pilot")
        arm_seconds = _play(add_replay_commands(ready, name, few), store, options)
        run = read_run(store, metrics_for)
        cells = report_data(run).variants
    table = pd.concat([planned_games(cell, detect) for cell in cells], ignore_index=True)
    if table.empty:
        raise ScenarioError(
            f"{name}: none of {pilot:,} games ended, so there is nothing to plan from."
        )
    return with_times(table, cells, run.manifest["seconds"], arm_seconds), run


def with_times(
    table: pd.DataFrame, cells: Sequence[CellResult], seconds: float, arm_seconds: float
) -> pd.DataFrame:
    """Return planned games with the times that they take, at the speed of the pilot.

    Parameters
    ----------
    cells : sequence of CellResult
        Of the pilot.
    seconds, arm_seconds : float
        What their games took, and those of their arms: a game of an arm has a speed of its own.
    """
    of_game = seconds / sum(cell.games for cell in cells)
    of_arm = arm_seconds / max(sum(arm.games for cell in cells for arm in cell.arms), 1)
    speed = np.where(table["question"].isin(TOPICS), of_game, of_arm)
    times = {f"{end}_seconds": table[f"{end}_games"] * speed for end in ("width", "detect")}
    return table.assign(**times)


def _play(ready: PreparedScenario, store: Path, options: RunOptions) -> float:
    """Play the games and the arms of a pilot, and return the seconds that the arms took."""
    seconds = 0.0

    def timed(run: Run, pool: WorkerPool, progress: Progress) -> None:
        nonlocal seconds
        began = time.perf_counter()
        play_designs(run, pool, progress)
        seconds = time.perf_counter() - began

    check_prepared(ready)
    with alone_in(store) as folder:
        play_scenario_games(ready, folder, options, (timed,))
    return seconds


def print_plan(
    name: str, overrides: Overrides, detect: float, pilot: int, pool: WorkerPool, output: Output
) -> None:
    """Print how many games each question needs, see `plan`."""
    table, run = plan(name, overrides, detect, pilot, pool, output.command)
    section = _section(table, run, detect, pilot)
    output.show(answer_of(section, made={"scenario": name, "pilot": pilot}))


def _section(table: pd.DataFrame, run: Run, detect: float, pilot: int) -> Section:
    objective, card = run.prepared.game.objective or "objective", run.prepared.game.card
    names = {
        "seats": "seats and bots",
        "dealt": f"{plural(objective)} dealt",
        "kept": f"{plural(objective)} kept",
        "option": f"access to {plural(card)}",
        "possession": f"starting with {plural(card)}",
    }
    rows = table.assign(
        question=table["question"].map(names),
        width_time=table["width_seconds"].map(_duration),
        detect_time=table["detect_seconds"].map(_duration),
    )
    points = f"{100 * detect:g} pp"
    columns = (
        *([Column("variant", "cell")] if rows["cell"].nunique() > 1 else []),
        Column("win rates of", "question"), Column("numbers", "numbers", Style.COUNT),
        Column(f"for ±{points}", "width_games", Style.COUNT), Column("time", "width_time"),
        Column("to detect it", "detect_games", Style.COUNT), Column("time", "detect_time"),
    )  # fmt: skip
    text = (
        f"Games needed until the 95% interval of each win rate is ±{points}, and until one that is "
        f"{points} off is clear with a chance of {POWER:.0%}. Estimated from {pilot:,} games, to "
        "about a tenth."
    )
    unknown = int(table["unknown"].sum())
    if unknown:
        text += f" Too rare in these games to plan: {unknown}; play more with --pilot."
    shown = Table("plan", "Games that each question needs", rows, columns)
    return Section("plan", run.prepared.scenario.name, (Finding("plan", text),), (shown,))


def _duration(seconds: float) -> str:
    """Return a time in words: ``under a second``, ``40 s``, ``12 min``, ``3.5 h``."""
    if seconds < 1:
        return "under a second"
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 100 * 60 else f"{seconds / 3600:.1f} h"
