"""What is tested of the rule; nothing of shared wins."""

import pytest

from tests.mutants.toy.rule import winner


@pytest.mark.parametrize(("hands", "seat"), [([1, 3, 2], 1), ([2, 2, 1], 0), ([1, 2, 3], 2)])
def test_the_larger_hand_wins(hands, seat):
    assert winner(hands) == seat
