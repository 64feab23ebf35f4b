"""A metric: what is counted of each game, in which games, and with which sources."""

import ast
import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.engine.game import Piece
from balance.engine.layout import NOBODY
from balance.scenario.match import Match
from balance.store.sums import Sums

_COUNTING = re.compile(r"balance\.(analysis|games\.\w+\.sections|report\.sections)\.")
_COUNTED = ("number", "stopped")  # of a game that was cut off
_INDICES = ("lineup", "dealt", "kept")  # fields in which 0 would be a bot or an objective


def always(match: Match) -> bool:
    """Return True: the metric applies to every game."""
    return True


def nothing_more(records: NDArray[Any], match: Match) -> Sums:
    """Return sums without any number."""
    return Sums()


@dataclass(frozen=True)
class Metric:
    """A metric that is counted over games: tally -> sums -> tables.

    Attributes
    ----------
    tally : function (records, match) -> Sums
        Of a batch: records of shape (games,), whole deals one after another.  The sums of batches
        are added up.  By default nothing is counted but the sums by fold, which all cells have.
    applies : function (match) -> bool
        Whether the games of a match have it.
    """

    tally: Callable[[NDArray[Any], Match], Sums] = nothing_more
    sums: type[Sums] = Sums
    applies: Callable[[Match], bool] = always
    needs: str = ""  # shown where the metric does not apply


def named_pieces(pieces: Sequence[Piece], what: str = "card", *more: str) -> dict[str, list[str]]:
    """Return the columns id and `what`, the name, with a row for each piece, and more of it."""
    names = {"id": "id", what: "name"} | dict(zip(more, more, strict=True))
    return {column: [getattr(one, name) for one in pieces] for column, name in names.items()}


def ended_only(records: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    """Return records in which games that were cut off are blank, and which games ended.

    A game is cut off at the limit of decisions.  Nobody won it, so such games are only counted: one
    that never ends would otherwise dominate every mean.

    Parameters
    ----------
    records : array of game.record, shape (games,)

    Returns
    -------
    records : array of game.record, shape (games,)
        The same array, if all games ended; else a copy in which the others have no bot, score,
        card or objective, so that they add nothing to any sum.
    ended : bool array, shape (games,)
    """
    ended = records["stopped"] == 0
    if ended.all():
        return records, ended
    records = records.copy()
    for name in set(records.dtype.names or ()).difference(_COUNTED):
        records[name][~ended] = NOBODY if name in _INDICES else 0
    return records, ended


def is_scored(records: NDArray[Any], match: Match) -> NDArray[np.bool_]:
    """Return which games ended and were decided by points, shape (games,)."""
    counts: NDArray[np.bool_] = records["stopped"] == 0
    for name in match.game.unscored:
        counts &= records["ending"] != match.game.endings.index(name)
    return counts


def margins(scores: NDArray[Any], match: Match) -> NDArray[Any]:
    """Return the best score less the second, or less the rival's; 0 of players alone.

    Parameters
    ----------
    scores : array, shape (seats, games)
        With the rival's after that of the player.
    """
    if match.game_table.is_common:
        return np.zeros(scores.shape[1], scores.dtype)
    if match.game_table.rival:
        return np.asarray(scores[0] - scores[1])
    ranked = np.sort(scores, axis=0)
    return np.asarray(ranked[-1] - ranked[-min(len(ranked), 2)])


def has_leaders(match: Match) -> bool:
    """Return whether players play each other, and records hold scores before the last round."""
    has_others = match.game_table.num_seats > 1 and not match.game_table.rival
    return has_others and "before_last" in (match.game.record.names or ())


def leads_before(records: NDArray[Any], seats: int) -> NDArray[np.bool_]:
    """Return who led as the last round began, alone or tied, shape (seats, games)."""
    before = records["before_last"][:, :seats].T
    leads: NDArray[np.bool_] = before == before.max(axis=0)
    return leads


def sources_of(modules: Iterable[str], folder: Path | None = None) -> dict[str, Path]:
    """Return the files of some modules that count games, and of such modules that they import.

    Those are the modules of `balance.analysis`, and of the sections of all games or of one.

    Parameters
    ----------
    modules : iterable of str
        Full names, such as that of the module of a tally.
    folder : Path, optional
        Of the package.
    """
    root = folder or Path(__file__).parents[2]
    files: dict[str, Path] = {}
    waiting = list(modules)
    while waiting:
        name = waiting.pop()
        path = root / f"{name.removeprefix('balance.').replace('.', '/')}.py"
        if name in files or not _COUNTING.match(name) or not path.is_file():
            continue
        files[name] = path
        waiting += imported_names(ast.parse(path.read_text(encoding="utf-8")))
    return dict(sorted(files.items()))


def sources_digest(sources: Iterable[Path]) -> str:
    """Return a digest of source files: stored sums are valid as long as these do not change."""
    text = hashlib.sha256()
    for path in sources:
        text.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return text.hexdigest()[:16]


def imported_names(tree: ast.AST) -> Iterator[str]:
    """Yield the names that a module imports, of modules or not."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
