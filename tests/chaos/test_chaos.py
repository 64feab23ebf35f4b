"""A minute of attacks; `make chaos` has twenty."""

import os

import pytest

from tests.chaos.__main__ import attack_for

SECONDS = 60.0
LEAST = 12  # runs that are attacked, however long they take


@pytest.mark.system
@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
def test_after_a_minute_of_attacks_nothing_is_wrong() -> None:
    outcomes = attack_for(SECONDS, 1, 0, 1, LEAST)
    assert [text for one in outcomes.values() for text in one.wrong] == []
    assert sum(one.attacks for one in outcomes.values()) >= LEAST
    assert sum(one.commands["went on"] for one in outcomes.values()) > LEAST // 2
