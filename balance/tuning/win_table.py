"""The win table: strategies against each other on the same deals, and the mix that none beats."""

from collections.abc import Callable, Sequence
from itertools import combinations, product

import numpy as np

from balance.analysis.comparison.pairwise import pairing_outcome
from balance.errors import Interrupted
from balance.runner.bot_matches import BotMatch
from balance.runner.pairings import pairing, play_pairings
from balance.runner.stop_signal import StopSignal
from balance.scenario.match import Entry
from balance.stats.intervals import Floats
from balance.stats.nash import NashAverage, nash_average, nash_mix
from balance.tuning.mix_games import Mix


class WinTable:
    """The results of all pairs of strategies, which have different labels.

    Parameters
    ----------
    tables : BotMatch
        Its line-up is replaced, its seed decides the deals.
    deals : int
        Of each pair.
    """

    def __init__(self, tables: BotMatch, deals: int, workers: int, stop: StopSignal) -> None:
        self.entries: list[Entry] = []
        self.games = 0  # played so far
        self._tables, self._deals = tables, deals
        self._workers, self._stop = workers, stop
        # By the labels of a pair: the first one's excess by deal, and its win rate where it sits
        # alone among copies of the second.
        self._excess: dict[tuple[str, str], Floats] = {}
        self._alone: dict[tuple[str, str], float] = {}

    def pairs_with(self, more: int) -> int:
        """Return how many pairs so many more strategies would add."""
        count = len(self.entries)
        return more * count + more * (more - 1) // 2

    def add(
        self, entries: Sequence[Entry], on_progress: Callable[[int], None] = lambda games: None
    ) -> None:
        """Play strategies against each other and against those of before.

        Raises
        ------
        BotError, LimitError
        Interrupted
            If it was stopped; the table is as before.
        """
        pairs = [*product(self.entries, entries), *combinations(entries, 2)]
        if pairs:
            pairings = [pairing(self._tables, one, two) for one, two in pairs]
            results = play_pairings(pairings, self._deals, self._workers, self._stop, on_progress)
            if self._stop.is_set():
                raise Interrupted("Stopped.")
            for (one, two), result in zip(pairs, results, strict=True):
                found = pairing_outcome(result)
                self.games += result.games
                first, second = found.alone.mean(axis=0).tolist()
                self._alone[one.label, two.label] = first
                self._alone[two.label, one.label] = second
                self._excess[one.label, two.label] = found.excess
        self.entries += entries

    def remove(self, entry: Entry) -> None:
        """Leave a strategy out from now on."""
        self.entries.remove(entry)

    def gains(self, mix: Mix) -> Floats:
        """Return what each strategy wins against a mix of some of them, above an equal share."""
        equal = 1 / self._tables.players
        rates = [
            [self._alone.get((one.label, two.label), equal) for two in mix.entries]
            for one in self.entries
        ]
        return np.array(rates) @ mix.shares - equal

    def mix(self) -> Mix:
        """Return the mix of the strategies that none of them beats."""
        count = len(self.entries)
        beats = np.zeros((count, count))
        for (one, first), (two, second) in combinations(enumerate(self.entries), 2):
            beats[one, two] = self._excess[first.label, second.label].mean()
            beats[two, one] = -beats[one, two]
        return Mix.of(self.entries, nash_mix(beats) if count > 1 else np.ones(1))

    def nash(self) -> NashAverage:
        """Return the share of each strategy in the mix that none beats, with intervals."""
        count = len(self.entries)
        if count == 1:
            one = np.ones(1)
            return NashAverage(one, one, one, np.zeros(1))
        pairs = list(combinations(range(count), 2))
        labels = [entry.label for entry in self.entries]
        samples = np.stack([self._excess[labels[a], labels[b]] for a, b in pairs], axis=1)
        return nash_average(samples, pairs, count)
