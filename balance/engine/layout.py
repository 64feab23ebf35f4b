"""Structs: flat numpy records whose fields read as attributes, compiled or not."""

from collections.abc import Callable
from hashlib import sha256
from typing import Any, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

int8, int16, int32, int64, uint64 = np.int8, np.int16, np.int32, np.int64, np.uint64
float64 = np.float64

State: TypeAlias = np.record
Table: TypeAlias = np.record
Player: TypeAlias = np.record  # a seat of a state
Record: TypeAlias = np.record
Stream: TypeAlias = NDArray[np.uint64]  # shape (2,)
Weights: TypeAlias = NDArray[np.float64]
Choose: TypeAlias = Callable[[State, Table, int, Weights, Stream], int]

# Widens a number: numba's ``int`` keeps the width, and each width compiles the callee anew.
wide: Callable[[Any], int] = cast(Any, np.int64)

_PLAIN: dict[Any, np.dtype[Any]] = {}  # of each struct, the same without np.record

MAX_CHOICES = 128  # offered at once, where a game does not state a number of its own
MAX_AGENDA = 64
MAX_SEATS = 5
NOBODY = -1
ONLY_THERE = -1  # in a record's `available`: in the game, but never where it could be chosen
WIN = 60  # a whole win in records: divisible by any number of seats that share it


def struct(*fields: Any) -> np.dtype[Any]:
    """Return an aligned record dtype whose items are of type ``np.record``.

    Raises ValueError if a field has the name of a numpy attribute (``round``, ``copy``, ``size``),
    which would hide the field where rules run uncompiled.
    """
    hidden = [field[0] for field in fields if hasattr(np.record, field[0])]
    if hidden:
        raise ValueError(f"numpy has an attribute of this name: {hidden}")
    # ``np.dtype((np.record, ...))`` forgets its alignment, so the offsets come from a plain twin.
    twins: Any = [(field[0], _PLAIN.get(field[1], field[1]), *field[2:]) for field in fields]
    flat = np.dtype(twins, align=True)
    places: Any = flat.fields
    layout: Any = {
        "names": [field[0] for field in fields],
        "formats": [np.dtype((f[1], f[2])) if len(f) > 2 else f[1] for f in fields],
        "offsets": [places[field[0]][1] for field in fields],
        "itemsize": flat.itemsize,
    }
    record = np.dtype((np.record, np.dtype(layout, align=True)))
    _PLAIN[record] = flat
    return record


TASK = struct(("what", int16), ("seat", int16), ("first", int16), ("second", int16))


def digest_of(tables: NDArray[Any]) -> str:
    """Return a digest of the fields of structs, as 16 hexadecimal digits.

    The padding between fields does not count: in a copy it holds whatever the memory held before.
    """
    raw = np.ascontiguousarray(tables).view(np.uint8).reshape(len(tables), -1)
    return sha256((raw * _is_in_a_field(tables.dtype)).tobytes()).hexdigest()[:16]


def _is_in_a_field(kind: np.dtype[Any]) -> NDArray[np.uint8]:
    """Return 1 for each byte of a field, 0 for each byte of padding."""
    if kind.subdtype is not None:
        base, shape = kind.subdtype
        return np.tile(_is_in_a_field(base), int(np.prod(shape)))
    if kind.fields is None:
        return np.ones(kind.itemsize, np.uint8)
    held = np.zeros(kind.itemsize, np.uint8)
    for inner, offset, *_ in kind.fields.values():
        held[offset : offset + inner.itemsize] = _is_in_a_field(inner)
    return held


def engine_fields(num_streams: int, max_choices: int = MAX_CHOICES) -> list[Any]:
    """Return the fields that the engine needs in a game's state; ``ENGINE_HIDDEN`` come first.

    `num_streams` is the number of sources of chance, `max_choices` the most choices offered at
    once.
    """
    return [
        ("key", uint64),  # of the deal: all streams come from it
        ("streams", uint64, (num_streams, 2)),  # one per source of chance
        ("lineup", int32, (MAX_SEATS,)),  # which entry of the line-up plays each seat
        ("decision", int32),  # what is due; 0 is nothing
        ("due_seat", int32),  # from whom
        ("num_decisions", int32),  # made so far
        ("num_choices", int32),
        ("choices", int32, (max_choices,)),  # their meaning depends on the decision
        ("num_tasks", int32),
        ("agenda", TASK, (MAX_AGENDA,)),  # tasks still to do, the next one last
    ]


ENGINE_HIDDEN = ("key", "streams", "lineup")


def record_fields(
    num_parts: int, max_cards: int = 0, max_dealt: int = 0, last_round: bool = False
) -> list[Any]:
    """Return the fields that every game's record has, and which the analyses read.

    Parameters
    ----------
    num_parts : int
        The number of parts of a score (the game's ``parts`` name them).
    max_cards, max_dealt : int
        The most cards that may be taken in a game, and objectives dealt to a seat.
    last_round : bool
        Whether the record has the scores at the start of the last round.
    """
    fields: list[Any] = [
        ("number", int64),  # rotation number % rotations of deal number // rotations
        ("rounds", int32),
        ("turns", int32),
        ("decisions", int32),
        ("ending", int32),  # which of the game's ``endings``
        ("stopped", int32),  # 1 if the game was cut off at the table's limit of decisions
        ("lineup", int32, (MAX_SEATS,)),  # entry of the line-up, or NOBODY
        ("wins", int32, (MAX_SEATS,)),  # of WIN
        ("scores", int32, (MAX_SEATS,)),
        ("parts", int32, (MAX_SEATS, num_parts)),  # they add up to the score
    ]
    if last_round:
        fields += [("before_last", int32, (MAX_SEATS,))]  # scores at the start of the last round
    if max_dealt:
        fields += [
            ("dealt", int16, (MAX_SEATS, max_dealt)),  # rows of objectives, or NOBODY
            ("kept", int16, (MAX_SEATS,)),
            ("fulfilled", int32, (MAX_SEATS,)),  # points from the kept objective
        ]
    if max_cards:
        fields += [
            # 1 if the card lay where it could be chosen, `ONLY_THERE` if it was only in the game
            ("available", int8, (max_cards,)),
            ("taken", int8, (MAX_SEATS, max_cards)),  # copies that the seat took
            ("rounds_taken", int16, (MAX_SEATS, max_cards)),  # the sum of the rounds of taking
        ]
    return fields
