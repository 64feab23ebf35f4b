"""A small language for the effects of cards: text to items and back; each game has its own verbs.

``;`` separates abilities, ``word:`` before an ability says when it works, ``|`` separates options,
``->`` pays what is left of it to get what is right of it, ``+`` means both.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Protocol

from balance.cards.effect_reader import END, TOKEN, Cursor, Stuck, in_a_row

_HOLE = re.compile(r"{(\w+)}")


@dataclass(frozen=True)
class Verb:
    """A kind of effect, such as ``"steal {amount} {good}"``."""

    op: int  # the game's number for it
    template: str  # literal words, and a ``{hole}`` for each value
    pays: bool = False  # whether it may be left of ``->``
    called: str = ""  # its name in messages; by default its template


@dataclass(frozen=True)
class Item:
    """One effect of a card."""

    op: int  # of its verb
    values: Mapping[str, Any] = field(default_factory=dict)  # by hole
    position: int = field(default=0, compare=False, repr=False)  # of its first character

    def __hash__(self) -> int:
        """Hash the values too, although a mapping has no hash of its own."""
        return hash((self.op, frozenset(self.values.items())))


@dataclass(frozen=True)
class Trade:
    """One option: what is paid, and what the player gets; `exchange` if it has an ``->``."""

    pays: tuple[Item, ...]
    gains: tuple[Item, ...]
    exchange: bool

    @property
    def position(self) -> int:
        """Index of its first character in the text."""
        return self.items[0].position

    @property
    def items(self) -> tuple[Item, ...]:
        """What is paid, then what the player gets."""
        return (*self.pays, *self.gains)


@dataclass(frozen=True)
class Ability:
    """When it works (empty if the text has no word for it), and the options to choose from."""

    timing: str
    trades: tuple[Trade, ...]
    position: int = field(default=0, compare=False, repr=False)  # as of an item

    @property
    def items(self) -> tuple[Item, ...]:
        """The items of all options."""
        return tuple(item for trade in self.trades for item in trade.items)


class Hole(Protocol):
    """What may be in a hole of a template."""

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
        No two may match the same text.
    holes : mapping of str to Hole
        What may be in the holes of their templates, by name.
    timings : sequence of str
        The words that may be before a colon; no verb begins with one.
    hints : mapping of str to str, optional
        By a word that people often write, in lower case: what is written instead, for errors.
    """

    def __init__(
        self,
        verbs: Sequence[Verb],
        holes: Mapping[str, Hole],
        timings: Sequence[str],
        hints: Mapping[str, str] | None = None,
    ) -> None:
        self._hints = hints or {}
        self._verbs = {verb.op: verb for verb in verbs}
        self._holes = holes
        self._timings = timings
        self._patterns = {verb.op: tuple(_pattern(verb.template)) for verb in verbs}
        self._parse = cache(self._parse_anew)  # every table has the same few hundred texts

    def parse(self, text: str) -> tuple[Ability, ...]:
        """Return the abilities of an effect text; raise LanguageError where it is wrong."""
        return self._parse(text)

    def _parse_anew(self, text: str) -> tuple[Ability, ...]:
        cursor = Cursor(text, self._hints)
        try:
            abilities = tuple(_parts(cursor, ";", self._ability))
            if cursor.next:
                cursor.stick(END)
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
        position = cursor.position
        timing = cursor.timing(self._timings)
        return Ability(timing, tuple(_parts(cursor, "|", self._trade)), position)

    def _trade(self, cursor: Cursor) -> Trade:
        places: list[int] = []

        def read_item(cursor: Cursor) -> Item:
            places.append(cursor.place)
            return self._item(cursor)

        items = tuple(_parts(cursor, "+", read_item))
        if not cursor.skip("->"):
            return Trade((), items, exchange=False)
        for place, paid in zip(places, items, strict=True):
            if not self._verbs[paid.op].pays:
                payable = [
                    verb.called or verb.template for verb in self._verbs.values() if verb.pays
                ]
                raise cursor.error_at(place, f"before '->' only {in_a_row(payable, 'or')}")
        return Trade(items, tuple(_parts(cursor, "+", self._item)), exchange=True)

    def _item(self, cursor: Cursor) -> Item:
        """Read the verb that matches the most words: in ``die + 1``, ``+`` does not mean both."""
        start = cursor.place
        matches: list[tuple[int, Item]] = []
        for op in self._patterns:
            cursor.place = start
            try:
                item = self._match(cursor, op)
            except Stuck:
                continue
            matches.append((cursor.place, item))
        if not matches:
            raise Stuck
        cursor.place = max(place for place, _ in matches)
        longest = [item for place, item in matches if place == cursor.place]
        if len(longest) > 1:
            templates = [self._verbs[item.op].template for item in longest]
            raise ValueError(f"these verbs match the same text: {templates}")
        return longest[0]

    def _match(self, cursor: Cursor, op: int) -> Item:
        values = {}
        position = cursor.position
        for word, is_hole in self._patterns[op]:
            if is_hole:
                values[word] = self._holes[word].parse(cursor)
            else:
                cursor.read(word)
        return Item(op, values, position)


def _parts(cursor: Cursor, separator: str, part: Callable[[Cursor], Any]) -> Iterator[Any]:
    """Read parts until no separator follows."""
    yield part(cursor)
    while cursor.skip(separator):
        yield part(cursor)


def _pattern(template: str) -> Iterator[tuple[str, bool]]:
    """Split a template into words (False) and holes (True)."""
    for number, part in enumerate(_HOLE.split(template)):
        if number % 2:
            yield part, True
        else:
            for match in TOKEN.finditer(part):
                yield match.group(), False
