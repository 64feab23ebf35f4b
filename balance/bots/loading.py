"""Loading a user's bot, ``my_bot.py:name``: compiled when it can be, with all that it calls.

A game may read others that are no code but data, such as ``my_list.txt``.

Its file, and the files beside it that it imports, become modules with names of their own, so that
no other bot is in the way; compiled code is kept under a digest of all sources of the folder, so
that no older version is ever played.
"""

import hashlib
import importlib.machinery
import importlib.util
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from balance.bots.weights import read_weights
from balance.engine.batch import compile_bot
from balance.engine.game import Bot, Game
from balance.engine.jit import (
    compiled,
    forget_source_digests,
    is_compiled,
    is_compiling,
    plain,
    source_digest,
)
from balance.errors import BotError

_ANSI = re.compile(r"\x1b\[[0-9;]*m")

# What else a bot may mean that returns such a type: compiled, the two kinds of whole numbers meet
# in a float.
_HINTS = {
    "float64": " A division by / gives a fraction, by // a whole number. If each of its answers is "
    "a whole number, then some are unsigned, as those of below() are, and others are not: write "
    "wide(below(...)), from balance.engine.layout."
}


@dataclass(frozen=True)
class Loaded:
    """A user's bot.

    Attributes
    ----------
    bot : Bot
    digest : str
        Of the sources on which it rests.
    slow : str
        Why it is played as ordinary Python; empty if it is compiled.
    """

    bot: Bot
    digest: str
    slow: str = ""


def load_bot(file: Path, name: str, game: Game) -> Loaded:
    """Return the bot that the function `name` of `file` is.

    Parameters
    ----------
    file : Path
        A ``.py`` file; a ``.toml`` of the same name beside it may give its weights.
    name : str
    game : Game
        The game that it is to play.

    Raises
    ------
    BotError
        If there is no such file or function, the file does not run, or the function returns
        something else than a whole number.
    """
    if not file.is_file():
        raise BotError(f"{file}: no such file, where the bot {name!r} is expected.")
    file = file.resolve()
    forget_source_digests()
    digest = source_digest(file.parent)
    weights, by_players = read_weights(file.with_suffix(".toml"))
    place = hashlib.sha256(str(file).encode()).hexdigest()[:8]
    modules = run_file(file, f"balance_bot_{place}_{digest}_")
    function = _find(modules[0], name, file)
    choose, slow = _compile(modules, function, name, game)
    summary = (plain(function).__doc__ or "").strip().partition("\n")[0]
    return Loaded(Bot(name, choose, weights, summary, file, by_players), digest, slow)


def read_data(file: Path, game: Game) -> Loaded:
    """Return the bot that a file of data is.

    Raises
    ------
    BotError
        If the game has no such bots, or there is something wrong with the file.
    """
    if game.read_list_bot is None:
        raise BotError(
            f"{file}: {game.title} has no bots that are data; a bot of your own is given as "
            "file.py:function."
        )
    bot = game.read_list_bot(file)
    return Loaded(bot, hashlib.sha256(file.read_bytes()).hexdigest()[:16])


def _compile(
    modules: Sequence[ModuleType], function: Callable[..., int], name: str, game: Game
) -> tuple[Callable[..., int], str]:
    """Return the function to call, and why it is not compiled if it is not."""
    if not is_compiling():
        return plain(function), ""
    originals = _mark(modules)
    marked = getattr(modules[0], name)
    try:
        returned = compile_bot(marked, game)
    except Exception as error:  # numba raises many kinds, and some of its own bugs are others
        for module, key, original in originals:
            setattr(module, key, plain(original))
        return plain(function), _cause(error)
    if returned:
        raise BotError(
            f"{modules[0].__file__}: the bot {name!r} returns {returned}, where an index of the "
            f"choices is expected: a whole number.{_HINTS.get(returned, '')}"
        )
    return marked, ""


def _mark(modules: Sequence[ModuleType]) -> list[tuple[ModuleType, str, Any]]:
    """Mark the plain functions of these modules to be compiled; return what stood where."""
    ours = {module.__name__ for module in modules}
    originals: list[tuple[ModuleType, str, Any]] = []
    marked: dict[int, Any] = {}
    for module in modules:
        for key, value in list(vars(module).items()):
            function = plain(value) if is_compiled(value) else value
            if not isinstance(function, FunctionType) or function.__module__ not in ours:
                continue
            originals.append((module, key, value))
            if not is_compiled(value):
                setattr(module, key, marked.setdefault(id(value), compiled(value)))
    return originals


def run_file(file: Path, prefix: str) -> list[ModuleType]:
    """Run a file; return its module and those beside it that it imported, named with a prefix.

    Raises
    ------
    BotError
        If it cannot be run.
    """
    title = prefix + file.stem
    with _beside(file.parent) as siblings:
        spec = importlib.util.spec_from_file_location(title, file, loader=_Fresh(title, str(file)))
        assert spec is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[title] = module
        try:
            _Fresh(title, str(file)).exec_module(module)
        except (Exception, SystemExit) as error:
            del sys.modules[title]
            raise BotError(f"{file}: cannot be run: {_line_of(error, file)}") from error
    # Compiled code finds its module by name in the next process, so it needs one of its own.
    for sibling in siblings:
        own = prefix + sibling.__name__
        for value in vars(sibling).values():
            function = plain(value) if is_compiled(value) else value
            if (
                isinstance(function, FunctionType | type)
                and function.__module__ == sibling.__name__
            ):
                function.__module__ = own
        sibling.__name__ = own
        sys.modules[own] = sibling
    return [module, *siblings]


class _Fresh(importlib.machinery.SourceFileLoader):
    """Reads the source each time: Python's own cache misses an edit within the same second."""

    def get_code(self, fullname: str) -> Any:
        return self.source_to_code(self.get_data(self.path), self.path)


class _Finder:
    """Finds the modules that lie in a folder, for the time that a bot of that folder is run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.found: list[str] = []

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        file = self.folder / f"{name}.py"
        if path is not None or not file.is_file():
            return None
        self.found.append(name)
        return importlib.util.spec_from_file_location(name, file, loader=_Fresh(name, str(file)))


@contextmanager
def _beside(folder: Path) -> Iterator[list[ModuleType]]:
    """Let files of `folder` be imported; the list holds their modules afterwards."""
    finder = _Finder(folder)
    siblings: list[ModuleType] = []
    sys.meta_path.insert(0, finder)
    try:
        yield siblings
    finally:
        sys.meta_path.remove(finder)
        siblings += [sys.modules.pop(name) for name in finder.found if name in sys.modules]


def _find(module: ModuleType, name: str, file: Path) -> Callable[..., int]:
    function = getattr(module, name, None)
    if callable(function):
        return function
    known = [key for key, value in vars(module).items() if isinstance(plain(value), FunctionType)]
    close = get_close_matches(name, known, 1)
    hint = f"did you mean {close[0]!r}?" if close else f"there is {', '.join(known) or 'none'}."
    raise BotError(f"{file}: there is no function {name!r}: {hint}")


def _line_of(error: BaseException, file: Path) -> str:
    """Return an error with the line of the user's file from which it came."""
    line = getattr(error, "lineno", None) if isinstance(error, SyntaxError) else None
    traceback = error.__traceback__
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename == str(file):
            line = traceback.tb_lineno
        traceback = traceback.tb_next
    at = f"line {line}: " if line else ""
    return f"{at}{type(error).__name__}: {error}"


def _cause(error: Exception) -> str:
    """Boil numba's message down to its cause and its line."""
    text = _ANSI.sub("", str(error))
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    places = re.findall(r'File "([^"]+)", line (\d+)', text)
    place = f" ({Path(places[-1][0]).name}, line {places[-1][1]})" if places else ""
    noise = (
        "Failed in", "During:", "File ", "This error", "- Resolution", "There are", "Overload",
        "Rejected", "raised from", "No match", ">>>", "Enable logging", "<source", "^", "[",
    )  # fmt: skip
    causes = [line for line in lines if not line.startswith(noise) and not set(line) <= set("~^- ")]
    named = [line for line in causes if re.search(r"(?i)unknown|cannot|not |unsupported|no ", line)]
    cause = (named or causes or [type(error).__name__])[0].rstrip(".:")
    return f"{cause}{place}"
