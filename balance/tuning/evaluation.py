"""Evaluate candidate weights: the same deals for all, on every test table, in every seat."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from balance.bots.weights import Numbers
from balance.engine.layout import WIN
from balance.runner.bot_matches import (
    BotMatch,
    MatchResult,
    build_test_tables,
    lineup_of,
    play_bot_matches,
)
from balance.runner.bot_speed import warm_up
from balance.runner.stop_signal import StopSignal
from balance.scenario.lineup import LineupBuilder
from balance.scenario.match import Entry, Lineup
from balance.tuning.tuned_bot import TunedBot

CANDIDATE = "candidate"
ITSELF = "itself"


@dataclass(frozen=True)
class OpponentMatch:
    """A number of players, and the opponent in all seats but the candidate's."""

    label: str  # the opponent's name
    opponent: Entry | None  # None is the tuned bot itself, with weights that are given later
    bot_match: BotMatch  # with all test tables

    @property
    def players(self) -> int:
        """The number of players."""
        return self.bot_match.players


@dataclass(frozen=True)
class CandidateResults:
    """Results of candidates by deal: means over the rotations.

    Attributes
    ----------
    wins : float64 array, shape (candidates, pairings, deals)
        Win rates: fair is one over the number of players.
    values : float64 array, shape (candidates, pairings, deals)
        What the optimizer maximizes; see `Evaluation.value`.
    """

    wins: NDArray[np.float64]
    values: NDArray[np.float64]


class Evaluation:
    """Plays candidates against opponents.

    Parameters
    ----------
    against : sequence of str
        The opponents; the bot's own name stands for its best weights so far.
    workers : int
        Number of threads.

    Raises
    ------
    ScenarioError, CardError, BotError
        If there is no such opponent, or a table cannot be built.
    """

    def __init__(
        self,
        subject: TunedBot,
        against: Sequence[str],
        seating: LineupBuilder,
        seed: int,
        workers: int,
    ) -> None:
        self.subject, self.workers = subject, workers
        self.tables = 0  # test tables at each number of players
        self.self_play: list[OpponentMatch] = []  # with itself, whether tuned against itself or not
        self.others: list[OpponentMatch] = []
        for players in subject.counts:
            tables = build_test_tables(seating.game, players)
            self.tables = len(tables)
            entry = subject.entry({}, players, CANDIDATE)
            mirror = BotMatch(seating.game, tables, Lineup((entry,), (0,) * players), seed)
            warm_up(mirror.matches[0])
            self.self_play.append(OpponentMatch(ITSELF, None, mirror))
            for name in against:
                if name != subject.name:
                    opponent = lineup_of(seating, [name], players).entries[0]
                    warm_up(replace(mirror.matches[0], lineup=Lineup((opponent,), (0,) * players)))
                    self.others.append(OpponentMatch(name, opponent, mirror))
        own = self.self_play if subject.name in against else []
        self.pairings = [*own, *self.others]
        self._usual_margins = dict.fromkeys(subject.counts, 1.0)

    @property
    def seats(self) -> int:
        """The games of a candidate in one deal, over all pairings."""
        return sum(pairing.players for pairing in self.pairings)

    def deals_for(self, games: int) -> int:
        """Return the deals of each pairing for so many games, rounded up to all test tables."""
        deals = -(-games // self.seats)
        return -(-deals // self.tables) * self.tables

    def learn_margins(self, first: int, deals: int) -> None:
        """Measure the usual margin of points between copies of the bot with its first weights."""
        for pairing in self.self_play:
            (played,) = play_bot_matches([pairing.bot_match], first, deals, self.workers)
            self._usual_margins[pairing.players] = usual_margin(played)

    def results(
        self,
        candidates: Sequence[Numbers],
        pairings: Sequence[OpponentMatch],
        champion: Numbers,
        first: int,
        deals: int,
        stop: StopSignal | None = None,
    ) -> CandidateResults | None:
        """Let candidates play deals `first` to `first` + `deals` - 1; None if it was stopped.

        Parameters
        ----------
        candidates : sequence of mapping
            The weights of each candidate that differ from the start.
        champion : mapping
            The weights of the bot as its own opponent.

        Raises
        ------
        BotError, LimitError
            If a bot breaks the rules for bots, or a game exceeds its limits.
        """
        stop = stop or StopSignal()
        bot_matches = [
            self._bot_match(weights, pairing, champion)
            for weights in candidates
            for pairing in pairings
        ]
        all_played = play_bot_matches(bot_matches, first, deals, self.workers, stop)
        if any(len(result.deals) < deals for result in all_played):
            return None
        shape = (len(candidates), len(pairings), deals)
        wins = np.array([candidate_wins(result) for result in all_played]).reshape(shape)
        values = np.array([self.value(result) for result in all_played]).reshape(shape)
        return CandidateResults(wins, values)

    def value(self, played: MatchResult) -> NDArray[np.float64]:
        """Return the value of a candidate in each deal: see `game_values`."""
        return game_values(played, self._usual_margins[played.wins.shape[2]])

    def _bot_match(self, weights: Numbers, pairing: OpponentMatch, champion: Numbers) -> BotMatch:
        players = pairing.players
        opponent = pairing.opponent or self.subject.entry(champion, players, ITSELF)
        entries = self.subject.entry(weights, players, CANDIDATE), opponent
        return replace(pairing.bot_match, lineup=Lineup(entries, (0,) + (1,) * (players - 1)))


def usual_margin(played: MatchResult) -> float:
    """Return the median distance of the first seat from the best other one, in points."""
    scores = played.scores.astype(np.float64)
    median = float(np.median(np.abs(_margins(scores[:, 0, :], 0))))
    return median or 1.0


def game_values(played: MatchResult, usual: float) -> NDArray[np.float64]:
    """Return the value of a candidate in each deal: half its wins, half its margin of points.

    The margin over the best opponent, in units of the usual margin between copies of the bot,
    goes through a logistic function: a game lost by a point counts nearly as much as one won
    by a point, and a landslide little more than a clear win.  Margins alone would reward
    piling up points; wins alone need a quarter to a third more games to tell two bots apart.

    Parameters
    ----------
    played : MatchResult
        The candidate is entry 0, in one seat.
    usual : float
        The usual margin, in points.
    """
    margins = np.zeros(played.cut_off.shape)
    for rotation, seat in enumerate(_seats_of_candidate(played)):
        margins[:, rotation] = _margins(played.scores[:, rotation, :].astype(np.float64), seat)
    soft = expit(margins / usual).mean(axis=1)
    return np.asarray(0.5 * candidate_wins(played) + 0.5 * soft)


def _seats_of_candidate(played: MatchResult) -> NDArray[np.int64]:
    """Return the candidate's seat in each rotation."""
    return np.argmin(played.lineup, axis=1)


def candidate_wins(played: MatchResult) -> NDArray[np.float64]:
    """Return the candidate's win rate in each deal."""
    seats = _seats_of_candidate(played)
    own = np.take_along_axis(played.wins, seats[np.newaxis, :, np.newaxis], axis=2)
    return np.asarray(own[:, :, 0].mean(axis=1) / WIN)


def _margins(scores: NDArray[np.float64], seat: int) -> NDArray[np.float64]:
    """Return the points of a seat less those of the best other seat, by deal."""
    return np.asarray(scores[:, seat] - np.delete(scores, seat, axis=1).max(axis=1))
