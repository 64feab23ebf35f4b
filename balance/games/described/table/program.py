"""From trees to the rows of a program."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from balance.cards.headings import as_name
from balance.errors import CardError
from balance.games.described.language.tree import Description, Line, Value, Whose
from balance.games.described.layout import MAX_CODE, Fold, Op, Owner

_SIDES = {
    "add": Op.ADD, "subtract": Op.SUBTRACT, "multiply": Op.MULTIPLY, "divide": Op.DIVIDE,
    "equal": Op.EQUAL, "unequal": Op.UNEQUAL, "less": Op.LESS, "at_most": Op.AT_MOST,
    "and": Op.AND, "or": Op.OR, "smaller": Op.SMALLER, "larger": Op.LARGER,
}  # fmt: skip
_BARE = {"dice_sum": Op.DICE_SUM, "chosen": Op.CHOSEN, "round": Op.ROUNDS, "turn": Op.TURNS}
_CHANGES = {"gain": Op.GAIN, "lose": Op.LOSE, "pay": Op.LOSE, "set": Op.SET}
_FOLDS = {
    "copies": Fold.COPIES, "kinds": Fold.KINDS, "total": Fold.TOTAL, "most": Fold.MOST,
    "least": Fold.LEAST, "any": Fold.ANY, "every": Fold.EVERY,
}  # fmt: skip
# Lines after which no ending is tested, as the lines in them are tested or nothing has changed.
_UNCHECKED = frozenset(
    {"if", "repeat", "while", "times", "choose_card", "choose_cards", "choose_number", "choose_one",
     "each", "best", "only", "do", "use", "use_each", "stop", "end_turn", "end_game"}
)  # fmt: skip
_ZERO = Value("constant", (0,))


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
    words: Mapping[str, int]
    bits: Mapping[str, Mapping[str, int]]  # of words in columns with sets


@dataclass
class Program:
    """The rows of a program as they are being written.

    Attributes
    ----------
    asked : dict
        The line of each row that asks a player, for narration.
    """

    of: Numbering
    checks: bool  # whether an ending is tested after each line
    counts_choices: bool  # whether a card that is chosen from a shared zone counts as taken
    rows: list[list[int]] = field(default_factory=lambda: [[int(Op.END)] + [0] * 6])
    asked: dict[int, Line] = field(default_factory=dict)
    steps: dict[str, int] = field(default_factory=dict)
    _calls: list[tuple[int, str]] = field(default_factory=list)
    _known: dict[Value, int] = field(default_factory=dict)
    _deferred: list[tuple[int, tuple[Line, ...]]] = field(default_factory=list)
    _held: list[str] = field(default_factory=list)  # what is on the agenda: "keep" or "loop"
    _stops: list[list[int]] = field(default_factory=list)  # by repeat: jumps to behind it

    def add(self, op: Op, *numbers: int) -> int:
        """Add a row and return its number."""
        if len(self.rows) >= MAX_CODE:
            raise CardError(
                f"the game has more lines than a table has room for ({MAX_CODE} rows); join "
                "columns of cards that do the same"
            )
        self.rows.append([int(op), *map(int, numbers), *[0] * (6 - len(numbers))])
        return len(self.rows) - 1

    def block(self, lines: Sequence[Line]) -> int:
        """Add lines that begin on their own; return their first row."""
        held, stops = self._held, self._stops
        self._held, self._stops = [], []
        start = len(self.rows)
        self.lines(lines)
        self.add(Op.END)
        self._held, self._stops = held, stops
        while self._deferred:
            row, later = self._deferred.pop()
            self.rows[row][2] = self.block(later)
        return start

    def link(self) -> None:
        """Let each line that carries out a step lead to its rows."""
        for row, name in self._calls:
            self.rows[row][1] = self.steps[name]

    def value(self, value: Value) -> int:
        """Return the row where a value begins; equal values share their rows."""
        if value not in self._known:
            # The rows of a value stand between those of lines: lines jump over them.
            jump = self.add(Op.JUMP)
            self._known[value] = len(self.rows)
            self._push(value)
            self.add(Op.GIVE)
            self.rows[jump][1] = len(self.rows)
        return self._known[value]

    def lines(self, lines: Iterable[Line]) -> None:
        """Add lines."""
        for line in lines:
            getattr(self, f"_{line.what}", self._plain)(line)
            if self.checks and line.what not in _UNCHECKED:
                self.add(Op.CHECK)

    # Values.

    def _push(self, value: Value) -> None:
        what, parts = value.what, value.parts
        if what == "constant":
            self.add(Op.CONSTANT, parts[0])
        elif what == "named":
            self.add(Op.CONSTANT, self.of.named[parts[0]])
        elif what == "players" and not parts:
            self.add(Op.CONSTANT, self.of.players)
        elif what == "word":
            self.add(Op.CONSTANT, self.of.words[parts[0]])
        elif what == "number":
            self.add(Op.NUMBER, self.of.numbers[parts[0].name], parts[0].owner)
        elif what == "shared":
            self.add(Op.NUMBER, self.of.shared[parts[0]], Owner.SHARED)
        elif what in {"of_it", "of_card"}:
            self.add(Op.OF_IT if what == "of_it" else Op.OF_CARD, self.of.columns[parts[0]])
        elif what == "die":
            self.add(Op.DIE, parts[0])
        elif what in _BARE:
            self.add(_BARE[what])
        elif what == "not":
            self._push(parts[0])
            self.add(Op.NOT)
        elif what == "includes":
            self._push(parts[0])
            column, part = parts[0].parts[0], parts[1]
            if part.what == "word":
                self.add(Op.CONSTANT, self.of.bits.get(column, {}).get(part.parts[0], 63))
            else:
                self._push(part)
            self.add(Op.INCLUDES)
        elif what in {"size", "empty_piles"}:
            self.add(Op.SIZE if what == "size" else Op.EMPTY_PILES, *self._zone(parts[0]))
        elif what == "cards":
            self._push_cards(*parts)
        elif what == "players":
            self._push_players(*parts)
        else:
            self._push(parts[0])
            self._push(parts[1])
            self.add(_SIDES[what])

    def _push_cards(self, fold: str, zone: Whose, where: Value | None, column: str) -> None:
        numbers = self._zone(zone)
        first = self.add(Op.CARDS, *numbers, len(self.rows) + 1, _FOLDS[fold], 0)
        rows = [first]
        if where is not None:
            self._push(where)
            rows.append(self.add(Op.SKIP_CARD, *numbers, first + 1, _FOLDS[fold], 0))
        self._push(Value("of_card", (column,)) if column else _ZERO)
        rows.append(self.add(Op.NEXT_CARD, *numbers, first + 1, _FOLDS[fold], 0))
        for row in rows:
            self.rows[row][5] = len(self.rows)

    def _push_players(self, fold: str, others: bool, value: Value) -> None:
        first = self.add(Op.PLAYERS, int(others), _FOLDS[fold], 0)
        self._push(value)
        self.add(Op.NEXT_PLAYER, 0, _FOLDS[fold], first + 1)
        self.rows[first][3] = len(self.rows)

    def _zone(self, zone: Whose) -> tuple[int, int]:
        return self.of.zones[zone.name], int(zone.owner)

    # Lines.

    def _plain(self, line: Line) -> None:
        """Add a line of which no others belong to it."""
        what, parts = line.what, line.parts
        if what in _CHANGES:
            number, amount = parts
            is_shared = number.owner == Owner.SHARED
            place = self.of.shared[number.name] if is_shared else self.of.numbers[number.name]
            value = self.value(amount)
            self.add(_CHANGES[what], place, number.owner, value)
        elif what == "roll":
            count, sides = self.value(parts[0]), self.value(parts[1])
            self.add(Op.ROLL, count, sides)
        elif what in {"draw", "fill"}:
            count = self.value(parts[2])
            self.add(Op.DRAW if what == "draw" else Op.FILL, *self._zone(parts[0]),
                     *self._zone(parts[1]), count)  # fmt: skip
        elif what == "move_it":
            source, target, is_chosen = parts
            is_taken = is_chosen and source.owner == Owner.SHARED and target.owner != Owner.SHARED
            self.add(Op.MOVE_IT, *self._zone(source), *self._zone(target), 0,
                     is_taken and self.counts_choices)  # fmt: skip
        elif what == "move_all":
            test = self.value(parts[2]) if parts[2] is not None else 0
            self.add(Op.MOVE_ALL, *self._zone(parts[0]), *self._zone(parts[1]), test)
        elif what == "move_card":
            count = self.value(parts[2])
            self.add(Op.MOVE_CARD, *self._zone(parts[0]), *self._zone(parts[1]), count,
                     self.of.kinds[parts[3]])  # fmt: skip
        elif what == "pass":
            self.add(Op.PASS, self.of.zones[parts[0]], parts[1])
        elif what == "use":
            self.add(Op.USE, self.of.uses[parts[0]])
        elif what == "use_each":
            test = self.value(parts[2]) if parts[2] is not None else 0
            self.add(Op.USE_EACH, *self._zone(parts[1]), self.of.uses[parts[0]], test)
        elif what == "do":
            self._calls.append((self.add(Op.DO), parts[0]))
        else:
            self.add(Op[what.upper()])

    def _if(self, line: Line) -> None:
        test = self.value(line.parts[0])
        row = self.add(Op.TEST, test)
        self.lines(line.block)
        self._else(row, 2, line.otherwise)

    def _else(self, row: int, place: int, otherwise: Sequence[Line] | None) -> None:
        """Let a row lead behind the lines just written, or to those for the other case."""
        if otherwise is None:
            self.rows[row][place] = len(self.rows)
            return
        jump = self.add(Op.JUMP)
        self.rows[row][place] = len(self.rows)
        self.lines(otherwise)
        self.rows[jump][1] = len(self.rows)

    def _repeat(self, line: Line) -> None:
        self._loop(line, None)

    def _while(self, line: Line) -> None:
        self._loop(line, line.parts[0])

    def _loop(self, line: Line, test: Value | None) -> None:
        start = len(self.rows)
        self._stops.append([])
        self._held.append("repeat")
        if test is not None:
            asked = self.value(test)
            self._stops[-1].append(self.add(Op.TEST, asked))
        self.lines(line.block)
        self.add(Op.JUMP, start)
        self._close()

    def _close(self) -> None:
        """Let all that leaves the innermost repeat lead to here."""
        self._held.pop()
        for row in self._stops.pop():
            self.rows[row][2 if self.rows[row][0] in {Op.TEST, Op.REPEAT} else 1] = len(self.rows)

    def _times(self, line: Line) -> None:
        self._repeated(line.parts[0], line.block)

    def _repeated(self, times: Value, block: Sequence[Line]) -> None:
        value = self.value(times)
        self._stops.append([self.add(Op.REPEAT, value)])
        self._held.append("loop")
        start = len(self.rows)
        self.lines(block)
        self.add(Op.AGAIN, start)
        self._close()

    def _stop(self, line: Line) -> None:
        """Leave the innermost repeat, and what the agenda keeps for it and in it."""
        kept = 0
        for held in reversed(self._held):
            kept += held != "repeat"
            if held != "keep":
                break
        if kept:
            self.add(Op.DROP, kept)
        self._stops[-1].append(self.add(Op.JUMP))

    def _choose_card(self, line: Line) -> None:
        zone, where, or_not, _ = line.parts
        payable = _payable(line.block)
        test = _joined(where, payable)
        value = self.value(test) if test is not None else 0
        row = self.add(Op.CHOOSE_CARD, *self._zone(zone), value, or_not)
        self.asked[row] = line
        self._held.append("keep")
        self.lines(line.block)
        self._held.pop()
        self.add(Op.RESTORE)
        jump = self.add(Op.JUMP)
        self.rows[row][5] = self.add(Op.RESTORE)
        self.lines(line.otherwise or ())
        self.rows[jump][1] = len(self.rows)

    def _choose_cards(self, line: Line) -> None:
        """Choose several: one after the other, until the player declines or there is none."""
        zone, where, or_not, count = line.parts
        one = Line("choose_card", (zone, where, or_not, None), line.place, line.block,
                   (Line("stop", (), line.place),))  # fmt: skip
        self._repeated(count, (one,))

    def _choose_number(self, line: Line) -> None:
        low, high = self.value(line.parts[0]), self.value(line.parts[1])
        row = self.add(Op.CHOOSE_NUMBER, low, high)
        self.asked[row] = line
        self._held.append("keep")
        self.lines(line.block)
        self._held.pop()
        self.add(Op.RESTORE)

    def _choose_one(self, line: Line) -> None:
        tests = [_possible(option) for option in line.block]
        values = [self.value(test) if test is not None else 0 for test in tests]
        row = self.add(Op.CHOOSE_OPTION, len(values))
        self.asked[row] = line
        options = [self.add(Op.OPTION, value) for value in values]
        jumps = []
        for option, place in zip(line.block, options, strict=True):
            self.rows[place][2] = len(self.rows)
            self.lines(option.block)
            jumps.append(self.add(Op.JUMP))
        for place in jumps:
            self.rows[place][1] = len(self.rows)
        self.rows[row][2] = len(self.rows)

    def _each(self, line: Line) -> None:
        self._players(line, line.parts[0], 0, False)

    def _best(self, line: Line) -> None:
        who, is_least, value = line.parts
        self._players(line, who, self.value(value), is_least)

    def _only(self, line: Line) -> None:
        self._best(line)

    def _players(self, line: Line, who: int, value: int, is_least: bool) -> None:
        row = self.add(Op.PLAYERS_DO, who, 0, value, int(is_least))
        self._deferred.append((row, line.block))
        self._else(row, 5, line.otherwise)


def _joined(first: Value | None, second: Value | None) -> Value | None:
    """Return a condition that holds if both hold."""
    if first is None or second is None:
        return first or second
    return Value("and", (first, second))


def _payable(block: Sequence[Line]) -> Value | None:
    """Return whether all that lines begin with paying can be paid, for the card in question."""
    return _with_card(_payments(block))


def _payments(block: Sequence[Line]) -> Value | None:
    """Return whether all that lines begin with paying can be paid."""
    test = None
    for number, paid in _paid(block).items():
        has = _number(number)
        test = _joined(test, Value("at_most", (paid, has)))
    return test


def _paid(block: Sequence[Line]) -> dict[Whose, Value]:
    """Return how much of each number lines begin with paying."""
    paid: dict[Whose, Value] = {}
    for line in block:
        if line.what != "pay":
            break
        number, amount = line.parts
        paid[number] = Value("add", (paid[number], amount)) if number in paid else amount
    return paid


def _number(number: Whose) -> Value:
    is_shared = number.owner == Owner.SHARED
    return Value("shared", (number.name,)) if is_shared else Value("number", (number,))


def _with_card(value: Value | None) -> Value | None:
    """Return a value about the chosen card as one about the card in question."""
    if value is None:
        return None
    if value.what == "of_it":
        return Value("of_card", value.parts)
    return _replaced(value, _with_card)


def _replaced(value: Value, change: Any) -> Value:
    """Return a value with its parts changed."""
    parts = tuple(change(part) if isinstance(part, Value) else part for part in value.parts)
    return Value(value.what, parts)


def _possible(option: Line) -> Value | None:
    """Return whether an option can be carried out; None if always.

    Its condition holds, what it begins with can be paid, and if a choice of a card comes next,
    there is one to choose with what is left.
    """
    test = _joined(option.parts[1], _payments(option.block))
    paid = _paid(option.block)
    after = next((line for line in option.block if line.what != "pay"), None)
    if after is None or after.what not in {"choose_card", "choose_cards"}:
        return test
    zone, where, _, _ = after.parts
    needed = _joined(where, _payable(after.block))

    def left(value: Value) -> Value:
        if value.what in {"number", "shared"}:
            for number, amount in paid.items():
                if value == _number(number):
                    return Value("subtract", (value, amount))
        return value if value.what == "players" else _replaced(value, left)

    where = left(needed) if needed is not None else None
    cards = Value("cards", ("kinds", zone, where, ""))
    return _joined(test, Value("less", (_ZERO, cards)))


def numbering(description: Description, players: int) -> Numbering:
    """Return the numbers of all names of a game for a number of players."""
    columns = dict.fromkeys(("id", *(name for card in description.cards for name in card.cells)))
    used = [name for name in columns if name in _columns_read(description)]
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
        words, bits,
    )  # fmt: skip


def by_players(value: Sequence[int], place: int) -> int:
    """Return the number for the number of players at this place of `players`."""
    return value[place] if len(value) > 1 else value[0]


def words_of(cell: str) -> tuple[str, ...]:
    """Return the words of a cell, as lines write them."""
    return tuple(as_name(part) for part in cell.split("/") if part.strip())


def _columns_read(description: Description) -> frozenset[str]:
    """Return the columns that values read."""
    unused = {name.partition(".")[2] for name in description.unused_columns}
    used: set[str] = {"id"}
    for card in description.cards:
        used |= card.cells.keys() - unused - description.uses.keys()
    return frozenset(used - {"name", "count"})
