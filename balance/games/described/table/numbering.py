"""The numbers of zones, cards, words and whatever else has a name in a game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from balance.cards.headings import as_name
from balance.games.described.language.tree import Description, Value, Whose, follows


@dataclass(frozen=True)
class Numbering:
    """The numbers of what has a name at a table."""

    players: int
    numbers: Mapping[str, int]  # of each player
    shared: Mapping[str, int]
    named: Mapping[str, int]  # the values of named numbers
    zones: Mapping[str, int]
    columns: Mapping[str, int]
    kinds: Mapping[str, int]
    uses: Mapping[str, int]  # columns with lines
    functions: Mapping[str, int]  # of the game's Python file
    words: Mapping[str, int]
    bits: Mapping[str, Mapping[str, int]]  # of words in columns with sets
    counters: Mapping[str, Sequence[str]]  # on the cards of each zone
    different: Mapping[str, Sequence[Value]]  # of each column, its words or numbers

    def counter(self, zone: Whose, name: str) -> int:
        """Return the number of what lies on the cards of a zone."""
        return self.counters[zone.name].index(name)

    def bit(self, column: Value, word: Value) -> int:
        """Return the number of a word in the sets of a column; 63, which is in none, without it."""
        return self.bits.get(column.parts[0], {}).get(word.parts[0], 63)


@follows
def numbering(description: Description, players: int) -> Numbering:
    """Return the numbers of all names of a game for a number of players."""
    columns = dict.fromkeys(name for card in description.cards for name in card.cells)
    asked, read = description.calls.columns, _columns_read(description)
    used = [*(name for name in columns if name in read and name not in asked), *asked]
    place = description.players.index(players)
    words: dict[str, int] = {"none": 0}
    bits: dict[str, dict[str, int]] = {}
    for column in columns:
        if column in description.number_columns or column in description.uses:
            continue
        own = bits.setdefault(column, {})
        for card in description.cards:
            for word in words_of(card.cells.get(column, "")):
                words.setdefault(word, len(words))
                own.setdefault(word, len(own))
    return Numbering(
        players,
        {name: number for number, name in enumerate(description.each_player)},
        {name: number for number, name in enumerate(description.shared)},
        {name: by_players(value, place) for name, value in description.numbers.items()},
        {name: number for number, name in enumerate(description.zones)},
        {name: number for number, name in enumerate(used)},
        {card.id: number for number, card in enumerate(description.cards)},
        {name: number for number, name in enumerate(description.uses)},
        {name: number for number, name in enumerate(description.calls.functions)},
        words, bits, {name: zone.counters for name, zone in description.zones.items()},
        {column: _different(description, column) for column in used},
    )  # fmt: skip


@follows
def _different(description: Description, column: str) -> tuple[Value, ...]:
    """Return what cards have in a column: words but `none`, or numbers; nothing for sets."""
    cells = dict.fromkeys(card.cells.get(column, "") for card in description.cards)
    if column in description.set_columns:
        return ()
    if column in description.number_columns:
        numbers = dict.fromkeys(int(cell or 0) for cell in cells)
        return tuple(Value("constant", (number,)) for number in numbers)
    return tuple(Value("word", (word,)) for cell in cells for word in words_of(cell))


def by_players(value: Sequence[int], place: int) -> int:
    """Return the number for the number of players at this place of `players`."""
    return value[place] if len(value) > 1 else value[0]


def words_of(cell: str) -> tuple[str, ...]:
    """Return the words of a cell, as lines write them."""
    return tuple(as_name(part) for part in cell.split("/") if part.strip())


@follows
def _columns_read(description: Description) -> frozenset[str]:
    """Return the columns that values read."""
    used: set[str] = {"id"}
    for card in description.cards:
        used |= card.cells.keys() - description.unread - description.uses.keys()
    return frozenset(used)
