"""Digests of source code: which compiled code, and which records, are still those of the sources.

Compiled code depends on what it takes in: the modules with compiled functions and the modules that
these import, by their code without comments and docstrings.  Records depend on all of a game's
sources, to the letter.
"""

import ast
import atexit
import hashlib
import json
import os
import sys
import sysconfig
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import CodeType
from typing import Any

from balance.engine.cache_place import cache_root, is_writable_by_others
from balance.portable import write_text

_ENGINE = Path(__file__).resolve().parent
_PACKAGE = _ENGINE.parent
_BOTS = _PACKAGE / "bots"
_GAMES = _PACKAGE / "games"
_COMPILERS = ("compiled", "inlined", "compiled_with_checks", "compiled_loop")  # of `engine.jit`

_MOST_KNOWN = 5_000  # files in `_KnownSources`; the oldest go first

_data_files: dict[Path, set[Path]] = {}  # that code in a folder read when it was imported


@dataclass(frozen=True)
class _Source:
    """What counts of a Python file.

    Attributes
    ----------
    digest : bytes
        Of its code, without comments, docstrings and line numbers.
    imports : frozenset of tuple of str
        What its compiled functions and their constants use: the module that it may be, or be of.
    has_compiled : bool
        Whether it has compiled functions.
    """

    digest: bytes
    imports: frozenset[tuple[str, ...]]
    has_compiled: bool


@cache
def library_folders() -> tuple[Path, ...]:
    """Return the folders of Python, of installed packages and of this one, also as links lead."""
    paths = sysconfig.get_paths()
    names = ("stdlib", "platstdlib", "purelib", "platlib")
    folders = (*(Path(paths[name]) for name in names), _PACKAGE)
    return tuple(dict.fromkeys((*folders, *(folder.resolve() for folder in folders))))


@cache
def source_digest(home: Path) -> str:
    """Return a digest (16 hex digits) of all sources that compiled code in `home` takes in.

    These are the compiled functions of the engine and of the bots for any game, `home` itself, and
    what they import from the package.  Of a game or another part of the package only the modules
    with compiled functions count; a folder outside counts whole, with its subfolders only if it is
    a package (a user's bot may lie among all their other work), and with the data that its code
    read.
    """
    roots = {*_how_compiled(), *_with_compiled_code(_ENGINE), *_with_compiled_code(_BOTS)}
    if _PACKAGE in home.parents:
        roots |= set(_with_compiled_code(home))
        own: dict[str, Path] = {}
    else:
        own = {_module_name(file, home): file for file in _python_files(home)}
        roots |= set(own.values())
    text = hashlib.sha256()
    _add(text, ((_name_of(file, home), _read(file).digest) for file in _taken_in(roots, own)))
    _add_files(text, _data_files.get(home, ()), home)
    return text.hexdigest()[:16]


def rules_digest(home: Path) -> str:
    """Return a digest (16 hex digits) of the sources that a game's records depend on.

    These are the engine, the bots for any game, the game's own folder, and the data that its code
    read when it was imported; of a game of the package not its sections, which only count games.
    """
    return _digest_of_rules(_ENGINE, _BOTS, home)


def file_digest(files: Iterable[Path], folder: Path, values: str) -> str:
    """Return a digest (16 hex digits) of a user's files in `folder`, and of what they may import.

    That is the engine, the bots for any game and the package's games.  `values` is the digest of
    what their code takes in, see `balance.engine.frozen_values`.
    """
    text = hashlib.sha256((_digest_of_rules(_ENGINE, _BOTS, _GAMES) + values).encode())
    _add_files(text, files, folder)
    return text.hexdigest()[:16]


def add_data_files(home: Path, files: Iterable[Path]) -> bool:
    """Count files as sources of the code in `home`; return whether any was not counted before."""
    known = _data_files.setdefault(home_of(home), set())
    new = set(files) - known
    known |= new
    if new:
        forget_source_digests()
    return bool(new)


def forget_source_digests() -> None:
    """Clear the digests of sources, as a user's bot may have been edited."""
    source_digest.cache_clear()
    _with_compiled_code.cache_clear()


def home_of(path: Path) -> Path:
    """Return the folder of sources to which a file or folder belongs.

    That is the folder of a game, another package of this one, or the outermost package.
    """
    path = path.resolve()
    for folder in (path, *path.parents):
        if folder.parent in (_GAMES, _PACKAGE):
            return folder
    folder = path if path.is_dir() else path.parent
    while _is_package(folder) and _is_package(folder.parent):
        folder = folder.parent
    return folder


def _read(file: Path) -> _Source:
    return _parsed(file.read_bytes())


def _parsed(source: bytes) -> _Source:
    known = _known_sources()
    key = hashlib.sha256(_how_parsed() + source).hexdigest()
    if key not in known:
        if not known.has_new:
            atexit.register(known.store)
        known[key], known.has_new = _parse(source), True
    return known[key]


def _parse(source: bytes) -> _Source:
    try:
        tree = ast.parse(source)
        compiled = _compiled_functions(tree, has_calls=b"compiled_loop" in source)
        _drop_docstrings(tree)
        code = compile(tree, "", "exec", dont_inherit=True)
    except (SyntaxError, ValueError):  # of a user, who is told when the file is run
        return _Source(hashlib.sha256(source).digest(), frozenset(), False)
    text = hashlib.sha256()
    add_code(text, code)
    used = _names_taken_in(tree, code, compiled)
    imports = frozenset(names for local, names in _imports(tree.body) if local in used)
    return _Source(text.digest(), imports, bool(compiled))


class _KnownSources(dict[str, _Source]):
    """What was found of files in earlier processes, so that commands start sooner.

    It is with the compiled code, and kept where that can be.  A file that cannot be read or is no
    such file counts as none.
    """

    def __init__(self, path: Path) -> None:
        self._path, self.has_new = path, False
        with suppress(OSError, ValueError, TypeError):
            if is_writable_by_others(path) or is_writable_by_others(path.parent, True):
                return
            rows = json.loads(path.read_bytes())
            self.update(
                (
                    key,
                    _Source(bytes.fromhex(digest), frozenset(map(tuple, imports)), bool(compiled)),
                )
                for key, digest, imports, compiled in rows
            )

    def store(self) -> None:
        rows = [
            (key, source.digest.hex(), sorted(source.imports), source.has_compiled)
            for key, source in list(self.items())[-_MOST_KNOWN:]
        ]
        beside = self._path.with_name(f"{self._path.name}.{os.getpid()}")
        with suppress(OSError):
            if self._path.parent.is_dir():
                write_text(beside, json.dumps(rows))
                beside.replace(self._path)


@cache
def _known_sources() -> _KnownSources:
    return _KnownSources(cache_root() / "sources.json")


@cache
def _how_parsed() -> bytes:
    """Return what else the result of parsing depends on: Python, and this module."""
    return sys.version.encode() + Path(__file__).read_bytes()


def _imports(body: Iterable[ast.stmt]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield what is imported: its name in the file, and the module that it may be, or be of."""
    for statement in body:
        if isinstance(statement, ast.Import):
            for each in statement.names:
                yield each.asname or each.name.partition(".")[0], (each.name,)
        elif isinstance(statement, ast.ImportFrom) and statement.module:
            for each in statement.names:
                module = statement.module
                yield each.asname or each.name, (f"{module}.{each.name}", module)
        elif isinstance(statement, ast.If | ast.Try) and not _is_for_types(statement):
            yield from _imports([*statement.body, *statement.orelse])


def _names_taken_in(tree: ast.Module, code: CodeType, compiled: set[str]) -> set[str]:
    """Return the names used by a module's compiled functions, and by the constants they use.

    In a module without compiled functions, of constants or of a user whose bot is yet to be
    compiled, those of all functions and constants.
    """
    functions = [part for part in code.co_consts if isinstance(part, CodeType)]
    used = set().union(
        *(_names_of(part) for part in functions if not compiled or part.co_name in compiled)
    )
    constants = [each for each in tree.body if isinstance(each, ast.Assign | ast.AnnAssign)]
    while constants:
        taken = [each for each in constants if not compiled or used & _targets(each)]
        if not taken:
            break
        constants = [each for each in constants if each not in taken]
        used |= {
            node.id
            for each in taken
            if each.value is not None
            for node in ast.walk(each.value)
            if isinstance(node, ast.Name)
        }
    return used


def _names_of(code: CodeType) -> set[str]:
    inner = (_names_of(part) for part in code.co_consts if isinstance(part, CodeType))
    return set(code.co_names).union(*inner)


def _targets(statement: ast.Assign | ast.AnnAssign) -> set[str]:
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    return {node.id for each in targets for node in ast.walk(each) if isinstance(node, ast.Name)}


def _compiled_functions(tree: ast.Module, has_calls: bool) -> set[str]:
    """Return the names of the functions with a decorator that compiles, or given to such a one.

    `has_calls`: whether the source has the name of the one that is also called.
    """
    names = set()
    for statement in tree.body:
        if not isinstance(statement, ast.FunctionDef):
            continue
        if any(_called_name(each) in _COMPILERS for each in statement.decorator_list):
            names.add(statement.name)
            continue
        for node in ast.walk(statement) if has_calls else ():
            if isinstance(node, ast.Call) and _called_name(node.func) == "compiled_loop":
                names |= {each.id for each in node.args if isinstance(each, ast.Name)}
    return names


def _called_name(node: ast.expr) -> str:
    while isinstance(node, ast.Call):
        node = node.func
    return node.id if isinstance(node, ast.Name) else ""


def _is_for_types(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.If) and ast.unparse(statement.test).endswith("TYPE_CHECKING")


def _drop_docstrings(tree: ast.AST) -> None:
    """Remove the docstrings of a module, its classes and its functions."""
    if not isinstance(tree, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        return
    if ast.get_docstring(tree, clean=False) is not None:
        first = tree.body.pop(0)
        if not tree.body and not isinstance(tree, ast.Module):
            tree.body = [ast.copy_location(ast.Pass(), first)]
    for statement in tree.body:
        _drop_docstrings(statement)


def add_code(text: Any, code: CodeType) -> None:
    """Add all of a code object to a digest but its place: file, lines and columns."""
    constants = []
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            add_code(text, constant)
        else:
            constants.append(
                sorted(map(repr, constant)) if isinstance(constant, frozenset) else repr(constant)
            )
    names = code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars
    counts = code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags
    what = code.co_name, code.co_code, constants, names, counts
    text.update(repr(what).encode())


def _how_compiled() -> tuple[Path, ...]:
    """Return the modules that say how functions are compiled."""
    names = "jit.py", "compiling.py", "loop_types.py", "local_code.py"
    return tuple(_ENGINE / name for name in names)


@cache
def _with_compiled_code(folder: Path) -> tuple[Path, ...]:
    """Return the modules of a folder of the package that have compiled functions."""
    return tuple(file for file in _python_files(folder) if _has_compiled(file.read_bytes()))


def _has_compiled(source: bytes) -> bool:
    # Most files are not parsed, as none of the names occurs in them.
    return any(name.encode() in source for name in _COMPILERS) and _parsed(source).has_compiled


def _taken_in(roots: Iterable[Path], own: dict[str, Path]) -> set[Path]:
    """Return files and all that they import of the package, or of `own`, by name."""
    found: set[Path] = set()
    open_files = list(roots)
    while open_files:
        file = open_files.pop()
        if file in found:
            continue
        found.add(file)
        if file in _how_compiled():  # by no code of others
            continue
        for names in _read(file).imports:
            paths = (own.get(name) or _file_of(name) for name in names)
            open_files += next(([path] for path in paths if path is not None), [])
    return found


def _file_of(name: str) -> Path | None:
    """Return the file of a module of the package; None if `name` is none."""
    first, *parts = name.split(".")
    if first != _PACKAGE.name or not parts:
        return None
    path = _PACKAGE.joinpath(*parts)
    for file in (path.with_suffix(".py"), path / "__init__.py"):
        if file.is_file():
            return file
    return None


def _python_files(folder: Path) -> Iterable[Path]:
    """Return the Python files of a folder, with those of its subfolders if it is a package."""
    return folder.rglob("*.py") if _is_package(folder) else folder.glob("*.py")


def _module_name(file: Path, home: Path) -> str:
    """Return the name by which code in `home` imports one of its files."""
    parts = file.relative_to(home).with_suffix("").parts
    package = (home.name,) if _is_package(home) else ()
    return ".".join((*package, *(part for part in parts if part != "__init__")))


def _is_package(folder: Path) -> bool:
    return (folder / "__init__.py").is_file()


def folders_digest(*folders: Path) -> str:
    """Return a digest (16 hex digits) of the sources in folders, wherever the folders are.

    To the letter, with the data that their code read.
    """
    return _digest_of(folders, _python_files)


def _digest_of_rules(*folders: Path) -> str:
    return _digest_of(folders, lambda folder: filter(_is_of_rules, _python_files(folder)))


def _is_of_rules(file: Path) -> bool:
    """Whether a file is none of the sections of a game of the package."""
    return not file.is_relative_to(_GAMES) or file.relative_to(_GAMES).parts[1:2] != ("sections",)


def _digest_of(folders: Iterable[Path], files_of: Callable[[Path], Iterable[Path]]) -> str:
    text = hashlib.sha256()
    for folder in folders:
        _add_files(text, files_of(folder), folder)
        _add_files(text, _data_files.get(folder, ()), folder)
    return text.hexdigest()[:16]


def _add_files(text: Any, files: Iterable[Path], folder: Path) -> None:
    """Add the names and contents of files to a digest."""
    _add(
        text,
        ((_name_of(file, folder), hashlib.sha256(file.read_bytes()).digest()) for file in files),
    )


def _name_of(file: Path, folder: Path) -> str:
    """Return the name of a file that does not depend on where its folder is."""
    for place in (folder, _PACKAGE):
        if file.is_relative_to(place):
            return file.relative_to(place).as_posix()
    return file.name


def _add(text: Any, named: Iterable[tuple[str, bytes]]) -> None:
    """Add names and digests to a digest, in an order that has no place in it."""
    for name, digest in sorted(named):
        text.update(name.encode() + b"\0" + digest)
