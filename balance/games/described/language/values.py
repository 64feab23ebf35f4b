"""Reading values and conditions."""

from collections.abc import Callable

from balance.cards.headings import as_name
from balance.games.described.language.names import (
    QUOTE,
    LineCursor,
    Names,
    as_word,
    found,
    read_name,
)
from balance.games.described.language.secret_dice import COUNT, dice_of
from balance.games.described.language.tree import OF_A_CARD, Value, Whose
from balance.games.described.layout import MAX_DICE, Owner

OWNERS = {
    "active": Owner.ACTIVE, "next": Owner.NEXT, "previous": Owner.PREVIOUS, "leader": Owner.LEADER,
}  # fmt: skip
_PRODUCTS = {"*": "multiply", "/": "divide", "mod": "remainder"}
_COMPARED = ("=", "is", "<", "<=", ">", ">=", "includes")
_HIGHEST = 1_000_000
_FOLDS = ("most", "least", "total")
_OF_A_COLUMN = {("most", "cards", "with", "same"): "same", ("longest", "run", "of"): "run"}
_TESTS = ("any", "every", "no")
_NO_PILE = "a zone with order = 'kept'; in others cards have no order and are drawn at random"


class ValueReader:
    """Reads values from a cursor.

    Attributes
    ----------
    asks : bool
        Whether a bare column is that of the card in question: after ``where``.
    has_it : bool
        Whether there is a chosen card, or a card in use.
    """

    def __init__(
        self, cursor: LineCursor, names: Names, has_it: bool, it_from: Whose | None = None
    ) -> None:
        self.cursor = cursor
        self.names = names
        self.has_it = has_it
        self.asks = False
        self._it_from = it_from
        self._zone: Whose | None = None  # that was read last, of which `where` tells the cards
        self._asked_in: Whose | None = None  # the zone of the card in question

    def condition(self) -> Value:
        """Read a condition or a value."""
        return self._chain("or", self._all)

    def value(self) -> Value:
        """Read a sum of products."""
        left = self._product()
        while self.cursor.next in {"+", "-"}:
            sign = self.cursor.read("+", "-")
            left = Value("add" if sign == "+" else "subtract", (left, self._product()))
        return left

    def where(self) -> Value | None:
        """Read a condition on cards, if there is one."""
        if not self.cursor.skip("where"):
            return None
        before = self.asks, self._asked_in
        self.asks, self._asked_in = True, self._zone
        try:
            return self.condition()
        finally:
            self.asks, self._asked_in = before

    def zone(self) -> Whose:
        """Read a zone, and whose it is."""
        name = read_name(self.cursor, self.names.zones, "a zone")
        shared = name not in self.names.per_player
        self._zone = Whose(name, Owner.SHARED if shared else self.owner())
        return self._zone

    def counting_zone(self, counter: str) -> Whose:
        """Read a zone on whose cards something can lie, and whose it is."""
        if not found(self.cursor.next, self.names.counters[counter]):
            self.cursor.stick(*self.names.counters[counter])
        return self.zone()

    def zone_of_it(self, counter: str) -> Whose:
        """Read ``it``, and in which zone it is, if that is not the one from which it was chosen."""
        if not self.has_it:
            self.cursor.stick("a place where a card is chosen or in use: there is no 'it' here")
        self.cursor.read("it")
        zone = self._it_from
        if (
            self.cursor.next == "in"
            or zone is None
            or zone.name not in self.names.counters[counter]
        ):
            self.cursor.read("in")
            zone = self.counting_zone(counter)
        return zone

    def zone_or_bottom(self) -> Whose:
        """Read a zone, or the top or the bottom of one that keeps the order of its cards."""
        if self.cursor.next not in {"top", "bottom"}:
            return self.zone()
        end = self.cursor.read("top", "bottom")
        self.cursor.read("of")
        return self.pile()._replace(is_bottom=end == "bottom")

    def pile(self) -> Whose:
        """Read a zone that keeps the order of its cards, and whose it is."""
        if not found(self.cursor.next, self.names.piles):
            self.cursor.stick(*(self.names.piles or (_NO_PILE,)))
        return self.zone()

    def top_count(self) -> Value:
        """Read how many cards on top are meant, and the ``of`` after it."""
        count = Value("constant", (1,)) if self.cursor.next == "of" else self.value()
        self.cursor.read("of")
        return count

    def laid_pile(self) -> Whose:
        """Read one that is never shuffled, of which the top card can be known."""
        at = self.cursor.place
        pile = self.pile()
        if self.names.piles[pile.name]:
            self.cursor.place = at
            self.cursor.stick(
                f"a zone whose top card players know: draw cards from {pile.name}, as it is "
                "shuffled or seen by nobody"
            )
        return pile

    def owner(self) -> Owner:
        """Read whose something is, if it is said."""
        after = self.cursor.word_after(1)  # it, or the zone in `top coins of pile`
        if not self.cursor.is_at("of") or after == "it" or found(after, self.names.piles):
            return Owner.YOU
        self.cursor.read("of")
        owner = OWNERS[self.cursor.read(*OWNERS)]
        if owner != Owner.LEADER:
            self.cursor.read("player")
        return owner

    def _all(self) -> Value:
        return self._chain("and", self._not)

    def _chain(self, word: str, part: Callable[[], Value]) -> Value:
        left = part()
        while self.cursor.next == word:
            self.cursor.read(word)
            left = Value(word, (left, part()))
        return left

    def _not(self) -> Value:
        if self.cursor.skip("not"):
            return Value("not", (self._not(),))
        left = self.value()
        if self.cursor.next not in _COMPARED:
            return left
        sign = self.cursor.read(*_COMPARED)
        if sign == "includes":
            if left.what not in OF_A_CARD:
                self.cursor.place -= 1
                self.cursor.stick("a column with sets, such as 3/7, before 'includes'")
            return Value("includes", (left, self._other_side(left)))
        is_not = sign == "is" and self.cursor.skip("not")
        right = self._other_side(left) if sign in {"=", "is"} else self.value()
        if is_not:
            return Value("unequal", (left, right))
        if sign in {"=", "is"}:
            return Value("equal", (left, right))
        if sign in {">", ">="}:
            left, right = right, left
        return Value("less" if sign in {"<", ">"} else "at_most", (left, right))

    def _other_side(self, left: Value) -> Value:
        """Read what a value is compared with; of a column of words, one of its words."""
        column = left.parts[0] if left.what in OF_A_CARD else ""
        words = self.names.words.get(column, frozenset())
        if words and column not in self.names.number_columns:
            word = as_name(self.cursor.next)
            if word in words:
                self.cursor.place += 1
                return Value("word", (word,))
            if self.cursor.next[:1] == QUOTE:
                return self._quoted(words)
        if words and column not in self.names.number_columns and not self.cursor.is_at("("):
            is_column = found(self.cursor.next, self.names.columns)
            names = (*self.names.each_player, *self.names.shared, *self.names.values)
            is_number = self.cursor.next.isdigit() or found(self.cursor.next, names)
            if not is_column and not is_number:
                self.cursor.stick(*map(as_word, sorted(words)))
        return self.value()

    def _quoted(self, words: frozenset[str]) -> Value:
        """Read a word in quotes."""
        word = as_name(self.cursor.next.strip(QUOTE))
        if word not in words:
            self.cursor.stick(*map(as_word, sorted(words)))
        self.cursor.place += 1
        return Value("word", (word,))

    def _product(self) -> Value:
        left = self._plain()
        while self.cursor.next in _PRODUCTS:
            left = Value(_PRODUCTS[self.cursor.read(*_PRODUCTS)], (left, self._plain()))
        return left

    def _plain(self) -> Value:
        cursor, word = self.cursor, self.cursor.next
        if cursor.skip("("):
            inside = self.condition()
            cursor.read(")")
            return inside
        if cursor.skip("-"):
            return Value("subtract", (Value("constant", (0,)), self._plain()))
        if word[:1] == QUOTE:
            return self._quoted(self.names.all_words)
        if word.isdigit():
            return Value("constant", (cursor.number(0, _HIGHEST),))
        special = self._special()
        return special if special is not None else self._named()

    def _special(self) -> Value | None:
        """Read what the language itself has a word for; None if it is something else."""
        cursor = self.cursor
        if cursor.word_after(1) == "of" and cursor.word_after(2) == "top":
            column = read_name(cursor, self.names.columns, "a column of a sheet")
            cursor.place += 2
            cursor.read("of")
            return Value("of_top", (column, self.laid_pile()))
        if cursor.word_after(1) == "on" and cursor.word_after(2) == "it":
            counter = read_name(cursor, self.names.counters, "what lies on the cards of a zone")
            cursor.read("on")
            return Value("on_it", (counter, self.zone_of_it(counter)))
        secret = self._secret_dice()
        if secret is not None:
            return secret
        if cursor.is_at("number", "of") and cursor.word_after(2) != "dice":
            return self._number_of()
        if cursor.is_at("sum", "of", "dice"):
            cursor.place += 3
            return Value("dice_sum")
        if cursor.next in {"sum", "highest", "lowest"} and (
            cursor.next != "sum" or cursor.word_after(1) == "of"
        ):
            fold = {"sum": "total", "highest": "most", "lowest": "least"}[cursor.read(cursor.next)]
            if fold == "total":
                cursor.read("of")
            else:
                cursor.skip("of")
            counter = found(cursor.next, self.names.counters)
            if counter and not found(cursor.next, self.names.columns):
                cursor.place += 1
                cursor.read("in")
                return Value("counted", (fold, self.counting_zone(counter), self.where(), counter))
            is_known = found(cursor.next, self.names.columns)  # what is wrong with it is told later
            columns = self.names.columns if is_known else sorted(self.names.number_columns)
            column = read_name(cursor, columns, "a column of numbers")
            cursor.read("in")
            return Value("cards", (fold, self.zone(), self.where(), column))
        for words, fold in _OF_A_COLUMN.items():
            if cursor.is_at(*words):
                cursor.place += len(words)
                return self._of_a_column(fold)
        if cursor.next in _FOLDS:
            fold = cursor.read(*_FOLDS)
            of = self.value()
            cursor.read("among")
            return Value("players", (fold, self._which_players(), of))
        if cursor.next in _TESTS and cursor.word_after(1) == "player":
            test = cursor.read(*_TESTS)
            cursor.read("player")
            cursor.read("has")
            inside = self.condition()
            if test == "no":
                return Value("not", (Value("players", ("any", False, inside)),))
            return Value("players", (test, False, inside))
        if cursor.next in {"larger", "smaller"}:
            which = cursor.read("larger", "smaller")
            cursor.read("of")
            left = self.value()
            cursor.read("and")
            return Value(which, (left, self.value()))
        if cursor.is_at("chosen"):
            cursor.read("chosen")
            cursor.read("number")
            return Value("chosen")
        if cursor.next in {"round", "turn", "players"}:
            return Value(cursor.read("round", "turn", "players"))
        if cursor.is_at("number", "of", "dice", "showing"):
            cursor.place += 4
            return Value("showing", (self._plain(),))
        if cursor.skip("die"):
            is_said = cursor.next.isdigit()
            return Value("die", (cursor.number(1, MAX_DICE) - 1 if is_said else 0,))
        return None

    def _secret_dice(self) -> Value | None:
        """Read what is said of the dice that a player rolled unseen; None if it is not of them."""
        cursor, names = self.cursor, self.names.each_player
        what = cursor.next if cursor.next in {"sum", "number"} else "die"
        if not cursor.is_at(
            *(("secret", "die") if what == "die" else (what, "of", "secret", "dice"))
        ):
            return None
        at = cursor.place
        cursor.place += 2 if what == "die" else 4
        place = cursor.number(1, MAX_DICE) if what == "die" and cursor.next.isdigit() else 1
        owner = self.owner()
        dice, whose = dice_of(names, owner), Whose(COUNT, owner)
        if place > len(dice):
            cursor.place = at
            cursor.stick("a line that rolls as many dice 'secretly'")
        if what == "die":
            return dice[place - 1]
        if what == "sum":
            return Value("secret_sum", (whose,))
        if not cursor.skip("showing"):
            return Value("number", (whose,))
        return Value("secret_showing", (self._plain(), whose))

    def _of_a_column(self, fold: str) -> Value:
        """Read the column, the zone and which cards, of what compares the cards of a zone."""
        column = read_name(self.cursor, self.names.columns, "a column of a sheet")
        self.cursor.read("in")
        return Value("cards", (fold, self.zone(), self.where(), column))

    def _number_of(self) -> Value:
        cursor = self.cursor
        cursor.read("number")
        cursor.read("of")
        what = cursor.read("cards", "kinds", "empty", "different")
        if what == "different":
            return self._of_a_column("different")
        if what == "empty":
            cursor.read("piles")
            cursor.read("in")
            return Value("empty_piles", (self.zone(),))
        cursor.read("in")
        zone, where = self.zone(), self.where()
        if what == "cards" and where is None:
            return Value("size", (zone,))
        return Value("cards", ("copies" if what == "cards" else "kinds", zone, where, ""))

    def _which_players(self) -> bool:
        """Read among whom; return whether you are not one of them."""
        others = self.cursor.skip("other")
        self.cursor.read("players")
        return others

    def _named(self) -> Value:
        """Read a name: as it is written, or with one ``s`` more or less."""
        cursor, names = self.cursor, self.names
        groups = {
            "column": names.columns, "value": names.values, "named": names.numbers,
            "shared": names.shared, "number": names.each_player, "word": names.all_words,
        }  # fmt: skip
        if self._asked_in is not None:  # what lies on the card in question
            here = [name for name, zones in names.counters.items() if self._asked_in.name in zones]
            groups = {"on_card": here, **groups}
        is_of_it = cursor.word_after(1) == "of" and cursor.word_after(2) == "it"
        if not is_of_it and not self.asks:
            del groups["column"]
        if is_of_it and found(cursor.next, names.columns):
            groups = {"column": names.columns}
        for form in (lambda word, known: word if word in known else "", found):
            for what, known in groups.items():
                name = form(cursor.next, known)
                if name:
                    return self._of_name(what, name, is_of_it)
        if found(cursor.next, names.columns):
            cursor.place += 1
            cursor.stick("of it")
        columns = names.columns if self.asks else [f"{name} of it" for name in names.columns]
        cursor.stick("a number", *names.each_player, *names.shared, *names.numbers, *names.values,
                     *(columns if self.asks or self.has_it else ()))  # fmt: skip

    def _of_name(self, what: str, name: str, is_of_it: bool) -> Value:
        """Return the value of the name at the cursor, which is read."""
        cursor = self.cursor
        cursor.place += 1
        if what == "column" and is_of_it:
            cursor.place += 1
            if not self.has_it:
                cursor.stick("a place where a card is chosen or in use: there is no 'it' here")
            cursor.place += 1
            return Value("of_it", (name,))
        if what == "column":
            return Value("of_card", (name,))
        if what == "on_card":
            return Value("on_card", (name, self._asked_in))
        if what == "value":
            return self._of_value(name)
        if what == "number":
            return Value("number", (Whose(name, self.owner()),))
        return Value(what, (name,))

    def _of_value(self, name: str) -> Value:
        """Return what a named value stands for, if that has a meaning here."""
        value = self.names.values[name]
        spoken = value.speaks_of()
        if "of_it" in spoken and not self.has_it:
            self.cursor.place -= 1
            self.cursor.stick(f"a place where a card is chosen or in use: {name} speaks of 'it'")
        if "of_card" in spoken and not self.asks:
            self.cursor.place -= 1
            self.cursor.stick(f"'where' before it: {name} speaks of a column")
        return value
