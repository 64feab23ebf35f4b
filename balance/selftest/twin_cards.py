"""Copies of a card of Valeria under another name: as good, or a gold cheaper.

For one number one of two Citizens is drawn for every deal: the Rogue or its copy.  So each of two
bans, of the one and of the other, works in deals of its own, and their difference is all noise
where the two are equal.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import reduce
from operator import add
from typing import TypeAlias

import numpy as np
from scipy.special import ndtr

from balance.analysis.experiments.arm_sums import ArmSums
from balance.analysis.metrics.fold_sums import FOLDS
from balance.scenario.experiments import arms_of
from balance.scenario.files import read_scenario
from balance.scenario.prepare import PreparedCell, prepare
from balance.selftest.check import MARGIN, Check, share_check
from balance.selftest.repeated_studies import HERE, arm_sums
from balance.stats.paired_differences import Paired, Replicates, paired, together

Bans: TypeAlias = list[ArmSums]  # of each study

SURE = 0.05  # p below this is found
CARD, TWIN, SALE = "rogue", "rogue_twin", "rogue_sale"
DEALS = 2 * FOLDS  # of a study
STEPS = 1.96  # standard errors beyond which a difference is found


def twins(seed: int, repeats: int) -> Iterator[Check]:
    """Yield the checks of a card against its copy, and against one that is a gold cheaper.

    Parameters
    ----------
    seed : int
    repeats : int
        Studies of each.
    """
    equal, cheaper = (
        replace(one, match=replace(one.match, seed=seed))
        for one in prepare(read_scenario(str(HERE / "twins.toml"))).cells
    )
    yield found_equal(*_bans(equal, TWIN, repeats))
    yield from found_cheaper(*_bans(cheaper, SALE, repeats))


def found_equal(one: Bans, two: Bans) -> Check:
    """Check how often equal cards are found unequal: a false positive."""
    hits = int((_apart(one, two).p < SURE).sum())
    check = f"Valeria: two copies of a card found unequal (p < 0.05), runs of {DEALS} deals"
    return share_check(check, hits, len(one), SURE)


def found_cheaper(one: Bans, two: Bans) -> Iterator[Check]:
    """Yield the checks of a price one lower: found at all, and as often as its size lets expect.

    The power is that of a normal test, from the mean of the differences and of their squared
    standard errors over all studies.
    """
    whole = paired(_whole(one), _whole(two)).apart
    low, value, high = (100 * float(end[0]) for end in (whole.low, whole.value, whole.high))
    yield Check(
        "Valeria: a ban of a copy for a gold less costs more than one of the card",
        "interval below 0",
        f"{value:+.2f} pp [{low:+.2f}, {high:+.2f}]",
        high < 0,
    )
    apart = _rates(two) - _rates(one)
    size = float(np.abs(apart.value.mean()) / np.sqrt((apart.errors() ** 2).mean()))
    power = float(ndtr(size - STEPS) + ndtr(-size - STEPS))
    hits = int((_apart(one, two).p < SURE).sum())
    check = f"Valeria: that found (p < 0.05) in runs of {DEALS} deals, power by formula"
    yield share_check(check, hits, len(one), round(power, 3), 2 * MARGIN)


def _bans(variant: PreparedCell, twin: str, repeats: int) -> tuple[Bans, Bans]:
    """Return the studies of a ban of the card, and of a ban of its copy."""
    cards = [card for card in variant.match.game_table.cards if card.id in (CARD, twin)]
    arms = {arm.subject: arm for arm in arms_of(variant, ("ban",), cards)}
    one, two = (arm_sums(arms[card].match, DEALS, repeats) for card in (CARD, twin))
    return one, two


def _rates(bans: Bans) -> Replicates:
    """Return the win rate of each study."""
    return together([sums.win_rate() for sums in bans])


def _apart(one: Bans, two: Bans) -> Paired:
    return paired(_rates(one), _rates(two))


def _whole(bans: Bans) -> Replicates:
    """Return the win rate of all studies as one: no two share a deal."""
    return reduce(add, bans).win_rate()
