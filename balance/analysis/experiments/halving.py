"""Sequential halving: games go to the cards that may still be the strongest.

All cards begin; after each round the half with the lower option values is dropped, and every round
has the same number of games in all.  So most games are played of the few cards that are hard to
tell apart.

The card with the largest value need not be the strongest.  So after each round, and again on fresh
deals, each card is compared with every other one on the same deals: what is left when those that
are clearly worse than another are taken out is the strongest in 95 of 100 studies (multiple
comparisons with the best).  Dropped is not taken out: a card that was dropped without being clearly
worse is played on the fresh deals too.

References
----------
Karnin, Koren and Somekh, Almost optimal exploration in multi-armed bandits, ICML 2013; Hsu,
Simultaneous confidence intervals for all distances from the "best", Annals of Statistics 1981.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from balance.stats.intervals import LEVEL, Floats
from balance.stats.jackknife import Replicates


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


def clearly_worse(values: Replicates, cards: int, looks: int) -> NDArray[np.bool_]:
    """Return which values are clearly below another one, of values from the same deals.

    The test is one-sided, at a level of 5 % over the comparisons of one card with all others at
    all looks (Bonferroni).  So the strongest of all is called worse at any look in at most 5 of 100
    studies, whichever cards a look leaves out.

    Parameters
    ----------
    values : Replicates
        Of the cards that are compared now.
    cards : int
        Of the study.
    looks : int
        At which cards are compared, in the study.
    """
    count = len(values.value)
    z = -float(ndtri((1 - LEVEL) / max((cards - 1) * looks, 1)))
    worse = np.zeros(count, np.bool_)
    for place in range(count):
        better = values.take(np.full(count, place))
        worse |= (values - better).estimate(z).high < 0
    return worse


def winner_place(
    before: Sequence[float] | Floats,
    deals: Sequence[int] | Floats,
    fresh: Replicates,
    fresh_deals: int,
    is_worse: NDArray[np.bool_],
) -> int:
    """Return the place of the card that did best in all its games, of those not clearly worse.

    Parameters
    ----------
    before, deals
        The values of the cards when they were last in a round, and their deals.
    fresh : Replicates
        Their values in so many fresh deals.
    """
    first, played = np.asarray(before, np.float64), np.asarray(deals, np.float64)
    of_all = (played * first + fresh_deals * fresh.value) / (played + fresh_deals)
    return int(np.argmax(np.where(is_worse, -np.inf, of_all)))
