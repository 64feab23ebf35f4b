"""Reading an effect text word by word, with errors that have position and expected words."""

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import NoReturn

from balance.errors import CardError

TOKEN = re.compile(r"[^\W\d]\w*|[0-9]+|->|<=|>=|\S")
_WORD = re.compile(r"[^\W\d]\w*")
# Word processors replace what was typed by these.
_TYPED = {"→": "->", "≤": "<=", "≥": ">=", "−": "-", "–": "-"}  # noqa: RUF001
END = "the end"
# What people often write in place of a connector.
_MEANT = {"and": "+", "then": "+", ",": "+", "&": "+", "or": "|", "/": "|", "for": "->", "=": "->"}


class PlacedError(CardError):
    """A mistake in an effect text.

    Attributes
    ----------
    position : int
        Index of the wrong character in the text; the text's length for the end.
    reason : str
        One sentence: what is wrong, and what was expected.
    """

    def __init__(self, position: int, reason: str) -> None:
        self.position = position
        self.reason = reason
        super().__init__(reason)


class LanguageError(PlacedError):
    """A text that the language cannot read.

    `expected` are words, or descriptions of words; `hints` say of words that are often wrong what
    is written instead; `most` is how many of the expected words are listed.
    """

    def __init__(
        self,
        text: str,
        position: int,
        expected: Iterable[str],
        hints: Mapping[str, str] | None = None,
        most: int = 40,
    ) -> None:
        self.text = text
        self._most = most
        self._hints = hints or {}
        self.expected = tuple(dict.fromkeys(expected))
        match = TOKEN.match(text, position)
        self.found = match.group() if match else ""
        super().__init__(position, self._reason())

    def _reason(self) -> str:
        actual = f"not {self.found!r}" if self.found else "but the text ends"
        meant = _MEANT.get(self.found)
        close = [meant] if meant in self.expected else self._close()
        hint = f"; did you mean {close[0]!r}?" if close else ""
        known = self._hints.get(self.found.lower(), "")
        is_near = bool(close) and close[0][:3] == self.found.lower()[:3]
        hint = f"; {known}" if known and not is_near else hint
        words = [word if word[0].isalpha() else f"'{word}'" for word in self.expected]
        if len(words) > self._most:
            words = [*words[: self._most], "others"]
        return f"expected {in_a_row(words, 'or')}, {actual}{hint}"

    def _close(self) -> list[str]:
        return get_close_matches(self.found.lower(), self.expected, 1) if self.found else []


def in_a_row(words: Sequence[str], last: str) -> str:
    """Return words with commas between them and a word such as "or" before the last."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


class Stuck(Exception):  # noqa: N818 - not yet an error of the user: another verb may match
    """The word at the cursor does not match the verb that is being tried."""


class Cursor:
    """A place in a text, for reading it word by word, and the furthest place reached so far."""

    most_listed = 40  # of expected words in an error
    token = TOKEN

    def __init__(self, text: str, hints: Mapping[str, str] | None = None) -> None:
        self._text = text
        self._hints = hints
        self._words = [
            (_TYPED.get(match.group(), match.group()), match.start())
            for match in self.token.finditer(text)
        ]
        self._furthest = 0
        self._expected: list[str] = []
        self.place = 0  # number of words read

    @property
    def position(self) -> int:
        """Index of the character at the cursor; the text's length at the end."""
        return self._position(self.place)

    @property
    def next(self) -> str:
        """The word at the cursor; empty at the end."""
        return self._words[self.place][0] if self.place < len(self._words) else ""

    def read(self, *words: str) -> str:
        """Read and return one of these words; raise `Stuck` if there is another."""
        if not self.next or self.next not in words:
            self.stick(*words)
        self.place += 1
        return self._words[self.place - 1][0]

    def skip(self, word: str) -> bool:
        """Read the word if it is next, and return whether it was."""
        try:
            self.read(word)
        except Stuck:
            return False
        return True

    def number(self, low: int, high: int) -> int:
        """Read a whole number from `low` to `high`."""
        number = self.next
        # The length comes first, as Python refuses to convert thousands of digits.
        fits = number.isascii() and number.isdigit() and len(number.lstrip("0")) <= len(str(high))
        if not fits or not low <= int(number) <= high:
            self.stick(f"a whole number from {low} to {high}")
        self.place += 1
        return int(number)

    def word(self, what: str) -> str:
        """Read any lower-case word; `what` describes it."""
        if not _WORD.fullmatch(self.next) or self.next != self.next.lower():
            self.stick(what)
        self.place += 1
        return self._words[self.place - 1][0]

    def timing(self, timings: Sequence[str]) -> str:
        """Read the word before a colon, or nothing if this ability has neither."""
        words = [word for word, _ in self._words[self.place :]]
        ability = words[: words.index(";")] if ";" in words else words
        if ":" not in ability and self.next not in timings:
            return ""
        timing = self.read(*timings)
        self.read(":")
        return timing

    def stick(self, *expected: str) -> NoReturn:
        """Raise `Stuck`, and save what was expected."""
        if self.place > self._furthest:
            self._furthest, self._expected = self.place, []
        if self.place == self._furthest:
            self._expected.extend(expected)
        raise Stuck

    def error(self) -> LanguageError:
        """Return the error at the furthest place reached."""
        return self.error_at(self._furthest, *self._expected)

    def error_at(self, place: int, *expected: str) -> LanguageError:
        """Return an error after `place` words."""
        position = self._position(place)
        return LanguageError(self._text, position, expected, self._hints, self.most_listed)

    def _position(self, place: int) -> int:
        return self._words[place][1] if place < len(self._words) else len(self._text)
