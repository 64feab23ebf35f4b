"""Games per second on one core, by game, bot and number of players; and the gain of a second core.

Each row is measured in repeats, in turns with all other rows, each repeat between two measurements
of the reference loop.  Its pace, games per million steps of that loop, can be compared with other
days.
"""

import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any

from pydantic import AliasChoices, Field

from balance.bench.reference_loop import ReferenceLoop
from balance.bots import BOTS
from balance.engine.game import Bot, Game
from balance.games.loading import load_game
from balance.runner.batches import Batches
from balance.runner.cell_games import CellGames, MetricSet
from balance.runner.play import play_games
from balance.scenario.match import Entry, Lineup, Match

FEWEST_REPEATS = 5
SEED = 20260801
EXAMPLES = Path(__file__).parents[2] / "examples" / "games"  # of a checkout
# Examples of games described as text, and the game with rules in Python that each is a part of.
DESCRIBED = {"docks": "", "gems": "", "dominion_base": "dominion", "valeria_citizens": "valeria"}
REPEAT_SECONDS = 0.05  # of a row's games at a time
_TWO = 2


@dataclass(frozen=True)
class Row:
    """A row of the figures: the games that are timed."""

    match: Match
    variant: str = ""  # of `Setups.benchmarks`; empty for the usual table

    @property
    def bots(self) -> str:
        """The bots of the entries."""
        return " v ".join(self.match.lineup.labels)

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.match.lineup.seats)

    @property
    def name(self) -> str:
        """The name of the row, the same in every version."""
        return name_of(self.match.game.name, self.bots, self.players, self.variant)


@dataclass(frozen=True)
class Speed:
    """The speed of a row's games on one core.

    Attributes
    ----------
    reference_loop : float
        Median speed of the reference loop, in million steps per second.
    """

    game: str
    bot: str
    players: int
    variant: str  # of `Setups.benchmarks`; empty for the usual table
    games: int  # played in each repeat, always the same ones
    games_per_second: float  # of processor time: the median of the repeats
    slowest: float  # repeat, in games per second
    fastest: float
    decisions: float  # mean number per game
    nanoseconds: float  # processor time per decision, with all that follows from it
    reference_loop: Annotated[
        float, Field(validation_alias=AliasChoices("reference_loop", "yardstick"))
    ]  # files of version 0.2.0 have the second name
    pace: float  # games per million steps of the reference loop: the median of the repeats
    paces: tuple[float, ...]  # of each repeat

    @property
    def name(self) -> str:
        """The name of the row, the same in every version."""
        return name_of(self.game, self.bot, self.players, self.variant)


def name_of(game: str, bots: str, players: int, variant: str) -> str:
    """Return the name of a row."""
    table = f"{game}, {bots}, {players} player{'s' if players > 1 else ''}"
    return f"{table}, {variant}" if variant else table


def rows_of(game: Game) -> Iterator[Row]:
    """Yield the rows of a game: its bots, and its benchmarks.

    The first bot and the bots for every game are measured at each number of players; other bots
    with two players, against the first one.  Bots with the same function are measured once.
    """
    usual, *others = game.bots.values()
    for bot in (usual, *BOTS.values()):
        for players in game.seats:
            yield Row(equal_match(game, bot, players))
    functions = {id(usual.choose)}
    for bot in others if _TWO in game.seats else ():
        if id(bot.choose) not in functions:
            functions.add(id(bot.choose))
            yield Row(benched_match(game, (bot, usual)))
    for variant, benchmark in game.setups.benchmarks.items():
        if benchmark.bots:
            bots = tuple(game.bots[name] for name in benchmark.bots)
            match = benched_match(game, bots, benchmark.options)
        else:
            match = equal_match(game, usual, benchmark.players, benchmark.options)
        yield Row(match, variant)


def described_rows() -> list[Row]:
    """Return the rows of `DESCRIBED`: two random players; none if there is no checkout."""
    games = [load_game(str(EXAMPLES / name), Path()) for name in DESCRIBED if EXAMPLES.is_dir()]
    return [Row(equal_match(game, BOTS["random"], _TWO)) for game in games]


def equal_match(
    game: Game, bot: Bot, players: int, options: Mapping[str, Any] = MappingProxyType({})
) -> Match:
    """Return a match with one bot in all seats, on the game's usual table with some options."""
    game_table = game.build_table(game.options(**options), players, {}, Path())
    return Match(
        game, game_table, Lineup((Entry(bot.name, bot.at(players)),), (0,) * players), SEED
    )


def benched_match(
    game: Game, bots: tuple[Bot, ...], options: Mapping[str, Any] = MappingProxyType({})
) -> Match:
    """Return a match with one bot in each seat, on the game's usual table with some options."""
    players = len(bots)
    game_table = game.build_table(game.options(**options), players, {}, Path())
    entries = tuple(Entry(bot.name, bot.at(players)) for bot in bots)
    return Match(game, game_table, Lineup(entries, tuple(range(players))), SEED)


class Timer:
    """Measures a row, one repeat at a time; compiled beforehand.

    Parameters
    ----------
    games : int or None
        Per repeat; None is as many as take about `REPEAT_SECONDS`.  To compare with another
        measurement, the same games are played, as some take longer than others.
    """

    def __init__(self, row: Row, reference_loop: ReferenceLoop, games: int | None = None) -> None:
        self.row = row
        self._reference_loop = reference_loop
        self._batches = Batches(row.match)
        self._batches.play(0, 1)
        self.games = games or _games_in(self._batches, REPEAT_SECONDS)
        self._decisions = 0
        self._rates: list[float] = []
        self._steps: list[float] = []
        self._paces: list[float] = []

    def repeat(self) -> None:
        """Measure once more."""
        before = self._reference_loop.rate()
        begun = time.process_time()
        records = self._batches.play(0, self.games)
        rate = self.games / (time.process_time() - begun)
        steps = (before + self._reference_loop.rate()) / 2
        self._decisions = int(records["decisions"].sum())
        self._rates.append(rate)
        self._steps.append(steps)
        self._paces.append(rate / steps)

    def speed(self) -> Speed:
        """Return the speed from the repeats so far."""
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
    seconds : float
        For each row, in at least `FEWEST_REPEATS` repeats.
    games : mapping of str to int
        Per repeat, by the name of the row; see `Timer`.
    on_row : function (row)
        Called before a row is compiled, which may take a while.
    """
    reference_loop = ReferenceLoop()
    timers = []
    for row in rows:
        on_row(row)
        timers.append(Timer(row, reference_loop, games.get(row.name)))
    in_turns(timers, max(FEWEST_REPEATS, round(seconds / REPEAT_SECONDS)), seconds)
    return [timer.speed() for timer in timers]


def in_turns(timers: Sequence[Timer], repeats: int, seconds: float) -> None:
    """Measure each so many times more, in turns; a slow one for about so many seconds."""
    spent = dict.fromkeys(timers, 0.0)
    for turn in range(repeats):
        for timer in timers:
            if turn < FEWEST_REPEATS or spent[timer] < seconds:
                begun = time.perf_counter()
                timer.repeat()
                spent[timer] += time.perf_counter() - begun


@dataclass(frozen=True)
class RunSpeed:
    """How fast a run is, beside one worker that plays without counting anything."""

    two_workers: float  # the speed of two of these, divided by that of one
    counting: float  # of one that counts all that a report shows
    two_counting: float  # of two that count, divided by one that counts

    def __str__(self) -> str:
        """Return the speed in a sentence."""
        return (
            f"A worker that counts for a report is {self.counting:.2f} times as fast as one that "
            f"only plays. Two workers are {self.two_workers:.2f} times as fast as one, and "
            f"{self.two_counting:.2f} times when they count."
        )


def run_speed(match: Match, metrics: MetricSet, seconds: float) -> RunSpeed:
    """Measure workers that play so many seconds each, with these metrics and without."""
    batches = Batches(match)
    batches.play(0, 1)
    games = _games_in(batches, seconds)
    deals = max(1, games // match.lineup.rotations)

    def time_of(workers: int, counted: MetricSet) -> float:
        begun = time.perf_counter()
        play_games([CellGames("bench", match, counted)], [deals], workers)
        return time.perf_counter() - begun

    # In turns, so that other load on the machine affects all.
    ways = [(workers, counted) for counted in (MetricSet({}), metrics) for workers in (1, 2)]
    times = [[time_of(*way) for way in ways] for _ in range(FEWEST_REPEATS)]
    one, two, one_counting, two_counting = map(statistics.median, zip(*times, strict=True))
    return RunSpeed(one / two, one / one_counting, one_counting / two_counting)


def _games_in(batches: Batches, seconds: float) -> int:
    """Return about how many games take so long, by the faster of two measurements.

    A moment in which the machine hangs would else leave a row with a handful of games.
    """

    def time_of(games: int) -> float:
        begun = time.process_time()
        batches.play(0, games)
        return time.process_time() - begun

    games = 1
    while time_of(games) < seconds / 4 or min(time_of(games), time_of(games)) < seconds / 4:
        games *= 4
    return max(1, int(games * seconds / min(time_of(games), time_of(games))))
