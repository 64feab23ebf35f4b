"""Reading an effect text word by word, and saying what is wrong with it, and where."""

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import NoReturn

from balance.errors import CardError

TOKEN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|[0-9]+|->|<=|>=|\S")
_WORD = re.compile(r"[a-z_][a-z0-9_]*")
# Writing programs put these in place of what was typed.
_TYPED = {"→": "->", "≤": "<=", "≥": ">=", "−": "-", "–": "-"}  # noqa: RUF001
END = "the end"
# What is often written in place of a connector.
_MEANT = {"and": "+", "then": "+", ",": "+", "&": "+", "or": "|", "/": "|", "for": "->", "=": "->"}


class PlacedError(CardError):
    """An effect text in which something stands that may not.

    Attributes
    ----------
    position : int
        Index of the character of the text where it stands; the text's length for the end.
    reason : str
        One sentence: what stands there, and what is expected.
    """

    def __init__(self, position: int, reason: str) -> None:
        self.position = position
        self.reason = reason
        super().__init__(reason)


class LanguageError(PlacedError):
    """A text that the language cannot read.

    Attributes
    ----------
    text : str
    expected : tuple of str
        What could stand there: words as they are written, or descriptions.
    """

    def __init__(self, text: str, position: int, expected: Iterable[str]) -> None:
        self.text = text
        self.expected = tuple(dict.fromkeys(expected))
        match = TOKEN.match(text, position)
        self.found = match.group() if match else ""
        super().__init__(position, self._reason())

    def _reason(self) -> str:
        found = f"not {self.found!r}" if self.found else "but the text ends"
        meant = _MEANT.get(self.found)
        close = [meant] if meant in self.expected else self._close()
        hint = f"; did you mean {close[0]!r}?" if close else ""
        words = [word if word[0].isalpha() else f"'{word}'" for word in self.expected]
        return f"expected {in_a_row(words, 'or')}, {found}{hint}"

    def _close(self) -> list[str]:
        return get_close_matches(self.found.lower(), self.expected, 1) if self.found else []


def in_a_row(words: Sequence[str], last: str) -> str:
    """Return words with commas between them and a word such as "or" before the last."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


class Stuck(Exception):  # noqa: N818 - no error of the user's yet: another reading may fit
    """What stands at the cursor does not fit the reading that is being tried."""


class Cursor:
    """A place in a text, for reading it word by word; remembers how far any reading came."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._words = [
            (_TYPED.get(match.group(), match.group()), match.start())
            for match in TOKEN.finditer(text)
        ]
        self._furthest = 0
        self._expected: list[str] = []
        self.place = 0  # number of words read

    @property
    def position(self) -> int:
        """Index of the character of the text at the cursor; the text's length at the end."""
        return self._position(self.place)

    @property
    def next(self) -> str:
        """The word at the cursor, or nothing at the end."""
        return self._words[self.place][0] if self.place < len(self._words) else ""

    def read(self, *words: str) -> str:
        """Read one of the words given and return it; `Stuck` if another stands there."""
        if not self.next or self.next not in words:
            self.stick(*words)
        self.place += 1
        return self._words[self.place - 1][0]

    def skip(self, word: str) -> bool:
        """Read the word if it stands there, and tell whether it did."""
        try:
            self.read(word)
        except Stuck:
            return False
        return True

    def number(self, low: int, high: int) -> int:
        """Read a whole number from `low` to `high`."""
        number = self.next
        # Sizes are compared first: Python refuses to turn thousands of digits into a number.
        fits = number.isascii() and number.isdigit() and len(number.lstrip("0")) <= len(str(high))
        if not fits or not low <= int(number) <= high:
            self.stick(f"a whole number from {low} to {high}")
        self.place += 1
        return int(number)

    def word(self, what: str) -> str:
        """Read any lower-case word; `what` describes it."""
        if not _WORD.fullmatch(self.next):
            self.stick(what)
        self.place += 1
        return self._words[self.place - 1][0]

    def timing(self, timings: Sequence[str]) -> str:
        """Read the word before a colon, or nothing if neither stands in this ability."""
        words = [word for word, _ in self._words[self.place :]]
        ability = words[: words.index(";")] if ";" in words else words
        if ":" not in ability and self.next not in timings:
            return ""
        timing = self.read(*timings)
        self.read(":")
        return timing

    def stick(self, *expected: str) -> NoReturn:
        """Give up this reading, noting what was expected."""
        if self.place > self._furthest:
            self._furthest, self._expected = self.place, []
        if self.place == self._furthest:
            self._expected.extend(expected)
        raise Stuck

    def error(self) -> LanguageError:
        """Return what is wrong, where the reading that came furthest was stuck."""
        return self.error_at(self._furthest, *self._expected)

    def error_at(self, place: int, *expected: str) -> LanguageError:
        """Return an error at a number of words read."""
        return LanguageError(self._text, self._position(place), expected)

    def _position(self, place: int) -> int:
        return self._words[place][1] if place < len(self._words) else len(self._text)
