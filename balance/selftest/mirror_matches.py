"""What must be the same to the bit: a bot against its copies, and games on more than one worker.

All chance is drawn for seats, the chance of bots too.  So if all seats have the same bot, under
names of their own, and the names move on by a seat, every seat sees and does the same as before:
each game is the one before with its names moved.  This holds for every bot, one that plays by
chance or searches too, unless something of the line-up, of a game before or of another seat leaks
into a game.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.bots import BOTS
from balance.engine.layout import NOBODY
from balance.games import GAMES
from balance.games.loading import load_game
from balance.runner.batches import Batches
from balance.runner.cell_games import CellGames, MetricSet
from balance.runner.play import play_games
from balance.scenario.match import Lineup, Match
from balance.scenario.model import Scenario
from balance.scenario.prepare import prepare
from balance.selftest.check import Check, same_check
from balance.store.sums import Sums

WORKERS = 2
PLAYERS = (2, 4)  # where the game can be played so


@dataclass(frozen=True)
class Prints(Sums):
    """A number that stands for all records of some games, in whatever order they were played."""

    prints: NDArray[np.int64]


def mirrors(seed: int, deals: int, searched: int) -> Iterator[Check]:
    """Yield the check of each bot of each game against its own copies.

    Parameters
    ----------
    seed : int
    deals : int
        Of each bot and number of players.
    searched : int
        The same, of a bot that searches; 0 leaves these out.
    """
    for name in GAMES:
        game = load_game(name, Path())
        for bot in (*game.bots, *BOTS):
            count = searched if {**BOTS, **game.bots}[bot].suffix_weight else deals
            if count:
                tables = [match_of(name, bot, n, seed) for n in PLAYERS if n in game.seats]
                found = np.concatenate([unlike(copies(match), count) for match in tables])
                check = f"{game.title}: {bot} against its copies, seats moved"
                yield same_check(check, int(found.sum()), len(found))


def workers(seed: int, deals: int) -> Iterator[Check]:
    """Yield the check of each game played by one worker and by two."""
    for name in GAMES:
        game = load_game(name, Path())
        match = match_of(name, next(iter(game.bots)), 2, seed)
        one, two = (prints_of(match, deals, count) for count in (1, WORKERS))
        is_same = bool((one.arrays()["prints"] == two.arrays()["prints"]).all())
        games = deals * match.lineup.rotations
        yield Check(
            f"{game.title}: records of 1 and {WORKERS} workers, same seed",
            "the same to the bit",
            f"{'the same' if is_same else 'others'}, {games:,} games",
            is_same,
        )


def prints_of(match: Match, deals: int, workers: int) -> Sums:
    """Return what stands for the records of a match that so many workers play."""
    games = CellGames("mirror", match, MetricSet({"prints": fingerprint}))
    play_games([games], [deals], workers)
    return games.totals["prints"]


def match_of(name: str, bot: str, players: int, seed: int) -> Match:
    """Return a match of a game at its usual table, one bot in all seats."""
    values = {
        "name": "mirror", "game": name, "seed": seed, "games": 1, "bots": bot, "players": players,
    }  # fmt: skip
    return prepare(Scenario.model_validate(values).at(Path("mirror.toml"))).cells[0].match


def copies(match: Match) -> Match:
    """Return the match with each seat's bot an entry of its own, so that they rotate."""
    seats = range(match.game_table.num_seats)
    entries = tuple(
        replace(match.lineup.entries[match.lineup.seats[seat]], label=f"copy {seat + 1}")
        for seat in seats
    )
    return replace(match, lineup=Lineup(entries, tuple(seats)))


def unlike(match: Match, deals: int) -> NDArray[np.bool_]:
    """Tell which games are not the first of their deal with the entries moved on.

    Parameters
    ----------
    match : Match
        Of copies.
    deals : int

    Returns
    -------
    differs : bool array, shape (games,)
        The first game of a deal is like itself.
    """
    rotations, seats = match.lineup.rotations, match.game_table.num_seats
    records = Batches(match).play(0, deals * rotations)
    firsts = records[np.arange(len(records)) // rotations * rotations]
    differs = np.zeros(len(records), np.bool_)
    for field in records.dtype.names or ():
        if field not in ("number", "lineup"):
            apart = records[field] != firsts[field]
            differs |= apart.reshape(len(records), -1).any(axis=1)
    moved = np.arange(len(records))[:, None] % rotations
    expected = (np.arange(seats) - moved) % seats
    differs |= (records["lineup"][:, :seats] != expected).any(axis=1)
    differs |= (records["lineup"][:, seats:] != NOBODY).any(axis=1)
    return differs


def fingerprint(records: NDArray[Any], match: Match) -> Prints:
    """Return what stands for records: a digest of each, added up."""
    total = np.zeros(1, np.int64)
    fields = [np.ascontiguousarray(records[name]) for name in records.dtype.names or ()]
    for place in range(len(records)):
        digest = blake2b(digest_size=8)
        for values in fields:
            digest.update(values[place].tobytes())
        total += np.frombuffer(digest.digest(), np.int64)
    return Prints(total)
