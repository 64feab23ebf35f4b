"""Planted effects of known size in the toy game: found as often as their size lets expect."""

from collections.abc import Iterator

from scipy.special import ndtr

from balance.analysis.metrics.fold_sums import FOLDS
from balance.engine.services import Handicap
from balance.scenario.experiments import BAN, GIFT, PRICE, Arm, arms_of, handicapped
from balance.selftest.check import MARGIN, Check, held, most_check, share_check
from balance.selftest.exact_solution import truth_of
from balance.selftest.repeated_studies import arm_sums, toy
from balance.stats.multiple_testing import false_discovery
from balance.stats.paired_differences import Replicates, estimate, paired, surprise, together

SURE = 0.05  # p below this is found
STEPS = 1.96  # standard errors beyond which an effect is found
GOLD = 2  # more for one of two
WORTH = 5  # gold: what the card that is given is worth
CARD = "charm"
FAMILY = 20  # cards judged together


def planted(seed: int, repeats: int) -> Iterator[Check]:
    """Yield the checks; each rests on so many studies of the toy game.

    Parameters
    ----------
    seed, repeats : int
    """
    yield power(seed, repeats)
    yield from nothing_found(seed + 1, repeats)
    for arm in _arms(seed + 2):
        yield experiment(arm, repeats)


def power(seed: int, repeats: int) -> Check:
    """Check how often gold more at the start is found, against the power by the formula.

    With d the effect and s its standard error, both computed from the rules, the power of a test
    at 5 % is P(Z > 1.96 - d / s), and what the other tail adds.
    """
    match = handicapped(toy(2, seed).match, Handicap(goods={"gold": GOLD}))
    truth = truth_of(match)
    size = (truth.of_own() - 1 / 2) / truth.error_of_own(FOLDS)
    wanted = float(ndtr(size - STEPS) + ndtr(-size - STEPS))
    rates = together([sums.win_rate() for sums in arm_sums(match, FOLDS, repeats)])
    found = surprise(Replicates(rates.value - 1 / 2, rates.without - 1 / 2, rates.folds))
    check = f"toy: {GOLD} gold more found in runs of {FOLDS} deals, power by formula"
    return share_check(check, int((found < SURE).sum()), repeats, round(wanted, 3), MARGIN)


def nothing_found(seed: int, repeats: int) -> Iterator[Check]:
    """Yield the checks of two gifts of the same worth: a card, and as much gold as it has points.

    Judged 20 at a time by their q-values, no family of comparisons may have a find more often.
    """
    variant = toy(2, seed)
    card = Handicap(card=CARD, is_gift=True)
    one, two = (
        together(
            [sums.win_rate() for sums in arm_sums(handicapped(variant.match, gift), FOLDS, repeats)]
        )
        for gift in (card, Handicap(goods={"gold": WORTH}))
    )
    p = paired(one, two).p
    check = f"toy: two gifts of the same worth found unequal (p < {SURE})"
    yield share_check(check, int((p < SURE).sum()), repeats, SURE, MARGIN)
    families = p[: repeats // FAMILY * FAMILY].reshape(-1, FAMILY)
    finds = sum(bool((false_discovery(family) < SURE).any()) for family in families)
    check = f"toy: any find among {FAMILY} such comparisons (q < {SURE})"
    yield most_check(check, finds, len(families), SURE)


def experiment(arm: Arm, repeats: int) -> Check:
    """Check that the interval of a designed experiment holds what the rules say it must find."""
    rates = together([sums.win_rate() for sums in arm_sums(arm.match, FOLDS, repeats)])
    check = f"toy: 95% interval of the experiment '{arm.name}'"
    return held(check, estimate(rates), truth_of(arm.match).of_own())


def _arms(seed: int) -> list[Arm]:
    """Return an arm of each design: a ban, a gift, and a price one higher."""
    variant = toy(2, seed)
    cards = [card for card in variant.match.game_table.cards if card.id == CARD]
    arms = arms_of(variant, ("ban", "gift", "price"), cards)
    return [
        arm for arm in arms if arm.kind in (BAN, GIFT) or (arm.kind, arm.amount) == (PRICE, 1)
    ]  # fmt: skip
