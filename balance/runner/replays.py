"""Replays: deals played again from their set-up with other luck, or other choices of the bots.

Results that differ between replays of the same set-up are due to luck; those that differ with the
same luck are due to the bots' own chance. So the variance of results is split into parts. The games
of a deal are all rotations times LUCKS times CHANCES. The luck of a game begins after the set-up,
and the bots' chance differs in each game.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from balance.errors import StoreError
from balance.runner.play import CollectedGames, play_games
from balance.runner.schedule import PieceSize
from balance.runner.stop_signal import StopSignal
from balance.runner.trajectories import GAMES_AT_ONCE, TrajectoryPlayer, why_not
from balance.scenario.ladder_file import FILE, read_ladder
from balance.scenario.lineup import LineupBuilder
from balance.scenario.match import Lineup, Match
from balance.scenario.model import BotEntry
from balance.store.run_folder import SKILL, RunFolder

LUCKS = 2  # lucks of each set-up
CHANCES = 2  # chances of the bots, in each luck
MOST_DEALS, LEAST_DEALS = (
    1_000,
    100,
)  # deals: between these bounds a tenth of the deals of the match


@dataclass(frozen=True)
class Replays:
    """The results of deals that were replayed."""

    name: str  # the bots: ``planner v greedy``, or ``greedy``
    bots: tuple[str, ...]  # the labels of the entries
    lineup: NDArray[np.int64]  # shape (rotations, seats): the entry in each seat
    wins: NDArray[np.int64]  # shape (deals, rotations, lucks, chances, seats): wins in 60ths
    scores: NDArray[np.int64]  # the same shape

    @property
    def games(self) -> int:
        """How many games these are."""
        return int(np.prod(self.wins.shape[:-1]))

    def arrays(self) -> dict[str, Any]:
        """Return everything as arrays, to be stored."""
        return {name: np.asarray(value) for name, value in vars(self).items()}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, Any]) -> Self:
        """Return the replays whose arrays `arrays` returned."""
        others = {"name": str(arrays["name"]), "bots": tuple(map(str, arrays["bots"]))}
        return cls(**{**arrays, **others})


def contests_of(match: Match) -> tuple[Match, ...]:
    """Return a match as it is, and those of each ladder bot against the next weaker one.

    The better bot of a pair sits alone among others, so if it always wins, skill decides
    everything. Search bots are left out, as their games take too long.
    """
    contests = [match]
    if (match.game.home / FILE).is_file():
        builder = LineupBuilder(match.game)
        order = [bot for bot in read_ladder(match.game).order if ":" not in bot]
        players = match.game_table.num_seats
        for weak, strong in pairwise(order):
            bots = [BotEntry(bot=bot) for bot in (strong, *[weak] * (players - 1))]
            lineup = builder.build(bots, players, Path())
            contests.append(replace(match, lineup=lineup, replay_command=""))
    return tuple(
        {contest_name(contest.lineup): contest for contest in reversed(contests)}.values()
    )[::-1]


def deals_to_replay(deals: int) -> int:
    """Return how many of so many deals are replayed."""
    return min(MOST_DEALS, max(deals // 10, LEAST_DEALS))


def games_to_replay(match: Match, deals: int) -> int:
    """Return the number of games needed to replay deals of a match."""
    return deals * match.lineup.rotations * LUCKS * CHANCES


def contest_name(lineup: Lineup) -> str:
    """Return the bots of a line-up: ``planner v greedy``."""
    return " v ".join(lineup.labels)


def replay_deals(
    match: Match,
    deals: int,
    workers: int,
    stop: StopSignal,
    on_progress: Callable[[int], None] = lambda games: None,
) -> Replays | None:
    """Replay the first deals of a match; return None if stopped.

    Raises
    ------
    BotError, LimitError
    """
    rotations, seats = match.lineup.rotations, match.game_table.num_seats
    player = TrajectoryPlayer(match)
    luck, chance = np.divmod(np.arange(LUCKS * CHANCES), CHANCES)
    of_a_game = np.stack([np.zeros_like(luck), 1 + luck, 1 + luck * CHANCES + chance], axis=1)

    def play(first: int, count: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        numbers = np.arange(first * rotations, (first + count) * rotations)
        wanted = np.tile(of_a_game, (len(numbers), 1))
        wanted[:, 0] = np.repeat(numbers, len(of_a_game))
        records, _, _ = player.play(wanted)
        shape = (-1, rotations, LUCKS, CHANCES, seats)
        wins, scores = records["wins"][:, :seats], records["scores"][:, :seats]
        return wins.astype(np.int64).reshape(shape), scores.astype(np.int64).reshape(shape)

    size = PieceSize(most=max(GAMES_AT_ONCE // games_to_replay(match, 1), 1))
    replayed = CollectedGames(play, lambda result: games_to_replay(match, len(result[0])), size)
    play_games([replayed], [deals], workers, stop, on_progress)
    if stop.is_set():
        return None
    return Replays(
        contest_name(match.lineup),
        match.lineup.labels,
        np.array([match.lineup.seated(rotation) for rotation in range(rotations)], np.int64),
        np.concatenate([wins for wins, _ in replayed.results]),
        np.concatenate([scores for _, scores in replayed.results]),
    )


def why_no_replays(match: Match) -> str:
    """Return in a sentence why deals of a match cannot be replayed, or nothing."""
    if match.game_table.num_seats == 1 or match.game_table.rival:
        return "it needs players who play each other, not against the game itself"
    return why_not(match)


def write_replays(folder: RunFolder, cell: str, replays: Sequence[Replays]) -> None:
    """Store the replays of a cell in the folder of its run.

    Raises
    ------
    StoreError
    """
    arrays = {
        f"{place}:{name}": array
        for place, replay in enumerate(replays)
        for name, array in replay.arrays().items()
    }
    folder.write_sample(SKILL, cell, arrays)


def read_replays(folder: RunFolder, cell: str) -> tuple[Replays, ...]:
    """Return the replays of a cell that a folder contains.

    Raises
    ------
    StoreError
        If they cannot be read.
    """
    by_place: dict[int, dict[str, Any]] = {}
    for key, array in (folder.read_sample(SKILL, cell) or {}).items():
        place, _, name = key.partition(":")
        by_place.setdefault(int(place), {})[name] = array
    try:
        return tuple(Replays.from_arrays(by_place[place]) for place in sorted(by_place))
    except (KeyError, TypeError):
        raise StoreError(
            f"{folder.folder}: the games for skill and luck of {cell!r} were written by another "
            "version of the program: run the scenario again with --replace."
        ) from None
