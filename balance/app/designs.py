"""The designed experiments of a run, which are played after its games."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from balance.analysis.experiments.arm_metrics import arm_metrics
from balance.analysis.experiments.precision import Precision, arm_half_width
from balance.analysis.metrics.fold_sums import folds_of
from balance.app.price_search import play_prices
from balance.app.progress import Progress
from balance.engine.game import Piece
from balance.errors import Interrupted
from balance.report.nouns import several
from balance.runner.arms import ArmResult, merge_arms, play_arms, stored_arm
from balance.runner.run import Run, StoredCell
from balance.runner.stop_signal import StopSignal
from balance.runner.worker_pool import WorkerPool
from balance.scenario.cells import VARIANT, check_cell_name
from balance.scenario.experiments import BAN, GIFT, Arm, arms_of, has_prices, priced
from balance.scenario.prepare import PreparedScenario

OF_A_CHECK = 3.0  # times the half-width wanted, where bots of another strength check: 1/9 of games


def play_designs(run: Run, pool: WorkerPool, progress: Progress) -> None:
    """Play the scenario's experiments on each of its cells.

    Raises
    ------
    ScenarioError
        If the game does not support one of them.
    Interrupted
        After Ctrl-C, once everything is stored.
    """
    scenario = run.prepared.scenario
    if not scenario.designs:
        return
    stop = StopSignal()
    with stop.on_interrupt():
        for played in run.all_cells:
            _play_designs_of(run, played, pool, progress, stop)
    if stop.is_set():
        raise Interrupted(
            f"Stopped. The games so far are stored in {run.folder}: run the same command again to "
            "resume."
        )


def _play_designs_of(
    run: Run, played: StoredCell, pool: WorkerPool, progress: Progress, stop: StopSignal
) -> None:
    """Play the arms of a cell, and merge their shards unless it was stopped."""
    scenario, name = run.prepared.scenario, played.cell.name
    wider = OF_A_CHECK if played.cell.cell.checked_by else 1.0
    plan = _Plan(Precision(wider * scenario.halfwidth / 100))

    def begin(number: int, games: int) -> None:
        progress.begin(f"{name}: {several(number, 'arm')} of experiments{plan.status}", games)

    def play(arms: Sequence[Arm]) -> tuple[ArmResult, ...]:
        results = play_arms(
            name, arms, arm_metrics, run.store, plan, pool, stop, begin, progress.add
        )
        return () if stop.is_set() else results

    results = play(_arms(run.prepared, played))
    results = (*results, *_at_other_prices(run.prepared, played, results, play))
    if not stop.is_set():
        merge_arms(name, [one.arm for one in results], run.store)


@dataclass
class _Plan:
    """Returns how many deals each arm needs for the precision; `status` is the current one."""

    precision: Precision
    status: str = ""

    def __call__(self, played: Sequence[ArmResult]) -> Mapping[str, int]:
        wanted = self.precision.wanted(played)
        unfinished = [result for result in played if result.deals < wanted[result.arm.name]]
        if unfinished and all(result.deals for result in unfinished):
            widest = 100 * max(map(arm_half_width, unfinished))
            target = 100 * self.precision.halfwidth
            self.status = f", +-{widest:.2f} pp so far, {target:g} wanted"
        return wanted


def stored_arms(run: Run, played: StoredCell) -> tuple[ArmResult, ...]:
    """Return the stored experiments of a cell.

    Raises
    ------
    StoreError
        If a shard is damaged.
    """
    store, name = run.store, played.cell.name

    def read(arms: Iterable[Arm]) -> tuple[ArmResult, ...]:
        return tuple(stored_arm(name, arm, arm_metrics(arm), store) for arm in arms)

    results = read(_arms(run.prepared, played))
    return (*results, *_at_other_prices(run.prepared, played, results, read))


def _at_other_prices(
    ready: PreparedScenario,
    played: StoredCell,
    results: Sequence[ArmResult],
    play: Callable[[Sequence[Arm]], Sequence[ArmResult]],
) -> list[ArmResult]:
    """Return the arms of the design of prices beyond its bans; see `play_prices`."""
    designs = ready.scenario.designs
    bans = {one.arm.subject: one for one in results if one.arm.kind == BAN and one.deals}
    match = played.cell.match
    if (
        played.cell.cell.checked_by
        or not bans
        or not has_prices(match)
        or not {"price", "all"} & {*designs}
    ):
        return []
    cards = priced(match, _available_cards(played))
    return play_prices(played.cell, cards, bans, play)


def has_experiments(ready: PreparedScenario, played: StoredCell) -> bool:
    """Return whether a cell has experiments of its own, if the scenario has any."""
    first, axes = ready.cells[0], played.cell.axes
    is_first = played.cell.name in (
        first.name, check_cell_name(played.cell.cell.checked_by, first.name)
    )  # fmt: skip
    is_selected = is_first or axes
    return bool(is_selected and axes.get(VARIANT) == first.axes.get(VARIANT) and played.games)


def _arms(ready: PreparedScenario, played: StoredCell) -> tuple[Arm, ...]:
    """Return the arms of a cell: of the baseline, and of cells of the grid with its variant.

    Of a cell that checks another one, those of which tiers have findings.
    """
    if not has_experiments(ready, played):
        return ()
    arms = arms_of(played.cell, ready.scenario.designs, _available_cards(played))
    if played.cell.cell.checked_by:
        return tuple(arm for arm in arms if arm.kind in (BAN, GIFT))
    return arms


def _available_cards(played: StoredCell) -> tuple[Piece, ...]:
    """Return the cards that were in some game, without actions that are no cards."""
    match = played.cell.match
    available = folds_of(played.totals).available
    rows = np.flatnonzero(match.is_card & available.any(axis=0))
    return tuple(match.game_table.cards[row] for row in rows)
