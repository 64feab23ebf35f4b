"""What must be identical: games of a bot against copies of itself, and games on any workers.

Each seat has its own random streams, also for its bot.  So if all seats have the same bot, under
different names, and the line-up moves on by a seat, each game is the game before with its names
moved on.  This holds for every bot, also random and searching ones, unless a game depends on the
line-up, on a game before, or on another seat's stream.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.bots import BOTS
from balance.engine.layout import NOBODY
from balance.games import GAMES
from balance.games.loading import load_game
from balance.runner.batches import Batches
from balance.runner.play import CollectedGames, play_games
from balance.scenario.match import Lineup, Match
from balance.selftest.check import Check
from balance.selftest.toy_studies import prepared

WORKERS = 2
PLAYERS = (2, 4)  # where the game has these numbers


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
                differ = np.concatenate([unequal_games(match, count) for match in matches])
                check = f"{game.title}: {bot} against copies of itself, seats rotated"
                found = f"{differ.sum():,} of {len(differ):,}"
                yield Check(check, "0 games differ", found, not differ.any())


def workers(seed: int, deals: int) -> Iterator[Check]:
    """Yield the check of each game played by one worker and by two."""
    for name in GAMES:
        game = load_game(name, Path())
        match = mirror_match(name, next(iter(game.bots)), 2, seed)
        one, two = (records_of(match, deals, count) for count in (1, WORKERS))
        is_same = same_records(one, two)
        found = f"{'identical' if is_same else 'different'}, {len(one):,} games"
        title = f"{game.title}: records of 1 and {WORKERS} workers, same seed"
        yield Check(title, "identical", found, is_same)


def records_of(match: Match, deals: int, workers: int) -> NDArray[Any]:
    """Return the records of a match that so many workers play."""
    batches, rotations = Batches(match), match.lineup.rotations
    games = CollectedGames(
        lambda first, count: batches.play(first * rotations, count * rotations), len
    )
    play_games([games], [deals], workers)
    return np.concatenate(games.results)


def same_records(one: NDArray[Any], two: NDArray[Any]) -> bool:
    """Return whether all fields are the same; bytes between them are arbitrary."""
    return len(one) == len(two) and not _differ(one, two, ()).any()


def mirror_match(name: str, bot: str, players: int, seed: int) -> Match:
    """Return a match of one bot, with an entry of its own for each seat, so that they rotate."""
    return copies(prepared(name, seed, bots=bot, players=players).cells[0].match)


def copies(match: Match) -> Match:
    """Return the match with an entry of its own for each seat's bot."""
    seats = range(match.game_table.num_seats)
    entries = tuple(
        replace(match.lineup.entries[entry], label=f"copy {seat}")
        for seat, entry in enumerate(match.lineup.seats, 1)
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
    games = np.arange(len(records))
    lineup = np.full_like(records["lineup"], NOBODY)
    lineup[:, :seats] = (np.arange(seats) - games[:, None] % rotations) % seats
    differs = _differ(records, records[games // rotations * rotations], ("number", "lineup"))
    return differs | (records["lineup"] != lineup).any(axis=1)


def _differ(one: NDArray[Any], two: NDArray[Any], besides: Sequence[str]) -> NDArray[np.bool_]:
    """Return which records differ in any field but some."""
    fields = [name for name in one.dtype.names or () if name not in besides]
    differs = [(one[name] != two[name]).reshape(len(one), -1).any(axis=1) for name in fields]
    return np.any(differs, axis=0)
