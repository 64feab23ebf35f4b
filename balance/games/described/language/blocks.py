"""Reading blocks: how lines follow and belong to each other, and the options of ``choose one``."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

from balance.cards.effect_reader import Stuck
from balance.games.described.language.names import LineCursor, Names
from balance.games.described.language.tree import Line, Place, Whose
from balance.games.described.language.values import ValueReader
from balance.games.described.language.verbs import KINDS, VERBS
from balance.games.described.language.writing import head_text

_COMMENT = re.compile(r'("[^"]*")|#.*')  # but not within a word in quotes
_OTHERWISE = "otherwise"
_ANSWERED = frozenset({"card", "number", "player", "another"})  # after `choose`


class Written(NamedTuple):
    """A line as it is written."""

    place: Place
    indent: int
    text: str


@dataclass(frozen=True)
class Scope:
    """What lines may speak of.

    Attributes
    ----------
    it_from
        The zone from which `it` was chosen; None if it is a card in use.
    """

    has_it: bool = False
    it_from: Whose | None = None
    repeats: int = 0  # around the line, in the same lines


def written_lines(text: str, place: Place) -> list[Written]:
    """Return the lines of a text that say something; `place` is where the text begins."""
    lines = []
    for number, line in enumerate(text.split("\n")):
        said = _COMMENT.sub(r"\1", line.replace("\t", "    ")).rstrip()
        if said.strip():
            indent = len(said) - len(said.lstrip())
            column = indent + (place.column if number == 0 else 1)
            lines.append(
                Written(Place(place.file, place.line + number, column), indent, said.strip())
            )
    return lines


class BlockReader(ABC):
    """Reads the lines of one text; mistakes are collected in `errors`.

    Attributes
    ----------
    before : list of Line
        Lines that what is read at the moment stands for, besides the last one.
    """

    def __init__(self, names: Names, lines: Sequence[Written]) -> None:
        self.names = names
        self.errors: list[tuple[Place, str]] = []
        self.before: list[Line] = []
        self._lines = lines
        self._at = 0

    def read(self, scope: Scope) -> tuple[Line, ...]:
        """Return all lines."""
        block = self._block(self._lines[0].indent, scope) if self._lines else ()
        while self._at < len(self._lines):  # less indented than the first one
            self._say(self._lines[self._at].place, "this line is indented less than the first one")
            self._at += 1
        return block

    def _say(self, place: Place, reason: str) -> None:
        self.errors.append((place, reason))

    def _block(self, indent: int, scope: Scope) -> tuple[Line, ...]:
        done: list[Line] = []
        while self._at < len(self._lines) and self._lines[self._at].indent >= indent:
            line = self._lines[self._at]
            self._at += 1
            if line.indent > indent:
                self._say(
                    line.place, "this line is indented, but the line above does not end in ':'"
                )
                continue
            self._line(line, done, scope)
        return tuple(done)

    def _line(self, line: Written, done: list[Line], scope: Scope) -> None:
        """Read one written line, and the lines indented below it, into `done`."""
        with self._reading(line) as cursor:
            self._statements(cursor, line, done, scope)

    @contextmanager
    def _reading(self, line: Written) -> Iterator[LineCursor]:
        """Give a cursor for a written line; what is wrong with it is kept as a mistake."""
        cursor = LineCursor(line.text)
        try:
            yield cursor
            if cursor.next:
                cursor.stick("the end of the line")
        except Stuck:
            error = cursor.error()
            self._say(_moved(line.place, error.position), error.reason)
            self._skip_below(line.indent)

    def _skip_below(self, indent: int) -> None:
        while self._at < len(self._lines) and self._lines[self._at].indent > indent:
            self._at += 1

    def _statements(
        self, cursor: LineCursor, line: Written, done: list[Line], scope: Scope
    ) -> None:
        """Read what is written on one line, separated by ``;``."""
        while True:
            if cursor.next == _OTHERWISE:
                if (
                    not done
                    or not KINDS[done[-1].what].takes_otherwise
                    or done[-1].otherwise is not None
                ):
                    if not done:
                        cursor.stick(*VERBS)
                    return
                done[-1] = self._otherwise(done[-1], cursor, line, scope)
            else:
                place = _moved(line.place, cursor.position)
                statement = self._statement(cursor, line, place, scope)
                done += [*self.before, statement]
                self.before.clear()
            # After lines of its own on the same row, `;` before `otherwise` is read already.
            if cursor.next != _OTHERWISE and not cursor.skip(";"):
                return

    def _otherwise(self, of: Line, cursor: LineCursor, line: Written, scope: Scope) -> Line:
        """Read what is done otherwise; after ``otherwise if`` there may be more of it."""
        place = _moved(line.place, cursor.position)
        cursor.read(_OTHERWISE)
        if not cursor.skip("if"):
            return of.with_otherwise(self._belonging(cursor, line, scope))
        test = self._values(cursor, scope).condition()
        second = Line("if", (test,), place, self._belonging(cursor, line, scope))
        if cursor.next == _OTHERWISE:
            second = self._otherwise(second, cursor, line, scope)
        elif not cursor.next and self._next_is_otherwise(line.indent):
            follow = self._lines[self._at]
            self._at += 1
            with self._reading(follow) as inner:
                second = self._otherwise(second, inner, follow, scope)
        return of.with_otherwise((second,))

    def _next_is_otherwise(self, indent: int) -> bool:
        """Return whether the next written line goes on with what is done otherwise."""
        if self._at >= len(self._lines):
            return False
        line = self._lines[self._at]
        return line.indent == indent and LineCursor(line.text).next == _OTHERWISE

    def _belonging(self, cursor: LineCursor, line: Written, scope: Scope) -> tuple[Line, ...]:
        """Read ``:`` and the lines that belong to a line: on the same one, or below it."""
        cursor.read(":")
        if cursor.next:
            done: list[Line] = []
            self._statements(cursor, line, done, scope)
            return tuple(done)
        if self._at < len(self._lines) and self._lines[self._at].indent > line.indent:
            return self._block(self._lines[self._at].indent, scope)
        cursor.stick("lines that belong to this one, indented below it")

    def _values(self, cursor: LineCursor, scope: Scope) -> ValueReader:
        return ValueReader(cursor, self.names, scope.has_it, scope.it_from)

    @abstractmethod
    def _statement(self, cursor: LineCursor, line: Written, place: Place, scope: Scope) -> Line:
        """Read what begins with a verb, and what belongs to it."""

    # Options of ``choose one``.

    def _options(self, cursor: LineCursor, line: Written, scope: Scope) -> tuple[Line, ...]:
        cursor.read(":")
        if cursor.next:
            return self._options_of_a_line(cursor, line, scope)
        below: list[Line] = []
        if self._at >= len(self._lines) or self._lines[self._at].indent <= line.indent:
            cursor.stick("options, indented below it")
        indent = self._lines[self._at].indent
        while self._at < len(self._lines) and self._lines[self._at].indent == indent:
            option = self._lines[self._at]
            self._at += 1
            below.append(self._option(option, option.text, option.place, scope))
        return tuple(below)

    def _options_of_a_line(
        self, cursor: LineCursor, line: Written, scope: Scope
    ) -> tuple[Line, ...]:
        """Read options that are written on the line itself, separated by ``|``."""
        options, start = [], cursor.position
        for text in line.text[start:].split("|"):
            place = _moved(line.place, start + len(text) - len(text.lstrip()))
            options.append(self._option(line, text.strip(), place, scope))
            start += len(text) + 1
        while cursor.next:
            cursor.place += 1
        return tuple(options)

    def _option(self, line: Written, text: str, place: Place, scope: Scope) -> Line:
        """Read an option: its name, a condition, and lines."""
        if not text:
            self._say(place, "expected an option, but there is none")
        if self._is_choice(LineCursor(text)):
            return self._answers(Written(place, line.indent, text), scope)
        head, colon, _ = text.partition(":")
        name, said_if, _ = head.partition(" if ")
        name = " ".join(name.split())
        here = Written(place, line.indent, text)
        if not colon and not said_if:
            return self._option_without_lines(here, name, scope)
        cursor = LineCursor(text)
        while cursor.next and cursor.position < len(name):
            cursor.place += 1
        try:
            test = None
            if said_if:
                while cursor.next != "if":
                    cursor.place += 1
                cursor.read("if")
                test = self._values(cursor, scope).condition()
            block = self._belonging(cursor, here, scope) if colon else ()
            if cursor.next:
                cursor.stick("the end of the line")
        except Stuck:
            error = cursor.error()
            self._say(_moved(place, error.position), error.reason)
            self._skip_below(line.indent)
            return Line("option", (name, None), place)
        return Line("option", (name, test), place, block)

    def _is_choice(self, cursor: LineCursor) -> bool:
        """Return whether an option is a choice itself."""
        return cursor.next == "choose" and cursor.word_after(1) in _ANSWERED

    def _answers(self, line: Written, scope: Scope) -> Line:
        """Read an option that is a choice itself."""
        read: list[Line] = []
        with self._reading(line) as cursor:
            read.append(self._statement(cursor, line, line.place, scope))
        for choice in read:
            if any(part is True for part in choice.parts[2:]):
                self._say(line.place, "no 'or not' among options: write an option for it")
            return Line("answers", (head_text(choice), None), line.place, (choice,))
        return Line("option", (line.text, None), line.place)

    def _option_without_lines(self, line: Written, name: str, scope: Scope) -> Line:
        """Read an option that is one line, such as ``gain 2 coins``, or a name and nothing more."""
        cursor = LineCursor(line.text)
        words = set(re.findall(r"[^\W\d]\w*", line.text))
        try:
            block: list[Line] = []
            self._statements(cursor, line, block, scope)
            if cursor.next:
                cursor.stick("the end of the line")
        except Stuck:
            is_meant = cursor.word_after(-cursor.place) in VERBS and (
                re.search(r"\d", line.text) or words & self.names.all
            )
            if is_meant:
                error = cursor.error()
                self._say(_moved(line.place, error.position), error.reason)
            return Line("option", (name, None), line.place)
        return Line("option", (name, None), line.place, tuple(block))


def _moved(place: Place, position: int) -> Place:
    return Place(place.file, place.line, place.column + position)
