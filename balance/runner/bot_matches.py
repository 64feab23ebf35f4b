"""Bots that meet: one line-up on every ground of a game, all rotations, deal after deal.

Deal d lies on ground d % G, as deal d // G of that ground's own seed: so every run of deals holds
all grounds alike, and no two deals share their luck.
"""

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.bots import BOTS
from balance.engine.batch import compile_bot
from balance.engine.game import Game, GameTable
from balance.engine.jit import is_compiled, is_compiling
from balance.engine.layout import WIN
from balance.errors import ScenarioError
from balance.runner.batches import Batches
from balance.runner.play import StopSignal, run_on_threads
from balance.scenario.bot_entries import BotEntry
from balance.scenario.cells import Cell
from balance.scenario.lineup import LineupBuilder
from balance.scenario.match import Entry, Lineup, Match
from balance.scenario.prepare import lay
from balance.scenario.replay_command import with_replay_command

BATCH_SECONDS = 0.2  # of one worker: Ctrl-C waits for the end of a batch
SEEDS = 2**63  # seeds are below this


@dataclass(frozen=True)
class BotMatch:
    """A line-up on every ground.

    Another line-up on the same grounds is ``dataclasses.replace(meeting, lineup=...)``: nothing is
    laid anew, and all its deals are the same.

    Attributes
    ----------
    game : Game
    game_table : tuple of Laid
        The table of each ground.
    lineup : LineUp
    seed : int
    settings : tuple of mapping
        How each ground differs from the game's usual table, by key, so that a bot's error can
        name the command that tells its game; empty for none.
    """

    game: Game
    game_table: tuple[GameTable, ...]
    lineup: Lineup
    seed: int
    settings: tuple[Mapping[str, Any], ...] = ()

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.lineup.seats)

    @cached_property
    def matches(self) -> tuple[Match, ...]:
        """The match of each ground, with a seed of its own."""
        test_tables = len(self.game_table)
        found = [
            Match(self.game, game_table, self.lineup, (self.seed * test_tables + ground) % SEEDS)
            for ground, game_table in enumerate(self.game_table)
        ]
        if not self.settings:
            return tuple(found)
        return tuple(map(with_replay_command, found, self.settings))

    @cached_property
    def batches(self) -> tuple[Batches, ...]:
        """What plays each ground."""
        return tuple(Batches(match) for match in self.matches)


@dataclass(frozen=True)
class Played:
    """What was played of a meeting.

    Attributes
    ----------
    deals : int64 array, shape (deals,)
        Their numbers, rising.
    wins : int32 array, shape (deals, rotations, seats)
        In 60ths; a game that was cut off at the limit of decisions is shared by all.
    scores : int32 array, shape (deals, rotations, seats)
    cut_off : bool array, shape (deals, rotations)
    lineup : int32 array, shape (rotations, seats)
        The entry of the line-up in each seat.
    seconds : float
        Of processor time.
    """

    deals: NDArray[np.int64]
    wins: NDArray[np.int32]
    scores: NDArray[np.int32]
    cut_off: NDArray[np.bool_]
    lineup: NDArray[np.int32]
    seconds: float

    @property
    def games(self) -> int:
        """How many games these are."""
        return int(self.cut_off.size)

    def __add__(self, other: "Played") -> "Played":
        """Return these and others of the same meeting, in the order of their deals."""
        return _in_order([self, other])

    def at(self, places: NDArray[np.intp]) -> "Played":
        """Return the deals at some places of the arrays; the seconds stay those of all."""
        return replace(
            self,
            deals=self.deals[places],
            wins=self.wins[places],
            scores=self.scores[places],
            cut_off=self.cut_off[places],
        )


def build_test_tables(
    game: Game,
    players: int,
    settings: Mapping[str, Any] | None = None,
    test_tables: Sequence[Mapping[str, Any]] | None = None,
    folder: Path = Path(),
) -> tuple[GameTable, ...]:
    """Lay the tables at which bots of a game are compared.

    Parameters
    ----------
    game : Game
    players : int
    settings : mapping, optional
        What is changed at all of them: options and cells of sheets, by dotted key.
    test_tables : sequence of mapping, optional
        Options of other tables than ``game.setups.test_tables``.
    folder : Path
        What relative paths start from.

    Raises
    ------
    ScenarioError, CardError
        If so many cannot play, or a table cannot be laid.
    """
    counts = [count for count in game.seats if count > 1]
    if players not in counts:
        raise ScenarioError(
            f"Bots of {game.title} meet with {', '.join(map(str, counts))} players, not with "
            f"{players}."
        )
    return tuple(
        lay(game, Cell(f"ground {place}", 1, players, (), options, settings or {}, folder))
        for place, options in enumerate(test_tables or game.setups.test_tables)
    )


def settings_of(
    game: Game,
    settings: Mapping[str, Any] | None = None,
    test_tables: Sequence[Mapping[str, Any]] | None = None,
) -> tuple[Mapping[str, Any], ...]:
    """Return how each ground differs from the game's usual table; see `build_test_tables`."""
    return tuple(
        {**options, **(settings or {})} for options in test_tables or game.setups.test_tables
    )


def lineup_of(seating: LineupBuilder, bots: Sequence[str | BotEntry], players: int) -> Lineup:
    """Return a line-up of bots named as in a scenario, one for each seat or one for all.

    Raises
    ------
    ScenarioError, BotError
        If there is no such bot.
    """
    seated = [BotEntry(bot=bot) if isinstance(bot, str) else bot for bot in bots]
    return seating.build(seated, players, Path())


def bot_match(
    game: Game,
    bots: Sequence[str | BotEntry],
    players: int,
    seed: int,
    settings: Mapping[str, Any] | None = None,
    test_tables: Sequence[Mapping[str, Any]] | None = None,
) -> BotMatch:
    """Return the meeting of some bots: one for each seat, or one for all.

    Parameters
    ----------
    game : Game
    bots : sequence of str or Seated
        ``planner``, ``search:200``, ``file.py:function`` from the current folder.
    players, seed : int
    settings, test_tables : see `build_test_tables`

    Raises
    ------
    ScenarioError, CardError, BotError
    """
    game_table = build_test_tables(game, players, settings, test_tables)
    lineup = lineup_of(LineupBuilder(game), bots, players)
    return BotMatch(game, game_table, lineup, seed, settings_of(game, settings, test_tables))


def warm_up(one: BotMatch) -> None:
    """Compile what a meeting needs, or load it from the cache, without playing its games."""
    if not is_compiling():
        return
    by_chance = Lineup((Entry("random", BOTS["random"]),), (0,) * one.players)
    Batches(Match(one.game, one.game_table[0], by_chance, one.seed)).play(0, 1)
    for entry in one.lineup.entries:
        if is_compiled(entry.bot.choose):
            compile_bot(entry.bot.choose, one.game)


def play(
    one: BotMatch,
    first: int,
    deals: int,
    workers: int = 1,
    stop: StopSignal | None = None,
    tell: Callable[[int], None] = lambda games: None,
) -> Played:
    """Play deals `first` to `first` + `deals` - 1.

    What is played is the same for any number of workers and any cut.

    Parameters
    ----------
    one : Meeting
    first, deals : int
    workers : int
        Threads; one plays in the calling thread.
    stop : Stop, optional
        Once set, the batches in work are finished and the rest is left.
    tell : function (games)
        Told of the games of each batch, from the workers' threads, one at a time.

    Raises
    ------
    BotError, LimitError
        If a bot did what no bot may do, or a game goes beyond its limits.
    """
    stop = stop or StopSignal()
    cuts = _Cuts(first, deals, len(one.game_table), workers)
    pieces: list[Played] = []
    told = threading.Lock()

    def work() -> None:
        while not stop.is_set() and (cut := cuts.claim()) is not None:
            begun, processor = time.perf_counter(), time.thread_time()
            records = _records(one, *cut)
            processor = time.thread_time() - processor
            cuts.note(cut[2], time.perf_counter() - begun)
            pieces.append(_kept(one, *cut, records, processor))
            with told:
                tell(len(records))

    run_on_threads(work, workers, stop)
    return _in_order([_nothing(one), *pieces])


class _Cuts:
    """Cuts deals into batches of about the same time, the ground that is furthest behind first."""

    def __init__(self, first: int, deals: int, test_tables: int, workers: int) -> None:
        end = first + deals
        # The first deal of ground k from a deal on is the next that leaves k.
        self._next = [-(-(first - ground) // test_tables) for ground in range(test_tables)]
        self._end = [-(-(end - ground) // test_tables) for ground in range(test_tables)]
        self._left, self._workers = deals, workers
        self._size = 1.0  # deals of a batch
        self._lock = threading.Lock()

    def claim(self) -> tuple[int, int, int] | None:
        """Return ground, first of its deals and how many are to be played next, or None."""
        with self._lock:
            open_ones = [k for k, end in enumerate(self._end) if self._next[k] < end]
            if not open_ones:
                return None
            ground = min(open_ones, key=lambda k: self._next[k])
            first = self._next[ground]
            # Towards the end batches get smaller, so that all workers end at the same time.
            size = max(int(min(self._size, self._left / (2 * self._workers))), 1)
            size = min(size, self._end[ground] - first)
            self._next[ground] += size
            self._left -= size
            return ground, first, size

    def note(self, deals: int, seconds: float) -> None:
        """Learn from a batch how fast games are."""
        fitting = deals * BATCH_SECONDS / max(seconds, 1e-6)
        with self._lock:
            self._size = max(min(fitting, 4 * self._size), 1.0)


def _records(one: BotMatch, ground: int, first: int, deals: int) -> NDArray[Any]:
    rotations = one.lineup.rotations
    return one.batches[ground].play(first * rotations, deals * rotations)


def _kept(
    one: BotMatch, ground: int, first: int, deals: int, records: NDArray[Any], seconds: float
) -> Played:
    shape = (deals, one.lineup.rotations, one.players)
    wins = records["wins"][:, : one.players].reshape(shape).astype(np.int32)
    cut_off = (records["stopped"] != 0).reshape(shape[:2])
    wins[cut_off] = WIN // one.players
    return Played(
        (first + np.arange(deals, dtype=np.int64)) * len(one.game_table) + ground,
        wins,
        records["scores"][:, : one.players].reshape(shape).astype(np.int32),
        cut_off,
        _seated(one.lineup),
        seconds,
    )


def _nothing(one: BotMatch) -> Played:
    empty = np.zeros((0, one.lineup.rotations, one.players), np.int32)
    no_cut = np.zeros(empty.shape[:2], np.bool_)
    return Played(np.zeros(0, np.int64), empty, empty, no_cut, _seated(one.lineup), 0.0)


def _in_order(pieces: Sequence[Played]) -> Played:
    deals = np.concatenate([piece.deals for piece in pieces])
    order = np.argsort(deals, kind="stable")
    return Played(
        deals[order],
        np.concatenate([piece.wins for piece in pieces])[order],
        np.concatenate([piece.scores for piece in pieces])[order],
        np.concatenate([piece.cut_off for piece in pieces])[order],
        pieces[0].lineup,
        sum(piece.seconds for piece in pieces),
    )


def _seated(lineup: Lineup) -> NDArray[np.int32]:
    return np.array([lineup.seated(k) for k in range(lineup.rotations)], np.int32)
