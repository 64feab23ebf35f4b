"""A seat's view of a game as one row of whole numbers, each with a name.

The names are those of the fields that bots read: ``seats[0].goods[2]`` is
``view.seats[0].goods[2]``.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.engine.game import Game, GameTable
from balance.engine.layout import ENGINE_HIDDEN

_BITS = 64  # of a set: games keep sets of cards as the bits of one number


class Observation:
    """Reads observations from the states of a game.

    Fields hidden from all, and empty seats, are left out.  Fields that only other seats may see
    are 0.  A field of 64 bits is a set, and becomes 64 numbers that are 0 or 1.

    Attributes
    ----------
    names : tuple of str
        The field behind each number.
    low, high : int32 arrays, shape (numbers,)
        The bounds of each number.

    Raises
    ------
    ValueError
        If a field of the state is neither a whole number of at most 32 bits nor a set.
    """

    def __init__(self, game: Game, game_table: GameTable) -> None:
        hidden = {*ENGINE_HIDDEN, *game.hidden}
        seats = game_table.num_seats + (1 if game_table.rival else 0)
        fields: Mapping[str, Any] = game.state.fields or {}
        numbers = [
            number
            for name, (kind, offset, *_) in fields.items()
            if name not in hidden
            for number in _numbers(name, kind, offset, seats if name == "seats" else None)
        ]
        self.names = tuple(name for name, _, _ in numbers)
        self._spans = {name: _span(self.names, name) for name in ("choices", "agenda")}
        self._per_task = len(game.state["agenda"].base.names or ())
        self._read = _by_kind(numbers)
        self.low = np.zeros(len(numbers), np.int32)
        self.high = np.ones(len(numbers), np.int32)
        for kind, places, _ in self._read:
            if kind.itemsize * 8 < _BITS:
                self.low[places] = np.iinfo(kind).min
                self.high[places] = np.iinfo(kind).max

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
        raw = view.view(np.uint8)
        for kind, places, sources in self._read:
            if kind.itemsize * 8 < _BITS:
                numbers[places] = raw.view(kind)[sources]
            else:
                words = raw.view(np.uint64)[sources]
                numbers[places] = np.unpackbits(words.view(np.uint8), bitorder="little")
        # Beyond its end a list has old items, also from decisions of other seats.
        self._cut(numbers, "choices", int(view["num_choices"][0]))
        self._cut(numbers, "agenda", int(view["num_tasks"][0]) * self._per_task)
        return numbers

    def _cut(self, numbers: NDArray[np.int32], name: str, length: int) -> None:
        first, end = self._spans[name]
        numbers[first + length : end] = 0


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


def _by_kind(
    numbers: list[tuple[str, np.dtype[Any], int]],
) -> list[tuple[np.dtype[Any], NDArray[np.intp], NDArray[np.intp]]]:
    """Return for each type the places of its numbers, and their sources as items of that type.

    A set has one source for all its bits.
    """
    read = []
    for kind in dict.fromkeys(kind for _, kind, _ in numbers):
        places = [place for place, (_, one, _) in enumerate(numbers) if one == kind]
        sources = [numbers[place][2] // kind.itemsize for place in places]
        if kind.itemsize * 8 == _BITS:
            sources = sources[::_BITS]
        read.append((kind, np.array(places, np.intp), np.array(sources, np.intp)))
    return read


def _span(names: tuple[str, ...], field: str) -> tuple[int, int]:
    """Return the place of the first number of a list, and the place after its last."""
    places = [place for place, name in enumerate(names) if name.startswith(f"{field}[")]
    return places[0], places[-1] + 1
