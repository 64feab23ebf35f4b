"""Playing a variant round by round, until what is known of it is enough.

Rounds end at the same deals whatever is stored and whoever plays, and only their ends are looked
at: so the same is played for any number of workers, and by a run that was stopped on the way.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from math import isnan

from balance.runner.play import Job, StopSignal, simulate, stored_totals
from balance.runner.worker_pool import WorkerPool
from balance.store.sums import Sums, Totals, merged

FIRST = 100  # deals of the first round
GROWTH = 1.25  # of all deals, from round to round: so at most a quarter too many are played


@dataclass(frozen=True)
class Look:
    """How things stand after a round.

    Attributes
    ----------
    is_enough : bool
    deals : float
        About how many in all would be enough; nan if that is not known.
    told : str
        For who watches: ``half-width 0.83 of 0.50 points``.
    """

    is_enough: bool
    deals: float
    told: str


@dataclass(frozen=True)
class StoppingPlan:
    """Who is asked and told between rounds.

    Attributes
    ----------
    planned : float
        About how many deals will be enough, for want of a look.
    look : function (deals, totals) -> Look
    on_begin : function (games)
        Told once, of about how many games are to be played.
    on_look : function (Look, games)
        Told how things stand, and about how many games are still to be played.
    on_progress : function (games)
        Told of the games of each batch.
    """

    planned: float
    look: Callable[[int, Totals], Look]
    on_begin: Callable[[int], None]
    on_look: Callable[[Look, int], None]
    on_progress: Callable[[int], None]


def round_ends(most: int) -> Iterator[int]:
    """Yield after how many deals rounds end; the last one after `most`."""
    end = FIRST
    while end < most:
        yield end
        end = int(end * GROWTH)
    yield most


def play_until_enough(
    job: Job,
    kinds: Mapping[str, type[Sums]],
    is_whole: bool,
    rounds: StoppingPlan,
    pool: WorkerPool | int,
    stop: StopSignal,
) -> None:
    """Play rounds until a look says that it is enough, or all deals of the job are played.

    Parameters
    ----------
    job : Job
        Its deals are the most that are played.
    kinds : mapping of question to the type of its sums
    is_whole : bool
        Whether what the folder holds was played to its end, so that it is looked at as it is;
        else the round in which it was stopped is played first.
    rounds : Rounds
    pool : Crew or int
        A number is so many threads.
    stop : Stop

    Raises
    ------
    BotError, StoreError, WorkerError
    """
    totals, deals = stored_totals(job, kinds)
    seen = rounds.look(deals, totals) if deals and is_whole else Look(False, rounds.planned, "")
    rounds.on_begin(_expected(seen, deals, job))
    if seen.is_enough:
        rounds.on_look(seen, 0)
        return
    for end in round_ends(job.deals):
        if end < deals:
            continue
        part = replace(job, deals=end)
        missing = sum(gap.deals for gap in part.gaps())
        if missing:
            totals = merged([totals, simulate(part, pool, stop, rounds.on_progress)])
            deals += missing
        if stop.is_set():
            return
        seen = rounds.look(deals, totals)
        rounds.on_look(seen, _expected(seen, deals, job))
        if seen.is_enough:
            return


def _expected(seen: Look, deals: int, job: Job) -> int:
    """Return how many games are expected still to be played: to the end of some round."""
    if seen.is_enough:
        return 0
    needed = deals + 1 if isnan(seen.deals) else max(deals + 1, int(seen.deals))
    last = next((end for end in round_ends(job.deals) if end >= needed), job.deals)
    return max(last - deals, 0) * job.match.lineup.rotations
