"""The view of a seat: the state itself while its hidden fields are covered with zeros.

Covering the few hidden words in place and restoring them is much faster than copying the state.
A state is an array of 64-bit words here.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from balance.compiling.jit import compiled
from balance.engine.game import Game, GameTable
from balance.engine.layout import ENGINE_HIDDEN, MAX_SEATS

Words = NDArray[np.uint64]


class Hidden(NamedTuple):
    """What is hidden from each seat: two uint64 arrays of shape (MAX_SEATS, most).

    `words` are the indices of the words with hidden bytes, after their number; `masks` have the
    bits of these words that may be seen.  (Indices are unsigned, as numba then does not check for
    negative ones: 1 ns a word instead of 3.)
    """

    words: Words
    masks: Words


def hidden_at(game: Game, game_table: GameTable) -> Hidden:
    """Return what is hidden from each seat at a table; see `hidden_words`."""
    if game_table.visible is not None:
        return _covering(game_table.visible)
    used = tuple(name for name in game.hidden if name not in game_table.unused_hidden)
    return hidden_words(game.state, used, game.own, game_table.num_sides)


def hidden_words(
    state: np.dtype[Any],
    hidden: tuple[str, ...],
    own: tuple[str, ...],
    num_seats: int = MAX_SEATS,
    seats: str = "seats",
) -> Hidden:
    """Return which words of a state are hidden from each seat.

    Parameters
    ----------
    state : dtype
    hidden : tuple of str
        Fields that nobody may see, besides those of the engine.
    own : tuple of str
        Fields of a seat that only the seat itself may see.
    num_seats : int
        The number of seats in use.
    seats : str
        The field that holds the seats.
    """
    places: Any = state.fields
    per_seat = np.full((MAX_SEATS, state.itemsize), 0xFF, np.uint8)
    for seat in range(MAX_SEATS):
        visible = per_seat[seat]
        for name in (*ENGINE_HIDDEN, *hidden):
            kind, offset = places[name][:2]
            visible[offset : offset + kind.itemsize] = 0
        seats_kind, seats_offset = places[seats][:2]
        player = seats_kind.base
        for other in range(num_seats):
            for name in own if other != seat else ():
                kind, offset = player.fields[name][:2]
                start = seats_offset + other * player.itemsize + offset
                visible[start : start + kind.itemsize] = 0
    return _covering(per_seat)


def _covering(visible: NDArray[np.uint8]) -> Hidden:
    """Return which words are hidden, from the bytes that each seat may see."""
    per_seat = visible.view(np.uint64)
    rows = [np.flatnonzero(~seen) for seen in per_seat]
    words = np.zeros((MAX_SEATS, 1 + max(len(row) for row in rows)), np.uint64)
    masks = np.zeros_like(words)
    for seat, row in enumerate(rows):
        words[seat, 0] = len(row)
        words[seat, 1 : 1 + len(row)] = row
        masks[seat, 1 : 1 + len(row)] = per_seat[seat][row]
    return Hidden(words, masks)


@compiled
def cover(state: Words, words: Words, masks: Words, seat: int, covered: Words) -> None:
    """Replace what `seat` may not see by zeros, and save it in `covered`."""
    for i in range(np.uint64(1), words[seat, 0] + np.uint64(1)):
        place = words[seat, i]
        covered[i] = state[place]
        state[place] &= masks[seat, i]


@compiled
def uncover(state: Words, words: Words, seat: int, covered: Words) -> None:
    """Restore what `cover` covered."""
    for i in range(np.uint64(1), words[seat, 0] + np.uint64(1)):
        state[words[seat, i]] = covered[i]
