"""All checks, and how often each is repeated."""

from collections.abc import Iterator
from dataclasses import dataclass

from balance.selftest.check import Check
from balance.selftest.coverage import coverage, kept_objective
from balance.selftest.early_stopping import stopping
from balance.selftest.first_screen import first_screens
from balance.selftest.mirror_matches import mirrors, workers
from balance.selftest.planted_effects import toy_effects, twin_cards
from balance.selftest.verdicts import verdict_checks

WORKER_DEALS = 20_000  # played by one and by two workers: enough that both get some


@dataclass(frozen=True)
class Sizes:
    """Numbers of studies and deals."""

    toy: int  # studies of the toy game
    valeria: int  # studies of Valeria
    deals: int  # of each bot against copies of itself
    searched: int  # the same, for a bot that searches; 0 leaves these out


FULL = Sizes(toy=10_000, valeria=400, deals=100, searched=1)
QUICK = Sizes(toy=1_000, valeria=100, deals=20, searched=0)


def suite(seed: int, sizes: Sizes) -> Iterator[Check]:
    """Yield the checks one by one."""
    yield from twin_cards(seed, sizes.valeria)
    yield kept_objective(seed + 50, sizes.valeria)
    yield from toy_effects(seed, sizes.toy)
    yield from coverage(seed + 100, sizes.toy)
    yield from verdict_checks(seed + 200, sizes.toy)
    yield from first_screens(seed + 400, max(sizes.toy // 10, 1))
    yield from stopping(seed + 300, sizes.toy)
    yield from mirrors(seed, sizes.deals, sizes.searched)
    yield from workers(seed, WORKER_DEALS)
