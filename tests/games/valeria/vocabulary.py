"""The words of Valeria's cases, after the worked examples (V22).

What seat 0 gets before the case is said as ``0: archer*2 goblin, 3 gold, 1 magic``, what it has as
``0 has 3 gold, 1 magic``, which is all that it has.  A stack is called by a card that belongs to it
or by its number.  Choices are called as in `names`, by as much of their beginning as tells them
apart.  Cards that lie face down are ``?``.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from balance.games.valeria.layout import DARK_LORD, ENDINGS, PARTS, Decision, Good, Phase, Space
from balance.games.valeria.rules.tableau import change_tableau
from balance.games.valeria.sheets.box import read_box
from balance.games.valeria.table.options import Options
from tests.games.cases import Vocabulary, deed, look, same
from tests.games.valeria.board import Board

_WHO = r"(\d|dark lord)"
_STACK = r"(\w+)"
_GOODS = "|".join(good.name.lower() for good in Good)
_WIN = 60  # parts of one, in a record


class Told(Vocabulary):
    """A table as a case lays it out."""

    decisions = Decision

    def __init__(self) -> None:
        self._options: dict[str, Any] = {"edits": {}, "switches": {}}
        self._board: Board | None = None

    @property
    def board(self) -> Board:
        if self._board is None:
            self._board = Board(**self._options)
        return self._board

    # Deeds

    @deed(r"(\d) players?")
    def set_seats(self, count: str) -> None:
        self._set("seats", int(count))

    @deed(r"(first|second) edition")
    def set_edition(self, edition: str) -> None:
        self._set("edition", edition)

    @deed(r"(citizens|areas|domains) (.+)")
    def set_cards(self, key: str, names: str) -> None:
        if key == "domains" and not {card.id for card in read_box().domains}.issuperset(
            names.split()
        ):
            raise ValueError(f"not all of these are Domains: {names}")
        self._set(key, names)

    @deed(r"events (.+)")
    def set_events(self, names: str) -> None:
        self._set("monster_events", True)
        self._set("events", tuple(names.split()))

    @deed(r"edit ([\w.]+): (.+)")
    def edit(self, cell: str, value: str) -> None:
        self._set("edits", self._options["edits"] | {cell: _value(value)})

    @deed(r"ruling (\w+): (\w+)")
    def rule(self, name: str, value: str) -> None:
        self._set("switches", self._options["switches"] | {name: _value(value)})

    @deed(r"option (\w+): (.+)")
    def set_option(self, name: str, value: str) -> None:
        is_tuple = "tuple" in str(Options.model_fields[name].annotation)
        self._set(name, tuple(value.split()) if is_tuple else _value(value))

    @deed(r"(\d): (.+)")
    def give(self, seat: str, text: str) -> None:
        cards, goods = "", {}
        for part in filter(None, (part.strip() for part in text.split(","))):
            amount, _, good = part.partition(" ")
            if amount.isdecimal():
                goods[good] = int(amount)
            else:
                cards += f" {part}"
        self.board.give(int(seat), cards, **goods)

    @deed(r"dark lord: (.+)")
    def let_capture(self, cards: str) -> None:
        board = self.board
        for word in cards.split():
            card, _, copies = word.partition("*")
            for _ in range(int(copies or 1)):
                change_tableau(board.state, board.table, DARK_LORD, board.rows[card], 1)

    @deed(r"duke of (\d): (\w+)")
    def set_duke(self, seat: str, duke: str) -> None:
        self.board.set_duke(int(seat), duke)

    @deed(r"uncover (\w+)")
    def uncover(self, card: str) -> None:
        self.board.uncover(card)

    @deed(rf"keep one of {_STACK}")
    def keep_one(self, stack: str) -> None:
        self.board.keep_one(self._stack(stack))

    @deed(r"exhaust (.+)")
    def exhaust(self, stacks: str) -> None:
        self.board.exhaust(*(self._stack(stack) for stack in stacks.split()))

    @deed(rf"reveal (\w+) on {_STACK}")
    def reveal(self, event: str, stack: str) -> None:
        self.board.reveal(event, self._stack(stack))

    @deed(r"mix (\d+): (.+)")
    def mix(self, stack: str, cards: str) -> None:
        """Deal until these lie on top of a stack of mixed Citizens (V15), the first face up."""
        board, number = self.board, int(stack)
        for deal in range(1000):
            board.session.begin(deal, (0,) * board.num_seats)
            lying = [board.top(number), *board.beneath(number)]
            if lying[: len(cards.split())] == cards.split():
                board.state.num_tasks = 0
                return
        raise ValueError(f"{cards} never lie on top")

    @deed(r"stop after the turn")
    def stop(self) -> None:
        self.board.stops_after_turn = True

    @deed(r"deal (\d+)")
    def deal(self, number: str) -> None:
        self.board.begin(int(number))

    @deed(r"(\d) rolls(?: (\d) (\d))?")
    def roll(self, seat: str, *dice: str | None) -> None:
        self.board.roll(int(seat), *(int(die) for die in dice if die))

    @deed(r"(\d) acts")
    def act(self, seat: str) -> None:
        self.board.act(int(seat))

    @deed(r"(\d) ends the turn")
    def end_turn(self, seat: str) -> None:
        self.board.end_turn(int(seat))

    @deed(r"(\d) finishes")
    def finish(self, seat: str) -> None:
        self.board.finish(int(seat))

    @deed(r"until (\d): ([a-z ]+)")
    def until(self, seat: str, decision: str) -> None:
        self.board.until(Decision[_upper(decision)], int(seat))

    # Looks

    def is_offered(self, name: str, offered: Sequence[str]) -> bool:
        self._check_names(name)
        return any(each.startswith(name) for each in offered)

    @look(r"(\d) has (.+)")
    def has(self, seat: str, text: str) -> None:
        """See all goods of a seat."""
        amounts = dict.fromkeys(_GOODS.split("|"), 0)
        for part in () if text == "nothing" else text.split(", "):
            amount, good = part.split()
            amounts[good] += int(amount)
        same(tuple(amounts.values()), self.board.goods(int(seat)))

    @look(rf"({_GOODS}) of (\d): (\d+)")
    def good(self, good: str, seat: str, amount: str) -> None:
        same(int(amount), getattr(self.board.goods(int(seat)), good))

    @look(rf"{_WHO} owns (\d+) (\w+)")
    def owns(self, who: str, count: str, card: str) -> None:
        same(int(count), self.board.owns(_seat(who), card))

    @look(r"dark lord has (.+)")
    def captured(self, text: str) -> None:
        """See all cards of the Dark Lord."""
        words = [] if text == "nothing" else [word.partition("*") for word in text.split()]
        held = {card: self.board.owns(DARK_LORD, card) for card in self.board.rows}
        expected = {card: int(copies or 1) for card, _, copies in words}
        same(expected, {card: copies for card, copies in held.items() if copies})

    @look(r"(\d+) choices")
    def num_choices(self, count: str) -> None:
        same(int(count), len(self.board.offered()))

    @look(r"asks nobody")
    def asks_nobody(self) -> None:
        same(0, int(self.board.state.decision))

    @look(r"(not )?over")
    def is_over(self, no: str | None) -> None:
        same(not no, self.board.is_over)

    @look(r"exhausted: (\d+)")
    def exhausted(self, count: str) -> None:
        same(int(count), self.board.exhausted)

    @look(r"dice (\d) (\d)")
    def dice(self, *dice: str) -> None:
        same(tuple(int(die) for die in dice), self.board.dice)

    @look(rf"top of {_STACK}: (\w+)")
    def top(self, stack: str, card: str) -> None:
        same(_or_nothing(card), self.board.top(self._stack(stack)))

    @look(rf"height of {_STACK}: (\d+)")
    def height(self, stack: str, count: str) -> None:
        same(int(count), self.board.height(self._stack(stack)))

    @look(r"heights: ([\d ]+)")
    def heights(self, counts: str) -> None:
        """See how high the first stacks are."""
        expected = [int(count) for count in counts.split()]
        same(expected, [self.board.height(stack) for stack in range(len(expected))])

    @look(rf"stack {_STACK}: (.+)")
    def stack(self, stack: str, cards: str) -> None:
        same(_lying(cards), self.board.cards_in(self._stack(stack)))

    @look(rf"beneath {_STACK}: (.+)")
    def beneath(self, stack: str, cards: str) -> None:
        same(_lying(cards), self.board.beneath(self._stack(stack)))

    @look(r"exhausted stack: (.+)")
    def exhausted_stack(self, cards: str) -> None:
        same(_lying(cards), self.board.exhausted_stack())

    @look(r"exhausted cards: (\d+)")
    def exhausted_cards(self, count: str) -> None:
        same(int(count), int(self.board.state.exhausted_cards))

    @look(rf"event on {_STACK}: (\w+)")
    def event(self, stack: str, event: str) -> None:
        same(_or_nothing(event), self.board.event_on(self._stack(stack)))

    @look(rf"space {_STACK}: ([a-z ]+)")
    def space(self, stack: str, state: str) -> None:
        same(Space[_upper(state)], Space(int(self.board.state.covered[self._stack(stack)])))

    @look(r"covered: ([\d ]+|none)")
    def covered(self, stacks: str) -> None:
        """See which spaces have an Exhausted card."""
        there = [i for i, each in enumerate(self.board.state.covered) if each == Space.COVERED]
        same([] if stacks == "none" else [int(stack) for stack in stacks.split()], there)

    @look(r"markers: (\d+)")
    def markers(self, count: str) -> None:
        same(int(count), int(self.board.state.markers.sum()))

    @look(r"(active|rounds|turns): (\d+)")
    def state(self, field: str, number: str) -> None:
        same(int(number), int(self.board.state[field]))

    @look(r"phase: ([a-z ]+)")
    def phase(self, name: str) -> None:
        same(Phase[_upper(name)], Phase(int(self.board.state.phase)))

    @look(r"(monsters|citizens|starters) of (\d): (\d+)")
    def counted(self, field: str, seat: str, count: str) -> None:
        same(int(count), int(self.board.state.seats[int(seat)][field]))

    @look(rf"({'|'.join(PARTS)}) of {_WHO}: (\d+)")
    def part(self, name: str, who: str, points: str) -> None:
        same(int(points), int(self.board.result()["parts"][_seat(who), PARTS.index(name)]))

    @look(rf"parts of {_WHO}: (.+)")
    def parts(self, who: str, text: str) -> None:
        """See all parts of a score that are not 0."""
        told = (part.rpartition(" ") for part in text.split(", ") if part != "nothing")
        there = zip(PARTS, self.board.result()["parts"][_seat(who)], strict=True)
        same({name: int(points) for name, _, points in told}, {k: int(n) for k, n in there if n})

    @look(r"scores ([\d -]+)")
    def scores(self, text: str) -> None:
        scores = self.board.result()["scores"][: self.board.num_seats]
        same([int(score) for score in text.split()], [int(score) for score in scores])

    @look(r"score of dark lord: (\d+)")
    def score(self, points: str) -> None:
        same(int(points), int(self.board.result()["scores"][DARK_LORD]))

    @look(r"wins ([\d/ ]+)")
    def wins(self, text: str) -> None:
        wins = [Fraction(int(win), _WIN) for win in self.board.result()["wins"]]
        told = [Fraction(win) for win in text.split()]
        same(told, wins[: self.board.num_seats])
        same(0, sum(wins[self.board.num_seats :]))

    @look(r"ending: (.+)")
    def ending(self, text: str) -> None:
        same(text, ENDINGS[self.board.result()["ending"]])

    def _set(self, key: str, value: Any) -> None:
        if self._board is not None:
            raise ValueError("too late, the table is laid")
        self._options[key] = value

    def _stack(self, text: str) -> int:
        return int(text) if text.isdecimal() else self.board.stack_of(text)

    def _check_names(self, name: str) -> None:
        """Raise ValueError if a choice names a card that is not there."""
        verb, _, card = name.partition(" ")
        verbs = ("slay", "recruit", "build", "mark", "return", "capture")
        cards = {*self.board.rows, "citizen", "monster", "vp", *_GOODS.split("|"), "nothing"}
        if verb in verbs and card and card.split(" ")[0].split("[")[0] not in cards:
            raise ValueError(f"no card: {card}")


def _seat(who: str) -> int:
    return DARK_LORD if who == "dark lord" else int(who)


def _upper(words: str) -> str:
    return words.upper().replace(" ", "_")


def _value(text: str) -> Any:
    return {"yes": True, "no": False}.get(text, int(text) if text.isdecimal() else text)


def _or_nothing(text: str) -> str:
    return "" if text == "nothing" else text


def _lying(text: str) -> list[str]:
    return ["" if card == "?" else card for card in _or_nothing(text).split()]
