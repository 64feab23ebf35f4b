"""Digests of many files: which compiled code, and which records, are still those of the sources.

Compiled code depends on what it takes in: the modules with compiled functions and the modules that
these import, by their code without comments and docstrings.  Records depend on all of a game's
sources, to the letter.
"""

import hashlib
import sysconfig
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

from balance.compiling.source_file import has_compiled, read_source

_COMPILING = Path(__file__).resolve().parent
_PACKAGE = _COMPILING.parent
_ENGINE = _PACKAGE / "engine"
_BOTS = _PACKAGE / "bots"
_GAMES = _PACKAGE / "games"

_data_files: dict[Path, set[Path]] = {}  # that code in a folder read when it was imported


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
    _add(text, ((_name_of(file, home), read_source(file).digest) for file in _taken_in(roots, own)))
    _add_files(text, _data_files.get(home, ()), home)
    return text.hexdigest()[:16]


def rules_digest(home: Path) -> str:
    """Return a digest (16 hex digits) of the sources that a game's records depend on.

    These are the engine, the bots for any game, the game's own folder, and the data that its code
    read when it was imported; of a game of the package not its sections, which only count games.
    """
    return _digest_of_rules(_COMPILING, _ENGINE, _BOTS, home)


def file_digest(files: Iterable[Path], folder: Path, values: str) -> str:
    """Return a digest (16 hex digits) of a user's files in `folder`, and of what they may import.

    That is the engine, the bots for any game and the package's games.  `values` is the digest of
    what their code takes in, see `balance.compiling.frozen_values`.
    """
    text = hashlib.sha256((_digest_of_rules(_COMPILING, _ENGINE, _BOTS, _GAMES) + values).encode())
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


def _how_compiled() -> tuple[Path, ...]:
    """Return the modules that say how functions are compiled."""
    names = "jit.py", "dispatchers.py", "local_code.py"
    return (*(_COMPILING / name for name in names), _ENGINE / "loop_types.py")


@cache
def _with_compiled_code(folder: Path) -> tuple[Path, ...]:
    """Return the modules of a folder of the package that have compiled functions."""
    return tuple(file for file in _python_files(folder) if has_compiled(file))


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
        for names in read_source(file).imports:
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
