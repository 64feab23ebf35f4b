"""Search for whole amounts of a good, one per seat, with which all seats win as often.

A seat gains at the cost of the others, so amounts that are each rounded by itself may all err to
the same side.  So sets of amounts are played, and only what was played counts.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from balance.stats.intervals import Floats

Amounts = tuple[int, ...]

MOST = 6  # of a good, to a seat
MOST_SETS = 12  # that are played, besides none and one to each seat
IN_VAIN = 3  # sets, one after the other, that are no better: then no more are played


@dataclass(frozen=True)
class SeatAmounts:
    """What was played, and the set that leaves the farthest seat least far off.

    Attributes
    ----------
    rates : mapping of tuple of int to float64 array
        By set of amounts, the win rates of the seats.
    """

    best: Amounts
    rates: dict[Amounts, Floats]


def off(rates: Floats, seats: int) -> float:
    """Return how far the farthest seat is from an even share."""
    return float(np.abs(rates - 1 / seats).max())


def search_amounts(seats: int, play: Callable[[Amounts], Floats]) -> SeatAmounts:
    """Find the set of amounts with the least largest deviation from even, by playing sets.

    None and one to each seat are played first.  Then, again and again, the set that promises least:
    from the nearest one that was played, and what one more did to each seat.  At least one amount
    is 0, as the same to all changes little.

    Parameters
    ----------
    play : function (amounts) -> float64 array, shape (seats,)
        The win rates; or those of several bots, one after the other.
    """
    none: Amounts = (0,) * seats
    rates = {none: play(none)}

    def far(amounts: Amounts) -> float:
        return off(rates[amounts], seats)

    for seat in range(seats):
        one = tuple(int(place == seat) for place in range(seats))
        rates[one] = play(one)
    units = list(rates)[1:]
    gains = np.stack([rates[one] - rates[none] for one in units])  # by seat that gets: who wins
    sets = np.array([one for one in product(range(MOST + 1), repeat=seats) if min(one) == 0])
    in_vain = 0
    for _ in range(MOST_SETS):
        if in_vain == IN_VAIN or len(rates) == len(sets):
            break
        wanted, least = _most_promising(sets, rates, gains), min(far(one) for one in rates)
        rates[wanted] = play(wanted)
        in_vain = 0 if far(wanted) < least else in_vain + 1
    best = min(rates, key=lambda one: (round(far(one), 9), sum(one)))
    return SeatAmounts(best, rates)


def _most_promising(
    sets: NDArray[np.int64], rates: dict[Amounts, Floats], gains: Floats
) -> Amounts:
    """Return the set, not yet played, that promises the least deviation."""
    played, known = np.array(list(rates)), np.stack(list(rates.values()))
    sets = sets[~(sets[:, None] == played[None]).all(axis=2).any(axis=1)]
    nearest = np.abs(sets[:, None] - played[None]).sum(axis=2).argmin(axis=1)
    promised = known[nearest] + (sets - played[nearest]) @ gains
    far = np.abs(promised - 1 / sets.shape[1]).max(axis=1)
    place = int(np.lexsort([sets.sum(axis=1), np.round(far, 9)])[0])
    return tuple(int(amount) for amount in sets[place])
