"""Bots that follow lists, varied by random changes of their lists."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import numpy as np

from balance.engine.game import GameTable
from balance.engine.services import ListChanges
from balance.scenario.match import Entry
from balance.stats.intervals import Floats
from balance.tuning.best_response import Proposer
from balance.tuning.families import CANDIDATE

POPULATION = 16
CHANGES = (1, 1, 1, 2, 2, 3)  # of a candidate near the champion, each equally often
FAR_CHANGES = (2, 3, 4)  # of one far from it


class ListFamily:
    """All bots of a game that follow lists."""

    name = "lists"

    def __init__(self, changes: ListChanges, game_table: GameTable) -> None:
        self._changes, self._game_table = changes, game_table

    def has(self, entry: Entry) -> bool:
        """Return whether a strategy is of the family; bots with noise are of none."""
        bot = entry.bot
        is_list = bot.choose is self._changes.choose and not bot.noise
        return is_list and self._changes.can_change(bot.weights)

    def proposer(self, start: Entry, seed: int, width: float) -> Proposer:
        """Return a search from one of the family; with width 1 it looks far, with less nearer."""
        return _ListProposer(start, self._changes, self._game_table, seed)

    def distance(self, one: Entry, two: Entry) -> float:
        """Return 0 for the same list, else 1."""
        return float(dict(one.bot.weights) != dict(two.bot.weights))

    def text(self, entry: Entry) -> str:
        """Return the list of a strategy as the text of a file."""
        return self._changes.text(entry.bot.weights)


class _ListProposer:
    """Changes the champion's list at random; the best candidate of a generation challenges it."""

    population = POPULATION
    every = 1

    def __init__(
        self, start: Entry, changes: ListChanges, game_table: GameTable, seed: int
    ) -> None:
        self.start, self._champion = start, start
        self._changes, self._game_table = changes, game_table
        self._draws = Random(seed)

    def scatter(self, count: int) -> Sequence[Entry]:
        """Return so many lists far from the start."""
        return [self._changed(self.start, FAR_CHANGES) for _ in range(count)]

    def begin(self, champion: Entry) -> None:
        """Begin near a list."""
        self._champion = champion

    def ask(self) -> Sequence[Entry]:
        """Return the candidates of the next generation."""
        self._asked = [self._changed(self._champion, CHANGES) for _ in range(self.population)]
        return self._asked

    def tell(self, values: Floats) -> None:
        """Learn the values of these candidates."""
        self._best = self._asked[int(np.argmax(values))]

    def challenger(self) -> Entry:
        """Return the best candidate of the last generation."""
        return self._best

    def adopt(self, champion: Entry) -> None:
        """Change this list from now on."""
        self._champion = champion

    def _changed(self, entry: Entry, changes: Sequence[int]) -> Entry:
        weights = entry.bot.weights
        for _ in range(self._draws.choice(changes)):
            weights = self._changes.change(weights, self._game_table, self._draws)
        return Entry(CANDIDATE, replace(entry.bot, weights=weights), entry.sources)
