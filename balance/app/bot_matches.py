"""What `duel`, `tournament` and `ladder` share: preparing bots and playing their pairings."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from rich.console import Console

from balance.app.notices import announce_compiling, print_notes, stderr_console
from balance.app.output import NO_OPTIONS, Output
from balance.app.progress import show_progress
from balance.app.time_notices import time_notices
from balance.engine.game import Game
from balance.errors import Interrupted, ScenarioError
from balance.games.loading import load_game
from balance.runner.bot_matches import (
    BotMatch,
    build_test_tables,
    lineup_of,
    rival_counts,
    table_settings,
)
from balance.runner.bot_speed import warm_up
from balance.runner.pairings import Pairing, PairingResult, pairing, play_pairings
from balance.runner.reproducibility import reproducibility_note
from balance.runner.stop_signal import StopSignal
from balance.runner.worker_pool import available_cores
from balance.scenario.lineup import LineupBuilder
from balance.scenario.match import Entry, Lineup, players_in_words

FEWEST_DEALS = 2  # with fewer there are no intervals


@dataclass(frozen=True)
class BotMatchOptions:
    """How bots play each other."""

    game: str  # name or folder
    players: int | None = None  # None is the smallest number above one
    seed: int = 1
    settings: Mapping[str, Any] = field(default_factory=dict)  # of all tables, by dotted key
    workers: int | None = None  # threads; None is one per core
    command: str = ""  # as it was typed
    output: Output = NO_OPTIONS  # how the answer is printed


@dataclass(frozen=True)
class PreparedBots:
    """Compiled bots, and the test tables that they play on."""

    tables: BotMatch  # the first bot against itself
    entries: tuple[Entry, ...]
    console: Console
    workers: int

    @property
    def labels(self) -> list[str]:
        """The names of the bots."""
        return [entry.label for entry in self.entries]

    def pairings(self, places: Sequence[tuple[int, int]]) -> list[Pairing]:
        """Return the pairings of the bots with these indices."""
        return [
            pairing(self.tables, self.entries[place], self.entries[two]) for place, two in places
        ]


def prepare_bots(
    names: Sequence[str], options: BotMatchOptions, is_strict: bool = False
) -> PreparedBots:
    """Return the bots of these names, compiled, with all test tables of the game.

    Parameters
    ----------
    is_strict : bool
        Whether strangers enter bots, see `balance.bots.strict`.

    Raises
    ------
    ScenarioError, CardError, BotError
        If there is no such game or bot, a table cannot be built, or two bots have one name.
    """
    game = load_game(options.game, Path())
    players = players_of(game, options.players)
    test_tables = build_test_tables(game, players, options.settings)
    seating = LineupBuilder(game, is_strict)
    lineups = [lineup_of(seating, [name], players) for name in names]
    entries = tuple(lineup.entries[0] for lineup in lineups)
    check_different(entries)
    console = stderr_console()
    print_notes(seating.notices, console)
    announce_compiling(game, console)
    settings = table_settings(game, options.settings)
    tables = BotMatch(game, test_tables, lineups[0], options.seed, settings)
    first = tables.matches[0]
    warm_up(replace(first, lineup=Lineup(entries, tables.lineup.seats)))
    doubts = (reproducibility_note(replace(first, lineup=lineup)) for lineup in lineups)
    print_notes(filter(None, doubts), console)
    return PreparedBots(tables, entries, console, options.workers or available_cores())


def players_of(game: Game, players: int | None) -> int:
    """Return the number of players that was asked for, or else the smallest above one, if any."""
    return players or min(rival_counts(game), default=1)


def check_different(entries: Sequence[Entry]) -> None:
    """Raise a `ScenarioError` if two bots have the same name."""
    labels = [entry.label for entry in entries]
    for label in labels:
        if labels.count(label) > 1:
            raise ScenarioError(f"Two bots are called {label!r}: expected different names.")


def deals_of_pairing(pairing: Pairing, games: int) -> int:
    """Return the fewest deals with so many games: the same number on each test table."""
    test_tables = len(pairing.bot_matches[0].test_tables)
    return max(-(-games // (pairing.games * test_tables)) * test_tables, FEWEST_DEALS)


def play_with_progress(
    bots: PreparedBots,
    pairings: Sequence[Pairing],
    deals: int,
    what: str,
    is_settled: Callable[[Sequence[PairingResult]], bool] = lambda results: False,
    is_most: bool = False,
) -> tuple[list[PairingResult], bool]:
    """Play pairings on so many deals, until settled; show the progress.

    Parameters
    ----------
    is_most : bool
        Whether it will probably be settled sooner.

    Returns
    -------
    results : list of PairingResult
    is_complete : bool
        False if Ctrl-C ended the games early.

    Raises
    ------
    BotError, LimitError
    Interrupted
        If too few games were played for any result.
    """
    planned = [
        (one.matches[0], deals * one.lineup.rotations)
        for each in pairings
        for one in each.bot_matches
    ]
    print_notes(time_notices(planned, bots.workers, is_most), bots.console)
    stop = StopSignal()
    with stop.on_interrupt(), show_progress(bots.console) as progress:
        progress.begin(what, deals * sum(each.games for each in pairings))
        results = play_pairings(pairings, deals, bots.workers, stop, progress.add, is_settled)
    if len(results[0].deals) < FEWEST_DEALS:
        raise Interrupted("Stopped too early for any result.")
    return results, not stop.is_set()


def test_tables_text(tables: BotMatch) -> str:
    """Return game, number of players and of test tables, and seed in a line."""
    number = len(tables.test_tables)
    on = f"on {number} tables, equally often" if number > 1 else "on one table"
    players = players_in_words(tables.players)
    return f"{tables.game.title}, {players}, {on}, seed {tables.seed}"
