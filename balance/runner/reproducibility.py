"""Whether bots play a game again in the same way.

A bot that asks for the time, draws numbers elsewhere than from its stream, or remembers earlier
games does not, and then no result can be reproduced.
"""

from collections.abc import Collection
from pathlib import Path

import numpy as np

from balance.engine.data_files import recorded_reads
from balance.runner.batches import MAX_DECISIONS, Batches
from balance.runner.bot_speed import play_first_games
from balance.scenario.match import Match

FIRST_GAMES = 100  # that are played twice before a run
WHY_DIFFERENT = (
    "asks for the time, draws numbers elsewhere than from its stream, or remembers earlier games"
)
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
    """Return a sentence if bots from outside the package do not play the same game twice.

    Or if they read files while they play, which are no part of them.
    """
    external = [entry.label for entry in match.lineup.entries if entry.bot.is_external]
    if not external:
        return ""
    with recorded_reads() as files:
        number = different_game(match)
    names = " or ".join(map(repr, external))
    if number is not None:
        return (
            f"Game {number} is another one when it is played again, so these results cannot be "
            f"reproduced: {names} {WHY_DIFFERENT}."
        )
    return f"{names} {read_in_play(files)}" if files else ""


def read_in_play(files: Collection[Path]) -> str:
    """Return the end of a sentence about files that a bot read while it played."""
    read = ", ".join(sorted(file.name for file in files))
    return (
        f"reads {read} while it plays: that is no part of the bot, so these results cannot be "
        "reproduced once it changes. Read data when the file is imported."
    )
