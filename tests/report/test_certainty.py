"""How many more deals would decide, in words: rounded, or that no number can be said."""

import math

import numpy as np
import pytest

from balance.report.certainty import TOO_ROUGH, more_deals
from balance.stats.intervals import Estimate
from balance.stats.verdict import deals_to_decide, verdict_critical_value


@pytest.mark.parametrize(
    ("needed", "expected"),
    [
        (1_035.0, "fewer than 100 more deals would decide"),
        (3_517.0, "about 3,000 more deals would decide"),
        (9_700.0, "about 9,000 more deals would decide"),
        (10_001.0, "perhaps 10 times as many deals or more would decide, a rough guess"),
        (1_101_000.0, "perhaps 10 times as many deals or more would decide, a rough guess"),
        (math.inf, "perhaps 10 times as many deals or more would decide, a rough guess"),
        (math.nan, ""),
    ],
)
def test_it_is_rounded_or_not_said(needed: float, expected: str) -> None:
    assert more_deals(needed, 1000) == expected


def test_of_many_deals_more_are_said_to_one_digit() -> None:
    assert more_deals(1_500_000, 400_000) == "about 1,000,000 more deals would decide"
    assert more_deals(190_000, 40_000, " that") == "about 200,000 more deals would decide that"


@pytest.mark.parametrize("deals", [1000.0, 100_000.0])
def test_too_rough_is_a_limit_nearer_than_a_standard_error(deals: float) -> None:
    """There the estimate says nothing: the truth may as well lie on the limit."""
    error = 0.01
    reach = float(verdict_critical_value(deals)) * error

    def needed(distance: float) -> float:
        value = np.array([0.52 + distance])
        played = np.array([deals])
        seen = Estimate(value, value - reach, value + reach, played, played)
        return float(deals_to_decide(seen, 0.48, 0.52)[0]) / deals

    assert needed(1.5 * error) < TOO_ROUGH < needed(0.75 * error)
