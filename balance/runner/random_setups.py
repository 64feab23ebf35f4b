"""Set-ups drawn by lot, and at each of them every bot against its like and against every other."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any, Generic, TypeVar

from numpy.typing import NDArray

from balance.engine.game import Game
from balance.engine.services import RandomSetup
from balance.runner.batches import Batches
from balance.runner.play import StopSignal, run_on_threads
from balance.scenario.cells import Cell
from balance.scenario.match import Entry, Lineup, Match
from balance.scenario.prepare import lay

MATCHES = 1_000  # of a set-up, at most: each has a seed of its own
SEEDS = 2**63

Kept = TypeVar("Kept")


@dataclass(frozen=True)
class SetupMatch:
    """One line-up at a set-up.

    Attributes
    ----------
    bots : tuple of int
        Which of the bots its entries are.
    match : Match
    """

    bots: tuple[int, ...]
    match: Match


@dataclass(frozen=True)
class Played(Generic[Kept]):
    """A set-up with what was kept of each of its contests.

    Attributes
    ----------
    place : int
        Its number among all that were drawn.
    drawn : Drawn
    kept : tuple
        Of each contest.
    """

    place: int
    drawn: RandomSetup
    kept: tuple[Kept, ...]


def draw_setups(game: Game, players: int, number: int, seed: int) -> list[RandomSetup]:
    """Draw set-ups by lot; the first ones are the same however many are drawn."""
    sample = game.setups.sample
    assert sample is not None
    return [sample(Random(f"{seed} set-up {place}"), players) for place in range(number)]


def contests_of(
    game: Game, drawn: RandomSetup, place: int, players: int, bots: Sequence[Entry], seed: int
) -> list[SetupMatch]:
    """Return the contests at a set-up: each bot against its like, then each pair of bots.

    No two contests share their luck, so that what is found in one says nothing of the next.

    Raises
    ------
    ScenarioError, CardError
        If the table cannot be laid.
    """
    game_table = lay(game, Cell(f"set-up {place + 1}", 1, players, (), drawn.options, {}, Path()))
    lineups: list[tuple[tuple[int, ...], Lineup]] = [
        ((bot,), Lineup((entry,), (0,) * players)) for bot, entry in enumerate(bots)
    ]
    for one, two in combinations(range(len(bots)), 2):
        both = (bots[one], bots[two])
        lineups.append(((one, two), Lineup(both, (0, *(1,) * (players - 1)))))
        if players > 2:
            lineups.append(((one, two), Lineup(both, (1, *(0,) * (players - 1)))))
    first = (seed * MATCHES + place) * MATCHES
    return [
        SetupMatch(who, Match(game, game_table, lineup, (first + number) % SEEDS))
        for number, (who, lineup) in enumerate(lineups)
    ]


def games_of(contest: SetupMatch, games: int) -> int:
    """Return the fewest games that are at least so many, in whole deals."""
    rotations = contest.match.lineup.rotations
    return -(-games // rotations) * rotations


def play_setups(
    drawn: Sequence[RandomSetup],
    contests: Callable[[int], Sequence[SetupMatch]],
    games: int,
    tally: Callable[[NDArray[Any], SetupMatch], Kept],
    workers: int,
    stop: StopSignal,
    tell: Callable[[int], None] = lambda games: None,
) -> list[Played[Kept]]:
    """Play so many games of each contest at each set-up, in whole deals.

    What is found is the same for any number of workers.

    Parameters
    ----------
    drawn : sequence of Drawn
    contests : function (place) -> contests
        Of the set-up at that place.
    games : int
    tally : function (records, contest) -> what is kept
        Of all games of a contest.
    workers : int
        Threads; each plays whole set-ups.
    stop : Stop
        Once set, those that are played to their end are returned.
    tell : function (games)

    Returns
    -------
    played : list of Played
        In the order in which they were drawn.

    Raises
    ------
    BotError, LimitError, ScenarioError, CardError
    """
    places, lock = iter(range(len(drawn))), threading.Lock()
    found: list[Played[Kept]] = []

    def play(place: int) -> None:
        kept = []
        for contest in contests(place):
            if stop.is_set():
                return
            records = Batches(contest.match).play(0, games_of(contest, games))
            with lock:
                kept.append(tally(records, contest))
                tell(len(records))
        with lock:
            found.append(Played(place, drawn[place], tuple(kept)))

    def work() -> None:
        while not stop.is_set():
            with lock:
                place = next(places, None)
            if place is None:
                return
            play(place)

    run_on_threads(work, workers, stop)
    return sorted(found, key=lambda one: one.place)
