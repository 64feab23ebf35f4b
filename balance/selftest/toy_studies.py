"""Repeated studies of the toy game: many small runs, and their true win rates by exact counting.

A throw in the toy game depends only on the player and the player's gold.  So, given the goals, the
chance to win follows from what each player has beside the throw, by counting all throws.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from itertools import permutations
from pathlib import Path
from types import EllipsisType
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from balance.analysis.experiments.arm_sums import ArmSums
from balance.analysis.experiments.arm_sums import tally as tally_arm
from balance.runner.batches import Batches
from balance.scenario.experiments import HANDICAPPED
from balance.scenario.match import Match
from balance.scenario.model import Scenario
from balance.scenario.prepare import PreparedCell, prepare
from balance.stats.intervals import DealSums, Floats

HERE = Path(__file__).parent
TOY = "toy/toy.py"
BATCH = 100_000  # games: some tens of megabytes of records

S = TypeVar("S")


def toy(players: int, seed: int, **table: Any) -> PreparedCell:
    """Return a cell of the toy game, played by one bot in all seats."""
    values = {
        "name": "toy", "game": TOY, "seed": seed, "games": 1, "bots": "thrifty",
        "players": players, "table": table,
    }  # fmt: skip
    return prepare(Scenario.model_validate(values).at(HERE / "toy.toml")).cells[0]


def studies(match: Match, deals: int, repeats: int) -> Iterator[NDArray[Any]]:
    """Yield the records of so many studies; no two share a deal.

    The deals of a study are spread evenly over folds if `deals` is a multiple of 256.
    """
    batches, size = Batches(match), deals * match.lineup.rotations
    per_batch = max(BATCH // size, 1)
    for first in range(0, repeats, per_batch):
        count = min(per_batch, repeats - first)
        records = batches.play(first * size, count * size)
        yield from (records[place * size : (place + 1) * size] for place in range(count))


def sums_of(
    match: Match, deals: int, repeats: int, tally: Callable[[NDArray[Any], Match], S]
) -> list[S]:
    """Return the sums of each of so many studies."""
    return [tally(records, match) for records in studies(match, deals, repeats)]


def arm_sums(match: Match, deals: int, repeats: int) -> list[ArmSums]:
    """Return the sums of each of so many studies of an arm that handicaps one entry."""
    return sums_of(match, deals, repeats, tally_arm)


def stacked_ratios(ratios: list[DealSums], place: int | EllipsisType = ...) -> DealSums:
    """Return the ratios of many studies as one, with a last axis of studies.

    Parameters
    ----------
    place : int, optional
        Takes one of the ratios of each study.
    """
    arrays = {
        field.name: [getattr(one, field.name) for one in ratios] for field in fields(DealSums)
    }
    return DealSums(
        **{
            name: np.stack([values[place] for values in of_each], axis=-1)
            for name, of_each in arrays.items()
            if of_each[0] is not None
        }
    )


@dataclass(frozen=True)
class Truth:
    """The chances of a match of the toy game by goals dealt, which are equally likely."""

    goals: Floats  # shape (hands, seats)
    wins: Floats  # shape (hands, rotations, seats): mean wins; a shared win counts as its share
    squares: Floats  # shape (hands, rotations, seats): mean squares of wins
    is_first_entry: Floats  # shape (rotations, seats): where the first entry of the line-up sits

    def of_seat(self, seat: int) -> float:
        """Return the win rate of a seat."""
        return float(self.wins[:, :, seat].mean())

    def of_first_entry(self) -> float:
        """Return the win rate of the first entry."""
        return float((self.wins * self.is_first_entry).sum(axis=2).mean())

    def of_goal(self, goal: int) -> float:
        """Return the win rate of players who are dealt a goal."""
        has = np.broadcast_to((self.goals == goal)[:, None, :], self.wins.shape)
        return float(self.wins[has].mean())

    def error_of_first_entry(self, deals: int) -> float:
        """Return the standard error of the first entry's win rate, with two seats.

        Valid where the gold of a seat differs between the games of a deal, which then share only
        the goals; not after a gift, when gold and throws are the same.
        """
        own = (self.wins * self.is_first_entry).sum(axis=2)
        squares = (self.squares * self.is_first_entry).sum(axis=2)
        rotations = own.shape[1]
        between = own.mean(axis=1).var()
        within = (squares - own**2).sum(axis=1).mean() / rotations**2
        return float(np.sqrt((between + within) / deals))


def truth_of(match: Match) -> Truth:
    """Return the chances of a match of the toy game, with players who buy good bargains."""
    table, seats = match.game_table.array[0], match.game_table.num_seats
    hands = np.array(list(permutations(range(int(table["num_goals"])), seats)))
    entries = np.array([match.lineup.seated(r) for r in range(match.lineup.rotations)])
    points = np.array([_points(match, entry) for entry in range(len(match.lineup.entries))])
    first = np.where(np.arange(seats) == 0, table["first"], 0)
    wins = np.empty((len(hands), len(entries), seats))
    squares = np.empty(wins.shape)
    for place, hand in enumerate(hands):
        for rotation, seated in enumerate(entries):
            totals = table["goals"][hand] + points[seated] + first
            wins[place, rotation], squares[place, rotation] = _chances(totals, int(table["sides"]))
    return Truth(hands, wins, squares, entries == HANDICAPPED)


def _points(match: Match, entry: int) -> int:
    """Return the points of an entry of the line-up besides goal and throw."""
    table = match.game_table.array[0]
    handicap = table["handicaps"][entry]
    total = int(handicap["gold"])
    for row, (price, points) in enumerate(zip(table["prices"], table["points"], strict=True), 1):
        surcharge = handicap["surcharge"] if handicap["dear"] == row else 0
        total += points if handicap["gift"] == row else 0
        total += (
            max(points - price - surcharge, 0) if not handicap["banned"] >> (row - 1) & 1 else 0
        )
    return int(total)


def _chances(totals: Floats, sides: int) -> tuple[Floats, Floats]:
    """Return the mean of each seat's wins and of their squares, counting all throws."""
    die = np.full(sides, 1 / sides)
    throws = np.convolve(die, die)  # of 2, 3 ...
    seats = len(totals)
    joint = np.ones((1,) * seats)
    for seat in range(seats):
        joint = joint * throws.reshape([-1 if other == seat else 1 for other in range(seats)])
    scores = np.indices(joint.shape) + totals.reshape(-1, *([1] * seats))
    is_best = scores == scores.max(axis=0)
    shares = is_best / is_best.sum(axis=0)
    axes = tuple(range(1, seats + 1))
    return (joint * shares).sum(axis=axes), (joint * shares**2).sum(axis=axes)
