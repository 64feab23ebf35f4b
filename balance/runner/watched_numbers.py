"""Locates the watched numbers in a state: what seats hold, and cards taken."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.engine.layout import NOBODY
from balance.engine.trajectories import MAX_HOLDINGS, WATCHED, WATCHED_WORD
from balance.errors import RulesError
from balance.scenario.match import Match

WORD = 8  # bytes


@dataclass(frozen=True)
class Watch:
    """The numbers of a state that are watched.

    Attributes
    ----------
    names : tuple of str
        Of what a seat holds.
    places : uint64 array, shape (words,)
        Of words of the state.
    words : array of WATCHED_WORD
        What these have.
    numbers : array of WATCHED
    turns : int
        Where the state has the number of its turn, in bytes, or NOBODY.
    """

    names: tuple[str, ...]
    places: NDArray[np.uint64]
    words: NDArray[Any]
    numbers: NDArray[Any]
    turns: int = NOBODY


NO_WATCH = Watch((), np.zeros(0, np.uint64), np.zeros(0, WATCHED_WORD), np.zeros(0, WATCHED))


def watch_of(match: Match) -> Watch:
    """Return what is watched in the games of a match.

    Raises
    ------
    RulesError
        If the state lacks what the game's `RoundStatus` names.
    """
    game, table = match.game, match.game_table
    status = game.round_status
    fields: Mapping[str, Any] = game.state.fields or {}
    if status is None or "seats" not in fields:
        return NO_WATCH
    seat, start = fields["seats"][0].base, fields["seats"][1]
    if len(status.holdings) > MAX_HOLDINGS:
        raise RulesError(f"{game.name}: round_status.holdings: at most {MAX_HOLDINGS} are possible")
    of_seat = [(*place, NOBODY, row) for row, place in _cards(match, seat)]
    for holding, (name, path) in enumerate(status.holdings.items()):
        of_seat += [(*place, holding, NOBODY) for place in _places(game.name, name, path, seat)]
    places: list[int] = []
    words: list[tuple[int, ...]] = []
    numbers: list[tuple[int, ...]] = []
    for player in range(table.num_seats):
        by_word: dict[int, list[tuple[int, ...]]] = {}
        for offset, width, holding, card in of_seat:
            place = start + player * seat.itemsize + offset
            by_word.setdefault(place // WORD, []).append((place, width, holding, card, 0))
        for word, found in by_word.items():  # those with cards come first, as above
            places.append(word)
            words.append((player, len(numbers), len(numbers) + len(found)))
            numbers += found
    has_turns = "turns" in fields and fields["turns"][0] == np.int32
    return Watch(
        tuple(status.holdings),
        np.array(places, np.uint64),
        np.array(words, WATCHED_WORD),
        np.array(numbers, WATCHED),
        int(fields["turns"][1]) if has_turns else NOBODY,
    )


def _cards(match: Match, seat: Any) -> Iterator[tuple[int, tuple[int, int]]]:
    """Yield the row of each card, and where a seat counts the copies taken."""
    game, table = match.game, match.game_table
    assert game.round_status is not None
    name = game.round_status.taken
    if "taken" not in (game.record.names or ()) or name not in seat.fields:
        return
    places = list(_places(game.name, "taken", name, seat))
    for row, piece in enumerate(table.cards):
        yield row, places[table.kinds.get(piece.id, row)]


def _places(game: str, name: str, path: str, seat: Any) -> Iterator[tuple[int, int]]:
    """Yield first byte and width of each number of a seat that a path names."""
    for term in path.split("+"):
        field, _, index = term.strip().rstrip("]").partition("[")
        kind, offset = seat.fields.get(field, (None, 0))[:2]
        if kind is None or kind.base not in (np.int8, np.int16, np.int32):
            raise RulesError(
                f"{game}: round_status, {name}: the state has no field seats.{field} of whole "
                "numbers: int8, int16 or int32."
            )
        size, count = kind.base.itemsize, kind.itemsize // kind.base.itemsize
        for place in (int(index),) if index else range(count):
            yield offset + place * size, size
