"""Reference figures: what games of a known line-up must come to, as a game states it.

A game that is implemented from its rules alone can be held against numbers that are known from
elsewhere: exact ones, and what other programs found.  `balance verify` plays what they need.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

# (seed, first, deals) -> values, int64, shape (deals, figures), and whether a deal counts, bool,
# shape (deals,).  The same for any cut into calls; threads may call it at once.
Sampler: TypeAlias = Callable[[int, int, int], tuple[NDArray[np.int64], NDArray[np.bool_]]]


@dataclass(frozen=True)
class Figure:
    """A number that is known, and by how much games may miss it.

    Attributes
    ----------
    measure : str
        What is measured, in the words of `balance.analysis.published_results`:
        ``points smithy_bm``.
        Where a game samples by itself, words of its own.
    expected : float
    within : float
        The tolerance: what lies closer is as it must be.  In the unit of `expected`.
    unit : str
        ``%`` or nothing; shares without it are fractions.
    trust : str
        How far the number is to be trusted: exact, high, medium.
    """

    measure: str
    expected: float
    within: float
    unit: str = ""
    trust: str = ""


@dataclass(frozen=True)
class Reference:
    """Games whose figures are known.

    Attributes
    ----------
    name : str
        What is played, such as ``smithy_bm v big_money_ultimate``.
    group : str
        What it is listed under.
    figures : tuple of Figure
    games : int
        How many make the intervals much narrower than the tolerances.
    bots : tuple of str
        One for each seat of the first game of a deal; empty where the game samples by itself.
    table : mapping
        The game's own options.
    source : str
        Where the figures come from.
    sample : Sampler or None
        Measures the figures of deals in place of records: where they are of the middle of games.
    """

    name: str
    group: str
    figures: tuple[Figure, ...]
    games: int
    bots: tuple[str, ...] = ()
    table: Mapping[str, Any] = field(default_factory=dict)
    source: str = ""
    sample: Sampler | None = None
