"""A seat's view of a game as one row of whole numbers, each with a name.

The names are those of the fields that bots read: ``seats[0].goods[2]`` is
``view.seats[0].goods[2]``.
"""

from collections.abc import Iterator, Mapping
from enum import IntEnum
from itertools import groupby
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.compiling.jit import compiled
from balance.engine.game import Game, GameTable
from balance.engine.layout import ENGINE_HIDDEN, wide
from balance.engine.view import Words

_BITS = 64  # of a set: games keep sets of cards as the bits of one number


class Kind(IntEnum):
    """The type of a field of the state."""

    INT8 = 0
    UINT8 = 1
    INT16 = 2
    UINT16 = 3
    INT32 = 4
    SET = 5


_KIND_OF = {"i1": Kind.INT8, "u1": Kind.UINT8, "b1": Kind.UINT8, "i2": Kind.INT16,
            "u2": Kind.UINT16, "i4": Kind.INT32, "i8": Kind.SET, "u8": Kind.SET}  # fmt: skip


class Observation:
    """Reads observations from the states of a game.

    Fields hidden from all or for records alone, and empty seats, are left out.  Fields that only
    other seats may see are 0.  A field of 64 bits is a set, and becomes 64 numbers that are 0 or 1.

    Attributes
    ----------
    names : tuple of str
        The field behind each number.
    low, high : int32 arrays, shape (numbers,)
        The bounds of each number.
    runs : uint64 array, shape (runs, 4)
        Numbers of one `Kind` that lie side by side in the state: the kind, the place of the first
        one in the observation, its place among items of that kind in the state, and how many.
    lists : uint64 array, shape (lists, 4)
        Lists of varying length: the place of the first number, the place after the last, that of
        the length, and the numbers of an item.  (Unsigned: see `balance.engine.view.Hidden`.)

    Raises
    ------
    ValueError
        If a field of the state is neither a whole number of at most 32 bits nor a set.
    """

    def __init__(self, game: Game, game_table: GameTable) -> None:
        hidden = {*ENGINE_HIDDEN, *game.hidden, *game.for_records}
        seats = game_table.num_sides
        fields: Mapping[str, Any] = game.state.fields or {}
        numbers = [
            number
            for name, (kind, offset, *_) in fields.items()
            if name not in hidden
            for number in _numbers(name, kind, offset, seats if name == "seats" else None)
        ]
        self.names = tuple(name for name, _, _ in numbers)
        per_task = len(game.state["agenda"].base.names or ())
        self.runs = _runs(numbers)
        self.lists = np.array([
            _list(self.names, "choices", "num_choices", 1),
            _list(self.names, "agenda", "num_tasks", per_task),
        ], np.uint64)  # fmt: skip
        bounds = [_bounds(kind) for _, kind, _ in numbers]
        self.low, self.high = np.array(bounds, np.int32).T.copy()

    def of(self, view: NDArray[Any]) -> NDArray[np.int32]:
        """Return the observation of a view, as returned by `balance.engine.session.Session.view`.

        Parameters
        ----------
        view : array of game.state, shape (1,)

        Returns
        -------
        numbers : int32 array, shape (numbers,)
        """
        numbers = np.empty(len(self.names), np.int32)
        write_observation(view.view(np.uint64), self.runs, self.lists, numbers)
        return numbers


@compiled
def write_observation(view: Words, runs: Words, lists: Words, numbers: NDArray[np.int32]) -> None:
    """Write the observation of a view, as words of 64 bits; see `Observation`."""
    bytes_, halves, ints = view.view(np.int8), view.view(np.int16), view.view(np.int32)
    unsigned_bytes, unsigned_halves = view.view(np.uint8), view.view(np.uint16)
    # A loop for each type: by a function of its own, inlined, steps of a batch take a fifth longer.
    for run in range(len(runs)):
        kind, place, source, count = wide(runs[run, 0]), runs[run, 1], runs[run, 2], runs[run, 3]
        if kind == Kind.INT8:
            for i in range(count):
                numbers[place + i] = bytes_[source + i]
        elif kind == Kind.UINT8:
            for i in range(count):
                numbers[place + i] = unsigned_bytes[source + i]
        elif kind == Kind.INT16:
            for i in range(count):
                numbers[place + i] = halves[source + i]
        elif kind == Kind.UINT16:
            for i in range(count):
                numbers[place + i] = unsigned_halves[source + i]
        elif kind == Kind.INT32:
            for i in range(count):
                numbers[place + i] = ints[source + i]
        else:
            for i in range(count):
                numbers[place + i] = (view[source] >> np.uint64(i)) & np.uint64(1)
    # Beyond its end a list has old items, also from decisions of other seats.
    for each in range(len(lists)):
        first, end, length, size = lists[each]
        for i in range(first + np.uint64(numbers[length]) * size, end):
            numbers[i] = 0


def _numbers(
    name: str, kind: np.dtype[Any], offset: int, most: int | None = None
) -> Iterator[tuple[str, np.dtype[Any], int]]:
    """Yield name, type and offset of each number in a field; the first `most` items of a list."""
    if kind.subdtype is not None:
        base, shape = kind.subdtype
        for number, place in enumerate(np.ndindex(shape)):
            if most is None or place[0] < most:
                at = offset + number * base.itemsize
                yield from _numbers(f"{name}[{', '.join(map(str, place))}]", base, at)
    elif kind.fields is not None:
        for inner, (inner_kind, inner_offset, *_) in kind.fields.items():
            yield from _numbers(f"{name}.{inner}", inner_kind, offset + inner_offset)
    elif kind.kind in "iu" and kind.itemsize * 8 == _BITS:
        for bit in range(_BITS):
            yield f"{name} bit {bit}", kind, offset
    elif np.can_cast(kind, np.int32):
        yield name, kind, offset
    else:
        raise ValueError(
            f"{name} is {kind}: expected whole numbers of at most 32 bits, or sets of 64"
        )


def _bounds(kind: np.dtype[Any]) -> tuple[int, int]:
    if kind.kind == "b" or kind.itemsize * 8 == _BITS:
        return 0, 1
    return int(np.iinfo(kind).min), int(np.iinfo(kind).max)


def _runs(numbers: list[tuple[str, np.dtype[Any], int]]) -> Words:
    """Return the numbers as runs that lie side by side in the state; see `Observation`."""

    def run_of(item: tuple[int, tuple[str, np.dtype[Any], int]]) -> tuple[str, int]:
        place, (_, kind, offset) = item
        is_set = kind.itemsize * 8 == _BITS
        return kind.str, offset if is_set else offset - place * kind.itemsize

    runs = []
    for _, items in groupby(enumerate(numbers), run_of):
        (place, (_, kind, offset)), *others = items
        runs.append((_KIND_OF[kind.str[1:]], place, offset // kind.itemsize, 1 + len(others)))
    return np.array(runs, np.uint64)


def _list(names: tuple[str, ...], field: str, length: str, size: int) -> tuple[int, int, int, int]:
    """Return where a list is: its first number, the place after its last, that of its length."""
    places = [place for place, name in enumerate(names) if name.startswith(f"{field}[")]
    return places[0], places[-1] + 1, names.index(length), size
