"""What `duel`, `tournament` and `ladder` have in common: bots brought together and played."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from rich.console import Console

from balance.app.notices import console
from balance.app.progress import show_progress
from balance.engine.jit import has_compiled_code
from balance.errors import Interrupted, ScenarioError
from balance.games.loading import load_game
from balance.limits import MAX_SEED
from balance.runner.batches import warm_up
from balance.runner.bot_matches import BotMatch, build_test_tables, lineup_of, settings_of
from balance.runner.pairings import Pairing, PairingResult, pairing, play_pairings
from balance.runner.play import StopSignal
from balance.runner.worker_pool import available_cores
from balance.scenario.lineup import LineupBuilder
from balance.scenario.match import Entry, Lineup

FEWEST_DEALS = 2  # of which something can be said


@dataclass(frozen=True)
class Terms:
    """How bots meet.

    Attributes
    ----------
    game : str
        A game's name or folder.
    players : int or None
        None is the fewest that bots can meet with.
    seed : int
    settings : mapping
        What is changed at all tables, by dotted key.
    workers : int or None
        Threads; None is one a core.
    command : str
        As it was typed.
    """

    game: str
    players: int | None = None
    seed: int = 1
    settings: Mapping[str, Any] = field(default_factory=dict)
    workers: int | None = None
    command: str = ""


@dataclass(frozen=True)
class Arena:
    """The grounds, and the bots that meet there.

    Attributes
    ----------
    ground : Meeting
        The first bot against itself.
    entries : tuple of Entry
    notes : Console
    workers : int
    """

    ground: BotMatch
    entries: tuple[Entry, ...]
    notes: Console
    workers: int


def arena(bots: Sequence[str], terms: Terms) -> Arena:
    """Return the bots of these names on the grounds of the game, all compiled.

    Raises
    ------
    ScenarioError, CardError, BotError
        If there is no such game or bot, a table cannot be laid, or two bots have one name.
    """
    game = load_game(terms.game, Path())
    players = terms.players or min((count for count in game.seats if count > 1), default=0)
    if not players:
        raise ScenarioError(f"{game.title} is for one player: there no bots meet.")
    if not 0 <= terms.seed <= MAX_SEED:
        raise ScenarioError(f"--seed {terms.seed}: a number from 0 to {MAX_SEED:,} is expected.")
    tables = build_test_tables(game, players, terms.settings)
    seating = LineupBuilder(game)
    lineups = [lineup_of(seating, [bot], players) for bot in bots]
    entries = tuple(lineup.entries[0] for lineup in lineups)
    labels = [entry.label for entry in entries]
    for name, label in zip(bots, labels, strict=True):
        if labels.count(label) > 1:
            raise ScenarioError(
                f"{name}: two bots are called {label!r}, where different ones are expected to meet."
            )
    notes = console()
    for notice in seating.notices:
        notes.print(f"Note: {notice}")
    if not has_compiled_code(game.home):
        notes.print(f"Compiling {game.title} for this machine: once, for up to a minute ...")
    shown = settings_of(game, terms.settings)
    ground = BotMatch(game, tables, lineups[0], terms.seed, shown)
    warm_up(replace(ground.matches[0], lineup=Lineup(entries, ground.lineup.seats)))
    return Arena(ground, entries, notes, terms.workers or available_cores())


def paired(one: Arena, places: Sequence[tuple[int, int]]) -> list[Pairing]:
    """Return the pairings of the bots at these places among all."""
    return [
        pairing(one.ground, one.entries[first], one.entries[second]) for first, second in places
    ]


def deals_for(one: Pairing, games: int) -> int:
    """Return the fewest whole deals with so many games, all grounds alike, that say anything."""
    test_tables = len(one.bot_matches[0].test_tables)
    return max(-(-games // (one.games * test_tables)) * test_tables, FEWEST_DEALS)


def play_all(
    one: Arena,
    pairings: Sequence[Pairing],
    deals: int,
    what: str,
    settled: Callable[[Sequence[PairingResult]], bool] = lambda encounters: False,
) -> tuple[list[PairingResult], bool]:
    """Play pairings and show how far they are.

    Returns
    -------
    encounters : list of Encounter
    is_whole : bool
        Whether they were played to their end; Ctrl-C leaves them shorter.

    Raises
    ------
    BotError, LimitError
    Interrupted
        If too little was played for anything to be said.
    """
    stop = StopSignal()
    with stop.on_interrupt(), show_progress(one.notes) as progress:
        progress.begin(what, deals * sum(each.games for each in pairings))
        found = play_pairings(pairings, deals, one.workers, stop, progress.add, settled)
    if len(found[0].deals) < FEWEST_DEALS:
        raise Interrupted("Stopped before anything could be said.")
    return found, not stop.is_set()


def test_tables_text(ground: BotMatch) -> str:
    """Say on how many grounds bots meet."""
    tables = len(ground.test_tables)
    on = f"on {tables} tables, all alike" if tables > 1 else "on one table"
    return f"{ground.game.title}, {ground.players} players, {on}, seed {ground.seed}"
