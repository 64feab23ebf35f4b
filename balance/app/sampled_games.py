"""Games of a run that are looked at more closely: played after the others, into the same folder."""

from collections.abc import Sequence

from balance.app.progress import Progress
from balance.errors import Interrupted
from balance.runner.batches import warm_up
from balance.runner.play import StopSignal
from balance.runner.replays import (
    Replays,
    contest_name,
    contests_of,
    deals_to_replay,
    games_of,
    read_replays,
    replay_deals,
    why_no_replays,
    write_replays,
)
from balance.runner.run import Run, StoredCell
from balance.runner.trajectories import (
    Trajectories,
    follow_games,
    games_to_follow,
    read_trajectories,
    why_no_trajectories,
    write_trajectories,
)
from balance.runner.worker_pool import WorkerPool
from balance.scenario.model import Scenario

SHAPE, SKILL = "shape", "skill"  # the sections


def play_samples(run: Run, pool: WorkerPool, progress: Progress) -> None:
    """Follow games round by round, and play deals again, as far as the report tells of it.

    These are few games, which threads of this process always play.

    Raises
    ------
    BotError, LimitError
    StoreError
    Interrupted
        After Ctrl-C; what is half done is played anew by the same command.
    """
    stop = StopSignal()
    with stop.on_interrupt():
        if asks_for_shape(run.prepared.scenario):
            _follow(run, pool.threads, progress, stop)
        if asks_for_skill(run.prepared.scenario):
            _repeat(run, pool.threads, progress, stop)
    if stop.is_set():
        raise Interrupted(
            f"Stopped. What was played is stored in {run.folder}; run the same command again to "
            "continue."
        )


def asks_for_shape(scenario: Scenario) -> bool:
    """Tell whether the report has the section on the shape of games."""
    return scenario.sections is None or SHAPE in scenario.sections


def asks_for_skill(scenario: Scenario) -> bool:
    """Tell whether the section on skill and luck is asked for by name, as its games take long."""
    return SKILL in (scenario.sections or ())


def stored_trajectories(run: Run, played: StoredCell) -> Trajectories | None:
    """Return the curves of a variant that a run's folder holds, if the report tells of them."""
    if not asks_for_shape(run.prepared.scenario):
        return None
    return read_trajectories(run.store, played.cell.name)


def stored_replays(run: Run, played: StoredCell) -> tuple[Replays, ...]:
    """Return the deals played again that a run's folder holds of a variant."""
    if not asks_for_skill(run.prepared.scenario):
        return ()
    return read_replays(run.store, played.cell.name)


def _follow(run: Run, workers: int, progress: Progress, stop: StopSignal) -> None:
    store = run.store
    cells = [one for one in run.cells if one.games and not why_no_trajectories(one.cell.match)]
    for one in cells:
        name, games = one.cell.name, games_to_follow(one.games)
        known = read_trajectories(store, name)
        if known is not None and known.asked >= games:
            continue
        progress.begin(f"{name}: round by round", games)
        trajectories = follow_games(one.cell.match, games, workers, stop, progress.add)
        if trajectories is None:
            return
        write_trajectories(store, name, trajectories)


def _repeat(run: Run, workers: int, progress: Progress, stop: StopSignal) -> None:
    store = run.store
    cells = [one for one in _told_of(run) if not read_replays(store, one.cell.name)]
    for one in cells:
        contests = contests_of(one.cell.match)
        deals = deals_to_replay(one.deals)
        all_replays = []
        for match in contests:
            warm_up(match)
            who = contest_name(match.lineup)
            progress.begin(f"{one.cell.name}: luck again, {who}", games_of(match, deals))
            replays = replay_deals(match, deals, workers, stop, progress.add)
            if replays is None:
                return
            all_replays.append(replays)
        write_replays(store, one.cell.name, all_replays)


def _told_of(run: Run) -> Sequence[StoredCell]:
    """Return the baseline, and other variants if they are cells of a grid."""
    return [
        one
        for one in run.cells
        if (one is run.cells[0] or one.cell.axes)
        and one.games
        and not why_no_replays(one.cell.match)
    ]
