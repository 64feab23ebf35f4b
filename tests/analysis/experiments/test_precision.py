"""How many deals arms are given: as many as the interval needs, and fewer where ranks are known."""

from dataclasses import replace

import pytest

from balance.analysis.experiments.precision import FIRST_DEALS, GROWTH, Precision, arm_half_width
from balance.analysis.metrics.fold_sums import FOLDS
from balance.runner.arms import ArmResult
from balance.scenario.experiments import BAN
from tests.analysis.made_up_arms import cards_match, played

MATCH = cards_match((1, 2, 3, 4))


def ban(card: str, lost: float, deals: int) -> ArmResult:
    return played(MATCH, BAN, card, 0, -lost, deals, seed=ord(card))


def test_every_arm_begins_with_the_same_deals() -> None:
    fresh = [replace(ban(card, 0.0, FIRST_DEALS), deals=0) for card in "ab"]
    wanted = Precision(0.01).wanted(fresh)
    assert list(wanted.values()) == [FIRST_DEALS] * 2


def test_an_arm_gets_the_deals_that_its_interval_needs() -> None:
    one = ban("a", 0.05, 5120)
    assert arm_half_width(one) == pytest.approx(1.96 * 0.4975 / 5120**0.5, rel=0.15)
    precise = Precision(0.008)
    wanted = precise.wanted([one])[one.arm.name]
    assert wanted == pytest.approx(5120 * (arm_half_width(one) / 0.008) ** 2, rel=0.1)
    assert wanted % FOLDS == 0
    assert precise.games([one]) == pytest.approx(wanted, abs=FOLDS)
    assert Precision(0.001).wanted([one])[one.arm.name] == GROWTH * 5120
    assert Precision(0.02).wanted([one])[one.arm.name] == 5120
    assert Precision(0.02).games([one]) == 5120
