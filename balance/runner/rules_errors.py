"""What a game from outside may do wrong: rules that fail, and records that cannot be right.

The message names the line of the game's file. Compiled code does not know its lines, so the game is
played again uncompiled, in a process of its own.
"""

import os
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.compiling.jit import is_compiling
from balance.compiling.trusted_code import VARIABLE
from balance.engine.layout import NOBODY, WIN
from balance.errors import BalanceError, LimitError, RulesError
from balance.runner.watching import replay_hint
from balance.scenario.code_errors import describe, line_in
from balance.scenario.match import Match

SECONDS = 60.0  # for a game that is played again uncompiled
UNCOMPILED = {"NUMBA_DISABLE_JIT": "1"}
_ERROR = "Error: "


@contextmanager
def rules_errors_of(match: Match, number: int, decision: Callable[[], int]) -> Iterator[None]:
    """Turn what the rules raise into one sentence, if the game is from outside the package.

    Parameters
    ----------
    number : int
        Of the game in progress.
    decision : function () -> int
        How many decisions were made in it.

    Raises
    ------
    RulesError, LimitError
    """
    try:
        yield
    except LimitError as error:
        raise limit_error(match, number, decision(), error) from None
    except BalanceError:
        raise
    except Exception as error:
        if not match.game.is_external:
            raise
        raise rules_error(match, number, decision(), error) from error


def rules_error(match: Match, number: int, decision: int, error: BaseException) -> RulesError:
    """Return the error to raise where the rules of a game failed."""
    game = match.game
    found = _message_uncompiled(match, number)
    if found:
        return RulesError(found)
    text = describe(error, game.place, (game.state, game.table, game.record))
    return RulesError(
        f"{_place(match, number, decision)}: the rules failed: {text}{replay_hint(match, number)}"
    )


def limit_error(match: Match, number: int, decision: int, error: LimitError) -> LimitError:
    """Return the error to raise where a game went beyond its limits."""
    place = _place(match, number, decision)
    found = _message_uncompiled(match, number)
    return LimitError(found or f"{place}: {error}{line_in(error, match.game.place)}.")


def check_records(match: Match, records: NDArray[Any]) -> None:
    """Refuse records that cannot be right, whoever wrote them.

    The wins of a game add up to one (a single player may also lose or draw), the parts of a score
    to the score, and a game that is over has an ending of `Game.endings`.

    Parameters
    ----------
    records : array of game.record, shape (games,)

    Raises
    ------
    RulesError
        The text names the first wrong game.
    """
    ended = records[records["stopped"] == 0]
    if not len(ended):
        return
    wins, scores = ended["wins"].sum(axis=1), ended["scores"]
    parts = ended["parts"].sum(axis=2)
    allowed = [WIN]
    if match.game_table.is_common or match.game_table.num_seats == 1:
        allowed += [0]
    if match.game_table.num_seats == 1:
        allowed += [WIN // 2]
    _refuse(match, ended, ~np.isin(wins, allowed), lambda place: (
        f"the wins add up to {wins[place] / WIN:g}, where one win, shared if need be, is expected "
        f"({WIN} in `record.wins`)"
    ))  # fmt: skip
    _refuse(match, ended, (parts != scores).any(axis=1), lambda place: (
        f"the parts of the scores are {_listed(parts[place], match)} in all, the scores "
        f"{_listed(scores[place], match)} (`record.parts` and `record.scores`)"
    ))  # fmt: skip
    endings = len(match.game.endings)
    _refuse(match, ended, (ended["ending"] < 0) | (ended["ending"] >= endings), lambda place: (
        f"the ending is number {ended['ending'][place]}, where GAME.endings has {endings}"
    ))  # fmt: skip
    objectives = len(match.game_table.objectives)
    if "kept" in (ended.dtype.names or ()) and objectives:
        kept = ended["kept"][:, : match.game_table.num_seats]
        is_wrong = ((kept < NOBODY) | (kept >= objectives)).any(axis=1)
        _refuse(match, ended, is_wrong, lambda place: (
            f"objective {kept[place].max()} is kept, where there are {objectives} (`record.kept`)"
        ))  # fmt: skip


def _refuse(
    match: Match, records: NDArray[Any], is_wrong: NDArray[np.bool_], what: Callable[[int], str]
) -> None:
    if is_wrong.any():
        place = int(is_wrong.argmax())
        number = int(records["number"][place])
        raise RulesError(
            f"{match.game.title}, game {number} of seed {match.seed}: {what(place)}"
            f"{replay_hint(match, number)}"
        )


def _listed(values: NDArray[Any], match: Match) -> str:
    shown = values[: match.game_table.num_sides]
    return ", ".join(map(str, shown.tolist()))


def _place(match: Match, number: int, decision: int) -> str:
    title = match.game.title
    return f"{title}, in game {number} of seed {match.seed}, after decision {decision}"


def _message_uncompiled(match: Match, number: int) -> str:
    """Return the error of a game that is played again uncompiled, or nothing if it has none."""
    command = shlex.split(match.replay_of(number))
    if not is_compiling() or not match.game.is_external or not command:
        return ""
    return error_of(command[1:], match)


def error_of(arguments: list[str], match: Match) -> str:
    """Return the message with which an uncompiled command refuses a game, or nothing.

    Parameters
    ----------
    arguments : list of str
        Of the command line, after `balance`.
    """
    trusted = os.pathsep.join(filter(None, (os.environ.get(VARIABLE), str(match.game.place))))
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-m", "balance", *arguments],
            env={**os.environ, **UNCOMPILED, VARIABLE: trusted}, capture_output=True, text=True,
            encoding="utf-8", errors="replace", check=False, timeout=SECONDS,
            stdin=subprocess.DEVNULL,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):
        return ""
    lines = [line for line in done.stderr.splitlines() if line.startswith(_ERROR)]
    is_refused = done.returncode == 2 and bool(lines)
    return lines[-1].removeprefix(_ERROR) if is_refused else ""
