"""What the text of a game says, as trees."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, fields, replace
from functools import cached_property, wraps
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from balance.cards.sheet import SheetRow
from balance.games.described.layout import MOST_UNLESS_STATED, Moment, Owner, Sight

More = ParamSpec("More")
Result = TypeVar("Result")


OF_A_CARD = frozenset({"of_it", "of_card", "of_top"})  # values that are in a column of a card


class Place(NamedTuple):
    """Where something stands in a file."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        """Return it as in messages."""
        return f"{self.file}, line {self.line}, column {self.column}"


class Whose(NamedTuple):
    """A zone or a number, and whose it is; of a zone with an order perhaps its bottom."""

    name: str
    owner: Owner
    is_bottom: bool = False


@dataclass(frozen=True)
class Value:
    """An expression: what it is, and its parts, which are values, names and numbers."""

    what: str
    parts: tuple[Any, ...] = ()

    def inner(self) -> Iterator["Value"]:
        """Yield it and all values in it."""
        yield self
        for part in self.parts:
            if isinstance(part, Value):
                yield from part.inner()

    def speaks_of(self) -> set[str]:
        """Return what must be there where it is read: ``of_it`` and ``of_card``, or nothing."""
        if self.what in {"of_it", "of_card"}:
            return {self.what}
        if self.what in {"on_it", "on_card"}:
            return {self.what.replace("on", "of")}
        spoken = {
            what for part in self.parts if isinstance(part, Value) for what in part.speaks_of()
        }  # fmt: skip
        # After its own `where` a column has a meaning.
        return spoken - {"of_card"} if self.what in {"cards", "counted"} else spoken


@dataclass(frozen=True)
class Line:
    """A line: what it does, with what, and the lines that belong to it."""

    what: str
    parts: tuple[Any, ...]
    place: Place = field(compare=False)
    block: tuple["Line", ...] = ()
    otherwise: tuple["Line", ...] | None = None

    def inner(self) -> Iterator["Line"]:
        """Yield it and all lines that belong to it."""
        yield self
        for line in (*self.block, *(self.otherwise or ())):
            yield from line.inner()

    def with_otherwise(self, lines: tuple["Line", ...]) -> "Line":
        """Return it with lines for the other case."""
        return replace(self, otherwise=lines)


@dataclass(frozen=True)
class Number:
    """A number that each player has, or a shared one; `start` as written, by players."""

    name: str
    start: tuple[int, ...]
    least: int = 0
    most: int = MOST_UNLESS_STATED
    is_secret: bool = False


@dataclass(frozen=True)
class Zone:
    """A zone."""

    name: str
    per_player: bool = False
    sight: Sight = Sight.ALL
    starts_with: str = ""
    refill: str = ""
    counted: bool = False
    objective: str = ""  # the part of the score that a card here pays
    counters: tuple[str, ...] = ()  # what can lie on its cards
    is_ordered: bool = False  # a pile: what comes is on top, and the top card is drawn


COPIES = ("count", "copies", "qty", "quantity")  # what designers call the column of copies


@dataclass(frozen=True)
class Card:
    """A line of a sheet: its id and the columns of its own, as written."""

    id: str
    name: str
    sheet: str
    copies: tuple[int, ...]  # by players; one number for all
    cells: dict[str, str] = field(hash=False)
    row: SheetRow = field(compare=False, repr=False)  # where it stands, for messages

    @property
    def written_copies(self) -> dict[str, str]:
        """The column of its copies, with the one number that stands there; else empty."""
        known = {name: text for name, text in self.row.cells.items() if name in COPIES}
        return {name: text for name, text in known.items() if text.isdecimal()}


@dataclass(frozen=True)
class Draw:
    """How many cards of a sheet a drawn set-up has: in all, or with each word of a column."""

    count: int
    for_each: str = ""

    def groups(self, cards: Iterable[Card]) -> dict[str, list[str]]:
        """Return the ids of the cards of the sheet, by what they have in the column."""
        groups: dict[str, list[str]] = {}
        for card in cards:
            groups.setdefault(card.cells.get(self.for_each, ""), []).append(card.id)
        return groups


@dataclass(frozen=True)
class Ending:
    """When a game ends."""

    name: str
    moment: Moment
    test: Value
    wins: bool | None = None  # whether all players win or lose; None if scores decide


@dataclass(frozen=True)
class Calls:
    """The functions that lines call, and what their Python file names of the game."""

    file: str = ""  # as written
    functions: dict[str, str] = field(default_factory=dict)  # with the first lines of their texts
    zones: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()  # that no line reads
    digest: str = ""  # of the file, and of all that it takes in


@dataclass(frozen=True)
class Description:
    """A game as it is described."""

    name: str
    summary: str
    players: tuple[int, ...]
    numbers: dict[str, tuple[int, ...]]
    each_player: dict[str, Number]
    shared: dict[str, Number]
    sheets: dict[str, tuple[Card, ...]]
    zones: dict[str, Zone]
    lines: dict[str, tuple[Line, ...]]  # of setup, round, turn and round_end
    steps: dict[str, tuple[Line, ...]]
    uses: dict[str, dict[str, tuple[Line, ...]]]  # by column and card
    endings: tuple[Ending, ...]
    score: dict[str, Value]
    ties: tuple[Value, ...]
    set_columns: frozenset[str]
    number_columns: frozenset[str]
    unused_columns: tuple[str, ...]  # as sheet.column
    files: tuple[str, ...]  # of its sheets, as written
    hold_words: frozenset[str]  # numbers of players, and shared ones, that hold words
    calls: Calls = Calls()
    setups: dict[str, dict[str, tuple[str, ...]]] = field(default_factory=dict)  # ids by sheet
    draw: dict[str, Draw] = field(default_factory=dict)  # by sheet
    is_for_score: bool = False  # whether players play for the mean score, and not to win
    # What follows from it, as far as it was asked for: see `follows`.
    known: dict[Any, Any] = field(default_factory=dict, init=False, compare=False, repr=False)

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what follows from it, for other processes, which work it out themselves."""
        return {**{one.name: getattr(self, one.name) for one in fields(self)}, "known": {}}

    @property
    def is_common(self) -> bool:
        """Whether all players win or lose together."""
        return any(ending.wins is not None for ending in self.endings)

    @cached_property
    def unread(self) -> frozenset[str]:
        """The columns that are on sheets, but that no line reads."""
        return frozenset(name.partition(".")[2] for name in self.unused_columns)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """All cards, sheet by sheet."""
        return tuple(card for cards in self.sheets.values() for card in cards)

    def blocks(self) -> Iterator[tuple[Line, ...]]:
        """Yield the texts of the game, as lines."""
        for table in (self.lines, self.steps, *self.uses.values()):
            yield from table.values()

    @cached_property
    def all_lines(self) -> tuple[Line, ...]:
        """All lines of the game, those within others too."""
        return tuple(inner for lines in self.blocks() for line in lines for inner in line.inner())


def follows(
    function: Callable[Concatenate[Description, More], Result],
) -> Callable[Concatenate[Description, More], Result]:
    """Keep with a description what follows from it, so that it is worked out once.

    Parameters
    ----------
    function : function (description, more) -> result
        The result must not be changed.
    """

    @wraps(function)
    def once(description: Description, /, *more: More.args, **named: More.kwargs) -> Result:
        key = function, more, tuple(named.items())
        if key not in description.known:
            description.known[key] = function(description, *more, **named)
        found: Result = description.known[key]
        return found

    return once
