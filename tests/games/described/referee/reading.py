"""A folder read as a game: the file, the sheets, and all lines as trees."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.games.described.referee.lines import ARTICLES, Node, ReadingError, read_lines
from tests.games.described.referee.sheets import Sheets, Zone, read_numbers
from tests.games.described.referee.values import Names, Tree, ValueReader
from tests.games.described.referee.words import in_all_tables

ANSWERED = ("card", "number", "player", "another")  # after "choose", in options
MOMENTS = ("at once", "after turn", "after round")
WITH_OTHERWISE = (
    "if", "choose card", "choose number", "choose one", "choose player", "players",
)  # fmt: skip


@dataclass
class Line:
    """One thing to do, what belongs to it, and what is done otherwise."""

    kind: str
    args: Tree = ()
    body: list["Line"] = field(default_factory=list)
    otherwise: list["Line"] | None = None


class LineReader(ValueReader):
    """Reads the words of one line."""

    def line(self) -> Line:
        """Return the line, without what belongs to it."""
        line = self._head()
        self.end()
        return line

    def _head(self) -> Line:
        verb = self.words[0] if self.words else ""
        simple = {
            ("become", "leader"), ("end", "turn"), ("end", "game"), ("stop",),
            ("choose", "one"), ("take", "another", "turn"),
        }  # fmt: skip
        for words in simple:
            if self.take(*words):
                return Line(" ".join(words))
        if verb in ("each", "first", "only", "random"):
            return self._players()
        self.at = 1
        match verb:
            case "gain" | "lose":
                return Line(verb, (self.value(), self.number()))
            case "pay":
                return self._pay()
            case "add":
                amount = self.value()
                self.expect("to")
                return Line("gain", (amount, self.number()))
            case "set":
                number = self.number()
                self.expect("to")
                return Line("set", (number, self.value()))
            case "roll":
                return self._roll()
            case "reroll":
                if self.take("any", "dice"):
                    return Line("reroll any")
                self.expect("die")
                return Line("reroll", (self.value(),))
            case "draw":
                count = self.value()
                self.take("card|cards")
                return Line("draw", (count, *self._from_to()))
            case "fill":
                target = self.zone()
                self.expect("from")
                source = self.zone_or_bottom()
                self.expect("to")
                return Line("fill", (target, source, self.value()))
            case "move":
                return self._move()
            case "put" | "take":
                amount = self.value()
                counter = self.expect_name(self.counters, "what lies on cards")
                self.expect("on" if verb == "put" else "from")
                if self.take("each", "card|cards", "in"):
                    zone = self.zone()
                    return Line("put on each", (verb, amount, counter, zone, self.where(zone)))
                self.expect("it")
                return Line("put on it", (verb, amount, counter, self._counting_zone(counter)))
            case "shuffle":
                return Line(verb, (self.zone(),))
            case "look":
                self.expect("at")
                return Line("look", (*self._seen(), "you"))
            case "show":
                seen = self._seen()
                self.expect("to")
                if self.take("all", "players"):
                    return Line("look", (*seen, "all"))
                if not self.take("leader") and not self.take("active|next|previous", "player"):
                    raise self.fail("a player")
                return Line(
                    "look", (*seen, "leader" if self.words[-1] == "leader" else self.words[-2])
                )
            case "pass":
                zone = self.zone()
                if not self.take("left|right"):
                    raise self.fail("left or right")
                return Line("pass", (zone, self.words[self.at - 1]))
            case "use":
                return self._use()
            case "do":
                return Line("do", (self.expect_name(self.names.steps, "a step"),))
            case "call":
                return self._call()
            case "if":
                return Line("if", (self.condition(),))
            case "repeat":
                return self._repeat()
            case "choose":
                return self._choose()
        self.at = 0
        raise self.fail("a line of the language")

    def _pay(self) -> Line:
        pays = [(self.value(), self.number())]
        if self.take(",", "rest", "in"):
            return Line("pay, the rest in", (*pays[0], self.number()))
        while self.take("or"):
            pays.append((self.value(), self.number()))
        return Line("pay", pays[0]) if len(pays) == 1 else Line("pay either", tuple(pays))

    def _from_to(self) -> tuple[Tree, Tree]:
        self.expect("from")
        source = self.zone_or_bottom()
        self.expect("to")
        return source, self.zone_or_bottom()

    def _roll(self) -> Line:
        if self.take("die"):
            count: Tree = ("int", 1)
        else:
            count = self.value()
            if not self.take("dice|die"):
                raise self.fail("dice")
        sides: Tree = ("int", 6)
        if self.take("with"):
            sides = self.value()
            self.expect("sides|side")
        return Line("roll secretly" if self.take("secretly") else "roll", (count, sides))

    def _move(self) -> Line:
        if self.take("it", "to"):
            return Line("move it", (self.zone_or_bottom(),))
        if self.take("it"):
            return Line("move it from", self._from_to())
        if self.take("all"):
            source, target = self._from_to()
            return Line("move all", (source, target, self.where(source)))
        count = self.value()
        card = self.expect_name(self.names.sheets.cards, "the id of a card")
        return Line("move cards", (count, card, *self._from_to()))

    def _use(self) -> Line:
        column = self.expect_name(self.names.sheets.columns, "a column")
        if self.take("of", "it"):
            return Line("use it", (column,))
        self.expect("of", "each", "card|cards", "in")
        return Line("use each", (column, *self.zone_where()))

    def _call(self) -> Line:
        self.at += 1
        return Line("call", (self.words[self.at - 1],))

    def _repeat(self) -> Line:
        if self.ended:
            return Line("repeat", ("ever", None))
        if self.take("while"):
            return Line("repeat", ("while", self.condition()))
        count = self.value()
        self.expect("times|time")
        return Line("repeat", ("times", count))

    def _choose(self) -> Line:
        if self.take("number", "from"):
            low = self.value()
            self.expect("to")
            high = self.value()
            where = self.condition() if self.take("where") else None
            self.take(",")
            return Line("choose number", (low, high, where, self.take("or", "not")))
        if self.take("player") or self.take("another", "player"):
            others = self.words[self.at - 2] == "another"
            has = self.condition() if self.take("who", "has") else None
            self.take(",")
            return Line("choose player", (others, has, self.take("or", "not")))
        up_to = self.take("up", "to")
        count = None if self.peek("card") else self.value()
        self.expect("card|cards", "from")
        zone, where = self._from_top() if self.take("top") else self.zone_where()
        self.take(",")
        may_decline = self.take("or", "not")
        return Line("choose card", (zone, where, count, up_to or may_decline))

    def _seen(self) -> tuple[Tree, Tree | None]:
        count: Tree | None = None
        if self.take("top"):
            count = ("int", 1) if self.peek("of") else self.value()
            self.expect("of")
        return self.zone(), count

    def _from_top(self) -> tuple[Tree, Tree]:
        """Read of how many top cards of which zone one is chosen."""
        count: Tree = ("int", 1) if self.peek("of") else self.value()
        self.expect("of")
        zone, where = self.zone_where()
        near: Tree = ("near top", count, zone)
        return zone, near if where is None else ("and", near, where)

    def _players(self) -> Line:
        if self.take("each", "other", "player") or self.take("random", "player"):
            who, value = ("other" if self.words[0] == "each" else "random"), None
        elif self.take("each", "player", "with") or self.take("first|only", "player", "with"):
            who = self.words[0]
            if not self.take("most|least"):
                raise self.fail("most or least")
            value = (self.words[self.at - 1], self.value())
            return Line("players", (who, value))
        else:
            self.expect("each", "player")
            who, value = "all", None
        self.take("at", "once")
        return Line("players", (who, value))


@dataclass
class Described:
    """A game for a number of players."""

    title: str
    names: Names
    parts: Mapping[str, list[Line]]
    steps: dict[str, list[Line]]
    endings: dict[str, tuple[str, Tree]]  # a moment may begin with "all win" or "all lose"
    score: dict[str, Tree]
    ties: list[Tree]
    python: str  # the file with the functions that lines call
    cells: dict[tuple[str, str], list[Line]] = field(default_factory=dict)


class GameReader:
    """Reads one folder for a number of players."""

    def __init__(self, folder: Path, players: int, numbers: Mapping[str, int]) -> None:
        with open(folder / "game.toml", "rb") as file:
            self.toml = in_all_tables(tomllib.load(file))
        place = self.toml["players"].index(players)
        table = {
            name: value[place] if isinstance(value, list) else value
            for name, value in {**self.toml.get("numbers", {}), **numbers}.items()
        }
        self.names = Names(
            table,
            read_numbers(self.toml.get("each_player", {}), place),
            read_numbers(self.toml.get("shared", {}), place),
            {name: Zone(**keys) for name, keys in self.toml.get("zones", {}).items()},
            Sheets(folder, self.toml.get("sheets", {}), place),
            set(self.toml.get("steps", {})),
            dict(self.toml.get("values", {})),
        )
        self.cells: dict[tuple[str, str], list[Line]] = {}
        self.it_zone: Tree | None = None  # where the card of the lines around was chosen

    def game(self) -> Described:
        """Read all lines of the file."""
        toml = self.toml
        return Described(
            toml["name"],
            self.names,
            {
                part: self.lines(toml[part])
                for part in ("setup", "round", "turn", "round_end")
                if part in toml
            },
            {name: self.lines(text) for name, text in toml.get("steps", {}).items()},
            {name: self._ending(text) for name, text in toml.get("endings", {}).items()},
            {name: self._value(str(text)) for name, text in toml.get("score", {}).items()},
            [self._value(text) for text in toml.get("ties", [])],
            toml.get("python", ""),
            self.cells,
        )

    def _value(self, text: str) -> Tree:
        reader = ValueReader(text, self.names)
        tree = reader.value()
        reader.end()
        return tree

    def _ending(self, text: str) -> tuple[str, Tree]:
        for moment in MOMENTS:
            reader = ValueReader(text, self.names)
            how = ""
            if reader.take("all", "win|lose"):
                how = f"all {reader.words[1]} "
            if reader.take(*moment.split(), "when"):
                tree = reader.condition()
                reader.end()
                return how + moment, tree
        raise ReadingError(f"an ending without a moment: {text}")

    def lines(self, text: str) -> list[Line]:
        """Read the lines of a text."""
        outer, self.it_zone = self.it_zone, None
        lines = self._body(read_lines(text))
        self.it_zone = outer
        return lines

    def _body(self, nodes: list[Node]) -> list[Line]:
        lines: list[Line] = []
        for node in nodes:
            words = node.head.split()
            if words[0] == "otherwise":
                self._otherwise(lines, node, words[1:])
                continue
            reader = LineReader(node.head, self.names)
            reader.it_zone = self.it_zone
            line = reader.line()
            has_body = line.kind in (*WITH_OTHERWISE, "repeat")
            if has_body != node.has_colon:
                raise ReadingError(f"{'no' if has_body else 'a needless'} colon: {node.head}")
            outer = self.it_zone
            if line.kind in ("choose card", "choose player", "players"):
                self.it_zone = line.args[0] if line.kind == "choose card" else None
            if line.kind == "choose one":
                line.body = [self._option(below) for below in node.below]
            else:
                line.body = self._body(node.below)
            self.it_zone = outer
            if line.kind.startswith("use"):
                self._read_cells(line.args[0])
            if line.kind == "pay, the rest in":
                amount, number, other = line.args
                missing = ("larger", ("int", 0), ("-", amount, number))
                lines.append(Line("pay", (missing, other)))
                line = Line("pay", (("smaller", amount, number), number))
            lines.append(line)
        return lines

    def _otherwise(self, lines: list[Line], node: Node, words: list[str]) -> None:
        line = lines[-1] if lines else Line("nothing")
        while line.otherwise and line.otherwise[0].args[:1] == ("else",):
            line = line.otherwise[0].body[0]
        if line.kind not in WITH_OTHERWISE or line.otherwise is not None or not node.has_colon:
            raise ReadingError(f"nothing to which this belongs: {node.head}")
        body = self._body(node.below)
        if words:
            reader = LineReader(" ".join(words), self.names)
            if words[0] != "if":
                raise ReadingError(f"otherwise if after what is not an if: {node.head}")
            chained = reader.line()
            chained.body = body
            line.otherwise = [Line("chained", ("else",), [chained])]
        else:
            line.otherwise = body

    def _option(self, node: Node) -> Line:
        words = [word for word in node.head.split() if word not in ARTICLES]
        if words[0] == "choose" and words[1:2] and words[1] in ANSWERED:
            choice = LineReader(node.head, self.names).line()
            choice.body = self._body(node.below)
            return Line("answers", (), [choice])
        label, separator, condition = node.head.partition(" if ")
        tree = None
        if separator:
            reader = ValueReader(condition, self.names)
            tree = reader.condition()
            reader.end()
        body = self._body(node.below) if node.has_colon else self._line_itself(label)
        return Line("option", (" ".join(label.split()), tree), body)

    def _line_itself(self, label: str) -> list[Line]:
        """Return the line that an option is, or nothing if it is only a name."""
        try:
            line = LineReader(label, self.names).line()
        except ReadingError:
            return []
        return [] if line.kind in (*WITH_OTHERWISE, "repeat") else [line]

    def _read_cells(self, column: str) -> None:
        for card in self.names.sheets.cards.values():
            if (card.id, column) not in self.cells:
                self.cells[card.id, column] = []
                self.cells[card.id, column] = self.lines(card.cells.get(column, ""))


def read_game(folder: Path, players: int, numbers: Mapping[str, Any]) -> Described:
    """Read a folder as a game for so many players."""
    return GameReader(folder, players, numbers).game()
