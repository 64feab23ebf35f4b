"""Play candidates against a mix of opponents: each deal has one of them, by its share."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from balance.errors import Interrupted
from balance.runner.bot_matches import BotMatch, BotMatchGames
from balance.runner.play import play_games
from balance.runner.stop_signal import StopSignal
from balance.scenario.match import Entry, Lineup
from balance.stats.intervals import Floats
from balance.tuning.evaluation import candidate_wins, game_values

SMALLEST_SHARE = 0.01  # in a mix; opponents with less are left out


@dataclass(frozen=True)
class Mix:
    """Opponents, and how often each is met."""

    entries: tuple[Entry, ...]
    shares: Floats  # shape (entries,); they add up to 1

    @classmethod
    def of(cls, entries: Sequence[Entry], shares: Floats) -> "Mix":
        """Return a mix without opponents that are hardly ever met."""
        places = np.flatnonzero(shares >= SMALLEST_SHARE)
        chosen = shares[places]
        return cls(tuple(entries[int(place)] for place in places), chosen / chosen.sum())

    def parts(self, first: int, deals: int) -> list[tuple[Entry, int, int]]:
        """Return opponents with the deals in which they are met, as first deal and number."""
        ends = first + np.round(deals * np.cumsum(self.shares)).astype(np.int64)
        begins = [first, *ends[:-1].tolist()]
        return [
            (entry, begin, end - begin)
            for entry, begin, end in zip(self.entries, begins, ends.tolist(), strict=True)
            if end > begin
        ]


@dataclass(frozen=True)
class MixResults:
    """Results of candidates by deal: means over the rotations.

    Attributes
    ----------
    wins : float64 array, shape (candidates, deals)
        Win rates: fair is one over the number of players.
    values : float64 array, shape (candidates, deals)
        Half the wins, half the margin of points; see `game_values`.
    """

    wins: Floats
    values: Floats


@dataclass
class MixGames:
    """Plays candidates on one table: each alone among copies of an opponent, in every seat.

    Attributes
    ----------
    tables : BotMatch
        Its line-up is replaced.
    margin : float
        The usual margin of points, for `game_values`.
    on_progress : function (games)
    games : int
        Played so far.
    """

    tables: BotMatch
    margin: float
    workers: int
    stop: StopSignal
    on_progress: Callable[[int], None] = lambda games: None
    games: int = field(default=0)

    def play(self, candidates: Sequence[Entry], mix: Mix, first: int, deals: int) -> MixResults:
        """Let candidates play deals `first` to `first` + `deals` - 1.

        Raises
        ------
        BotError, LimitError
            If a bot breaks the rules for bots, or a game exceeds its limits.
        Interrupted
            If it was stopped.
        """
        parts = mix.parts(first, deals)
        others = (1,) * (self.tables.players - 1)
        games, ends = [], []
        for candidate in candidates:
            for opponent, begin, count in parts:
                lineup = Lineup((candidate, opponent), (0, *others))
                games.append(BotMatchGames(replace(self.tables, lineup=lineup), begin))
                ends.append(begin + count)
        play_games(games, ends, self.workers, self.stop, self.on_progress)
        if self.stop.is_set():
            raise Interrupted("Stopped.")
        results = [one.result for one in games]
        self.games += sum(result.games for result in results)
        shape = (len(candidates), deals)
        wins = np.concatenate([candidate_wins(result) for result in results])
        values = np.concatenate([game_values(result, self.margin) for result in results])
        return MixResults(wins.reshape(shape), values.reshape(shape))
