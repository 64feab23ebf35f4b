"""Watches games that compiled code plays: a bot or a game from outside may never go on.

Compiled code cannot be interrupted, so the watchdog reads from outside how far the loop is.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from numpy.typing import NDArray

from balance.engine.batch import NOT_BEGUN
from balance.engine.watchdog import VARIABLE, Watchdog, patience
from balance.scenario.match import Entry, Match


def watch_games(
    match: Match, states: NDArray[Any], batch: Any, number_of: Callable[[int], int] = int
) -> AbstractContextManager[object]:
    """Return a watchdog for a loop that plays games of a match: ``with watch_games(...):``.

    Parameters
    ----------
    states : array of game.state
        The first is that of the game in progress.
    batch : BATCH
        The progress of the loop.
    number_of : function (int) -> int
        The number of a game, from that in the batch.
    """
    if not match.game.is_external and not any(
        entry.bot.is_external for entry in match.lineup.entries
    ):
        return nullcontext()
    seated = match.lineup.by_rotation

    def deciding() -> Entry:
        rotation = number_of(int(batch.number)) % match.lineup.rotations
        return match.lineup.entries[seated[rotation, int(batch.seat)]]

    def look() -> tuple[int, int] | None:
        if batch.number == NOT_BEGUN:
            return None
        if not match.game.is_external and not deciding().bot.is_external:
            return None
        return int(batch.number), int(batch.decision)

    def explain() -> str:
        number, seat = number_of(int(batch.number)), int(batch.seat)
        place = place_of(match, number, int(batch.decision), int(states["decision"][0]), seat)
        return stuck_message(match, deciding(), place, "", number)

    return Watchdog(look, explain)


def place_of(match: Match, number: int, decision: int, kind: int, seat: int) -> str:
    """Return a description of the decision and game."""
    name = match.game.decisions(kind).name
    return f"in game {number} of seed {match.seed}, decision {decision} ({name}, seat {seat})"


def replay_hint(match: Match, number: int) -> str:
    """Return the end of a message: the command that shows the game up to there."""
    command = match.replay_of(number)
    return f". To see the game up to there: {command}" if command else "."


def stuck_message(match: Match, entry: Entry, place: str, at: str, number: int) -> str:
    """Return the message for a bot, or a game from outside, that has not gone on for too long.

    Parameters
    ----------
    place : str
        See `place_of`.
    at : str
        The line of the bot's file, if it is known.
    """
    if entry.bot.is_external:
        who = f"The bot {entry.label!r} has not answered"
    else:
        who = f"{match.game.title}, or its bot {entry.label!r}, has not gone on"
    return (
        f"{who} for {patience():g} seconds {place}: it is stuck{at}, and only ending the program "
        f"stops it. (Set {VARIABLE}=300 before the command to wait longer, {VARIABLE}=0 to wait "
        f"for ever.){replay_hint(match, number).removeprefix('.')}"
    )
