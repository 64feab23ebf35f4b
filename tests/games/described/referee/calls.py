"""What the Python file of a game may use, on the referee's own state.

A file that is run here gets these functions in place of those of the package.  Names stand for
themselves; cards are numbers in the order of the sheets.
"""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from tests.games.described.referee.state import Frame, State

MODULE = "balance.games.described.calls"


class Call(NamedTuple):
    """A game in which a function is called, and for whom."""

    state: State
    you: int
    it: int
    chosen: int

    @property
    def ids(self) -> list[str]:
        """The ids of all cards, by their numbers."""
        return list(self.state.sheets.cards)

    def place(self, zone: str, seat: int) -> tuple[str, int]:
        """Return the zone of a seat, or the shared one."""
        return zone, seat % self.state.players if self.state.names.zones[zone].per_player else 0

    def tree(self, number: str, seat: int) -> tuple[tuple[Any, ...], Frame]:
        """Return a number as lines name it, and for whom."""
        who = "shared" if number in self.state.names.shared else "you"
        return ("number", number, who), Frame(seat % self.state.players)


def functions_of(file: Path, order: Mapping[str, int]) -> dict[str, Callable[[Call], None]]:
    """Return the functions of a file by name; `order` has the number of each card."""
    own = ModuleType(MODULE)
    for name in ("zone", "number", "column", "word"):
        setattr(own, name, str)
    own.card = order.__getitem__  # type: ignore[attr-defined]
    for function in (
        Call, players, cards, size, copies, of_card, includes, amount, set_amount, move, draw, roll
    ):  # fmt: skip
        setattr(own, function.__name__, function)
    usual = sys.modules.get(MODULE)
    sys.modules[MODULE] = own
    try:
        names: dict[str, Any] = {}
        exec(compile(file.read_text(encoding="utf-8"), str(file), "exec"), names)
    finally:
        if usual is None:
            del sys.modules[MODULE]
        else:
            sys.modules[MODULE] = usual
    return names


def call(state: State, function: Callable[[Call], None], frame: Frame) -> None:
    """Call a function for a line."""
    it = -1 if frame.it is None else state.sheets.order[frame.it]
    function(Call(state, frame.you, it, frame.chosen))


def players(game: Call) -> int:
    """Return how many players there are."""
    return game.state.players


def cards(game: Call) -> int:
    """Return how many different cards there are."""
    return len(game.ids)


def size(game: Call, zone: str, seat: int) -> int:
    """Return how many cards are in a zone."""
    return sum(game.state.zone(*game.place(zone, seat)).values())


def copies(game: Call, zone: str, seat: int, card: int) -> int:
    """Return how many copies of a card are in a zone."""
    return game.state.zone(*game.place(zone, seat)).get(game.ids[card], 0)


def of_card(game: Call, column: str, card: int) -> Any:
    """Return what a card has in a column."""
    return game.state.sheets.value(game.ids[card], column)


def includes(game: Call, column: str, card: int, member: int) -> bool:
    """Return whether the set that a card has in a column includes a number."""
    return member in of_card(game, column, card)


def amount(game: Call, number: str, seat: int) -> Any:
    """Return a number."""
    return game.state.value(*game.tree(number, seat))


def set_amount(game: Call, number: str, seat: int, value: int) -> None:
    """Set a number."""
    tree, frame = game.tree(number, seat)
    game.state.simple_line("set", (tree, ("int", value)), frame)


def move(
    game: Call, source: str, giver: int, target: str, taker: int, card: int, count: int
) -> None:
    """Move copies of a card, as many as there are."""
    for _ in range(count):
        game.state.move_card(game.ids[card], game.place(source, giver), game.place(target, taker))


def draw(game: Call, source: str, giver: int, target: str, taker: int, count: int) -> None:
    """Move random cards, as many as there are."""
    for _ in range(count):
        game.state.draw_card(game.place(source, giver), game.place(target, taker))


def roll(game: Call, sides: int) -> int:
    """Return what a die shows that is not among those of the game."""
    return game.state.chance.roll(sides)
