"""When a check passes: within what chance explains, and not beyond."""

import numpy as np
import pytest

from balance.selftest.check import AT_LEAST, AT_MOST, Expectation


def check(claim, hits, studies):
    return claim.check((np.arange(studies) < hits)[:, None].astype(float))


@pytest.mark.parametrize(
    ("claim", "studies", "by_hits"),
    [
        (
            Expectation("", margin=0.01),
            1000,
            {910: False, 935: True, 950: True, 965: True, 985: False},
        ),
        (Expectation("", 0.05, AT_MOST), 100, {0: True, 5: True, 6: True, 20: False}),
        (Expectation("", 0.93, AT_LEAST), 100, {70: False, 92: True, 100: True}),
    ],
)
def test_a_share_may_be_off_by_its_margin_and_by_chance(claim, studies, by_hits):
    assert {hits: check(claim, hits, studies).passed for hits in by_hits} == by_hits


def test_a_share_is_shown_with_its_interval():
    found = check(Expectation("intervals", margin=0.01), 950, 1000)
    assert (found.expected, found.observed) == ("95 ± 1%", "95.0% [93.5, 96.2] of 1,000")


def test_what_happened_beside_it_is_shown_and_may_be_what_is_expected():
    studies = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 0.0], [np.nan, 1.0]])
    found = Expectation("named", None, AT_LEAST, beside="even split").check(studies)
    assert (found.expected, found.passed) == ("at least 50%", True)
    assert found.observed.startswith("66.7%")
    assert found.observed.endswith("of 3 (even split: 50.0%)")  # a study said nothing
