"""Games that stand still: the first that was cut off is named, so that one can look at it."""

import threading
from dataclasses import replace

from balance.app.report import metrics_for
from balance.runner.batches import MAX_DECISIONS
from balance.runner.run import MetricSet
from balance.scenario.match import Match


class CutOff:
    """Notices, among the games that are played now, the first of each variant that was cut off."""

    def __init__(self) -> None:
        self._first: dict[int, tuple[Match, int]] = {}  # by match, which all batches share
        self._lock = threading.Lock()

    def metrics_for(self, match: Match) -> MetricSet:
        """Return what is kept of the games of a match, and that this is told of those cut off."""
        return replace(metrics_for(match), on_cut_off=self._note)

    def told(self) -> list[str]:
        """Return a sentence for each variant of which a game was cut off."""
        return [_told(match, number) for match, number in self._first.values()]

    def _note(self, match: Match, number: int) -> None:
        with self._lock:
            known = self._first.get(id(match))
            if known is None or number < known[1]:
                self._first[id(match)] = match, number


def _told(match: Match, number: int) -> str:
    lineup = match.lineup
    bots = ", ".join(lineup.labels[entry] for entry in lineup.seated(number % lineup.rotations))
    return (
        f"Game {number}, of {bots}, stood still: it was cut off after {MAX_DECISIONS:,} decisions. "
        f"To see it: {match.replay_of(number)}"
    )
