"""Sequential halving."""

from itertools import pairwise

import numpy as np
import pytest

from balance.analysis.experiments.halving import rounds_of, survivors


@pytest.mark.parametrize("number", [2, 3, 8, 30, 49])
def test_every_round_has_half_of_the_arms_and_about_the_same_deals(number: int) -> None:
    deals = 100_000
    rounds = rounds_of(number, deals)
    assert rounds[0][0] == number
    assert rounds[-1][0] == 2
    played, before = 0, 0
    for (size, end), (next_size, next_end) in pairwise(rounds):
        assert next_size == -(-size // 2)
        assert next_end > end
    for size, end in rounds:
        assert size * (end - before) == pytest.approx(deals / len(rounds), rel=0.01)
        played, before = played + size * (end - before), end
    assert played <= deals


def test_the_largest_survive_and_ties_go_to_the_first() -> None:
    assert survivors([0.1, 0.3, 0.2, 0.3], 2) == [1, 3]
    assert survivors([0.1, 0.1, 0.1], 2) == [0, 1]
    assert survivors(np.array([0.1, -0.2]), 1) == [0]
