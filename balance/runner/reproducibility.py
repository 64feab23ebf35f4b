"""Whether bots play a game again in the same way.

A bot that asks for the time, draws numbers elsewhere than from its stream, or remembers earlier
games does not, and then no result can be reproduced.
"""

import numpy as np

from balance.runner.batches import MAX_DECISIONS, Batches
from balance.runner.bot_speed import play_first_games
from balance.scenario.match import Match

FIRST_GAMES = 100  # that are played twice before a run
FIRST_SECONDS = 0.2  # slow games are fewer, or cut off


def different_game(match: Match, games: int | None = None) -> int | None:
    """Return the number of a game that is another one when it is played again; None if none is.

    Parameters
    ----------
    games : int, optional
        How many are played twice; None is a number that takes no time.

    Raises
    ------
    BotError, LimitError
    """
    if games is None:
        first = play_first_games(match, FIRST_SECONDS, max(FIRST_GAMES, match.lineup.rotations))
        once, limit = first.records, first.limit
    else:
        once, limit = Batches(match).play(0, games), MAX_DECISIONS
    again = Batches(match).play(0, len(once), limit)
    differs = np.zeros(len(once), np.bool_)
    for name in once.dtype.names or ():
        differs |= (once[name] != again[name]).reshape(len(once), -1).any(axis=1)
    return int(differs.argmax()) if differs.any() else None


def reproducibility_note(match: Match) -> str:
    """Return a sentence if bots from outside the package do not play the same game twice."""
    external = [entry.label for entry in match.lineup.entries if entry.bot.is_external]
    number = different_game(match) if external else None
    if number is None:
        return ""
    names = " or ".join(map(repr, external))
    return (
        f"Game {number} is another one when it is played again, so these results cannot be "
        f"reproduced: {names} asks for the time, draws numbers elsewhere than from its stream, or "
        "remembers earlier games."
    )
