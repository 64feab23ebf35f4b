"""What the functions of a game's Python file can use: names of the game, and what happens in it.

A file begins with the names that it needs, and has functions of one argument, which lines call::

    from balance.games.described.calls import card, copies, number, set_amount, zone

    HAND, FERRY, FERRIES = zone("hand"), card("ferry"), number("ferries")


    def count_ferries(game):
        set_amount(game, FERRIES, game.you, copies(game, HAND, game.you, FERRY))

Cards are numbers, from 0 on in the order of the sheets.  Seats are numbers, from 0 on, and go
round: ``game.you + 1`` is the next player.  Where a zone or a number is shared, any seat will do.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from balance.compiling.jit import compiled, inlined
from balance.engine.layout import State, Table, wide
from balance.engine.rng import die
from balance.error_messages import did_you_mean
from balance.errors import ScenarioError
from balance.games.described.language.tree import Description
from balance.games.described.layout import DICE, Op
from balance.games.described.rules.places import copies_at, draw_cards, move_up_to, place_of
from balance.games.described.rules.values import change
from balance.games.described.table.numbering import Numbering, numbering

# What stands for zones, numbers and columns: one in place of another is an error.
_ZONES, _NUMBERS, _SHARED, _COLUMNS = 1000, 2000, 3000, 4000


class Call(NamedTuple):
    """What a function gets."""

    state: State
    table: Table
    you: int  # the seat for which the line is carried out
    it: int  # the card that is `it`, or -1
    chosen: int  # the chosen number


class Asked:
    """The names that a file asks for while it is run.

    Attributes
    ----------
    zones : dict
        With nothing; in the order in which they were asked for.
    columns : dict
        Likewise, those that no line reads.
    """

    def __init__(self, description: Description) -> None:
        self.of: Numbering = numbering(description, description.players[0])
        self.known = frozenset(name for card in description.cards for name in card.cells)
        self.zones: dict[str, None] = {}
        self.columns: dict[str, None] = {}


_asked: list[Asked] = []


@contextmanager
def names_of(description: Description) -> Iterator[Asked]:
    """Let a file that is run within ask for the names of a game."""
    _asked.append(Asked(description))
    try:
        yield _asked[-1]
    finally:
        _asked.pop()


def _now() -> Asked:
    if not _asked:
        raise ScenarioError("names of a game are known only while balance reads its Python file")
    return _asked[-1]


def _check(what: str, name: str, known: Iterable[str]) -> None:
    names = tuple(known)
    if name not in names:
        raise ScenarioError(f"there is no {what} {name!r}: {did_you_mean(name, names)}")


# Names, for the head of a file.


def zone(name: str) -> int:
    """Return what stands for a zone."""
    asked = _now()
    _check("zone", name, asked.of.zones)
    asked.zones[name] = None
    return _ZONES + asked.of.zones[name]


def number(name: str) -> int:
    """Return what stands for a number of ``each_player`` or ``shared``."""
    of = _now().of
    _check("number of each_player or shared", name, (*of.numbers, *of.shared))
    return _NUMBERS + of.numbers[name] if name in of.numbers else _SHARED + of.shared[name]


def card(name: str) -> int:
    """Return the number of a card, by its id."""
    of = _now().of
    _check("card", name, of.kinds)
    return of.kinds[name]


def column(name: str) -> int:
    """Return what stands for a column of the sheets."""
    asked = _now()
    if name in asked.of.columns:
        return _COLUMNS + asked.of.columns[name]
    _check("column of numbers or words", name, asked.known - asked.of.uses.keys())
    asked.columns[name] = None
    return _COLUMNS + len(asked.of.columns) + list(asked.columns).index(name)


def word(name: str) -> int:
    """Return the number that stands for a word of the sheets."""
    of = _now().of
    _check("word", name, of.words)
    return of.words[name]


# What happens in a game, for functions.


@inlined
def _number_of(handle: int, first: int, count: int) -> int:
    """Return the number that a handle stands for."""
    if not 0 <= handle - first < count:
        raise IndexError("another name was expected here, such as a zone in place of a number")
    return wide(handle - first)


@inlined
def _zone(game: Call, zone: int) -> int:
    return _number_of(zone, _ZONES, game.table.num_zones)


@compiled
def _place_of_amount(game: Call, number: int) -> int:
    """Return the place of a number among those of a player, or among the shared ones."""
    if number >= _SHARED:
        return _number_of(number, _SHARED, game.table.num_shared)
    return _number_of(number, _NUMBERS, game.table.num_numbers)


@inlined
def _seat(game: Call, seat: int) -> int:
    return wide(seat) % wide(game.table.num_seats)


@inlined
def players(game: Call) -> int:
    """Return the number of players."""
    return wide(game.table.num_seats)


@inlined
def cards(game: Call) -> int:
    """Return how many different cards are on all sheets."""
    return wide(game.table.num_kinds)


@compiled
def size(game: Call, zone: int, seat: int) -> int:
    """Return how many cards are in a zone."""
    return wide(game.state.sizes[place_of(game.table, _zone(game, zone), _seat(game, seat))])


@compiled
def copies(game: Call, zone: int, seat: int, card: int) -> int:
    """Return how many copies of a card are in a zone."""
    return copies_at(game.state, game.table, _zone(game, zone), _seat(game, seat), wide(card))


@compiled
def of_card(game: Call, column: int, card: int) -> int:
    """Return what a card has in a column: a number, that of a word, or a set.

    Of a set, bit ``n`` is 1 if ``n`` is in it: see `includes`.
    """
    place = _number_of(column, _COLUMNS, game.table.attributes.shape[1])
    kind = _number_of(card, 0, game.table.num_kinds)
    return wide(game.table.attributes[kind, place])


@compiled
def includes(game: Call, column: int, card: int, member: int) -> bool:
    """Return whether a number is in the set that a card has in a column."""
    return 0 <= member < 63 and of_card(game, column, card) >> member & 1 != 0


@compiled
def amount(game: Call, number: int, seat: int) -> int:
    """Return a number of a player, or a shared one."""
    place = _place_of_amount(game, number)
    if number >= _SHARED:
        return wide(game.state.shared[place])
    return wide(game.state.seats[_seat(game, seat)].numbers[place])


@compiled
def set_amount(game: Call, number: int, seat: int, value: int) -> None:
    """Set a number; it stays between its least and its most."""
    place = _place_of_amount(game, number)
    change(game.state, game.table, Op.SET, place, _seat(game, seat), number >= _SHARED, wide(value))


@compiled
def move(
    game: Call, source: int, giver: int, target: int, taker: int, card: int, count: int
) -> None:
    """Move copies of a card from the giver's zone to the taker's, or as many as there are."""
    move_up_to(
        game.state, game.table, _zone(game, source), _seat(game, giver),
        _zone(game, target), _seat(game, taker), wide(card), wide(count),
    )  # fmt: skip


@compiled
def draw(game: Call, source: int, giver: int, target: int, taker: int, count: int) -> None:
    """Move random cards from the giver's zone to the taker's, or as many as there are."""
    draw_cards(
        game.state, game.table, _zone(game, source), _seat(game, giver),
        _zone(game, target), _seat(game, taker), wide(count),
    )  # fmt: skip


@compiled
def roll(game: Call, sides: int) -> int:
    """Return a random number from 1 to `sides`; the dice of the game stay as they are."""
    return wide(die(game.state.streams[DICE], max(wide(sides), wide(1))))
