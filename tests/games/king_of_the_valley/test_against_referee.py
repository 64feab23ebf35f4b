"""Random games in which the engine and the independent referee agree on everything.

Some of every variant in the ordinary suite, which show all there is; `make test-full` plays
thousands of each.
"""

from collections import Counter

import pytest

from balance.games.king_of_the_valley.layout import Decision
from tests.games.duels import agreed, num_games, seen_of
from tests.games.king_of_the_valley.speech import KINDS
from tests.games.king_of_the_valley.variants import RARE_THINGS, SEATS, VARIANTS


@pytest.mark.parametrize("variant", VARIANTS)
def test_engine_and_referee_play_the_same_games(variant: str) -> None:
    found = agreed("king_of_the_valley", variant)
    assert found.games.total() == num_games("king_of_the_valley", variant)
    assert set(found.games) == set(SEATS)


def test_every_decision_and_every_rare_thing_came_up() -> None:
    found = seen_of("king_of_the_valley", VARIANTS)
    assert set(found.decisions) == {KINDS[kind] for kind in Decision if kind != Decision.NONE}
    missing = RARE_THINGS - set(+Counter(found.deeds))
    assert not missing
