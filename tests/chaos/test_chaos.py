"""A minute of attacks; `make chaos` has twenty."""

import os

import pytest

from tests.chaos.__main__ import attack_for

SECONDS = 60.0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
def test_after_a_minute_of_attacks_nothing_is_wrong() -> None:
    outcomes = attack_for(SECONDS, 1, 0, 1)
    assert [text for one in outcomes.values() for text in one.wrong] == []
    # A busy machine manages few.
    assert sum(one.attacks for one in outcomes.values()) > 3
    assert sum(one.commands["went on"] for one in outcomes.values()) > 1
