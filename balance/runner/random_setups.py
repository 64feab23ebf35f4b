"""Random set-ups: at each, every bot plays against copies of itself and against every other bot."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from typing import Any, Generic, TypeVar

from numpy.typing import NDArray

from balance.engine.game import Game
from balance.engine.services import RandomSetup
from balance.runner.batches import Batches
from balance.runner.play import CollectedGames, play_games
from balance.runner.stop_signal import StopSignal
from balance.scenario.match import Entry, Lineup, Match
from balance.scenario.prepare import build_table

MATCHES = 1_000  # matches of a set-up, at most: each has its own seed
SEEDS = 2**63  # seeds are below this

Result = TypeVar("Result")


@dataclass(frozen=True)
class SetupMatch:
    """One line-up at a set-up."""

    bots: tuple[int, ...]  # which of the bots its entries are
    match: Match


@dataclass(frozen=True)
class SetupResult(Generic[Result]):
    """A set-up and the result of each of its matches."""

    place: int  # its number among all that were drawn
    setup: RandomSetup
    results: tuple[Result, ...]  # of each match


def draw_setups(game: Game, players: int, number: int, seed: int) -> list[RandomSetup]:
    """Draw random set-ups; the first ones are the same however many are drawn."""
    sample = game.setups.sample
    assert sample is not None
    return [sample(Random(f"{seed} set-up {place}"), players) for place in range(number)]


def swapped(setup: RandomSetup, piece: str, other: str) -> RandomSetup:
    """Return a set-up that has another card in the place of one of its cards.

    Parameters
    ----------
    piece, other : str
        Their ids.
    """

    def swap(value: Any) -> Any:
        if isinstance(value, str):
            return other if value == piece else value
        return tuple(map(swap, value)) if isinstance(value, tuple | list) else value

    options = {key: swap(value) for key, value in setup.options.items()}
    return replace(setup, options=options, pieces=swap(setup.pieces))


def matches_of(
    game: Game, setup: RandomSetup, place: int, players: int, bots: Sequence[Entry], seed: int
) -> list[SetupMatch]:
    """Return the matches at a set-up: each bot against its copies, then each pair of bots.

    Matches have different seeds, so their results are independent.

    Raises
    ------
    ScenarioError, CardError
        If the table cannot be built.
    """
    table = build_table(game, players, setup.options)
    lineups: list[tuple[tuple[int, ...], Lineup]] = [
        ((bot,), Lineup((entry,), (0,) * players)) for bot, entry in enumerate(bots)
    ]
    for combination, two in combinations(range(len(bots)), 2):
        both = (bots[combination], bots[two])
        lineups.append(((combination, two), Lineup(both, (0, *(1,) * (players - 1)))))
        if players > 2:
            lineups.append(((combination, two), Lineup(both, (1, *(0,) * (players - 1)))))
    first_seed = (seed * MATCHES + place) * MATCHES
    return [
        SetupMatch(who, Match(game, table, lineup, (first_seed + number) % SEEDS))
        for number, (who, lineup) in enumerate(lineups)
    ]


def games_of(match: SetupMatch, games: int) -> int:
    """Return the smallest number of games, at least so many, that is a whole number of deals."""
    rotations = match.match.lineup.rotations
    return -(-games // rotations) * rotations


def play_setups(
    setups: Sequence[RandomSetup],
    matches: Callable[[int], Sequence[SetupMatch]],
    games: int,
    tally: Callable[[NDArray[Any], SetupMatch], Result],
    workers: int,
    stop: StopSignal,
    on_progress: Callable[[int], None] = lambda games: None,
    first_game: int = 0,
) -> list[SetupResult[Result]]:
    """Play a number of games of each match at each set-up, in whole deals.

    Parameters
    ----------
    matches : function (place) -> sequence of SetupMatch
        Of the set-up at that place.
    tally : function (records, match) -> result
        Of all games of a match.
    workers : int
        Threads; each plays whole set-ups.
    stop : StopSignal
        Once set, the completed set-ups are returned.
    on_progress : function (games)
    first_game : int
        The games before this one are left out, in whole deals: so later ones are fresh.

    Returns
    -------
    results : list of SetupResult
        In the order of the set-ups.

    Raises
    ------
    BotError, LimitError, ScenarioError, CardError
    """

    def play(first: int, count: int) -> tuple[list[SetupResult[Result]], int]:
        results: list[SetupResult[Result]] = []
        played = 0
        for place in range(first, first + count):
            of_place = []
            for match in matches(place):
                if stop.is_set():
                    return results, played
                records = Batches(match.match).play(
                    games_of(match, first_game), games_of(match, games)
                )
                played += len(records)
                of_place.append(tally(records, match))
            results.append(SetupResult(place, setups[place], tuple(of_place)))
        return results, played

    played = CollectedGames(play, lambda result: result[1])
    play_games([played], [len(setups)], workers, stop, on_progress)
    return [one for results, _ in played.results for one in results]
