"""Loading a game by its name in `GAMES`, or from a folder or file outside the package."""

import importlib
import importlib.util
import sys
import traceback
from difflib import get_close_matches
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from balance.compiling.sources import add_data_files, source_digest
from balance.engine.data_files import recorded_reads
from balance.engine.game import Game
from balance.engine.watchdog import watched_import
from balance.errors import BalanceError, ScenarioError
from balance.games import GAMES
from balance.spelling import as_on_disk

DESCRIPTION = "game.toml"  # the file of a game that is described as text


def load_game(name: str, folder: Path, trusts_code: bool = False) -> Game:
    """Return a game, or raise ScenarioError.

    `name` is one of `GAMES`, or the path of a folder or file with a ``GAME``, or of a game that is
    described as text; a relative path starts from `folder`.  With `trusts_code` the Python file of
    a described game is run, whether or not the user trusts it.
    """
    if name in GAMES:
        module = importlib.import_module(GAMES[name])
    else:
        path = as_on_disk((folder / name).resolve())
        if is_described(path):
            from balance.games.described import described_game  # noqa: PLC0415, as few need it

            return described_game(path / DESCRIPTION if path.is_dir() else path, trusts_code)
        module = _load_outside(name, path)
    game = getattr(module, "GAME", None)
    if not isinstance(game, Game):
        raise ScenarioError(f"game: {name!r} does not define GAME.")
    if game.is_external:
        _check_fields(name, game)
    return game


def is_described(path: Path) -> bool:
    """Return whether a path is that of a game described as text: its folder, or its file."""
    return (path / DESCRIPTION).is_file() or (path.name == DESCRIPTION and path.is_file())


def _check_fields(name: str, game: Game) -> None:
    """Refuse a game that hides fields which its state does not have.

    Raises
    ------
    ScenarioError
    """
    fields: Any = game.state.fields
    seats = fields["seats"][0].base if "seats" in fields else None
    for key, hidden, struct, what in (
        ("hidden", game.hidden, game.state, "the state"),
        ("own", game.own, seats, "a seat of the state"),
    ):
        for field in hidden:
            if field not in _names(struct):
                close = get_close_matches(field, _names(struct), 1)
                hint = f"did you mean {close[0]!r}?" if close else "expected a field."
                raise ScenarioError(
                    f"game: {name!r}: GAME.{key}: {what} has no field {field!r}: {hint}"
                )


def _names(struct: np.dtype[Any] | None) -> tuple[str, ...]:
    return () if struct is None else struct.names or ()


def _load_outside(name: str, path: Path) -> ModuleType:
    source = path / "__init__.py" if path.is_dir() else path
    if not source.is_file():
        close = get_close_matches(name, GAMES, 1)
        hint = f"; did you mean {close[0]!r}?" if close else ""
        raise ScenarioError(
            f"game: {name!r} is none of {', '.join(GAMES)}, nor a folder or file with a GAME "
            f"(there is no {source}){hint}"
        )
    title = path.name if path.is_dir() else path.stem
    known = sys.modules.get(title)
    if known is not None and getattr(known, "__file__", None) == str(source):
        return known
    if known is not None or title in sys.stdlib_module_names:
        # Compiled code is cached under the module's name, which must be the same every time.
        title = f"{title}_{source_digest(source.parent)}"
    places = [str(path)] if path.is_dir() else None
    spec = importlib.util.spec_from_file_location(title, source, submodule_search_locations=places)
    if spec is None or spec.loader is None:
        raise ScenarioError(f"game: {source} is not a Python file.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[title] = module  # before it runs: its own files import it by name
    try:
        with recorded_reads() as data, watched_import(source):
            spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        _forget(title)
        if isinstance(error, BalanceError):
            raise
        lines = [
            f"{Path(frame.filename).name}, line {frame.lineno}: "
            for frame in traceback.extract_tb(error.__traceback__)
            if Path(frame.filename).is_relative_to(source.parent)
        ]
        raise ScenarioError(
            f"{source}: cannot be run: {''.join(lines[-1:])}{type(error).__name__}: {error}"
        ) from error
    if add_data_files(source.parent, {file for file in data if file.suffix != ".py"}):
        _forget(title)  # compiled code contains what was read, which must count for the cache
        return _load_outside(name, path)
    return module


def _forget(title: str) -> None:
    """Forget a module and those of its package, so that the next import runs them again."""
    for name in list(sys.modules):
        if name == title or name.startswith(f"{title}."):
            del sys.modules[name]
