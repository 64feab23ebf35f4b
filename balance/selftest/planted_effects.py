"""Effects of known size: detected as often as expected, and no effects where there are none.

In the toy game, where extra gold is an effect of known size; and in Valeria, with two copies of a
card, of equal price or one gold cheaper.  There one of two Citizens is drawn for each deal: the
Rogue or its copy.  Bans of either are two experiments on deals of their own, whose difference is
noise if the two cards are equal.
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
from balance.engine.services import Handicap
from balance.scenario.experiments import BAN, GIFT, SURCHARGE, Arm, arms_of, handicapped
from balance.scenario.files import read_scenario
from balance.scenario.prepare import PreparedCell, prepare
from balance.selftest.check import MARGIN, Check, at_most_check, coverage_check, share_check
from balance.selftest.toy_studies import HERE, arm_sums, toy, truth_of
from balance.stats.jackknife import Replicates, concatenate, estimate, paired, surprise
from balance.stats.multiple_testing import false_discovery

Studies: TypeAlias = list[ArmSums]  # sums of an arm, by study

ALPHA = 0.05  # an effect is detected if p is below
QUANTILE = 1.96  # standard errors beyond which an effect is detected
GOLD = 2  # extra gold of one of two players
VALUE = 5  # gold: the value of the card that is given
CHARM = "charm"
FAMILY = 20  # comparisons that are tested concatenate
ROGUE, TWIN, CHEAPER = "rogue", "rogue_twin", "rogue_sale"
TWIN_DEALS = 2 * FOLDS  # of a study of Valeria
RUNS = f"runs of {TWIN_DEALS} deals"


def toy_effects(seed: int, repeats: int) -> Iterator[Check]:
    """Yield the checks in the toy game; each takes so many studies."""
    yield power(seed, repeats)
    yield from equal_gifts(seed + 1, repeats)
    for arm in _arms(seed + 2):
        yield experiment(arm, repeats)


def power(seed: int, repeats: int) -> Check:
    """Check how often extra gold is detected, against the power by the formula.

    With d the effect and s its standard error, both computed from the rules, the power of a test
    at 5% is P(Z > 1.96 - d / s), plus that of the other tail.
    """
    match = handicapped(toy(2, seed).match, Handicap(goods={"gold": GOLD}))
    truth = truth_of(match)
    expected = _power((truth.of_first_entry() - 1 / 2) / truth.error_of_first_entry(FOLDS))
    rates = _rates(arm_sums(match, FOLDS, repeats))
    p = surprise(Replicates(rates.value - 1 / 2, rates.leave_one_out - 1 / 2, rates.folds))
    name = f"toy: {GOLD} extra gold detected in runs of {FOLDS} deals, power by formula"
    return share_check(name, int((p < ALPHA).sum()), repeats, round(expected, 3), MARGIN)


def equal_gifts(seed: int, repeats: int) -> Iterator[Check]:
    """Yield the checks of two gifts of equal value: a card, and as much gold as it has points.

    Of 20 comparisons judged together by their q-values, at most 5% may have any false positive.
    """
    match = toy(2, seed).match
    gifts = Handicap(card=CHARM, is_gift=True), Handicap(goods={"gold": VALUE})
    card, gold = (_rates(arm_sums(handicapped(match, gift), FOLDS, repeats)) for gift in gifts)
    p = paired(card, gold).p
    name = f"toy: false positives for two gifts of equal value (p < {ALPHA})"
    yield share_check(name, int((p < ALPHA).sum()), repeats, ALPHA, MARGIN)
    families = p[: repeats // FAMILY * FAMILY].reshape(-1, FAMILY)
    positives = sum(bool((false_discovery(family) < ALPHA).any()) for family in families)
    name = f"toy: any false positive among {FAMILY} such comparisons (q < {ALPHA})"
    yield at_most_check(name, positives, len(families), ALPHA)


def experiment(arm: Arm, repeats: int) -> Check:
    """Check that the interval of a designed experiment contains its true win rate."""
    estimates = estimate(_rates(arm_sums(arm.match, FOLDS, repeats)))
    name = f"toy: 95% interval of the experiment '{arm.name}'"
    return coverage_check(name, estimates, truth_of(arm.match).of_first_entry())


def _arms(seed: int) -> list[Arm]:
    """Return an arm of each design: a ban, a gift, and a surcharge of one."""
    cell = toy(2, seed)
    cards = [card for card in cell.match.game_table.cards if card.id == CHARM]
    arms = arms_of(cell, ("ban", "gift", "surcharge"), cards)
    return [
        arm for arm in arms if arm.kind in (BAN, GIFT) or (arm.kind, arm.amount) == (SURCHARGE, 1)
    ]  # fmt: skip


def twin_cards(seed: int, repeats: int) -> Iterator[Check]:
    """Yield the checks in Valeria of a card against a copy, and against a cheaper copy.

    Parameters
    ----------
    repeats : int
        Studies of each ban.
    """
    equal, cheaper = (
        replace(cell, match=replace(cell.match, seed=seed))
        for cell in prepare(read_scenario(str(HERE / "twins.toml"))).cells
    )
    yield equal_bans(*_bans(equal, TWIN, repeats))
    yield from unequal_bans(*_bans(cheaper, CHEAPER, repeats))


def equal_bans(card: Studies, twin: Studies) -> Check:
    """Check how often bans of equal cards are found to differ: a false positive."""
    hits = int((paired(_rates(card), _rates(twin)).p < ALPHA).sum())
    name = f"Valeria: false positives for two copies of a card (p < {ALPHA}), {RUNS}"
    return share_check(name, hits, len(card), ALPHA)


def unequal_bans(card: Studies, cheaper: Studies) -> Iterator[Check]:
    """Yield the checks of a copy that is one gold cheaper: the difference, and its detection.

    The expected power is that of a normal test, from the mean of the differences and of their
    squared standard errors over all studies.
    """
    whole = paired(_pooled(card), _pooled(cheaper)).difference
    low, value, high = (100 * float(end[0]) for end in (whole.low, whole.value, whole.high))
    yield Check(
        "Valeria: banning a copy that is 1 gold cheaper costs more than banning the card",
        "interval below 0",
        f"{value:+.2f} pp [{low:+.2f}, {high:+.2f}]",
        high < 0,
    )
    difference = _rates(cheaper) - _rates(card)
    size = np.abs(difference.value.mean()) / np.sqrt((difference.errors() ** 2).mean())
    hits = int((paired(_rates(card), _rates(cheaper)).p < ALPHA).sum())
    name = f"Valeria: that difference detected (p < {ALPHA}), {RUNS}, power by formula"
    yield share_check(name, hits, len(card), round(_power(float(size)), 3), 2 * MARGIN)


def _bans(cell: PreparedCell, twin: str, repeats: int) -> tuple[Studies, Studies]:
    """Return the studies of a ban of the card, and of a ban of its copy."""
    cards = [card for card in cell.match.game_table.cards if card.id in (ROGUE, twin)]
    arms = {arm.subject: arm for arm in arms_of(cell, ("ban",), cards)}
    one, two = (arm_sums(arms[card].match, TWIN_DEALS, repeats) for card in (ROGUE, twin))
    return one, two


def _power(size: float) -> float:
    """Return the power of a two-sided normal test for an effect of so many standard errors."""
    return float(ndtr(size - QUANTILE) + ndtr(-size - QUANTILE))


def _rates(studies: Studies) -> Replicates:
    """Return the win rate of each study."""
    return concatenate([sums.win_rate() for sums in studies])


def _pooled(studies: Studies) -> Replicates:
    """Return the win rate of all studies as one: no two share a deal."""
    return reduce(add, studies).win_rate()
