"""Games a second of one core, by game, bot and number of players; and what a second core adds."""

import statistics
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from balance.bots import BOTS
from balance.engine.game import Bot, Game
from balance.scenario.match import Entry, LineUp, Match
from balance.simulate.batches import Batches
from balance.simulate.run import BATCH_SECONDS, Job, Stop, simulate

FEWEST_REPEATS = 5
SEED = 20260801
_TWO = 2


@dataclass(frozen=True)
class Speed:
    """How fast games are, on one core.

    Attributes
    ----------
    game, bot : str
    players : int
    variant : str
        Of `Game.benchmarks`; empty for the usual table.
    games_per_second, slowest, fastest : float
        Of processor time: the median of the repeats, and the extremes.
    decisions : float
        Made in a game, on average.
    repeats : int
    """

    game: str
    bot: str
    players: int
    variant: str
    games_per_second: float
    slowest: float
    fastest: float
    decisions: float
    repeats: int

    @property
    def nanoseconds(self) -> float:
        """Processor time of a decision with all that follows from it."""
        return 1e9 / (self.games_per_second * self.decisions)


def speeds(game: Game, seconds: float) -> Iterator[Speed]:
    """Yield the speed of a game's bots, and of its variants.

    Its first bot and those that know no game are measured at each number of players, its other
    bots with two players, against the first one: one of those that are the same function.

    Parameters
    ----------
    game : Game
    seconds : float
        For each of them.
    """
    usual, *others = game.bots.values()
    for bot in (usual, *BOTS.values()):
        for players in game.seats:
            yield speed(equal_match(game, bot, players), seconds)
    unlike = {id(bot.choose): bot for bot in (*reversed(others), usual)}
    for bot in others if _TWO in game.seats else ():
        if unlike[id(bot.choose)] is bot:
            yield speed(match_of(game, (bot, usual)), seconds)
    for variant, one in game.benchmarks.items():
        if one.bots:
            match = match_of(game, tuple(game.bots[name] for name in one.bots), one.options)
        else:
            match = equal_match(game, usual, one.players, one.options)
        yield speed(match, seconds, variant)


def equal_match(
    game: Game, bot: Bot, players: int, options: Mapping[str, Any] = MappingProxyType({})
) -> Match:
    """Return a match with one bot in all seats, on the game's usual table but for `options`."""
    laid = game.lay_table(game.options(**options), players, {}, Path())
    return Match(game, laid, LineUp((Entry(bot.name, bot.at(players)),), (0,) * players), SEED)


def match_of(
    game: Game, bots: tuple[Bot, ...], options: Mapping[str, Any] = MappingProxyType({})
) -> Match:
    """Return a match with one bot in each seat, on the game's usual table but for `options`."""
    players = len(bots)
    laid = game.lay_table(game.options(**options), players, {}, Path())
    entries = tuple(Entry(bot.name, bot.at(players)) for bot in bots)
    return Match(game, laid, LineUp(entries, tuple(range(players))), SEED)


def speed(match: Match, seconds: float, variant: str = "") -> Speed:
    """Return how fast the games of a match are played, compiled beforehand."""
    batches = Batches(match)
    batches.play(0, 1)
    games = _games_in(batches, BATCH_SECONDS)
    rates: list[float] = []
    decisions = 0
    begun = time.perf_counter()
    while len(rates) < FEWEST_REPEATS or time.perf_counter() - begun < seconds:
        before = time.process_time()
        records = batches.play(0, games)
        rates.append(games / (time.process_time() - before))
        decisions = int(records["decisions"].sum())
    label, players = " v ".join(match.lineup.labels), len(match.lineup.seats)
    middle = statistics.median(rates)
    return Speed(
        match.game.name,
        label,
        players,
        variant,
        middle,
        min(rates),
        max(rates),
        decisions / games,
        len(rates),
    )


def second_worker(match: Match, seconds: float) -> float:
    """Return how many times the games of one worker two workers play in the same time."""
    batches = Batches(match)
    batches.play(0, 1)
    games = int(_games_in(batches, BATCH_SECONDS) * seconds / BATCH_SECONDS)
    deals = max(1, games // match.lineup.rotations)

    def taking(workers: int) -> float:
        begun = time.perf_counter()
        simulate(Job("bench", match, deals, {}), workers, Stop())
        return time.perf_counter() - begun

    # In turns, so that what else the machine does meets both.
    pairs = [(taking(1), taking(2)) for _ in range(3)]
    return min(one for one, _ in pairs) / min(two for _, two in pairs)


def _games_in(batches: Batches, seconds: float) -> int:
    """Return about how many games take so long."""
    games, spent = 1, 0.0
    while spent < seconds / 4:
        games *= 4
        begun = time.perf_counter()
        batches.play(0, games)
        spent = time.perf_counter() - begun
    return max(1, int(games * seconds / spent))
