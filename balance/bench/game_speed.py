"""Games a second of one core, by game, bot and number of players; and what a second core adds.

Each row is measured in rounds, in turns with all other rows, and between two measurements of the
yardstick: its pace, games per million steps of that loop, is what can be compared with another day.
"""

import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from balance.bench.reference_loop import ReferenceLoop
from balance.bots import BOTS
from balance.engine.game import Bot, Game
from balance.runner.batches import Batches
from balance.runner.play import Job, StopSignal, simulate
from balance.scenario.match import Entry, Lineup, Match

FEWEST_REPEATS = 5
SEED = 20260801
REPEAT_SECONDS = 0.05  # of a row's games at a time
_TWO = 2


@dataclass(frozen=True)
class Row:
    """What one line of the figures is about.

    Attributes
    ----------
    match : Match
    variant : str
        Of `Setups.benchmarks`; empty for the usual table.
    """

    match: Match
    variant: str = ""

    @property
    def bots(self) -> str:
        """The bots of the entries."""
        return " v ".join(self.match.lineup.labels)

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return len(self.match.lineup.seats)

    @property
    def name(self) -> str:
        """What the row is called, the same in every version."""
        return name_of(self.match.game.name, self.bots, self.players, self.variant)


@dataclass(frozen=True)
class Speed:
    """How fast the games of a row are, on one core.

    Attributes
    ----------
    game, bot : str
    players : int
    variant : str
        Of `Setups.benchmarks`; empty for the usual table.
    games : int
        Played in a repeat, always the same ones.
    games_per_second, slowest, fastest : float
        Of processor time: the median of the repeats, and the extremes.
    decisions : float
        Made in a game, on average.
    nanoseconds : float
        Processor time of a decision with all that follows from it.
    reference_loop : float
        Million steps a second that the yardstick walked meanwhile: the median.
    pace : float
        Games per million steps of the yardstick: the median of the repeats.
    paces : tuple of float
        Of each repeat.
    """

    game: str
    bot: str
    players: int
    variant: str
    games: int
    games_per_second: float
    slowest: float
    fastest: float
    decisions: float
    nanoseconds: float
    reference_loop: float
    pace: float
    paces: tuple[float, ...]

    @property
    def name(self) -> str:
        """What the row is called, the same in every version."""
        return name_of(self.game, self.bot, self.players, self.variant)


def name_of(game: str, bots: str, players: int, variant: str) -> str:
    """Return what a row is called."""
    table = f"{game}, {bots}, {players} player{'s' if players > 1 else ''}"
    return f"{table}, {variant}" if variant else table


def rows_of(game: Game) -> Iterator[Row]:
    """Yield the rows of a game: its bots, and its variants.

    Its first bot and those that know no game are measured at each number of players, its other
    bots with two players, against the first one: one of those that are the same function.
    """
    usual, *others = game.bots.values()
    for bot in (usual, *BOTS.values()):
        for players in game.seats:
            yield Row(equal_match(game, bot, players))
    unlike = {id(bot.choose): bot for bot in (*reversed(others), usual)}
    for bot in others if _TWO in game.seats else ():
        if unlike[id(bot.choose)] is bot:
            yield Row(match_of(game, (bot, usual)))
    for variant, one in game.setups.benchmarks.items():
        if one.bots:
            match = match_of(game, tuple(game.bots[name] for name in one.bots), one.options)
        else:
            match = equal_match(game, usual, one.players, one.options)
        yield Row(match, variant)


def equal_match(
    game: Game, bot: Bot, players: int, options: Mapping[str, Any] = MappingProxyType({})
) -> Match:
    """Return a match with one bot in all seats, on the game's usual table but for `options`."""
    game_table = game.build_table(game.options(**options), players, {}, Path())
    return Match(
        game, game_table, Lineup((Entry(bot.name, bot.at(players)),), (0,) * players), SEED
    )


def match_of(
    game: Game, bots: tuple[Bot, ...], options: Mapping[str, Any] = MappingProxyType({})
) -> Match:
    """Return a match with one bot in each seat, on the game's usual table but for `options`."""
    players = len(bots)
    game_table = game.build_table(game.options(**options), players, {}, Path())
    entries = tuple(Entry(bot.name, bot.at(players)) for bot in bots)
    return Match(game, game_table, Lineup(entries, tuple(range(players))), SEED)


class Timer:
    """Measures a row, a repeat at a time, compiled beforehand.

    Parameters
    ----------
    row : Row
    reference_loop : Yardstick
    games : int or None
        In a repeat; None is as many as take about `REPEAT_SECONDS`.  What is held against another
        measurement plays the games of that one, as some games take longer than others.
    """

    def __init__(self, row: Row, reference_loop: ReferenceLoop, games: int | None = None) -> None:
        self.row = row
        self._yardstick = reference_loop
        self._batches = Batches(row.match)
        self._batches.play(0, 1)
        self.games = games or _games_in(self._batches, REPEAT_SECONDS)
        self._decisions = 0
        self._rates: list[float] = []
        self._steps: list[float] = []
        self._paces: list[float] = []

    def repeat(self) -> None:
        """Measure once more."""
        before = self._yardstick.rate()
        begun = time.process_time()
        records = self._batches.play(0, self.games)
        rate = self.games / (time.process_time() - begun)
        steps = (before + self._yardstick.rate()) / 2
        self._decisions = int(records["decisions"].sum())
        self._rates.append(rate)
        self._steps.append(steps)
        self._paces.append(rate / steps)

    @property
    def repeats(self) -> int:
        """How often it was measured."""
        return len(self._rates)

    def speed(self) -> Speed:
        """Return what came out so far."""
        rate = statistics.median(self._rates)
        decisions = self._decisions / self.games
        row = self.row
        return Speed(
            game=row.match.game.name, bot=row.bots, players=row.players, variant=row.variant,
            games=self.games, games_per_second=rate, slowest=min(self._rates),
            fastest=max(self._rates), decisions=decisions, nanoseconds=1e9 / (rate * decisions),
            reference_loop=statistics.median(self._steps), pace=statistics.median(self._paces),
            paces=tuple(self._paces),
        )  # fmt: skip


def speeds(
    rows: Sequence[Row],
    seconds: float,
    games: Mapping[str, int] = MappingProxyType({}),
    on_row: Callable[[Row], None] = lambda row: None,
) -> list[Speed]:
    """Return the speeds of rows, measured in turns.

    Parameters
    ----------
    rows : sequence of Row
    seconds : float
        For each of them, and no fewer than `FEWEST_REPEATS`.
    games : mapping of str to int
        In a repeat, by the name of the row, where they are not to be found out.
    on_row : function (row)
        Told that the games of a row begin, for what is compiled first takes a while.
    """
    reference_loop = ReferenceLoop()
    timers = []
    for row in rows:
        on_row(row)
        timers.append(Timer(row, reference_loop, games.get(row.name)))
    in_turns(timers, max(FEWEST_REPEATS, round(seconds / REPEAT_SECONDS)), seconds)
    return [timer.speed() for timer in timers]


def in_turns(timers: Sequence[Timer], repeats: int, seconds: float) -> None:
    """Measure each `repeats` times more, in turns; a slow one only for about so many seconds."""
    spent = dict.fromkeys(timers, 0.0)
    for turn in range(repeats):
        for timer in timers:
            if turn < FEWEST_REPEATS or spent[timer] < seconds:
                begun = time.perf_counter()
                timer.repeat()
                spent[timer] += time.perf_counter() - begun


def second_worker(match: Match, seconds: float) -> float:
    """Return how many times the games of one worker two workers play in the same time."""
    batches = Batches(match)
    batches.play(0, 1)
    games = _games_in(batches, seconds)
    deals = max(1, games // match.lineup.rotations)

    def taking(workers: int) -> float:
        begun = time.perf_counter()
        simulate(Job("bench", match, deals, {}), workers, StopSignal())
        return time.perf_counter() - begun

    # In turns, so that what else the machine does meets both.
    pairs = [(taking(1), taking(2)) for _ in range(3)]
    return min(one for one, _ in pairs) / min(two for _, two in pairs)


def _games_in(batches: Batches, seconds: float) -> int:
    """Return about how many games take so long; a moment in which the machine hangs misleads none.

    (Else a row would be measured with a handful of games, and the time to start a batch.)
    """

    def taking(games: int) -> float:
        begun = time.process_time()
        batches.play(0, games)
        return time.process_time() - begun

    games = 1
    while taking(games) < seconds / 4 or min(taking(games), taking(games)) < seconds / 4:
        games *= 4
    return max(1, int(games * seconds / min(taking(games), taking(games))))
