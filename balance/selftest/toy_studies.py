"""Repeated studies of the toy game: many small runs, and their true win rates by exact counting.

A throw in the toy game depends only on the player and the player's gold.  So, given the goals, the
chance to win follows from what each player has beside the throw, by counting all throws.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import permutations
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from balance.runner.batches import Batches
from balance.scenario.experiments import HANDICAPPED
from balance.scenario.match import Match
from balance.scenario.model import Scenario
from balance.scenario.prepare import PreparedCell, PreparedScenario, prepare
from balance.stats.intervals import Floats

HERE = Path(__file__).parent
TOY = "toy/toy.py"
BATCH = 100_000  # games: some tens of megabytes of records

S = TypeVar("S")


def prepared(game: str, seed: int, **values: Any) -> PreparedScenario:
    """Return the scenario of a game, with its usual table."""
    scenario = {"name": "selftest", "game": game, "seed": seed, "games": 1, **values}
    return prepare(Scenario.model_validate(scenario).at(HERE / "selftest.toml"))


def toy(players: int, seed: int, **table: Any) -> PreparedCell:
    """Return a cell of the toy game, played by one bot in all seats."""
    return prepared(TOY, seed, bots="thrifty", players=players, table=table).cells[0]


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
) -> Iterator[S]:
    """Yield the sums of each of so many studies."""
    return (tally(records, match) for records in studies(match, deals, repeats))


@dataclass(frozen=True)
class Truth:
    """The chances of a match of the toy game by goals dealt, which are equally likely."""

    goals: NDArray[np.int64]  # shape (hands, seats)
    wins: Floats  # shape (hands, rotations, seats): mean wins; a shared win counts as its share
    is_first_entry: NDArray[np.bool_]  # shape (rotations, seats): where that entry sits

    def of_seat(self, seat: int) -> float:
        """Return the win rate of a seat."""
        return float(self.wins[:, :, seat].mean())

    def of_first_entry(self) -> float:
        """Return the win rate of the first entry of the line-up."""
        return float((self.wins * self.is_first_entry).sum(axis=2).mean())

    def of_goal(self, goal: int) -> float:
        """Return the win rate of players who are dealt a goal."""
        has = np.broadcast_to((self.goals == goal)[:, None, :], self.wins.shape)
        return float(self.wins[has].mean())


def truth_of(match: Match) -> Truth:
    """Return the chances of a match of the toy game, with players who buy good bargains."""
    table, seats = match.game_table.array[0], match.game_table.num_seats
    hands = np.array(list(permutations(range(int(table["num_goals"])), seats)))
    entries = np.array([match.lineup.seated(r) for r in range(match.lineup.rotations)])
    points = np.array([_points(table, entry) for entry in range(len(match.lineup.entries))])
    first = np.where(np.arange(seats) == 0, table["first"], 0)
    totals = table["goals"][hands][:, None] + points[entries] + first
    wins = [[_chances(row, int(table["sides"])) for row in of_hand] for of_hand in totals]
    return Truth(hands, np.array(wins), entries == HANDICAPPED)


def _points(table: Any, entry: int) -> int:
    """Return the points of an entry of the line-up besides goal and throw."""
    handicap = table["handicaps"][entry]
    total = int(handicap["gold"])
    for row, (price, points) in enumerate(zip(table["prices"], table["points"], strict=True), 1):
        is_banned = handicap["banned"] >> (row - 1) & 1
        paid = price + (handicap["surcharge"] if handicap["dear"] == row else 0)
        total += points * (handicap["gift"] == row) + max(points - paid, 0) * (not is_banned)
    return int(total)


def _chances(totals: NDArray[np.int64], sides: int) -> Floats:
    """Return the mean of each seat's wins, counting all throws."""
    die = np.full(sides, 1 / sides)
    throws = np.convolve(die, die)  # of 2, 3 ...
    joint = reduce(np.multiply.outer, [throws] * len(totals))
    scores = np.indices(joint.shape) + totals.reshape(-1, *[1] * len(totals))
    is_best = scores == scores.max(axis=0)
    return np.asarray((joint * is_best / is_best.sum(axis=0)).reshape(len(totals), -1).sum(axis=1))
