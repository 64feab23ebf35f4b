"""Two bots that meet in every seat on the same deals, and many such pairings side by side."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from balance.runner.bot_matches import BotMatch, Played, play
from balance.runner.play import StopSignal
from balance.scenario.match import Entry, Lineup

FIRST_ROUNDS = 4  # deals on each ground, before it is first looked at how things stand
GROWTH = 0.1  # of what was played, played before the next look at least
ROUND_SECONDS = 0.5  # and as many deals as this takes
SPEED_SECONDS = 0.2  # of processor time, to see how fast a bot is


@dataclass(frozen=True)
class Pairing:
    """Two bots that meet.

    Attributes
    ----------
    bots : (Entry, Entry)
    meetings : tuple of Meeting
        With two players one.  With more, the first bot alone among seconds, then the second bot
        alone among firsts; entry k of every line-up is bot k.
    """

    bots: tuple[Entry, Entry]
    meetings: tuple[BotMatch, ...]

    @property
    def label(self) -> str:
        """Who meets whom: ``planner v greedy``."""
        return f"{self.bots[0].label} v {self.bots[1].label}"

    @property
    def games(self) -> int:
        """The games of a deal."""
        return sum(meeting.lineup.rotations for meeting in self.meetings)


def pairing(ground: BotMatch, one: Entry, two: Entry) -> Pairing:
    """Return two bots that meet on the grounds of a meeting, with its seed and players."""
    players = ground.players
    seats = [(0, *(1,) * (players - 1))]
    if players > 2:
        seats.append((1, *(0,) * (players - 1)))
    meetings = [replace(ground, lineup=Lineup((one, two), each)) for each in seats]
    return Pairing((one, two), tuple(meetings))


@dataclass(frozen=True)
class PairingResult:
    """A pairing and what was played of it: the same deals of each of its meetings."""

    pairing: Pairing
    played: tuple[Played, ...]

    @property
    def deals(self) -> NDArray[np.int64]:
        """The numbers of the deals, rising."""
        return self.played[0].deals

    @property
    def games(self) -> int:
        """How many games these are."""
        return sum(one.games for one in self.played)

    @property
    def seconds(self) -> float:
        """Of processor time."""
        return sum(one.seconds for one in self.played)

    def first(self, deals: int) -> "PairingResult":
        """Return the first so many deals, as if no more had been played."""
        if deals >= len(self.deals):
            return self
        return self._at(np.arange(deals), deals / len(self.deals))

    def of(self, deals: NDArray[np.int64]) -> "PairingResult":
        """Return the deals with these numbers, all of which were played."""
        return self._at(np.searchsorted(self.deals, deals), len(deals) / max(len(self.deals), 1))

    def _at(self, places: NDArray[np.intp], share: float) -> "PairingResult":
        return PairingResult(
            self.pairing,
            tuple(replace(one.at(places), seconds=one.seconds * share) for one in self.played),
        )


def same_deals(encounters: Sequence[PairingResult]) -> list[PairingResult]:
    """Return encounters with the deals alone that all of them have played."""
    shared = reduce(np.intersect1d, [one.deals for one in encounters])
    return [one.of(shared) for one in encounters]


def play_pairings(
    pairings: Sequence[Pairing],
    deals: int,
    workers: int,
    stop: StopSignal,
    tell: Callable[[int], None] = lambda games: None,
    settled: Callable[[Sequence[PairingResult]], bool] = lambda encounters: False,
) -> list[PairingResult]:
    """Play pairings on the same deals, a round of deals of each in turn.

    Parameters
    ----------
    pairings : sequence of Pairing
    deals : int
    workers : int
        Threads.
    stop : Stop
        Once set, what all have played is returned.
    tell : function (games)
    settled : function (encounters) -> bool
        Asked after each round whether no more is needed.  Rounds may end anywhere: who asks is to
        look for the first deal that settles it.

    Raises
    ------
    BotError, LimitError
    """
    test_tables = len(pairings[0].meetings[0].game_table)
    found: list[PairingResult] = []
    first, rounds = 0, FIRST_ROUNDS
    while first < deals and not stop.is_set():
        size = min(rounds * test_tables, deals - first)
        begun = time.perf_counter()
        new = [_encounter(one, first, size, workers, stop, tell) for one in pairings]
        seconds = max(time.perf_counter() - begun, 1e-6)
        found = _added(found, new) if found else new
        first += size
        quick = min(rounds * ROUND_SECONDS / seconds, 4.0 * rounds)
        rounds = max(FIRST_ROUNDS, int(GROWTH * first / test_tables), int(quick))
        if settled(found):
            break
    return same_deals(found)


def speed_of(ground: BotMatch, entry: Entry) -> float:
    """Return the games per second and core of a table at which a bot has every seat."""
    mirror = replace(ground, lineup=Lineup((entry,), (0,) * ground.players))
    played, first, size = play(mirror, 0, 1), 1, 1
    while played.seconds < SPEED_SECONDS:
        size *= 4
        played += play(mirror, first, size)
        first += size
    return played.games / played.seconds


def _encounter(
    one: Pairing,
    first: int,
    deals: int,
    workers: int,
    stop: StopSignal,
    tell: Callable[[int], None],
) -> PairingResult:
    played = [play(meeting, first, deals, workers, stop, tell) for meeting in one.meetings]
    shared = reduce(np.intersect1d, [each.deals for each in played])
    return PairingResult(
        one, tuple(each.at(np.searchsorted(each.deals, shared)) for each in played)
    )


def _added(one: Sequence[PairingResult], two: Sequence[PairingResult]) -> list[PairingResult]:
    return [
        PairingResult(
            mine.pairing,
            tuple(before + after for before, after in zip(mine.played, theirs.played, strict=True)),
        )
        for mine, theirs in zip(one, two, strict=True)
    ]
