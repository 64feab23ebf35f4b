"""Deals played again from their set-up with other luck, and with other chance of the bots.

What the same set-up leaves open is luck, and what the same luck leaves open is the bots' own: so
the variance of results falls into parts.  The games of a deal are all rotations times LUCKS times
CHANCES: the luck of a game's own chance begins after the set-up, and the bots' chance is another
one in each game.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from balance.errors import StoreError
from balance.runner.play import StopSignal
from balance.runner.trajectories import TrajectoryPlayer, in_chunks, why_not
from balance.scenario.bot_entries import BotEntry
from balance.scenario.ladder_file import FILE, read_ladder
from balance.scenario.lineup import LineupBuilder
from balance.scenario.match import Lineup, Match
from balance.store.run_folder import SKILL, RunFolder

LUCKS = 2  # of each set-up
CHANCES = 2  # of the bots, in each luck
MOST_DEALS, LEAST_DEALS = 1_000, 100  # between them a tenth of the deals of the match


@dataclass(frozen=True)
class Replays:
    """What deals came to, over and over.

    Attributes
    ----------
    name : str
        Who played: ``planner v greedy``, or ``greedy``.
    bots : tuple of str
        The labels of the entries.
    lineup : int64 array, shape (rotations, seats)
        The entry in each seat.
    wins, scores : int64 array, shape (deals, rotations, lucks, chances, seats)
        Wins in 60ths.
    """

    name: str
    bots: tuple[str, ...]
    lineup: NDArray[np.int64]
    wins: NDArray[np.int64]
    scores: NDArray[np.int64]

    @property
    def games(self) -> int:
        """How many games these are."""
        return int(np.prod(self.wins.shape[:-1]))

    def arrays(self) -> dict[str, Any]:
        """Return all as arrays, to be stored."""
        return {name: np.asarray(value) for name, value in vars(self).items()}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, Any]) -> Self:
        """Return what `arrays` took apart."""
        named = {"name": str(arrays["name"]), "bots": tuple(map(str, arrays["bots"]))}
        return cls(**{**arrays, **named})


def contests_of(match: Match) -> tuple[Match, ...]:
    """Return a match as it is, and bots of the game's ladder against the next weaker ones.

    The better bot of a pair sits alone among others: so if it always wins, all is skill.  Bots with
    a number to set, which search, are left out: their games take too long.
    """
    found = [match]
    if (match.game.home / FILE).is_file():
        seating = LineupBuilder(match.game)
        order = [bot for bot in read_ladder(match.game).order if ":" not in bot]
        players = match.game_table.num_seats
        for weak, strong in pairwise(order):
            bots = [BotEntry(bot=bot) for bot in (strong, *[weak] * (players - 1))]
            lineup = seating.build(bots, players, Path())
            found.append(replace(match, lineup=lineup, replay_command=""))
    return tuple({contest_name(one.lineup): one for one in reversed(found)}.values())[::-1]


def deals_to_replay(deals: int) -> int:
    """Return how many deals are played over and over where so many were played once."""
    return min(MOST_DEALS, max(deals // 10, LEAST_DEALS))


def games_of(match: Match, deals: int) -> int:
    """Return how many games of a match playing deals over and over takes."""
    return deals * match.lineup.rotations * LUCKS * CHANCES


def contest_name(lineup: Lineup) -> str:
    """Return who plays: ``planner v greedy``."""
    return " v ".join(lineup.labels)


def replay_deals(
    match: Match,
    deals: int,
    workers: int,
    stop: StopSignal,
    on_progress: Callable[[int], None] = lambda games: None,
) -> Replays:
    """Play the first deals of a match over and over.

    Raises
    ------
    BotError, LimitError
    """
    rotations, seats = match.lineup.rotations, match.game_table.num_seats
    trajectory_player = TrajectoryPlayer(match)
    each = rotations * LUCKS * CHANCES
    luck, chance = np.divmod(np.arange(LUCKS * CHANCES), CHANCES)
    own = np.stack([np.zeros_like(luck), 1 + luck, 1 + luck * CHANCES + chance], axis=1)

    def play(first: int, games: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        numbers = np.arange(first // each * rotations, (first + games) // each * rotations)
        wanted = np.tile(own, (len(numbers), 1))
        wanted[:, 0] = np.repeat(numbers, len(own))
        records, _, _ = trajectory_player.play(wanted)
        shape = (-1, rotations, LUCKS, CHANCES, seats)
        wins, scores = records["wins"][:, :seats], records["scores"][:, :seats]
        return wins.astype(np.int64).reshape(shape), scores.astype(np.int64).reshape(shape)

    parts = in_chunks(play, deals * each, each, workers, stop, on_progress)
    return Replays(
        contest_name(match.lineup),
        match.lineup.labels,
        np.array([match.lineup.seated(rotation) for rotation in range(rotations)], np.int64),
        np.concatenate([wins for wins, _ in parts]),
        np.concatenate([scores for _, scores in parts]),
    )


def why_no_replays(match: Match) -> str:
    """Return in a sentence why deals of a match are not played again, or nothing."""
    if match.game_table.num_seats == 1 or match.game_table.rival:
        return "it needs players who play each other; here one plays against the game itself"
    return why_not(match)


def write_replays(store: RunFolder, variant: str, replays: Sequence[Replays]) -> None:
    """Keep what was played of a variant in the folder of its run.

    Raises
    ------
    StoreError
    """
    arrays = {
        f"{place}:{name}": array
        for place, one in enumerate(replays)
        for name, array in one.arrays().items()
    }
    store.write_sample(SKILL, variant, arrays)


def read_replays(store: RunFolder, variant: str) -> tuple[Replays, ...]:
    """Return what a folder holds of a variant.

    Raises
    ------
    StoreError
        If it cannot be read.
    """
    by_place: dict[int, dict[str, Any]] = {}
    for key, array in (store.read_sample(SKILL, variant) or {}).items():
        place, _, name = key.partition(":")
        by_place.setdefault(int(place), {})[name] = array
    try:
        return tuple(Replays.from_arrays(by_place[place]) for place in sorted(by_place))
    except (KeyError, TypeError):
        raise StoreError(
            f"{store.folder}: the games for skill and luck of {variant!r} were kept by another "
            "version of the program: run the scenario again with --replace."
        ) from None
