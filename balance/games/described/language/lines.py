"""Reading lines: one thing to do each, with the lines that belong to it."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from balance.cards.effect_reader import Stuck
from balance.games.described.language.names import LineCursor, Names, read_name
from balance.games.described.language.tree import Line, Place, Value, Whose
from balance.games.described.language.values import ValueReader
from balance.games.described.layout import Owner, Who

VERBS = (
    "gain", "add", "lose", "pay", "set", "roll", "reroll", "draw", "fill", "move", "pass", "use",
    "do", "call", "become", "take", "end", "stop", "if", "repeat", "choose", "each", "first",
    "only",
)  # fmt: skip
_COMMENT = re.compile(r"#.*")
_OTHERWISE = "otherwise"
_TAKES_OTHERWISE = (
    "if", "choose_card", "choose_cards", "choose_number", "choose_one", "choose_player", "only",
)  # fmt: skip
_DEFAULT_SIDES = Value("constant", (6,))


@dataclass(frozen=True)
class Written:
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
        said = _COMMENT.sub("", line.replace("\t", "    ")).rstrip()
        if said.strip():
            indent = len(said) - len(said.lstrip())
            column = indent + (place.column if number == 0 else 1)
            lines.append(
                Written(Place(place.file, place.line + number, column), indent, said.strip())
            )
    return lines


class LineReader:
    """Reads the lines of one text; mistakes are collected in `errors`."""

    def __init__(self, names: Names, lines: Sequence[Written]) -> None:
        self.names = names
        self.errors: list[tuple[Place, str]] = []
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
                    or done[-1].what not in _TAKES_OTHERWISE
                    or done[-1].otherwise is not None
                ):
                    if not done:
                        cursor.stick(*VERBS)
                    return
                done[-1] = self._otherwise(done[-1], cursor, line, scope)
            else:
                done.append(self._statement(cursor, line, scope))
            # After lines of its own on the same row, `;` before `otherwise` is read already.
            if cursor.next != _OTHERWISE and not cursor.skip(";"):
                return

    def _otherwise(self, of: Line, cursor: LineCursor, line: Written, scope: Scope) -> Line:
        """Read what is done otherwise; after ``otherwise if`` there may be more of it."""
        place = _moved(line.place, cursor.position)
        cursor.read(_OTHERWISE)
        if of.what != "if" or not cursor.skip("if"):
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
        return ValueReader(cursor, self.names, scope.has_it)

    def _statement(self, cursor: LineCursor, line: Written, scope: Scope) -> Line:
        place = _moved(line.place, cursor.position)
        verb = cursor.read(*VERBS)
        if verb == "add":
            verb = "gain"
            return self._add(cursor, place, scope)
        read = getattr(self, f"_{verb}", None)
        if read is None:
            return self._change(verb, cursor, place, scope)
        found: Line = read(cursor, line, place, scope)
        return found

    # What each verb reads.

    def _add(self, cursor: LineCursor, place: Place, scope: Scope) -> Line:
        amount = self._values(cursor, scope).value()
        cursor.read("to")
        return Line("gain", (self._number(cursor, scope), amount), place)

    def _change(self, verb: str, cursor: LineCursor, place: Place, scope: Scope) -> Line:
        """Read what follows gain, lose and pay."""
        amount = self._values(cursor, scope).value()
        number = self._number(cursor, scope)
        return Line(verb, (number, amount), place)

    def _set(self, cursor: LineCursor, line: Written, place: Place, scope: Scope) -> Line:
        number = self._number(cursor, scope)
        cursor.read("to")
        return Line("set", (number, self._values(cursor, scope).condition()), place)

    def _number(self, cursor: LineCursor, scope: Scope) -> Whose:
        names = (*self.names.each_player, *self.names.shared)
        name = read_name(cursor, names, "a number of each_player or shared")
        if name in self.names.shared:
            return Whose(name, Owner.SHARED)
        return Whose(name, self._values(cursor, scope).owner())

    def _roll(self, cursor: LineCursor, line: Written, place: Place, scope: Scope) -> Line:
        if cursor.skip("die"):
            count = Value("constant", (1,))
        else:
            count = self._values(cursor, scope).value()
            cursor.read("dice", "die")
        sides = _DEFAULT_SIDES
        if cursor.skip("with"):
            sides = self._values(cursor, scope).value()
            cursor.read("sides")
        return Line("roll", (count, sides), place)

    def _reroll(self, cursor: LineCursor, line: Written, place: Place, scope: Scope) -> Line:
        cursor.read("die")
        return Line("reroll", (self._values(cursor, scope).value(),), place)

    def _take(self, cursor: LineCursor, line: Written, place: Place, scope: Scope) -> Line:
        if cursor.next != "another":
            cursor.place -= 1
            cursor.stick(*VERBS)
        cursor.read("another")
        cursor.read("turn")
        return Line("another_turn", (), place)

    def _draw(self, cursor: LineCursor, line: Written, place: Place, scope: Scope) -> Line:
        values = self._values(cursor, scope)
        count = values.value()
        if not cursor.skip("cards"):
            cursor.skip("card")
        cursor.read("from")
        source = values.zone()
        cursor.read("to")
        return Line("draw", (source, values.zone(), count), place)

    def _fill(self, cursor: LineCursor, line: Written, place: Place, scope: Scope) -> Line:
        values = self._values(cursor, scope)
        target = values.zone()
        cursor.read("from")
        source = values.zone()
        cursor.read("to")
        return Line("fill", (source, target, values.value()), place)

    def _move(self, cursor: LineCursor, line: Written, place: Place, scope: Scope) -> Line:
        values = self._values(cursor, scope)
        if cursor.skip("it"):
            if not scope.has_it:
                cursor.place -= 1
                cursor.stick("all", "a number of cards, as no card is chosen or in use here")
            source = scope.it_from
            if source is None or cursor.next == "from":
                cursor.read("from")
                source = values.zone()
                is_chosen = source == scope.it_from
                is_said = True
            else:
                is_chosen, is_said = True, False
            cursor.read("to")
            return Line("move_it", (source, values.zone(), is_chosen, is_said), place)
        if cursor.skip("all"):
            if not cursor.skip("cards"):
                cursor.skip("card")
            cursor.read("from")
            source = values.zone()
            cursor.read("to")
            return Line("move_all", (source, values.zone(), values.where()), place)
        count = values.value()
        card = read_name(cursor, self.names.cards, "the id of a card")
        cursor.read("from")
        source = values.zone()
        cursor.read("to")
        return Line("move_card", (source, values.zone(), count, card), place)

    def _pass(self, cursor: LineCursor, line: Written, place: Place, scope: Scope) -> Line:
        zone = read_name(cursor, self.names.per_player, "a zone of which each player has one")
        return Line("pass", (zone, 1 if cursor.read("left", "right") == "left" else -1), place)

    def _use(self, cursor: LineCursor, line: Written, place: Place, scope: Scope) -> Line:
        column = read_name(cursor, self.names.columns, "a column of a sheet")
        cursor.read("of")
        if cursor.next == "it":
            if not scope.has_it:
                cursor.stick("each card in")
            cursor.read("it")
            return Line("use", (column,), place)
        cursor.read("each")
        cursor.read("card")
        cursor.read("in")
        values = self._values(cursor, scope)
        return Line("use_each", (column, values.zone(), values.where()), place)

    def _do(self, cursor: LineCursor, line: Written, place: Place, scope: Scope) -> Line:
        return Line(
            "do", (read_name(cursor, self.names.steps, "the name of one of [steps]"),), place
        )

    def _call(self, cursor: LineCursor, line: Written, place: Place, scope: Scope) -> Line:
        what = "the name of a function of the Python file that the key 'python' names"
        return Line("call", (read_name(cursor, self.names.functions, what),), place)

    def _become(self, cursor: LineCursor, line: Written, place: Place, scope: Scope) -> Line:
        cursor.read("leader")
        return Line("become_leader", (), place)

    def _end(self, cursor: LineCursor, line: Written, place: Place, scope: Scope) -> Line:
        return Line(f"end_{cursor.read('turn', 'game')}", (), place)

    def _stop(self, cursor: LineCursor, line: Written, place: Place, scope: Scope) -> Line:
        if not scope.repeats:
            cursor.place -= 1
            cursor.stick("a 'repeat' around it, in the same lines")
        return Line("stop", (), place)

    def _if(self, cursor: LineCursor, line: Written, place: Place, scope: Scope) -> Line:
        test = self._values(cursor, scope).condition()
        return Line("if", (test,), place, self._belonging(cursor, line, scope))

    def _repeat(self, cursor: LineCursor, line: Written, place: Place, scope: Scope) -> Line:
        inside = Scope(scope.has_it, scope.it_from, scope.repeats + 1)
        if cursor.next == ":":
            return Line("repeat", (), place, self._belonging(cursor, line, inside))
        if cursor.skip("while"):
            test = self._values(cursor, scope).condition()
            return Line("while", (test,), place, self._belonging(cursor, line, inside))
        times = self._values(cursor, scope).value()
        cursor.read("times", "time")
        return Line("times", (times,), place, self._belonging(cursor, line, inside))

    def _choose(self, cursor: LineCursor, line: Written, place: Place, scope: Scope) -> Line:
        if cursor.skip("one"):
            return Line("choose_one", (), place, self._options(cursor, line, scope))
        if cursor.next in {"player", "another"}:
            return self._choose_player(cursor, line, place, scope)
        values = self._values(cursor, scope)
        if cursor.is_at("number", "from"):
            cursor.place += 2
            low = values.value()
            cursor.read("to")
            bounds = (low, values.value())
            return Line("choose_number", bounds, place, self._belonging(cursor, line, scope))
        count, up_to = None, False
        if not cursor.skip("card"):
            up_to = cursor.skip("up")
            if up_to:
                cursor.read("to")
            count = values.value()
            if not cursor.skip("cards"):
                cursor.read("card")
        cursor.read("from")
        zone, where = values.zone(), values.where()
        or_not = up_to or self._or_not(cursor)
        inside = Scope(True, zone, scope.repeats)
        block = self._belonging(cursor, line, inside)
        what = "choose_card" if count is None else "choose_cards"
        return Line(what, (zone, where, or_not, count), place, block)

    def _choose_player(self, cursor: LineCursor, line: Written, place: Place, scope: Scope) -> Line:
        others = cursor.skip("another")
        cursor.read("player")
        test = None
        if cursor.skip("who"):
            cursor.read("has")
            test = self._values(cursor, scope).condition()
        or_not = self._or_not(cursor)
        block = self._belonging(cursor, line, Scope(scope.has_it))
        return Line("choose_player", (others, test, or_not), place, block)

    def _or_not(self, cursor: LineCursor) -> bool:
        """Read whether the player may decline."""
        if not cursor.skip(","):
            return False
        cursor.read("or")
        cursor.read("not")
        return True

    def _each(self, cursor: LineCursor, line: Written, place: Place, scope: Scope) -> Line:
        others = cursor.skip("other")
        cursor.read("player")
        inside = Scope(scope.has_it)
        if not others and cursor.skip("with"):
            return self._best(Who.EACH_BEST, cursor, line, place, scope)
        at_once = False
        if not others and cursor.skip("at"):
            cursor.read("once")
            at_once = True
        who = Who.OTHERS if others else Who.ALL
        return Line("each", (who, at_once), place, self._belonging(cursor, line, inside))

    def _first(self, cursor: LineCursor, line: Written, place: Place, scope: Scope) -> Line:
        cursor.read("player")
        cursor.read("with")
        return self._best(Who.FIRST_BEST, cursor, line, place, scope)

    def _only(self, cursor: LineCursor, line: Written, place: Place, scope: Scope) -> Line:
        cursor.read("player")
        cursor.read("with")
        return self._best(Who.ONLY_BEST, cursor, line, place, scope)

    def _best(
        self, who: Who, cursor: LineCursor, line: Written, place: Place, scope: Scope
    ) -> Line:
        is_least = cursor.read("most", "least") == "least"
        value = self._values(cursor, scope).value()
        block = self._belonging(cursor, line, Scope(scope.has_it))
        what = "only" if who == Who.ONLY_BEST else "best"
        return Line(what, (who, is_least, value), place, block)

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

    def _option_without_lines(self, line: Written, name: str, scope: Scope) -> Line:
        """Read an option that is one line, such as ``gain 2 coins``, or a name and nothing more."""
        cursor = LineCursor(line.text)
        words = set(re.findall(r"[a-z_]+", line.text))
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
