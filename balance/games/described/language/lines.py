"""Reading lines: one thing to do each, which begins with a verb."""

from balance.games.described.language.blocks import BlockReader, Scope, Written
from balance.games.described.language.names import LineCursor, read_name
from balance.games.described.language.tree import Line, Place, Value, Whose
from balance.games.described.language.values import OWNERS, ValueReader
from balance.games.described.language.verbs import VERBS
from balance.games.described.language.writing import head_text
from balance.games.described.layout import Owner, Who

_DEFAULT_SIDES = Value("constant", (6,))


class LineReader(BlockReader):
    """Reads what each verb says, see `BlockReader`."""

    def _statement(self, cursor: LineCursor, line: Written, place: Place, scope: Scope) -> Line:
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

    def _pay(self, cursor: LineCursor, line: Written, place: Place, scope: Scope) -> Line:
        """Read a payment: in one good, in one or another, or in one and the rest in another."""
        first = self._change("pay", cursor, place, scope)
        if cursor.skip(","):
            cursor.read("rest")
            cursor.read("in")
            return self._with_rest(first, self._number(cursor, scope))
        pays = [first]
        while cursor.skip("or"):
            pays.append(self._change("pay", cursor, place, scope))
        if len(pays) == 1:
            return first
        options = (Line("option", (head_text(pay), None), place, (pay,)) for pay in pays)
        return Line("pay_either", (), place, tuple(options))

    def _with_rest(self, pay: Line, number: Whose) -> Line:
        """Return a payment of as much as there is, after that of the rest in another number."""
        whose, amount = pay.parts
        is_shared = whose.owner == Owner.SHARED
        has = Value("shared", (whose.name,)) if is_shared else Value("number", (whose,))
        missing = Value("subtract", (amount, has))
        rest = Value("larger", (Value("constant", (0,)), missing))
        self.before.append(Line("pay", (number, rest), pay.place))
        return Line("pay", (whose, Value("smaller", (amount, has))), pay.place)

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
        return Line("roll_secretly" if cursor.skip("secretly") else "roll", (count, sides), place)

    def _reroll(self, cursor: LineCursor, line: Written, place: Place, scope: Scope) -> Line:
        if cursor.skip("any"):
            cursor.read("dice")
            return Line("reroll_any", (), place)
        cursor.read("die")
        return Line("reroll", (self._values(cursor, scope).value(),), place)

    def _take(self, cursor: LineCursor, line: Written, place: Place, scope: Scope) -> Line:
        if cursor.next != "another":
            if self.names.counters:
                return self._on_cards(cursor, place, scope, is_taken=True)
            cursor.place -= 1
            cursor.stick(*VERBS)
        cursor.read("another")
        cursor.read("turn")
        return Line("another_turn", (), place)

    def _put(self, cursor: LineCursor, line: Written, place: Place, scope: Scope) -> Line:
        return self._on_cards(cursor, place, scope, is_taken=False)

    def _on_cards(self, cursor: LineCursor, place: Place, scope: Scope, is_taken: bool) -> Line:
        """Read what is put on cards, or taken from them."""
        values = self._values(cursor, scope)
        amount = values.value()
        counter = read_name(cursor, self.names.counters, "what lies on the cards of a zone")
        cursor.read("from" if is_taken else "on")
        if not cursor.skip("each"):
            return Line("put_on_it", (values.zone_of_it(counter), counter, amount, is_taken), place)
        cursor.read("card")
        cursor.read("in")
        zone = values.counting_zone(counter)
        return Line("put_on_each", (zone, counter, amount, is_taken, values.where()), place)

    def _draw(self, cursor: LineCursor, line: Written, place: Place, scope: Scope) -> Line:
        values = self._values(cursor, scope)
        count = values.value()
        if not cursor.skip("cards"):
            cursor.skip("card")
        cursor.read("from")
        source = values.zone_or_bottom()
        cursor.read("to")
        return Line("draw", (source, values.zone_or_bottom(), count), place)

    def _fill(self, cursor: LineCursor, line: Written, place: Place, scope: Scope) -> Line:
        values = self._values(cursor, scope)
        target = values.zone()
        cursor.read("from")
        source = values.zone_or_bottom()
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
            target = values.zone_or_bottom()
            return Line("move_it", (source, target, is_chosen, is_said), place)
        if cursor.skip("all"):
            if not cursor.skip("cards"):
                cursor.skip("card")
            cursor.read("from")
            source = values.zone()
            cursor.read("to")
            return Line("move_all", (source, values.zone_or_bottom(), values.where()), place)
        count = values.value()
        card = read_name(cursor, self.names.cards, "the id of a card")
        cursor.read("from")
        source = values.zone()
        cursor.read("to")
        return Line("move_card", (source, values.zone_or_bottom(), count, card), place)

    def _pass(self, cursor: LineCursor, line: Written, place: Place, scope: Scope) -> Line:
        zone = read_name(cursor, self.names.per_player, "a zone of which each player has one")
        return Line("pass", (zone, 1 if cursor.read("left", "right") == "left" else -1), place)

    def _look(self, cursor: LineCursor, line: Written, place: Place, scope: Scope) -> Line:
        cursor.read("at")
        return Line("look", (*self._seen(cursor, scope), Owner.YOU), place)

    def _show(self, cursor: LineCursor, line: Written, place: Place, scope: Scope) -> Line:
        seen = self._seen(cursor, scope)
        cursor.read("to")
        who = Owner.SHARED
        if cursor.skip("all"):
            cursor.read("players")
        else:
            who = OWNERS[cursor.read(*OWNERS)]
            if who != Owner.LEADER:
                cursor.read("player")
        return Line("look", (*seen, who), place)

    def _seen(self, cursor: LineCursor, scope: Scope) -> tuple[Whose, Value | None]:
        """Read which pile is seen, and how many of its top cards, if not all."""
        values = self._values(cursor, scope)
        count = None
        if cursor.skip("top"):
            count = values.top_count()
        return values.pile(), count

    def _shuffle(self, cursor: LineCursor, line: Written, place: Place, scope: Scope) -> Line:
        at = cursor.place
        zone = self._values(cursor, scope).pile()
        if not self.names.piles[zone.name]:
            cursor.place = at
            cursor.stick(f"a zone that is seen by nobody: players see the order in {zone.name}")
        return Line("shuffle", (zone,), place)

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
        step = read_name(cursor, self.names.steps, "the name of one of [steps]")
        if step in self.names.steps_with_it and not scope.has_it:
            cursor.place -= 1
            cursor.stick(f"a place where a card is chosen or in use: {step} speaks of 'it'")
        return Line("do", (step,), place)

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
            parts = (low, values.value(), self._which_numbers(cursor, scope), self._or_not(cursor))
            return Line("choose_number", parts, place, self._belonging(cursor, line, scope))
        count, up_to = None, False
        if not cursor.skip("card"):
            up_to = cursor.skip("up")
            if up_to:
                cursor.read("to")
            count = values.value()
            if not cursor.skip("cards"):
                cursor.read("card")
        cursor.read("from")
        zone, where = self._choosable(values)
        or_not = up_to or self._or_not(cursor)
        inside = Scope(True, zone, scope.repeats)
        block = self._belonging(cursor, line, inside)
        what = "choose_card" if count is None else "choose_cards"
        return Line(what, (zone, where, or_not, count), place, block)

    def _choosable(self, values: ValueReader) -> tuple[Whose, Value | None]:
        """Read from where a card is chosen, and which: of a pile perhaps the top ones alone."""
        if not values.cursor.skip("top"):
            return values.zone(), values.where()
        count = values.top_count()
        zone = values.laid_pile()
        near_top, where = Value("near_top", (count, zone)), values.where()
        return zone, near_top if where is None else Value("and", (near_top, where))

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

    def _which_numbers(self, cursor: LineCursor, scope: Scope) -> Value | None:
        """Read a condition on the chosen number, if there is one."""
        return self._values(cursor, scope).condition() if cursor.skip("where") else None

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

    def _random(self, cursor: LineCursor, line: Written, place: Place, scope: Scope) -> Line:
        cursor.read("player")
        block = self._belonging(cursor, line, Scope(scope.has_it))
        return Line("random_player", (), place, block)

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
