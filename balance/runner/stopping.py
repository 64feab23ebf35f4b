"""Playing a cell round by round, until its estimates are precise enough.

Rounds end at fixed deals, and only their ends are checked. So the same games are played for any
number of workers, and by a run that was interrupted.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import isnan

from balance.runner.cell_games import CellGames
from balance.runner.play import play_until_enough
from balance.runner.stop_signal import StopSignal
from balance.runner.worker_pool import WorkerPool
from balance.store.sums import Totals

FIRST = 100  # deals of the first round
GROWTH = 1.25  # growth of the deals per round, so at most a quarter too many are played


@dataclass(frozen=True)
class PrecisionStatus:
    """The precision of the estimates."""

    is_enough: bool
    deals_needed: float  # about how many in total would be enough; nan if unknown
    text: str = ""  # for the progress bar: ``half-width 0.83 (0.50 pp wanted)``


@dataclass(frozen=True)
class StoppingPlan:
    """Decides when a cell has enough games.

    Attributes
    ----------
    check : function (deals, totals) -> PrecisionStatus
    """

    planned_deals: float  # about how many will be enough, before anything is known
    check: Callable[[int, Totals], PrecisionStatus]


def round_ends(most: int) -> Iterator[int]:
    """Yield the deals at which rounds end; the last one after `most`."""
    end = FIRST
    while end < most:
        yield end
        end = int(end * GROWTH)
    yield most


def play_until_precise(
    games: CellGames,
    most: int,
    is_finished: bool,
    plan: StoppingPlan,
    pool: WorkerPool | int,
    stop: StopSignal,
    on_begin: Callable[[int], None] = lambda games: None,
    on_precision: Callable[[PrecisionStatus, int], None] = lambda status, games: None,
    on_progress: Callable[[int], None] = lambda games: None,
) -> None:
    """Play rounds until a check is satisfied, or `most` deals are played.

    Parameters
    ----------
    is_finished : bool
        Whether the run that the folder contains was finished, so that it is checked as it is;
        otherwise the round in which it was interrupted is played first.
    on_begin : function (games)
        Called once with about how many games are to be played.
    on_precision : function (status, games)
        Called after each check, with about how many games are still to be played.
    on_progress : function (games)

    Raises
    ------
    BotError, LimitError, StoreError, WorkerError
    """
    ends = list(round_ends(most))
    previous = 0  # the end of the last round

    def games_left(status: PrecisionStatus) -> int:
        """Return about how many games are still to be played, to the end of a round."""
        if status.is_enough:
            return 0
        deals, needed = games.deals, status.deals_needed
        needed = deals + 1 if isnan(needed) else max(deals + 1, int(needed))
        last = next((end for end in ends if end >= needed), most)
        return max(last - deals, 0) * games.match.lineup.rotations

    def wanted() -> list[int] | None:
        nonlocal previous
        if previous:
            status = plan.check(games.deals, games.totals)
            on_precision(status, games_left(status))
            if status.is_enough:
                return None
        end = next((end for end in ends if end > previous and end >= games.deals), None)
        previous = end or previous
        return None if end is None else [end]

    status = PrecisionStatus(False, plan.planned_deals)
    if is_finished and games.deals:
        status = plan.check(games.deals, games.totals)
    on_begin(games_left(status))
    if status.is_enough:
        on_precision(status, 0)
        return
    play_until_enough([games], wanted, pool, stop, on_progress)
