"""Pairings: two bots in every seat on the same deals, and playing many pairings together."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from balance.runner.bot_matches import BotMatch, BotMatchGames, MatchResult
from balance.runner.play import play_until_enough
from balance.runner.schedule import WorkerSpeed
from balance.runner.stop_signal import StopSignal
from balance.scenario.match import Entry, Lineup

FIRST_ROUND = 4  # deals on each table, before the first look at the results
GROWTH = 0.1  # share of the games so far that is added at least before the next look
ROUND_SECONDS = 0.5  # seconds: and as many deals as take so long
SPEED_SECONDS = 0.2  # seconds of processor time, to measure how fast a bot is
MOST = 1 << 20  # deals for this measurement


@dataclass(frozen=True)
class Pairing:
    """Two bots that play against each other.

    Attributes
    ----------
    bot_matches : tuple of BotMatch
        With two players one.  With more, the first bot alone among seconds, then the second bot
        alone among firsts; with one, each bot by itself.  Entry k of every line-up is bot k.
    """

    bots: tuple[Entry, Entry]
    bot_matches: tuple[BotMatch, ...]

    @property
    def label(self) -> str:
        """Both bots: ``planner v greedy``."""
        return f"{self.bots[0].label} v {self.bots[1].label}"

    @property
    def games(self) -> int:
        """The games of a deal."""
        return sum(bot_matche.lineup.rotations for bot_matche in self.bot_matches)


def pairing(tables: BotMatch, one: Entry, two: Entry) -> Pairing:
    """Return the pairing of two bots on the tables of a bot match, with its seed and players."""
    players = tables.players
    seats = [(0, *(1,) * (players - 1))]
    if players != 2:
        seats.append((1, *(0,) * (players - 1)))
    return Pairing(
        (one, two), tuple(replace(tables, lineup=Lineup((one, two), each)) for each in seats)
    )


@dataclass(frozen=True)
class PairingResult:
    """The results of a pairing: the same deals of each of its bot matches."""

    pairing: Pairing
    results: tuple[MatchResult, ...]

    @property
    def deals(self) -> NDArray[np.int64]:
        """The numbers of the deals, ascending."""
        return self.results[0].deals

    @property
    def games(self) -> int:
        """How many games these are."""
        return sum(result.games for result in self.results)

    @property
    def seconds(self) -> float:
        """Seconds of processor time."""
        return sum(result.seconds for result in self.results)

    def first(self, deals: int) -> "PairingResult":
        """Return the results of the first so many deals."""
        return self if deals >= len(self.deals) else self.of(self.deals[:deals])

    def of(self, deals: NDArray[np.int64]) -> "PairingResult":
        """Return the results of the deals with these numbers, all of which were played."""
        places = np.searchsorted(self.deals, deals)
        share = len(deals) / max(len(self.deals), 1)
        results = (
            replace(result.at(places), seconds=result.seconds * share) for result in self.results
        )
        return PairingResult(self.pairing, tuple(results))


def play_pairings(
    pairings: Sequence[Pairing],
    deals: int,
    workers: int,
    stop: StopSignal,
    on_progress: Callable[[int], None] = lambda games: None,
    is_settled: Callable[[Sequence[PairingResult]], bool] = lambda results: False,
) -> list[PairingResult]:
    """Play pairings on the same deals, a round of deals of each in turn.

    Parameters
    ----------
    workers : int
        Threads.
    stop : StopSignal
        Once set, the deals that all pairings have played are returned.
    on_progress : function (games)
    is_settled : function (results) -> bool
        Called after each round: whether no more games are needed. Rounds may end anywhere, so the
        caller has to find the first deal that decides.

    Raises
    ------
    BotError, LimitError
    """
    games = [[BotMatchGames(one) for one in pairing.bot_matches] for pairing in pairings]
    count = sum(map(len, games))
    tables = len(pairings[0].bot_matches[0].test_tables)
    played, rounds, begun = 0, FIRST_ROUND, time.perf_counter()

    def wanted() -> list[int] | None:
        nonlocal played, rounds, begun
        if played:
            if played >= deals or is_settled(_results(pairings, games)):
                return None
            seconds = max(time.perf_counter() - begun, 1e-6)
            quick = min(rounds * ROUND_SECONDS / seconds, 4.0 * rounds)
            rounds = max(FIRST_ROUND, int(GROWTH * played / tables), int(quick))
        played = min(played + rounds * tables, deals)
        begun = time.perf_counter()
        return [played] * count

    play_until_enough([one for each in games for one in each], wanted, workers, stop, on_progress)
    return _results(pairings, games)


def speed_of(tables: BotMatch, entry: Entry) -> float:
    """Return the games per second and core with one bot in all seats of a bot match."""
    mirror = replace(tables, lineup=Lineup((entry,), (0,) * tables.players))
    speed = WorkerSpeed()
    speed.measure(lambda deals: mirror.play(0, deals), MOST, SPEED_SECONDS, time.thread_time)
    return speed.deals_per_second * mirror.lineup.rotations


def _results(
    pairings: Sequence[Pairing], games: Sequence[Sequence[BotMatchGames]]
) -> list[PairingResult]:
    """Return the deals of each pairing that all bot matches of all pairings have played."""
    results = [[one.result for one in each] for each in games]
    shared = reduce(np.intersect1d, [one.deals for each in results for one in each])
    return [
        PairingResult(
            pairing, tuple(one.at(np.searchsorted(one.deals, shared)) for one in each)
        )
        for pairing, each in zip(pairings, results, strict=True)
    ]  # fmt: skip
