"""Made-up findings of four tiers, the first of which plays by chance; in points."""

import numpy as np
import pytest

from balance.stats.tier_patterns import (
    TierEstimates,
    TierPattern,
    pattern_of_effect,
    pattern_of_number,
)

BAND = 2.0
SKILLED = np.array([False, True, True, True])


def seen(
    values, halves=0.5, slope=0.0, surprise=1.0, to_and_fro=False, competent=SKILLED, varied=False
):
    """Return a finding whose intervals have these halves; significant is what leaves out 0."""
    value = np.array(values, float)
    half = np.broadcast_to(np.array(halves, float), value.shape)
    adjusted = np.where(np.isnan(half), np.nan, np.where(np.abs(value) > half, 0.001, 0.5))
    return TierEstimates(
        value, value - half, value + half, adjusted, competent[: len(value)], slope, surprise,
        BAND, to_and_fro, varied,
    )  # fmt: skip


EFFECTS = [
    ("all see the same", seen([0, 5, 5, 5]), TierPattern.STABLE, 3),
    ("the sign is the same, and chance plays badly", seen([-9, 3, 4, 3]), TierPattern.STABLE, 3),
    ("one within the band of 2", seen([0, 0.4, 2.37, 2.4], 0.1), TierPattern.VARIES, 3),
    ("one within the band of 2, one perhaps", seen([0, 0.4, 2.37], [1, 0.3, 0.7]),
     TierPattern.UNKNOWN, 2),
    ("all within the band of 2", seen([0, 0.4, 1.5], [1, 0.3, 0.7]), TierPattern.STABLE, 2),
    ("a trend too small to matter", seen([0, 5, 5.5, 6], 0.2, 0.5, 0.001), TierPattern.STABLE, 3),
    ("more and more", seen([0, 2, 5, 8], 0.5, 3, 0.001), TierPattern.GROWS, 3),
    ("less and less, below 0", seen([0, -2, -5, -8], 0.5, -3, 0.001), TierPattern.GROWS, 3),
    ("ever nearer to nothing", seen([0, -8, -5, -2], 0.5, 3, 0.001), TierPattern.SHRINKS, 3),
    ("the sign changes", seen([0, -5, 1, 6], 0.5, 5, 0.001), TierPattern.TURNS, 3),
    ("the sign changes, by little", seen([0, -1, 0, 1], 0.3), TierPattern.NONE, 3),
    ("up and down", seen([0, 3, 9, 4], 0.5, 1, 0.5, True), TierPattern.MIXED, 3),
    ("one sign, other sizes", seen([0, 5, 8, 5], varied=True), TierPattern.VARIES, 3),
    ("fair for each, but not alike", seen([0, 1, -1, 1], varied=True), TierPattern.VARIES, 3),
    ("one bot alone", seen([0, 0, 5, 0], 0.5, 0, 1, True), TierPattern.ONE, 1),
    ("one bot, and another that sees half of it", seen([0, -16, -7.9], [1, 2, 8]),
     TierPattern.UNKNOWN, 1),
    ("the weakest competent bot alone", seen([0, 5, 0, 0], 0.5, -3, 0.001), TierPattern.ONE, 1),
    ("the strongest alone", seen([0, 0, 0, 5], 0.5, 3, 0.001), TierPattern.GROWS, 1),
    ("chance alone", seen([9, 0, 0, 0]), TierPattern.ONE, 0),
    ("nothing anywhere", seen([0, 0, 0.3, -0.2]), TierPattern.NONE, 3),
    ("one, but too little to matter", seen([0, 1, 0, 0], 0.3), TierPattern.NONE, 3),
    ("the strongest is silent", seen([0, 5, 5, 2], [0.5, 0.5, 0.5, 6]), TierPattern.STABLE, 2),
    ("two are silent", seen([0, 5, 3, 2], [0.5, 0.5, 6, 6]), TierPattern.UNKNOWN, 1),
    ("the strongest is against it", seen([0, 5, 5, 0.2]), TierPattern.UNKNOWN, 2),
    ("all are wide", seen([0, 1, 2, 3], 6), TierPattern.UNKNOWN, 0),
    ("one has no interval", seen([0, 5, np.nan, 5], [1, 1, np.nan, 1]), TierPattern.STABLE, 2),
    ("only one", seen([0, 5, 5, 5], [1, 1, *[np.nan] * 2]), TierPattern.UNKNOWN, 1),
]  # fmt: skip


@pytest.mark.parametrize(
    ("finding", "badge", "told"), [case[1:] for case in EFFECTS], ids=[case[0] for case in EFFECTS]
)
def test_an_effect(finding, badge, told):
    assert pattern_of_effect(finding) == (badge, told)


NUMBERS = [
    ("the same", seen([9, 25, 25.5, 26]), TierPattern.STABLE, 3),
    ("more and more", seen([9, 25, 28, 31], 0.5, 3, 0.001), TierPattern.GROWS, 3),
    ("less and less", seen([9, 25, 22, 19], 0.5, -3, 0.001), TierPattern.SHRINKS, 3),
    ("up and down", seen([9, 25, 30, 25], 0.5, 0, 1, True), TierPattern.MIXED, 3),
    ("the strongest is silent", seen([9, 25, 25, 27], [0.5, 0.5, 0.5, 9]), TierPattern.STABLE, 2),
    ("all are wide", seen([9, 25, 25, 27], 9), TierPattern.UNKNOWN, 0),
]


@pytest.mark.parametrize(
    ("finding", "badge", "told"), [case[1:] for case in NUMBERS], ids=[case[0] for case in NUMBERS]
)
def test_a_number_that_is_never_nothing(finding, badge, told):
    assert pattern_of_number(finding) == (badge, told)


def test_each_badge_is_given_to_some_effect():
    assert {case[2] for case in EFFECTS} == set(TierPattern)
