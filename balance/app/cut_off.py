"""Games that stand still: the first that was cut off is named, so that one can look at it."""

from balance.runner.batches import MAX_DECISIONS
from balance.scenario.match import Match


class CutOff:
    """Notices, among the games that are played now, the first of each variant that was cut off."""

    def __init__(self) -> None:
        self._first: dict[int, tuple[Match, int]] = {}  # by match

    def notices(self) -> list[str]:
        """Return a sentence for each cell of which a game was cut off."""
        return [_told(match, number) for match, number in self._first.values()]

    def note(self, match: Match, number: int) -> None:
        """Note that a game was cut off."""
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
