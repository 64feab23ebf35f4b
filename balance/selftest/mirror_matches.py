"""What must be identical: games of a bot against copies of itself, and games on any workers.

Each seat has its own random streams, also for its bot.  So if all seats have the same bot, under
different names, and the line-up moves on by a seat, each game is the game before with its names
moved on.  This holds for every bot, also random and searching ones, unless a game depends on the
line-up, on a game before, or on another seat's stream.
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
PLAYERS = (2, 4)  # where the game has these numbers
_DIGEST_BYTES = 6  # of a record: the sum of 20,000 fits 64 bits


@dataclass(frozen=True)
class RecordDigest(Sums):
    """The sum of the digests of records, which does not depend on their order."""

    digest: NDArray[np.int64]


def mirrors(seed: int, deals: int, searched: int) -> Iterator[Check]:
    """Yield the check of each bot of each game against copies of itself.

    Parameters
    ----------
    deals : int
        Of each bot and number of players.
    searched : int
        The same, for a bot that searches; 0 leaves these out.
    """
    for name in GAMES:
        game = load_game(name, Path())
        for bot in (*game.bots, *BOTS):
            count = searched if {**BOTS, **game.bots}[bot].suffix_weight else deals
            if count:
                matches = [mirror_match(name, bot, n, seed) for n in PLAYERS if n in game.seats]
                differ = np.concatenate([unequal_games(copies(match), count) for match in matches])
                check = f"{game.title}: {bot} against copies of itself, seats rotated"
                yield same_check(check, int(differ.sum()), len(differ))


def workers(seed: int, deals: int) -> Iterator[Check]:
    """Yield the check of each game played by one worker and by two."""
    for name in GAMES:
        game = load_game(name, Path())
        match = mirror_match(name, next(iter(game.bots)), 2, seed)
        one, two = (digests_of(match, deals, count) for count in (1, WORKERS))
        is_same = bool((one.arrays()["digest"] == two.arrays()["digest"]).all())
        games = deals * match.lineup.rotations
        yield Check(
            f"{game.title}: records of 1 and {WORKERS} workers, same seed",
            "identical",
            f"{'identical' if is_same else 'different'}, {games:,} games",
            is_same,
        )


def digests_of(match: Match, deals: int, workers: int) -> Sums:
    """Return the digests of the records of a match that so many workers play."""
    games = CellGames("mirror", match, MetricSet({"digest": record_digest}))
    play_games([games], [deals], workers)
    return games.totals["digest"]


def mirror_match(name: str, bot: str, players: int, seed: int) -> Match:
    """Return a match of a game at its usual table, one bot in all seats."""
    values = {
        "name": "mirror", "game": name, "seed": seed, "games": 1, "bots": bot, "players": players,
    }  # fmt: skip
    return prepare(Scenario.model_validate(values).at(Path("mirror.toml"))).cells[0].match


def copies(match: Match) -> Match:
    """Return the match with an entry of its own for each seat's bot, so that they rotate."""
    seats = range(match.game_table.num_seats)
    entries = tuple(
        replace(match.lineup.entries[match.lineup.seats[seat]], label=f"copy {seat + 1}")
        for seat in seats
    )
    return replace(match, lineup=Lineup(entries, tuple(seats)))


def unequal_games(match: Match, deals: int) -> NDArray[np.bool_]:
    """Return which games differ from the first of their deal with the entries moved on.

    Parameters
    ----------
    match : Match
        Of copies.

    Returns
    -------
    differs : bool array, shape (games,)
    """
    rotations, seats = match.lineup.rotations, match.game_table.num_seats
    records = Batches(match).play(0, deals * rotations)
    firsts = records[np.arange(len(records)) // rotations * rotations]
    differs = np.zeros(len(records), np.bool_)
    for field in records.dtype.names or ():
        if field not in ("number", "lineup"):
            is_other = records[field] != firsts[field]
            differs |= is_other.reshape(len(records), -1).any(axis=1)
    moved = np.arange(len(records))[:, None] % rotations
    expected = (np.arange(seats) - moved) % seats
    differs |= (records["lineup"][:, :seats] != expected).any(axis=1)
    differs |= (records["lineup"][:, seats:] != NOBODY).any(axis=1)
    return differs


def record_digest(records: NDArray[Any], match: Match) -> RecordDigest:
    """Return the sum of the digests of records."""
    total = np.zeros(1, np.int64)
    fields = [np.ascontiguousarray(records[name]) for name in records.dtype.names or ()]
    for place in range(len(records)):
        digest = blake2b(digest_size=_DIGEST_BYTES)
        for values in fields:
            digest.update(values[place].tobytes())
        total += int.from_bytes(digest.digest())
    return RecordDigest(total)
