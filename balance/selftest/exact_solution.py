"""What must come out of the toy game, computed from its rules without playing it.

A throw of the toy depends on nothing but the player and the player's gold.  So, once the goals are
dealt, the chance to win follows from what each has on top, by counting all throws.
"""

from dataclasses import dataclass
from itertools import permutations

import numpy as np

from balance.scenario.experiments import HANDICAPPED
from balance.scenario.match import Match
from balance.stats.intervals import Floats


@dataclass(frozen=True)
class Truth:
    """The chances of a match of the toy game, by goals dealt; these are all as likely.

    Attributes
    ----------
    goals : int64 array, shape (hands, seats)
    wins : float64 array, shape (hands, rotations, seats)
        The mean of the wins, shared ones as their share.
    squares : float64 array, shape (hands, rotations, seats)
        The mean of their squares.
    is_own : bool array, shape (rotations, seats)
        Where the first entry of the line-up sits.
    """

    goals: Floats
    wins: Floats
    squares: Floats
    is_own: Floats

    def of_seat(self, seat: int) -> float:
        """Return the win rate of a seat."""
        return float(self.wins[:, :, seat].mean())

    def of_own(self) -> float:
        """Return the win rate of the first entry."""
        return float((self.wins * self.is_own).sum(axis=2).mean())

    def of_goal(self, goal: int) -> float:
        """Return the win rate of who is dealt a goal."""
        has = np.broadcast_to((self.goals == goal)[:, None, :], self.wins.shape)
        return float(self.wins[has].mean())

    def error_of_own(self, deals: int) -> float:
        """Return the standard error of the first entry's win rate, two seats playing.

        What the games of a deal share is the goals alone, where the gold in each seat is another:
        not so after a gift, when all hold the same and throw the same.
        """
        own = (self.wins * self.is_own).sum(axis=2)
        squares = (self.squares * self.is_own).sum(axis=2)
        rotations = own.shape[1]
        between = own.mean(axis=1).var()
        within = (squares - own**2).sum(axis=1).mean() / rotations**2
        return float(np.sqrt((between + within) / deals))


def truth_of(match: Match) -> Truth:
    """Return the chances of a match of the toy game whose players buy what is worth its price."""
    table, seats = match.game_table.array[0], match.game_table.num_seats
    hands = np.array(list(permutations(range(int(table["num_goals"])), seats)))
    entries = np.array([match.lineup.seated(r) for r in range(match.lineup.rotations)])
    more = np.array([_more(match, entry) for entry in range(len(match.lineup.entries))])
    first = np.where(np.arange(seats) == 0, table["first"], 0)
    wins = np.empty((len(hands), len(entries), seats))
    squares = np.empty(wins.shape)
    for place, hand in enumerate(hands):
        for rotation, seated in enumerate(entries):
            plus = table["goals"][hand] + more[seated] + first
            wins[place, rotation], squares[place, rotation] = _chances(plus, int(table["sides"]))
    return Truth(hands, wins, squares, entries == HANDICAPPED)


def _more(match: Match, entry: int) -> int:
    """Return the points that an entry of the line-up has beside goal and throw."""
    table = match.game_table.array[0]
    bears = table["handicaps"][entry]
    more = int(bears["gold"])
    for row, (price, points) in enumerate(zip(table["prices"], table["points"], strict=True), 1):
        dearer = bears["surcharge"] if bears["dear"] == row else 0
        more += points if bears["gift"] == row else 0
        more += max(points - price - dearer, 0) if bears["banned"] != row else 0
    return int(more)


def _chances(plus: Floats, sides: int) -> tuple[Floats, Floats]:
    """Return the mean of each seat's wins and of their squares, counting all throws."""
    die = np.full(sides, 1 / sides)
    throws = np.convolve(die, die)  # of 2, 3 ...
    seats = len(plus)
    joint = np.ones((1,) * seats)
    for seat in range(seats):
        joint = joint * throws.reshape([-1 if other == seat else 1 for other in range(seats)])
    scores = np.indices(joint.shape) + plus.reshape(-1, *([1] * seats))
    is_best = scores == scores.max(axis=0)
    shares = is_best / is_best.sum(axis=0)
    axes = tuple(range(1, seats + 1))
    return (joint * shares).sum(axis=axes), (joint * shares**2).sum(axis=axes)
