"""Games of two or more seats that were never played, round by round."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from balance.analysis.win_chances import WinChances
from balance.engine.layout import WIN
from balance.runner.trajectories import Trajectories


def walks(games: int, seats: int = 2, rounds: int = 10, seed: int = 3) -> Trajectories:
    """Return games in which each seat's points grow by chance, the sooner games being longer."""
    rng = np.random.default_rng(seed)
    lengths = rounds + (np.arange(games) % 3 == 0)
    first = np.concatenate([[0], np.cumsum(lengths + 1)])
    values = np.zeros((first[-1], seats, 2), np.float32)
    wins = np.zeros((games, seats), np.int64)
    for game, length in enumerate(lengths):
        gains = rng.normal(3, 2, (length, seats)).round()
        values[first[game] + 1 : first[game + 1], :, 0] = np.cumsum(gains, axis=0)
        values[first[game] : first[game + 1], :, 1] = rng.normal(size=(length + 1, seats))
        points = values[first[game + 1] - 1, :, 0]
        best = points == points.max()
        wins[game] = WIN * best // best.sum()
    return Trajectories(
        wanted=games,
        names=("luck of the day",),
        numbers=np.arange(games),
        rounds=lengths,
        stopped=np.zeros(games, np.bool_),
        wins=wins,
        lineup=np.zeros((games, seats), np.int64),
        first=first,
        values=values,
        rotations=1,
        replay_command="balance play made-up",
        acts=("build a hut", "sing a song"),
        acted=done(games, seats),
    )


def done(games: int, seats: int) -> Any:
    """Return games in which each seat may build once a third, mostly does, and never sings."""
    acted = np.zeros((games, 3, seats, 2, 2), np.int64)
    acted[..., 0] = 1
    acted[..., 0, 1] = np.arange(games)[:, None, None] % 5 > 0
    return acted


def told(games: Sequence[tuple[ArrayLike, ArrayLike]]) -> WinChances:
    """Return games of given points and chances, each (rounds + 1, seats); the last are wins."""
    points = [np.asarray(one, np.float64) for one, _ in games]
    chances = [np.asarray(one, np.float64) for _, one in games]
    lengths = np.array([len(one) for one in points])
    starts = np.concatenate([[0], np.cumsum(lengths)])[:-1]
    return WinChances(
        numbers=np.arange(len(games)) + 100,
        deals=np.arange(len(games)),
        rounds=lengths - 1,
        shares=np.stack([one[-1] for one in chances]),
        starts=starts,
        ends=starts + lengths - 1,
        values=np.concatenate(points)[:, :, None],
        chances=np.concatenate(chances),
    )
