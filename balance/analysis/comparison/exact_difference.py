"""The comparison of two runs bit by bit: whether they are the same, and where they first differ."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

ROWS_AT_ONCE = 20_000  # of records: memory stays flat
_AS_INTEGERS = {pa.float32(): pa.int32(), pa.float64(): pa.int64()}


@dataclass(frozen=True)
class Compared:
    """What came of comparing two of a kind."""

    numbers: int  # how many were compared
    first: str = ""  # in words, what first differs; empty if all is the same


def of_arrays(one: Mapping[str, Any], two: Mapping[str, Any]) -> Compared:
    """Compare arrays by name, bit by bit."""
    numbers, differing, first = 0, 0, ""
    for name in dict.fromkeys([*one, *two]):
        if name not in one or name not in two:
            differing += 1
            first = first or f"{name} is kept in the {'first' if name in one else 'second'} alone"
            continue
        was, now = np.asarray(one[name]), np.asarray(two[name])
        numbers += was.size
        if was.shape != now.shape or was.dtype != now.dtype:
            differing += 1
            first = first or f"{name} is {_kind(was)}, and {_kind(now)}"
            continue
        places = np.flatnonzero((_bytes(was) != _bytes(now)).any(axis=1))
        differing += len(places)
        if len(places) and not first:
            at = np.unravel_index(places[0], was.shape)
            index = f"[{', '.join(map(str, at))}]" if at else ""
            first = f"{name}{index} was {was[at]}, now {now[at]}"
    more = f", and {differing - 1:,} more differ" if differing > 1 else ""
    return Compared(numbers, first + more)


def of_records(one: Sequence[Path], two: Sequence[Path]) -> Compared:
    """Compare records row by row, however they are divided into files.

    Parameters
    ----------
    one, two : sequence of Path
        Parquet files, in the order of their deals.
    """
    numbers = 0
    for was, now in _side_by_side(one, two):
        if was.num_rows != now.num_rows:
            place = "first" if was.num_rows > now.num_rows else "second"
            return Compared(numbers, f"the {place} goes on where the other ends")
        if was.num_rows and was.schema.names != now.schema.names:
            return Compared(numbers, "they have other columns")
        firsts = {name: _first(was[name], now[name]) for name in was.schema.names}
        differing = {name: row for name, row in firsts.items() if row is not None}
        if differing:
            name = min(differing, key=lambda name: differing[name])
            row = differing[name]
            place = f"game {was['number'][row]}, seat {was['seat'][row]}"
            return Compared(numbers, f"{place}: {name} was {was[name][row]}, now {now[name][row]}")
        numbers += was.num_rows * was.num_columns
    return Compared(numbers)


def _bytes(array: NDArray[Any]) -> NDArray[np.uint8]:
    return np.frombuffer(array.tobytes(), np.uint8).reshape(array.size, array.itemsize)


def _kind(array: NDArray[Any]) -> str:
    return f"{array.dtype} of shape {array.shape}"


def _first(one: Any, two: Any) -> int | None:
    """Return the first row in which two columns differ in a bit."""
    was, now = _plain(one), _plain(two)
    if was.type == now.type and was.equals(now):
        return None
    rows = zip(was.to_pylist(), now.to_pylist(), strict=True)
    return next((row for row, (old, new) in enumerate(rows) if old != new), 0)


def _plain(column: Any) -> Any:
    """Return names in place of their codes, and the bits of floats."""
    if pa.types.is_dictionary(column.type):
        return column.dictionary_decode()
    return column.view(_AS_INTEGERS.get(column.type, column.type))


def _side_by_side(one: Sequence[Path], two: Sequence[Path]) -> Iterator[tuple[Any, Any]]:
    """Yield batches of the same rows of both; the last pair holds the surplus of the longer one."""
    sources = _batches(one), _batches(two)
    held = [next(source, _EMPTY) for source in sources]
    while rows := min(batch.num_rows for batch in held):
        yield held[0].slice(0, rows), held[1].slice(0, rows)
        for side, source in enumerate(sources):
            left = held[side].slice(rows)
            held[side] = left if left.num_rows else next(source, _EMPTY)
    yield held[0], held[1]


def _batches(files: Sequence[Path]) -> Iterator[Any]:
    for file in files:
        with pq.ParquetFile(file) as opened:
            yield from (batch for batch in opened.iter_batches(ROWS_AT_ONCE) if batch.num_rows)


_EMPTY = pa.RecordBatch.from_arrays([], names=[])
