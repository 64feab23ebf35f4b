"""The files of the sections that a report may have: the package's, the game's, the scenario's.

Those of the package have their words beside them in ``report/sections``; a game or a scenario adds
others as ``file.py:name``, code from outside.  `balance.report.definitions` checks what a file
defines.
"""

import sys
from collections.abc import Sequence
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from balance.bots.loading import run_file
from balance.compiling.sources import add_data_files, forget_source_digests, source_digest
from balance.engine.data_files import recorded_reads
from balance.engine.game import Game
from balance.error_messages import did_you_mean
from balance.errors import BotError, ScenarioError
from balance.scenario.model import Scenario

_PACKAGE = Path(__file__).resolve().parents[1]
PREFIX = "balance_section_"  # of the names of modules loaded here

_files: dict[str, Path] = {}  # the section's file for each of these modules
_data: dict[Path, set[Path]] = {}  # by the section's file: what it read when it was imported


def section_name(entry: str) -> str:
    """Return the name of a section from an entry of ``sections``: what follows a colon."""
    return entry.rpartition(":")[2]


def is_of_package(file: Path) -> bool:
    """Return whether a section's file is one of the package."""
    return file.is_relative_to(_PACKAGE)


def built_in_files() -> dict[str, Path]:
    """Return the files of the sections that every game may have, by the section's name."""
    words = sorted((_PACKAGE / "report" / "sections").glob("*.toml"))
    return {file.stem: file.with_suffix(".py") for file in words}


def section_files(scenario: Scenario, game: Game) -> dict[str, Path]:
    """Return the files of the sections that a report may have, by the section's name.

    Raises
    ------
    ScenarioError
        If `scenario.sections` names a section that does not exist, or two have the same name.
    """
    known = built_in_files()
    for key, entries, folder in (
        (f"{game.home}: sections", game.sections, game.home),
        (f"{scenario.place}: sections", scenario.sections or (), scenario.folder),
    ):
        for number, entry in enumerate(entries, 1):
            file, colon, name = entry.rpartition(":")
            place = f"{key}, number {number} = {entry!r}"
            if not colon and name not in known:
                raise ScenarioError(
                    f"{place}: expected one of {', '.join(known)}, or a section "
                    f"of your own as file.py:name; {did_you_mean(name, tuple(known))}"
                )
            if colon:
                path = (folder / file).resolve()
                if known.setdefault(name, path) != path:
                    raise ScenarioError(f"{place}: there is another section {name!r}: rename one.")
    if not all(map(is_of_package, known.values())):
        forget_source_digests()  # a file may have been edited since the last run of a session
    return known


def load_section(file: Path, name: str) -> Any:
    """Return what is called `name` in a file.

    Raises
    ------
    ScenarioError
        If there is no such file or name, or the file cannot be run.
    """
    module = load_modules(file, name)[0]
    if not hasattr(module, name):
        close = get_close_matches(name, vars(module), 1)
        hint = f"; did you mean {close[0]!r}?" if close else "."
        raise ScenarioError(f"{file}: a section {name!r} is expected there, but not defined{hint}")
    return getattr(module, name)


def load_modules(file: Path, name: str) -> Sequence[ModuleType]:
    """Return the module of a file, and those of the files beside it that it imports.

    Raises
    ------
    ScenarioError
        If there is no such file, or it cannot be run.
    """
    if not file.is_file():
        raise ScenarioError(f"{file}: no such file, where the section {name!r} is expected.")
    if is_of_package(file):
        return [
            import_module(
                ".".join((_PACKAGE.name, *file.with_suffix("").relative_to(_PACKAGE).parts))
            )
        ]
    try:
        return _modules(file, source_digest(file.parent))
    except BotError as error:
        raise ScenarioError(str(error)) from error


def is_loaded_here(value: Any) -> bool:
    """Return whether a function or class is defined in a module loaded here, under its name."""
    module = getattr(value, "__module__", None)
    name = getattr(value, "__qualname__", "")
    return module in _files and getattr(sys.modules[module], name, None) is value


def file_of(value: Any) -> Path:
    """Return the section's file from which a function or class was loaded."""
    return _files[value.__module__]


def data_of(file: Path) -> set[Path]:
    """Return the data files that a loaded section's file read when it was imported."""
    return _data[file]


@cache
def _modules(file: Path, digest: str) -> Sequence[ModuleType]:
    """Run a file once for each version, as its classes are compared by identity."""
    # Other processes, where the folder may be elsewhere, must come to the same names.
    with recorded_reads() as data:
        modules = run_file(file, f"{PREFIX}{digest}_{file.parent.name}_")
    _data[file] = data - {Path(str(module.__file__)).resolve() for module in modules}
    if add_data_files(file.parent, _data[file]):  # compiled code contains what was read
        return _modules(file, source_digest(file.parent))
    _files.update({module.__name__: file for module in modules})
    return modules
