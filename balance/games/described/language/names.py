"""The names that a game declares, and what each of them is."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from balance.cards.effect_reader import TOKEN, Cursor
from balance.games.described.language.tree import Card, Value

ARTICLES = frozenset({"a", "an", "the"})
QUOTE = '"'
FIXED_COLUMNS = ("id", "name", "count")
# By a word that people often write: what is written instead.
HINTS = {
    "else": "write 'otherwise'",
    "elif": "write 'otherwise if'",
    "then": "write ':'",
    "discard": "write 'move it to' and the name of a zone",
    "trash": "write 'move it to' and the name of a zone",
    "buy": "write 'choose a card from', 'pay' and 'move it to'",
    "deal": "write 'draw 5 from deck to hand', after 'each player:'",
    "take": "write 'gain', or 'lose 1 coin of next player'",
    "while": "write 'repeat while'",
    "for": "write 'each player:', 'use ... of each card in', or 'for each' and one of [words]",
    "score": "write what a score is made of in [score]",
    "reveal": "move the card to a zone that all see",
}


@dataclass
class Names:
    """What may be named in lines."""

    numbers: Sequence[str] = ()
    each_player: Sequence[str] = ()
    shared: Sequence[str] = ()
    zones: Sequence[str] = ()
    per_player: Sequence[str] = ()  # zones of which each player has one
    steps: Sequence[str] = ()
    columns: Sequence[str] = ()
    set_columns: frozenset[str] = frozenset()
    number_columns: frozenset[str] = frozenset()
    words: dict[str, frozenset[str]] = field(default_factory=dict)  # by column
    cards: dict[str, Card] = field(default_factory=dict)
    values: dict[str, Value] = field(default_factory=dict)
    functions: Sequence[str] = ()  # of the game's Python file
    steps_with_it: frozenset[str] = frozenset()  # those that speak of `it`
    counters: Mapping[str, Sequence[str]] = field(default_factory=dict)  # by name, in which zones
    # Zones with order = "kept", and whether they can be shuffled: then nobody knows the top card.
    piles: Mapping[str, bool] = field(default_factory=dict)

    @property
    def all_words(self) -> frozenset[str]:
        """The words of all columns."""
        return frozenset(word for words in self.words.values() for word in words)

    @property
    def all(self) -> frozenset[str]:
        """All names."""
        groups: Iterable[Iterable[str]] = (
            self.numbers, self.each_player, self.shared, self.zones, self.steps, self.columns,
            self.cards, self.values, self.counters,
        )  # fmt: skip
        return frozenset(name for names in groups for name in names)


def found(name: str, names: Iterable[str]) -> str:
    """Return the declared name that is meant, which may have one ``s`` more or less; or nothing."""
    known = names if isinstance(names, frozenset) else tuple(names)
    for form in (name, f"{name}s", name.removesuffix("s")):
        if form in known:
            return form
    return ""


def read_name(cursor: Cursor, names: Iterable[str], what: str) -> str:
    """Read a declared name; `what` describes it where none is declared."""
    known = tuple(names)
    name = found(cursor.next, known)
    if not name:
        cursor.stick(*(known or (what,)))
    cursor.place += 1
    return name


def as_word(word: str) -> str:
    """Return a word of a sheet as lines say it: in quotes, unless it is a plain word."""
    is_plain = word.isidentifier() and word not in ARTICLES
    return word if is_plain else f"{QUOTE}{word}{QUOTE}"


class LineCursor(Cursor):
    """A place in a line, for reading it word by word without its articles."""

    most_listed = 24
    token = re.compile(f"{QUOTE}[^{QUOTE}]*{QUOTE}|{TOKEN.pattern}")

    def __init__(self, text: str) -> None:
        super().__init__(text, HINTS)
        self._words = [word for word in self._words if word[0] not in ARTICLES]

    def word_after(self, steps: int) -> str:
        """Return a word further on; empty beyond the end."""
        place = self.place + steps
        return self._words[place][0] if place < len(self._words) else ""

    def is_at(self, *words: str) -> bool:
        """Return whether these words follow; nothing is read."""
        return all(self.word_after(step) == word for step, word in enumerate(words))
