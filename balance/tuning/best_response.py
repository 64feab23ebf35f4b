"""The search for a best response: a strategy that does well against a mix of opponents."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from balance.scenario.match import Entry
from balance.stats.intervals import Floats
from balance.tuning.mix_games import Mix, MixGames

CHALLENGE = 4  # deals of a challenge, as a multiple of those of a generation
FEWEST_GAMES = 120  # of a candidate in a generation
MOST_GENERATIONS = 40
WIDE = (48, 12, 3)  # candidates of the rounds of the wide search; each doubles the deals
WIDE_SHARE = 0.35  # of the games
# Deals of the wide search, with the challenge of its winner, as a multiple of those of a candidate.
_WIDE_DEALS = sum(size * 2**place for place, size in enumerate((*WIDE, 2)))


class Proposer(Protocol):
    """Proposes candidates, and learns from how they play.

    Attributes
    ----------
    start : Entry
        The strategy that the search starts from.
    population : int
        Candidates of a generation.
    every : int
        Generations between challenges of the champion.
    """

    start: Entry
    population: int
    every: int

    def scatter(self, count: int) -> Sequence[Entry]:
        """Return so many strategies far from the start."""

    def begin(self, champion: Entry) -> None:
        """Begin near a strategy."""

    def ask(self) -> Sequence[Entry]:
        """Return the candidates of the next generation."""

    def tell(self, values: Floats) -> None:
        """Learn the values of these candidates."""

    def challenger(self) -> Entry:
        """Return the strategy that should now challenge the champion."""

    def adopt(self, champion: Entry) -> None:
        """Learn which strategy is the champion."""


@dataclass(frozen=True)
class Budget:
    """The games of a search.

    Attributes
    ----------
    wide : int
        Deals of a candidate in the first round of the wide search.
    generations : int
        Of the search near the best.
    deals : int
        Of a candidate in a generation.
    """

    wide: int
    generations: int
    deals: int

    @classmethod
    def of(cls, games: int, proposer: Proposer, players: int) -> "Budget":
        """Return the budget for about so many games."""
        wide = int(WIDE_SHARE * games / (_WIDE_DEALS * players))
        near = (1 - WIDE_SHARE) * games
        # Of a generation, with its share of a challenge.
        candidates = proposer.population + 2 * CHALLENGE / proposer.every
        fitting = int(near / (candidates * FEWEST_GAMES))
        generations = min(max(fitting, proposer.every), MOST_GENERATIONS)
        deals = int(near / (candidates * generations * players))
        return cls(max(wide, 2), generations, max(deals, 2))

    def games(self, proposer: Proposer, players: int) -> int:
        """Return the number of games that the search plays."""
        challenges = -(-self.generations // proposer.every)
        candidates = self.generations * proposer.population + 2 * CHALLENGE * challenges
        return (candidates * self.deals + _WIDE_DEALS * self.wide) * players


class BestResponse:
    """A search for a strategy that does well against a mix.

    It begins wide: strategies far from the start are tried, most games go to those that do well
    (successive halving), and the best one takes the place of the start if it is better.  Then it
    searches near the best, in generations.  All candidates of a generation play the same deals,
    each generation new ones.  Every few generations a challenger plays the champion's deals,
    on new ones; if it is better by a standard error it becomes the champion.

    Attributes
    ----------
    champion : Entry
        The best strategy so far; the start, until a better one is found.
    next_deal : int
        The first deal that was not played.
    """

    def __init__(
        self, games: MixGames, mix: Mix, proposer: Proposer, budget: Budget, first: int
    ) -> None:
        self._games, self._mix, self._proposer, self._budget = games, mix, proposer, budget
        self.champion, self.next_deal = proposer.start, first

    def run(self) -> None:
        """Play the search.

        Raises
        ------
        BotError, LimitError
        Interrupted
            If it was stopped.
        """
        budget, proposer = self._budget, self._proposer
        self._search_wide()
        proposer.begin(self.champion)
        for generation in range(1, budget.generations + 1):
            proposer.tell(self._play(proposer.ask(), budget.deals).mean(axis=1))
            is_last = generation == budget.generations
            if (is_last or generation % proposer.every == 0) and self._challenge(
                proposer.challenger(), CHALLENGE * budget.deals
            ):
                proposer.adopt(self.champion)

    def _search_wide(self) -> None:
        left = list(self._proposer.scatter(WIDE[0]))
        deals = self._budget.wide
        for size in (*WIDE[1:], 1):
            values = self._play(left, deals).mean(axis=1)
            order = np.argsort(-values, kind="stable")[:size]
            left = [left[int(place)] for place in order]
            deals *= 2
        self._challenge(left[0], deals)

    def _challenge(self, challenger: Entry, deals: int) -> bool:
        """Let a challenger play the champion's deals; return whether it takes its place."""
        both = self._play([challenger, self.champion], deals)
        gains = both[0] - both[1]
        is_better = bool(gains.mean() > gains.std(ddof=1) / math.sqrt(deals))
        if is_better:
            self.champion = challenger
        return is_better

    def _play(self, candidates: Sequence[Entry], deals: int) -> Floats:
        """Return the values of candidates on the next deals, shape (candidates, deals)."""
        results = self._games.play(candidates, self._mix, self.next_deal, deals)
        self.next_deal += deals
        return results.values
