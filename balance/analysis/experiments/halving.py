"""Sequential halving: games go to the cards that may still be the strongest.

All cards begin; after each round the half with the lower option values is dropped, and every round
has the same number of games in all.  So most games are played of the few cards that are hard to
tell apart.

References
----------
Karnin, Koren and Somekh, Almost optimal exploration in multi-armed bandits, ICML 2013.
"""

from collections.abc import Sequence

import numpy as np

from balance.stats.intervals import Floats


def rounds_of(number: int, deals: int) -> list[tuple[int, int]]:
    """Return how many arms each round plays, and the deals that each of them has after it.

    Parameters
    ----------
    number : int
        Of arms, 2 or more.
    deals : int
        Of all arms and rounds together.
    """
    sizes = [number]
    while sizes[-1] > 2:  # the last round plays two
        sizes.append(-(-sizes[-1] // 2))
    total, rounds = 0, []
    for size in sizes:
        total += max(deals // (len(sizes) * size), 1)
        rounds.append((size, total))
    return rounds


def survivors(values: Sequence[float] | Floats, number: int) -> list[int]:
    """Return the places of the so many largest values, in the order of their places."""
    order = np.argsort(-np.asarray(values, np.float64), kind="stable")
    return sorted(order[:number].tolist())
