"""A small language for what cards do: effect text to items and back; the verbs are the game's.

``;`` separates abilities, ``word:`` before an ability says when it works, ``|`` separates options,
``->`` pays what stands left of it to get what stands right, ``+`` is both.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, NoReturn, Protocol

from balance.errors import CardError

_TOKEN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|[0-9]+|->|<=|>=|\S")
_WORD = re.compile(r"[a-z_][a-z0-9_]*")
_HOLE = re.compile(r"{(\w+)}")
_END = "the end"


class LanguageError(CardError):
    """A text that the language cannot read.

    Attributes
    ----------
    text : str
    position : int
        Index of the character of `text` where it went wrong; its length for the end.
    expected : tuple of str
        What could stand there: words as they are written, or descriptions.
    """

    def __init__(self, text: str, position: int, expected: Iterable[str]) -> None:
        self.text = text
        self.position = position
        self.expected = tuple(dict.fromkeys(expected))
        super().__init__(f"{self.reason}\n{self.marked}")

    @property
    def found(self) -> str:
        """What stands at the position, or nothing at the end."""
        match = _TOKEN.match(self.text, self.position)
        return match.group() if match else ""

    @property
    def reason(self) -> str:
        """One sentence: what was expected, what stands there, and what may have been meant."""
        found = f"not {self.found!r}" if self.found else "but the text ends"
        close = get_close_matches(self.found.lower(), self.expected, 1) if self.found else []
        hint = f"; did you mean {close[0]!r}?" if close else ""
        return f"expected {in_a_row(self.expected, 'or')}, {found}{hint}"

    @property
    def marked(self) -> str:
        """Two lines: the text, and a caret under the place."""
        return f"    {self.text}\n    {' ' * self.position}^"


def in_a_row(words: Sequence[str], last: str) -> str:
    """Return words with commas between them and a word such as "or" before the last."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


@dataclass(frozen=True)
class Verb:
    """One thing that an item may say.

    Attributes
    ----------
    op : int
        The game's number for it.
    template : str
        Words that stand there literally, and a ``{hole}`` where a value stands, such as
        ``"steal {amount} {good}"``; it is also how the item is written.
    pays : bool
        Whether it may stand left of ``->``.
    """

    op: int
    template: str
    pays: bool = False


@dataclass(frozen=True)
class Item:
    """One thing that a card does: the game's number for it, and the values of its holes."""

    op: int
    values: Mapping[str, Any] = field(default_factory=dict)

    def __hash__(self) -> int:
        """Hash the values too, although a mapping has no hash of its own."""
        return hash((self.op, frozenset(self.values.items())))


@dataclass(frozen=True)
class Trade:
    """One option: what is paid, what is got for it; `exchange` if it has an ``->``."""

    pays: tuple[Item, ...]
    gains: tuple[Item, ...]
    exchange: bool

    @property
    def items(self) -> tuple[Item, ...]:
        """What is paid, then what is got."""
        return (*self.pays, *self.gains)


@dataclass(frozen=True)
class Ability:
    """When it works (empty without a word for it), and the options to choose from."""

    timing: str
    trades: tuple[Trade, ...]

    @property
    def items(self) -> tuple[Item, ...]:
        """The items of all options."""
        return tuple(item for trade in self.trades for item in trade.items)


class Stuck(Exception):  # noqa: N818 - no error of the user's yet: another reading may fit
    """What stands at the cursor does not fit the reading that is being tried."""


class Cursor:
    """A place in a text, for reading it word by word; remembers how far any reading came."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._words = [(match.group(), match.start()) for match in _TOKEN.finditer(text)]
        self._furthest = 0
        self._expected: list[str] = []
        self.place = 0  # number of words read

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
        """Read the word before a colon, or nothing if there is no colon."""
        colon = self.place + 1
        if colon >= len(self._words) or self._words[colon][0] != ":":
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
        start = self._words[place][1] if place < len(self._words) else len(self._text)
        return LanguageError(self._text, start, expected)


class Hole(Protocol):
    """What may stand in a hole of a template."""

    def parse(self, cursor: Cursor) -> Any:
        """Read the value, or raise `Stuck` through the cursor."""

    def write(self, value: Any) -> str:
        """Return the text that gives this value."""


@dataclass(frozen=True)
class Number:
    """A hole for a whole number from `low` to `high`."""

    low: int
    high: int

    def parse(self, cursor: Cursor) -> int:
        """Read the number."""
        return cursor.number(self.low, self.high)

    def write(self, value: int) -> str:
        """Return the number's digits."""
        return str(value)


@dataclass(frozen=True)
class OneOf:
    """A hole for one of some words, each with its value."""

    values: Mapping[str, Any]

    def parse(self, cursor: Cursor) -> Any:
        """Read one of the words."""
        return self.values[cursor.read(*self.values)]

    def write(self, value: Any) -> str:
        """Return the word that has this value."""
        return next(word for word, known in self.values.items() if known == value)


class Language:
    """The language of one game.

    Parameters
    ----------
    verbs : sequence of Verb
        No two may fit the same text.
    holes : mapping of str to Hole
        What may stand in the holes of their templates, by name.
    timings : sequence of str
        The words that may stand before a colon.
    """

    def __init__(
        self, verbs: Sequence[Verb], holes: Mapping[str, Hole], timings: Sequence[str]
    ) -> None:
        self._verbs = {verb.op: verb for verb in verbs}
        self._holes = holes
        self._timings = timings
        self._patterns = {verb.op: tuple(_pattern(verb.template)) for verb in verbs}

    def parse(self, text: str) -> tuple[Ability, ...]:
        """Read an effect text.

        Raises
        ------
        LanguageError
            If it is none: says where, and what was expected there.
        """
        cursor = Cursor(text)
        try:
            abilities = tuple(_parts(cursor, ";", self._ability))
            if cursor.next:
                cursor.stick(_END)
        except Stuck:
            raise cursor.error() from None
        return abilities

    def write(self, abilities: Iterable[Ability]) -> str:
        """Return the text of abilities, spaced as on the sheets."""
        return " ; ".join(self.write_ability(ability) for ability in abilities)

    def write_ability(self, ability: Ability) -> str:
        """Return the text of one ability."""
        timing = f"{ability.timing}: " if ability.timing else ""
        return timing + " | ".join(self.write_trade(trade) for trade in ability.trades)

    def write_trade(self, trade: Trade) -> str:
        """Return the text of one option."""
        pays = " + ".join(map(self.write_item, trade.pays))
        gains = " + ".join(map(self.write_item, trade.gains))
        return f"{pays} -> {gains}" if trade.exchange else gains

    def write_item(self, item: Item) -> str:
        """Return the text of one item."""
        holes = {name: self._holes[name].write(value) for name, value in item.values.items()}
        return self._verbs[item.op].template.format(**holes)

    def _ability(self, cursor: Cursor) -> Ability:
        timing = cursor.timing(self._timings)
        return Ability(timing, tuple(_parts(cursor, "|", self._trade)))

    def _trade(self, cursor: Cursor) -> Trade:
        places: list[int] = []

        def placed(cursor: Cursor) -> Item:
            places.append(cursor.place)
            return self._item(cursor)

        items = tuple(_parts(cursor, "+", placed))
        if not cursor.skip("->"):
            return Trade((), items, exchange=False)
        for place, paid in zip(places, items, strict=True):
            if not self._verbs[paid.op].pays:
                payable = [_plain(verb.template) for verb in self._verbs.values() if verb.pays]
                raise cursor.error_at(place, f"before '->' only {in_a_row(payable, 'or')}")
        return Trade(items, tuple(_parts(cursor, "+", self._item)), exchange=True)

    def _item(self, cursor: Cursor) -> Item:
        """Read the verb that fits the most words: in ``die + 1``, ``+`` is no "both"."""
        start = cursor.place
        fits: list[tuple[int, Item]] = []
        for op in self._patterns:
            cursor.place = start
            try:
                item = self._fit(cursor, op)
            except Stuck:
                continue
            fits.append((cursor.place, item))
        if not fits:
            raise Stuck
        cursor.place = max(place for place, _ in fits)
        longest = [item for place, item in fits if place == cursor.place]
        if len(longest) > 1:
            templates = [self._verbs[item.op].template for item in longest]
            raise ValueError(f"these verbs fit the same text: {templates}")
        return longest[0]

    def _fit(self, cursor: Cursor, op: int) -> Item:
        values = {}
        for word, is_hole in self._patterns[op]:
            if is_hole:
                values[word] = self._holes[word].parse(cursor)
            else:
                cursor.read(word)
        return Item(op, values)


def _parts(cursor: Cursor, separator: str, part: Callable[[Cursor], Any]) -> Iterator[Any]:
    """Read parts for as long as the separator follows."""
    yield part(cursor)
    while cursor.skip(separator):
        yield part(cursor)


def _pattern(template: str) -> Iterator[tuple[str, bool]]:
    """Split a template into its words and holes; the flag tells the holes."""
    for number, part in enumerate(_HOLE.split(template)):
        if number % 2:
            yield part, True
        else:
            for match in _TOKEN.finditer(part):
                yield match.group(), False


def _plain(template: str) -> str:
    """Return a template with its holes as plain words, for a message."""
    return " ".join(word for word, _ in _pattern(template))
