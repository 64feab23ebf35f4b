"""Matches as bytes, for other processes and machines to play the same games.

Names and numbers travel, never code: a function that was pickled would be compiled again, for
seconds, by every process.  So a game goes by its name or folder, a bot by its name with the weights
that it has, a user's bot by its file, and a laid table as it is.  Who receives them must have the
same sources and versions, as other ones would play other games; that is looked at first.
"""

import hashlib
import os
import pickle
import platform
import socket
import sys
import threading
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from functools import cache, lru_cache
from importlib import import_module
from importlib.metadata import version
from io import BytesIO
from operator import attrgetter
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import balance
from balance.bots import BOTS
from balance.bots.loading import load_bot
from balance.engine.game import Bot, Game
from balance.engine.jit import is_compiled, plain, rules_digest, source_digest
from balance.errors import BalanceError, BotError, WorkerError
from balance.games import GAMES
from balance.games.loading import load_game
from balance.scenario.match import Match

KEPT = 32  # parcels that a process keeps open: experiments come back to their arms, round by round
_FOLDERS = (
    "analysis",
    "runner",
    "scenario",
    "store",
)  # what a worker runs besides the rules of a game
_FUNCTIONS = ("choose", "rollouts", "count_iterations")  # of a bot; all else of it is data

_opening = threading.Lock()  # bots are loaded by one thread at a time


@dataclass(frozen=True)
class Parcel:
    """A match, and what is kept of its games, as bytes.

    Attributes
    ----------
    needs : tuple of (str, str)
        What must be the same where it is opened: what, and which.
    game : tuple of str
        Where the game is: its name, or its path and the same as seen from the working folder.
    rules : str
        The digest of the game's rules.
    body : bytes
    """

    needs: tuple[tuple[str, str], ...]
    game: tuple[str, ...]
    rules: str
    body: bytes


@dataclass(frozen=True)
class Contents:
    """What is in a parcel.

    Attributes
    ----------
    match : Match
    tallies : mapping of str to function (records, match) -> Sums
    write_records : function (records, match, path) or None
    """

    match: Match
    tallies: Mapping[str, Callable[..., Any]]
    write_records: Callable[..., None] | None


def pack(contents: Contents) -> Parcel:
    """Return a match as bytes.

    Raises
    ------
    WorkerError
        If something in it has no name by which another process finds it.
    """
    game = contents.match.game
    kept = contents.match, dict(contents.tallies), contents.write_records
    written = BytesIO()
    try:
        _Pickler(written, game).dump(kept)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise WorkerError(
            f"{game.title}: cannot be played by other processes, as not all of it is found by "
            f"name ({error}): play it with --backend threads."
        ) from error
    body = zlib.compress(written.getvalue())
    return Parcel(_needs(), _place_of(game), rules_digest(game.home), body)


def unpack(parcel: Parcel) -> Contents:
    """Return what is in a parcel; the same again is not opened twice.

    Raises
    ------
    WorkerError
        If this process has other sources or versions; the text names the process and what differs.
    BalanceError
        If a game or bot of the user's is not here.
    """
    with _opening:
        return _open(parcel)


@lru_cache(KEPT)
def _open(parcel: Parcel) -> Contents:
    _compare(dict(parcel.needs), dict(_needs()))
    try:
        game = _load_game(parcel.game)
        rules = f"rules of {game.title}"
        _compare({rules: parcel.rules}, {rules: rules_digest(game.home)})
        match, tallies, write_records = pickle.loads(zlib.decompress(parcel.body))
    except WorkerError:
        raise
    except BalanceError as error:
        raise type(error)(f"{here()}: {error}") from error
    for entry in match.lineup.entries:
        bot = entry.bot
        if bot.is_external and entry.sources:
            key = f"sources of the bot {bot.name!r}"
            _compare({key: entry.sources}, {key: source_digest(bot.source.parent)})
    return Contents(match, tallies, write_records)


def here() -> str:
    """Return who this process is, for a message that is read elsewhere."""
    return f"The worker process {os.getpid()} of {socket.gethostname()}"


def _compare(wanted: Mapping[str, str], there: Mapping[str, str]) -> None:
    for what, which in wanted.items():
        if there.get(what) != which:
            raise WorkerError(
                f"{here()} has other {what} ({there.get(what)}, where {which} is expected): "
                "install the same there, and start it again."
            )


def _needs() -> tuple[tuple[str, str], ...]:
    """Return all on which the games and sums of this process rest, but the game."""
    return (
        ("versions of Python", ".".join(platform.python_version_tuple()[:2])),
        *((f"versions of {name}", version(name)) for name in ("numpy", "numba")),
        ("versions of balance", balance.__version__),
        *((f"sources of balance/{folder}", _digest_of(folder)) for folder in _FOLDERS),
    )


@cache
def _digest_of(folder: str) -> str:
    """Return what changes with the sources there; once, as a process keeps what it has loaded."""
    text = hashlib.sha256()
    for path in sorted(Path(balance.__file__).with_name(folder).rglob("*.py")):
        text.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return text.hexdigest()[:16]


class _Pickler(pickle.Pickler):
    """Writes a match of one game: what has a name, by its name."""

    def __init__(self, file: BytesIO, game: Game) -> None:
        super().__init__(file, protocol=pickle.HIGHEST_PROTOCOL)
        self.game = game

    def reducer_override(self, one: Any) -> Any:
        """Return how to make it again, or NotImplemented for pickle's own way."""
        if isinstance(one, Game):
            return _load_game, (_place_of(one),)
        if isinstance(one, Bot):
            return self._reduced_bot(one)
        if is_compiled(one):
            function = plain(one)
            return _find_function, (function.__module__, function.__qualname__)
        if isinstance(one, np.ndarray) and one.dtype == self.game.table:
            return _read_tables, (self.game, one.view(np.uint8).tobytes())  # with the gaps
        return NotImplemented

    def _reduced_bot(self, bot: Bot) -> Any:
        numbers = {"weights": dict(bot.weights), "by_players": dict(bot.by_players)}
        if bot.is_external:
            assert bot.source is not None
            return _load_bot, (_paths(bot.source), bot.name, self.game, numbers)
        functions = [getattr(bot, name) for name in _FUNCTIONS]
        for key, known in _known_bots(self.game).items():
            if [getattr(known, name) for name in _FUNCTIONS] == functions:
                values = {
                    field.name: getattr(bot, field.name)
                    for field in fields(Bot)
                    if field.name not in _FUNCTIONS
                }
                return _weigh_bot, (self.game, key, values | numbers)
        return NotImplemented


def _known_bots(game: Game) -> Mapping[str, Bot]:
    return {**BOTS, **game.bots}


def _place_of(game: Game) -> tuple[str, ...]:
    """Return how another process finds a game."""
    if game.name in GAMES and load_game(game.name, Path()) is game:
        return (game.name,)
    for module in list(sys.modules.values()):
        if getattr(module, "__dict__", {}).get("GAME") is game and module.__file__:
            source = Path(module.__file__)
            return _paths(source.parent if source.name == "__init__.py" else source)
    return _paths(game.home)


def _paths(path: Path) -> tuple[str, ...]:
    """Return a path, and the same as seen from the working folder, should that lie elsewhere."""
    return str(path.resolve()), os.path.relpath(path)


def _first_there(paths: tuple[str, ...]) -> str:
    return next((path for path in paths if Path(path).exists()), paths[0])


def _load_game(place: tuple[str, ...]) -> Game:
    return load_game(_first_there(place) if len(place) > 1 else place[0], Path())


def _load_bot(places: tuple[str, ...], name: str, game: Game, numbers: Mapping[str, Any]) -> Bot:
    try:
        return replace(load_bot(Path(_first_there(places)), name, game).bot, **numbers)
    except BotError as error:
        raise BotError(f"{error} (It must be readable there too.)") from error


def _weigh_bot(game: Game, key: str, values: Mapping[str, Any]) -> Bot:
    return replace(_known_bots(game)[key], **values)


def _find_function(module: str, name: str) -> Any:
    return attrgetter(name)(import_module(module))


def _read_tables(game: Game, data: bytes) -> NDArray[Any]:
    return np.frombuffer(data, game.table).copy()
