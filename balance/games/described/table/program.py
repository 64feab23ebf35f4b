"""From trees to the rows of a program."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from balance.errors import CardError
from balance.games.described.language.secret_dice import written_out
from balance.games.described.language.tree import Line, Place, Value, Whose
from balance.games.described.language.verbs import KINDS, LEAVING, PAYMENTS
from balance.games.described.layout import (
    GIVES,
    MAX_CODE,
    MAX_COLUMNS,
    MAX_SETS,
    MAX_STACK,
    MAX_TRIED,
    MAX_WAYS,
    Ends,
    Fold,
    Op,
    Owner,
    Who,
)
from balance.games.described.table.flows import is_taking
from balance.games.described.table.numbering import Numbering
from balance.games.described.table.sets import is_fixed

_SIDES = {
    "add": Op.ADD, "subtract": Op.SUBTRACT, "multiply": Op.MULTIPLY, "divide": Op.DIVIDE,
    "equal": Op.EQUAL, "unequal": Op.UNEQUAL, "less": Op.LESS, "at_most": Op.AT_MOST,
    "remainder": Op.REMAINDER, "and": Op.AND, "or": Op.OR,
    "smaller": Op.SMALLER, "larger": Op.LARGER,
}  # fmt: skip
_BARE = {"dice_sum": Op.DICE_SUM, "chosen": Op.CHOSEN, "round": Op.ROUNDS, "turn": Op.TURNS,
         "dice_sets": Op.DICE_SETS}  # fmt: skip
_FOLDS = {
    "copies": Fold.COPIES, "kinds": Fold.KINDS, "total": Fold.TOTAL, "most": Fold.MOST,
    "least": Fold.LEAST, "any": Fold.ANY, "every": Fold.EVERY,
}  # fmt: skip
_BY_WORD = frozenset({"different", "same", "run"})  # of the words or numbers of a column
MOST_IN_A_RUN = 20  # different numbers, as a run is worked out from each of them
_JOINING = frozenset(_SIDES.values()) | {Op.INCLUDES}
_MAKING = frozenset(_BARE.values()) | {
    Op.CONSTANT, Op.NUMBER, Op.OF_IT, Op.OF_CARD, Op.DIE, Op.SIZE, Op.EMPTY_PILES, Op.FOLD_CARDS,
    Op.OF_TOP, Op.COUNTER, Op.DICE_SETS,
}  # fmt: skip
_SKIPS = {"and": Op.SKIP_AND, "or": Op.SKIP_OR}


@dataclass
class Program:
    """The rows of a program as they are being written.

    Attributes
    ----------
    asked : dict
        The line of each row that asks a player, for narration.
    places : list
        Where each line stands, with its first row, in the order of rows.
    """

    of: Numbering
    checks: bool  # whether an ending is tested after each line
    counts_choices: bool  # whether a card that is chosen from a shared zone counts as taken
    rows: list[list[int]] = field(default_factory=lambda: [[int(Op.END)] + [0] * 6])
    asked: dict[int, Line] = field(default_factory=dict)
    places: list[tuple[int, Place]] = field(default_factory=list)
    steps: dict[str, int] = field(default_factory=dict)
    sets: dict[Value | None, int] = field(default_factory=lambda: {None: 0})  # of kinds
    _calls: list[tuple[int, str]] = field(default_factory=list)
    _known: dict[Value, int] = field(default_factory=dict)
    _deferred: list[tuple[int, tuple[Line, ...]]] = field(default_factory=list)
    # What is around a line, and on the agenda unless it is "repeat": "loop", "choose", "card" and
    # "number".
    _held: list[str] = field(default_factory=list)
    _after: Sequence[Line] = ()  # lines after the one that is being added
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

    def written(self) -> Iterator[tuple[int, ...]]:
        """Yield the rows as a table has them, see `layout.ROW`."""
        for number, row in enumerate(self.rows):
            yield (*row, self._then(number))

    def _then(self, row: int) -> int:
        """Return what a row that makes a value does besides."""
        after = [Op(each[0]) for each in self.rows[row + 1 : row + 3]]
        if self.rows[row][0] not in _MAKING or not after:
            return 0
        joins = after[0] if after[0] in _JOINING else 0
        return joins + GIVES * (after[bool(joins)] == Op.GIVE)

    def value(self, value: Value) -> int:
        """Return the row where a value begins; equal values share their rows."""
        if value not in self._known:
            if _depth(value) > MAX_STACK:
                raise CardError("a value has too many parts in each other; name some of them")
            # The rows of a value stand between those of lines: lines jump over them.
            jump = self.add(Op.JUMP)
            self._known[value] = len(self.rows)
            self._push(value)
            self.add(Op.GIVE)
            self.rows[jump][1] = len(self.rows)
        return self._known[value]

    def test(self, where: Value | None) -> int:
        """Return a test of cards: 0 for none, minus a set of kinds, or the row of a value."""
        return -self._members(where) if where is None or is_fixed(where) else self.value(where)

    def _members(self, where: Value | None) -> int:
        """Return the number of the set of kinds for which a condition holds."""
        if where not in self.sets:
            if len(self.sets) >= MAX_SETS:
                raise CardError(f"the game has more than {MAX_SETS} conditions on cards")
            self.sets[where] = len(self.sets)
        return self.sets[where]

    def lines(self, lines: Iterable[Line]) -> None:
        """Add lines."""
        lines = tuple(lines)
        for place, line in enumerate(lines):
            self._after = lines[place + 1 :]
            self.places.append((len(self.rows), line.place))
            if self.checks and line.what == "end_turn":
                self.add(Op.CHECK)
            ends = _ends(line)
            if ends:
                self.add(Op.ENDS, ends)
            getattr(self, f"_{line.what}", self._plain)(line)
            if ends:
                self.add(Op.ENDS)
            if self.checks and line.what not in LEAVING:
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
        elif what in {"of_top", "near_top"}:
            if what == "near_top":
                self._push(parts[0])
            column = self.of.columns[parts[0]] if what == "of_top" else 0
            op = Op.OF_TOP if what == "of_top" else Op.NEAR_TOP
            self.add(op, column, *self._zone(parts[1]))
        elif what in {"on_it", "on_card"}:
            counter = self.of.counter(parts[1], parts[0])
            self.add(Op.COUNTER, counter, *self._zone(parts[1]), what == "on_card")
        elif what in {"secret_sum", "secret_showing"}:
            self._push(written_out(value, self.of.numbers))
        elif what == "die":
            self.add(Op.DIE, parts[0])
        elif what in _BARE:
            self.add(_BARE[what])
        elif what in {"not", "showing"}:
            self._push(parts[0])
            self.add(Op.NOT if what == "not" else Op.SHOWING)
        elif what == "includes":
            self._push(parts[0])
            if parts[1].what == "word":
                self.add(Op.CONSTANT, self.of.bit(parts[0], parts[1]))
            else:
                self._push(parts[1])
            self.add(Op.INCLUDES)
        elif what in {"size", "empty_piles"}:
            self.add(Op.SIZE if what == "size" else Op.EMPTY_PILES, *self._zone(parts[0]))
        elif what in {"cards", "counted"}:
            self._push_cards(what == "counted", *parts)
        elif what == "players":
            self._push_players(*parts)
        else:
            self._push(parts[0])
            skip = self.add(_SKIPS[what]) if what in _SKIPS else 0
            self._push(parts[1])
            self.add(_SIDES[what])
            if skip:
                self.rows[skip][1] = len(self.rows)

    def _push_cards(
        self, is_counted: bool, fold: str, zone: Whose, where: Value | None, column: str
    ) -> None:
        if fold in _BY_WORD:
            self._push(self._by_word(fold, zone, where, column))
            return
        if is_counted:  # what lies on cards has a place after columns
            each = MAX_COLUMNS + self.of.counter(zone, column)
            where = where or Value("constant", (1,))
        else:
            each = self.of.columns[column] if column else 0
        numbers = (*self._zone(zone), _FOLDS[fold], each)
        if not is_counted and (where is None or is_fixed(where)):
            self.add(Op.FOLD_CARDS, *numbers, self._members(where))
            return
        first = self.add(Op.CARDS, *numbers, len(self.rows) + 1)
        assert where is not None
        self._push(where)
        last = self.add(Op.NEXT_CARD, *numbers, first + 1)
        self.rows[first][6] = self.rows[last][6] = len(self.rows)

    def _by_word(self, fold: str, zone: Whose, where: Value | None, column: str) -> Value:
        """Return what compares the words or numbers of a column, as values of each of them.

        These are how many different ones there are, the most cards with the same one, and the
        longest run of numbers.
        """
        nothing, one_more = Value("constant", (0,)), Value("constant", (1,))
        different, total = self.of.different[column], nothing
        before: dict[int, Value] = {}
        if fold == "run":
            different = sorted(different, key=lambda one: int(one.parts[0]))
            if len(different) > MOST_IN_A_RUN:
                raise CardError(
                    f"longest run of {column}: the column has {len(different)} different numbers; "
                    f"expected {MOST_IN_A_RUN} at most"
                )
        for one in different:
            has = Value("equal", (Value("of_card", (column,)), one))
            test = has if where is None else Value("and", (has, where))
            there = Value("cards", ("copies", zone, test, ""))
            if fold == "same":
                total = Value("larger", (total, there))
                continue
            is_there = Value("unequal", (there, nothing))
            if fold == "different":
                total = Value("add", (total, is_there))
                continue
            number = int(one.parts[0])
            run = Value("add", (before[number - 1], one_more)) if number - 1 in before else one_more
            before[number] = Value("multiply", (run, is_there))
            total = Value("larger", (total, before[number]))
        return total

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
        what, parts, op = line.what, line.parts, KINDS[line.what].op
        assert op is not None
        if what in {"gain", "lose", "pay", "set"}:
            value = self.value(parts[1])
            self.add(op, *self._number(parts[0]), value)
        elif what in {"roll", "roll_secretly"}:
            count, sides = self.value(parts[0]), self.value(parts[1])
            self.add(op, count, sides)
        elif what == "reroll":
            self.add(op, self.value(parts[0]))
        elif what in {"draw", "fill"}:
            count = self.value(parts[2])
            self.add(op, *self._zone(parts[0]),
                     *self._zone(parts[1]), count)  # fmt: skip
        elif what == "move_it":
            source, target, _, is_said = parts
            kept = 0 if is_said else self._kept_since_choice()
            self.add(op, *self._zone(source), *self._zone(target), kept,
                     is_taking(line) and self.counts_choices)  # fmt: skip
        elif what == "move_all":
            test = self.test(parts[2])
            self.add(op, *self._zone(parts[0]), *self._zone(parts[1]), test)
        elif what == "move_card":
            count = self.value(parts[2])
            self.add(op, *self._zone(parts[0]), *self._zone(parts[1]), count,
                     self.of.kinds[parts[3]])  # fmt: skip
        elif what == "look":
            count = self.value(parts[1]) if parts[1] is not None else 0
            self.add(op, *self._zone(parts[0]), count, parts[2])
        elif what in {"put_on_it", "put_on_each"}:
            zone, counter, amount, is_taken = parts[:4]
            count = self.value(amount)
            test = self.test(parts[4]) if what == "put_on_each" else 0
            number = self.of.counter(zone, counter)
            self.add(op, *self._zone(zone), number, test, count, -1 if is_taken else 1)
        elif what == "shuffle":
            self.add(op, *self._zone(parts[0]))
        elif what == "pass":
            self.add(op, self.of.zones[parts[0]], parts[1])
        elif what == "use":
            self.add(op, self.of.uses[parts[0]])
        elif what == "use_each":
            test = self.test(parts[2])
            self.add(op, *self._zone(parts[1]), self.of.uses[parts[0]], test)
        elif what == "call":
            self.add(op, self.of.functions[parts[0]])
        elif what == "do":
            self._calls.append((self.add(op), parts[0]))
        else:
            self.add(op)

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
        value = self.value(line.parts[0])
        self._stops.append([self.add(Op.REPEAT, value)])
        self._held.append("loop")
        start = len(self.rows)
        self.lines(line.block)
        self.add(Op.AGAIN, start)
        self._close()

    def _stop(self, line: Line) -> None:
        """Leave the innermost repeat, and what the agenda keeps for it and in it."""
        kept = 0
        for held in reversed(self._held):
            kept += held != "repeat"
            if held in {"repeat", "loop"}:
                break
        if kept:
            self.add(Op.DROP, kept)
        self._stops[-1].append(self.add(Op.JUMP))

    def _choose_card(self, line: Line) -> None:
        row = self._choice(line)
        jump = self.add(Op.JUMP)
        self.rows[row][5] = self.add(Op.RESTORE)
        self.lines(line.otherwise or ())
        self.rows[jump][1] = len(self.rows)

    def _choice(self, line: Line) -> int:
        """Add the choice of a card and what belongs to it; return the row that asks."""
        zone, where, or_not, _ = line.parts
        test = self.test(where)
        tried = self._tries(line.block)
        row = self.add(Op.CHOOSE_CARD, *self._zone(zone), test, or_not, 0, tried)
        self.asked[row] = line
        self._kept(line.block, "card")
        return row

    def _kept(self, block: Sequence[Line], what: str) -> None:
        """Add the lines of a choice, after which what was chosen before counts again."""
        self._held.append(what)
        self.lines(block)
        self._held.pop()
        self.add(Op.RESTORE)

    def _kept_since_choice(self) -> int:
        """Return how far below the top of the agenda the last choice of a card keeps its seat."""
        since = self._held[len(self._held) - 1 - self._held[::-1].index("card") :]
        return sum(held != "repeat" for held in since)

    def _choose_cards(self, line: Line) -> None:
        """Choose several: one after the other, until the player declines or there is none."""
        times = self.add(Op.REPEAT, self.value(line.parts[3]))
        self._held.append("choose")
        start = len(self.rows)
        row = self._choice(line)
        self.add(Op.CHOSEN_ONE)
        self.add(Op.AGAIN, start)
        done = self.add(Op.JUMP)
        self.rows[row][5] = self.add(Op.RESTORE)
        leave = self.add(Op.LEAVE)
        self._held.pop()
        self.rows[times][2] = self.rows[leave][2] = len(self.rows)
        self.lines(line.otherwise or ())
        self.rows[done][1] = self.rows[leave][1] = len(self.rows)

    def _choose_number(self, line: Line) -> None:
        low, high = self.value(line.parts[0]), self.value(line.parts[1])
        where, or_not = line.parts[2:]
        test = 0 if where is None else self.value(where)
        tried = self._tries(line.block)
        row = self.add(Op.CHOOSE_NUMBER, low, high, tried, test, 0, int(or_not))
        self.asked[row] = line
        self._kept(line.block, "number")
        jump = self.add(Op.JUMP)
        self.rows[row][5] = self.add(Op.RESTORE)
        self.lines(line.otherwise or ())
        self.rows[jump][1] = len(self.rows)

    def _reroll_any(self, line: Line) -> None:
        """Add the choice of dice: a number that has the bit of each."""
        low, high = self.value(Value("constant", (0,))), self.value(Value("dice_sets"))
        row = self.add(Op.CHOOSE_NUMBER, low, high)
        self.asked[row] = line
        self.add(Op.REROLL_SET)
        self.rows[row][5] = self.add(Op.RESTORE)

    def _choose_player(self, line: Line) -> None:
        others, has, or_not = line.parts
        test = self.value(has) if has is not None else 0
        row = self.add(Op.CHOOSE_PLAYER, int(others), 0, test, int(or_not))
        self.asked[row] = line
        self._deferred.append((row, line.block))
        self._else(row, 5, line.otherwise or ())

    def _choose_one(self, line: Line) -> None:
        tests = [
            (
                self.value(option.parts[1]) if option.parts[1] is not None else 0,
                self._tries(option.block, has_cards=option.what == "option"),
            )
            for option in line.block
        ]
        self._offer(line, tests, line.otherwise or ())

    def _pay_either(self, line: Line) -> None:
        """Add a choice among payments after which those that follow at once are possible, too."""
        after = self._after
        tests = [(0, self._tries((*option.block, *after))) for option in line.block]
        self._offer(line, tests, line.block[0].block, is_payment=True)

    def _offer(
        self, line: Line, tests: Sequence[tuple[int, int]], otherwise: Sequence[Line],
        is_payment: bool = False,
    ) -> None:  # fmt: skip
        """Add the choice of an option, each with a condition and what it begins with."""
        row = self.add(Op.CHOOSE_OPTION, len(tests), 0, is_payment)
        self.asked[row] = line
        options = [self.add(Op.OPTION, test, 0, tried) for test, tried in tests]
        jumps = []
        for option, place in zip(line.block, options, strict=True):
            start = self.rows[place][2] = len(self.rows)
            self.lines(option.block)
            if option.what == "answers":
                found = (at for at in self.asked if at >= start)
                self.rows[place][4] = min(found)  # the row of its own choice
            jumps.append(self.add(Op.JUMP))
        self.rows[row][2] = len(self.rows)
        self.lines(otherwise)
        for place in jumps:
            self.rows[place][1] = len(self.rows)

    def _tries(self, block: Sequence[Line], has_cards: bool = False) -> int:
        """Add rows that say what lines begin with; return the first, or 0 if that is nothing.

        These are payments and, if `has_cards`, a choice of a card after them.
        """
        pays = list(takewhile(lambda line: line.what in PAYMENTS, block))
        after = block[len(pays)] if len(pays) < len(block) else None
        asks = has_cards and after is not None and after.what in {"choose_card", "choose_cards"}
        if not pays and not asks:
            return 0
        if len(pays) > MAX_TRIED // 2:
            raise CardError(f"{pays[-1].place}: a choice begins with too many payments")
        rows: list[list[int]] = []
        ways = 1
        for line in pays:
            choices = [pay for pay in line.inner() if pay.what == "pay"]
            ways *= len(choices)
            for left, pay in zip(reversed(range(len(choices))), choices, strict=True):
                number, paid = pay.parts
                rows.append([Op.TRY_PAY, *self._number(number), self.value(paid), left, 0])
        if ways > MAX_WAYS:
            raise CardError(
                f"{pays[-1].place}: there are {ways} ways to pay for a choice; at most {MAX_WAYS} "
                "are possible"
            )
        if asks and after is not None:
            zone, where, _, _ = after.parts
            test = self.test(where)
            rows.append([Op.TRY_CARDS, *self._zone(zone), test, self._tries(after.block), 0])
        rows[0][5] = ways
        jump = self.add(Op.JUMP)
        first = len(self.rows)
        for op, *numbers in rows:
            self.add(Op(op), *numbers)
        self.add(Op.END)
        self.rows[jump][1] = len(self.rows)
        return first

    def _number(self, number: Whose) -> tuple[int, int]:
        is_shared = number.owner == Owner.SHARED
        place = self.of.shared[number.name] if is_shared else self.of.numbers[number.name]
        return place, int(number.owner)

    def _each(self, line: Line) -> None:
        self._players(line, line.parts[0], 0, False)

    def _best(self, line: Line) -> None:
        who, is_least, value = line.parts
        self._players(line, who, self.value(value), is_least)

    def _random_player(self, line: Line) -> None:
        self._players(line, Who.RANDOM, 0, False)

    def _only(self, line: Line) -> None:
        self._best(line)

    def _players(self, line: Line, who: int, value: int, is_least: bool) -> None:
        row = self.add(Op.PLAYERS_DO, who, 0, value, int(is_least))
        self._deferred.append((row, line.block))
        self._else(row, 5, line.otherwise)


def _ends(line: Line) -> int:
    """Return the bits of `Ends` of a line."""
    if not KINDS[line.what].moves:
        return 0
    source, target = line.parts[:2]
    return Ends.TO_BOTTOM * target.is_bottom | Ends.FROM_BOTTOM * source.is_bottom


def _depth(value: Value) -> int:
    """Return how many numbers are kept at once while a value is computed."""
    inner = [_depth(part) for part in value.parts if isinstance(part, Value)]
    if value.what in {"cards", "counted", "players", "secret_sum", "secret_showing"}:
        return 3 + max(inner, default=0)
    return max((place + depth for place, depth in enumerate(inner)), default=1)
