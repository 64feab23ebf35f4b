"""The words of King of the Valley's cases, after the notation of the worked examples (K16).

A valley is its rows with slashes between them, or one of the boards by its name: ``board 1``,
``wizard board``.  What a seat gets is said as ``0: KA KB -KC J@K, 3 gold, 1 markers, taxed K``.
"""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from balance.games.king_of_the_valley import GAME
from balance.games.king_of_the_valley.layout import Decision, Phase
from tests.games.cases import Vocabulary, deed, look, same
from tests.games.king_of_the_valley import board as boards
from tests.games.king_of_the_valley.board import Board
from tests.games.king_of_the_valley.names import SLOTS, spaces, tiles

_SPACE = r"(\(\d,\d\))"


class Told(Vocabulary):
    """A table as a case lays it out."""

    decisions = Decision

    def __init__(self) -> None:
        self._options: dict[str, Any] = {"edits": {}}
        self._board: Board | None = None

    @property
    def board(self) -> Board:
        if self._board is None:
            self._board = Board(**self._options)
        return self._board

    # Deeds

    @deed(r"(\d) players")
    def set_seats(self, count: str) -> None:
        self._set("seats", int(count))

    @deed(r"edit ([\w.]+): (.+)")
    def edit(self, cell: str, value: str) -> None:
        self._set("edits", self._options["edits"] | {cell: _value(value)})

    @deed(r"option (\w+): (\w+)")
    def set_option(self, name: str, value: str) -> None:
        self._set(name, _value(value))

    @deed(r"valley (.+)")
    def set_valley(self, text: str) -> None:
        self._set("valley", _valley(text))

    @deed(r"(kings|left|right) (.+)")
    def set_tiles(self, key: str, text: str) -> None:
        self._set(key, _or_nothing(text))

    @deed(r"pile (.+)")
    def set_pile(self, text: str) -> None:
        if self._board is None:
            self._options["pile"] = _or_nothing(text)
        else:
            self._board.set_pile(_or_nothing(text))

    @deed(r"deal (\d+)")
    def deal(self, number: str) -> None:
        self._set("deal", int(number))

    @deed(r"begin")
    def begin(self) -> None:
        """Begin a game with the set-up."""
        self._board = self.board

    @deed(r"(\d): (.+)")
    def give(self, seat: str, text: str) -> None:
        keys: dict[str, Any] = {}
        for part in (part.strip() for part in text.split(",")):
            amount, _, word = part.partition(" ")
            if amount.isdecimal():
                keys[word] = int(amount)
            elif amount == "taxed":
                keys["taxed"] = word
            else:
                keys["castle"] = part
        self.board.give(int(seat), **keys)

    @deed(rf"put (\S+) on {_SPACE}(?: with (\d+) gold)?")
    def put(self, tile: str, where: str, coins: str | None) -> None:
        self.board.put(where, tile, int(coins or 0))

    @deed(rf"king of (\d) to {_SPACE}")
    def put_king(self, seat: str, where: str) -> None:
        self.board.put_king(int(seat), where)

    @deed(r"ban (\d): (.+)")
    def ban(self, seat: str, text: str) -> None:
        """Forbid a seat to take these."""
        board = self.board
        board.state.seats[int(seat)].banned = sum(1 << board.names.kind(c) for c in text.split())

    @deed(r"turn of (\d)(?:, (\w+) phase)?(?:, round (\d+))?")
    def start(self, seat: str, phase: str | None, number: str | None) -> None:
        self.board.start(int(seat), Phase[(phase or "collect").upper()], int(number or 2))

    @deed(r"next turn")
    def next_turn(self) -> None:
        self.board.next_turn()

    @deed(r"finish")
    def finish(self) -> None:
        self.board.finish()

    # Looks

    def is_offered(self, name: str, offered: Sequence[str]) -> bool:
        spaces(" ".join(re.findall(r"\(.*?\)", name)))
        if not re.search(r"\(\d,\d\)|left|right|nobody|no$", name):
            unknown = [word for word in name.split() if word not in (*SLOTS, "-", "for")]
            if unknown:
                raise ValueError(f"no tiles: {' '.join(unknown)}")
        return name in offered

    @look(r"(\d) has (.+)")
    def has(self, seat: str, text: str) -> None:
        same(tiles(_or_nothing(text)), self.board.castle(int(seat)))

    @look(r"(gold|markers) of (\d): (\d+)")
    def amount(self, what: str, seat: str, amount: str) -> None:
        same(int(amount), getattr(self.board, what)(int(seat)))

    @look(r"taxed by (\d): (.+)")
    def taxed(self, seat: str, text: str) -> None:
        same(_or_nothing(text), self.board.taxed(int(seat)))

    @look(rf"king of (\d): ({_SPACE[1:-1]}|nowhere)")
    def king(self, seat: str, where: str) -> None:
        same("" if where == "nowhere" else where, self.board.king(int(seat)))

    @look(rf"tile {_SPACE}: (\S+)")
    def tile(self, where: str, tile: str) -> None:
        same(tile, self.board.tile(where))

    @look(rf"coins {_SPACE}: (\d+)")
    def coins(self, where: str, count: str) -> None:
        same(int(count), self.board.coins(where))

    @look(r"valley: (.+)")
    def valley(self, text: str) -> None:
        same(_valley(text).split(), self.board.valley())

    @look(r"(left|right): (.+)")
    def hill(self, side: str, text: str) -> None:
        same(_or_nothing(text), self.board.hill(side))

    @look(r"pile: (.+)")
    def pile(self, text: str) -> None:
        same(_or_nothing(text).split(), self.board.pile())

    @look(r"(\d+) in pile")
    def num_pile(self, count: str) -> None:
        same(int(count), len(self.board.pile()))

    @look(r"discarded: (.+)")
    def discarded(self, text: str) -> None:
        same(tiles(_or_nothing(text)), self.board.discarded())

    @look(r"multi-takes: (.+)")
    def multi_takes(self, text: str) -> None:
        same(set() if text == "none" else set(text.split(", ")), self.board.multi_takes())

    @look(r"(\d+) (choices|multi-takes)")
    def num_choices(self, count: str, what: str) -> None:
        there = self.board.offered() if what == "choices" else self.board.multi_takes()
        same(int(count), len(there))

    @look(r"asks nobody")
    def asks_nobody(self) -> None:
        same(0, int(self.board.state.decision))

    @look(r"(not )?(over|triggered)")
    def is_over(self, no: str | None, what: str) -> None:
        same(not no, getattr(self.board, f"is_{what}"))

    @look(r"next: (\d|nobody)")
    def is_next(self, seat: str) -> None:
        same(None if seat == "nobody" else int(seat), self.board.next_seat)

    @look(r"(active|rounds|turns): (\d+)")
    def state(self, field: str, number: str) -> None:
        same(int(number), int(self.board.state[field]))

    @look(rf"({'|'.join(GAME.parts[:-1])}) of (\d): (\d+)")  # the last one is the gold
    def part(self, name: str, seat: str, points: str) -> None:
        same(int(points), self.board.parts(int(seat)).get(name, 0))

    @look(r"parts of (\d): (.+)")
    def parts(self, seat: str, text: str) -> None:
        """See all parts of a score that are not 0."""
        told = (part.rpartition(" ") for part in text.split(", ") if part != "nothing")
        same({name: int(points) for name, _, points in told}, self.board.parts(int(seat)))

    @look(r"scores ([\d -]+)")
    def scores(self, text: str) -> None:
        same([int(score) for score in text.split()], self.board.scores())

    @look(r"wins ([\d/ ]+)")
    def wins(self, text: str) -> None:
        same([float(Fraction(win)) for win in text.split()], self.board.wins())

    @look(r"ending: (.+)")
    def ending(self, text: str) -> None:
        same(text, GAME.endings[int(self.board.result()["ending"])])

    def _set(self, key: str, value: Any) -> None:
        if self._board is not None:
            raise ValueError("too late, the table is laid")
        self._options[key] = value


def _valley(text: str) -> str:
    """Return the tiles of a valley, given by its name or row by row."""
    name = text.upper().replace(" ", "_")
    return str(getattr(boards, name)) if hasattr(boards, name) else text.replace(" / ", " ")


def _value(text: str) -> Any:
    return {"yes": True, "no": False}.get(text, int(text) if text.isdecimal() else text)


def _or_nothing(text: str) -> str:
    return "" if text == "nothing" else text
