"""Playing what reference figures are measured in: further deals of a match, or of a game's own."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from balance.engine.game import Game
from balance.engine.services import Reference, Sampler
from balance.errors import BalanceError
from balance.runner.play import Job, StopSignal, Tally, run_on_threads, simulate
from balance.scenario.bot_entries import BotEntry
from balance.scenario.cells import Cell
from balance.scenario.lineup import LineupBuilder
from balance.scenario.match import Match
from balance.scenario.prepare import lay
from balance.scenario.replay_command import with_replay_command
from balance.store.shards import Shard
from balance.store.sums import Sums, Totals, merged

SAMPLED = 10_000  # deals of one call: Ctrl-C waits for its end

SampleTally = Callable[[NDArray[np.int64], NDArray[np.int64]], Sums]


@dataclass(frozen=True)
class _Further(Job):
    """A job of which the first deals were played before, and are not kept."""

    first: int = 0

    def gaps(self) -> list[Shard]:
        """Return the deals that are still to be played."""
        return [Shard(self.first, self.deals - 1)] if self.first < self.deals else []


def match_of(game: Game, reference: Reference, seed: int) -> Match:
    """Return the match of a reference: its table laid, its bots seated.

    Raises
    ------
    ScenarioError, CardError, BotError
        If it asks for what the game does not have; the text begins with its name.
    """
    players = len(reference.bots)
    seated = tuple(BotEntry(bot=bot) for bot in reference.bots)
    cell = Cell(reference.name, reference.games, players, seated, reference.table, {}, Path())
    try:
        lineup = LineupBuilder(game).build(seated, players, Path())
        match = Match(game, lay(game, cell), lineup, seed)
    except BalanceError as error:
        raise type(error)(f"{reference.name}: {error}") from None
    return with_replay_command(match, reference.table)


def play_further(
    name: str,
    match: Match,
    first: int,
    deals: int,
    tally: Tally,
    workers: int,
    stop: StopSignal,
    tell: Callable[[int], None] = lambda games: None,
) -> Sums | None:
    """Play deals `first` to `deals` - 1, and return their sums; None if it was stopped before any.

    Raises
    ------
    BotError, LimitError
    """
    job = _Further(name, match, deals, {name: tally}, first=first)
    return simulate(job, workers, stop, tell).get(name)


def sample_further(
    sample: Sampler,
    seed: int,
    first: int,
    deals: int,
    tally: SampleTally,
    workers: int,
    stop: StopSignal,
    tell: Callable[[int], None] = lambda games: None,
) -> Sums | None:
    """Sample deals `first` to `deals` - 1, as `play_further` plays them."""
    starts = iter(range(first, deals, SAMPLED))
    lock, found = threading.Lock(), list[Totals]()

    def work() -> None:
        while not stop.is_set():
            with lock:
                start = next(starts, None)
            if start is None:
                return
            size = min(SAMPLED, deals - start)
            values, counted = sample(seed, start, size)
            with lock:
                found.append({"": tally(values, counted.astype(np.int64))})
                tell(size)

    run_on_threads(work, workers, stop)
    return merged(found).get("")
