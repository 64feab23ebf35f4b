"""Playing the arms of designed experiments into the folder of a run, until they are precise."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from balance.runner.play import Job, StopSignal, Tally, simulate, stored_totals
from balance.runner.worker_pool import WorkerPool
from balance.scenario.experiments import Arm
from balance.store.run_folder import RunFolder
from balance.store.sums import Sums, Totals, merged


@dataclass(frozen=True)
class ArmResult:
    """An arm with what was kept of its games.

    Attributes
    ----------
    arm : Arm
    deals, games : int
    totals : mapping of question to Sums
    """

    arm: Arm
    deals: int
    games: int
    totals: Totals


@dataclass(frozen=True)
class ArmMetrics:
    """What is kept of the games of an arm.

    Attributes
    ----------
    tallies : mapping of question to function (records, match) -> Sums
    kinds : mapping of question to the type of its sums
    """

    tallies: Mapping[str, Tally]
    kinds: Mapping[str, type[Sums]]


def play_arms(
    cell: str,
    arms: Sequence[Arm],
    arm_metrics: Callable[[Arm], ArmMetrics],
    store: RunFolder,
    wanted: Callable[[Sequence[ArmResult]], Mapping[str, int]],
    pool: WorkerPool | int,
    stop: StopSignal,
    on_round: Callable[[int, int], None] = lambda arms, games: None,
    on_progress: Callable[[int], None] = lambda games: None,
) -> tuple[ArmResult, ...]:
    """Play arms round by round, until none is wanted to have more deals than it has.

    What the folder holds already is not played again.

    Parameters
    ----------
    cell : str
        The name of the variant whose arms they are.
    arms : sequence of Arm
    arm_metrics : function (arm) -> Asked
    store : Store
    wanted : function (played arms) -> mapping of arm's name to deals
        How many deals each is to have in all; an arm that is not named has enough.
    pool : Crew or int
        A number is so many threads.
    stop : Stop
    on_round : function (arms, games)
        Told how many arms a round plays, and games in all.
    on_progress : function (games)

    Returns
    -------
    played : tuple of PlayedArm
        In the order of `arms`; of a run that was stopped, what it has.
    """
    played = {arm.name: stored_arm(cell, arm, arm_metrics(arm), store) for arm in arms}
    while not stop.is_set():
        asked = wanted(tuple(played.values()))
        short = [one for name, one in played.items() if not one.deals >= asked.get(name, one.deals)]
        if not short:
            break
        rotations = short[0].arm.match.lineup.rotations
        missing = sum(asked[one.arm.name] - one.deals for one in short)
        on_round(len(short), missing * rotations)
        for one in short:
            if stop.is_set():
                break
            job = _job(cell, one.arm, arm_metrics(one.arm), store, asked[one.arm.name])
            totals = merged([one.totals, simulate(job, pool, stop, on_progress)])
            deals = sum(shard.deals for shard in job.stored())
            games = deals * one.arm.match.lineup.rotations
            played[one.arm.name] = replace(one, deals=deals, games=games, totals=totals)
    return tuple(played.values())


def put_together(cell: str, arms: Sequence[Arm], store: RunFolder) -> None:
    """Make few files of what is stored of arms, the same ones however they were played.

    Raises
    ------
    StoreError
        If the folder cannot be written.
    """
    for arm in arms:
        store.cell_shards(_name(cell, arm), arm.match).put_together()


def stored_arm(cell: str, arm: Arm, asked: ArmMetrics, store: RunFolder) -> ArmResult:
    """Return what a folder holds of an arm; no deals if nothing.

    Raises
    ------
    StoreError
        If a shard is damaged.
    """
    totals, deals = stored_totals(_job(cell, arm, asked, store, 0), asked.kinds)
    return ArmResult(arm, deals, deals * arm.match.lineup.rotations, totals)


def _job(cell: str, arm: Arm, asked: ArmMetrics, store: RunFolder, deals: int) -> Job:
    return Job(_name(cell, arm), arm.match, deals, asked.tallies, store)


def _name(cell: str, arm: Arm) -> str:
    return f"{cell} ~ {arm.name}"
