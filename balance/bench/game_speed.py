"""Games per second on one core, by game, bot and number of players; and the gain of a second core.

Each row is measured in repeats, in turns with all other rows, each repeat between two measurements
of the reference loop.  Its pace, games per million steps of that loop, can be compared with other
days.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any

import numpy as np
from pydantic import AliasChoices, Field
from rich.console import Console
from rich.progress import track

from balance.bench.reference_loop import ReferenceLoop
from balance.bots import BOTS
from balance.engine.game import Bot, Game
from balance.games import GAMES
from balance.games.loading import load_game
from balance.runner.batches import Batches
from balance.scenario.match import Entry, Lineup, Match

FEWEST_REPEATS = 5
SEED = 20260801
EXAMPLES = Path(__file__).parents[2] / "examples" / "games"  # of a checkout
# Examples of games described as text, and the game with rules in Python that each is a part of.
DESCRIBED = {"docks": "", "gems": "", "dominion_base": "dominion", "valeria_citizens": "valeria"}
REPEAT_SECONDS = 0.05  # of a row's games at a time


@dataclass(frozen=True)
class RowName:
    """What a row of the figures is called: the same in every version."""

    game: str
    bot: str  # the bots of the entries
    players: int
    variant: str  # of `Setups.benchmarks`; empty for the usual table

    @property
    def name(self) -> str:
        """The name in one line."""
        players = f"{self.players} player{'s' if self.players > 1 else ''}"
        return ", ".join(filter(None, (self.game, self.bot, players, self.variant)))


@dataclass(frozen=True)
class Row(RowName):
    """The games that are timed."""

    match: Match


@dataclass(frozen=True)
class Speed(RowName):
    """The speed of a row's games on one core.

    Attributes
    ----------
    reference_loop : float
        Median speed of the reference loop, in million steps per second.
    """

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


def benched_games(name: str | None) -> dict[str, Game]:
    """Return the games to measure: the one of that name or folder, or all of `GAMES`.

    Raises
    ------
    ScenarioError
        If there is no such game.
    """
    return {key: load_game(key, Path()) for key in ([name] if name else GAMES)}


def rows_of(game: Game) -> Iterator[Row]:
    """Yield the rows of a game: its bots, and its benchmarks.

    The first bot and the bots for every game are measured at each number of players; other bots
    with two players, against the first one.  Bots with the same function are measured once.
    """
    kinds: dict[int, Bot] = {}
    for bot in game.bots.values():
        kinds.setdefault(id(bot.choose), bot)
    usual, *others = kinds.values()
    for bot in (usual, *BOTS.values()):
        yield from (row_of(game, players, bot) for players in game.seats)
    yield from (row_of(game, 2, bot, usual) for bot in others if 2 in game.seats)
    for variant, one in game.setups.benchmarks.items():
        bots = [game.bots[name] for name in one.bots] or [usual]
        yield row_of(game, one.players, *bots, options=one.options, variant=variant)


def described_rows() -> list[Row]:
    """Return the rows of `DESCRIBED`: two random players; none if there is no checkout."""
    games = [load_game(str(EXAMPLES / name), Path()) for name in DESCRIBED if EXAMPLES.is_dir()]
    return [row_of(game, 2, BOTS["random"]) for game in games]


def row_of(
    game: Game,
    players: int,
    *bots: Bot,
    options: Mapping[str, Any] = MappingProxyType({}),
    variant: str = "",
) -> Row:
    """Return a row: one bot in all seats or one in each, on the usual table with some options."""
    game_table = game.build_table(game.options(**options), players, {}, Path())
    entries = tuple(Entry(bot.name, bot.at(players)) for bot in bots)
    seats = tuple(range(players)) if len(bots) > 1 else (0,) * players
    match = Match(game, game_table, Lineup(entries, seats), SEED)
    return Row(game.name, " v ".join(match.lineup.labels), players, variant, match)


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
        self.games = games or games_in(self._batches, REPEAT_SECONDS)
        self._decisions = 0.0
        self._repeats: list[tuple[float, float]] = []  # games, and million steps, per second

    def repeat(self) -> None:
        """Measure once more."""
        before = self._reference_loop.rate()
        begun = time.process_time()
        records = self._batches.play(0, self.games)
        rate = self.games / (time.process_time() - begun)
        self._repeats.append((rate, (before + self._reference_loop.rate()) / 2))
        self._decisions = int(records["decisions"].sum()) / self.games

    def speed(self) -> Speed:
        """Return the speed from the repeats so far."""
        row, decisions = self.row, self._decisions
        rates, steps = np.array(self._repeats).T
        rate, step, pace = (float(np.median(each)) for each in (rates, steps, rates / steps))
        return Speed(
            row.game, row.bot, row.players, row.variant, self.games, rate, float(rates.min()),
            float(rates.max()), decisions, 1e9 / (rate * decisions), step, pace,
            tuple((rates / steps).tolist()),
        )  # fmt: skip


def timers_of(rows: Sequence[Row], games: Mapping[str, int], console: Console) -> list[Timer]:
    """Return what measures rows, compiled: this may take a while, which a terminal shows.

    Parameters
    ----------
    games : mapping of str to int
        Per repeat, by the name of the row; see `Timer`.
    """
    reference_loop, is_hidden = ReferenceLoop(), not console.is_terminal
    shown = track(rows, "Compiling", console=console, transient=True, disable=is_hidden)
    return [Timer(row, reference_loop, games.get(row.name)) for row in shown]


def speeds(
    rows: Sequence[Row], seconds: float, games: Mapping[str, int], console: Console
) -> list[Speed]:
    """Return the speeds of rows, measured in turns for so many seconds each; see `timers_of`."""
    timers = timers_of(rows, games, console)
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


def games_in(batches: Batches, seconds: float) -> int:
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
