"""What lines compute with: numbers alone, never words or sets, and none that could wrap."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import product

from balance.engine.layout import MAX_SEATS
from balance.games.described.language.sheets import is_date, mixed, not_a_number, parts_of
from balance.games.described.language.tree import (
    OF_A_CARD,
    Card,
    Line,
    Number,
    Place,
    Value,
    Whose,
)
from balance.games.described.language.verbs import KINDS
from balance.games.described.layout import (
    MAX_CHOSEN,
    MAX_DICE,
    MAX_KINDS,
    MAX_ROUNDS,
    MAX_TURNS,
    MOST_CARDS,
    MOST_COUNTED,
    MOST_NAMED,
    MOST_UNLESS_STATED,
)

_MOST = 2**62  # of any value on the way: two of them can be added in 64 bits
_MOST_SIDES = 2**31 - 1
_TRUTHS = frozenset({"and", "or", "not", "equal", "unequal", "less", "at_most", "includes",
                     "near_top"})  # fmt: skip
_BARE = {
    "chosen": (0, MAX_CHOSEN), "round": (0, MAX_ROUNDS), "turn": (0, MAX_TURNS),
    "showing": (0, MAX_DICE), "dice_sets": (0, MAX_CHOSEN),
    "size": (0, MOST_CARDS), "empty_piles": (0, MOST_CARDS), "word": (0, MOST_CARDS),
    "named": (-MOST_NAMED, MOST_NAMED),
}  # fmt: skip


class Amounts:
    """Finds what is wrong with amounts.

    Parameters
    ----------
    cards : tuple of Card
    sets, numbers : frozenset of str
        The columns that have sets, and those that have numbers.
    own : mapping
        The numbers of players and the shared ones, by name.
    lines : iterable of Line
        All lines of the game: they say which numbers hold words.
    others : iterable of Value
        Values that are not in lines: of endings and scores.
    """

    def __init__(self, cards: tuple[Card, ...], sets: frozenset[str], numbers: frozenset[str],
                 own: Mapping[str, Number], lines: Iterable[Line],
                 others: Iterable[Value] = ()) -> None:  # fmt: skip
        self._cards, self._sets, self._numbers, self._own = cards, sets, numbers, own
        self._holders: set[str] = set()
        self._ranges: dict[str, tuple[int, int]] = {}
        self._sides = _MOST_SIDES
        lines = list(lines)
        given = [line.parts for line in lines if line.what == "set"]
        while more := {
            whose.name for whose, value in given if self._kind(value) == "word"
        } - self._holders:  # fmt: skip
            self._holders |= more
        # One that is compared with a word, and never gets a number, may have one by a function.
        counted = {line.parts[0].name for line in lines if KINDS[line.what].counts}
        counted |= {whose.name for whose, value in given if not _is_nothing(value)}
        values = [part for line in lines for part in line.parts if isinstance(part, Value)]
        values += others
        for value in (inner for each in values for inner in each.inner()):
            if value.what in {"equal", "unequal"} and "word" in map(self._kind, value.parts):
                self._holders |= {*map(_name_of, value.parts)} - counted - {""}
        sides = [self._range(line.parts[1])[1] for line in lines if line.what == "roll"]
        self._sides = max(sides, default=0)

    @property
    def hold_words(self) -> frozenset[str]:
        """The numbers of players, and the shared ones, that hold words."""
        return frozenset(self._holders)

    def wrong_lines(self, lines: Iterable[Line]) -> Iterator[tuple[Place, str]]:
        """Yield what is wrong in lines, and where; raise CardError if it is a cell of a sheet."""
        for line in lines:
            if KINDS[line.what].counts and line.parts[0].name in self._holders:
                name = line.parts[0].name
                yield line.place, f"{name} holds words, as a line sets it to one: no amounts"
            for place, part in enumerate(line.parts):
                if isinstance(part, Value):
                    is_set = line.what == "set" and self._kind(part) == "set"
                    is_amount = is_set or KINDS[line.what].condition != place
                    for reason in self.wrong(part, is_amount, line.place):
                        yield line.place, reason
            if line.what in {"roll", "roll_secretly"}:
                yield from self._wrong_dice(line)

    def wrong(self, value: Value, is_amount: bool, place: Place) -> Iterator[str]:
        """Yield what is wrong in a value."""
        found = [*self._wrong_kinds(value, is_amount, place)]
        yield from found
        if not found and _could_wrap(self._range(value)):
            yield (
                "this can come to more than 64 bits hold; give the numbers in it a smaller 'most', "
                "or divide"
            )

    def _wrong_dice(self, line: Line) -> Iterator[tuple[Place, str]]:
        (least, _), (_, most) = map(self._range, line.parts)
        if least > MAX_DICE:
            yield line.place, f"{least} dice; at most {MAX_DICE} are possible"
        if most > _MOST_SIDES:
            yield (
                line.place,
                f"dice with up to {most:,} sides; at most {_MOST_SIDES:,} are possible",
            )

    def _kind(self, value: Value) -> str:
        """Return whether a value is a "number", a "word" or a "set"."""
        what, parts = value.what, value.parts
        if what in OF_A_CARD:
            return self._kind_of_column(parts[0])
        if what == "word":
            return "word"
        return "word" if _name_of(value) in self._holders else "number"

    def _kind_of_column(self, column: str) -> str:
        if column in self._sets:
            return "set"
        return "number" if column in self._numbers else "word"

    def _wrong_kinds(self, value: Value, is_amount: bool, place: Place) -> Iterator[str]:
        what, parts = value.what, value.parts
        kind = self._kind(value)
        if is_amount and kind != "number":
            yield self._no_amount(value, kind, place)
        inner = [part for part in parts if isinstance(part, Value)]
        are_amounts = what not in {"and", "or", "not", "equal", "unequal"}
        if what in {"equal", "unequal"}:
            kinds = [self._kind(part) for part in inner if not _is_nothing(part)]
            if len({*kinds}) > 1:
                yield self._unlike(inner, place)
        elif what == "includes":
            column = parts[0].parts[0]
            if column not in self._numbers:
                self._check_cells(column, place)
            if column not in self._sets:
                yield f"expected a column with sets, such as 3/7, before 'includes', not {column}"
            are_amounts = column in self._numbers
            if self._kind(parts[1]) == "number" and not are_amounts and not _is_nothing(parts[1]):
                yield self._unlike(inner, place)
            inner = inner[1:]
        elif what == "cards":
            column = parts[3]
            if parts[0] in {"different", "same"}:
                if column in self._sets:
                    yield f"{column} has sets; expected a column with one word or number a card"
            elif column and self._kind_of_column(column) != "number":
                of_card = Value("of_card", (column,))
                yield self._no_amount(of_card, self._kind(of_card), place)
            are_amounts = False  # it is what follows `where`
        elif what == "counted":
            are_amounts = False
        elif what == "players" and parts:
            are_amounts = parts[0] not in {"any", "every"}
        for part in inner:
            yield from self._wrong_kinds(part, are_amounts, place)

    def _no_amount(self, value: Value, kind: str, place: Place) -> str:
        """Return why a value is no amount; raise CardError if one of its cells is wrong."""
        name = _name_of(value) or value.parts[0]
        if value.what == "word":
            return f"{name} is a word; expected a number"
        if value.what in {"number", "shared"}:
            return f"{name} holds words, as a line sets it to one; expected a number"
        if kind == "set":
            return f"{name} has sets; expected a number, or '{name} includes' and what is in it"
        self._check_cells(name, place)
        words = sorted(
            {part for card in self._cards for part in parts_of(card.cells.get(name, ""))}
        )
        return f"{name} has words, such as {words[0] if words else 'none'}; expected a number"

    def _unlike(self, sides: list[Value], place: Place) -> str:
        """Return that two sides cannot be equal; raise CardError if a cell is wrong."""
        for side in sides:
            if side.what in OF_A_CARD:
                if self._kind(side) == "set" and side.parts[0] in self._numbers:
                    name = side.parts[0]
                    return f"{name} has sets, such as 3/7: write '{name} includes'"
                if side.parts[0] not in self._numbers:
                    self._check_cells(side.parts[0], place)
        return 'a word is compared with a number; a word that is a number stands in quotes, as "10"'

    def _check_cells(self, column: str, place: Place) -> None:
        """Refuse a cell that is a date, or the first without a number if others have numbers."""
        number, other = mixed(self._cards, column)
        if other is not None and (number is not None or is_date(other.cells[column])):
            what = "numbers, as elsewhere in it," if column in self._sets else "a whole number"
            raise not_a_number(
                other.row, column, f"expected {what}, as {place} computes with this column"
            )

    def _range(self, value: Value) -> tuple[int, int]:
        """Return the least and the most that a value can come to."""
        what, parts = value.what, value.parts
        if what == "constant":
            return parts[0], parts[0]
        if what == "players" and not parts:
            return 1, MAX_SEATS
        if what in _TRUTHS:
            for part in parts:  # what is compared may be too large
                if isinstance(part, Value) and _could_wrap(self._range(part)):
                    return self._range(part)
            return 0, 1
        if what in _BARE:
            return _BARE[what]
        if what in {"die", "dice_sum"}:
            return 0, self._sides * (MAX_DICE if what == "dice_sum" else 1)
        if what in {"number", "shared"}:
            own = self._own[_name_of(value)]
            return own.least, own.most
        if what in OF_A_CARD:
            return self._column_range(parts[0])
        if what == "cards":
            return self._range_of_cards(*parts)
        if what in {"on_it", "on_card"}:
            return 0, MOST_COUNTED
        if what in {"secret_sum", "secret_showing"}:
            return 0, MAX_DICE * (MOST_UNLESS_STATED if what == "secret_sum" else 1)
        if what == "counted":
            if parts[2] is not None and _could_wrap(tested := self._range(parts[2])):
                return tested
            return 0, MOST_COUNTED * (MAX_KINDS if parts[0] == "total" else 1)
        if what == "players":
            low, high = self._range(parts[2])
            many = MAX_SEATS if parts[0] == "total" else 1
            return min(low * many, 0), max(high * many, 1)
        (low, high), (other_low, other_high) = map(self._range, parts)
        if what == "add":
            return low + other_low, high + other_high
        if what == "subtract":
            return low - other_high, high - other_low
        if what == "divide":
            most = max(abs(low), abs(high))
            return -most, most
        if what == "remainder":
            most = max(abs(other_low), abs(other_high))
            return -most, most
        if what == "multiply":
            corners = [one * two for one, two in product((low, high), (other_low, other_high))]
            return min(corners), max(corners)
        return min(low, other_low), max(high, other_high)  # the larger or the smaller of both

    def _range_of_cards(
        self, fold: str, zone: Whose, where: Value | None, column: str
    ) -> tuple[int, int]:
        if where is not None and _could_wrap(tested := self._range(where)):
            return tested
        if not column or fold in {"different", "same", "run"}:
            return 0, MOST_CARDS
        low, high = self._column_range(column)
        many = MOST_CARDS if fold == "total" else 1
        return min(low, 0) * many, max(high, 0) * many

    def _column_range(self, column: str) -> tuple[int, int]:
        if column not in self._numbers or column in self._sets:
            return 0, MOST_CARDS
        if column not in self._ranges:
            cells = [int(card.cells.get(column) or 0) for card in self._cards]
            self._ranges[column] = min(cells), max(cells)
        return self._ranges[column]


def _could_wrap(ends: tuple[int, int]) -> bool:
    """Return whether values between these ends may not fit 64 bits."""
    return max(map(abs, ends)) > _MOST


def _name_of(value: Value) -> str:
    """Return the name of a number of a player, or a shared one; else nothing."""
    if value.what == "number":
        return str(value.parts[0].name)
    return str(value.parts[0]) if value.what == "shared" else ""


def _is_nothing(value: Value) -> bool:
    """Return whether a value is 0 or `none`, which are equal."""
    return value in {Value("constant", (0,)), Value("word", ("none",))}
