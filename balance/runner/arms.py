"""Playing the arms of designed experiments into the folder of a run, until they are precise."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from balance.runner.cell_games import CellGames, MetricSet
from balance.runner.play import play_until_enough
from balance.runner.schedule import WorkerSpeed
from balance.runner.stop_signal import StopSignal
from balance.runner.worker_pool import WorkerPool
from balance.scenario.experiments import Arm
from balance.store.run_folder import RunFolder
from balance.store.sums import Totals


@dataclass(frozen=True)
class ArmResult:
    """An arm and the sums of its games."""

    arm: Arm
    deals: int
    games: int
    totals: Totals


def play_arms(
    cell: str,
    arms: Sequence[Arm],
    arm_metrics: Callable[[Arm], MetricSet],
    folder: RunFolder,
    wanted: Callable[[Sequence[ArmResult]], Mapping[str, int]],
    pool: WorkerPool | int,
    stop: StopSignal,
    on_round: Callable[[int, int], None] = lambda arms, games: None,
    on_progress: Callable[[int], None] = lambda games: None,
) -> tuple[ArmResult, ...]:
    """Play arms round by round, until no arm needs more deals.

    Games that the folder contains already are not played again.

    Parameters
    ----------
    cell : str
        The name of the cell whose arms they are.
    arm_metrics : function (arm) -> MetricSet
    wanted : function (results) -> mapping of arm's name to deals
        The total number of deals for each; an arm that is not named has enough.
    on_round : function (arms, games)
        Called before each round with the numbers of arms and games that it plays.
    on_progress : function (games)

    Returns
    -------
    results : tuple of ArmResult
        In the order of `arms`; of a run that was stopped, what was played.

    Raises
    ------
    BotError, LimitError, StoreError, WorkerError
    """
    speed = WorkerSpeed()
    games = [_games(cell, arm, arm_metrics(arm), folder, speed) for arm in arms]

    def results() -> tuple[ArmResult, ...]:
        return tuple(map(_result, arms, games))

    def targets() -> list[int] | None:
        played = results()
        by_name = wanted(played)
        deals = [by_name.get(one.arm.name, 0) for one in played]
        missing = [max(target - one.deals, 0) for target, one in zip(deals, played, strict=True)]
        if not any(missing):
            return None
        rotations = [one.match.lineup.rotations for one in games]
        on_round(
            sum(map(bool, missing)),
            sum(count * each for count, each in zip(missing, rotations, strict=True)),
        )
        return [target if more else 0 for target, more in zip(deals, missing, strict=True)]

    play_until_enough(games, targets, pool, stop, on_progress)
    return results()


def merge_arms(cell: str, arms: Sequence[Arm], folder: RunFolder) -> None:
    """Merge the shards of arms into few files, which are the same however the games were played.

    Raises
    ------
    StoreError
        If the folder cannot be written.
    """
    for arm in arms:
        folder.cell_shards(_name(cell, arm), arm.match).merge()


def stored_arm(cell: str, arm: Arm, metrics: MetricSet, folder: RunFolder) -> ArmResult:
    """Return the stored results of an arm; without deals if there are none.

    Raises
    ------
    StoreError
        If a shard cannot be read.
    """
    return _result(arm, _games(cell, arm, metrics, folder))


def _games(
    cell: str, arm: Arm, metrics: MetricSet, folder: RunFolder, speed: WorkerSpeed | None = None
) -> CellGames:
    return CellGames(_name(cell, arm), arm.match, metrics, folder, speed=speed)


def _result(arm: Arm, games: CellGames) -> ArmResult:
    deals = games.deals
    return ArmResult(arm, deals, deals * arm.match.lineup.rotations, games.totals)


def _name(cell: str, arm: Arm) -> str:
    return f"{cell} ~ {arm.name}"
