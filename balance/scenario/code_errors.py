"""Errors in code from outside, a bot or the rules of a game: what is wrong, and in which line."""

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np

_NO_FIELD = re.compile(r"'record' object has no attribute '(\w+)'")
_NO_NAME = re.compile(r"name '(\w+)' is not defined")


def describe(error: BaseException, home: Path, structs: Iterable[np.dtype[Any]] = ()) -> str:
    """Return what an error says, with a hint at a misspelt name and the line of the code.

    Parameters
    ----------
    home : Path
        The file of a bot, or the folder or file of a game; lines of other files are not named.
    structs : iterable of dtype
        Structs that the code reads: state, table, record.

    Returns
    -------
    str
        Such as ``there is no field 'ponts'; did you mean 'points'? (bot.py, line 7)``.
    """
    text = f"{type(error).__name__}: {error}"
    fields = dict.fromkeys(name for struct in structs for name in field_names(struct))
    if found := _NO_FIELD.search(str(error)):
        text = f"there is no field {found[1]!r}{_meant(found[1], fields)}"
    elif isinstance(error, NameError) and (found := _NO_NAME.search(str(error))):
        text += _meant(found[1], _names_at(error, home))
    elif isinstance(error, AttributeError) and error.name and error.obj is not None:
        text += _meant(error.name, dir(error.obj))
    return text + line_in(error, home)


def line_in(error: BaseException, home: Path) -> str:
    """Return the last line of code in a file, or in a folder, that an error came through."""
    place = ""
    for step in _steps(error, home):
        place = f" ({Path(step.tb_frame.f_code.co_filename).name}, line {step.tb_lineno})"
    return place


def field_names(struct: np.dtype[Any]) -> Iterator[str]:
    """Yield the names of the fields of a struct and of the structs in it."""
    for name, (kind, *_) in (struct.fields or {}).items():
        yield name
        yield from field_names(kind.base)


def _steps(error: BaseException, home: Path) -> Iterator[TracebackType]:
    """Yield the steps of a traceback that are in a file, or in a folder."""
    step = error.__traceback__
    while step is not None:
        file = Path(step.tb_frame.f_code.co_filename)
        if file == home or (home.is_dir() and file.is_relative_to(home)):
            yield step
        step = step.tb_next


def _names_at(error: BaseException, home: Path) -> list[str]:
    """Return the names that are known where an error was raised."""
    names: list[str] = []
    for step in _steps(error, home):
        names = [*step.tb_frame.f_locals, *step.tb_frame.f_globals]
    return names


def _meant(word: str, known: Iterable[str]) -> str:
    close = get_close_matches(word, list(known), 1)
    return f"; did you mean {close[0]!r}?" if close else ""
