"""Where candidates are tried: the same deals for all, on every ground, in every seat."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from balance.bots.weights import Numbers
from balance.engine.layout import WIN
from balance.runner.batches import warm_up
from balance.runner.bot_matches import (
    BotMatch,
    MatchResult,
    build_test_tables,
    lineup_of,
    play_bot_matches,
)
from balance.runner.play import StopSignal
from balance.scenario.lineup import LineupBuilder
from balance.scenario.match import Entry, Lineup
from balance.tuning.subject import Subject

CANDIDATE = "candidate"
ITSELF = "itself"


@dataclass(frozen=True)
class Pairing:
    """A number of players, and who sits in all seats but the candidate's.

    Attributes
    ----------
    label : str
        The opponent's name.
    opponent : Entry or None
        None is the bot itself with other weights, which are given later.
    bot_match : Meeting
        With the tables of all grounds.
    """

    label: str
    opponent: Entry | None
    bot_match: BotMatch

    @property
    def players(self) -> int:
        """How many play."""
        return self.bot_match.players


@dataclass(frozen=True)
class Results:
    """What candidates reached, in each deal on average over its rotations.

    Attributes
    ----------
    wins : float64 array, shape (candidates, pairings, deals)
        Shares of the wins: fair is one over the number of players.
    values : float64 array, of the same shape
        What the optimiser maximises; see `Evaluation.value`.
    """

    wins: NDArray[np.float64]
    values: NDArray[np.float64]


class Evaluation:
    """The pairings in which candidates play.

    Parameters
    ----------
    subject : Subject
    against : sequence of str
        The opponents; the bot's own name is the best of its weights so far.
    seating : Seating
    seed : int
    workers : int
        Threads.

    Raises
    ------
    ScenarioError, CardError, BotError
        If there is no such opponent, or a table cannot be laid.
    """

    def __init__(
        self,
        subject: Subject,
        against: Sequence[str],
        seating: LineupBuilder,
        seed: int,
        workers: int,
    ) -> None:
        self.subject, self.workers = subject, workers
        self.tables = 0  # grounds at each number of players
        self.itself: list[Pairing] = []  # the pairings with itself, whether tuned against or not
        self.others: list[Pairing] = []
        for players in subject.counts:
            tables = build_test_tables(seating.game, players)
            self.tables = len(tables)
            entry = subject.entry({}, players, CANDIDATE)
            mirror = BotMatch(seating.game, tables, Lineup((entry,), (0,) * players), seed)
            warm_up(mirror.matches[0])
            self.itself.append(Pairing(ITSELF, None, mirror))
            for name in against:
                if name != subject.name:
                    opponent = lineup_of(seating, [name], players).entries[0]
                    warm_up(replace(mirror.matches[0], lineup=Lineup((opponent,), (0,) * players)))
                    self.others.append(Pairing(name, opponent, mirror))
        own = self.itself if subject.name in against else []
        self.pairings = [*own, *self.others]
        self._margins = dict.fromkeys(subject.counts, 1.0)

    @property
    def seats(self) -> int:
        """The games that a deal is to a candidate."""
        return sum(pairing.players for pairing in self.pairings)

    def deals_for(self, games: int) -> int:
        """Return the deals of each pairing that make so many games, all grounds alike."""
        deals = -(-games // self.seats)
        return -(-deals // self.tables) * self.tables

    def learn_margins(self, first: int, deals: int) -> None:
        """See by how many points the bot as it was wins or loses among its own copies."""
        for pairing in self.itself:
            (played,) = play_bot_matches([pairing.bot_match], first, deals, self.workers)
            scores = played.scores.astype(np.float64)
            median = float(np.median(np.abs(_margins(scores[:, 0, :], 0))))
            self._margins[pairing.players] = median or 1.0

    def results(
        self,
        candidates: Sequence[Numbers],
        pairings: Sequence[Pairing],
        champion: Numbers,
        first: int,
        deals: int,
        stop: StopSignal | None = None,
    ) -> Results | None:
        """Let candidates play deals `first` to `first` + `deals` - 1; None if it was stopped.

        Parameters
        ----------
        candidates : sequence of mapping
            The weights that are others than at the start, of each candidate.
        pairings : sequence of Pairing
        champion : mapping
            The weights of the bot where it plays against itself.
        first, deals : int
        stop : Stop, optional

        Raises
        ------
        BotError, LimitError
            If a bot did what no bot may do, or a game goes beyond its limits.
        """
        stop = stop or StopSignal()
        meetings = [self._meeting(one, pair, champion) for one in candidates for pair in pairings]
        all_played = play_bot_matches(meetings, first, deals, self.workers, stop)
        if any(len(one.deals) < deals for one in all_played):
            return None
        shape = (len(candidates), len(pairings), deals)
        wins = np.array([_wins(one) for one in all_played]).reshape(shape)
        values = np.array([self.value(one) for one in all_played]).reshape(shape)
        return Results(wins, values)

    def value(self, played: MatchResult) -> NDArray[np.float64]:
        """Return what a candidate reached in each deal: half its wins, half its margin of points.

        The margin over the best of the others goes through a logistic function, in units of the
        margin that is usual between copies of the bot as it was: a game lost by a point says
        nearly as much for a candidate as one won by a point, and a rout counts little more than
        a clear win.  Margins alone would reward piling up points; wins alone need a quarter to a
        third more games to tell two bots apart, as each game says no more than yes or no.
        """
        margins = np.zeros(played.cut_off.shape)
        usual = self._margins[played.wins.shape[2]]
        for rotation, seat in enumerate(_seats_of_candidate(played)):
            margins[:, rotation] = _margins(played.scores[:, rotation, :].astype(np.float64), seat)
        soft = expit(margins / usual).mean(axis=1)
        return np.asarray(0.5 * _wins(played) + 0.5 * soft)

    def _meeting(self, weights: Numbers, pairing: Pairing, champion: Numbers) -> BotMatch:
        players = pairing.players
        opponent = pairing.opponent or self.subject.entry(champion, players, ITSELF)
        entries = self.subject.entry(weights, players, CANDIDATE), opponent
        return replace(pairing.bot_match, lineup=Lineup(entries, (0,) + (1,) * (players - 1)))


def _seats_of_candidate(played: MatchResult) -> NDArray[np.int64]:
    """Return the candidate's seat in each rotation."""
    return np.argmin(played.lineup, axis=1)


def _wins(played: MatchResult) -> NDArray[np.float64]:
    """Return the candidate's share of the wins in each deal."""
    seats = _seats_of_candidate(played)
    own = np.take_along_axis(played.wins, seats[np.newaxis, :, np.newaxis], axis=2)
    return np.asarray(own[:, :, 0].mean(axis=1) / WIN)


def _margins(scores: NDArray[np.float64], seat: int) -> NDArray[np.float64]:
    """Return the points of a seat above the best of the others, by deal."""
    return np.asarray(scores[:, seat] - np.delete(scores, seat, axis=1).max(axis=1))
