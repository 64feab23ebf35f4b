"""Sums: whole numbers added up over games, the same whatever the order of adding.

They are exact however large: an array is of int64 while all its numbers are below 2**62, up or
down, and of Python integers (dtype object) beyond that.  Two numbers below 2**62 have a sum that
fits int64, so that no addition can wrap.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any, Self, TypeAlias, get_type_hints

import numpy as np
from numpy.typing import NDArray

_BITS = 62
LARGE = 1 << _BITS
EXACT = 2.0**53  # whole numbers below are exact as float64


@dataclass(frozen=True)
class Sums:
    """Base of the sums of a metric: its fields are arrays of whole numbers, or `Sums` again.

    An array is of int64, or of Python integers if they are large.  It may grow at its end with
    what is counted; where it is shorter, the rest is 0.
    """

    def __add__(self, other: Self) -> Self:
        """Return the sums of both sets of games together."""
        return type(self)(
            **{f.name: added(getattr(self, f.name), getattr(other, f.name)) for f in fields(self)}
        )

    def arrays(self, prefix: str = "") -> dict[str, NDArray[np.int64]]:
        """Return all arrays by dotted name, to be stored."""
        named: dict[str, NDArray[np.int64]] = {}
        for f in fields(self):
            value = getattr(self, f.name)
            if isinstance(value, Sums):
                named |= value.arrays(f"{prefix}{f.name}.")
            else:
                named[prefix + f.name] = value
        return named

    def problem(self, empty: Self, deals: int) -> str:
        """Return why these cannot be the sums of so many deals; an empty text if they can.

        `empty` has the sums of no games, from the same tally.
        """
        for f in fields(self):
            value, other = getattr(self, f.name), getattr(empty, f.name)
            if isinstance(value, Sums):
                problem = value.problem(other, deals)
                if problem:
                    return f"{f.name}.{problem}"
            elif value.dtype.kind not in "iO":
                return f"{f.name} has no whole numbers"
            elif (
                value.shape[1:] != other.shape[1:]
                or value.ndim != other.ndim
                or (len(other.shape) and len(other) and len(value) < len(other))
            ):
                return f"{f.name} has the shape {value.shape}, not {other.shape}"
        return next((text for text, is_so in self.contradictions(deals) if np.any(is_so)), "")

    def contradictions(self, deals: int) -> Iterator[tuple[str, Any]]:
        """Yield what sums of so many deals cannot be, and whether these are: bool, or an array."""
        yield from ()

    def counted_by_others(self) -> Mapping[str, Any]:
        """Return totals that other metrics count too, by what they are: all must agree."""
        return {}

    @classmethod
    def from_arrays(cls, named: Mapping[str, NDArray[np.int64]], prefix: str = "") -> Self:
        """Return the sums whose arrays `arrays` returned with this prefix.

        Raises
        ------
        KeyError
            If an array is missing.
        """
        types = get_type_hints(cls)
        values: dict[str, Any] = {}
        for f in fields(cls):
            kind = types[f.name]
            if isinstance(kind, type) and issubclass(kind, Sums):
                values[f.name] = kind.from_arrays(named, f"{prefix}{f.name}.")
            else:
                values[f.name] = named[prefix + f.name]
        return cls(**values)


Totals: TypeAlias = Mapping[str, Sums]  # by metric


def added(one: Any, two: Any) -> Any:
    """Return the sum of two arrays, as long as the longer one, or of two `Sums`."""
    if isinstance(one, Sums):
        return one + two
    if one.shape == two.shape:
        return exact(np.asarray(one + two))
    longer, shorter = (one, two) if len(one) > len(two) else (two, one)
    total = longer.astype(np.promote_types(one.dtype, two.dtype))
    total[: len(shorter)] += shorter
    return exact(total)


def exact(values: NDArray[Any]) -> NDArray[Any]:
    """Return whole numbers in the type that they are added up in without wrapping.

    Parameters
    ----------
    values : array of any shape
        int64 that did not wrap, or Python integers (dtype object).

    Returns
    -------
    values : array
        int64 if all of them are below 2**62, up or down; else Python integers.
    """
    if not values.size or (values.max() < LARGE and values.min() > -LARGE):
        return values if values.dtype == np.int64 else np.asarray(values, np.int64)
    return np.asarray(values, object)


def floats(values: NDArray[Any]) -> NDArray[np.float64]:
    """Return exact sums as float64, for statistics."""
    return np.asarray(values, np.float64)


def halves(values: NDArray[Any]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return two int64 arrays for Python integers: v = high * 2**62 + low, for storing them."""
    high, low = values >> _BITS, values & (LARGE - 1)
    return high.astype(np.int64), low.astype(np.int64)


def whole(high: NDArray[np.int64], low: NDArray[np.int64]) -> NDArray[Any]:
    """Return the numbers whose `halves` these are."""
    return exact((high.astype(object) << _BITS) + low.astype(object))


def problem_of(totals: Totals, empty: Totals, deals: int) -> str:
    """Return why these cannot be the sums of so many deals; an empty text if they can.

    Those of each metric must add up, and metrics that count the same must agree.
    """
    counted: dict[str, tuple[str, Any]] = {}
    for name, sums in totals.items():
        problem = sums.problem(empty[name], deals)
        if problem:
            return f"of the metric {name!r}: {problem}"
        for what, total in sums.counted_by_others().items():
            other, count = counted.setdefault(what, (name, total))
            if not np.array_equal(count, total):
                return f"the metrics {other!r} and {name!r} do not agree on {what}"
    return ""


def merged(totals: Iterable[Totals]) -> Totals:
    """Return the sums of all together, metric by metric."""
    together: dict[str, Sums] = {}
    for total in totals:
        for name, sums in total.items():
            together[name] = together[name] + sums if name in together else sums
    return together
