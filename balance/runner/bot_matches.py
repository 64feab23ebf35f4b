"""Bot matches: one line-up on all test tables of a game, all rotations, deal after deal.

Deal d is played on table d % T, as deal d // T with that table's own seed. So every range of deals
uses all tables equally, and deals are independent.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.engine.game import Game, GameTable
from balance.engine.layout import WIN
from balance.errors import ScenarioError
from balance.runner.batches import Batches
from balance.runner.play import CollectedGames, play_games
from balance.runner.stop_signal import StopSignal
from balance.scenario.lineup import LineupBuilder
from balance.scenario.match import Lineup, Match
from balance.scenario.model import BotEntry
from balance.scenario.prepare import build_table
from balance.scenario.replay_command import with_replay_command

SEEDS = 2**63  # seeds are below this


@dataclass(frozen=True)
class BotMatch:
    """A line-up on all test tables.

    For another line-up on the same tables and deals, use ``dataclasses.replace(bot_match,
    lineup=...)``.

    Attributes
    ----------
    settings : tuple of mapping
        How each table differs from the game's usual one, by key, so that a bot's error can name
        the command that replays its game; may be empty.
    """

    game: Game
    test_tables: tuple[GameTable, ...]
    lineup: Lineup
    seed: int
    settings: tuple[Mapping[str, Any], ...] = ()

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.lineup.seats)

    @cached_property
    def matches(self) -> tuple[Match, ...]:
        """The match on each table, with its own seed."""
        count = len(self.test_tables)
        matches = [
            Match(self.game, table, self.lineup, (self.seed * count + place) % SEEDS)
            for place, table in enumerate(self.test_tables)
        ]
        if not self.settings:
            return tuple(matches)
        return tuple(map(with_replay_command, matches, self.settings))

    @cached_property
    def batches(self) -> tuple[Batches, ...]:
        """The player of each table."""
        return tuple(Batches(match) for match in self.matches)

    def play(self, first: int, deals: int) -> "MatchResult":
        """Play deals `first` to `first` + `deals` - 1 in the calling thread.

        Raises
        ------
        BotError, LimitError
        """
        count, rotations = len(self.test_tables), self.lineup.rotations
        wins = np.zeros((deals, rotations, self.players), np.int32)
        scores, cut_off = np.zeros_like(wins), np.zeros((deals, rotations), np.bool_)
        begun = time.thread_time()
        for table, batches in enumerate(self.batches):
            start = (table - first) % count  # the place of this table's first deal
            places = slice(start, None, count)
            games = cut_off[places].size
            if not games:
                continue
            records = batches.play((first + start) // count * rotations, games)
            wins[places] = records["wins"][:, : self.players].reshape(wins[places].shape)
            scores[places] = records["scores"][:, : self.players].reshape(wins[places].shape)
            cut_off[places] = (records["stopped"] != 0).reshape(cut_off[places].shape)
        wins[cut_off] = WIN // self.players
        numbers = first + np.arange(deals, dtype=np.int64)
        seconds = time.thread_time() - begun
        return MatchResult(numbers, wins, scores, cut_off, self.seated, seconds)

    @property
    def seated(self) -> NDArray[np.int32]:
        """The entry of the line-up in each seat, shape (rotations, seats)."""
        return self.lineup.by_rotation[:, : self.players]


@dataclass(frozen=True)
class MatchResult:
    """The results of a bot match.

    Attributes
    ----------
    wins : int32 array, shape (deals, rotations, seats)
        In 60ths; a game that was cut off at the limit of decisions is shared by all.
    """

    deals: NDArray[np.int64]  # shape (deals,): their numbers, rising
    wins: NDArray[np.int32]
    scores: NDArray[np.int32]  # shape (deals, rotations, seats)
    cut_off: NDArray[np.bool_]  # shape (deals, rotations)
    lineup: NDArray[np.int32]  # shape (rotations, seats): the entry of the line-up in each seat
    seconds: float  # of processor time

    @property
    def games(self) -> int:
        """How many games these are."""
        return int(self.cut_off.size)

    def at(self, places: NDArray[np.intp]) -> "MatchResult":
        """Return the deals at some places of the arrays; the seconds remain those of all."""
        return replace(
            self,
            deals=self.deals[places],
            wins=self.wins[places],
            scores=self.scores[places],
            cut_off=self.cut_off[places],
        )


class BotMatchGames(CollectedGames[MatchResult]):
    """The games of a bot match, from some first deal on."""

    def __init__(self, bot_match: BotMatch, first: int = 0) -> None:
        super().__init__(bot_match.play, lambda result: result.games, first=first)
        self._bot_match = bot_match

    @property
    def result(self) -> MatchResult:
        """All deals that were played."""
        pieces = [self._bot_match.play(0, 0), *self.results]
        return MatchResult(
            np.concatenate([piece.deals for piece in pieces]),
            np.concatenate([piece.wins for piece in pieces]),
            np.concatenate([piece.scores for piece in pieces]),
            np.concatenate([piece.cut_off for piece in pieces]),
            self._bot_match.seated,
            sum((piece.seconds for piece in self.results), 0.0),
        )


def play_bot_matches(
    bot_matches: Sequence[BotMatch],
    first: int,
    deals: int,
    workers: int = 1,
    stop: StopSignal | None = None,
    on_progress: Callable[[int], None] = lambda games: None,
) -> list[MatchResult]:
    """Play deals `first` to `first` + `deals` - 1 of each bot match.

    Parameters
    ----------
    workers : int
        Threads; one plays in the calling thread.
    stop : StopSignal, optional
        Once set, the games played so far are returned.
    on_progress : function (games)

    Raises
    ------
    BotError, LimitError
        If a bot breaks a rule for bots, or a game exceeds its limits.
    """
    games = [BotMatchGames(bot_match, first) for bot_match in bot_matches]
    play_games(games, [first + deals] * len(games), workers, stop, on_progress)
    return [game.result for game in games]


def rival_counts(game: Game) -> tuple[int, ...]:
    """Return the numbers of players with which bots of a game play against each other."""
    return tuple(count for count in game.seats if count > 1)


def build_test_tables(
    game: Game,
    players: int,
    settings: Mapping[str, Any] | None = None,
    test_tables: Sequence[Mapping[str, Any]] | None = None,
    folder: Path = Path(),
) -> tuple[GameTable, ...]:
    """Build the tables at which a game's bots are compared.

    Parameters
    ----------
    settings : mapping, optional
        Changes to all of them: options and cells of sheets, by dotted key.
    test_tables : sequence of mapping, optional
        Options of other tables than ``game.setups.test_tables``.
    folder : Path
        The base of relative paths.

    Raises
    ------
    ScenarioError, CardError
        If the number of players is not possible, or a table cannot be built.
    """
    if players not in game.seats:
        counts = ", ".join(map(str, game.seats))
        raise ScenarioError(
            f"Bots of {game.title} can be compared with {counts} players, not with {players}."
        )
    build = partial(build_table, game, players, settings=settings, folder=folder)
    tables = tuple(build(options) for options in test_tables or game.setups.test_tables)
    if tables[0].is_common:
        raise ScenarioError(
            f"Bots of {game.title} cannot be compared in one game, as all win or lose together."
        )
    return tables


def table_settings(
    game: Game,
    settings: Mapping[str, Any] | None = None,
    test_tables: Sequence[Mapping[str, Any]] | None = None,
) -> tuple[Mapping[str, Any], ...]:
    """Return how each test table differs from the usual one; see `build_test_tables`."""
    return tuple(
        {**options, **(settings or {})} for options in test_tables or game.setups.test_tables
    )


def lineup_of(builder: LineupBuilder, bots: Sequence[str | BotEntry], players: int) -> Lineup:
    """Return a line-up of bots named as in a scenario, one for each seat or one for all.

    Raises
    ------
    ScenarioError, BotError
        If there is no such bot.
    """
    entries = [BotEntry(bot=bot) if isinstance(bot, str) else bot for bot in bots]
    return builder.build(entries, players, Path())


def bot_match(
    game: Game,
    bots: Sequence[str | BotEntry],
    players: int,
    seed: int,
    settings: Mapping[str, Any] | None = None,
    test_tables: Sequence[Mapping[str, Any]] | None = None,
) -> BotMatch:
    """Return the match of some bots, one for each seat or one for all.

    Parameters
    ----------
    bots : sequence of str or BotEntry
        ``planner``, ``search:200``, ``file.py:function`` from the current folder.

    Raises
    ------
    ScenarioError, CardError, BotError
    """
    tables = build_test_tables(game, players, settings, test_tables)
    lineup = lineup_of(LineupBuilder(game), bots, players)
    return BotMatch(game, tables, lineup, seed, table_settings(game, settings, test_tables))
