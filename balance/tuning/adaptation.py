"""Letting a bot adapt to a handicap: a short search for weights that play better under it."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from balance.analysis.experiments.arm_sums import tally
from balance.bots.weights import Numbers
from balance.engine.layout import WIN
from balance.runner.batches import Batches
from balance.runner.stop_signal import StopSignal
from balance.scenario.experiments import HANDICAPPED
from balance.scenario.match import Match
from balance.stats.intervals import Floats
from balance.tuning.evolution import strategy_of
from balance.tuning.tuned_bot import TunedBot, space_of

GENERATIONS = 20
DEALS = 256  # of a candidate in a generation
CHALLENGE = 16  # times as many, for the choice between weights that were found


@dataclass(frozen=True)
class Adaptation:
    """A search for weights, the same number of games whatever comes out.

    Attributes
    ----------
    subject : TunedBot
        The bot with the weights that all others keep.
    """

    subject: TunedBot
    seed: int
    generations: int = GENERATIONS
    deals: int = DEALS

    def games(self, match: Match) -> int:
        """Return the number of games that a search plays."""
        size = len(self.subject.tuned)
        candidates = self.generations * (4 + int(3 * math.log(max(size, 2))))
        return candidates * self.deals * match.lineup.rotations

    def adapted(
        self, match: Match, stop: StopSignal, on_progress: Callable[[int], None]
    ) -> Numbers:
        """Return weights for the entry under the handicap; those at the start if it was stopped.

        Parameters
        ----------
        match : Match
            Of an asymmetric arm.
        on_progress : function (games)
        """
        space = space_of(self.subject)
        strategy = strategy_of(space, None, self.seed)
        first = 0
        for _ in range(self.generations):
            population = strategy.ask()
            candidates = [space.weights(steps) for steps in population]
            values = [
                float(self._values(match, weights, first, self.deals).mean())
                for weights in candidates
            ]
            strategy.tell(population, [-value for value in values])
            first += self.deals
            on_progress(len(candidates) * self.deals * match.lineup.rotations)
            if stop.is_set():
                return dict(space.start)
        return space.weights(strategy.mean)

    def best_of(self, match: Match, several: Sequence[Numbers]) -> Numbers:
        """Return those weights that play best, on deals that no search has played.

        A search may end early or late by chance. So each situation can take the weights that were
        found in another one, if they do better there.
        """
        first, deals = self.generations * self.deals, CHALLENGE * self.deals
        values = [float(self._values(match, one, first, deals).mean()) for one in several]
        return several[int(np.argmax(values))]

    def with_weights(self, match: Match, weights: Numbers) -> Match:
        """Return an arm in which the entry under the handicap has other weights."""
        entries = list(match.lineup.entries)
        entry = entries[HANDICAPPED]
        entries[HANDICAPPED] = replace(
            entry, bot=self.subject.with_weights(weights).at(match.game_table.num_seats)
        )
        return replace(match, lineup=replace(match.lineup, entries=tuple(entries)))

    def _values(self, match: Match, weights: Numbers, first: int, deals: int) -> Floats:
        """Return the value of weights by fold: wins, and a little for points, which say more.

        A lead as large as the usual one counts as a tenth of a win.
        """
        changed = self.with_weights(match, weights)
        rotations = match.lineup.rotations
        records = Batches(changed).play(first * rotations, deals * rotations)
        sums = tally(records, changed)
        games = np.maximum(sums.games, 1)
        wins = sums.wins / games / WIN
        leads = sums.leads / np.maximum(sums.scored, 1)
        usual = float(np.abs(leads).mean()) or 1.0
        return np.asarray((wins + 0.1 * leads / usual)[sums.games > 0])
