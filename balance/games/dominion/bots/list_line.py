"""Reading one line of a buy list word by word, with errors that name line and column."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from balance.errors import BotError
from balance.games.dominion.bots.conditions import OF_A_KIND, Op, Term
from balance.games.dominion.layout import Card

OPERATORS = {
    "<": Op.LESS, "<=": Op.AT_MOST, "==": Op.EQUAL, ">=": Op.AT_LEAST, ">": Op.MORE,
}  # fmt: skip
TERMS = {term.name.lower(): term for term in Term if term is not Term.NUMBER}
CARDS = {card.name: int(card) for card in Card}

_TOKEN = re.compile(r"[^\W\d]\w*|\d+(?:\.\d+)?|<=|>=|==|!=|\S")
_NUMBER = re.compile(r"\d{1,6}(?:\.\d{1,6})?")
_IF = re.compile(r"(?<!\S)if(?!\S)", re.IGNORECASE)
_TYPED = {"≤": "<=", "≥": ">=", "and": "&", "–": "-", "−": "-", "÷": "/"}  # noqa: RUF001
_MEANT = {"=": "==", "=<": "<=", "=>": ">=", "&&": "&"}
_NAME = "the name of a card"
_TERMS = ", ".join(f"{name}(card)" if TERMS[name] in OF_A_KIND else name for name in TERMS)


@dataclass(frozen=True)
class Operand:
    """A term, and the kind of card that it counts; 0 for terms that count no kind."""

    term: Term
    kind: int = 0


@dataclass(frozen=True)
class Condition:
    """``left * scale + shift OP right``."""

    left: Operand
    op: Op
    right: Operand
    scale: float = 1.0
    shift: float = 0.0


@dataclass(frozen=True)
class Entry:
    """A card of a section, and the conditions that must all hold."""

    kind: int
    conditions: tuple[Condition, ...] = ()


@dataclass(frozen=True)
class Place:
    """A line of a file, for errors."""

    file: Path
    line: int  # from 1

    def error(self, column: int, reason: str) -> BotError:
        """Return the error of something that begins at a column, from 1."""
        return BotError(f"{self.file}, line {self.line}, column {column}: {reason}.")

    def wrong(
        self, column: int, expected: str, found: str, known: Collection[str] = ()
    ) -> BotError:
        """Return the error of an unexpected word, with a hint if one of `known` is similar."""
        close = get_close_matches(found.lower(), known, 1) if found else []
        meant = _MEANT.get(found) or (close[0] if close else "")
        hint = f"; did you mean {meant!r}?" if meant else ""
        reason = f"expected {expected}, " + (f"not {found!r}" if found else "but the line ends")
        return BotError(f"{self.file}, line {self.line}, column {column}: {reason}{hint or '.'}")


def card_of(text: str, cards: Mapping[str, int]) -> tuple[str, int | None]:
    """Return the card of an entry, and where its conditions begin, or None if it has none."""
    ends = [(one.start(), one.end()) for one in _IF.finditer(text)]
    if not ends or text in cards:  # a card's name may have the word "if"
        return text, None
    start, end = next((one for one in ends if text[: one[0]] in cards), ends[0])
    return text[:start], end


class LineReader:
    """Reads the entry of one line: `text` without its comment.

    `cards` are the kinds by what the list may call a card.  `headings` are suggested, too, for a
    card that is not known.
    """

    def __init__(
        self, text: str, place: Place, cards: Mapping[str, int], headings: Collection[str]
    ) -> None:
        self._text = text
        self._place = place
        self._cards = cards
        self._headings = headings
        self._at = 0

    def entry(self) -> Entry:
        """Read a card and its conditions; raise BotError if the line is anything else."""
        name, end = card_of(self._text, self._cards)
        start = len(name) - len(name.lstrip())
        kind = self._cards.get(name)
        if kind is None:
            raise self._no_card(name.strip(), start)
        if end is None:
            return Entry(kind)
        self._at = end
        conditions = [self._condition()]
        while self._peek() == "&":
            self._next()
            conditions.append(self._condition())
        if self._peek():
            raise self._wrong("'&' and another condition, or the end of the line", ("&",))
        return Entry(kind, tuple(conditions))

    def _no_card(self, name: str, start: int) -> BotError:
        """Return the error of a line that does not begin with a card, or lacks its ``if``."""
        for word in re.finditer(r"\S+", name):
            if name[: word.end()] in self._cards:
                self._at = start + word.end()
                return self._wrong("'if' and a condition, or the end of the line", ("if",))
        return self._place.wrong(start + 1, _NAME, name, [*self._cards, *self._headings])

    def _condition(self) -> Condition:
        """Read a term, an operator, and the number or term on the right."""
        if self._peek()[:1].isdigit():
            raise self._wrong("a term: a number stands on the right side", ())
        left = self._operand()
        if self._peek() not in OPERATORS:
            raise self._wrong("one of < <= == >= >", ())
        op = OPERATORS[self._next()]
        if self._peek()[:1].isdigit():
            return Condition(left, op, Operand(Term.NUMBER), shift=-self._number())
        right = self._operand("a number or a term")
        sign = self._peek()
        if sign not in ("+", "-", "/"):
            return Condition(left, op, right)
        self._next()
        column = self._column()
        number = self._number()
        if sign == "+":
            return Condition(left, op, right, shift=-number)
        if sign == "-":
            return Condition(left, op, right, shift=number)
        if number == 0:
            raise self._place.error(column, "expected a number above 0, as nothing is divided by 0")
        return Condition(left, op, right, scale=number)

    def _operand(self, expected: str = "a term") -> Operand:
        """Read a term, and its card in brackets if it counts cards of a kind."""
        word = self._peek()
        term = TERMS.get(word.lower())
        if term is None:
            raise self._wrong(f"{expected} ({_TERMS})", TERMS)
        self._next()
        if term not in OF_A_KIND:
            if self._peek() == "(":
                raise self._wrong(f"an operator, as {word!r} is about no card", ())
            return Operand(term)
        if self._peek() != "(":
            raise self._wrong(f"'(' and a card, as in {word}(gold)", ())
        self._next()
        start = self._at + len(self._text[self._at :]) - len(self._text[self._at :].lstrip())
        ends = [one.start() for one in re.finditer(r"\)", self._text) if one.start() >= start]
        known = [one for one in ends if self._text[start:one] in self._cards]
        end = (known or ends or [-1])[0]  # a card's name may have brackets
        name = self._text[start:end] if end >= 0 else self._text[start:]
        kind = self._cards.get(name)
        if kind is None:
            raise self._place.wrong(start + 1, _NAME, name.strip(), self._cards)
        if end < 0:
            self._at = len(self._text)
            raise self._wrong("')'", ())
        self._at = end + 1
        return Operand(term, kind)

    def _number(self) -> float:
        if not _NUMBER.fullmatch(self._peek()):
            raise self._wrong("a number below 1000000", ())
        return float(self._next())

    def _match(self) -> "re.Match[str] | None":
        return _TOKEN.search(self._text, self._at)

    def _peek(self) -> str:
        """Return the next word without reading it; empty at the end of the line."""
        match = self._match()
        return _TYPED.get(match.group().lower(), match.group()) if match else ""

    def _next(self) -> str:
        """Read the next word; there must be one."""
        word, match = self._peek(), self._match()
        assert match is not None
        self._at = match.end()
        return word

    def _column(self) -> int:
        """Return the column of the next word, from 1."""
        match = self._match()
        return (match.start() if match else len(self._text.rstrip())) + 1

    def _wrong(self, expected: str, known: Collection[str]) -> BotError:
        """Return the error of the next word."""
        return self._place.wrong(self._column(), expected, self._peek(), known)
