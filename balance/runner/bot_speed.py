"""How long a bot takes for a decision, measured on the first decisions of a few games.

A bot may need minutes for a game, so decisions are added until they take long enough.
"""

import time
from dataclasses import dataclass, replace
from typing import Any

from numpy.typing import NDArray

from balance.runner.batches import MAX_DECISIONS, Batches
from balance.runner.rules_errors import check_records
from balance.scenario.match import Entry, Lineup, Match

PROBE_SECONDS = 0.02  # of games that are played only to measure a bot
WARM_SECONDS = 0.5  # of the deal that is played before the others
MOST_GAMES = 1 << 14  # at once
CHECKED_GAMES = 200  # of a game from outside, before the others


@dataclass(frozen=True)
class BotSpeed:
    """How fast a bot plays.

    Attributes
    ----------
    seconds : float
        Of one core for a decision, with what the rules do after it.
    decisions : float
        Of a game in which it has all seats, on average; 0 if no game came to its end.
    """

    label: str
    seconds: float
    decisions: float


@dataclass(frozen=True)
class FirstGames:
    """The first games of a match, perhaps cut off.

    Attributes
    ----------
    records : array of game.record, shape (games,)
    limit : int
        Decisions after which they were cut off.
    seconds : float
        They took.
    """

    records: NDArray[Any]
    limit: int
    seconds: float

    @property
    def are_whole(self) -> bool:
        """Whether none was cut off before its end."""
        return self.limit >= MAX_DECISIONS or not self.records["stopped"].any()


def warm_up(match: Match) -> None:
    """Compile what a match needs, or load it from the cache, by playing the first deal.

    A deal that takes long is not played to its end. Of a game from outside more deals are played,
    as its records are checked.

    Raises
    ------
    RulesError
        If a record cannot be right.
    """
    most = CHECKED_GAMES if match.game.is_external else 0
    played = play_first_games(match, WARM_SECONDS, max(most, match.lineup.rotations))
    check_records(match, played.records)


def speed_of_bot(match: Match, entry: Entry) -> BotSpeed:
    """Return how fast an entry plays in all seats of a match.

    Raises
    ------
    BotError, LimitError
        If the bot did what no bot may do, or a game goes beyond its limits.
    """
    seats = (0,) * len(match.lineup.seats)
    mirror = replace(match, lineup=Lineup((entry,), seats), replay_command="")
    played = play_first_games(mirror, PROBE_SECONDS, MOST_GAMES)
    decisions = float(played.records["decisions"].sum())
    mean = decisions / len(played.records) if played.are_whole else 0.0
    return BotSpeed(entry.label, played.seconds / max(decisions, 1.0), mean)


def play_first_games(match: Match, enough: float, most: int) -> FirstGames:
    """Play more and more decisions of the first games, then more games, for enough seconds.

    Parameters
    ----------
    most : int
        Games; a deal is played at least.

    Raises
    ------
    BotError, LimitError
    """
    batches = Batches(match)
    games, limit = match.lineup.rotations, 1
    batches.play(0, games, 0)  # compiles, without asking a bot
    while True:
        begun = time.perf_counter()
        records = batches.play(0, games, limit)
        played = FirstGames(records, limit, time.perf_counter() - begun)
        if played.seconds > enough or (played.are_whole and games >= most):
            return played
        if played.are_whole:
            games = min(4 * games, most)
        else:
            limit = min(4 * limit, MAX_DECISIONS)
