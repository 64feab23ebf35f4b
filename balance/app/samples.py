"""Trajectories, replays and takings of a run: samples that are played after its games."""

from collections.abc import Sequence

from balance.analysis.metrics.fold_sums import folds_of
from balance.app.designs import has_experiments
from balance.app.progress import Progress
from balance.errors import Interrupted
from balance.runner.bot_speed import warm_up
from balance.runner.replays import (
    Replays,
    contest_name,
    contests_of,
    deals_to_replay,
    games_to_replay,
    read_replays,
    replay_deals,
    why_no_replays,
    write_replays,
)
from balance.runner.run import Run, StoredCell
from balance.runner.stop_signal import StopSignal
from balance.runner.takings import (
    Takings,
    branch_games,
    games_to_branch,
    read_takings,
    why_no_takings,
    write_takings,
)
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
    """Play the trajectories, replays and takings that the report needs.

    They are few games, always played by threads of this process.

    Raises
    ------
    BotError, LimitError
    StoreError
    Interrupted
        After Ctrl-C; an unfinished sample is played again by the same command.
    """
    stop = StopSignal()
    with stop.on_interrupt():
        if needs_trajectories(run.prepared.scenario):
            _play_trajectories(run, pool.threads, progress, stop)
        if needs_replays(run.prepared.scenario):
            _play_replays(run, pool.threads, progress, stop)
        if needs_takings(run.prepared.scenario):
            _play_takings(run, pool.threads, progress, stop)
    if stop.is_set():
        raise Interrupted(
            f"Stopped. The games so far are stored in {run.folder}: run the same command again to "
            "resume."
        )


def needs_trajectories(scenario: Scenario) -> bool:
    """Return whether the report has the section on the shape of games."""
    return scenario.sections is None or SHAPE in scenario.sections


def needs_replays(scenario: Scenario) -> bool:
    """Return whether the scenario names the section on skill and luck, whose games take long."""
    return SKILL in (scenario.sections or ())


def needs_takings(scenario: Scenario) -> bool:
    """Return whether the scenario asks for the design whose games are branched."""
    return bool({"taking", "all"} & {*scenario.designs})


def stored_takings(run: Run, played: StoredCell) -> Takings | None:
    """Return the stored takings of a cell, if the scenario asks for them."""
    if not needs_takings(run.prepared.scenario):
        return None
    return read_takings(run.store, played.cell.name)


def stored_trajectories(run: Run, played: StoredCell) -> Trajectories | None:
    """Return the stored trajectories of a cell, if the report needs them."""
    if not needs_trajectories(run.prepared.scenario):
        return None
    return read_trajectories(run.store, played.cell.name)


def stored_replays(run: Run, played: StoredCell) -> tuple[Replays, ...]:
    """Return the stored replays of a cell, if the report needs them."""
    if not needs_replays(run.prepared.scenario):
        return ()
    return read_replays(run.store, played.cell.name)


def _play_trajectories(run: Run, workers: int, progress: Progress, stop: StopSignal) -> None:
    for played in run.cells:
        match, name = played.cell.match, played.cell.name
        if not played.games or why_no_trajectories(match):
            continue
        games = games_to_follow(played.games)
        known = read_trajectories(run.store, name)
        if known is not None and known.wanted >= games:
            continue
        progress.begin(f"{name}: round by round", games)
        trajectories = follow_games(match, games, workers, stop, progress.add)
        if trajectories is None:
            return
        write_trajectories(run.store, name, trajectories)


def _play_replays(run: Run, workers: int, progress: Progress, stop: StopSignal) -> None:
    for played in _cells_to_replay(run):
        name = played.cell.name
        if read_replays(run.store, name):
            continue
        deals = deals_to_replay(played.deals)
        all_replays = []
        for match in contests_of(played.cell.match):
            warm_up(match)
            bots = contest_name(match.lineup)
            progress.begin(f"{name}: replays, {bots}", games_to_replay(match, deals))
            replays = replay_deals(match, deals, workers, stop, progress.add)
            if replays is None:
                return
            all_replays.append(replays)
        write_replays(run.store, name, all_replays)


def _play_takings(run: Run, workers: int, progress: Progress, stop: StopSignal) -> None:
    for played in run.cells:
        match, name = played.cell.match, played.cell.name
        if not has_experiments(run.prepared, played) or why_no_takings(match):
            continue
        games = games_to_branch(played.games)
        known = read_takings(run.store, name)
        if known is not None and known.games.sum() >= games:
            continue
        progress.begin(f"{name}: games branched where cards are taken", games)
        sums = folds_of(played.totals)
        mean_rounds = float(sums.rounds.sum() / max(int(sums.games.sum()), 1))
        takings = branch_games(match, games, mean_rounds, workers, stop, progress.add)
        if takings is None:
            return
        write_takings(run.store, name, takings)


def _cells_to_replay(run: Run) -> Sequence[StoredCell]:
    """Return the baseline and all cells of a grid that can be replayed."""
    return [
        played
        for played in run.cells
        if (played is run.cells[0] or played.cell.axes)
        and played.games
        and not why_no_replays(played.cell.match)
    ]
