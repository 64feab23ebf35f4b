"""Each seat's chance to win at every moment, from games followed round by round.

The chances come from a model that is fitted to the other half of the deals, so a game is never used
to predict itself. Calibration is reported beside the results.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from balance.engine.layout import WIN
from balance.runner.trajectories import Trajectories
from balance.stats.intervals import DealSums, Estimate, Floats, mean, proportion
from balance.stats.win_probability_model import brier, calibration, fit, probabilities

FEWEST_GAMES = 200  # games that a model needs
FEWEST_DEALS = 60
BINS = 10
_LATEST = 1.5  # of the usual length: later rounds count as this one
_POWERS = 3  # of time: each coefficient is a cubic over the course of a game


@dataclass(frozen=True)
class WinChances:
    """Games that ended, round by round.

    Attributes
    ----------
    starts : int64 array, shape (games,)
        The first row of each game; its last one is the end of the game.
    chances : float64 array, shape (rows, seats)
        The chance to win; at the end, the result.  nan where games are too few for a model, or no
        seat ever wins alone.
    """

    numbers: NDArray[np.int64]  # shape (games,): of the games in their match
    deals: NDArray[np.int64]  # shape (games,): counted from 0
    rounds: NDArray[np.int64]  # shape (games,)
    shares: Floats  # shape (games, seats): of the win
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]  # shape (games,): the last row of each game
    values: Floats  # shape (rows, seats, 1 + measures): see `Trajectories`
    chances: Floats

    @property
    def num_seats(self) -> int:
        """The number of seats."""
        return self.shares.shape[1]

    @property
    def game_of(self) -> NDArray[np.int64]:
        """The game of each row."""
        return np.repeat(np.arange(len(self.starts)), self.ends - self.starts + 1)

    @property
    def has_winner(self) -> bool:
        """Whether a seat wins alone in any game."""
        return bool((self.shares == 1).any())

    @property
    def is_modelled(self) -> bool:
        """Whether there are chances."""
        return bool(len(self.chances)) and not np.isnan(self.chances).any()

    def by_deal(
        self, num: NDArray[Any], den: NDArray[Any], is_share: bool, least: float = -np.inf
    ) -> Estimate:
        """Estimate a ratio of numbers given game by game, shape (games, ...), clustered by deal.

        `least`: what it cannot be below, if it is no share.
        """
        x, y = (self._per_deal(np.asarray(one, np.float64)) for one in (num, den))
        sums = DealSums.of(x, y)
        return proportion(sums) if is_share else mean(sums, least)

    def _per_deal(self, values: Floats) -> Floats:
        total = np.zeros((int(self.deals.max(initial=-1)) + 1, *values.shape[1:]))
        np.add.at(total, self.deals, values)
        return total


def win_chances(trajectories: Trajectories) -> WinChances:
    """Return games that ended, with the chances of their seats."""
    kept = np.flatnonzero(~trajectories.stopped)
    starts, lengths = trajectories.first[kept], np.diff(trajectories.first)[kept]
    rows = np.concatenate(
        [np.arange(one, one + length) for one, length in zip(starts, lengths, strict=True)]
        or [np.zeros(0, np.int64)]
    ).astype(np.int64)
    first = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    followed = WinChances(
        numbers=trajectories.numbers[kept],
        deals=(trajectories.numbers // trajectories.rotations)[kept],
        rounds=trajectories.rounds[kept],
        shares=trajectories.wins[kept] / WIN,
        starts=first[:-1],
        ends=first[1:] - 1,
        values=trajectories.values[rows].astype(np.float64),
        chances=np.full((len(rows), trajectories.wins.shape[1]), np.nan),
    )
    is_enough = len(kept) >= FEWEST_GAMES and len(np.unique(followed.deals)) >= FEWEST_DEALS
    if is_enough and followed.has_winner:
        followed.chances[:] = _foretold(followed, trajectories.lineup[kept])
    return followed


def _foretold(followed: WinChances, lineup: NDArray[np.int64]) -> Floats:
    """Return the chances of all rows, each from a model fitted to the other half of the deals."""
    game = followed.game_of
    features = _features(followed, lineup[game])
    shares, half = followed.shares[game], followed.deals[game] % 2
    over = np.zeros(len(game), np.bool_)
    over[followed.ends] = True
    chances = np.empty_like(shares)
    for own in (0, 1):
        learnt = fit(features[(half != own) & ~over], shares[(half != own) & ~over])
        chances[half == own] = probabilities(features[half == own], learnt)
    chances[over] = shares[over]
    return chances


def _features(followed: WinChances, lineup: NDArray[np.int64]) -> Floats:
    """Return the features of the model, shape (rows, seats, features).

    The score as if the game ended now and all other measures, each less the mean of all seats,
    times powers of time; and indicators of seat and bot, alone and times time.
    """
    apart = followed.values - followed.values.mean(axis=1, keepdims=True)
    spread = apart.std(axis=(0, 1))
    apart = apart / np.where(spread > 0, spread, 1.0)
    time = np.minimum(
        _rounds_played(followed) / max(float(np.median(followed.rounds)), 1.0), _LATEST
    )
    powers = time[:, None] ** np.arange(_POWERS)
    standing = apart[:, :, :, None] * powers[:, None, None, :]
    rows, seats = lineup.shape
    who = np.broadcast_to(np.eye(seats)[None, :, 1:], (rows, seats, seats - 1))
    if lineup.max(initial=0) > 0:
        who = np.concatenate([who, np.eye(int(lineup.max()) + 1)[lineup][:, :, 1:]], axis=2)
    return np.concatenate(
        [standing.reshape(rows, seats, -1), who, who * time[:, None, None]], axis=2
    )


def _rounds_played(followed: WinChances) -> NDArray[np.int64]:
    """Return the number of rounds played, row by row."""
    return np.asarray(np.arange(len(followed.values)) - followed.starts[followed.game_of])


def calibrated(followed: WinChances) -> pd.DataFrame:
    """Return how often seats won, by their predicted chance before games ended.

    Columns: chance (the bin, in words), positions (times seats), the mean chance as expected, and
    the win rate as value, low, high, deals.  Bins without positions are left out.
    """
    live, game = _live(followed), followed.game_of
    seen, expected = calibration(
        followed.chances[live], followed.shares[game][live], followed.deals[game][live], BINS
    )
    edges = 100 * np.arange(BINS) // BINS
    rows = pd.DataFrame(
        {
            "chance": [f"{low} to {low + 100 // BINS}%" for low in edges],
            "positions": seen.den.astype(np.int64),
            "expected": expected,
        }
        | proportion(seen).columns()
    )
    return rows[rows["positions"] > 0].reset_index(drop=True)


def errors(followed: WinChances) -> tuple[Estimate, Estimate]:
    """Return the Brier score of the chances, and how far it is below that of equal chances.

    Means over positions before games ended, clustered by deal.
    """
    live, game = _live(followed), followed.game_of
    shares = followed.shares[game][live]
    games = len(followed.starts)
    own = np.bincount(game[live], brier(followed.chances[live], shares), games)
    equal = np.full_like(shares, 1 / followed.num_seats)
    base = np.bincount(game[live], brier(equal, shares), games)
    positions = np.bincount(game[live], minlength=games).astype(np.float64)
    gain = followed.by_deal(base - own, base, is_share=False)
    return followed.by_deal(own, positions, is_share=False), gain


def _live(followed: WinChances) -> NDArray[np.bool_]:
    live = np.ones(len(followed.values), np.bool_)
    live[followed.ends] = False
    return live
