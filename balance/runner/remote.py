"""Playing pieces in other processes and on other machines.

Names and numbers are sent, never code: a pickled function would be compiled again by every process,
which takes seconds. So a game is sent as its name or folder, a bot as its name and weights, a
user's bot as its file, and a table as its bytes. The receiver must have the same sources and
versions, which is checked first.
"""

import os
import pickle
import platform
import socket
import sys
import tempfile
import threading
import time
import zlib
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, fields, replace
from functools import cache, lru_cache
from importlib import import_module
from importlib.metadata import version
from io import BytesIO
from operator import attrgetter
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import numpy as np
from numpy.typing import NDArray

import balance
from balance.bots import BOTS
from balance.bots.loading import load_bot, loaded_digests
from balance.compiling.jit import is_compiled, plain
from balance.compiling.sources import folders_digest, forget_source_digests
from balance.engine.game import Bot, Game
from balance.engine.watchdog import patience, stuck_handler
from balance.errors import BalanceError, BotError, WorkerError
from balance.games import GAMES
from balance.games.loading import load_game
from balance.portable import relative_path
from balance.runner.cell_player import CellPlayer, PieceResult
from balance.runner.schedule import Portion
from balance.scenario.section_files import file_of, is_loaded_here, load_modules

CACHED = 32  # parcels that a process keeps open: experiments return to their arms, round by round
_PACKAGES = (
    "analysis",
    "games",  # their sections
    "runner",
    "scenario",
    "store",
)  # packages whose code a worker runs, besides the rules
# Of a bot; everything else of it is data.
_FUNCTIONS = "choose", "rollouts", "count_iterations", "inputs"

_opening = threading.Lock()  # one thread at a time loads bots


@dataclass(frozen=True)
class Parcel:
    """The player of a cell as bytes.

    Attributes
    ----------
    needs : tuple of (str, str)
        What must be the same in the process that opens it, with version or digest.
    game : tuple of str
        The name of the game, or its path and the same path from the working folder.
    """

    needs: tuple[tuple[str, str], ...]
    game: tuple[str, ...]
    rules: str  # the digest of the game's rules
    body: bytes


def play_parcel(parcel: Parcel, piece: Portion) -> tuple[PieceResult | BalanceError, float]:
    """Play a piece in a worker process; return the result and the seconds that playing took.

    An error that the user can fix is returned, not raised, as some backends change exceptions.  A
    bot that is stuck is such an error: its thread is left behind, and ends with the process.
    """
    ended: SimpleQueue[Callable[[], tuple[PieceResult | BalanceError, float]]] = SimpleQueue()

    def play() -> None:
        with stuck_handler(lambda message: ended.put(lambda: (BotError(message), patience()))):
            future: Future[tuple[PieceResult | BalanceError, float]] = Future()
            try:
                future.set_result(_play_parcel(parcel, piece))
            except BaseException as error:
                future.set_exception(error)
            ended.put(future.result)

    threading.Thread(target=play, daemon=True).start()
    return ended.get()()


def _play_parcel(parcel: Parcel, piece: Portion) -> tuple[PieceResult | BalanceError, float]:
    begun = time.perf_counter()
    try:
        player = unpack(parcel)
        begun = time.perf_counter()  # without unpacking, for the speed of the next piece
        result = player.play(piece)
        result.rows = {folder: _file_by(write) for folder, write in player.writers(result).items()}
    except BalanceError as error:
        return error, time.perf_counter() - begun
    return result, time.perf_counter() - begun


def pack(player: CellPlayer) -> Parcel:
    """Return the player of a cell as bytes.

    Raises
    ------
    WorkerError
        If a part of it has no name by which another process finds it.
    """
    game = player.match.game
    written = BytesIO()
    try:
        _Pickler(written, game).dump((player.match, dict(player.tallies), player.tables))
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise WorkerError(
            f"{game.title}: other processes cannot play it, as they cannot find all of it by name "
            f"({error}): use --backend threads."
        ) from error
    body = zlib.compress(written.getvalue())
    return Parcel(_needs(), _place_of(game), game.rules_digest, body)


def unpack(parcel: Parcel) -> CellPlayer:
    """Return the player in a parcel; the same object for equal parcels.

    Raises
    ------
    WorkerError
        If this process has other sources or versions; the text names it and the difference.
    BalanceError
        If a user's game or bot is missing in this process.
    """
    with _opening:
        return _unpack(parcel)


@lru_cache(CACHED)
def _unpack(parcel: Parcel) -> CellPlayer:
    _compare(dict(parcel.needs), dict(_needs()))
    try:
        game = _load_game(parcel.game)
        rules = f"rules of {game.title}"
        _compare({rules: parcel.rules}, {rules: game.rules_digest})
        match, tallies, tables = pickle.loads(zlib.decompress(parcel.body))
    except WorkerError:
        raise
    except BalanceError as error:
        raise error.within(_this_process()) from error
    for entry in match.lineup.entries:
        bot = entry.bot
        if bot.is_external and entry.sources:
            key = f"sources of the bot {bot.name!r}"
            _compare({key: entry.sources}, {key: loaded_digests.get(bot.source, "")})
    return CellPlayer(match, tallies, tables)


def _file_by(write: Callable[[Path], None]) -> bytes:
    """Return the file that a function writes."""
    with tempfile.TemporaryDirectory(prefix="balance-") as folder:
        path = Path(folder, "records")
        write(path)
        return path.read_bytes()


def _this_process() -> str:
    return f"The worker process {os.getpid()} of {socket.gethostname()}"


def _compare(expected: Mapping[str, str], here: Mapping[str, str]) -> None:
    for what, value in expected.items():
        if here.get(what) != value:
            raise WorkerError(
                f"{_this_process()} has other {what} ({here.get(what)}, where {value} is "
                "expected): install the same there, and start it again."
            )


def _needs() -> tuple[tuple[str, str], ...]:
    """Return everything that decides games and sums in this process, except the game."""
    return (
        ("versions of Python", ".".join(platform.python_version_tuple()[:2])),
        *((f"versions of {name}", version(name)) for name in ("numpy", "numba")),
        ("versions of balance", balance.__version__),
        *((f"sources of balance/{package}", _digest_of(package)) for package in _PACKAGES),
    )


@cache
def _digest_of(package: str) -> str:
    """Return a digest of sources; computed once, as a process does not reload its modules."""
    return folders_digest(Path(balance.__file__).with_name(package))


class _Pickler(pickle.Pickler):
    """Pickles the match of one game, with names in place of code."""

    def __init__(self, file: BytesIO, game: Game) -> None:
        super().__init__(file, protocol=pickle.HIGHEST_PROTOCOL)
        self.game = game

    def reducer_override(self, value: Any) -> Any:
        """Return how to make a value again, or NotImplemented for pickle's own way."""
        if isinstance(value, Game):
            return _load_game, (_place_of(value),)
        if isinstance(value, Bot):
            return self._reduced_bot(value)
        if is_loaded_here(value):  # a metric of a section from outside
            names = _paths(file_of(value)), value.__module__, value.__qualname__
            return _find_in_section, names
        if is_compiled(value):
            function = plain(value)
            return _find_function, (function.__module__, function.__qualname__)
        if isinstance(value, np.ndarray) and value.dtype == self.game.table:
            return _read_tables, (self.game, value.view(np.uint8).tobytes())  # with the padding
        return NotImplemented

    def _reduced_bot(self, bot: Bot) -> Any:
        numbers = {
            "weights": dict(bot.weights), "by_players": dict(bot.by_players), "noise": bot.noise,
        }  # fmt: skip
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
    """Return the names by which another process finds a game."""
    if game.name in GAMES and load_game(game.name, Path()) is game:
        return (game.name,)
    if game.described_in is not None:
        return _paths(game.described_in)
    for module in list(sys.modules.values()):
        if getattr(module, "__dict__", {}).get("GAME") is game and module.__file__:
            source = Path(module.__file__)
            return _paths(source.parent if source.name == "__init__.py" else source)
    return _paths(game.home)


def _paths(path: Path) -> tuple[str, ...]:
    """Return an absolute path, and the path relative to the working folder."""
    return str(path.resolve()), relative_path(path, Path())


def _first_existing(paths: tuple[str, ...]) -> str:
    return next((path for path in paths if Path(path).exists()), paths[0])


def _load_game(place: tuple[str, ...]) -> Game:
    name = _first_existing(place) if len(place) > 1 else place[0]
    return load_game(name, Path(), trusts_code=True)  # as who sent it does


def _load_bot(paths: tuple[str, ...], name: str, game: Game, numbers: Mapping[str, Any]) -> Bot:
    try:
        return replace(load_bot(Path(_first_existing(paths)), name, game).bot, **numbers)
    except BotError as error:
        raise BotError(f"{error} (It must be readable there too.)") from error


def _weigh_bot(game: Game, key: str, values: Mapping[str, Any]) -> Bot:
    return replace(_known_bots(game)[key], **values)


def _find_function(module: str, name: str) -> Any:
    return attrgetter(name)(import_module(module))


def _find_in_section(paths: tuple[str, ...], module: str, name: str) -> Any:
    forget_source_digests()
    file = Path(_first_existing(paths)).resolve()
    load_modules(file, name)
    if module not in sys.modules:
        raise WorkerError(
            f"{_this_process()} has other sources in {file.parent}: install the same there."
        )
    return attrgetter(name)(import_module(module))


def _read_tables(game: Game, data: bytes) -> NDArray[Any]:
    return np.frombuffer(data, game.table).copy()
