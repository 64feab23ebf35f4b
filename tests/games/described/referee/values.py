"""Values and conditions: from words to trees."""

from dataclasses import dataclass, field
from typing import Any

from tests.games.described.referee.lines import Words
from tests.games.described.referee.sheets import Number, Sheets, Zone

Tree = tuple[Any, ...]
PLAYERS = ("active", "next", "previous")


@dataclass
class Names:
    """What lines can name."""

    table: dict[str, int]
    each_player: dict[str, Number]
    shared: dict[str, Number]
    zones: dict[str, Zone]
    sheets: Sheets
    steps: set[str] = field(default_factory=set)
    values: dict[str, str] = field(default_factory=dict)


class ValueReader(Words):
    """Reads values and conditions; a bare column has a meaning after `where` only."""

    def __init__(self, text: str, names: Names) -> None:
        super().__init__(text)
        self.names, self.after_where = names, False
        self.counters = {name for zone in names.zones.values() for name in zone.counters}
        self.asked_zone: Tree | None = None  # of the card in question
        self.it_zone: Tree | None = None

    def condition(self) -> Tree:
        """Read a condition: `or` binds least."""
        tree = self._and()
        while self.peek("or") and not self._declines():
            self.expect("or")
            tree = ("or", tree, self._and())
        return tree

    def _declines(self) -> bool:
        return self.peek("or", "not") and self.at + 2 == len(self.words)

    def _and(self) -> Tree:
        tree = self._not()
        while self.take("and"):
            tree = ("and", tree, self._not())
        return tree

    def _not(self) -> Tree:
        if self.take("not"):
            return ("not", self._not())
        if self.take("any|every|no", "player", "has"):
            return ("player has", self.words[self.at - 3], self.condition())
        return self._comparison()

    def _comparison(self) -> Tree:
        left = self.value()
        if self.take("includes"):
            return ("includes", left, self._right(left))
        if self.take("is", "not"):
            return ("not", ("=", left, self._right(left)))
        if self.take("is"):
            return ("=", left, self._right(left))
        for sign in ("=", "<", "<=", ">", ">="):
            if self.take(sign):
                return (sign, left, self._right(left))
        return left

    def _right(self, left: Tree) -> Tree:
        """Read what a column is compared with: first of all a word that the column has."""
        if left[0] in ("column", "column of it"):
            before = self.at
            word = self.name(self.names.sheets.columns[left[1]].words)
            if word is not None and not self.peek("of"):
                return ("word", word)
            self.at = before
        return self.value()

    def value(self) -> Tree:
        """Read a sum."""
        tree = self._product()
        while self.peek("+|-"):
            self.at += 1
            tree = (self.words[self.at - 1], tree, self._product())
        return tree

    def _product(self) -> Tree:
        tree = self._atom()
        while self.peek("*|/|mod"):
            self.at += 1
            tree = (self.words[self.at - 1], tree, self._atom())
        return tree

    def _atom(self) -> Tree:
        if self.take("("):
            tree = self.condition()
            self.expect(")")
            return tree
        if self.take("-"):
            return ("-", ("int", 0), self._atom())
        if self.ended:
            raise self.fail("a value")
        if self.words[self.at].isdigit():
            self.at += 1
            return ("int", int(self.words[self.at - 1]))
        return self._phrase() or self._named()

    def _phrase(self) -> Tree | None:
        if self.take("number", "of", "card|cards", "in"):
            return ("count", *self.zone_where())
        if self.take("number", "of", "kind|kinds", "in"):
            return ("kinds", *self.zone_where())
        if self.take("number", "of", "different"):
            named = self.expect_name(self.names.sheets.columns, "a column")
            self.expect("in")
            return ("different", named, *self.zone_where())
        for words, kind in ((("most", "cards", "with", "same"), "same"),
                            (("longest", "run", "of"), "run")):  # fmt: skip
            if self.take(*words):
                named = self.expect_name(self.names.sheets.columns, "a column")
                self.expect("in")
                return (kind, named, *self.zone_where())
        before, column = self.at, self.name(self.names.sheets.columns)
        if column is not None and self.take("of", "top", "of"):
            return ("top", column, self.zone())
        self.at = before
        counter = self.name(self.counters)
        if counter is not None and self.take("on", "it"):
            return ("counter of it", counter, self._counting_zone(counter))
        self.at = before
        if self.take("number", "of", "empty", "pile|piles", "in"):
            return ("empty piles", self.zone())
        if self.take("number", "of", "dice", "showing"):
            return ("showing", self._atom())
        if self.take("sum", "of", "dice"):
            return ("dice",)
        if self.take("sum", "of", "secret", "dice"):
            return ("secret dice", self.player())
        if self.take("number", "of", "secret", "dice"):
            whose = self.player()
            if self.take("showing"):
                return ("secret showing", self._atom(), whose)
            return ("secret count", whose)
        if self.take("secret", "die"):
            place = 1
            if not self.ended and self.words[self.at].isdigit():
                self.at += 1
                place = int(self.words[self.at - 1])
            return ("secret die", place, self.player())
        if self.peek("sum|highest|lowest"):
            before, kind = self.at, self.words[self.at]
            self.at += 1
            self.take("of")
            column = self.name(self.names.sheets.columns)
            if column is not None and self.take("in"):
                return (kind, column, *self.zone_where())
            if column is None:
                counter = self.name(self.counters)
                if counter is not None and self.take("in"):
                    return (f"{kind} counted", counter, *self.zone_where())
            self.at = before
        if self.peek("most|least|total"):
            before, kind = self.at, self.words[self.at]
            self.at += 1
            value = self.value()
            if self.take("among"):
                others = self.take("other")
                self.expect("player|players")
                return ("among", kind, value, others)
            self.at = before
        if self.take("larger|smaller", "of"):
            kind, left = self.words[self.at - 2], self.value()
            self.expect("and")
            return (kind, left, self.value())
        if self.take("chosen", "number"):
            return ("chosen number",)
        return None

    def _named(self) -> Tree:
        """Read a name of any kind; one that is written exactly so goes before one but for an s."""
        if self.take("die"):
            if not self.ended and self.words[self.at].isdigit():
                self.at += 1
                return ("die", int(self.words[self.at - 1]))
            return ("die", 1)
        if self.take("round|turn|players"):
            return (self.words[self.at - 1],)
        if self.take("none"):
            return ("word", "none")
        tree = self._name_of_a_kind(exact=True) or self._name_of_a_kind(exact=False)
        if tree is None:
            raise self.fail("a value")
        return tree

    def _name_of_a_kind(self, exact: bool) -> Tree | None:
        names, before = self.names, self.at
        if self.asked_zone is not None:
            here = set(names.zones[self.asked_zone[1]].counters)
            if (counter := self.name(here, exact)) is not None:
                return ("counter", counter, self.asked_zone)
        column = self.name(names.sheets.columns, exact)
        if column is not None and self.take("of", "it"):
            return ("column of it", column)
        if column is not None and self.after_where and not self.peek("of"):
            return ("column", column)
        self.at = before
        if (name := self.name(names.values, exact)) is not None:
            named = ValueReader(names.values[name], names)
            named.after_where = self.after_where
            return named.condition()
        if (name := self.name([*names.each_player, *names.shared], exact)) is not None:
            return self._owned(name)
        if (name := self.name(names.table, exact)) is not None:
            return ("table", name)
        if (word := self.name(names.sheets.words, exact)) is not None:
            return ("word", word)
        return None

    def _owned(self, name: str) -> Tree:
        if name in self.names.shared:
            return ("number", name, "shared")
        return ("number", name, self.player())

    def number(self) -> Tree:
        """Read a number that can be changed, and whose it is."""
        name = self.expect_name([*self.names.each_player, *self.names.shared], "a number")
        return self._owned(name)

    def player(self) -> str:
        """Read `of next player` and the like, or nothing: you."""
        for who in PLAYERS:
            if self.take("of", who, "player"):
                return who
        return "leader" if self.take("of", "leader") else "you"

    def zone(self) -> Tree:
        """Read a zone, and whose it is."""
        name = self.expect_name(self.names.zones, "a zone")
        return ("zone", name, self.player() if self.names.zones[name].per_player else "shared")

    def zone_or_bottom(self) -> Tree:
        """Read a zone, or one end of one that keeps the order of its cards."""
        if not self.take("top|bottom", "of"):
            return self.zone()
        end = self.words[self.at - 2]
        return ("zone" if end == "top" else "bottom", *self.zone()[1:])

    def zone_where(self) -> tuple[Tree, Tree | None]:
        """Read a zone, and which cards of it."""
        zone = self.zone()
        return zone, self.where(zone)

    def _counting_zone(self, counter: str) -> Tree:
        """Read in which zone `it` is, or where it was chosen."""
        chosen = self.it_zone
        is_there = chosen is not None and counter in self.names.zones[chosen[1]].counters
        if is_there and not self.peek("in"):
            assert chosen is not None
            return chosen
        self.expect("in")
        return self.zone()

    def where(self, zone: Tree | None = None) -> Tree | None:
        """Read a condition for cards, if there is one."""
        before = self.at
        self.take(",")
        if not self.take("where"):
            self.at = before
            return None
        outer = self.after_where, self.asked_zone
        self.after_where, self.asked_zone = True, zone
        tree = self.condition()
        self.after_where, self.asked_zone = outer
        return tree
