"""Loading a user's bot, ``my_bot.py:name``: compiled if possible, with all that it calls.

A policy may have its networks from a file, ``valeria-policy.json``; some games also read bots from
other data, such as ``my_list.txt``.

The bot's file and the files beside it that it imports become modules with unique names, so that
bots do not get in each other's way.  Compiled code is cached under a digest of all sources of the
folder and of the data that it read when it was imported, so that no older version is played.
"""

import dis
import hashlib
import importlib.machinery
import importlib.util
import inspect
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from balance.bots import BOTS
from balance.bots.policy_file import read_networks
from balance.bots.strict import check_strictly, unchanged_program
from balance.bots.weights import read_bot_name, read_weights
from balance.compiling.frozen_values import values_digest
from balance.compiling.jit import compiled_with_checks, is_compiled, is_compiling, plain
from balance.compiling.sources import (
    add_data_files,
    file_digest,
    forget_source_digests,
    source_digest,
)
from balance.engine.data_files import recorded_reads
from balance.engine.game import Bot, Game
from balance.engine.watchdog import watched_import
from balance.errors import BotError

NETWORKS = ".json"  # the suffix of a file with the networks of a policy
WEIGHTS = ".toml"  # the suffix of a file with the weights of a bot
_ANSI = re.compile(r"\x1b\[[0-9;]*m")

_WIDE = "from balance.engine.layout"
_NARROW = {"int8", "int16", "int32", "uint8", "uint16", "uint32", "uint64"}

# What a bot returns, in words, by the type of numba.
_KINDS = {
    "OptionalType": "nothing in one of its branches",
    "none": "nothing",
    "unicode_type": "a text",
    "Literal[str]": "a text",
    "bool": "True or False",
    "float64": "a fraction (float64)",
}

# Hints by the wrong type returned.  Numba adds a signed and an unsigned whole number as floats.
_HINTS = {
    "float64": " A division by / gives a fraction, by // a whole number. If each of its answers is "
    "a whole number, then some are unsigned, as those of below() are, and others are not: write "
    "wide(below(...)), from balance.engine.layout."
}


# The arguments that a bot gets; only their order counts.
ARGUMENTS = ("view", "table", "seat", "weights", "stream")

loaded_digests: dict[Path, str] = {}  # of the bots' files that were loaded last


@dataclass(frozen=True)
class Loaded:
    """A user's bot."""

    bot: Bot
    digest: str  # of all files that it depends on, and of what they may import
    slow: str = ""  # why it is run as plain Python; empty if it is compiled


def load_bot(file: Path, name: str, game: Game, is_strict: bool = False) -> Loaded:
    """Return the function `name` of `file` as a bot for `game`.

    A ``.toml`` file of the same name beside it may give its weights.

    Parameters
    ----------
    is_strict : bool
        Whether strangers enter the bot, see `balance.bots.strict`.

    Raises
    ------
    BotError
        If there is no such file or function, the file does not run, or the function does not
        return a whole number.
    """
    if not file.is_file():
        raise BotError(f"{file}: no such file, where the bot {name!r} is expected.")
    file = file.resolve()
    forget_source_digests()
    weights, by_players = read_weights(file.with_suffix(".toml"))
    who = f"{file}: the bot {name!r}"
    with unchanged_program(who) if is_strict else nullcontext():
        modules, data = run_with_data(file, "balance_bot_")
    sources = {Path(str(module.__file__)).resolve() for module in modules}
    function = _find(modules[0], name, file)
    values = values_digest(plain(function))
    digest = file_digest(sources | data, file.parent, values)
    loaded_digests[file] = digest
    choose, slow = _compile(modules, function, name, game)
    if is_strict:
        check_strictly(choose, who, slow)
    summary = (plain(function).__doc__ or "").strip().partition("\n")[0]
    return Loaded(Bot(name, choose, weights, summary, file, by_players), digest, slow)


def run_with_data(file: Path, prefix: str) -> tuple[list[ModuleType], set[Path]]:
    """Run a user's file; return its modules and the data files that it read.

    The first time, it is run again if it read data: compiled code contains what was read, so the
    data must count for the cache before anything is compiled.
    """
    while True:
        with recorded_reads() as data:
            modules = run_file(file, f"{prefix}{source_digest(file.parent)}_")
        data -= {Path(str(module.__file__)).resolve() for module in modules}
        if not add_data_files(file.parent, data):
            return modules, data


def read_data(file: Path, game: Game) -> Loaded:
    """Return a bot from a file of data; raise BotError if the game cannot read it."""
    if file.suffix == NETWORKS:
        bot = _trained_bot(file, game)
    elif file.suffix == WEIGHTS:
        bot = _weighted_bot(file, game)
    elif game.read_list_bot is not None:
        bot = game.read_list_bot(file)
    else:
        raise BotError(
            f"{file}: {game.title} cannot read bots from data; give a bot of your own as "
            "file.py:function."
        )
    return Loaded(bot, hashlib.sha256(file.read_bytes()).hexdigest()[:16])


def _trained_bot(file: Path, game: Game) -> Bot:
    """Return the game's policy with the networks of a file, which `balance train` wrote."""
    for bot in game.bots.values():
        if bot.inputs is not None:
            networks = read_networks(file, bot.inputs)
            summary = f"The {bot.name} with the networks of {file.name}."
            return replace(
                bot, name=file.stem, networks=networks, summary=summary, source=file, is_list=True
            )
    raise BotError(f"{file}: {game.title} has no bot that takes networks from a file.")


def _weighted_bot(file: Path, game: Game) -> Bot:
    """Return the bot that a file of weights names, with these weights, named after the file."""
    name, known = read_bot_name(file), {**BOTS, **game.bots}
    if name not in known:
        raise BotError(f"{file}: bot: {game.name} has no bot {name!r}{_meant(name, known)}")
    weights, by_players = read_weights(file)
    for key in weights:
        if key not in known[name].weights:
            meant = _meant(key, known[name].weights)
            raise BotError(f"{file}: {name} has no weight {key!r}{meant}")
    usual = known[name]
    own = {  # by players, without what the file sets for any number of them
        count: {key: value for key, value in numbers.items() if key not in weights}
        for count, numbers in usual.by_players.items()
    }
    counts = sorted({*own, *by_players})
    return replace(
        usual,
        name=file.stem,
        weights={**usual.weights, **weights},
        by_players={one: {**own.get(one, {}), **by_players.get(one, {})} for one in counts},
        summary=f"The {name} with the weights of {file.name}.",
        source=file,
        is_list=True,
    )


def _meant(word: str, known: Iterable[str]) -> str:
    """Return the end of a sentence, with a hint at the most similar of the known words."""
    close = get_close_matches(word, list(known), 1)
    return f"; did you mean {close[0]!r}?" if close else "."


def _compile(
    modules: Sequence[ModuleType], function: Callable[..., int], name: str, game: Game
) -> tuple[Callable[..., int], str]:
    """Return the function to call, and the reason if it is not compiled."""
    if not is_compiling():
        return plain(function), ""
    circular = calling_itself(modules, name)
    if circular:  # numba can compile it, but not load it from its cache
        return plain(function), f"the function {circular!r} calls itself"
    from balance.engine.loop_types import compile_bot  # noqa: PLC0415, as numba is slow to import

    originals = mark_functions(modules)
    marked = getattr(modules[0], name)
    try:
        returned = compile_bot(marked, game)
    except Exception as error:  # numba raises many kinds of errors
        for module, key, original in originals:
            setattr(module, key, plain(original))
        return plain(function), cause_of(error)
    if returned in _NARROW:
        for module, key, original in originals:
            setattr(module, key, plain(original))
        return plain(function), f"it returns {returned}: write wide() around the answer, {_WIDE}"
    if returned:
        kind = returned.partition("(")[0]
        raise BotError(
            f"{modules[0].__file__}: the bot {name!r} returns {_KINDS.get(kind, returned)}, where "
            f"an index of the choices is expected: a whole number.{_HINTS.get(returned, '')}"
        )
    return marked, ""


def mark_functions(modules: Sequence[ModuleType]) -> list[tuple[ModuleType, str, Any]]:
    """Mark the functions of these modules to be compiled; return module, name and original.

    Their indices are checked: compiled code that writes beyond an array's end could crash.
    """
    ours = {module.__name__ for module in modules}
    originals: list[tuple[ModuleType, str, Any]] = []
    marked: dict[int, Any] = {}
    for module in modules:
        for key, value in list(vars(module).items()):
            function = _function_behind(value)
            if function is None or function.__module__ not in ours:
                continue
            originals.append((module, key, value))
            if not is_compiled(value):
                setattr(module, key, marked.setdefault(id(value), compiled_with_checks(value)))
    return originals


def calling_itself(modules: Sequence[ModuleType], name: str) -> str:
    """Return a function that `name` calls, or it itself, if it calls itself in the end; or "".

    Only functions that these modules define are followed: what they import calls none of them.
    """
    ours = {module.__name__ for module in modules}

    def called(function: FunctionType) -> set[FunctionType]:
        steps = dis.get_instructions(function)
        names = {step.argval for step in steps if step.opname == "LOAD_GLOBAL"}
        found = map(_function_behind, map(function.__globals__.get, names))
        return {each for each in found if each is not None and each.__module__ in ours}

    def reached(function: FunctionType) -> set[FunctionType]:
        functions: set[FunctionType] = set()
        waiting = [function]
        while waiting:
            new = called(waiting.pop()) - functions
            functions |= new
            waiting += new
        return functions

    first = _function_behind(getattr(modules[0], name))
    some = {first, *reached(first)} if first else set()
    return min((each.__name__ for each in some if each in reached(each)), default="")


def _functions_of(module: ModuleType) -> Iterator[tuple[str, FunctionType]]:
    """Yield the functions of a module by name, those marked to be compiled as plain ones."""
    for key, value in vars(module).items():
        if function := _function_behind(value):
            yield key, function


def _function_behind(value: Any) -> FunctionType | None:
    """Return a function, a plain one if it was marked to be compiled; None for anything else."""
    function = plain(value) if is_compiled(value) else value
    return function if isinstance(function, FunctionType) else None


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
            with watched_import(file):
                _Fresh(title, str(file)).exec_module(module)
        except (Exception, SystemExit) as error:
            del sys.modules[title]
            raise BotError(f"{file}: cannot be run: {_line_of(error, file)}") from error
    # The next process finds the module of compiled code by its name, which must be unique.
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
    """Reads the source each time, as Python's cache misses an edit within the same second."""

    def get_code(self, fullname: str) -> Any:
        return self.source_to_code(self.get_data(self.path), self.path)


class _Finder:
    """Finds the modules in a folder while a bot of that folder is run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.imported: list[str] = []

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        file = self.folder / f"{name}.py"
        if path is not None or not file.is_file():
            return None
        self.imported.append(name)
        return importlib.util.spec_from_file_location(name, file, loader=_Fresh(name, str(file)))


@contextmanager
def _beside(folder: Path) -> Iterator[list[ModuleType]]:
    """Let files of `folder` be imported, and add their modules to the list afterwards."""
    finder = _Finder(folder)
    siblings: list[ModuleType] = []
    sys.meta_path.insert(0, finder)
    try:
        yield siblings
    finally:
        sys.meta_path.remove(finder)
        siblings += [sys.modules.pop(name) for name in finder.imported if name in sys.modules]


def _find(module: ModuleType, name: str, file: Path) -> Callable[..., int]:
    function = getattr(module, name, None)
    if callable(function):
        _check_arguments(plain(function), name, file)
        return function
    known = [key for key, _ in _functions_of(module)]
    close = get_close_matches(name, known, 1)
    hint = f"did you mean {close[0]!r}?" if close else f"there is {', '.join(known) or 'none'}."
    raise BotError(f"{file}: there is no function {name!r}: {hint}")


def _check_arguments(function: Any, name: str, file: Path) -> None:
    """Refuse what is no function of a bot's five arguments.

    Raises
    ------
    BotError
    """
    expected = f"expected a function {name}({', '.join(ARGUMENTS)})"
    if not isinstance(function, FunctionType):
        kind = "a class" if isinstance(function, type) else f"a {type(function).__name__}"
        raise BotError(f"{file}: {name!r} is {kind}: {expected}.")
    code = function.__code__
    least = code.co_argcount - len(function.__defaults__ or ())
    takes_any = bool(code.co_flags & inspect.CO_VARARGS)
    if least > len(ARGUMENTS) or (code.co_argcount < len(ARGUMENTS) and not takes_any):
        has = ", ".join(code.co_varnames[: code.co_argcount]) or "no arguments"
        raise BotError(f"{file}, line {code.co_firstlineno}: {name!r} takes {has}: {expected}.")


def _line_of(error: BaseException, file: Path) -> str:
    """Return an error with the line of the user's file that caused it."""
    line = getattr(error, "lineno", None) if isinstance(error, SyntaxError) else None
    traceback = error.__traceback__
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename == str(file):
            line = traceback.tb_lineno
        traceback = traceback.tb_next
    at = f"line {line}: " if line else ""
    return f"{at}{type(error).__name__}: {error}"


def cause_of(error: Exception) -> str:
    """Return the cause and the line from a message of numba."""
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
