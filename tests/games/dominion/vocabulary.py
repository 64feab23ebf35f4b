"""The words of Dominion's cases, after the notation of the worked examples (D16).

Cards are C, S, G, E, D, P, X or ids, ``2C`` is two Coppers.  What seat 0 has is said as ``0 {hand}
[draw pile from the top] discard E play village under C aside 1 owns 3C``: in a deed the zones not
named are empty, in a look they are not looked at, and a draw pile has ``?`` for what nobody knows.
The Kingdom is what the seats are given unless it is named.  The turn of seat 0 begins by itself.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from balance.games.dominion.layout import NOTHING, Card, Decision, Phase
from tests.games.cases import Vocabulary, deed, look, same
from tests.games.dominion.hands import Hands
from tests.games.dominion.names import CODES, UNKNOWN, cards, listed

_PRIZES = {card.name for card in list(Card)[Card.bag_of_gold : Card.trusty_steed + 1]}
_ZONES = "discard|play|under|aside|owns"
_ZONE = re.compile(rf"\{{(.*?)\}}|\[(.*?)\]|({_ZONES}) (.+?)(?= (?:{_ZONES}) |$)")
_NUMBERS = r"A(-?\d+) B(\d+) \$(\d+)"


class Told(Vocabulary):
    """A table as a case lays it out."""

    decisions = Decision

    def __init__(self) -> None:
        self._options: dict[str, Any] = {}
        self._kingdom: str | None = None
        self._deeds: list[Callable[[Hands], object]] = []
        self._given: list[str] = []
        self._hands: Hands | None = None
        self._is_begun = False

    @property
    def board(self) -> Hands:
        """The table, at which the first turn has begun."""
        if not self._is_begun:
            self._laid().start()
            self._is_begun = True
        return self._laid()

    # Deeds

    @deed(r"kingdom (.+)")
    def set_kingdom(self, words: str) -> None:
        _check_cards(_or_nothing(words))
        self._kingdom = _or_nothing(words)

    @deed(r"(bane|max_rounds|solo_target) (\w+)")
    def set_option(self, name: str, value: str) -> None:
        if name == "bane":
            _check_cards(value)
        self._options[name] = int(value) if value.isdecimal() else value

    @deed(r"(\d) players?")
    def set_seats(self, count: str) -> None:
        self._options["seats"] = int(count)

    @deed(r"deal(?: (\d+))?")
    def deal(self, number: str | None) -> None:
        if number is None:
            self._options["is_dealt"] = self._is_begun = True
        else:
            self._options["deal"] = int(number)

    @deed(rf"(\d) ((?:[{{\[]|(?:{_ZONES}) ).*)")
    def give(self, seat: str, text: str) -> None:
        zones = _zones(text)
        self._given += [card for each in zones.values() for card in listed(each)]
        self._do(lambda table: table.give(int(seat), **zones))

    @deed(r"pile (\w+) (\d+)")
    def set_pile(self, card: str, count: str) -> None:
        self._do(lambda table: table.set_pile(card, int(count)))

    @deed(r"empty (.+)")
    def empty(self, piles: str) -> None:
        for card in piles.split():
            self.set_pile(card, "0")

    @deed(r"turns ([\d ]+)")
    def set_turns(self, text: str) -> None:
        """Let the seats have had so many turns."""
        for seat, count in enumerate(map(int, text.split())):
            self._set(seat, "turns", count)

    @deed(r"ban (\d): (.+)")
    def ban(self, seat: str, text: str) -> None:
        """Forbid a seat to buy and gain these."""
        bits = sum(1 << CODES.index(card) for card in text.split())
        self._set(int(seat), "banned", bits)

    @deed(r"price of (\w+) for (\d): ([+-]\d+)")
    def surcharge(self, card: str, seat: str, more: str) -> None:
        """Let a card cost a seat more, or less."""
        self._set(int(seat), "surcharged", CODES.index(card))
        self._set(int(seat), "surcharge", int(more))

    @deed(r"market (.+)")
    def set_market(self, text: str) -> None:
        self._do(lambda table: table.set_market(_or_nothing(text)))

    @deed(rf"turn of (\d)(?:, ([a-z-]+) phase)?(?:, ({_NUMBERS}))?")
    def start(self, seat: str, phase: str | None, numbers: str | None, *counts: str | None) -> None:
        named = dict(
            zip(("actions", "buys", "coins"), map(int, filter(None, counts)), strict=False)
        )
        number = Phase[phase.upper().replace("-", "_")] if phase else Phase.ACTION
        self._laid().start(int(seat), number, **(named if numbers else {}))
        self._is_begun = True

    @deed(r"end turn")
    def end_turn(self) -> None:
        self.board.end_turn()

    @deed(r"next turn")
    def next_turn(self) -> None:
        self.board.next_turn()

    # Looks

    @look(rf"(\d) ((?:[{{\[]|(?:{_ZONES}) ).*)")
    def lies(self, seat: str, text: str) -> None:
        """See what a seat has in the zones named."""
        table, player = self.board, int(seat)
        for zone, expected in _zones(text).items():
            if zone == "deck":
                same(listed(expected), table.deck(player))
            elif zone == "aside":
                same(int(expected), table.aside(player))
            elif zone == "play":
                same((player, cards(expected)), (int(table.state.active), table.in_play()))
            else:
                look = {"owns": "owned"}.get(zone, zone)
                same(cards(expected), getattr(table, look)(player))

    @look(_NUMBERS)
    def numbers(self, *numbers: str) -> None:
        same(tuple(map(int, numbers)), self.board.numbers)

    @look(r"trash (.+)")
    def trash(self, text: str) -> None:
        same(cards(_or_nothing(text)), self.board.trash())

    @look(r"pile (\w+) (\d+)")
    def pile(self, card: str, count: str) -> None:
        same(int(count), self.board.pile(card))

    @look(r"supply (.+)")
    def supply(self, text: str) -> None:
        """See all piles; cards and counts in turn."""
        same(cards(text), Counter(self.board.supply()))

    @look(r"prizes (.+)")
    def prizes(self, text: str) -> None:
        same(set(listed(_or_nothing(text))), self.board.prizes())

    @look(r"market (.+)")
    def market(self, text: str) -> None:
        same(listed(_or_nothing(text)), self.board.market())

    @look(r"shown (.+)")
    def shown(self, text: str) -> None:
        same(listed(_or_nothing(text)), self.board.shown())

    @look(r"ending: (.+)")
    def ending(self, text: str) -> None:
        same("" if text == "nothing" else text, self.board.ending())

    @look(r"next: (\d|nobody)")
    def is_next(self, seat: str) -> None:
        same(None if seat == "nobody" else int(seat), self.board.next_seat)

    @look(r"(not )?over")
    def is_over(self, no: str | None) -> None:
        same(not no, self.board.is_over)

    @look(r"scores ([\d -]+)")
    def scores(self, text: str) -> None:
        same([int(each) for each in text.split()], self.board.scores())

    @look(r"wins ([\d/ ]+)")
    def wins(self, text: str) -> None:
        same([float(Fraction(each)) for each in text.split()], self.board.wins())

    @look(r"parts of (\d): (.+)")
    def parts(self, seat: str, text: str) -> None:
        told = (each.rpartition(" ") for each in text.split(", "))
        same({name: int(points) for name, _, points in told}, self.board.parts(int(seat)))

    @look(r"([a-z-]+) phase")
    def phase(self, name: str) -> None:
        same(name, Phase(self.board.state.phase).name.lower().replace("_", "-"))

    @look(r"(left|limit|victim) (\d+)")
    def about(self, what: str, number: str) -> None:
        """See what else is known of a decision: ``left``, ``limit``, ``victim``."""
        same(int(number), int(self.board.state[what]))

    @look(r"looked at (\w+)")
    def looked(self, card: str) -> None:
        same(card, CODES[self.board.state.looked])

    def is_offered(self, name: str, offered: Sequence[str]) -> bool:
        if name not in ("nothing", "all"):
            _check_cards(name)
        return name in offered

    @look(r"(\d+) (cards|in (?:hand|deck|discard|under)) of (\d)")
    def size(self, count: str, zone: str, seat: str) -> None:
        """See how many cards lie in a zone of a seat, or are owned."""
        cards_there = getattr(self.board, zone.removeprefix("in ").replace("cards", "owned"))
        there = cards_there(int(seat))
        same(int(count), there.total() if isinstance(there, Counter) else len(there))

    @look(r"(\d+) piles")
    def num_piles(self, count: str) -> None:
        same(int(count), len(self.board.supply()))

    @look(r"(\d+) in market")
    def num_market(self, count: str) -> None:
        same(int(count), len(self.board.market()))

    @look(r"empty piles: (\d+)")
    def num_empty(self, count: str) -> None:
        same(int(count), int(self.board.state.num_empty))

    @look(r"asks nobody")
    def asks_nobody(self) -> None:
        same(0, int(self.board.state.decision))

    @look(r"turn of (\d)")
    def is_turn(self, seat: str) -> None:
        same(int(seat), int(self.board.state.active))

    @look(r"bane (\w+)")
    def bane(self, card: str) -> None:
        bane = int(self.board.state.bane)
        same(card, "nothing" if bane == NOTHING else CODES[bane])

    @look(r"rounds (\d+)")
    def rounds(self, count: str) -> None:
        same(int(count), int(self.board.result()["rounds"]))

    @look(r"turns ([\d ]+)")
    def turns(self, text: str) -> None:
        """See how many turns each seat has had."""
        table = self.board
        turns = [int(player.turns) for player in table.state.seats[: table.num_seats]]
        same([int(each) for each in text.split()], turns)

    def _laid(self) -> Hands:
        """The table, laid when all is known that seats are given at first."""
        if self._hands is None:
            found = dict.fromkeys(card for card in self._given if card not in CODES[:7])
            if not _PRIZES.isdisjoint(found):
                found["tournament"] = None
            implied = " ".join(card for card in found if card not in _PRIZES)
            self._hands = Hands(
                implied if self._kingdom is None else self._kingdom, **self._options
            )
            for each in self._deeds:
                each(self._hands)
        return self._hands

    def _set(self, seat: int, field: str, value: int) -> None:
        self._do(lambda table: setattr(table.state.seats[seat], field, value))

    def _do(self, what: Callable[[Hands], object]) -> None:
        if self._hands is None:
            self._deeds.append(what)
        else:
            what(self._hands)


def _zones(text: str) -> dict[str, str]:
    """Return what lies in each zone named."""
    found = list(_ZONE.finditer(text))
    if " ".join(each[0] for each in found) != text:
        raise ValueError(f"not zones of a seat: {text}")
    zones = {}
    for each in found:
        name = each[3] or ("hand" if each[0].startswith("{") else "deck")
        zones[name] = _or_nothing(each[4] or each[1] or each[2] or "")
        if name != "aside":
            _check_cards(zones[name])
    return zones


def _check_cards(text: str) -> None:
    unknown = set(listed(text)) - {*CODES, UNKNOWN}
    if unknown:
        raise ValueError(f"no cards: {' '.join(sorted(unknown))}")


def _or_nothing(text: str) -> str:
    return "" if text == "nothing" else text
