"""Checks of files and texts from others: their size, and the characters they may contain.

A scenario, a sheet or a list may come from a stranger. Only plain text that fits in memory is read,
without characters that control a terminal.
"""

import math
import os
import re
import stat
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from balance.limits import MOST_BYTES, MOST_CHARACTERS, MOST_DEPTH, MOST_LINE, MOST_TOML_BYTES
from balance.spelling import as_on_disk, in_one_form, one_form
from balance.toml_errors import PATHS, toml_error

# They change the direction of writing, so that a text can look like another one.
_TURNING = frozenset(
    "\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)
_LAYOUT = frozenset("\n\t")
_ESCAPED = frozenset("\b\t\n\f\r")  # what TOML makes of a Windows path such as "C:\\temp\\new"
_FREE_KEY = "question"  # of a scenario: a text of several lines
_CUT = " ... "
_LARGEST = 2**64
_TOO_DEEP = f"tables or lists lie more than {MOST_DEPTH} deep within each other"
# A key of many parts, such as a.b.c: the parser needs memory by the square of their number.
_LONG_KEY = re.compile(
    r"""(?<![\w-])(?:(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*){40}""", re.ASCII
)


class UnreadableError(Exception):
    """A file or text that cannot be read; the text says why, and the caller adds which file.

    Attributes
    ----------
    not_toml : bool
        Whether it was read, but is not TOML; the text then begins with the place in it.
    """

    def __init__(self, reason: str, not_toml: bool = False) -> None:
        self.not_toml = not_toml
        super().__init__(reason)


class NotUtf8Error(UnreadableError):
    """A file that is not text in UTF-8; `line` is the first wrong line."""

    def __init__(self, line: int) -> None:
        self.line = line
        super().__init__(f"cannot be read: line {line} is not text in UTF-8")


def is_one_line(text: str) -> bool:
    """Return whether a text is one line that can be printed as it is."""
    return not any(is_odd(character) or character in _LAYOUT for character in text)


def is_odd(character: str) -> bool:
    """Return whether a character controls a terminal or the writing direction, or is invalid."""
    if character in _LAYOUT:
        return False
    return unicodedata.category(character) in ("Cc", "Cs") or character in _TURNING


def printable(text: str) -> str:
    """Return a text with odd characters escaped, such as the one that begins colours."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        character.encode("unicode_escape").decode() if is_odd(character) else character
        for character in text
    )


def in_one_line(text: str) -> str:
    """Return a text that can be printed in one line: tabs and line breaks are escaped too."""
    return printable(text).replace("\n", "\\n").replace("\t", "\\t")


def cut(line: str) -> str:
    """Return a line without its middle, if it is too long to read."""
    if len(line) <= MOST_LINE:
        return line
    half = (MOST_LINE - len(_CUT)) // 2
    return f"{line[:half]}{_CUT}{line[-half:]}"


def read_text(path: Path) -> str:
    """Return the text of a UTF-8 file, with or without a byte order mark.

    Raises
    ------
    UnreadableError
        If it is not a text file, or larger than MOST_BYTES.
    FileNotFoundError
        If there is no such file.
    """
    try:
        with open(as_on_disk(path), "rb", opener=_open) as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise UnreadableError("it is no file")
            content = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise
    except (OSError, ValueError) as error:  # such as a null character in the name
        reason = getattr(error, "strerror", None) or str(error)
        raise UnreadableError(f"cannot be read: {reason}") from None
    if len(content) > MOST_BYTES:
        raise UnreadableError(f"it is larger than {MOST_BYTES // 10**6} MB, the most that is read")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotUtf8Error(content.count(b"\n", 0, error.start) + 1) from None


def _open(path: str, flags: int) -> int:
    """Open a file without waiting, in case it is a pipe that nobody writes to."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def toml_of(text: str, keeps_floats: bool = False, has_lines: bool = False) -> dict[str, Any]:
    """Return the values of a TOML text, in one form; 3.0 is 3, unless floats are kept.

    `has_lines` says whether its texts may have several lines.

    Raises
    ------
    UnreadableError
        If it is not TOML, is larger than MOST_TOML_BYTES, or has invalid values: see `odd_value`.
    """
    if len(text) > MOST_TOML_BYTES:
        raise UnreadableError(f"it is larger than {MOST_TOML_BYTES // 10**6} MB, the most for TOML")
    if _LONG_KEY.search(text):
        raise UnreadableError(_TOO_DEEP)
    try:
        values = tomllib.loads(one_form(text))
    except tomllib.TOMLDecodeError as error:
        raise UnreadableError(toml_error(text, str(error)), not_toml=True) from None
    except RecursionError:
        raise UnreadableError(_TOO_DEEP) from None
    except ValueError:  # Python refuses to read thousands of digits
        raise UnreadableError("a number in it has too many digits") from None
    odd = odd_value(values, has_lines)
    if odd:
        raise UnreadableError(odd)
    return dict(in_one_form(values, keeps_floats))


def odd_value(values: Mapping[str, Any], has_lines: bool = False) -> str:
    """Return which value, at any depth, is invalid, and why; an empty text if all are valid.

    Numbers must be finite and fit 64 bits, texts are of MOST_CHARACTERS at most and without odd
    characters; `has_lines` says whether they may have several lines.
    """
    if _is_deep(values, MOST_DEPTH):
        return _TOO_DEEP
    leaves = _leaves(values, "")
    return next((odd for key, value in leaves if (odd := _odd(key, value, has_lines))), "")


def _is_deep(value: Any, depth: int) -> bool:
    """Return whether tables or lists are nested more deeply than `depth`."""
    if isinstance(value, Mapping):
        value = value.values()
    elif not isinstance(value, list | tuple):
        return False
    return depth == 0 or any(_is_deep(one, depth - 1) for one in value)


def _odd(key: str, value: Any, has_lines: bool) -> str:
    if isinstance(value, float) and not math.isfinite(value):
        return f"{key} = {value}: expected a finite number"
    if isinstance(value, int) and not -_LARGEST <= value < _LARGEST:
        return f"{key}: expected a number between -2^64 and 2^64"
    for text in (key, value):
        if isinstance(text, str):
            if len(text) > MOST_CHARACTERS:
                start = printable(key[:40])
                return f"{start}: expected a text of {MOST_CHARACTERS:,} characters at most"
            is_odd_text = any(map(is_odd, text))
            is_free = has_lines or key == _FREE_KEY
            if is_odd_text or not (is_free or _LAYOUT.isdisjoint(text)):
                kind = "without control characters" if is_odd_text else "of one line"
                if is_free and "\n" in text:
                    number, line = next(
                        (number, line)
                        for number, line in enumerate(text.split("\n"), 1)
                        if any(map(is_odd, line))
                    )
                    return f"{key}, line {number} of it: {line!r}: expected a text {kind}"
                hint = "" if _ESCAPED.isdisjoint(text) else f"; {PATHS}"
                return f"{key} = {value!r}: expected a text {kind}{hint}"
    return ""


def _leaves(value: Any, key: str) -> Iterator[tuple[str, Any]]:
    """Yield all values in tables and lists, with their keys."""
    if isinstance(value, Mapping):
        for name, one in value.items():
            yield from _leaves(one, f"{key}.{name}" if key else str(name))
    elif isinstance(value, list | tuple):
        for place, one in enumerate(value, 1):
            yield from _leaves(one, f"{key}, number {place}")
    else:
        yield key, value
