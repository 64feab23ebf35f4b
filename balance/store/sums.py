"""Sums: whole numbers added up over games, the same whatever the order of adding."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Self, TypeAlias, get_type_hints

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Sums:
    """Base of the sums of a metric: its fields are int64 arrays, or `Sums` again.

    An array may grow at its end with what is counted; where it is shorter, the rest is 0.
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
    if isinstance(one, Sums) or one.shape == two.shape:
        return one + two
    longer, shorter = (one, two) if len(one) > len(two) else (two, one)
    total = longer.copy()
    total[: len(shorter)] += shorter
    return total


def merged(totals: Iterable[Totals]) -> Totals:
    """Return the sums of all together, metric by metric."""
    together: dict[str, Sums] = {}
    for total in totals:
        for name, sums in total.items():
            together[name] = together[name] + sums if name in together else sums
    return together
