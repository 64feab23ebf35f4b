"""All checks, how often each is repeated, and the figures that reports show of them."""

from collections.abc import Iterator
from dataclasses import dataclass

from balance.selftest.check import Check
from balance.selftest.coverage import coverage
from balance.selftest.mirror_matches import mirrors, workers
from balance.selftest.planted_effects import planted
from balance.selftest.twin_cards import twins

SHARED_DEALS = 20_000  # by workers: enough that each gets some


@dataclass(frozen=True)
class Sizes:
    """How much is played.

    Attributes
    ----------
    toy, valeria : int
        Studies of the toy game, and of Valeria.
    deals : int
        Of each bot against its copies.
    searched : int
        The same, of a bot that searches; 0 leaves these out.
    """

    toy: int
    valeria: int
    deals: int
    searched: int


FULL = Sizes(toy=10_000, valeria=400, deals=100, searched=1)
QUICK = Sizes(toy=1_000, valeria=100, deals=20, searched=0)


def suite(seed: int, sizes: Sizes) -> Iterator[Check]:
    """Yield all checks, as they are done.

    Parameters
    ----------
    seed : int
    sizes : Sizes
    """
    yield from twins(seed, sizes.valeria)
    yield from planted(seed, sizes.toy)
    yield from coverage(seed + 100, sizes.toy)
    yield from mirrors(seed, sizes.deals, sizes.searched)
    yield from workers(seed, SHARED_DEALS)
