"""Playing games: all games, by whatever workers, are played by `play_games`.

Deals are divided into pieces, workers play the pieces, and only the calling thread adds up the
results. So results are the same for any number of workers and any division into pieces.
"""

import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from functools import partial
from typing import Any, Generic, Protocol, TypeVar

from balance.errors import WorkerError
from balance.runner.schedule import PieceSize, Portion, Schedule, WorkerSpeed
from balance.runner.stop_signal import StopSignal
from balance.runner.worker_pool import Call, WorkerPool, Workers
from balance.store.shards import DealRange

MOST_LOSSES = 5  # workers that may be lost with the same piece
SHORT = PieceSize()

Result = TypeVar("Result")


class Games(Protocol):
    """Games that are played in pieces of deals.

    Attributes
    ----------
    speed : WorkerSpeed
        Measured while they are played.
    """

    speed: WorkerSpeed

    def missing(self, deals: int) -> Sequence[DealRange]:
        """Return the ranges among the first so many deals that are still to be played."""

    def prepare(self, deals: DealRange) -> None:
        """Prepare playing, in the calling thread, before the first pieces are divided."""

    def piece_size(self, pool: WorkerPool) -> PieceSize:
        """Return the size of pieces for a pool."""

    def call(self, piece: Portion, pool: WorkerPool, stop: StopSignal) -> Call:
        """Return the call with which a worker plays a piece.

        It returns the result, and the seconds that playing took.
        """

    def add(self, piece: Portion, result: Any) -> int:
        """Take the result of a piece, in the calling thread, and return its number of games."""


class CollectedGames(Generic[Result]):
    """Games whose results are collected in memory; threads play them.

    Parameters
    ----------
    play : function (first, deals) -> result
        Plays deals `first` to `first` + `deals` - 1.
    count_games : function (result) -> int
    first : int
        The first deal.
    """

    def __init__(
        self,
        play: Callable[[int, int], Result],
        count_games: Callable[[Result], int],
        size: PieceSize = SHORT,
        first: int = 0,
    ) -> None:
        self._play, self._count_games, self._size = play, count_games, size
        self.speed = WorkerSpeed()
        self._next = first
        self._results: dict[int, Result] = {}

    @property
    def results(self) -> list[Result]:
        """The results of all pieces, in the order of their deals."""
        return [self._results[first] for first in sorted(self._results)]

    def missing(self, deals: int) -> Sequence[DealRange]:
        """Return the ranges of deals that were not played before."""
        first, self._next = self._next, max(self._next, deals)
        return [DealRange(first, deals - 1)] if first < deals else []

    def prepare(self, deals: DealRange) -> None:
        """Do nothing: the first pieces show how fast the games are."""

    def piece_size(self, pool: WorkerPool) -> PieceSize:
        """Return the size of pieces."""
        return self._size

    def call(self, piece: Portion, pool: WorkerPool, stop: StopSignal) -> Call:
        """Return the call that plays a piece."""
        return partial(timed, partial(self._play, piece.deals.first, piece.deals.deals))

    def add(self, piece: Portion, result: Result) -> int:
        """Add the result of a piece."""
        self._results[piece.deals.first] = result
        return self._count_games(result)


def timed(play: Callable[[], Result]) -> tuple[Result, float]:
    """Return what a function returns, and the seconds it took."""
    begun = time.perf_counter()
    result = play()
    return result, time.perf_counter() - begun


def play_games(
    games: Sequence[Games],
    deals: Sequence[int],
    pool: WorkerPool | int = 1,
    stop: StopSignal | None = None,
    on_progress: Callable[[int], None] = lambda games: None,
) -> None:
    """Play those of the first so many deals that were not played yet.

    Parameters
    ----------
    games : sequence of Games
        Played one after the other, with pieces sized as for the first one.
    deals : sequence of int
        The number of deals of each.
    pool : WorkerPool or int
        A number of threads stands for such a pool; a single one is the calling thread.
    stop : StopSignal, optional
        Once set, the workers finish their batches, and the rest is not played.
    on_progress : function (games)
        Called after each piece with the number of its games.

    Raises
    ------
    BotError, LimitError
        If a bot did what no bot may do, or a game goes beyond its limits.
    StoreError
        If a result cannot be stored.
    WorkerError
        If processes or a cluster are not reached, are lost, or have other sources than ours.
    """
    pool = WorkerPool(pool) if isinstance(pool, int) else pool
    stop = stop or StopSignal()
    ranges = [
        (track, missing)
        for track, (one, count) in enumerate(zip(games, deals, strict=True))
        for missing in one.missing(count)
    ]
    if not ranges:
        return

    def call(piece: Portion) -> Call:
        return games[piece.track].call(piece, pool, stop)

    def take(piece: Portion, result: Any, seconds: float) -> None:
        games[piece.track].speed.note(piece.deals.deals, seconds)
        on_progress(games[piece.track].add(piece, result))

    for track, missing in ranges:
        games[track].prepare(missing)
    speeds = [one.speed for one in games]
    with pool.opened() as workers:
        schedule = Schedule(ranges, games[0].piece_size(pool), speeds, workers.number)
        _play_pieces(schedule, call, take, workers, stop)


def play_until_enough(
    games: Sequence[Games],
    wanted: Callable[[], Sequence[int] | None],
    pool: WorkerPool | int = 1,
    stop: StopSignal | None = None,
    on_progress: Callable[[int], None] = lambda games: None,
) -> None:
    """Play round by round, until no more deals are needed.

    Parameters
    ----------
    wanted : function () -> sequence of int, or None
        Called before each round: the number of deals that each needs then; None ends it. If it
        depends on the results only, the same games are played for any number of workers.
    pool, stop, on_progress
        See `play_games`.

    Raises
    ------
    BotError, LimitError, StoreError, WorkerError
    """
    stop = stop or StopSignal()
    while not stop.is_set() and (deals := wanted()) is not None:
        play_games(games, deals, pool, stop, on_progress)


def _play_pieces(
    schedule: Schedule,
    call: Callable[[Portion], Call],
    take: Callable[[Portion, Any, float], None],
    workers: Workers,
    stop: StopSignal,
) -> None:
    """Submit pieces and take their results, in any order.

    After an error the pieces in progress are finished and taken; then the error of the earliest
    deals is raised.
    """
    playing: dict[Future[Any], Portion] = {}
    losses: Counter[tuple[int, int]] = Counter()
    errors: dict[tuple[int, int], Exception] = {}
    try:
        while True:
            while len(playing) < workers.slots and not stop.is_set():
                piece = schedule.next_piece()
                if piece is None:
                    break
                playing[workers.submit(call(piece))] = piece
            if not playing:
                break
            for future in wait(playing, return_when=FIRST_COMPLETED).done:
                piece = playing.pop(future)
                if stop.is_set() and future.cancelled():
                    continue
                try:
                    result, seconds = future.result()
                    take(piece, result, seconds)
                except Exception as error:
                    failure = _failure(error, losses, piece, workers)
                    if failure is None:
                        schedule.put_back(piece)
                    else:
                        errors[piece.track, piece.deals.first] = failure
                        stop.set()
            if stop.is_set():
                # Those of a cluster may never say that they were cancelled.
                playing = {one: piece for one, piece in playing.items() if not one.cancel()}
    except BaseException:
        stop.set()
        raise
    if errors:
        raise errors[min(errors)]


def _failure(
    error: Exception, losses: Counter[tuple[int, int]], piece: Portion, workers: Workers
) -> Exception | None:
    """Return the error with which to stop; None if a worker was lost and others can play on.

    Raises
    ------
    WorkerError
        If all workers are lost: what is in progress will never end.
    """
    loss = workers.loss(error)
    place = piece.track, piece.deals.first
    losses[place] += bool(loss)
    if loss and losses[place] <= MOST_LOSSES:
        return None
    return (
        error
        if not loss
        else WorkerError(
            f"Workers were lost {losses[place]} times while they played the deals "
            f"{piece.deals.first:,} to {piece.deals.last:,}. What was played is stored. With "
            f"--backend threads, a crash names its game. The last loss: {loss}"
        )
    )
