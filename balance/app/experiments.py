"""Designed experiments of a run: played after its games, into the same folder."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from balance.analysis.experiments.arm_metrics import arm_metrics
from balance.analysis.experiments.precision import Precision, half_width
from balance.analysis.metrics.fold_sums import FoldSums
from balance.app.progress import Progress
from balance.engine.game import Piece
from balance.errors import Interrupted
from balance.runner.arms import ArmResult, merge_arms, play_arms, stored_arm
from balance.runner.play import StopSignal
from balance.runner.run import Run, StoredCell
from balance.runner.worker_pool import WorkerPool
from balance.scenario.cells import VARIANT
from balance.scenario.experiments import Arm, arms_of
from balance.scenario.prepare import PreparedScenario


def play_designs(run: Run, pool: WorkerPool, progress: Progress) -> None:
    """Play the experiments that the scenario asks for on each of its cells.

    Raises
    ------
    ScenarioError
        If the game does not know one of them.
    Interrupted
        After Ctrl-C, once everything is stored.
    """
    scenario = run.prepared.scenario
    if not scenario.designs:
        return
    store, stop = run.store, StopSignal()
    with stop.on_interrupt():
        for played in run.cells:
            name = played.cell.name
            arms = _arms(run.prepared, played)
            asked = _Asked(Precision(scenario.halfwidth / 100, scenario.race))

            def begin(number: int, games: int, name: str = name, asked: _Asked = asked) -> None:
                progress.begin(f"{name}: {number} arms of experiments{asked.so_far}", games)

            play_arms(name, arms, arm_metrics, store, asked, pool, stop, begin, progress.add)
            if not stop.is_set():
                merge_arms(name, arms, store)
    if stop.is_set():
        raise Interrupted(
            f"Stopped. What was played is stored in {run.folder}; run the same command again to "
            "continue."
        )


@dataclass
class _Asked:
    """Asks for deals as a precision wants them, and remembers how wide intervals are by now."""

    precision: Precision
    so_far: str = ""

    def __call__(self, played: Sequence[ArmResult]) -> Mapping[str, int]:
        wanted = self.precision.wanted(played)
        short = [one for one in played if one.deals < wanted[one.arm.name]]
        if short and all(one.deals for one in short):
            widest = 100 * max(map(half_width, short))
            target = 100 * self.precision.halfwidth
            self.so_far = f", +-{widest:.2f} points so far, {target:g} wanted"
        return wanted


def stored_arms(run: Run, played: StoredCell) -> tuple[ArmResult, ...]:
    """Return the experiments that a run's folder holds of a variant.

    Raises
    ------
    StoreError
        If a shard is damaged.
    """
    store, name = run.store, played.cell.name
    arms = _arms(run.prepared, played)
    return tuple(stored_arm(name, arm, arm_metrics(arm), store) for arm in arms)


def _arms(ready: PreparedScenario, played: StoredCell) -> tuple[Arm, ...]:
    """Return the arms of a cell: of the baseline, and of others that differ by the grid alone."""
    first, axes = ready.cells[0], played.cell.axes
    is_told_of = played.cell is first or bool(axes)
    if not is_told_of or axes.get(VARIANT) != first.axes.get(VARIANT) or not played.games:
        return ()
    return arms_of(played.cell, ready.scenario.designs, _met(played))


def _met(played: StoredCell) -> tuple[Piece, ...]:
    """Return the cards that were there in some game, but for what is a deed and no card."""
    match = played.cell.match
    folds = played.totals["folds"]
    assert isinstance(folds, FoldSums)
    met = np.flatnonzero(match.is_card & folds.available.any(axis=0))
    return tuple(match.game_table.cards[row] for row in met)
